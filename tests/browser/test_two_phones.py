"""One match as two coaches go through it on two phones, and its correction by a commissioner on a third.

Cards, inducements, a death, a Zombie, a level on a double, the new team values, the printed match sheet.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator, expect

from matches.models import CardPlay, Match, MatchCorrection, PlayerLine
from rules.words.words import k
from teams.models import TeamState
from tests.browser import card_pages, league_pages, match_pages
from tests.browser.match_pages import Coach, Reply
from tests.browser.visitors import PICTURES, Person, Visitors
from tests.leagues.cast import create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.printing.reading import page_texts
from tests.teams import team_builders

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNDEAD = ("Wight",) * 2 + ("Mummy",) * 2 + ("Ghoul",) * 3 + ("Skeleton",) * 5
HUMANS = ("Blitzer",) * 4 + ("Catcher",) * 2 + ("Thrower",) + ("Lineman",) * 5
DECK, PLAYED, SECRET = "Good Karma", "Banana Skin", ("Magic Helmet", "Team Anthem")
SCORER, OTHER_SCORER, MOST_VALUABLE = "Undead 1", "Undead 5", "Undead 2"
IMPROVEMENT = f"Improvement of {SCORER} (no. 1)"
SLIPPED, FALLEN, RISEN = "Human 4", "Human 3", "Old Lobsterpot"
GIFT, DOUBLE, DEAD = 150_000, 4, "61"
DOUBLE_COST, SKILL_COST = 30_000, 20_000
"""What a skill adds to a player's cost: one that only a double opens, and one of the player's categories (G5, p34)."""


@dataclass(frozen=True)
class MatchDay:
    """A match and its people."""

    match: Match
    home: Coach
    away: Coach
    commissioner: Person

    @property
    def address(self) -> str:
        return f"/matches/{self.match.public_id}/"


@pytest.fixture
def match_day(visitors: Visitors, transactional_db: None) -> MatchDay:
    """Undead against weaker Humans, in a league with cards whose coaches enter their dice."""
    cast = create_cast()
    home = team_builders.team_from_list(cast.league, cast.coach, "Grave Goods", "Undead", UNDEAD)
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Harbour", "Human", HUMANS)
    TwoTeams(cast, home, away).use_cards(budget=200_000)
    team_builders.add_gold(home, GIFT)
    match = match_builders.scheduled_match(home, away)
    return MatchDay(
        match=match,
        home=Coach(visitors.visit_as(cast.coach), home.name),
        away=Coach(visitors.visit_as(cast.other_coach), away.name),
        commissioner=visitors.visit_as(cast.commissioner),
    )


def test_a_match_from_the_weather_to_the_new_team_values_and_its_correction(match_day: MatchDay) -> None:
    before_the_kick_off(match_day)
    during_the_match(match_day)
    reported_and_confirmed(match_day)
    values = after_the_match(match_day)
    sheet_is_printed(match_day)
    corrected(match_day, values)
    call_command("audit")


def before_the_kick_off(match_day: MatchDay) -> None:
    """Weather, both hands, inducements under the clock, fans."""
    home, away = match_day.home, match_day.away

    def bribe_under_the_clock(person: Person, question: Locator) -> None:
        card_pages.sees_the_countdown(person)
        away.open(match_day.address, "Go to the pre-match")
        card_pages.sees_the_countdown(away.person)
        away.person.sees(f"{home.team} can buy until")
        card_pages.sees_no_card_of(away.person, match_day.address, [PLAYED])
        match_pages.bribe(person, question, "200k")

    home.person.go(match_day.address)
    home.person.unfold("Ready to play?")
    home.person.press("Open the match")
    home.open(match_day.address, "Go to the pre-match")
    replies = {**card_pages.draw(DECK, PLAYED), "Inducements": bribe_under_the_clock}
    drawn = ["Special play cards", f"A card from {DECK}"]
    asked = match_pages.answer_all(home.person, replies)
    assert asked == ["Weather", *drawn, drawn[0], "Inducements"]
    away.open(match_day.address, "Go to the pre-match")
    replies = {**card_pages.draw(DECK, *SECRET), "Inducements": bribe_beside_two_cards}
    assert match_pages.answer_all(away.person, replies) == [*drawn, *drawn, "Inducements", "Fans"]
    home.open(match_day.address, "Go to the pre-match")
    assert match_pages.answer_all(home.person, {}) == ["Fans"]
    home.person.sees("Both teams are ready")


def bribe_beside_two_cards(person: Person, question: Locator) -> None:
    """Its bill says what the budget for cards, and what the inducement gold pays."""
    match_pages.bribe(person, question, "300k")


def during_the_match(match_day: MatchDay) -> None:
    """A card is played on one phone and seen on the other; what is still in a hand is not."""
    home, away = match_day.home, match_day.away
    card_pages.sees_no_card_of(away.person, match_day.address, [PLAYED])
    card_pages.play_card(home, match_day.address, PLAYED, 5, f"No. 4 {SLIPPED}, Blitzer", "Slid into the dugout.")
    assert CardPlay.objects.values_list("card", "half", "turn").get() == (PLAYED, 2, 5)
    away.open(match_day.address, "Special play cards")
    away.person.sees(PLAYED)
    away.person.sees("second half, turn 5")
    away.person.sees(SLIPPED)
    away.person.picture("cards-played")
    card_pages.sees_no_card_of(home.person, match_day.address, SECRET)


def reported_and_confirmed(match_day: MatchDay) -> None:
    """Two touchdowns and a kill by one player: one coach reports, the other confirms."""
    home, away = match_day.home, match_day.away
    home.open(match_day.address, "Enter the report")
    match_pages.report(home, {home.team: 2, away.team: 1}, hurt=away.team, d68=DEAD)
    away.open(match_day.address, "Read and confirm the report")
    away.person.sees(FALLEN)
    match_pages.confirm(away)
    line = PlayerLine.objects.get(side__match=match_day.match, died=True)
    assert line.side.team.name == away.team


def after_the_match(match_day: MatchDay) -> dict[str, int]:
    """Both post-matches step by step; the new team values, which the teams' pages show."""
    home, away = match_day.home, match_day.away
    replies: dict[str, Reply] = {
        "Most Valuable Player": award,
        IMPROVEMENT: learn_on_a_double,
        "Raising the dead": raise_the_dead,
        "Bank": bank_ten_thousand,
        "Buying": match_pages.hire,
    }
    asked = match_pages.go_through([home, away], match_day.address, "Go to the post-match", replies)
    improved = ["Most Valuable Player", IMPROVEMENT, IMPROVEMENT, "Winnings", "Winnings: the winner's re-roll"]
    assert asked[home.team] == [*improved, "Fan factor", "Bank", "Releasing", "Raising the dead", "Buying"]
    assert asked[away.team] == ["Most Valuable Player", "Winnings", "Fan factor", "Bank", "Releasing", "Buying"]
    match_day.match.refresh_from_db()
    assert match_day.match.state == Match.State.CLOSED
    values = {coach.team: new_value(coach) for coach in (home, away)}
    home.person.sees(RISEN)
    away.person.sees(re.compile(rf"{FALLEN}.*died|Departed.*{FALLEN}", re.DOTALL))
    return values


