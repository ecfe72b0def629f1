"""Journeymen (P4, H3) and riotous rookies (P8): free players for one match, whom the team can hire after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.book.reads import reads
from rules.book.rows.teams import Position
from rules.editions.bb2025.citing import cite
from rules.editions.bb2025.tables import tables_of
from rules.journal import PlayerHired, PlayerLeft, PlayerSigned
from rules.match_day.player_results import dead
from rules.match_day.pre_match import PreMatch
from rules.match_day.roster import places_left
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Counted, Good
from rules.sequence.sequence import SIDES, Side
from rules.sheet.sheet import JOURNEYMAN, PlayerSheet, TeamSheet
from rules.team.founding import hired
from rules.team.roster_places import places_taken


@reads("journeymen")
def fill_up(state: PreMatch) -> None:
    """A side with fewer than eleven players who can play takes as many journeymen as it lacks (P4, p94)."""
    state.asking.each(SIDES, lambda side: _prepare(state, side))


def _prepare(state: PreMatch, side: Side) -> None:
    ruleset, sheet = state.ruleset, state.sheet(side)
    for line in [line for line in sheet.players if line.on_trial]:  # left over from a match that was called off
        state.record(side, PlayerLeft(player=line.player, how=JOURNEYMAN))
    if not (lacking := max(0, ruleset.book.field.players - len(state.sheet(side).available))):
        return
    _take(state, side, "journeymen", lacking)


@reads("journeymen")
def bring_rookies(state: PreMatch) -> None:
    """Riotous rookies bring more journeymen, even above sixteen players (P8, p142)."""
    table = tables_of(state.ruleset.book).rookies
    hirers = [side for side in SIDES if any(item.kind == table.inducement for item in state.bought.of(side))]
    state.asking.each(hirers, lambda side: _bring(state, side))


def _bring(state: PreMatch, side: Side) -> None:
    table = tables_of(state.ruleset.book).rookies
    dice = state.asking.roll(side, "rookies", *table.dice, **cite(state.ruleset, "P8"))
    _take(state, side, "rookie_positions", sum(dice) + table.more)


def _take(state: PreMatch, side: Side, step: str, count: int) -> None:
    """So many journeymen join: of the only position, or of those that the coach chooses, else of the first."""
    positions = state.ruleset.team_list(state.sheet(side)).journeyman_positions
    wanted: Counted = ((positions[0].name, count),)
    if len(positions) > 1:
        form = Basket(goods=tuple(Good(key=each.name, price=0, most=count) for each in positions), purse=0, room=count)
        args, source = (("count", count),), cite(state.ruleset, "P4")
        label = "journeymen" if step == "journeymen" else "rookie_positions"
        chosen = state.asking.ask(side, step, form, label=label, args=args, optional=True, **source)
        missing = count - sum(each for _name, each in chosen)
        wanted = (*chosen, *(((positions[0].name, missing),) if missing else ()))
    for nth, name in enumerate(_each(wanted), start=1):
        player = state.asking.mint(side, f"{step}.{nth}")
        state.record(side, _taken(state.ruleset, state.sheet(side), name, player))


def _each(wanted: Counted) -> Iterator[str]:
    return (name for name, count in wanted for _ in range(count))


def _taken(ruleset: Ruleset, sheet: TeamSheet, name: str, player: int) -> PlayerHired:
    """The entry of a journeyman, who gets the lowest free number."""
    position, number = ruleset.team_list(sheet).position(name), sheet.free_numbers(1)[0]
    skills = needed(ruleset.book.journeymen).skills
    return hired(position, player=player, number=number, price=0, joined=JOURNEYMAN, more=skills)


@reads("journeymen")
def hire_or_send_away(run: Run) -> None:
    """Journeymen of the match stay for their fee and what they have learned, or leave (H3, p99)."""
    present = [line for line in run.sheet.players if line.on_trial]
    if not present:
        return
    killed = dead(run)
    alive = [line for line in present if line.player not in killed]
    args = (("room", places_left(run)), *((f"player.{line.player}", line.number) for line in alive))
    hire = run.asking.ask(
        run.side, "hire_journeymen", _hiring(run, alive), optional=True, args=args, **cite(run.ruleset, "H3")
    )
    wanted, skills = {int(player) for player, _one in hire}, needed(run.ruleset.book.journeymen).skills
    for line in present:
        if line.player in wanted:
            without = tuple(skill for skill in skills if skill not in _position(run, line).skills)
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
