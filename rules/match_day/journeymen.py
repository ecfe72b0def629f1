"""Journeymen: free players who fill a team up for one match, and whom it can hire after it.

Source: CRP J1 and J2; Blood Bowl 2020 and 2025, P4 and H3. Editions say which rule to cite.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.book.rows.teams import Position
from rules.book.statements import Source
from rules.journal import PlayerHired, PlayerLeft, PlayerSigned
from rules.match_day.pre_match import PreMatch
from rules.match_day.roster import places_left
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Counted, Good, Together
from rules.sequence.sequence import SIDES, Side
from rules.sheet.sheet import JOURNEYMAN, PlayerSheet, TeamSheet
from rules.team.founding import hired
from rules.team.roster_places import places_taken

Price = Callable[[Position, PlayerSheet], int]
"""What a journeyman of a position costs when they are hired, in gp."""


def missing(ruleset: Ruleset, sheet: TeamSheet) -> int:
    """How many journeymen a team can take: as many as it lacks for a full field."""
    return max(0, ruleset.book.field.players - len(sheet.available))


def fill_up(state: PreMatch, source: Source) -> None:
    """Each side with too few players who can play takes as many journeymen as it lacks.

    Those who are left over from a match that was called off leave first.
    """
    state.asking.each(SIDES, lambda side: _fill_up(state, side, source))


def _fill_up(state: PreMatch, side: Side, source: Source) -> None:
    for line in [line for line in state.sheet(side).players if line.on_trial]:
        state.record(side, PlayerLeft(player=line.player, how=JOURNEYMAN))
    if not (count := missing(state.ruleset, state.sheet(side))):
        return
    chosen: Counted = ()
    if form := several_positions(state, side, count):
        chosen = state.asking.ask(side, "journeymen", form, args=(("count", count),), optional=True, **source)
    join(state, side, "journeymen", count, chosen)


def several_positions(state: PreMatch, side: Side, count: int) -> Basket | None:
    """The positions for so many journeymen of a side, for its coach to choose; None if there is only one."""
    positions = state.ruleset.team_list(state.sheet(side)).journeyman_positions
    if len(positions) == 1:
        return None
    return Basket(goods=tuple(Good(key=each.name, price=0, most=count) for each in positions), purse=0, room=count)


def join(state: PreMatch, side: Side, step: str, count: int, chosen: Counted) -> None:
    """So many journeymen join: those that the coach has chosen, and the others of the list's first position.

    ``step`` is what the keys of their ids begin with.
    """
    first = state.ruleset.team_list(state.sheet(side)).journeyman_positions[0].name
    wanted = (*chosen, (first, count - sum(each for _name, each in chosen)))
    for nth, name in enumerate((name for name, each in wanted for _ in range(each)), start=1):
        player = state.asking.mint(side, f"{step}.{nth}")
        state.record(side, taken(state.ruleset, state.sheet(side), name, player))


def bring_rookies(state: PreMatch, inducement: str, dice: tuple[int, ...], more: int, source: Source) -> None:
    """Each side that bought the inducement rolls for more journeymen, and so many on top, also above a full squad."""
    hirers = [side for side in SIDES if any(item.kind == inducement for item in state.bought.of(side))]

    def bring(side: Side) -> None:
        count = sum(state.asking.roll(side, "rookies", *dice, **source)) + more
        chosen: Counted = ()
        if form := several_positions(state, side, count):
            chosen = state.asking.ask(side, "rookie_positions", form, args=(("count", count),), optional=True, **source)
        join(state, side, "rookie_positions", count, chosen)

    state.asking.each(hirers, bring)


def taken(ruleset: Ruleset, sheet: TeamSheet, name: str, player: int) -> PlayerHired:
    """The entry of a journeyman, who gets the lowest free number."""
    position, number = ruleset.team_list(sheet).position(name), sheet.free_numbers(1)[0]
    skills = needed(ruleset.book.journeymen).skills
    return hired(position, player=player, number=number, price=0, joined=JOURNEYMAN, more=skills)


def with_growth(position: Position, line: PlayerSheet) -> int:
    """The position's fee, and what the journeyman's advancements add."""
    return line.cost


def hire_or_send_away(run: Run, price: Price, source: Source) -> None:
    """Journeymen of the match are hired for good and lose the skills of journeymen, or leave."""
    team_list = run.ruleset.team_list(run.sheet)
    present = {line: team_list.position(line.position) for line in run.sheet.players if line.on_trial}
    if not present:
        return
    form = Basket(
        goods=tuple(Good(key=str(line.player), price=price(position, line)) for line, position in present.items()),
        purse=run.sheet.treasury, room=places_left(run), together=tuple(_limits(run, present)),
    )  # fmt: skip
    args = (("room", places_left(run)), *((f"player.{line.player}", line.number) for line in present))
    hire = run.asking.ask(run.side, "hire_journeymen", form, optional=True, args=args, **source)
    wanted, skills = {int(player) for player, _one in hire}, needed(run.ruleset.book.journeymen).skills
    for line, position in present.items():
        if line.player in wanted:
            without = tuple(skill for skill in skills if skill not in position.skills)
            run.record(PlayerSigned(player=line.player, price=price(position, line), without=without))
        else:
            run.record(PlayerLeft(player=line.player, how=JOURNEYMAN))


def _limits(run: Run, present: dict[PlayerSheet, Position]) -> Iterator[Together]:
    """The free places of each position that has more journeymen than places."""
    for position in dict.fromkeys(present.values()):
        keys = tuple(str(line.player) for line, theirs in present.items() if theirs == position)
        free = max(0, position.maximum - places_taken(run.sheet, position.name))
        if free < len(keys):
            yield Together(keys=keys, most=free)
