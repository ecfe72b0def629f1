"""Winnings (LU3, LU4) and fan factor (LU6, LU7) after a match, also after a concession (LN2, LN5)."""

from __future__ import annotations

from rules.book.book import needed
from rules.book.edition import cite
from rules.book.reads import reads
from rules.editions.lrb_1_3.gate import gate_of
from rules.editions.lrb_1_3.rating import recorded
from rules.editions.lrb_1_3.tables import tables_of
from rules.journal import FanFactorChanged, GoldMoved
from rules.match_day.run import Run
from rules.sequence.explanations import Term, summed
from rules.sequence.sequence import Side
from rules.sheet.match import InducedLine, PlayerLine

NEWS, SPONSOR = "news_feature", "sponsorship"


def conceded_by(run: Run) -> Side | None:
    """The side that conceded; none after a forfeit that costs nothing in this league (LN4)."""
    result = run.match.result
    free = result.conceded_before_kick_off and run.ruleset.house["concession_before_kick_off"] == "no_penalty"
    return None if free else result.conceded_by


@reads("winnings")
def collect_winnings(run: Run) -> None:
    """Adds the winnings to the treasury: after a concession all of them are the winner's (LN2)."""
    conceded = conceded_by(run)
    terms = _winnings(run, run.side)
    if conceded == run.side:
        terms = (Term(id="winnings.conceded", **run.source("conceding")),)
    elif conceded == run.opponent:
        theirs = sum(term.amount for term in _winnings(run, run.opponent))
        terms = (*terms, Term(id="winnings.handed_over", amount=theirs, **run.source("conceding")))
    figure = summed("winnings", terms, **run.source("winnings"))
    run.explain(figure)
    if figure.amount:
        run.record(GoldMoved(amount=figure.amount, source="winnings", target="treasury"))


def _winnings(run: Run, side: Side) -> tuple[Term, ...]:
    """What a side wins: its roll, the gate, its rating and a win, never below 0, and then a sponsor's gold (LU4)."""
    table, source, own = needed(run.ruleset.book.winnings), run.source("winnings"), tables_of(run.ruleset.book)
    faces = own.handicap_numbers.news_dice if run.facts(NEWS, side) else (table.die,)
    dice = run.asking.roll(side, "winnings", *faces, **source)
    gate, rating = gate_of(run), recorded(run, side)
    lost = own.crowds.of_rating(rating) * table.unit
    terms = [
        Term(id="winnings.die", amount=sum(dice) * table.unit, dice=dice, faces=faces, **source),
        Term(id="winnings.gate", amount=own.crowds.of_gate(gate) * table.unit, args=(("gate", gate),), **source),
        Term(id="winnings.rating", amount=-lost, args=(("rating", rating),), **source),
    ]
    if run.match.winner() == side:
        terms.append(Term(id="winnings.victory", amount=table.winner_bonus, **source))
    if (total := sum(term.amount for term in terms)) < 0:
        terms.append(Term(id="winnings.not_below", amount=-total, **source))
    if run.facts(SPONSOR, side) and _kept_to_slogan(run, side):
        terms.append(Term(id="winnings.sponsor", amount=own.handicap_numbers.sponsorship, **cite(run.ruleset, "LP11")))
    return tuple(terms)


def _kept_to_slogan(run: Run, side: Side) -> bool:
    source = cite(run.ruleset, "LP11")
    return run.asking.choose(side, "slogan", ("kept", "forgotten"), optional=True, **source) == "kept"


@reads(if_there=("conceding",))
def change_fan_factor(run: Run) -> None:
    """Each side rolls for its fan factor; a side that conceded loses a point, in most leagues (LU6, LN5)."""
    source, fans = run.source("fan_factor"), run.sheet.fan_factor
    fixed = conceded_by(run) == run.side and run.ruleset.house["concession_fans"] == "minus_one"
    term = _conceded(run) if fixed else _rolled(run)
    before = Term(id="fan_factor.before", amount=fans, **source)
    run.explain(summed("fan_factor", (before, term), **source, unit="points"))
    if term.amount:
        run.record(FanFactorChanged(change=term.amount))


def _fall(run: Run, points: int) -> int:
    """A loss of fan factor, which never falls below its lowest value (LU7)."""
    least = tables_of(run.ruleset.book).fan_changes.least
    return -max(0, min(points, run.sheet.fan_factor - least))


def _conceded(run: Run) -> Term:
    loss = needed(run.ruleset.book.conceding).fan_factor_loss
    return Term(id="fan_factor.conceded", amount=_fall(run, loss), **cite(run.ruleset, "LN5"))


def _rolled(run: Run) -> Term:
    """The roll with its modifiers; on a natural 1 fans are always lost, on a natural 6 always gained (LU7)."""
    table, source = tables_of(run.ruleset.book).fan_changes, run.source("fan_factor")
    modifier = sum(_modifiers(run))
    args = (("fan_factor", run.sheet.fan_factor), ("modifier", modifier))
    (die,) = run.asking.roll(run.side, "fan_factor", table.die, args=args, **source)
    total = die + modifier
    id, change = "fan_factor.stayed", 0
    if die == 1 or (die != table.die and total <= table.falls_up_to):
        id, change = "fan_factor.fell", _fall(run, 1)
    elif die == table.die or total >= table.rises_from:
        id, change = "fan_factor.rose", 1
    shown = (("modifier", modifier), ("total", total))
    return Term(id=id, amount=change, dice=(die,), faces=(table.die,), args=shown, **source)


def _modifiers(run: Run) -> tuple[int, ...]:
    """What the match adds to the roll: its result, touchdowns, casualties, its stage, and many fans (LU6)."""
    tables, winner = tables_of(run.ruleset.book), run.match.winner()
    table = tables.fan_changes
    touchdowns = run.ruleset.counted_scores(run.match)
    credited = run.ruleset.book.credited
    assert credited is not None, "the shape has a deed for injuries"
    lines: tuple[PlayerLine | InducedLine, ...] = (*run.report.lines, *run.report.induced)
    casualties = sum(line.deed(credited.key) for line in lines)
    bonus = tables.bonus(run.match.terms.stage)
    return (
        0 if winner is None else 1 if run.won else -1,
        int(touchdowns.of(run.side) >= table.touchdowns),
        int(casualties >= table.casualties),
        bonus.fan_factor if bonus else 0,
        -(run.sheet.fan_factor // table.full),
    )
