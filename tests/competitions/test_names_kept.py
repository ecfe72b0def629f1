"""What pages draw of a team, a line or a match stays the same object until something of it changes."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from django.template import Context
from django.utils import translation

from competitions.dashboard.front_page import cards_of
from competitions.models import Competition
from competitions.names import teams_of_league
from competitions.standings.competition_page import LeaderList, ShownLeader
from competitions.standings.fixture_list import shown_rounds
from competitions.standings.standings import standings_of
from competitions.standings.view import StandingsRow, table_rows
from competitions.templatetags.competitions import competition_card, drawn_card, drawn_heads, leader_list
from teams.models import Team
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, fixtures_of
from tests.leagues.cast import Cast


def test_a_team_is_the_same_object_until_it_changes(cast: Cast) -> None:
    one, other = bare_teams(cast.league, 2)
    before = teams_of_league(cast.league.pk, None)
    Team.objects.filter(pk=one.pk).update(name="Ängste", coach=cast.coach)
    Team.objects.filter(pk=other.pk).update(crest={"first": "bone"})
    after = teams_of_league(cast.league.pk, None)
    assert [team.name for team in after.values()] == ["Ängste", other.name], "A and Ä are one letter"
    assert (after[one.pk].coach, after[one.pk].coach_id) == (cast.coach.name, cast.coach.pk)
    assert before[other.pk].crest != after[other.pk].crest
    assert all(team is after[pk] for pk, team in teams_of_league(cast.league.pk, cast.commissioner).items())


def test_only_the_coach_has_the_team(cast: Cast) -> None:
    own, recorded = bare_teams(cast.league, 2)
    Team.objects.filter(pk=own.pk).update(coach=cast.coach)
    Team.objects.filter(pk=recorded.pk).update(coach=None, coach_name="Of Old")
    for reader, mine in ((None, []), (cast.commissioner, []), (cast.coach, [own.pk])):
        found = teams_of_league(cast.league.pk, reader)
        assert [pk for pk, team in found.items() if team.mine] == mine
        assert found[recorded.pk].coach == "Of Old"


def test_a_line_is_the_same_row_until_a_result_changes_it(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 6), started=True)
    first, *_others, last = fixtures_of(competition)[:3]
    decide_match(first, 2, 0)

    def rows() -> dict[int, StandingsRow]:
        competition.refresh_from_db()
        found = table_rows(competition, standings_of(competition), teams_of_league(cast.league.pk, None))
        return {row.team.id: row for row in found}

    before = rows()
    assert all(row is before[team] for team, row in rows().items())
    decide_match(last, 1, 0)
    after = rows()
    assert [after[team].points for team in (first.home_id, last.home_id, last.away_id)] == ["3", "3", "0"]
    assert after[first.home_id] == before[first.home_id] and after[last.home_id] != before[last.home_id]


def test_a_table_comes_back_from_the_cache_as_it_was(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    decide_match(fixtures_of(competition)[0], 2, 1, (1, 0))
    competition.refresh_from_db()
    table = standings_of(competition)
    again = pickle.loads(pickle.dumps(table))
    assert again == table and again.lines[0].sums[0].points == table.lines[0].sums[0].points
    assert [(type(line), type(line.values[0]), type(line.why)) for line in again.lines] == [
        (type(line), type(line.values[0]), type(line.why)) for line in table.lines
    ]


def test_a_card_is_drawn_for_its_score_and_its_language(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    fixture = fixtures_of(competition)[0]
    teams = teams_of_league(cast.league.pk, None)

    def card(language: str) -> str:
        with translation.override(language):
            return drawn_card(shown_rounds([fixture.round_id], teams)[0], True, language, "UTC")

    before = card("en")
    decide_match(fixture, 3, 1)
    assert '<b class="sc v">' in before and '<b class="sc">3<' in card("en")


def test_heads_have_the_name_of_each_column(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    columns = table_rows(competition, standings_of(competition), teams_of_league(cast.league.pk, None))[0].columns
    heads = drawn_heads(columns, "en")
    assert heads.count("<th ") == len(columns) and '<abbr title="matches played">P</abbr>' in heads


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"name": "The Renamed Cup"}, "The Renamed Cup"),
        ({"state": Competition.State.FINISHED}, "finished"),
        ({"group_name": "Group of Ice"}, "Group of Ice"),
        ({"public_id": "another-id"}, "another-id"),
    ],
)
def test_a_competition_has_another_card_when_something_of_it_changes(
    cast: Cast, change: dict[str, Any], shown: str
) -> None:
    teams = bare_teams(cast.league, 4)
    competition = competition_in(cast.league, teams, started=True)

    def card() -> str:
        found = Competition.objects.select_related("season__league__ruleset").get(pk=competition.pk)
        cards = cards_of([found], teams_of_league(cast.league.pk, None), 5, for_all=True)
        return str(competition_card(Context({"kept": True}), cards[0], False))

    before = card()
    assert card() == before
    Competition.objects.filter(pk=competition.pk).update(**change)
    assert shown not in before and shown in card()
    decide_match(fixtures_of(competition)[0], 2, 0)
    assert card().count('<td class="pts">3</td>') == 1


def test_a_list_of_players_is_drawn_for_those_who_are_in_it(cast: Cast) -> None:
    bare_teams(cast.league, 1)
    teams = list(teams_of_league(cast.league.pk, None).values())
    best = ShownLeader(rank=1, name=teams[0].player_link(7, "Grim & Co"), team=teams[0], amount=4)

    def drawn(*leaders: ShownLeader) -> str:
        listed = LeaderList(key="td", name="Scorers", short="TD", leaders=[*leaders])
        return str(leader_list(Context({"kept": True}), listed))

    one = drawn(best)
    assert "Grim &amp; Co</a>" in one and drawn(best) == one
    assert '<td class="points">5</td>' in drawn(replace(best, amount=5))
