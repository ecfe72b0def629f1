"""Random injuries: what is rolled for them, and how imagined coaches treat them.

They go by the fields that a book declares, and keep to what its rules allow. A helper treats what would be bad, and
the coach takes the best of several results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, product

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.rows.injuries import CasualtyRow, InjuryField
from rules.match_day.casualties import helpers, injured_players, may_treat, results, returned, treats
from rules.sequence.chance import Chance, happens, roll
from rules.sequence.explanations import RuleBroken
from rules.sheet.match import Facts, Injury, PlayedCard, further, with_values
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.simulation.habits import IN_MATCH, habit, share

USED = (0.1, 0.3, 0.95)
"""How likely a helper who rolls again treats an injury: one that is harmless, costs a match, or leaves something."""
RETURNING = 0.5
"""How likely a helper treats one who only brings a player back."""


@dataclass(slots=True)
class Wounded:
    """The injured of one side: what it has to treat them with, and its injuries so far."""

    ruleset: Ruleset
    sheet: TeamSheet
    bought: tuple[str, ...]
    cards: list[PlayedCard] = field(default_factory=list)
    injuries: list[Injury] = field(default_factory=list)
    facts: Facts = ()

    def allows(self, injury: Injury) -> bool:
        """Whether the rules allow one more injury."""
        try:
            injured_players(self.ruleset, self.sheet, [*self.injuries, injury], self.bought, self.cards, self.facts)
        except RuleBroken:
            return False
        return True

    def has(self, fields: Sequence[InjuryField]) -> bool:
        """Whether the side still has a helper for these fields, who treats one injury."""
        there = sum(helpers(self.ruleset, self.sheet, kind, self.bought) or 0 for kind in fields[0].by)
        if not there:
            return False
        if not self.injuries:
            return True
        used = sum(any(injury.value(each.key) for each in fields) for injury in self.injuries)
        return used < there


Treating = tuple[tuple[tuple[str, ...], tuple[InjuryField, ...]], ...]
"""The fields of each treatment, with the staff and inducements that make it possible."""


@cache
def _for_some(book: Book) -> tuple[InjuryField, ...]:
    """The fields that a report has only for players with a skill, or in some positions."""
    return tuple(each for each in book.injury_fields.values() if each.some_only)


@cache
def _for_all(book: Book) -> Treating:
    """The treatments that any player may have."""
    return _by_helper(each for each in book.injury_fields.values() if each.by and not each.some_only and not each.lent)


def _by_helper(fields: Iterable[InjuryField]) -> Treating:
    return tuple((by, tuple(group)) for by, group in groupby(fields, key=lambda each: each.by))


def rolled_injury(chance: Chance, ruleset: Ruleset, line: PlayerSheet, injury: Injury) -> Injury:
    """An injury with its casualty roll, and another one for a player who needs two."""
    own = [each for each in _for_some(ruleset.book) if each.asks(line.position, line.skills)]
    if unrolled := [each for each in own if each.no_roll]:
        return with_values(injury, {unrolled[0].key: 1})
    injury = with_values(injury, casualty_roll(chance, ruleset, line, "casualty"))
    for each in own:
        if each.kind == "casualty" and not each.treatment:
            injury = with_values(injury, casualty_roll(chance, ruleset, line, each.key))
    return injury


def casualty_roll(chance: Chance, ruleset: Ruleset, line: PlayerSheet, key: str) -> dict[str, int]:
    """A roll on the casualty tables, from the first to the last one that it leads to, by the fields of a report.

    What the victim's conditions and skills add to it is in no field, but decides where it leads.
    """
    table, name = ruleset.book.casualty_table, key
    found: dict[str, int] = {}
    while True:
        found[name] = sum(roll(chance, faces) for faces in table.dice)
        row = table.row(table.with_raise(found[name], line.conditions, line.skills))
        if not row.leads_to:
            return found
        table, name = ruleset.book.casualty_tables[row.leads_to], further(key, row.leads_to)


def treated(chance: Chance, wounded: Wounded, line: PlayerSheet, injury: Injury) -> Injury:
    """The injury after a helper has treated it, if any does, and the player's skills have done what they do."""
    skills = line.skills
    own = [each for each in _for_some(wounded.ruleset.book) if each.asks(line.position, skills)]
    dice = [each for each in own if each.kind == "die" and not each.treatment]
    helped = _helped(chance, wounded, line, injury, heals_itself=bool(dice))
    for each in dice if not returned(wounded.ruleset, line, helped) else ():
        with_die = with_values(helped, {each.key: roll(chance, each.faces)})
        helped = with_die if wounded.allows(with_die) else helped
    for _by, fields in _by_helper(each for each in own if each.by):
        again = _tried(chance, wounded, line, helped, fields) if wounded.has(fields) else None
        helped = again if again is not None else helped
    return helped


