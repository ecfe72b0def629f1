"""What only leagues of the first edition do: each function is one thing that a person does, page by page."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser import match_pages
from tests.browser.match_pages import Coach, Reply
from tests.browser.visitors import Person


def choose_squad(person: Person, name: str, race: str, count: int) -> None:
    """From the league's page to the star rolls: so many players, the first four with names."""
    person.follow("Build a team")
    person.field("Team's name").fill(name)
    person.page.get_by_role("radio", name=race, exact=True).check(force=True)  # its label covers it
    person.press("Continue")
    person.field(f"{race}, how many").fill(str(count))
    for nth in range(1, 5):
        person.field(f"Name of {race} {nth}").fill(f"{race} {nth}")
    person.settle()
    expect(person.page.locator("#to-mend")).to_have_count(0)
    person.picture("first-build")
    person.press("Submit")


def number(amount: int) -> Reply:
    """So many, typed."""

    def answer(person: Person, question: Locator) -> None:
        question.get_by_label("Number").fill(str(amount))
        person.leave(question.locator("button.btn-primary:visible").first.click)

    return answer


def named(who: str) -> Reply:
    """One of the choices, by a part of its words."""

    def answer(person: Person, question: Locator) -> None:
        question.get_by_label(who).first.check()
        person.leave(question.locator("button.btn-primary:visible").first.click)

    return answer


def ticked(*names: str) -> Reply:
    """Several of the choices."""
    return lambda person, question: _tick(person, question, names)


def _tick(person: Person, question: Locator, names: tuple[str, ...]) -> None:
    for name in names:
        question.get_by_label(name).first.check()
    person.leave(question.locator("button.btn-primary:visible").first.click)


def stars(faces: tuple[int, int], choice: str = "") -> Reply:
    """Types the dice of a star roll, and then chooses what becomes better, if that is asked."""

    def answer(person: Person, question: Locator) -> None:
        dice = question.locator("fieldset.faces").all()
        for die, face in zip(dice, faces, strict=False):
            die.get_by_role("radio").nth(face - 1).check(force=True)
        person.picture(f"star-roll-{'dice' if dice else 'choice'}-{faces[0] + faces[1]}")
        button = (
            question.locator("button.btn-primary:visible").first
            if dice
            else question.get_by_role("button", name=choice)
        )
        person.leave(button.first.click)

    return answer


def wound(coach: Coach, team: str, nth: int, roll: tuple[int, int]) -> None:
    """On the report's page: a player is wounded, with both dice of the Wound Table."""
    fields = match_pages.added_injury(coach, team, nth, by_opponent=False)
    fields.get_by_label("2D6").fill(str(sum(roll)))
    coach.person.picture("first-wound")
