"""Gold and fans: winnings, spiralling expenses, fan factor, bank (U2-U5, L4, L6, N1, N2, B1), dedicated fans."""

from __future__ import annotations

from collections.abc import Callable

from rules.book.book import needed
from rules.book.reads import reads
from rules.book.statements import Source
from rules.journal import FanFactorChanged, GoldMoved
from rules.match_day.player_results import waived
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.explanations import Figure, Term, summed
from rules.sequence.forms import Amount
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Fact
from rules.team.trophies import effects

TermsOf = Callable[[Run, Side], tuple[Term, ...]]
"""What a side wins in a match without a concession, as the terms of a sum."""


@reads("winnings")
def collect_winnings(run: Run) -> None:
    """Adds the winnings of the match to the treasury (U2, p38), with those of an opponent who conceded (N2)."""
    collect(run, lambda run, side: multiplied(run, rolled_winnings(run, side)))


def collect(run: Run, terms_of: TermsOf) -> None:
    """Adds winnings to the treasury. ``terms_of`` says what a side wins in a match without a concession."""
    figure = winnings(run, terms_of)
    run.explain(figure)
    if figure.amount:
        run.record(GoldMoved(amount=figure.amount, source="winnings", target="treasury"))


def winnings(run: Run, terms_of: TermsOf) -> Figure:
    """What this side wins, in gp: nothing if it conceded; the opponent's winnings too if they conceded."""
    result = run.match.result
    terms: tuple[Term, ...]
    if result.conceded_by == run.side and not waived(run):
        purpose = "conceding_early" if result.conceded_before_kick_off else "conceding"
        if purpose == "conceding":
            terms_of(run, run.side)
        terms = (Term(id="winnings.conceded", **run.source(purpose)),)
    elif result.conceded_by == run.opponent and not result.conceded_before_kick_off:
        own = terms_of(run, run.side)
        theirs = sum(term.amount for term in terms_of(run, run.opponent))
        terms = (*own, Term(id="winnings.handed_over", amount=theirs, **run.source("conceding")))
    else:
        terms = terms_of(run, run.side)
    return summed("winnings", terms, **run.source("winnings"))


def rolled_winnings(run: Run, side: Side) -> tuple[Term, ...]:
    """What the die, FAME, a win and trophies bring to a side (U2, L6)."""
    table = needed(run.ruleset.book.winnings)
    won = run.match.winner() == side
    terms = [_die_term(run, side, won)]
    if fame := run.match.fame.of(side):
        terms.append(
            Term(id="winnings.fame", amount=fame * table.unit, args=(("fame", fame),), **run.source("winnings"))
        )
    if won:
        terms.append(Term(id="winnings.victory", amount=table.winner_bonus, **run.source("winnings")))
    for trophy, effect in effects(run.ruleset, run.match.sheets.of(side), "winnings"):
        args = (("trophy", trophy.key),)
        terms.append(Term(id="winnings.trophy", amount=effect.amount, args=args, rule=effect.rule, page=effect.page))
    return tuple(terms)


