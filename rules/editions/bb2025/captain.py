"""The captain of some teams (D10): a player who learns a skill for nothing, and whom another one follows."""

from __future__ import annotations

from collections.abc import Collection

from rules.book.edition import Ruleset, cite
from rules.editions.bb2025.tables import tables_of
from rules.journal import Entry, MarksChosen, SkillGained
from rules.match_day.pre_match import PreMatch
from rules.sequence.forms import Pick
from rules.sequence.sequence import SIDES, Side
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.founding_run import FoundingRun
from rules.team.special_rules import special_rules

CAPTAIN, DIED = "captain", "died"


def name_captain(run: FoundingRun) -> None:
    """A new team with this rule can name a captain (D10, p154)."""
    if not (able := _able(run.ruleset, run.sheet)):
        return
    form = Pick(options=tuple(str(line.player) for line in able), most=1)
    for player in run.asking.ask(run.side, "captain", form, optional=True, **cite(run.ruleset, "D10")):
        run.record(*_named(run.ruleset, run.sheet, int(player)))


def follow_captain(state: PreMatch) -> None:
    """Before a match, a team whose captain has left can name another one, if the league has it so (D10, p154)."""
    followed = state.ruleset.house.choice("captain_followed")
    ways = () if followed == "nobody" else (DIED,) if followed == "died" else None
    state.asking.each(
        [side for side in SIDES if _has_lost_one(state.sheet(side), ways)], lambda side: _follow(state, side)
    )


def _follow(state: PreMatch, side: Side) -> None:
    if not (able := _able(state.ruleset, state.sheet(side))):
        return
    form = Pick(options=tuple(str(line.player) for line in able), most=1)
    for player in state.asking.ask(side, "new_captain", form, optional=True, **cite(state.ruleset, "D10")):
        for entry in _named(state.ruleset, state.sheet(side), int(player)):
            state.record(side, entry)


def _has_lost_one(sheet: TeamSheet, ways: Collection[str] | None) -> bool:
    """Whether a team has a captain no longer, who has left in one of these ways; None for any way."""
    has_one = any(CAPTAIN in line.marks for line in sheet.players)
    lost = [gone.how for gone in sheet.departed if CAPTAIN in gone.line.marks]
    return not has_one and bool(lost) and (ways is None or lost[-1] in ways)


def _able(ruleset: Ruleset, sheet: TeamSheet) -> list[PlayerSheet]:
    """Who can be captain: anybody of the squad but Big Guys, in a team with this rule."""
    if tables_of(ruleset.book).captaincy.special_rule not in special_rules(ruleset, sheet):
        return []
    return [line for line in sheet.players if may_be(ruleset, sheet, line)]


def may_be(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> bool:
    """Whether a player of the squad can be captain by position."""
    position = ruleset.position(sheet, line)
    big = position is not None and tables_of(ruleset.book).captaincy.no_keyword in position.keywords
    return position is not None and not big and not line.on_trial


def _named(ruleset: Ruleset, sheet: TeamSheet, player: int) -> tuple[Entry, ...]:
    line, skill = sheet.player(player), tables_of(ruleset.book).captaincy.skill
    assert line is not None, "the options are players"
    marked = MarksChosen(player=player, marks=(*line.marks, CAPTAIN))
    learned = () if skill in line.skills else (SkillGained(player=player, skill=skill, cost=0, by_roll=False),)
    return (marked, *learned)
