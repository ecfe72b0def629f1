"""Casualties: the lasting effects of reported injuries. What a treatment does is up to the edition.

All dice that a report holds were rolled during the match. An edition's `InjuryRules` say what is left of an injury
after treatment, and which treatments are allowed; this module adds the results up for each player, within the limits
of characteristics.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.book.edition import Ruleset
from rules.book.rows.injuries import CasualtyRow, CasualtyTable, results_of
from rules.match_day.run import Run
from rules.sequence.explanations import RuleBroken, Violation
from rules.sequence.sequence import Side, totals_of
from rules.sheet.match import Facts, Injury, PlayedCard, facts_of, further
from rules.sheet.sheet import Counts, PlayerSheet, TeamSheet, added, changed, value_in

D68 = (68,)


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuredPlayer:
    """A player injured in a match, with the effect of all injuries.

    ``results`` are the keys of the final casualty results, ``changes`` those of characteristics, ``ignored`` those that
    their limits do not let happen. ``deaths`` are the injuries that killed the player. ``left_dead`` tells that the
    player stayed dead on the day, and was not returned to the Reserves until the end of the match.
    """

    player: int
    results: tuple[str, ...] = ()
    misses: int = 0
    conditions: Counts = ()
    changes: Counts = ()
    ignored: Counts = ()
    deaths: tuple[Injury, ...] = ()
    left_dead: bool = False

    @property
    def death(self) -> Injury | None:
        """The injury that killed the player, the first of several; None for a living player."""
        return self.deaths[0] if self.deaths else None

    @property
    def lasting(self) -> bool:
        """Whether the injuries have an effect on the sheet of a living player."""
        return bool(self.misses or self.conditions or self.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One injury of a side's player, with what decides on its treatment.

    ``used`` counts what has treated this side's injuries so far. ``bought`` are the keys of the inducements bought and
    ``cards`` the cards played, None if unknown. ``facts`` hold in the match for this side.
    """

    ruleset: Ruleset
    sheet: TeamSheet
    line: PlayerSheet
    injury: Injury
    used: Counter[str] = field(default_factory=Counter)
    bought: Sequence[str] | None = None
    cards: Sequence[PlayedCard] | None = None
    facts: Facts = ()

    def broken(self, purpose: str, id: str, **args: int | str) -> Violation:
        """What is wrong, with the rule that is cited for the purpose."""
        return Violation(id=id, args=tuple(args.items()), **self.ruleset.source(purpose))


def injured_players(
    ruleset: Ruleset,
    sheet: TeamSheet,
    injuries: Sequence[Injury],
    induced: Sequence[str] | None = None,
    cards: Sequence[PlayedCard] | None = None,
    facts: Facts = (),
) -> tuple[InjuredPlayer, ...]:
    """The injured players with the effect of all injuries, in the order of their first injuries.

    ``induced`` are the keys of the inducements bought and ``cards`` the cards played, None if unknown; ``facts`` hold
    in the match for this side. Raises ``RuleBroken`` if an injury or its treatment is not allowed; its label is
    ``injuries.2`` for the second one.
    """
    hurts: dict[int, InjuredPlayer] = {}
    used: Counter[str] = Counter()
    harmless = any(ruleset.book.facts[fact.key].harmless for fact in facts if fact.key in ruleset.book.facts)
    for index, injury in enumerate(injuries, start=1):
        label, line = f"injuries.{index}", sheet.player(injury.player)
        if line is None:
            raise RuleBroken(label, Violation(id="injury.not_on_roster", **ruleset.source("casualties")))
        case = Case(
            ruleset=ruleset, sheet=sheet, line=line, injury=injury, used=used, bought=induced, cards=cards, facts=facts
        )
        problem = (
            case.broken("casualties", "injury.did_not_play", number=line.number)
            if line.misses
            else ruleset.edition.injuries.problem(case)
        )
        if problem is not None:
            raise RuleBroken(label, problem)
        before = hurts.get(injury.player, InjuredPlayer(player=injury.player))
        rows = results(ruleset, line, injury)
        if harmless and rows:
            rows = tuple(row for row in ruleset.book.casualties if row.harmless)[:1]
        hurts[injury.player] = hurt_by(ruleset, line, before, injury, rows)
    return tuple(hurts.values())


def hurt_by(
    ruleset: Ruleset,
    line: PlayerSheet,
    before: InjuredPlayer,
    injury: Injury,
    rows: Sequence[CasualtyRow],
) -> InjuredPlayer:
    """A player after one more injury, of which these results are left."""
    after = before
    for row in rows:
        after = _with_row(ruleset, line, after, row)
        if row.dead:
            left = not returned(ruleset, line, injury)
            after = changed(after, deaths=(*before.deaths, injury), left_dead=after.left_dead or left)
    return after


