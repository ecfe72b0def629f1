"""Journeymen (J1, J2, V2): free players who fill a team up, and can be hired after the match."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import Ruleset, cite
from rules.book.reads import reads
from rules.journal import PlayerLeft
from rules.match_day import journeymen
from rules.match_day.journeymen import missing, taken
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Counted, Good
from rules.sequence.sequence import SIDES, Side
from rules.sheet.sheet import JOURNEYMAN, TeamSheet


@reads("journeymen")
def fill_up(state: PreMatch) -> None:
    """Before the match each side sends away journeymen that it no longer needs, and can take those it lacks (J1)."""
    state.asking.each(SIDES, lambda side: _prepare(state, side))


def _prepare(state: PreMatch, side: Side) -> None:
    ruleset, sheet = state.ruleset, state.sheet(side)
    too_many = len(sheet.available) - ruleset.book.field.players
    for line in [line for line in reversed(sheet.players) if line.on_trial][: max(0, too_many)]:
        state.record(side, PlayerLeft(player=line.player, how=JOURNEYMAN))
    if not (lacking := missing(ruleset, sheet)):
        return
    form, args = _offer(ruleset, sheet), (("count", lacking),)
    wanted = state.asking.ask(side, "journeymen", form, args=args, optional=True, **cite(ruleset, "J1"))
    for key, name in _each("journeymen", wanted):
        state.record(side, taken(ruleset, state.sheet(side), name, state.asking.mint(side, key)))


@reads("journeymen")
def take(run: Run) -> None:
    """At the end of the post-match the team can take journeymen for its next match (J1, p29)."""
    if not (lacking := missing(run.ruleset, run.sheet)):
        return
    form, args = _offer(run.ruleset, run.sheet), (("count", lacking),)
    wanted = run.asking.ask(run.side, "take_journeymen", form, args=args, optional=True, **cite(run.ruleset, "J1"))
    for key, name in _each("take_journeymen", wanted):
        run.record(taken(run.ruleset, run.sheet, name, run.asking.mint(run.side, key)))


def _offer(ruleset: Ruleset, sheet: TeamSheet) -> Basket:
    """Free journeymen of the largest position of the list, or of two (J1)."""
    lacking = missing(ruleset, sheet)
    positions = ruleset.team_list(sheet).journeyman_positions
    goods = tuple(Good(key=position.name, price=0, most=lacking) for position in positions)
    return Basket(goods=goods, purse=0, room=lacking)


def _each(step: str, wanted: Counted) -> Iterator[tuple[str, str]]:
    """Each journeyman: the key of the question for an id, and the position."""
    return ((f"{step}.{name}.{nth}", name) for name, count in wanted for nth in range(1, count + 1))


@reads("journeymen")
def hire_or_send_away(run: Run) -> None:
    """Journeymen of the match are hired for good at their position's price, or leave (J2, p29)."""
    journeymen.hire_or_send_away(run, lambda position, _line: position.cost, cite(run.ruleset, "J2"))
