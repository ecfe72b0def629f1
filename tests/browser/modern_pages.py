"""What only leagues of today's books do: each function is one thing that a person does, page by page."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import Locator, expect

from tests.browser import match_pages
from tests.browser.match_pages import Coach, Reply
from tests.browser.visitors import Person


def found(
    person: Person, name: str, team_list: str, squad: Mapping[str, int], replies: Mapping[str, Reply]
) -> list[str]:
    """From the league's page: a team that waits for approval. Returns the titles of the book's questions."""
    asked = draft(person, name, team_list, squad, replies)
    if asked:
        person.press("Submit")
    person.sees("waiting for approval")
    return asked


def draft(
    person: Person, name: str, team_list: str, squad: Mapping[str, int], replies: Mapping[str, Reply], *,
    done: str = "Submit",
) -> list[str]:  # fmt: skip
    """A team's draft up to the button ``done``, and then what the book asks of it. Returns the questions' titles."""
    person.follow("Build a team")
    person.field("Team's name").fill(name)
    person.page.get_by_role("radio", name=team_list, exact=True).check(force=True)  # its label covers it
    person.press("Continue")
    for what, count in squad.items():
        person.field(f"{what}, how many").fill(str(count))
    person.field(f"Name of {next(iter(squad))} 1").fill(f"Star of {name}")
    person.settle()
    expect(person.page.locator("#to-mend")).to_have_count(0)
    person.picture(f"draft-{name}")
    person.press(done)
    asked = match_pages.answer_all(person, replies)
    person.picture(f"founded-{name}")
    return asked


def give(skills: Mapping[str, str]) -> Reply:
    """Skills by the numbers of players, in a question with a row for each player."""

    def answer(person: Person, question: Locator) -> None:
        for number, skill in skills.items():
            row = question.get_by_role("row").nth(int(number))
            row.get_by_role("combobox").select_option(label=skill)
        person.picture("give-skills")
        person.leave(question.locator("button.btn-primary:visible").last.click)

    return answer


def lasting_injury(coach: Coach, team: str, nth: int, casualty: int, lasting: int) -> None:
    """On the report's page: a player is hurt by the opponent's first one, by a D16 and then a D6."""
    match_pages.injure(coach, team, nth, {r"^\s*D16\s*$": casualty, r"^\s*Lasting injury: D6": lasting})
