"""From a fixture to the end of its post-match: each function is one thing that coaches do, page by page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from matches.models import Match
from tests.browser.visitors import Person
from tests.browser_pages import show_fields

QUESTION = "section.question"
MOST_TURNS = 30
"""No sequence goes to and fro that often."""
SOUND = re.compile(r"^(No problems found|\d+ things? to check)$")
"""What is said of a report that can be sent."""
Reply = Callable[[Person, Locator], None]


@dataclass(frozen=True)
class Coach:
    """A person with their team."""

    person: Person
    team: str

    def open(self, match: str, link: str) -> None:
        """From the match's page to one of its parts."""
        self.person.go(match)
        self.person.follow(link)


def opened(coach: Coach) -> str:
    """The address of the next scheduled match, after a coach opened it."""
    match = Match.objects.filter(state=Match.State.SCHEDULED).order_by("pk")[0]
    address = f"/matches/{match.public_id}/"
    coach.person.go(address)
    coach.person.unfold("Ready to play?")
    coach.person.picture("ready")
    coach.person.press("Open the match")
    return address


def go_through(
    coaches: Sequence[Coach],
    match: str,
    link: str,
    replies: Mapping[str, Reply],
    own: Mapping[str, Mapping[str, Reply]] | None = None,
    other: Reply | None = None,
) -> dict[str, list[str]]:
    """Coaches answer a sequence in turns until it is complete; returns the titles of each coach's questions.

    ``replies`` answer questions by their titles, ``own`` those of one team, ``other`` all others; without it
    these get the plainest answer.
    """
    asked: dict[str, list[str]] = {coach.team: [] for coach in coaches}
    found: dict[str, str] = {}  # where the link leads; later turns go there at once
    for _turn in range(MOST_TURNS):
        for coach in coaches:
            if coach.team in found:
                coach.person.go(found[coach.team])
            else:
                coach.open(match, link)
                found[coach.team] = coach.person.page.url
            asked[coach.team] += answer_all(coach.person, {**replies, **(own or {}).get(coach.team, {})}, other)
            if not coach.person.page.get_by_text("Waiting for your opponent").count():
                return asked
    raise AssertionError(f"no end of it: {asked}")


def answer_all(person: Person, replies: Mapping[str, Reply], other: Reply | None = None) -> list[str]:
    """Answers the first question of the page until there is none; returns their titles."""
    titles = []
    while (question := person.page.locator(QUESTION)).count():
        title = " ".join((question.first.get_by_role("heading", level=2).first.text_content() or "").split())
        titles.append(title)
        person.picture(f"{person.page.locator('h1').inner_text()}-{person.name}-{len(titles)}")
        replies.get(title, other or answer_simply)(person, question.first)
    return titles


def answer_simply(person: Person, question: Locator) -> None:
    """Dice show 3 and 4; takes the first choice if one is needed, and nothing if that is possible."""
    for place, die in enumerate(question.locator("fieldset.faces").all()):
        die.get_by_role("radio").nth(2 + place).check(force=True)
    choices = question.locator("fieldset.choices input[type=radio]")
    if choices.count():
        choices.first.check()
    leave = question.locator("button[name=nothing]:visible")
    button = leave.first if leave.count() else question.locator("button.btn-primary:visible").first
    person.leave(button.click)


def roll(*faces: int) -> Reply:
    """Types the dice; if there are more, these show the last one too."""

    def answer(person: Person, question: Locator) -> None:
        for place, die in enumerate(question.locator("fieldset.faces").all()):
            die.get_by_role("radio").nth(faces[min(place, len(faces) - 1)] - 1).check(force=True)
        person.picture(f"roll-{_file_name(question)}")
        person.leave(question.locator("button.btn-primary:visible").first.click)

    return answer


def choose(words: str) -> Reply:
    """Takes the choice with these words; few choices are buttons, more are a list."""

    def answer(person: Person, question: Locator) -> None:
        person.picture(f"choose-{_file_name(question)}")
        button = question.locator("button[name=choice]", has_text=words)
        if button.count():
            person.leave(button.first.click)
            return
        question.locator("label", has_text=words).first.click()
        person.leave(question.locator("button.btn-primary:visible").first.click)

    return answer


