"""What trophies and tournaments give for good: gifts to players (L6, p41) and prizes in gold (L7, p42).

No trophy is named here: the edition's table says what is given, and to how many players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.book.rows.after_match import TrophyEffect
from rules.journal import SkillGained
from rules.sequence.explanations import Figure, RuleBroken, Term, Violation, summed
from rules.sheet.sheet import PlayerSheet, TeamSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class GiftDraw:
    """The die that decides how many players of a trophy's winner get a gift, and the ids of these players."""

    die: int
    players: tuple[int, ...]


def effect_of(ruleset: Ruleset, trophy: str, kind: str) -> TrophyEffect | None:
    """A trophy's effect of that kind; None if it has none, or if there is no such trophy."""
    found = ruleset.book.trophies.get(trophy)
    return next((effect for effect in found.effects if effect.kind == kind), None) if found else None


def check_gift_draw(ruleset: Ruleset, sheet: TeamSheet, effect: TrophyEffect, favoured: GiftDraw) -> None:
    """Raises ``RuleBroken`` for an impossible roll, too few or too many players, or players not on the roster.

    If a team has fewer players than the die says, all of them get a gift.
    """
    broken: Violation | None = None
    if not 1 <= favoured.die <= effect.die:
        broken = _broken(effect, "gift.no_such_roll", found=favoured.die, faces=effect.die)
    elif strangers := [player for player in favoured.players if sheet.player(player) is None]:
        broken = _broken(effect, "gift.no_player", count=len(strangers))
    elif len(set(favoured.players)) < len(favoured.players):
        broken = _broken(effect, "gift.player_twice")
    elif len(favoured.players) != (wanted := min(favoured.die, len(sheet.players))):
        broken = _broken(effect, "gift.wrong_number", wanted=wanted, found=len(favoured.players))
    if broken is not None:
        raise RuleBroken("gift", broken)


def gifts_for(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, effect: TrophyEffect) -> tuple[SkillGained, ...]:
    """The gifts that a player can choose from, with what each adds to the cost (gp) (L6, p41).

    Skills of a category that is Normal for the player are cheap; all others cost as much as on a double. Skills that
    the player already has are left out.
    """
    in_categories = [skill.name for skill in ruleset.book.skills_in(effect.categories)]
    return tuple(
        SkillGained(player=line.player, skill=skill, cost=ruleset.learning_cost(sheet, line, skill), by_roll=False)
        for skill in dict.fromkeys((*in_categories, *effect.skills))
        if skill not in line.skills
    )


def chosen_gifts(
    ruleset: Ruleset, sheet: TeamSheet, effect: TrophyEffect, players: Sequence[int], chosen: Mapping[int, str]
) -> tuple[SkillGained, ...]:
    """The entries for the gifts ``chosen`` by player id; an empty name means no gift.

    A player who has left the roster since gets nothing. Raises ``RuleBroken`` for a choice for a player who is not
    among ``players``, or for a gift that the player cannot have.
    """
    for player in chosen:
        if player not in players:
            raise RuleBroken("gift", _broken(effect, "gift.not_favoured"))
    entries = []
    for player in players:
        line, skill = sheet.player(player), chosen.get(player, "")
        if not skill or line is None:
            continue
        possible = {gift.skill: gift for gift in gifts_for(ruleset, sheet, line, effect)}
        if skill not in possible:
            raise RuleBroken("gift", _broken(effect, "gift.not_open", number=line.number, found=skill[:40]))
        entries.append(possible[skill])
    return tuple(entries)


def award_for(ruleset: Ruleset, line: PlayerSheet, effect: TrophyEffect) -> SkillGained | None:
    """The skill for the best player of a league; it costs as much as on a double. None if they have it (L6, p41)."""
    skill = next((skill for skill in effect.skills if skill not in line.skills), None)
    if skill is None:
        return None
    cost = needed(ruleset.book.improvement).double_cost
    return SkillGained(player=line.player, skill=skill, cost=cost, by_roll=False)


def most_prize_gold(ruleset: Ruleset) -> Figure | None:
    """What a minor tournament can give its winner and runner-up together, in gp (L7, p42); None without a limit.

    The book says "normal winnings" without a number. We take the most that die and FAME can give, without the winner's
    bonus: then the book's own example, 80k and 40k, is exactly the limit.
    """
    winnings, limit = ruleset.book.winnings, ruleset.book.minor_prizes
    if limit is None or winnings is None:
        return None
    best = (winnings.die + ruleset.book.most_fame) * winnings.unit
    terms = (
        Term(id="prize.normal", amount=best, **ruleset.source("winnings")),
        Term(id="prize.share", amount=best * (limit.percent - 100) // 100, rule=limit.rule, page=limit.page),
    )
    return summed("minor_prizes", terms, rule=limit.rule, page=limit.page)


def _broken(effect: TrophyEffect, id: str, **args: int | str) -> Violation:
    return Violation(rule=effect.rule, id=id, args=tuple(args.items()), page=effect.page)
