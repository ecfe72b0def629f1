"""A preview makes the change and rolls it back: it shows what will happen, and changes no page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from competitions.formats import draws
from competitions.formats.open_play import report_game
from competitions.models import Competition, Fixture
from competitions.setup.shape import Shape
from competitions.standings.ladders import order_shown
from competitions.standings.standings import standings_of
from tests.competitions.competition_builders import (
    annul_match,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
    preview_result,
)
from tests.leagues.cast import Cast, signed_in
from web.preview import rolled_back

SCORES = ((0, 2), (1, 1), None)


def shown(competition: Competition) -> dict[str, tuple[str, str]]:
    """Place and points of every team, as pages read them."""
    fresh = Competition.objects.get(pk=competition.pk)
    names = dict(fresh.entrants.values_list("team", "team__name"))
    lines = standings_of(fresh).lines
    return {names[int(line.team)]: (str(line.rank) if line.rank else "–", str(line.points)) for line in lines}


def begun(cast: Cast, scheduling: str) -> tuple[Competition, Fixture]:
    """A competition of four teams, and one of its matches, won by its home team."""
    competition = competition_in(
        cast.league, bare_teams(cast.league, 4), started=True, shape=Shape(scheduling=scheduling)
    )
    first = matches_of(competition)[0]
    decide_match(first, 2, 0)
    return competition, first


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("scheduling", ["round_robin", "knock_out", "swiss"])
def test_a_preview_shows_what_the_change_does(cast: Cast, scheduling: str, score: tuple[int, int] | None) -> None:
    competition, first = begun(cast, scheduling)
    before = shown(competition)
    (table,) = preview_result(first, score).tables
    assert shown(competition) == before
    fixture = Fixture.objects.get(pk=first.pk)
    annul_match(fixture) if score is None else decide_match(fixture, *score)
    said = {line.team: tuple(after for _before, after in line.figures[:2]) for line in table.lines}
    assert said.items() <= shown(competition).items()
    # the preview shows all changes, and beside them only differences of touchdowns or casualties
    changed = {team for team, figures in shown(competition).items() if figures != before[team]}
    assert changed <= said.keys()


@pytest.mark.parametrize("scheduling", ["round_robin", "knock_out", "swiss"])
def test_a_change_after_a_preview_is_shown_on_every_page(cast: Cast, scheduling: str) -> None:
    competition, first = begun(cast, scheduling)
    second = matches_of(competition)[1]
    browser = signed_in(cast.commissioner)
    pages = [f"/competitions/{competition.public_id}/", f"/competitions/{competition.public_id}/table/"]
    preview_result(first, (0, 2))
    before = shown(competition)
    assert before[first.home.name][1] == "3", "the preview was rolled back"
    decide_match(second, 0, 4)
    after = shown(competition)
    assert after[first.home.name][1] == after[second.away.name][1] == "3"
    assert after[first.away.name][1] == "0"
    assert [browser.get(page).status_code for page in pages] == [200, 200]
    preview_result(first, None)
    assert shown(competition) == after


def test_a_change_just_before_the_preview_is_not_one_of_its_consequences(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    competition, first = begun(cast, "round_robin")
    second = matches_of(competition)[1]

    @contextmanager
    def after_another_change() -> Iterator[None]:
        decide_match(second, 0, 4)
        with rolled_back():
            yield

    monkeypatch.setattr("matches.extensions.rolled_back", after_another_change)
    (table,) = preview_result(first, (0, 2)).tables
    points = {line.team: line.figures[1] for line in table.lines}
    assert points[first.home.name] == ("3", "0") and points[first.away.name] == ("0", "3")
    assert points.get(second.away.name, ("3", "3")) == ("3", "3")


def test_a_preview_leaves_a_ladder_unchanged(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    ladder = competition_in(cast.league, teams, shape=Shape(scheduling="ladder", options={"reach": 3}))
    ladder = draws.start_competition(competition=ladder, by=cast.commissioner, expected=ladder.version)
    game = report_game(competition=ladder, by=cast.commissioner, home=teams[2], away=teams[0], own=None)
    decide_match(game, 2, 0)
    climbed = [teams[2].pk, teams[0].pk, teams[1].pk]
    assert order_shown(Competition.objects.get(pk=ladder.pk)) == climbed
    (said,) = preview_result(game, (0, 2)).stages
    assert len(said.lines) == 3
    assert order_shown(Competition.objects.get(pk=ladder.pk)) == climbed
    decide_match(Fixture.objects.get(pk=game.pk), 0, 2)
    assert order_shown(Competition.objects.get(pk=ladder.pk)) == [team.pk for team in teams]