def in_turn(*replies: Reply) -> Reply:
    """Questions with one title that come one after the other."""
    left = list(replies)
    return lambda person, question: left.pop(0)(person, question)


def pick(*words: str) -> Reply:
    """Ticks the choices with these words, and no others; ``*`` ticks as many as may be, from the first."""

    def answer(person: Person, question: Locator) -> None:
        boxes = question.locator("fieldset.choices .form-check")
        wanted = (
            boxes.all()[: int(question.locator("legend").inner_text().split()[-1])]
            if words == ("*",)
            else [boxes.filter(has_text=each).first for each in words]
        )
        for box in wanted:
            box.locator("input").check()
        person.picture(f"pick-{_file_name(question)}")
        person.leave(question.locator("button.btn-primary:visible").first.click)

    return answer


def _file_name(question: Locator) -> str:
    title = question.get_by_role("heading", level=2).first.inner_text()
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def bribe(person: Person, question: Locator, bill: str = "100k") -> None:
    """Buys one bribe, after the sum under the choices shows the new total."""
    fold = question.locator("summary", has_text="Choose inducements")
    if not question.get_by_label("Bribe").is_visible():
        fold.click()
    question.get_by_label("Bribe").fill("1")
    expect(question.locator(".sum-line")).to_contain_text(re.compile(rf"Bill\s+{bill}"))
    person.picture("pre-match")
    person.leave(question.locator(".running-sum button.btn-primary").click)


def hire(person: Person, question: Locator) -> None:
    """Hires a player of the first position that the gold can pay, after the sum under the choices shows it."""
    question.locator("summary", has_text="Buy").click()
    position = question.get_by_label("Position").first
    position.select_option(index=1)
    position.blur()
    expect(question.locator(".sum-line")).not_to_contain_text("Spent 0")
    person.leave(question.locator(".running-sum button.btn-primary").click)


def report(coach: Coach, scores: Mapping[str, int], hurt: str = "", d68: str = "53", deed: str = "touchdowns") -> None:
    """From the report's page: the score, all of it by the first player of each side; ``hurt`` names a team of which the
    opponent's first player also hurt the third: a smashed hip, or what the ``d68`` says."""
    page = coach.person.page
    show_fields(page)
    for team, touchdowns in scores.items():
        side = page.locator("details.report-team", has=page.get_by_role("heading", name=team))
        for _each in range(touchdowns):
            page.get_by_role("button", name=f"{team}: +1", exact=True).click()
        if touchdowns:
            scorer = side.locator("tr.player").first
            if not scorer.get_by_role("button", name=f"{deed}: +1").is_visible():
                scorer.locator(".player-toggle").click()
            for _each in range(touchdowns):
                scorer.get_by_role("button", name=f"{deed}: +1").click()
        if team == hurt:
            side.get_by_label("Another injury").select_option(index=3)
            side.get_by_role("button", name="Add the injury").click()
            side.get_by_label("By whom").select_option(index=1)
            side.get_by_label("D68").fill(d68)
    coach.person.settle()
    expect(page.locator("#report-summary")).to_have_text(SOUND)
    coach.person.look()
    coach.person.picture("report")
    coach.person.press("Send report")
    coach.person.sees("waiting for confirmation")


def added_injury(coach: Coach, team: str, nth: int, *, by_opponent: bool = True) -> Locator:
    """On the report's page: the fields of a new injury of a player, by the opponent's first one or by nobody."""
    page = coach.person.page
    show_fields(page)
    side = page.locator("details.report-team", has=page.get_by_role("heading", name=team))
    side.get_by_label("Another injury").select_option(index=nth)
    side.get_by_role("button", name="Add the injury").click()
    fields = side.locator("fieldset.injury").last
    if by_opponent:
        fields.get_by_label("By whom").select_option(index=1)
    return fields


def injure(coach: Coach, team: str, nth: int, dice: Mapping[str, int]) -> None:
    """On the report's page: a player is hurt by the opponent's first one; ``dice`` by patterns of their labels."""
    fields = added_injury(coach, team, nth)
    for label, face in dice.items():
        last = fields.get_by_label(re.compile(label))
        last.fill(str(face))
    last.blur()
    coach.person.settle()


def confirm(coach: Coach) -> None:
    """Reads and confirms the other coach's report."""
    coach.person.picture("confirm")
    coach.person.press("Confirm report")
