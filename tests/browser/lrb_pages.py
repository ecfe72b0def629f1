"""What only leagues of the Living Rulebook 1.3 do: each function is one thing that a person does, page by page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser import match_pages
from tests.browser.match_pages import Coach, Reply
from tests.browser.visitors import Person


def bring_in(person: Person, name: str, team_list: str, players: int, position: str, **goods: int) -> None:
    """Enters a team as it stands on old paper; its second player has two niggling injuries."""
    person.follow("Teams")
    person.follow("Import a team")
    person.field("Team's name").fill(name)
    person.field("Team list").select_option(label=team_list)
    person.press("Continue")
    while person.page.locator(".field-row").count() < players:
        person.press("More rows")
    for nth, row in enumerate(person.page.locator(".field-row").all()[:players]):
        row.get_by_label("Position").fill(position)
        row.get_by_label("SPP").fill(str((4, 9)[nth] if nth < 2 else 0))
    hurt = person.page.locator(".field-row").nth(1)
    hurt.get_by_label("Gained").fill("Block")
    hurt.get_by_label("Niggling injuries").fill("2")
    for label, count in goods.items():
        person.page.get_by_label(re.compile(label.replace("_", " "))).first.fill(str(count))
    person.picture("lrb-bring-in")
    person.press("Submit")
    person.sees("waiting for approval")


def hire(bill: str, position: str) -> Reply:
    """Hires a freebooter, after the sum under the choices shows the bill."""

    def choose(person: Person, question: Locator) -> None:
        question.locator("summary", has_text="Choose whom to hire").click()
        place = question.get_by_label("Position").first
        option = place.locator("option", has_text=position).first
        place.select_option(value=option.get_attribute("value"))
        person.settle()
        expect(question.locator(".sum-line")).to_contain_text(re.compile(rf"Bill\s+{bill}"))
        person.picture("lrb-freebooter")
        person.leave(question.locator(".running-sum button.btn-primary").click)

    return choose


def injury(coach: Coach, team: str, nth: int, injured: int, serious: int) -> None:
    """On the report's page: a player is hurt by the opponent's first one, by D6 and then D66."""
    match_pages.injure(coach, team, nth, {r"^\s*D6\s*$": injured, r"^\s*Serious injury: D66": serious})
