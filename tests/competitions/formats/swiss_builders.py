"""Competitions in Swiss rounds, with rounds that are paired and played."""

from __future__ import annotations

from typing import Any

from competitions.formats import draws, swiss_rounds
from competitions.models import Competition
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast


def swiss(cast: Cast, teams: int, *, pairs_itself: bool = False, **columns: Any) -> Competition:
    """A started competition in Swiss rounds, with three rounds planned."""
    made = competition_in(cast.league, bare_teams(cast.league, teams), byes_count=True)
    options = {"planned_rounds": 3, "pairs_itself": pairs_itself}
    Competition.objects.filter(pk=made.pk).update(scheduling="swiss", format_options=options, **columns)
    made.refresh_from_db()
    made = draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version, seed="a fair draw")
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)


def pair(cast: Cast, cup: Competition) -> Competition:
    """Pair the next round."""
    cup.refresh_from_db()
    return swiss_rounds.pair_next_round(competition=cup, by=cast.commissioner, expected=cup.version)


def play(cup: Competition, number: int) -> None:
    """The home teams of a round win."""
    for fixture in matches_of(cup):
        if fixture.round.number == number:
            decide_match(fixture, 2, 1)


def pair_again(cast: Cast, cup: Competition) -> Competition:
    """Pair the last round once more."""
    cup.refresh_from_db()
    return swiss_rounds.pair_last_round_again(competition=cup, by=cast.commissioner, expected=cup.version)
