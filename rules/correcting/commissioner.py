"""The commissioner's word on a team's figures (L1, p39): what he may say, and the entry that it becomes.

It is a dated entry like any other; nothing is edited in place. Only what cannot be is refused, not what no rule allows.
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
from rules.sheet.sheet import TeamSheet

PURSES = ("treasury", "bank")
COUNTS = ("rerolls", "fan_factor")
ABOUT_PLAYERS = ("spp", "cost", "niggling", "misses_next", "characteristic", "learned", "forgotten", "back")
MOST_GOLD, MOST_COUNT = 10_000_000, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What the commissioner says: which figure, by how much (gp or pieces, negative for less), of which player.

    ``name`` is the skill, the characteristic or the trophy that it is about.
    """

    figure: str
    amount: int = 0
    player: int = 0
    name: str = ""


def entry_for(ruleset: Ruleset, sheet: TeamSheet, word: Word) -> Entry:
    """The entry that makes it so. Raises ``RuleBroken`` for what is no figure, changes nothing or names nobody."""
    book = ruleset.book
    if word.figure in ABOUT_PLAYERS:
        return _about_player(ruleset, sheet, word)
    if word.figure == "trophy":
        if word.name not in book.trophies:
            raise _broken(ruleset, "commissioner", "word.no_such_trophy", found=word.name[:40])
        return (TrophyWon if word.amount >= 0 else TrophyLost)(trophy=word.name)
    if not word.amount or abs(word.amount) > (MOST_GOLD if word.figure in PURSES else MOST_COUNT):
        raise _broken(ruleset, "commissioner", "word.no_amount", found=word.amount)
    more, much = word.amount > 0, abs(word.amount)
    if word.figure in PURSES:
        source, target = (COMMISSIONER, word.figure) if more else (word.figure, COMMISSIONER)
        return GoldMoved(amount=much, source=source, target=target)
    if word.figure == "rerolls":
        return RerollsBought(count=much, price=0) if more else RerollsReleased(count=much)
    if word.figure == "fan_factor":
        return FanFactorChanged(change=word.amount)
    if word.figure in book.staff:
        return (
            StaffHired(staff=word.figure, count=much, price=0) if more else StaffReleased(staff=word.figure, count=much)
        )
    raise _broken(ruleset, "commissioner", "word.no_such_figure", found=word.figure[:40])


def _about_player(ruleset: Ruleset, sheet: TeamSheet, word: Word) -> Entry:
    book, figure = ruleset.book, word.figure
    gone = [departed.line.player for departed in sheet.departed]
    if figure == "back":
        if word.player not in gone:
            raise _broken(ruleset, "commissioner", "word.nobody_gone")
        return PlayerCorrected(player=word.player, back=True)
    if sheet.player(word.player) is None:
        raise _broken(ruleset, "commissioner", "word.no_player")
    if figure in ("learned", "forgotten"):
        try:
            skill = book.skill(word.name).name
        except KeyError:
            raise _broken(ruleset, "commissioner", "word.no_such_skill", found=word.name[:40]) from None
        learned, forgotten = (skill, "") if figure == "learned" else ("", skill)
        return PlayerCorrected(player=word.player, cost=_gold(ruleset, word), learned=learned, forgotten=forgotten)
    if not word.amount:
        raise _broken(ruleset, "commissioner", "word.no_amount", found=0)
    if figure == "characteristic":
        if all(word.name != name for name, _long in book.characteristic_names):
            raise _broken(ruleset, "commissioner", "word.no_such_characteristic", found=word.name[:40])
        return PlayerCorrected(player=word.player, characteristic=word.name, change=_count(ruleset, word))
    if figure == "cost":
        return PlayerCorrected(player=word.player, cost=_gold(ruleset, word))
    change = _count(ruleset, word)
    if figure == "spp":
        return PlayerCorrected(player=word.player, spp=change)
    if figure == "niggling":
        return PlayerCorrected(player=word.player, niggling=change)
    return PlayerCorrected(player=word.player, misses_next=1 if change > 0 else -1)


def _gold(ruleset: Ruleset, word: Word) -> int:
    if abs(word.amount) > MOST_GOLD:
        raise _broken(ruleset, "commissioner", "word.no_amount", found=word.amount)
    return word.amount


def _count(ruleset: Ruleset, word: Word) -> int:
    if abs(word.amount) > MOST_COUNT:
        raise _broken(ruleset, "commissioner", "word.no_amount", found=word.amount)
    return word.amount


def _broken(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> RuleBroken:
    return RuleBroken("word", Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose)))