@habit(
    IN_MATCH,
    f"An apothecary or another helper who rolls again treats an injury in {share(USED[2])} of cases if it lasts, "
    f"{share(USED[1])} if it costs a match, and {share(USED[0])} if it has no effect. Then the better result is taken, "
    "if the book leaves a choice.",
    needed=lambda book: any(each.by and each.kind == "casualty" for each in book.injury_fields.values()),
)
def _helped(chance: Chance, wounded: Wounded, line: PlayerSheet, injury: Injury, *, heals_itself: bool) -> Injury:
    """The injury after the first helper who treats it.

    Of those who treat, only the first is asked, and none for a player who may heal without them.
    """
    ruleset = wounded.ruleset
    asked_one = False
    for by, fields in _for_all(ruleset.book):
        if not wounded.has(fields):
            continue
        healer = any(treats(ruleset, kind) for kind in by)
        if healer and (asked_one or heals_itself or not may_treat(ruleset, wounded.sheet, line)):
            continue
        asked_one = asked_one or healer
        bad = harm(results(ruleset, line, injury))
        rolls_again = any(each.kind == "casualty" for each in fields)
        likely = USED[bad] if rolls_again else float(bad > 0) if healer else RETURNING
        if likely in (0.0, 1.0) or happens(chance, likely):
            found = _tried(chance, wounded, line, injury, fields) if likely else None
            if found is not None:
                return found
    return injury


def _tried(
    chance: Chance, wounded: Wounded, line: PlayerSheet, injury: Injury, fields: tuple[InjuryField, ...]
) -> Injury | None:
    """The best that one treatment makes of an injury; None if the rules do not allow it."""
    bad = harm(results(wounded.ruleset, line, injury))
    wanted = [each for each in fields if each.kind in (("casualty", "die") if bad else ("tick",))]
    for each in wanted or [each for each in fields if each.kind != "choice"]:
        if each.kind == "casualty":
            done = with_values(injury, casualty_roll(chance, wounded.ruleset, line, each.key))
        else:
            done = with_values(injury, {each.key: roll(chance, each.faces) if each.kind == "die" else 1})
        allowed = [one for one in _chosen(done, fields) if wounded.allows(one)]
        if allowed:
            return min(allowed, key=lambda one: harm(results(wounded.ruleset, line, one)))
    return None


def _chosen(injury: Injury, fields: Sequence[InjuryField]) -> Iterator[Injury]:
    """The injury with every way to fill in the choices of a treatment."""
    choices = [[(each.key, option.key) for option in each.options] for each in fields if each.kind == "choice"]
    for picked in product(*choices):
        yield with_values(injury, dict(picked))


def harm(rows: Sequence[CasualtyRow]) -> int:
    """How bad results are: 0 for no effect, 1 for a missed match, 2 for a lasting effect."""
    if any(row.dead or row.conditions or row.changes for row in rows):
        return 2
    return int(any(row.misses for row in rows))
