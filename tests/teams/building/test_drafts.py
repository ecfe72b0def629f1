"""Drafts: a coach's choices, saved completely, and the final shirt numbers."""

from __future__ import annotations

from typing import Any

import pytest

from rules import editions
from rules.journal import PlayerHired
from rules.team.founding import found
from rules.team.founding_run import Choice
from teams.building import approval, drafting, drafts
from teams.building.drafts import Draft
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from tests.leagues.cast import Cast
from tests.teams import team_builders
from web.errors import Refusal, StaleVersion

RULES = editions.ruleset("pbbl-1.10")


def test_a_draft_is_saved_completely() -> None:
    draft = Draft(choice=team_builders.legal_choice(), names=team_builders.NAMES, numbers=(9, None, 7))
    kept = drafts.draft_from("Human", draft.as_json())
    assert kept.choice == draft.choice
    assert kept.all_names == draft.all_names
    assert kept.all_numbers == draft.all_numbers


def test_blank_numbers_become_the_lowest_free_numbers() -> None:
    draft = Draft(choice=team_builders.legal_choice(players=("Lineman",) * 5), numbers=(3, None, 1, None, None))
    assert draft.shirts == (3, 2, 1, 4, 5)
    assert Draft(choice=team_builders.legal_choice(players=("Lineman",) * 3)).shirts == (1, 2, 3)


def test_a_number_used_twice_is_found() -> None:
    draft = Draft(choice=team_builders.legal_choice(players=("Lineman",) * 4), numbers=(7, 7, 9, 9))
    assert draft.duplicate_numbers == (7, 9)


def test_an_approved_team_hires_the_players_with_their_numbers() -> None:
    draft = Draft(choice=team_builders.legal_choice(), numbers=(99, None, 7))
    entries = found(RULES, draft.numbered, iter(range(1, 99)).__next__)
    hires = [entry for entry in entries if isinstance(entry, PlayerHired)]
    assert [entry.number for entry in hires] == [99, 1, 7, 2, 3, 4, 5, 6, 8, 9, 10, 11]
    assert [entry.position for entry in hires] == list(team_builders.LINEUP)


UNKEEPABLE: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "an unknown list": ({"team_list": "Space Marine"}, {}, "teams.no_such_list"),
    "another list's position": ({"players": ("Witch Elf",)}, {}, "teams.no_such_position"),
    "an unknown position": ({"players": ("x" * 5_000,)}, {}, "teams.no_such_position"),
    "ten thousand players": ({"players": ("Lineman",) * 10_000}, {}, "teams.too_many_players"),
    "unknown staff": ({"staff": (("dentist", 1),)}, {}, "teams.no_such_staff"),
    "negative re-rolls": ({"rerolls": -1}, {}, "teams.not_a_count"),
    "a billion fans": ({"fan_factor": 10**9}, {}, "teams.not_a_count"),
    "negative staff": ({"staff": (("cheerleader", -3),)}, {}, "teams.not_a_count"),
    "a count in words": ({"rerolls": "two"}, {}, "teams.not_a_count"),
    "a true count": ({"rerolls": True}, {}, "teams.not_a_count"),
    "shirt number 0": ({}, {"numbers": (0,)}, "teams.not_a_shirt_number"),
    "shirt number 100": ({}, {"numbers": (100,)}, "teams.not_a_shirt_number"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("what", UNKEEPABLE)
def test_unknown_names_are_refused_and_nothing_is_saved(what: str, cast: Cast) -> None:
    choice, rest, message = UNKEEPABLE[what]
    team = team_builders.drafted_team(cast.league, cast.coach)
    draft = Draft(choice=team_builders.legal_choice(**choice), **rest)
    with pytest.raises(Refusal) as refused:
        drafting.save_draft(team=team, expected=team.version, draft=draft, name="New name")
    assert refused.value.id == message
    assert len(str(refused.value)) < 500
    kept = Team.objects.get(pk=team.pk)
    assert (kept.name, kept.version, kept.draft) == (team.name, team.version, team.draft)


def test_an_illegal_draft_can_be_saved(cast: Cast) -> None:
    draft = Draft(choice=Choice(team_list="Human", players=("Ogre",) * 3, rerolls=20))
    team = team_builders.drafted_team(cast.league, cast.coach, "Too Many Ogres", draft)
    assert drafting.draft_of(Team.objects.get(pk=team.pk)).choice == draft.choice
    assert not drafting.judged(team).legal


def test_a_second_save_of_one_version_is_refused(cast: Cast) -> None:
    team = team_builders.drafted_team(cast.league, cast.coach)
    how = {"draft": Draft(choice=team_builders.legal_choice())}
    drafting.save_draft(team=team, expected=team.version, name="First", **how)
    with pytest.raises(StaleVersion) as refused:
        drafting.save_draft(team=team, expected=team.version, name="Second", **how)
    assert refused.value.current.name == "First"


def test_a_taken_name_is_found_in_any_case_of_letters(cast: Cast) -> None:
    team_builders.drafted_team(cast.league, cast.coach, "Reikland Reavers")
    with pytest.raises(Refusal) as refused:
        team_builders.drafted_team(cast.league, cast.other_coach, "REIKLAND Reavers")
    assert refused.value.id == "teams.name_taken"
    team_builders.drafted_team(cast.private, cast.coach, "Reikland Reavers")


def test_a_coach_can_start_one_team_unless_the_league_allows_more(cast: Cast) -> None:
    team_builders.drafted_team(cast.league, cast.coach, "First")
    with pytest.raises(Refusal) as refused:
        team_builders.drafted_team(cast.league, cast.coach, "Second")
    assert refused.value.id == "teams.one_each"
    from tests.leagues.cast import create_league

    free = create_league("Free for all", by=cast.coach, options={"several_teams_per_coach": True})
    team_builders.drafted_team(free, cast.coach, "First")
    team_builders.drafted_team(free, cast.coach, "Second")


def test_players_get_their_ids_when_the_team_is_approved(cast: Cast) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    assert not Player.objects.filter(team=draft).exists()
    team = approval.submit_team(team=draft, expected=draft.version, by=cast.coach)
    team = approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
    sheet = ledger.sheet_in(TeamState.objects.get(team=team))
    names = dict(Player.objects.filter(team=team).values_list("pk", "name"))
    assert [names[line.player] for line in sheet.players][:4] == list(team_builders.NAMES)
    assert set(names) == {line.player for line in sheet.players}