def results(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> tuple[CasualtyRow, ...]:
    """The casualty results after treatment; none for a player who was healed completely."""
    return ruleset.edition.injuries.results(ruleset, line, injury)


def returned(ruleset: Ruleset, line: PlayerSheet | None, injury: Injury) -> bool:
    """Whether the player came back after this injury, and so could be injured again."""
    return ruleset.edition.injuries.returned(ruleset, line, injury)


def as_reported(run: Run, side: Side) -> tuple[InjuredPlayer, ...]:
    """The injuries of a side's players as they are in the report, for a book that rolls nothing after the match."""
    report = run.match.reports.of(side)
    sheet, facts = run.match.sheets.of(side), facts_of(run.match.facts, side)
    return injured_players(run.ruleset, sheet, report.injuries, report.bought, report.cards, facts)


def rolled(
    ruleset: Ruleset, injury: Injury, key: str = "casualty", line: PlayerSheet | None = None
) -> tuple[CasualtyRow, ...]:
    """The results of the casualty roll in a field of the report: one for each table, as far as it was rolled.

    Another roll of the same injury, such as an apothecary's, is in another field. ``line`` is the victim's, for a table
    to which their conditions add.
    """
    tables = ruleset.book.casualty_tables
    first = ruleset.book.casualty_table.key
    if len(tables) == 1:
        row = tables[first].find(total_of(tables[first], injury, key, line))
        return (row,) if row is not None else ()
    fields = {table: key if table == first else further(key, table) for table in tables}
    return results_of(tables, {name: total_of(tables[name], injury, field, line) for name, field in fields.items()})


def total_of(table: CasualtyTable, injury: Injury, key: str, line: PlayerSheet | None) -> int:
    """The roll in a field of the report, with what the victim's conditions add on this table."""
    total = injury.number(key)
    raised = line is not None and (table.raised_by or table.raised_by_skill)
    return table.with_raise(total, line.conditions, line.skills) if line is not None and raised else total


def bad_roll(case: Case, key: str = "casualty", purpose: str = "casualties") -> Violation | None:
    """What is wrong with the casualty roll in a field: it is missing, its dice cannot show it, or it leads to another
    one that is."""
    book, name = case.ruleset.book, key
    table = book.casualty_table
    while True:
        value = case.injury.number(name)
        if not value and table.dice == D68:
            return case.broken(purpose, "injury.not_rolled")
        if not value:
            return case.broken(purpose, "injury.roll_missing", table=table.name)
        if (row := table.find(total_of(table, case.injury, name, case.line))) is None:
            return no_such_roll(case.ruleset, table, value, purpose)
        if not row.leads_to:
            return None
        table, name = book.casualty_tables[row.leads_to], further(key, row.leads_to)


def no_such_roll(ruleset: Ruleset, table: CasualtyTable, found: int, purpose: str = "casualties") -> Violation:
    """That the dice of a table cannot show a number."""
    if table.dice == D68:
        return Violation(id="injury.no_such_d68", args=(("found", found),), **ruleset.source(purpose))
    possible = totals_of(table.dice)
    args = (("found", found), ("table", table.name), ("least", min(possible)), ("most", max(possible)))
    return Violation(id="injury.no_such_roll", args=args, **ruleset.source(purpose))


def _with_row(ruleset: Ruleset, line: PlayerSheet, hurt: InjuredPlayer, row: CasualtyRow) -> InjuredPlayer:
    changes, ignored = hurt.changes, hurt.ignored
    for name, change in row.changes:
        step = -ruleset.book.profile[name].step
        for _ in range(abs(change)):
            if can_fall(ruleset, line, name, value_in(changes, name)):
                changes = _in_order(changes, name, step)
            else:
                ignored = _in_order(ignored, name, step)
    return changed(
        hurt,
        results=(*hurt.results, row.key),
        misses=max(hurt.misses, row.misses),
        conditions=added(hurt.conditions, row.conditions),
        changes=changes,
        ignored=ignored,
    )


def _in_order(changes: Counts, name: str, step: int) -> Counts:
    """The changes with one more, in the order in which characteristics were first hurt."""
    if any(key == name for key, _ in changes):
        return tuple((key, change + step if key == name else change) for key, change in changes)
    return (*changes, (name, step))


def can_fall(ruleset: Ruleset, line: PlayerSheet, characteristic: str, already: int = 0) -> bool:
    """Whether a characteristic can become worse by one more point (K2): it has a limit, also from its start.

    ``already`` is what this match has changed. What a player does not have cannot become worse.
    """
    what = ruleset.book.profile[characteristic]
    value = line.characteristic(characteristic) + already
    if what.missing(value) or what.kept:
        return not what.missing(value)
    worse = what.improved(value, -1)
    loss = what.gain(worse - line.starting_characteristic(characteristic))
    limits = ruleset.book.improvement
    near_start = limits is None or loss >= -limits.maximum_loss
    return near_start and what.gain(worse - what.worst) >= 0


def may_treat(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> bool:
    """Whether a team's list lets an apothecary or healer treat this player (C6, I6)."""
    team_list = ruleset.team_list(sheet)
    allowed = team_list.apothecary_positions
    return team_list.apothecary and (not allowed or line.position in allowed)


def helpers(ruleset: Ruleset, sheet: TeamSheet, kind: str, bought: Sequence[str] | None) -> int | None:
    """How many of a kind of staff or inducement a side has in the match; None if it is not known what it bought."""
    if kind in ruleset.book.staff:
        return sheet.staff_count(kind)
    return None if bought is None else sum(each == kind for each in bought)


def treats(ruleset: Ruleset, kind: str) -> bool:
    """Whether a kind of staff or inducement treats injuries, and so only the players that the team's list allows."""
    book = ruleset.book
    row = book.staff.get(kind) or book.inducements.get(kind)
    return row is not None and row.treats
