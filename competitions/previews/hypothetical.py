"""What the previews of a correction read of its match: where it stands in a table as it is, and as it would be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from competitions.formats.knock_out.brackets import Ended
from competitions.models import Fixture
from competitions.ranking.tables import Outcome, Result, Row
from competitions.standings.results import Gathered, gather, scheme_of
from competitions.standings.standings import Standings, ranked_by
from matches.previews import Otherwise
from matches.sequence.lines import Ending
from rules.sequence.sequence import Side


def fixture_in(otherwise: Otherwise) -> Fixture | None:
    """The fixture of the match, with its competition, season and league; None for a match of no competition."""
    return otherwise.once(_fixture)


def rows_in(otherwise: Otherwise) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows of the table of the match's competition as they are, and as they would be."""
    return otherwise.once(_rows)


def standings_in(otherwise: Otherwise) -> Standings:
    """The table of the match's competition as it would be."""
    return otherwise.once(_standings)


def as_ended(ended: Mapping[Side, Ending] | None) -> Ended | None:
    """How a fixture would have ended, as brackets and ladders read it."""
    if ended is None:
        return None
    home, away = ended["home"], ended["away"]
    return Outcome(home.result), Outcome(away.result), home.score, away.score


def _fixture(otherwise: Otherwise) -> Fixture | None:
    related = ("round__competition__season__league", "tie", "home", "away")
    return Fixture.objects.select_related(*related).filter(match=otherwise.match).first()


def _rows(otherwise: Otherwise) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    now, then = otherwise.once(_gathered)
    scheme = scheme_of(_known(otherwise).round.competition)
    return now.ranked(scheme), then.ranked(scheme)


def _standings(otherwise: Otherwise) -> Standings:
    _now, then = otherwise.once(_gathered)
    return ranked_by(scheme_of(_known(otherwise).round.competition), then)


def _gathered(otherwise: Otherwise) -> tuple[Gathered, Gathered]:
    """What the table is made from, and what it would be made from."""
    fixture, ended = _known(otherwise), otherwise.ended
    now = gather([fixture.round.competition_id])[fixture.round.competition_id]
    others = [result for result in now.results if result.key != fixture.pk]
    own = [_ended(result, ended) for result in now.results if result.key == fixture.pk and ended is not None]
    return now, replace(now, results=[*others, *own])


def _ended(result: Result, ended: Mapping[Side, Ending]) -> Result:
    sides = {
        which: replace(
            side,
            outcome=Outcome(ended[which].result),
            score=ended[which].score,
            casualties=ended[which].casualties,
        )
        for which, side in (("home", result.home), ("away", result.away))
        if side is not None
    }
    return replace(result, **sides)


def _known(otherwise: Otherwise) -> Fixture:
    fixture = fixture_in(otherwise)
    assert fixture is not None, "only a match of a competition has a table"
    return fixture
