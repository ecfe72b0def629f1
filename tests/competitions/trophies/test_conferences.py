"""What places within conferences, and in the table of all teams, are worth at the end of a competition."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from django.urls import reverse

from competitions.formats import draws
from competitions.models import Competition, SeasonMark
from competitions.season_end.season_end import Ending, end_season
from competitions.setup import seasons
from competitions.setup.services import results_changed
from competitions.setup.shape import Shape
from competitions.trophies.award_rows import awards_of_season
from competitions.trophies.awards import Award
from competitions.trophies.champions import all_champions
from competitions.trophies.final_places import places_of
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in

pytestmark = pytest.mark.once

# Of two teams the one before the other in the alphabet wins, so the table of all is A, B, C, D, E, F.
CASES = [
    # conferences, meetings of different ones, then who is first, second and last in the table of all and in each.
    ("N N N S S S", None, "A B F", {"N": "A B -", "S": "D E -"}, "A B C"),
    ("N S N S N S", None, "A B F", {"N": "A C -", "S": "B D -"}, "A B C"),
    ("N N - - S S", None, "A B F", {"N": "A B -", "S": "E F -"}, "A B C"),  # two teams are in none
    ("N N N N N N", None, "A B F", {}, "A B C"),  # one conference is the whole table
    ("N N N - - -", None, "A B F", {}, "A B C"),  # so is one besides teams without any
    ("- - - - - -", None, "A B F", {}, "A B C"),
    ("N N N S S S", 0, "", {"N": "A B C", "S": "D E F"}, ""),  # they never meet, as different divisions
]


@pytest.mark.parametrize(("conferences", "across", "whole", "within", "prizes"), CASES)
def test_first_second_and_last_by_hand(
    cast: Cast, conferences: str, across: int | None, whole: str, within: dict[str, str], prizes: str
) -> None:
    teams = bare_teams(cast.league, 6)
    made = competition_in(cast.league, teams, name="Cup", shape=Shape(options={"legs_across": across}))
    for team, name in zip(teams, conferences.split(), strict=True):
        made.entrants.filter(team=team).update(conference="" if name == "-" else name)
    made = play(cast, made)
    letters = {team.pk: team.name[0] for team in teams}
    found = awards_of_season(made.season)

    def row(awards: Iterable[Award]) -> str:
        by_key = {award.key: letters[award.winners[0].team] for award in awards}
        return " ".join(by_key.get(key, "-") for key in ("champion", "runner_up", "wooden_spoon")) if by_key else ""

    assert row(found.competitions.get(made.pk, ())) == whole
    assert {name: row(awards) for name, awards in found.conferences.get(made.pk, ())} == within
    assert " ".join(letters[team] for team in places_of([made])) == prizes
    champions = [(each.conference, letters[each.champions[0].id]) for each in all_champions(cast.league)]
    assert champions == [(name, line[0]) for name, line in (("", whole), *within.items()) if line]


def test_a_season_closed_before_its_end_stored_conferences_keeps_its_champion(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    made = competition_in(cast.league, teams, name="Cup", shape=Shape(options={"legs_across": 0}))
    for team, name in zip(teams, ("North", "North", "South", "South"), strict=True):
        made.entrants.filter(team=team).update(conference=name)
    made = play(cast, made)
    season = end_season(season=made.season, by=cast.commissioner, expected=made.season.version, ending=Ending())
    within = ["North", "South"]
    assert [each.conference for each in all_champions(cast.league)] == within, "they never meet"
    SeasonMark.objects.update(conference="", conference_place=None)
    assert [each.conference for each in all_champions(cast.league)] == ["", *within]
    assert awards_of_season(season).competitions[made.pk][0].winners[0].team == teams[0].pk
    seasons.reopen_season(season=season, by=cast.commissioner, expected=season.version)
    assert [each.conference for each in all_champions(cast.league)] == within


def play(cast: Cast, competition: Competition) -> Competition:
    """Draw, play and finish it."""
    given = {"competition": competition, "by": cast.commissioner}
    drawn = draws.draw_fixtures(**given, expected=competition.version, seed="a fair draw")
    made = draws.start_competition(competition=drawn, by=cast.commissioner, expected=drawn.version)
    for fixture in matches_of(made):
        decide_match(fixture, *((1, 0) if fixture.home_id < fixture.away_id else (0, 1)))
    results_changed([made.pk])
    Competition.objects.filter(pk=made.pk).update(state=Competition.State.FINISHED)
    return Competition.objects.select_related("season__league").get(pk=made.pk)


def test_pages_name_the_champions_of_conferences(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    made = competition_in(cast.league, teams, name="Lantern Cup")
    for team, name in zip(teams, ("North", "North", "South", "South"), strict=True):
        made.entrants.filter(team=team).update(conference=name)
    made = play(cast, made)
    season = reverse("competitions:season", args=[cast.league.slug, made.season.number])
    for address in (season, reverse("competitions:champions", args=[cast.league.slug])):
        page = " ".join(signed_in(None).get(address).text.split())
        assert "Lantern Cup</a>: North" in page and "Lantern Cup</a>: South" in page
