"""An apothecary's service that is sold to the opponent (LK7): once, by one who is idle, for an agreed price."""

from __future__ import annotations

from collections.abc import Iterator

from rules.book.edition import cite
from rules.editions.lrb_1_3.injuries import APOTHECARY, HIRED, USED, lent
from rules.journal import GoldMoved
from rules.match_day.report_problem import Problem, SideChecked
from rules.match_day.run import Run
from rules.sequence.explanations import Violation
from rules.sequence.forms import Amount
from rules.sequence.sequence import SIDES
from rules.sheet.match import facts_about

SERVICE = "apothecary_service"


def sold_once(buyer: SideChecked) -> Iterator[Problem]:
    """The opponent has an apothecary who treated nobody else in this match."""
    times, seller = lent(buyer.report), buyer.opponent
    if not times:
        return
    bought = seller.report.bought
    there = seller.sheet.staff_count(APOTHECARY) or bought is None or HIRED in bought
    used = facts_about(seller.facts, USED) or any(injury.number(APOTHECARY) for injury in seller.report.injuries)
    if not there or used or times > 1:
        id = "report.no_service" if not there else "report.service_twice"
        yield Problem(where=f"{buyer.side}.injuries", violation=Violation(id=id, **cite(buyer.ruleset, "LK7")))


def pay_for_service(run: Run) -> None:
    """The coach who bought the service says for how much; the gold goes from treasury to treasury."""
    for buyer in SIDES:
        if not lent(run.match.reports.of(buyer)):
            continue
        form = Amount(most=run.match.sheets.of(buyer).treasury, step=1_000, unit="gp")
        price = run.asking.ask(buyer, "apothecary_service", form, optional=True, **cite(run.ruleset, "LK7"))
        if price:
            source, target = ("treasury", SERVICE) if buyer == run.side else (SERVICE, "treasury")
            run.record(GoldMoved(amount=price, source=source, target=target))
