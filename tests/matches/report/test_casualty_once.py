"""A casualty is entered once: the injury with "by whom" fills the tally, and the tally names who caused the injury."""

from __future__ import annotations

import pytest

from matches.models import Match
from matches.report.form.form import ReportForm
from matches.sequence.sequences import MatchState
from rules.sheet.match import SideReport
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


def sides(match: Match, **typed: str) -> tuple[SideReport, SideReport, ReportForm]:
    """Both sides of a report as the form reads it; ``_`` stands for the points in names of fields."""
    data = {"score.home": "0", "score.away": "0"} | {name.replace("__", "."): value for name, value in typed.items()}
    form = ReportForm(data, state=MatchState(match))
    read = form.read()
    form.check()
    return read.home, read.away, form


def injury(player: int, *, nth: int = 0, by: str = "", cause: str = "block", d68: str = "11") -> dict[str, str]:
    """An injury of an away player."""
    name = f"injury__away__{nth}__"
    return {f"{name}player": str(player), f"{name}by": by, f"{name}cause": cause, f"{name}d68": d68}


def tally(player: int, count: str) -> dict[str, str]:
    return {f"line__home__{player}__casualties": count}


def test_an_injury_fills_the_tally_of_the_player_who_caused_it(match: Match) -> None:
    blitzer, victim = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[0]
    home, _away, form = sides(match, **injury(victim, by=str(blitzer)))
    assert [(line.player, line.deed("casualties")) for line in home.lines] == [(blitzer, 1)]
    assert form.wrong == {}


def test_a_tally_names_who_caused_the_only_injury_without_a_name(match: Match) -> None:
    blitzer, victim = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[0]
    _home, away, form = sides(match, **injury(victim), **tally(blitzer, "1"))
    assert [each.by for each in away.injuries] == [blitzer]
    assert form.wrong == {}


def test_two_injuries_of_one_tally_and_one_that_is_named_already(match: Match) -> None:
    blitzer, second = match_builders.players_of(match, "home")[:2]
    hurt = match_builders.players_of(match, "away")[:3]
    typed = injury(hurt[0]) | injury(hurt[1], nth=1) | injury(hurt[2], nth=2, by=str(second))
    home, away, form = sides(match, **typed, **tally(blitzer, "2"))
    assert [each.by for each in away.injuries] == [blitzer, blitzer, second]
    assert {line.player: line.deed("casualties") for line in home.lines} == {blitzer: 2, second: 1}
    assert form.wrong == {}


def test_nobody_is_guessed_where_two_players_may_have_done_it(match: Match) -> None:
    one, other = match_builders.players_of(match, "home")[:2]
    hurt = match_builders.players_of(match, "away")[:2]
    _home, away, _form = sides(
        match, **injury(hurt[0]), **injury(hurt[1], nth=1), **tally(one, "1"), **tally(other, "1")
    )
    assert [each.by for each in away.injuries] == [0, 0]


def test_a_typed_tally_that_is_too_low_is_still_wrong(match: Match) -> None:
    blitzer, victim = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[0]
    home, _away, form = sides(match, **injury(victim, by=str(blitzer)), **tally(blitzer, "0"))
    assert home.lines == ()
    assert form.wrong


def test_a_foul_is_no_casualty_of_the_tally(match: Match) -> None:
    blitzer, victim = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[0]
    home, _away, _form = sides(match, **injury(victim, by=str(blitzer), cause="foul"))
    assert home.lines == ()
