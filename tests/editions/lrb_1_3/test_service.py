"""Who can sell the service of an apothecary, by the Living Rulebook 1.3 (LK7)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.match_day.report_checks import check_report
from rules.sheet.match import Fact, Injury, MatchPlayed, Pair, SideReport, Terms, with_values
from tests.editions.lrb_1_3.build import lrb, team

LENT = "lent_apothecary"


def hurt(player: int, by: int, **treated: int) -> Injury:
    return with_values(Injury(player=player, casualty=0, by=by), {"casualty": 3, **treated})


def problems(*, apothecary: bool, buyers: int = 1, own_use: bool = False, facts: tuple[Fact, ...] = ()) -> set[str]:
    """What is wrong with a report in which the away side used the home side's apothecary."""
    rules = lrb()
    sheets = Pair(
        home=team("Human", "11 Lineman", apothecary=apothecary), away=team("Human", "11 Lineman", first_id=100)
    )
    home, away = (sorted(line.player for line in sheet.players) for sheet in (sheets.home, sheets.away))
    treated = tuple(hurt(away[nth], home[0], **{LENT: 3}) for nth in range(buyers))
    own = (hurt(home[1], away[5], apothecary=3),) if own_use else ()
    more: dict[str, Any] = {"facts": facts} if facts else {}
    played = MatchPlayed(
        terms=Terms(),
        sheets=sheets,
        fame=Pair(home=0, away=0),
        reports=Pair(home=SideReport(injuries=own, bought=()), away=SideReport(injuries=treated, bought=())),
        **more,
    )
    return {each.violation.id for each in check_report(rules, played) if each.violation.rule == "LK7"}


@pytest.mark.rules("lrb-1.3:LK7")
def test_an_idle_apothecary_can_be_sold_once() -> None:
    assert problems(apothecary=True) == set()
    assert problems(apothecary=True, buyers=2) == {"report.service_twice"}


@pytest.mark.rules("lrb-1.3:LK7")
def test_nobody_sells_an_apothecary_who_is_not_there_or_used_up() -> None:
    assert problems(apothecary=False) == {"report.no_service"}
    assert problems(apothecary=True, own_use=True) == {"report.service_twice"}
    used = Fact(key="apothecary_used", side="home", rule="LP13", page=28)
    assert problems(apothecary=True, facts=(used,)) == {"report.service_twice"}
