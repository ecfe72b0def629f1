"""Journeymen (P4, H3): free Linemen who fill a team up, and can be hired after the match."""

from __future__ import annotations

from collections.abc import Sequence

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.book.reads import reads
from rules.book.rows.teams import Position
from rules.editions.bb2020.citing import cite
from rules.journal import PlayerHired, PlayerLeft, PlayerSigned
from rules.match_day.pre_match import PreMatch
from rules.match_day.roster import places_left
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Good
from rules.sequence.sequence import SIDES, Side
from rules.sheet.sheet import JOURNEYMAN, PlayerSheet, TeamSheet
from rules.team.founding import hired
from rules.team.roster_places import places_taken


def missing(ruleset: Ruleset, sheet: TeamSheet) -> int:
    """How many journeymen a team can take: as many as it lacks for a full field (P4)."""
    return max(0, ruleset.book.field.players - len(sheet.available))


@reads("journeymen")
def fill_up(state: PreMatch) -> None:
    """Each side takes journeymen for the players that it lacks (P4)."""
    state.asking.each(SIDES, lambda side: _prepare(state, side))


def _prepare(state: PreMatch, side: Side) -> None:
    ruleset, sheet = state.ruleset, state.sheet(side)
    if not (lacking := missing(ruleset, sheet)):
        return
    source, args = cite(ruleset, "P4"), (("count", lacking),)
    positions = ruleset.team_list(sheet).journeyman_positions
    goods = tuple(Good(key=position.name, price=0, most=lacking) for position in positions)
    form = Basket(goods=goods, purse=0, room=lacking)
    wanted = state.asking.ask(side, "journeymen", form, args=args, optional=True, **source)
    for name, count in wanted:
        for nth in range(1, count + 1):
            player = state.asking.mint(side, f"journeymen.{name}.{nth}")
            state.record(side, _taken(ruleset, state.sheet(side), name, player))


def _taken(ruleset: Ruleset, sheet: TeamSheet, name: str, player: int) -> PlayerHired:
    """The entry of a journeyman, who gets the lowest free number."""
    position, number = ruleset.team_list(sheet).position(name), sheet.free_numbers(1)[0]
    skills = needed(ruleset.book.journeymen).skills
    return hired(position, player=player, number=number, price=0, joined=JOURNEYMAN, more=skills)


@reads("journeymen")
def hire_or_send_away(run: Run) -> None:
    """Journeymen of the match are hired for good, at their fee and what they have learned is worth, or leave (H3)."""
    present = [line for line in run.sheet.players if line.on_trial]
    if not present:
        return
    args = (("room", places_left(run)),)
    form = _hiring(run, present)
    hire = run.asking.ask(run.side, "hire_journeymen", form, optional=True, args=args, **cite(run.ruleset, "H3"))
    wanted = {int(player) for player, _one in hire}
    skills = needed(run.ruleset.book.journeymen).skills
    for line in present:
        if line.player in wanted:
            own = _position(run, line).skills
            without = tuple(skill for skill in skills if skill not in own)
            run.record(PlayerSigned(player=line.player, price=line.cost, without=without))
        else:
            run.record(PlayerLeft(player=line.player, how=JOURNEYMAN))


def _hiring(run: Run, present: Sequence[PlayerSheet]) -> Basket:
    """The journeymen with their prices, within the treasury and the free places of the squad and of their positions."""
    positions = {line.position: _position(run, line) for line in present}
    free = sum(max(0, each.maximum - places_taken(run.sheet, each.name)) for each in positions.values())
    goods = tuple(Good(key=str(line.player), price=line.cost) for line in present)
    return Basket(goods=goods, purse=run.sheet.treasury, room=min(places_left(run), free))


def _position(run: Run, line: PlayerSheet) -> Position:
    return run.ruleset.team_list(run.sheet).position(line.position)
