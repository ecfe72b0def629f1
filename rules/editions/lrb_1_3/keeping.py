"""Freebooters who stay (LP4): in some leagues a team can hire them after the match, with what they earned in it."""

from __future__ import annotations

from rules.book.edition import cite
from rules.book.rows.teams import Position
from rules.editions.lrb_1_3.growth import after_match, grow
from rules.journal import PointsEarned
from rules.match_day.player_results import points_for
from rules.match_day.roster import places_left
from rules.match_day.run import Run
from rules.sequence.forms import Basket, Good
from rules.sheet.match import InducedLine
from rules.team.founding import hired
from rules.team.roster_places import full_together, places_taken

FREEBOOTER, TALENT = "mercenary", "got_talent"


def keep_freebooters(run: Run) -> None:
    """Hires freebooters at the price of the list; their fee is gone, and their points stay (LP4).

    Asks nothing where there is no room for any of them, or not enough gold.
    """
    if not run.ruleset.house.flag("keep_freebooter"):
        return
    there = _freebooters(run)
    open_to = {key: position for key, line in there.items() if (position := _free(run, line)) is not None}
    if not any(position.price <= run.sheet.treasury for position in open_to.values()) or not places_left(run):
        return
    goods = tuple(Good(key=key, price=position.price) for key, position in open_to.items())
    form = Basket(goods=goods, purse=run.sheet.treasury, room=places_left(run))
    args = (("treasury", run.sheet.treasury), ("room", places_left(run)))
    kept = run.asking.ask(run.side, "keep_freebooters", form, optional=True, args=args, **cite(run.ruleset, "LP4"))
    for key, _one in kept:
        if _free(run, there[key]) is not None:
            _join(run, key, open_to[key], there[key])


def _freebooters(run: Run) -> dict[str, InducedLine]:
    """Those who were paid, by their keys: without players whom a handicap brought for this match only (LP11)."""
    found = {f"hired.{nth}": line for nth, line in enumerate(run.report.induced, start=1) if line.kind == FREEBOOTER}
    for fact in run.facts(TALENT, run.side):
        same = [key for key, line in found.items() if not fact.detail or _called(line) == fact.detail]
        if same:
            found.pop(same[-1])
    return found


def _called(line: InducedLine) -> str:
    """The position of a hired player: without the number that tells several of them apart."""
    name, _space, number = line.name.rpartition(" ")
    return name if number.isdecimal() else line.name


def _free(run: Run, line: InducedLine) -> Position | None:
    """The position of a freebooter, if the team may have one more player in it."""
    team_list = run.ruleset.team_list(run.sheet)
    called = _called(line)
    position = next((one for one in team_list.positions if one.name == called), None)
    if position is None or places_taken(run.sheet, called) >= position.maximum:
        return None
    present = (*(each.position for each in run.sheet.players), called)
    return None if any(full_together(run.ruleset, team_list, present)) else position


def _join(run: Run, key: str, position: Position, line: InducedLine) -> None:
    player = run.asking.mint(run.side, f"keep_freebooters.{key}")
    run.record(hired(position, player=player, number=run.sheet.free_numbers(1)[0]))
    if spp := points_for(run, line):
        run.record(PointsEarned(player=player, spp=spp, deeds=line.deeds))
        grow(after_match(run), player)