def multiplied(run: Run, terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """Winnings as the stage of the match multiplies them (L4)."""
    if (factor := run.ruleset.stage(run.match.terms).gate_factor) > 1:
        extra = sum(term.amount for term in terms) * (factor - 1)
        id = "winnings.doubled" if factor == 2 else "winnings.multiplied"
        args = (("factor", factor),) if factor > 2 else ()
        return (*terms, Term(id=id, amount=extra, args=args, **run.source("doubled_gate")))
    return terms


def _die_term(run: Run, side: Side, won: bool) -> Term:
    """The winnings from the die. The winner may roll it again, but must then keep the second roll."""
    table = needed(run.ruleset.book.winnings)
    unit, sides = table.unit, table.die
    (die,) = run.asking.roll(side, "winnings", sides, **run.source("winnings"))
    first_term = Term(id="winnings.die", amount=die * unit, dice=(die,), faces=(sides,), **run.source("winnings"))
    if not won:
        return first_term
    answer = run.asking.choose(
        side,
        "winnings_reroll",
        ("keep", "reroll"),
        **run.source("winnings"),
        args=(("die", die),),
        optional=True,
    )
    if answer != "reroll":
        return first_term
    (second,) = run.asking.roll(side, "winnings_reroll.die", sides, label="winnings_reroll", **run.source("winnings"))
    args = (("first", die),)
    return Term(
        id="winnings.second_die",
        amount=second * unit,
        dice=(second,),
        faces=(sides,),
        args=args,
        **run.source("winnings"),
    )


@reads("expenses")
def pay_expenses(run: Run) -> None:
    """Pays spiralling expenses of an expensive team from treasury and bank; the rest is written off (U3, p38)."""
    value = run.ruleset.value(run.sheet)
    due = expenses_due(run, value)
    from_bank = _from_bank(run, due) if due and run.sheet.bank else 0
    from_treasury = min(run.sheet.treasury, due - from_bank)
    from_bank = min(run.sheet.bank, due - from_treasury)
    paid = from_treasury + from_bank
    terms = [
        Term(
            id="expenses.due",
            amount=due,
            args=(
                ("value", value),
                ("breakpoint", run.ruleset.house.integer("spiralling_breakpoint")),
                ("step", run.ruleset.house.integer("spiralling_step")),
            ),
            **run.source("expenses"),
        )
    ]
    if paid < due:
        terms.append(Term(id="expenses.written_off", amount=paid - due, **run.source("expenses")))
    run.explain(summed("spiralling_expenses", tuple(terms), **run.source("expenses")))
    for purse, amount in (("treasury", from_treasury), ("bank", from_bank)):
        if amount:
            run.record(GoldMoved(amount=amount, source=purse, target="expenses"))


def expenses_due(run: Run, value: int) -> int:
    """What a team of that value must pay (both in gp): a price for each step, or part of one, above the breakpoint."""
    over = value - run.ruleset.house.integer("spiralling_breakpoint")
    step = run.ruleset.house.integer("spiralling_step")
    return max(0, -(-over // step)) * needed(run.ruleset.book.expenses).price


def _from_bank(run: Run, due: int) -> int:
    most = min(due, run.sheet.bank)
    answer = run.asking.decide(
        run.side,
        "expenses_from_bank",
        **run.source("expenses"),
        args=(("due", due), ("treasury", run.sheet.treasury), ("bank", run.sheet.bank)),
        form=Amount(most=most, unit="gp"),
    )
    if answer is None:
        return 0
    if type(answer) is not int or not 0 <= answer <= most:
        raise run.broken("expenses_from_bank", "expenses", "expenses.from_bank", found=str(answer)[:20], most=most)
    return answer


@reads("fan_factor_roll", if_there=("conceding",))
def change_fan_factor(run: Run) -> None:
    """Changes the fan factor after a win or a loss (U4, p38); a team that conceded loses without a roll (N2)."""
    if run.match.winner() is None:
        return
    conceded = run.match.result.conceded_by == run.side and not run.match.result.conceded_before_kick_off
    change, term = conceded_fans(run) if conceded else _rolled_fans(run)
    before = Term(id="fan_factor.before", amount=run.sheet.fan_factor, **run.source("fan_factor"))
    run.explain(summed("fan_factor", (before, term), **run.source("fan_factor"), unit="points"))
    if change:
        run.record(FanFactorChanged(change=change))


def conceded_fans(run: Run) -> tuple[int, Term]:
    """How a concession changes the fan factor: a fixed loss, without a roll (N2)."""
    conceding = run.ruleset.book.conceding
    change = -min(conceding.fan_factor_loss if conceding else 0, run.sheet.fan_factor)
    return change, Term(id="fan_factor.conceded", amount=change, **run.source("conceding"))


def _rolled_fans(run: Run) -> tuple[int, Term]:
    table = needed(run.ruleset.book.fan_factor_roll)
    dice = run.asking.roll(
        run.side,
        "fan_factor",
        *table.dice,
        **run.source("fan_factor"),
        args=(("fan_factor", run.sheet.fan_factor),),
    )
    rolled, fans = sum(dice), run.sheet.fan_factor
    change, id = 0, "fan_factor.kept"
    if run.won and rolled > fans:
        change, id = table.gain, "fan_factor.gained"
    elif not run.won and rolled < fans:
        change, id = -min(table.loss, fans), "fan_factor.lost"
    return change, Term(id=id, amount=change, dice=dice, faces=table.dice, **run.source("fan_factor"))


def count_fans(state: PreMatch, *, fact: str, die: int, spectators: int) -> None:
    """Each side's fan factor by a die and its dedicated fans, each point so many spectators (2020 and 2025, P2).

    The points are kept as a ``fact`` of the match.
    """
    state.asking.each(SIDES, lambda side: _count_fans(state, side, fact, die, spectators))


def _count_fans(state: PreMatch, side: Side, fact: str, die: int, spectators: int) -> None:
    source, followers = state.source("fans"), state.sheet(side).fan_factor
    (face,) = state.asking.roll(side, "fans", die, args=(("fan_factor", followers),), **source)
    each, came = (("each", spectators),), (("fan_factor", followers), ("each", spectators))
    terms = (
        Term(id="fans.dice", amount=face * spectators, dice=(face,), faces=(die,), args=each, **source),
        Term(id="fans.fan_factor", amount=followers * spectators, args=came, **source),
    )
    state.fans[side] = summed("fans", terms, unit="fans", **source)
    state.explain(side, state.fans[side])
    state.state(Fact(key=fact, side=side, amount=face + followers, **source))


def follow(run: Run, *, die: int, least: int, most: int, conceding_die: int, source: Source) -> None:
    """Dedicated fans come after a win on a high roll, and leave after a loss on a low one (2020 and 2025, O4).

    A team that conceded loses some without a chance: ``source`` is the rule for that.
    """
    if run.match.winner() is None:
        return
    conceded = run.match.result.conceded_by == run.side and not waived(run)
    term = _lost_by_conceding(run, conceding_die, least, source) if conceded else _followed(run, die, least, most)
    before = Term(id="fan_factor.before", amount=run.sheet.fan_factor, **run.source("fan_factor"))
    run.explain(summed("fan_factor", (before, term), unit="number", **run.source("fan_factor")))
    if term.amount:
        run.record(FanFactorChanged(change=term.amount))


def _lost_by_conceding(run: Run, die: int, least: int, source: Source) -> Term:
    args = (("fan_factor", run.sheet.fan_factor),)
    (face,) = run.asking.roll(run.side, "lost_fans", die, args=args, **source)
    lost = min(face, max(0, run.sheet.fan_factor - least))
    return Term(id="fan_factor.conceded_by_die", amount=-lost, dice=(face,), faces=(die,), **source)


def _followed(run: Run, die: int, least: int, most: int) -> Term:
    """What the die brings or takes."""
    fans, source = run.sheet.fan_factor, run.source("fan_factor")
    (face,) = run.asking.roll(run.side, "fan_factor", die, args=(("fan_factor", fans),), **source)
    id, change = "fan_factor.kept", 0
    if run.won and face >= fans and fans < most:
        id, change = "fan_factor.came", 1
    elif not run.won and face < fans and fans > least:
        id, change = "fan_factor.left", -1
    return Term(id=id, amount=change, dice=(face,), faces=(die,), **source)


def transfer_bank(run: Run) -> None:
    """Moves gold between treasury and bank, which has a limit (U5, B1, p32, 38); a positive amount goes into it."""
    maximum = run.ruleset.book.purses["bank"].maximum
    room = run.sheet.treasury if maximum is None else maximum - run.sheet.bank
    most_in = min(run.sheet.treasury, room)
    answer = run.asking.decide(
        run.side,
        "bank",
        **run.source("bank"),
        args=(("treasury", run.sheet.treasury), ("bank", run.sheet.bank), ("most_in", most_in)),
        form=Amount(least=-run.sheet.bank, most=most_in, unit="gp"),
    )
    if answer is None or answer == 0:
        return
    if type(answer) is not int or not -run.sheet.bank <= answer <= most_in:
        raise run.broken(
            "bank", "bank", "bank.limits", found=str(answer)[:20], most_in=most_in, most_out=run.sheet.bank,
            maximum=maximum or 0,
        )  # fmt: skip
    if answer > 0:
        run.record(GoldMoved(amount=answer, source="treasury", target="bank"))
    else:
        run.record(GoldMoved(amount=-answer, source="bank", target="treasury"))


def work_out_value(run: Run) -> None:
    """Adds the team's new worth to the figures (U7, V1, p32, 38)."""
    if (figure := run.ruleset.worth(run.sheet)) is not None:
        run.explain(figure)
