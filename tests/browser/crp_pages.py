"""What only leagues of the Competition Rules do: each function is one thing that a person does, page by page."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser import match_pages
from tests.browser.match_pages import Coach, Reply
from tests.browser.visitors import Person


def build_beyond_a_limit(person: Person, name: str, team_list: str, squad: dict[str, int], *, most: int) -> None:
    """As in ``league_pages.build_team``, but the first position has more players than the list allows at first."""
    position = next(iter(squad))
    person.follow("Build a team")
    person.field("Team's name").fill(name)
    person.page.get_by_role("radio", name=team_list, exact=True).check(force=True)  # its label covers it
    person.picture("crp-lists")
    person.press("Continue")
    for what, count in {**squad, position: most + 1}.items():
        person.field(f"{what}, how many").fill(str(count))
    person.settle()
    expect(person.page.locator("#to-mend")).to_contain_text("problem")
    person.picture("crp-build-too-many")
    person.field(f"{position}, how many").fill(str(squad[position]))
    person.field(f"Name of {position} 1").fill(f"Star of {name}")
    person.settle()
    expect(person.page.locator("#to-mend")).to_have_count(0)
    person.picture("crp-build")
    person.press("Submit")
    person.sees("waiting for approval")


def petty_cash(thousands: int) -> Reply:
    """Moves this much gold from the treasury."""

    def move(person: Person, question: Locator) -> None:
        question.get_by_label("Amount").fill(str(thousands))
        person.picture(f"crp-petty-cash-{thousands}")
        person.leave(question.locator("button.btn-primary:visible").click)

    return move


def buy(bill: str, order: str = "", **goods: int) -> Reply:
    """Buys so many of each inducement (``_`` for a blank), after the sum under the choices shows the bill.

    ``order`` is what the page says of who buys first.
    """

    def choose(person: Person, question: Locator) -> None:
        person.sees(order)
        fold = question.locator("summary", has_text="Choose inducements")
        if not question.get_by_label("Bribe").is_visible():
            fold.click()
        for good, count in goods.items():
            question.get_by_label(good.replace("_", " ")).fill(str(count))
        person.settle()
        expect(question.locator(".sum-line")).to_contain_text(re.compile(rf"Bill\s+{bill}"))
        person.picture(f"crp-inducements-{bill}")
        person.leave(question.locator(".running-sum button.btn-primary").click)

    return choose


def take(**goods: int) -> Reply:
    """So many of each good (``_`` for a blank) of a question that counts them."""

    def count(person: Person, question: Locator) -> None:
        title = question.get_by_role("heading", level=2).text_content() or ""
        for good, many in goods.items():
            field = question.get_by_label(good.replace("_", " ")).first
            if field.get_attribute("type") == "checkbox":
                field.set_checked(bool(many))
            else:
                field.fill(str(many))
        person.settle()
        person.picture(f"crp-{title.lower().replace(' ', '-')}")
        person.leave(question.locator("button.btn-primary:visible").last.click)

    return count


def improve(faces: tuple[int, int], skill: str) -> Reply:
    """Types the dice of an improvement roll, and then chooses a skill."""

    def answer(person: Person, question: Locator) -> None:
        for die, face in zip(question.locator("fieldset.faces").all(), faces, strict=False):
            die.get_by_role("radio").nth(face - 1).check(force=True)
        chosen = question.locator("label", has=person.page.get_by_text(skill, exact=True))
        if chosen.count():
            chosen.click()
        person.leave(question.locator("button.btn-primary:visible").first.click)

    return answer


def injury(coach: Coach, team: str, nth: int, roll: int, again: int = 0, keep: str = "") -> None:
    """On the report's page: a player is hurt by the opponent's first one; with ``again``, an apothecary rolls too."""
    fields = match_pages.added_injury(coach, team, nth)
    fields.get_by_label(re.compile(r"^D68")).fill(str(roll))
    if again:
        fields.locator("summary", has_text="Treatment").click()
        fields.get_by_label("Apothecary: D68").fill(str(again))
        fields.get_by_label("Apothecary: the result that holds").select_option(keep)


def hire_first(person: Person, question: Locator) -> None:
    """Hires the first journeyman only."""
    question.get_by_role("checkbox").first.check()
    person.settle()
    expect(question.locator(".running-sum")).to_contain_text("50k")
    person.picture("crp-hire-journeymen")
    person.leave(question.locator("button.btn-primary:visible").last.click)
