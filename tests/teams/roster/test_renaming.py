"""One form for a team's name, its colours and its players' names."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from leagues.models import LogEntry
from teams.models import JournalEntry, Player, Team
from teams.roster import renaming
from tests.leagues.cast import Cast, signed_in
from tests.teams import pages, team_builders
from web.errors import Refusal


@pytest.fixture
def coach(cast: Cast) -> Client:
    return signed_in(cast.coach)


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.veteran_team(cast.league, cast.coach)


def typed(coach: Client, team: Team, **changes: Any) -> dict[str, str]:
    """The form as the page shows it, with changes."""
    fields = pages.fields_of(coach.get(pages.url("rename", team)))
    fields.pop("csrfmiddlewaretoken", None)
    return {name: value for name, value in (fields | changes).items() if value is not None}


def named(team: Team, number: int) -> Player:
    return Player.objects.filter(team=team).order_by("pk")[number - 1]


def test_all_names_change_at_once_and_the_history_does_not(coach: Client, team: Team) -> None:
    entries = JournalEntry.objects.filter(team=team).count()
    first, third = named(team, 1), named(team, 3)
    changes = {"name": "Altdorf Avengers", "colours": "5", f"player-{first.pk}": " Ann  Ax ", f"player-{third.pk}": ""}
    response = coach.post(pages.url("rename", team), typed(coach, team, **changes))
    assert response.status_code == 302
    renamed = Team.objects.get(pk=team.pk)
    assert (renamed.name, renamed.colours) == ("Altdorf Avengers", 5)
    assert (named(team, 1).name, named(team, 3).name, named(team, 4).name) == ("Ann Ax", "", "Nobby O'Keefe")
    assert JournalEntry.objects.filter(team=team).count() == entries
    assert LogEntry.objects.get(kind="teams.renamed").args == {"team": team.name, "name": "Altdorf Avengers"}


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("x" * 61, "at most 60 characters"),
        ("a\u2028\u202eb", "cannot be seen or printed (U+202E)"),
        ("a\x1bb", "cannot be seen or printed (U+001B)"),
        ("\ue000", "cannot be seen or printed (U+E000)"),
    ],
)
def test_an_invalid_name_is_refused_and_no_name_changes(bad: str, said: str, coach: Client, team: Team) -> None:
    player = named(team, 1)
    changes = {"name": "Other", f"player-{player.pk}": bad, f"player-{named(team, 2).pk}": "Fine"}
    response = coach.post(pages.url("rename", team), typed(coach, team, **changes))
    assert response.status_code == 422
    assert said in pages.text_of(response)
    assert pages.fields_of(response)[f"player-{named(team, 2).pk}"] == "Fine"
    assert (Team.objects.get(pk=team.pk).name, named(team, 2).name) == (team.name, "")


def test_a_player_of_another_team_is_not_renamed(cast: Cast, coach: Client, team: Team) -> None:
    other = team_builders.approved_team(cast.league, cast.other_coach, "Others")
    victim = named(other, 1)
    response = coach.post(pages.url("rename", team), typed(coach, team, **{f"player-{victim.pk}": "Mine now"}))
    assert response.status_code == 422
    assert "never on this team" in pages.text_of(response)
    assert named(other, 1).name == victim.name
    fresh = Team.objects.get(pk=team.pk)
    how = {"team": fresh, "expected": fresh.version, "by": cast.coach, "name": fresh.name, "colours": 0}
    with pytest.raises(Refusal) as refused:
        renaming.rename(**how, players={victim.pk: "Mine now", named(team, 1).pk: "Ann"})
    assert refused.value.id == "teams.not_his_player"
    assert (named(other, 1).name, named(team, 1).name) == (victim.name, "Griff Oberwald")


def test_a_stale_form_shows_both_and_keeps_what_was_typed(coach: Client, team: Team) -> None:
    first, player = typed(coach, team), named(team, 1)
    theirs = first | {f"player-{player.pk}": "Theirs", "command_id": typed(coach, team)["command_id"]}
    assert coach.post(pages.url("rename", team), theirs).status_code == 302
    response = coach.post(pages.url("rename", team), first | {f"player-{player.pk}": "Yours"})
    assert response.status_code == 409
    assert "Number 1, Lineman Theirs Yours" in pages.text_of(response)
    assert pages.fields_of(response)[f"player-{player.pk}"] == "Yours"
    assert named(team, 1).name == "Theirs"


def test_a_draft_has_no_page_for_renaming(cast: Cast, coach: Client) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    assert coach.get(pages.url("rename", draft)).status_code == 404
