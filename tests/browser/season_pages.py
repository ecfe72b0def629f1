"""A commissioner's season, from its divisions to the next season: each function is one thing that they do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, expect

from competitions.models import Season
from tests.browser import match_pages
from tests.browser.match_pages import SOUND, Coach, Reply
from tests.browser.visitors import Person
from tests.browser_pages import show_fields


def open_season(person: Person, name: str) -> None:
    """From the league's page."""
    person.follow("League")
    person.follow("Open a season")
    person.fill(Name=name)
    person.press("Open season")


def set_up_division(person: Person, name: str, part_of: str, teams: Sequence[str], seed: str) -> None:
    """From the season's page: a round robin of these teams, drawn and started."""
    person.follow("Create a competition")
    person.page.locator("summary", has_text="Divisions and conferences").click()
    person.fill(Name=name, Part_of=part_of)
    person.press("Create competition")
    group = person.page.get_by_role("group", name="Teams")
    for box in group.get_by_role("checkbox").all():
        box.uncheck()  # those that play nowhere else yet are ticked
    for team in teams:
        group.get_by_label(team).check()
    person.press("Enter teams")
    person.fill(Seed=seed)
    person.press("Draw fixtures")
    person.press("Start competition")
    person.sees("Under way")


def compare(person: Person, one: str, other: str) -> None:
    """From a competition's table: why the one ranks above the other."""
    person.field("One team").select_option(one)
    person.field("Another team").select_option(other)
    person.press("Explain")


def finish(person: Person, name: str) -> None:
    """As the league's page asks; ends on the page where the season continues."""
    person.follow("League")
    person.follow(f"Finish {name}")
    person.press("Finish competition")
    person.follow("Continue with Spring")


def marks(person: Person, team: str) -> list[str]:
    """What the page of the semi-finals says of a team: whether it is in by value, by win ratio, by both, by points."""
    cells = row_of(person, team).locator("td").all_inner_texts()
    return [cells[place] for place in (1, 3, 5, 7)]


def draw_play_offs(person: Person, way: str, trophy: str) -> None:
    """From the page of the semi-finals to their bracket."""
    person.page.get_by_label(way).check()
    person.field("Played for").select_option(trophy)
    person.press("Draw pairs")


def ties(person: Person) -> list[tuple[str, ...]]:
    """The bracket as it is read: whom and what every tie names, its scores among it."""
    return [
        tuple(words for side in tie.locator(".tie-side").all() for words in texts_of(side))
        for tie in person.page.locator(".tie").all()
    ]


def texts_of(place: Locator) -> list[str]:
    """The text, line by line, without the letters on a shield, which are a picture."""
    drawn = {letters.strip() for letters in place.locator("svg").all_text_contents()}
    return [words for words in place.inner_text().split("\n") if words not in drawn]


def award_trophy(person: Person, prize: int) -> tuple[str, str]:
    """From the form of a trophy: award it to the two chosen teams, with a prize for the winner; returns their names."""
    chosen = [person.field(label).locator("option:checked").inner_text() for label in ("Winner", "Runner-up")]
    person.field("Prize of the winner, in gold pieces").fill(str(prize))
    person.picture("hand-over")
    person.press("Award trophy")
    winner, runner_up = chosen
    return winner, runner_up


def open_match(person: Person, home: str, away: str) -> None:
    """From a competition's list of fixtures to the match that was played there."""
    line = person.page.locator(".fixtures > li").filter(has_text=home).filter(has_text=away)
    person.leave(line.locator("a.played").click)


def correct_scores(person: Person, reason: str, changes: Mapping[str, str], deed: str = "touchdowns") -> None:
    """From a match: a side's score and what its first player scored change by one step, ``+1`` or ``−1``."""
    page = person.page
    person.follow("Correct match")
    person.field("Reason").fill(reason)
    person.press("Start correction")
    show_fields(page)
    for team, step in changes.items():
        page.get_by_role("button", name=f"{team}: {step}", exact=True).click()
        scorer = first_player(person, team)
        button = scorer.get_by_role("button", name=f"{deed}: {step}")
        if not button.is_visible():
            scorer.locator(".player-toggle").click()
        button.click()
    person.settle()
    expect(page.locator("#report-summary")).to_have_text(SOUND)
    person.press("Preview changes")


def first_player(person: Person, team: str) -> Locator:
    """The first player of a team in a report."""
    side = person.page.locator("details.report-team", has=person.page.get_by_role("heading", name=team))
    return side.locator("tr.player").first


def figures(person: Person, of: str) -> dict[str, tuple[str, ...]]:
    """What a correction's preview says of a team or a competition: the first cell of every line, and the others."""
    panel = person.page.locator("section.panel", has=person.page.get_by_role("heading", name=of, exact=True))
    expect(panel.first).to_be_visible()  # what follows is loaded after the page
    rows = panel.locator("tbody tr").filter(has=person.page.locator("td")).all()
    return {row.locator("th").inner_text(): tuple(row.locator("td").all_inner_texts()) for row in rows}


def figures_fit(person: Person) -> bool:
    """Whether all tables of the preview fit without scrolling sideways."""
    frames = person.page.locator(".table-scroll")
    return bool(frames.evaluate_all("all => all.every(each => each.scrollWidth <= each.clientWidth)"))


def choose(person: Person, findings: Mapping[str, str]) -> None:
    """What happens to each thing that is no longer possible, by a part of its text."""
    groups = person.page.get_by_role("group").filter(has=person.page.get_by_role("radio"))
    expect(groups).to_have_count(len(findings))
    for words, choice in findings.items():
        person.page.get_by_role("group", name=re.compile(words)).get_by_label(choice).check()
    person.picture("correction-preview")
    person.press("Save decisions")


def awards(person: Person) -> dict[str, list[str]]:
    """The awards as the page shows them: the holders by competition or by name."""
    rows = person.page.get_by_role("region", name=re.compile("^(Champions|Awards)")).locator("tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}


def close_season(person: Person, retiring: str) -> None:
    """From the wizard: injuries are over, one team is retired."""
    person.page.get_by_label("Clear “misses next match” for all players").check()
    person.field(retiring).select_option("retires")
    person.press("Close season")
    person.sees("closed")


def answer_end(coach: Coach, replies: Mapping[str, Reply]) -> list[str]:
    """On the newest season's page, after its end: a coach answers what the book asks. Returns the questions' titles."""
    person, season = coach.person, Season.objects.latest("pk")
    person.go(f"/leagues/{season.league.slug}/seasons/{season.number}/")
    ends = person.page.get_by_role("region", name="End of the season")
    person.leave(ends.get_by_role("link", name=coach.team).click)
    asked = match_pages.answer_all(person, replies)
    person.sees("The season is over for")
    return asked


def open_next_season(person: Person, name: str) -> None:
    """From the page of the closed one, with its teams."""
    person.follow("Open the next season with its teams")
    person.fill(Name=name)
    person.press("Open season")


def row_of(person: Person, team: str) -> Locator:
    """A team's line of the page's table."""
    return person.page.locator("tbody tr", has=person.page.get_by_role("rowheader", name=re.compile(f"^{team}")))
