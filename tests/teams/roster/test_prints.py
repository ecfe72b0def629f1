"""A team's state becomes a printable roster whose sum is the recorded team value."""

from __future__ import annotations

from typing import Any

import pytest

from teams.building import approval
from teams.ledger import ledger
from teams.models import TeamState
from teams.roster.pdf import roster_pdf
from teams.roster.printed import Mark
from teams.roster.prints import roster_print
from tests.leagues.cast import Cast, add_member, create_league
from tests.teams import team_builders

pytestmark = pytest.mark.once


def test_a_veteran_teams_roster_is_ready_to_print(cast: Cast) -> None:
    team = team_builders.veteran_team(cast.league, cast.coach)
    state = TeamState.objects.get(team=team)
    printed = roster_print(team, state)
    first, second, fifth = printed.players[:3]
    assert (first.name, first.gained_skills, first.level, first.cost) == (
        "Griff Oberwald",
        ("Block", "Dodge"),
        "Emerging Star",
        140_000,
    )
    assert [each.mark for each in first.characteristics] == [Mark.NONE, Mark.NONE, Mark.IMPROVED, Mark.NONE]
    assert (second.conditions, second.misses, second.counts_in_value) == ([("N", "NI", 2)], 1, False)
    assert fifth.characteristic_losses == ["-1 MA", "-1 AV"]
    assert fifth.characteristics[0].mark is Mark.NONE  # gained once, lost once
    assert printed.trophies == ["Spike! Magazine Trophy"]
    assert (printed.rerolls.number, printed.rerolls.total) == (3, 150_000)
    assert (printed.fan_factor.number, printed.fan_factor.total) == (4, 40_000)
    assert [(line.name, line.number) for line in printed.staff] == [
        ("Assistant coaches", 0),
        ("Cheerleaders", 2),
        ("Apothecary", 1),
    ]
    assert printed.terms[0].name == "Players (8 of 10)"
    assert sum(term.amount for term in printed.terms) == printed.value == state.value


def test_printing_twice_gives_the_same_bytes(cast: Cast) -> None:
    team = team_builders.veteran_team(cast.league, cast.coach)
    state = TeamState.objects.get(team=team)
    drawn = [roster_pdf([roster_print(team, state)]) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert drawn[0].startswith(b"%PDF")


def test_free_fan_factor_adds_nothing_to_the_printed_sum(cast: Cast) -> None:
    league = create_league("Free Fans", by=cast.commissioner, options={"free_fan_factor": True})
    add_member(league, cast.coach)
    draft = team_builders.Draft(choice=team_builders.legal_choice(fan_factor=0))
    team = team_builders.drafted_team(league, cast.coach, "Freebooters", draft)
    team = approval.submit_team(team=team, expected=team.version, by=cast.coach)
    team = approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
    printed = roster_print(team, TeamState.objects.get(team=team))
    assert (printed.fan_factor.number, printed.fan_factor.price, printed.fan_factor.total) == (5, None, 0)


def test_an_undead_team_has_a_necromancer_and_no_line_for_an_apothecary(cast: Cast) -> None:
    choice = team_builders.legal_choice(team_list="Undead", players=("Skeleton",) * 11, staff=())
    team = team_builders.drafted_team(cast.league, cast.coach, "Champions of Death", team_builders.Draft(choice=choice))
    team = approval.submit_team(team=team, expected=team.version, by=cast.coach)
    team = approval.approve_team(team=team, expected=team.version, by=cast.commissioner)
    names = [line.name for line in roster_print(team, TeamState.objects.get(team=team)).staff]
    assert names == ["Assistant coaches", "Cheerleaders", "Necromancer, free"]


def test_a_print_reads_names_only_if_they_are_not_given(cast: Cast, django_assert_num_queries: Any) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    state = TeamState.objects.get(team=team)
    roster_print(team, state)
    with django_assert_num_queries(0):
        printed = roster_print(team, state, names={})
    assert len(printed.players) == len(ledger.sheet_in(state).players)
