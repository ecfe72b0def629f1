"""News in a browser: a story is written, read and talked about on a phone; everybody can use the pages."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Page, expect

from competitions.models import Competition
from leagues.models import League
from news.models import Comment, Story
from news.stories import write_story
from teams.models import Team
from tests.browser_pages import DESK, LONG_WORD, PHONE, Open, opened
from tests.competitions.competition_builders import decide_match, matches_of
from tests.leagues.cast import Cast

__all__ = ["opened"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG_TITLE = "What the second round of the championship taught all of us about catching"
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def usable(page: Page) -> None:
    assert page.evaluate(SIDEWAYS) is False, page.url
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_story_is_written_previewed_published_and_talked_about(cast: Cast, opened: Open) -> None:
    League.objects.filter(pk=cast.league.pk).update(comments=League.Comments.MEMBERS)
    page = opened(f"/leagues/{cast.league.slug}/news/write/", person="commissioner", size=PHONE)
    usable(page)
    page.get_by_label("Title").fill("The cup is drawn")
    page.get_by_label("Text").fill(f"## News\n\nHello *all*, {LONG_WORD}\n\n| a | b |\n| - | - |\n| 1 | 2 |")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator(".told em")).to_have_text("all")
    usable(page)
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("heading", name="The cup is drawn")).to_be_visible()
    page = opened(f"/leagues/{cast.league.slug}/news/{Story.objects.get().pk}/", person="coach", size=PHONE, night=True)
    page.get_by_label("Your comment").fill("Well done!")
    page.get_by_role("button", name="Send comment").click()
    expect(page.locator("#comments")).to_contain_text("Well done!")
    usable(page)
    page = opened(page.url[page.url.index("/leagues/") :], person="other_coach", size=PHONE)
    page.get_by_role("link", name="Report").click()
    page.get_by_role("button", name="Report it").click()
    expect(page.locator("#comments")).to_be_visible()
    page = opened(
        f"/leagues/{cast.league.slug}/news/comments/{Comment.objects.get().pk}/", person="commissioner", size=DESK
    )
    usable(page)
    page.get_by_label("Hide it: only commissioners and who wrote it can read it").check()
    page.get_by_label("Reason").fill("Rude.")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator("#comments")).to_contain_text("hidden")


def test_a_long_title_leaves_no_line_for_the_dot_behind_it(cast: Cast, opened: Open) -> None:
    story = write_story(league=cast.league, by=cast.commissioner, title=LONG_TITLE, text="Well.", publish=True)
    comment = Comment.objects.create(story=story, by=cast.coach, text="Well said!", at=timezone.now())
    page = opened(f"/leagues/{cast.league.slug}/news/comments/{comment.pk}/", person="commissioner", size=PHONE)
    title = page.locator(".where li").filter(has_text=LONG_TITLE)
    first, behind = title.evaluate("it => [it.firstElementChild, it].map(each => each.getBoundingClientRect().bottom)")
    assert behind <= first
    assert page.evaluate(SIDEWAYS) is False


@pytest.mark.parametrize("night", [False, True], ids=["by day", "by night"])
def test_the_list_fits_and_everybody_can_use_it(cast: Cast, division: Competition, opened: Open, night: bool) -> None:
    decide_match(matches_of(division)[0], 7, 1)
    for size in (PHONE, DESK):
        page = opened(f"/leagues/{cast.league.slug}/news/", person="visitor", size=size, night=night)
        expect(page.locator(".news")).to_contain_text("7–1")
        usable(page)


def test_names_from_right_to_left_leave_figures_in_their_places(
    cast: Cast, division: Competition, opened: Open
) -> None:
    fixture = matches_of(division)[0]
    for team, name in ((fixture.home, "אריות ירושלים"), (fixture.away, "نسور القاهرة")):
        Team.objects.filter(pk=team.pk).update(name=name)
    decide_match(fixture, 7, 1)
    page = opened(f"/leagues/{cast.league.slug}/news/", person="visitor", size=DESK)
    links = page.locator(".what").filter(has_text="7–1").locator("a")
    lefts = links.evaluate_all("all => all.map(it => it.getBoundingClientRect().left)")
    assert len(lefts) == 3 and lefts == sorted(lefts)
