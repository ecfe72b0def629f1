"""Where lines break: heads leave to the bar what it says already, and narrow columns have room for names."""

from __future__ import annotations

import pytest

from competitions.models import Competition
from tests.browser_pages import Open, opened
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import cast, shared_cast
from tests.look.veterans import DESK, PHONE, own_team, veterans

__all__ = ["cast", "opened", "shared_cast", "veterans"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

HEIGHTS = "all => all.map(it => it.getBoundingClientRect().height)"


def test_the_head_of_a_tool_names_the_league_on_a_desk_and_leaves_it_to_the_bar_on_a_phone(
    opened: Open, veterans: Competition, cast: Cast
) -> None:
    address = f"/teams/{own_team(veterans).public_id}/crest/"
    shown = {}
    for size in (DESK, PHONE):
        page = opened(address, size=size, person="coach")
        shown[size] = page.locator(".where li").filter(visible=True).all_inner_texts()
        assert page.locator(".bar").get_by_role("link", name=cast.league.name).is_visible()
    assert shown[DESK] == [cast.league.name, own_team(veterans).name]
    assert shown[PHONE] == [own_team(veterans).name]
    alone = opened(f"/leagues/{cast.league.slug}/teams/", size=PHONE).locator(".where li").filter(visible=True)
    assert alone.all_inner_texts() == [cast.league.name]


def test_no_line_of_a_heads_links_ends_with_a_dot(opened: Open, veterans: Competition) -> None:
    page = opened(f"/teams/{own_team(veterans).public_id}/crest/", size=PHONE, person="coach")
    links = page.locator(".where")
    name = "A league with a name that is as long as a line"
    links.evaluate("(it, name) => { it.innerHTML = `<li><a href='#'>${name}</a></li>`.repeat(3); }", name)
    begin = links.locator("a").evaluate_all("all => all.map(it => it.getBoundingClientRect().left)")
    assert begin == pytest.approx([page.locator("h1").evaluate("it => it.getBoundingClientRect().left")] * 3, abs=1)
    ends = links.locator("li").evaluate_all("all => all.map(it => getComputedStyle(it, '::after').content)")
    assert ends == ["none"] * 3


def test_figures_in_a_head_stay_on_one_line(opened: Open, veterans: Competition) -> None:
    page = opened(f"/teams/{own_team(veterans).public_id}/", size=PHONE)
    lines = page.locator(".hero p").evaluate(
        """it => Array.from({ length: 40 }, () => {
          it.firstElementChild.append("m");
          return [...it.querySelectorAll(".amount")].map((each) => each.getClientRects().length);
        })"""
    )
    assert lines == [[1, 1]] * 40


def test_a_head_without_buttons_uses_the_whole_width(opened: Open, veterans: Competition) -> None:
    page = opened(f"/teams/{own_team(veterans).public_id}/on/", size=DESK)
    page.locator("h1").evaluate("it => { it.textContent = 'Roster of the Ferryport Lanterns United on a date'; }")
    (height,) = page.locator("h1").evaluate_all(HEIGHTS)
    assert height < 50


def test_where_a_rating_changed_has_the_width_of_its_column_on_a_phone(opened: Open, veterans: Competition) -> None:
    page = opened(f"/teams/{own_team(veterans).public_id}/rating/", size=PHONE)
    assert page.locator(".figures tbody tr").count() >= 2
    assert max(page.locator(".figures tbody tr").evaluate_all(HEIGHTS)) <= 84
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_words_of_names_are_whole_beside_a_score_on_the_card_of_a_match(opened: Open, veterans: Competition) -> None:
    page = opened(f"/leagues/{veterans.season.league.slug}/", size=DESK)
    page.locator(".mcs").evaluate("it => { it.innerHTML = it.innerHTML.repeat(3); }")
    page.locator(".mc .sc").evaluate_all("all => all.forEach(it => { it.className = 'sc'; it.textContent = '2 – 3'; })")
    page.locator(".ms").evaluate_all(
        "all => all.forEach(it => { it.className += ' won'; it.lastElementChild.textContent = 'Templegate Kestrels'; })"
    )
    pieces = page.locator(".ms > span").evaluate_all(
        """all => all.map(it => {
          const word = document.createRange();
          word.setStart(it.firstChild, 0);
          word.setEnd(it.firstChild, "Templegate".length);
          return word.getClientRects().length;
        })"""
    )
    assert pieces and set(pieces) == {1}


def test_places_of_two_digits_keep_off_the_edge_and_the_crest_of_their_row_on_a_phone(
    opened: Open, veterans: Competition
) -> None:
    page = opened(f"/competitions/{veterans.public_id}/table/", size=PHONE)
    gaps = page.locator(".pl").evaluate_all(
        """all => all.map(it => {
          const [cell, number, moved, crest] = [it, it.querySelector("b"), it.querySelector(".mv"), it.parentElement
            .querySelector("th svg")].map(each => each.getBoundingClientRect());
          return [number.left - cell.left, crest.left - moved.right];
        })"""
    )
    assert gaps and min(gap[0] for gap in gaps) >= 5 and min(gap[1] for gap in gaps) >= 4


def test_two_lines_of_a_list_end_above_the_line_below_them_on_a_phone(opened: Open, veterans: Competition) -> None:
    page = opened(f"/leagues/{veterans.season.league.slug}/log/", size=PHONE)
    gaps = page.locator(".rows > li").evaluate_all(
        "all => all.map(it => it.getBoundingClientRect().bottom - it.lastElementChild.getBoundingClientRect().bottom)"
    )
    assert gaps and min(gaps) >= 6


def test_the_figure_of_an_injury_stays_beside_what_it_is_of(opened: Open, veterans: Competition) -> None:
    page = opened(f"/teams/{own_team(veterans).public_id}/", size=DESK)
    spans = "".join(f"<span>−1 {name}</span> " for name in ("MA,", "ST,", "AG,", "AV") * 6)
    page.locator("td.skills").first.evaluate(
        f'it => {{ it.innerHTML = \'<div class="injuries"><span class="tag">misses</span> {spans}</div>\'; }}'
    )
    heights = page.locator(".injuries > span").evaluate_all(HEIGHTS)
    assert len(heights) == 25 and max(heights) < 30
    assert page.locator(".injuries").evaluate("it => it.offsetHeight") > 30
