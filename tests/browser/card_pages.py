"""Special play cards and a match's correction: each function is one thing that a person does, page by page."""

from __future__ import annotations

import re
from collections.abc import Iterable

from playwright.sync_api import Locator, expect

from tests.browser.match_pages import SOUND, Coach, Reply
from tests.browser.visitors import Person
from tests.browser_pages import show_fields

RUNNING = re.compile(r"\(\d:\d\d\)")


def draw(deck: str, *cards: str) -> dict[str, Reply]:
    """Replies that draw these cards of a deck one after the other, and then stop."""
    left = list(cards)

    def choose_deck(person: Person, question: Locator) -> None:
        if not left:
            person.leave(question.get_by_role("button", name="Stop drawing").click)
            return
        question.get_by_role("radio", name=deck).check()
        person.leave(question.get_by_role("button", name="Draw from this deck").click)

    def name_card(person: Person, question: Locator) -> None:
        question.get_by_role("radio", name=left.pop(0)).check()
        person.leave(question.locator("button.btn-primary").click)

    return {"Special play cards": choose_deck, f"A card from {deck}": name_card}


def sees_no_card_of(person: Person, match: str, cards: Iterable[str]) -> None:
    """No page of the match has any text of these cards, visible or hidden."""
    for page in ("", "cards/", "log/", "pre-match/"):
        person.go(f"{match}{page}")
        source = person.page.content()
        assert not (told := [card for card in cards if card in source]), f"{person.name} reads {told} on {page!r}"


def sees_the_countdown(person: Person) -> None:
    """The clock of the coach who is buying counts down."""
    expect(person.page.locator(".countdown").first).to_have_text(RUNNING)


def play_card(coach: Coach, match: str, card: str, turn: int, on: str, note: str) -> None:
    """In the second half, on somebody, with a note."""
    person = coach.person
    coach.open(match, "Special play cards")
    person.picture("cards-in-hand")
    person.follow("Play a card")
    person.field("Card").select_option(card)
    person.field("When").select_option("second half")
    person.field("Turn").select_option(str(turn))
    person.field("On whom").select_option(on)
    person.field("Note").fill(note)
    person.picture("play-card")
    person.press("Play it")


def correct_the_scorer(person: Person, match: str, was: str, should_be: str) -> None:
    """All touchdowns of one player go to another; ends at the preview, before the new questions."""
    person.go(match)
    person.follow("Correct match")
    person.field("Reason").fill("It was the other one who ran: both are wrapped in the same bandages.")
    person.picture("begin-correction")
    person.press("Start correction")
    page = person.page
    show_fields(page)
    touchdowns = {}
    for who in (was, should_be):
        touchdowns[who] = page.get_by_label(re.compile(rf" {re.escape(who)}, .*, touchdowns$"))
        toggle = page.locator("tr.player", has=touchdowns[who]).locator(".player-toggle")
        toggle.wait_for(state="attached")  # by then the script has folded the row, if it folds it
        if not touchdowns[who].is_visible():
            toggle.click()
    touchdowns[should_be].fill(touchdowns[was].input_value())
    touchdowns[was].fill("")
    person.settle()
    expect(page.locator("#report-summary")).to_have_text(SOUND)
    person.picture("correct-report")
    person.press("Preview changes")
