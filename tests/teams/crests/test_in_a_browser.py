"""The editor of a crest in a real browser: with scripts it follows each choice, without them it shows on a button."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, expect

from teams.crests.dressing import dress
from teams.models import Team
from tests.browser_pages import DESK, PHONE, Open
from tests.chromium import settle
from tests.leagues.cast import Cast
from tests.teams import team_builders
from web.crests.crest import PARTS, Crest, crest_in
from web.pictures import redrawn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.approved_team(cast.league, cast.coach)


def choose(page: Page, part: str, value: str) -> None:
    """Press a choice where a finger would: on its drawing."""
    page.locator(f"label:has(#choose-{part}-{value})").click()


def saved(team: Team) -> Crest:
    return crest_in(Team.objects.get(pk=team.pk).crest)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_preview_follows_each_choice(opened: Open, team: Team, size: tuple[int, int]) -> None:
    before = saved(team)
    page = opened(reverse("teams:crest", args=[team.public_id]), size=size)
    choose(page, "first", "violet")
    expect(page.locator("#preview .crest-hero")).to_contain_class("kit-a-violet")
    choose(page, "shape", "round")
    settle(page)  # the next choice would call this preview off, which a console tells
    choose(page, "emblem", "swords")
    expect(page.locator("#choose-emblem-swords")).to_be_checked()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert Axe().run(page).violations_count == 0
    assert saved(team) == before
    page.get_by_role("button", name="Save crest").click()
    page.wait_for_url(f"**/teams/{team.public_id}/")
    assert saved(team) == replace(before, shape="round", emblem="swords", first="violet")


SEEN_IN_ITS_ROW = """chosen => {
  const label = chosen.parentElement;
  const [option, row] = [label, label.parentElement].map((it) => it.getBoundingClientRect());
  return option.left >= row.left && option.right <= row.right;
}"""


def test_each_row_opens_at_what_is_chosen_on_a_phone(opened: Open, team: Team) -> None:
    last = {part: list(PARTS[part])[-1] for part in ("emblem", "pattern")}
    Team.objects.filter(pk=team.pk).update(crest=replace(saved(team), **last).as_json())
    page = opened(reverse("teams:crest", args=[team.public_id]), size=PHONE)
    chosen = page.locator(".crest-options :checked")
    assert chosen.evaluate_all(f"all => all.map({SEEN_IN_ITS_ROW})") == [True] * 6
    choose(page, "first", "violet")
    settle(page)
    assert chosen.evaluate_all(f"all => all.map({SEEN_IN_ITS_ROW})") == [True] * 6, "rows that were drawn once more"


def test_without_scripts_a_button_shows_the_choice(opened: Open, team: Team) -> None:
    before = saved(team)
    page = opened(reverse("teams:crest", args=[team.public_id]), script=False)
    choose(page, "first", "violet")
    choose(page, "shape", "round")
    page.get_by_role("button", name="Show without saving").click()
    expect(page.locator("#preview .kit-a-violet")).to_be_visible()
    expect(page.locator("#choose-shape-round")).to_be_checked()
    assert saved(team) == before
    page.get_by_role("button", name="Save crest").click()
    page.wait_for_url(f"**/teams/{team.public_id}/")
    assert saved(team) == replace(before, shape="round", first="violet")


@pytest.mark.parametrize(("night", "edge"), [(False, "rgb(17, 17, 17)"), (True, "rgb(207, 200, 180)")])
def test_a_picture_has_an_edge_that_parts_it_from_its_ground(opened: Open, team: Team, night: bool, edge: str) -> None:
    """A black one would not be seen at night, a white one by day."""
    out = BytesIO()
    Image.new("RGB", (90, 90), "black").save(out, "PNG")
    dress(
        team=team,
        expected=team.version,
        crest=Crest(),
        picture=redrawn(SimpleUploadedFile("crest.png", out.getvalue())),
    )
    page = opened(reverse("teams:list", args=[team.league.slug]), size=DESK, night=night)
    assert edge in page.locator("table img").evaluate("shown => getComputedStyle(shown).filter")
