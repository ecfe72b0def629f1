"""Every form of a question in a real browser: on a phone, with and without scripts, and answered there."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from leagues import services
from leagues.models import League
from rules import editions
from rules.book.rows.words import QuestionText, StepWords
from rules.sequence.forms import Amount, Basket, Column, Good, Pick, Table
from rules.team.drafting import draft
from rules.team.founding_run import FoundingRun
from teams.building import drafting
from teams.building.drafts import Draft
from teams.models import Team, TeamAnswer
from tests.browser_pages import DESK, LONG_WORD, PHONE, Open
from tests.editions.modern import MODERN
from tests.leagues.cast import Cast, add_member

pytestmark = pytest.mark.once
PICTURES = os.environ.get("DUGOUT_PICTURES", "")
GOODS = Basket(goods=(Good(key="coach", price=10_000, most=3), Good(key="rerolls", price=50_000)), purse=60_000)
ASKED = ("sum", "names", "stall", "jobs", "luck")


def ask_everything(run: FoundingRun) -> None:
    """One question of each form, then a roll."""
    players = tuple(str(line.player) for line in run.sheet.players[:4])
    jobs = Table(rows=players, columns=(Column(key="jobs", options=("random", "primary")), Column(key="sum", most=3)))
    source = run.source("squad")
    run.asking.ask(run.side, "sum", Amount(most=50_000, unit="gp"), optional=True, **source)
    run.asking.ask(run.side, "names", Pick(options=players, least=1, most=2), **source)
    run.asking.ask(run.side, "stall", GOODS, optional=True, **source)
    run.asking.ask(run.side, "jobs", jobs, optional=True, **source)
    run.asking.roll(run.side, "luck", 6, 6, **source)


@pytest.fixture
def team(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Team:
    words = MODERN.book.words
    asked = {
        f"{key}.{kind}": QuestionText(key=f"{key}.{kind}", title=key.capitalize(), help="Choose well.")
        for key in ASKED
        for kind in ("roll", "choose")
    }
    steps = {**words.steps, "all": StepWords(key="all", name="All")}
    book = replace(MODERN.book, words=replace(words, steps=steps, questions={**words.questions, **asked}))
    edition = replace(MODERN, book=book, founding=(MODERN.founding[0], ("all", ask_everything)))
    monkeypatch.setattr(editions, "EDITIONS", (*editions.EDITIONS, edition))
    details = services.Details(name="Cup of all questions")
    league = services.create_league(by=cast.commissioner, details=details, edition=edition.key)
    League.objects.filter(pk=league.pk).update(dice=League.Dice.TYPED)
    add_member(league, cast.coach)
    drafted = drafting.draft_team(league=league, coach=cast.coach, name="Reavers", team_list="Townsfolk")
    choice = draft(random.Random(1), league.ruleset.rules(), "Townsfolk")
    wanted = Draft(choice=choice, names=(LONG_WORD, "Griff"))
    return drafting.save_draft(team=drafted, expected=drafted.version, draft=wanted, name="Reavers")


@pytest.mark.parametrize("script", [True, False], ids=["with scripts", "without"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_form_is_answered_in_a_browser(opened: Open, team: Team, size: tuple[int, int], script: bool) -> None:
    page = opened(f"/teams/{team.public_id}/founding/", size=size, script=script)

    def seen(name: str) -> None:
        page.wait_for_load_state()  # the sum of a basket changes by a script, which loads after the page is drawn
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0] if script else True
        if PICTURES and script:
            page.screenshot(path=Path(PICTURES) / f"founding-{name}-{size[0]}.png", full_page=True)

    seen("amount")
    page.fill("[name=amount]", "12.5")
    page.get_by_role("button", name="Answer").click()
    seen("pick")
    page.get_by_label("Griff").check()
    page.get_by_role("button", name="Choose").click()
    seen("basket")
    page.fill("[name='good.coach']", "2")
    if not script:
        page.get_by_role("button", name="Calculate cost").click()
    page.get_by_text("Left 40k").wait_for()
    page.get_by_role("button", name="Take these").click()
    seen("table")
    page.locator("select").nth(1).select_option("primary")
    page.locator("input[type=number]").nth(1).fill("2")
    page.get_by_role("button", name="Answer").click()
    seen("roll")
    for die in ("die0", "die1"):
        page.locator(f"[name={die}][value='3']").check(force=True)
    page.get_by_role("button", name="Enter roll").click()
    page.get_by_text("Everything is answered.").wait_for()
    seen("done")
    values = {row.key: row.value for row in TeamAnswer.objects.all()}
    assert values == {
        "sum": 12_500, "names": ["2"], "stall": {"coach": 2}, "jobs": {"2": {"jobs": "primary", "sum": 2}},
        "luck": [3, 3],
    }  # fmt: skip