def award(person: Person, question: Locator) -> None:
    """By lot, to the second of the possible players."""
    question.locator("input[type=radio]").nth(1).check()
    person.leave(question.locator("button.btn-primary").click)


def learn_on_a_double(person: Person, question: Locator) -> None:
    """Rolls the double; then takes a skill that only a double opens."""
    dice = question.locator("fieldset.faces")
    for die in dice.all():
        die.get_by_role("radio").nth(DOUBLE - 1).check(force=True)
    if not dice.count():
        person.sees("A double: more skill categories are available.")
        person.picture("double")
        only = question.locator("fieldset.improvement-group", has_text="only on a double").first
        only.get_by_role("radio").first.check()
    person.leave(question.locator("button.btn-primary").click)


def raise_the_dead(person: Person, question: Locator) -> None:
    """Raises the dead player under a new name."""
    question.get_by_role("checkbox").check()
    question.get_by_label("New name").fill(RISEN)
    person.picture("raising")
    person.leave(question.locator("button.btn-primary").click)


def bank_ten_thousand(person: Person, question: Locator) -> None:
    """Press the choice of ten thousand."""
    question.get_by_label("Into the bank, in thousands").fill("10")
    person.leave(question.locator("button.btn-primary").click)


def new_value(coach: Coach) -> int:
    """A team's value on its page, which equals that of its sheet."""
    state = TeamState.objects.get(team__name=coach.team)
    coach.person.go(f"/teams/{state.team.public_id}/")
    expect(coach.person.page.locator(".goods-strip")).to_contain_text(k(state.value))
    coach.person.picture(f"team-{coach.team.split()[0].lower()}")
    return state.value


def sheet_is_printed(match_day: MatchDay) -> None:
    """One page with both teams, the death and the played card, without the cards that were not played."""
    person = match_day.home.person
    person.go(match_day.address)
    person.picture("match")
    pdf = league_pages.printed(person, "Print match sheet")
    assert pdf.startswith(b"%PDF")
    if PICTURES:
        Path(PICTURES, "match-sheet.pdf").write_bytes(pdf)
    (text,) = page_texts(pdf)
    for words in (match_day.home.team, match_day.away.team, PLAYED, "Dead", FALLEN, SLIPPED, "dead", "MVP"):
        assert words in text, (words, text)
    assert not [card for card in SECRET if card in text]


def corrected(match_day: MatchDay, values: dict[str, int]) -> None:
    """Another player scored: the first loses the level, the other one gets one, and the journals say so."""
    person, home, away = match_day.commissioner, match_day.home, match_day.away
    card_pages.correct_the_scorer(person, match_day.address, SCORER, OTHER_SCORER)
    person.sees("New decisions needed")
    person.picture("correction-asks")
    assert match_pages.answer_all(person, {}) == [f"Grave Goods: Improvement of {OTHER_SCORER} (no. 5)"] * 2
    person.picture("correction-preview")
    less = values[home.team] - DOUBLE_COST + SKILL_COST
    person.sees(re.compile(rf"Team value\s*{k(values[home.team])}\s*{k(less)}"))
    person.sees("Nothing changes for this team.")
    person.press("Accept correction")
    person.sees("accepted by commissioner")
    person.picture("corrected")
    assert MatchCorrection.objects.get().state == MatchCorrection.State.ACCEPTED
    assert {coach.team: new_value(coach) for coach in (home, away)} == {**values, home.team: less}
