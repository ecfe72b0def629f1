"""Manual corrections of a team's figures by the commissioner (L1, p39), and the journal entries for them.

A correction is a dated entry like any other; nothing is edited in place. Only the impossible is refused: a commissioner
may go beyond the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.correcting.correcting import COMMISSIONER
from rules.journal import (
    Entry,
    FanFactorChanged,
    GoldMoved,
    PlayerCorrected,
    RerollsBought,
    RerollsReleased,
    StaffHired,
    StaffReleased,
    TrophyLost,
    TrophyWon,
)
from rules.sequence.explanations import RuleBroken, Violation
from rules.sheet.sheet import NIGGLING, TeamSheet

PURSES = ("treasury", "bank")
COUNTS = ("rerolls", "fan_factor")
ABOUT_PLAYERS = ("spp", "cost", "misses_next", "characteristic", "learned", "forgotten", "back")
MOST_GOLD, MOST_COUNT = 10_000_000, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualCorrection:
    """Which figure changes, by how much (gp or a count, negative for less), and of which player.

    ``name`` is the skill, characteristic or trophy.
    """

    figure: str
    amount: int = 0
    player: int = 0
    name: str = ""


def entry_for(ruleset: Ruleset, sheet: TeamSheet, correction: ManualCorrection) -> Entry:
    """The entry for a correction. Raises ``RuleBroken`` for an unknown figure or player, or if nothing changes."""
    book = ruleset.book
    if correction.figure in ABOUT_PLAYERS or correction.figure in book.conditions:
        return _about_player(ruleset, sheet, correction)
    if correction.figure == "trophy":
        if correction.name not in book.trophies:
            raise _broken(ruleset, "commissioner", "word.no_such_trophy", found=correction.name[:40])
        return (TrophyWon if correction.amount >= 0 else TrophyLost)(trophy=correction.name)
    if not correction.amount or abs(correction.amount) > (MOST_GOLD if correction.figure in PURSES else MOST_COUNT):
        raise _broken(ruleset, "commissioner", "word.no_amount", found=correction.amount)
    more, much = correction.amount > 0, abs(correction.amount)
    if correction.figure in PURSES:
        source, target = (COMMISSIONER, correction.figure) if more else (correction.figure, COMMISSIONER)
        return GoldMoved(amount=much, source=source, target=target)
    if correction.figure == "rerolls":
        return RerollsBought(count=much, price=0) if more else RerollsReleased(count=much)
    if correction.figure == "fan_factor":
        return FanFactorChanged(change=correction.amount)
    if correction.figure in book.staff:
        return (
            StaffHired(staff=correction.figure, count=much, price=0)
            if more
            else StaffReleased(staff=correction.figure, count=much)
        )
    raise _broken(ruleset, "commissioner", "word.no_such_figure", found=correction.figure[:40])


def _about_player(ruleset: Ruleset, sheet: TeamSheet, correction: ManualCorrection) -> Entry:
    book, figure = ruleset.book, correction.figure
    gone = [departed.line.player for departed in sheet.departed]
    if figure == "back":
        if correction.player not in gone:
            raise _broken(ruleset, "commissioner", "word.nobody_gone")
        return PlayerCorrected(player=correction.player, back=True)
    if sheet.player(correction.player) is None:
        raise _broken(ruleset, "commissioner", "word.no_player")
    if figure in ("learned", "forgotten"):
        try:
            skill = book.skill_called(correction.name)
        except KeyError:
            raise _broken(ruleset, "commissioner", "word.no_such_skill", found=correction.name[:40]) from None
        learned, forgotten = (skill, "") if figure == "learned" else ("", skill)
        return PlayerCorrected(
            player=correction.player, cost=_gold(ruleset, correction), learned=learned, forgotten=forgotten
        )
    if not correction.amount:
        raise _broken(ruleset, "commissioner", "word.no_amount", found=0)
    if figure == "characteristic":
        if all(correction.name != name for name, _long in book.characteristic_names):
            raise _broken(ruleset, "commissioner", "word.no_such_characteristic", found=correction.name[:40])
        return PlayerCorrected(
            player=correction.player, characteristic=correction.name, change=_count(ruleset, correction)
        )
    if figure == "cost":
        return PlayerCorrected(player=correction.player, cost=_gold(ruleset, correction))
    change = _count(ruleset, correction)
    if figure == "spp":
        return PlayerCorrected(player=correction.player, spp=change)
    if figure == NIGGLING:
        return PlayerCorrected(player=correction.player, niggling=change)
    if figure in book.conditions:
        return PlayerCorrected(player=correction.player, conditions=((figure, change),))
    return PlayerCorrected(player=correction.player, misses_next=1 if change > 0 else -1)


def _gold(ruleset: Ruleset, correction: ManualCorrection) -> int:
    if abs(correction.amount) > MOST_GOLD:
        raise _broken(ruleset, "commissioner", "word.no_amount", found=correction.amount)
    return correction.amount


def _count(ruleset: Ruleset, correction: ManualCorrection) -> int:
    if abs(correction.amount) > MOST_COUNT:
        raise _broken(ruleset, "commissioner", "word.no_amount", found=correction.amount)
    return correction.amount


def _broken(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> RuleBroken:
    return RuleBroken("word", Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose)))
