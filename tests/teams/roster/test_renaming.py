"""One form for a team's name and its players' names."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from leagues.models import LogEntry
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState
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
    changes = {"name": "Altdorf Avengers", f"player-{first.pk}": " Ann  Ax ", f"player-{third.pk}": ""}
    response = coach.post(pages.url("rename", team), typed(coach, team, **changes))
    assert response.status_code == 302
    renamed = Team.objects.get(pk=team.pk)
    assert renamed.name == "Altdorf Avengers"
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
    how = {"team": fresh, "expected": fresh.version, "by": cast.coach, "name": fresh.name}
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


def worn(team: Team) -> dict[int, int]:
    """The shirt numbers on the roster, by player."""
    return {line.player: line.number for line in ledger.sheet_in(TeamState.objects.get(team=team)).players}


def test_shirt_numbers_can_be_changed_and_swapped_in_one_go(coach: Client, team: Team) -> None:
    before = worn(team)
    one, two, three, *_rest = before
    wanted = {one: before[two], two: before[three], three: before[one]}
    seq = TeamState.objects.get(team=team).seq
    changes = {f"number-{player}": str(number) for player, number in wanted.items()}
    assert coach.post(pages.url("rename", team), typed(coach, team, **changes)).status_code == 302
    assert worn(team) == before | wanted
    entries = JournalEntry.objects.filter(team=team, seq__gt=seq)
    assert {(each.kind, each.source) for each in entries} == {("player_renumbered", "numbers")} and len(entries) == 2
    assert LogEntry.objects.filter(kind="teams.renumbered", league=team.league).count() == 1
    text = pages.text_of(coach.get(pages.url("history", team)))
    assert f"now has number {before[two]}" in text
    assert list(worn(team).values()) == sorted(worn(team).values())


def test_a_blank_or_equal_number_changes_nothing(coach: Client, team: Team) -> None:
    before, seq = worn(team), TeamState.objects.get(team=team).seq
    assert coach.post(pages.url("rename", team), typed(coach, team, **{f"number-{min(before)}": ""})).status_code == 302
    assert (worn(team), TeamState.objects.get(team=team).seq) == (before, seq)


def test_one_number_for_two_players_is_refused_and_nothing_is_saved(coach: Client, team: Team) -> None:
    before = worn(team)
    one, two, *_rest = before
    changes = {"name": "Other", f"number-{one}": str(before[two])}
    response = coach.post(pages.url("rename", team), typed(coach, team, **changes))
    assert response.status_code == 422
    assert "More than one player would have the number" in pages.text_of(response)
    assert pages.fields_of(response)[f"number-{one}"] == str(before[two])
    assert (worn(team), Team.objects.get(pk=team.pk).name) == (before, team.name)


@pytest.mark.parametrize("bad", ["0", "100", "x", "-1", "9223372036854775807"])
def test_an_impossible_number_is_refused(bad: str, coach: Client, team: Team) -> None:
    before = worn(team)
    response = coach.post(pages.url("rename", team), typed(coach, team, **{f"number-{min(before)}": bad}))
    assert response.status_code == 422 and worn(team) == before


def test_numbers_wait_while_a_match_holds_the_team_but_names_do_not(cast: Cast, coach: Client, team: Team) -> None:
    before, form = worn(team), typed(coach, team)
    ledger.hold(team, "match:1")
    response = coach.post(pages.url("rename", team), form | {f"number-{min(before)}": "77"})
    assert response.status_code == 409 and worn(team) == before
    page = coach.get(pages.url("rename", team))
    assert "number-" not in page.content.decode() and "when the team's match is over" in pages.text_of(page)
    assert coach.post(pages.url("rename", team), typed(coach, team, name="Held")).status_code == 302


def test_a_player_who_is_not_on_the_roster_gets_no_number(cast: Cast, team: Team) -> None:
    dead = named(team, 3)
    how = {"team": team, "expected": team.version, "by": cast.coach, "name": team.name, "players": {}}
    with pytest.raises(Refusal) as refused:
        renaming.rename(**how, numbers={dead.pk: 50})
    assert refused.value.id == "teams.not_his_player"
    with pytest.raises(Refusal) as refused:
        renaming.rename(**how, numbers={min(worn(team)): 0})
    assert refused.value.id == "teams.not_a_shirt_number"
