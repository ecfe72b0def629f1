"""A page on which something waits asks for itself again, and takes what has changed. Nobody is disturbed by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from leagues.members.memberships import answer_request, request_to_join
from leagues.models import JoinRequest, League, Membership
from notices.models import Notice
from rules.team.trades import Stake
from teams.building import approval
from teams.models import Team
from teams.trading import takeovers, trading
from tests.browser_pages import Open, opened
from tests.leagues.cast import Cast, create_user, signed_in
from tests.leagues.shared_cast import cast, shared_cast
from tests.notices.asking_pages import asked_at, asks_again
from tests.notices.requests_to_join import stranger_asks
from tests.teams import team_builders
from tests.teams.trade_builders import create_trading_teams

__all__ = ["cast", "opened", "shared_cast"]
Scene = tuple[str, Client, Callable[[], Any]]
"""A page that waits, its reader, and what happens then."""


def inbox(cast: Cast) -> Scene:
    return reverse("notices:inbox"), signed_in(cast.commissioner), lambda: stranger_asks(cast)


def home(cast: Cast) -> Scene:
    return "/", signed_in(cast.commissioner), lambda: team_builders.submitted_team(cast.league, cast.coach)


def own_team(cast: Cast) -> Scene:
    team = team_builders.submitted_team(cast.private, cast.coach)
    page = reverse("teams:build", args=[team.public_id])
    return page, signed_in(cast.coach), lambda: approved(team, cast)


def approved(team: Team, cast: Cast) -> None:
    approval.approve_team(team=team, expected=team.version, by=cast.commissioner)


def approvals(cast: Cast) -> Scene:
    page = reverse("teams:approvals", args=[cast.private.slug])
    return page, signed_in(cast.commissioner), lambda: team_builders.submitted_team(cast.private, cast.coach)


def trade(cast: Cast) -> Scene:
    found = create_trading_teams(cast, "approval").offered(Stake(gold=20_000))
    page = reverse("teams:trade", args=[found.pk])
    return (
        page,
        signed_in(cast.coach),
        lambda: trading.refuse_trade(trade=found, expected=found.version, by=cast.other_coach),
    )


def transfer(cast: Cast) -> Scene:
    team = team_builders.approved_team(cast.private, cast.coach, by=cast.commissioner)
    offer = takeovers.offer_team(team=team, by=cast.commissioner, to=cast.other_coach, reason="")
    page = reverse("teams:offer_team", args=[team.public_id])
    return page, signed_in(cast.commissioner), lambda: takeovers.decline(offer=offer, by=cast.other_coach)


def take_over(cast: Cast) -> Scene:
    team = team_builders.approved_team(cast.private, cast.coach, by=cast.commissioner)
    offer = takeovers.offer_team(team=team, by=cast.commissioner, to=cast.other_coach, reason="")
    page = reverse("teams:take_over", args=[offer.pk])
    return page, signed_in(cast.other_coach), lambda: takeovers.withdraw_offer(offer=offer, by=cast.commissioner)


def own_request(cast: Cast, page: str = "leagues:ask") -> Scene:
    asked = stranger_asks(cast)
    address = reverse(page, args=[cast.league.slug])
    return (
        address,
        signed_in(cast.stranger),
        lambda: answer_request(join_request=asked, by=cast.commissioner, accept=True),
    )


def request_on_the_front_page(cast: Cast) -> Scene:
    return own_request(cast, "competitions:league")


def requests(cast: Cast) -> Scene:
    page = reverse("leagues:members", args=[cast.league.slug])
    return page, signed_in(cast.commissioner), lambda: stranger_asks(cast)


SCENES = (
    inbox,
    home,
    own_team,
    approvals,
    trade,
    transfer,
    take_over,
    own_request,
    request_on_the_front_page,
    requests,
)


@pytest.mark.django_db
@pytest.mark.parametrize("scene", SCENES)
def test_a_page_that_waits_hears_nothing_until_something_has_happened(
    scene: Callable[[Cast], Scene], cast: Cast, django_assert_max_num_queries: Any
) -> None:
    page, client, happens = scene(cast)
    address = asked_at(client, page)
    with django_assert_max_num_queries(5):
        assert asks_again(client, address).status_code == 204
    happens()
    answer = asks_again(client, address)
    assert answer.status_code in (200, 302)
    signed_out = asks_again(Client(), address)
    assert signed_out.status_code in (302, 404) or b'id="page-waits"' not in signed_out.content


@pytest.mark.django_db
def test_a_page_of_a_private_league_is_gone_for_who_has_left(cast: Cast) -> None:
    page, client, _happens = trade(cast)
    League.objects.filter(pk=cast.league.pk).update(public=False)
    address = asked_at(client, page)
    Membership.objects.filter(league=cast.league, user=cast.coach).update(left_at=timezone.now())
    assert asks_again(client, address).status_code == 404
    assert asks_again(Client(), address).status_code == 404


@pytest.mark.django_db
def test_no_link_of_a_page_repeats_what_it_asked(cast: Cast) -> None:
    for number in range(31):
        row = JoinRequest.objects.create(league=cast.league, user=create_user(f"p{number}"))
        answer_request(join_request=row, by=cast.commissioner, accept=False)
    Notice.objects.exclude(reader=cast.commissioner).update(reader=cast.stranger)
    client = signed_in(cast.stranger)
    address = asked_at(client, reverse("notices:inbox"))
    assert client.get(address).status_code == 200, "somebody opens it in a browser"
    Notice.objects.filter(pk=Notice.objects.filter(reader=cast.stranger).latest("pk").pk).update(read_at=timezone.now())
    page = asks_again(client, address).content.decode()
    assert 'href="?page=2"' in page and page.count("shown=") == 1


@pytest.mark.django_db
def test_pages_on_which_nothing_waits_do_not_ask(cast: Cast) -> None:
    stranger_asks(cast)
    for person in ("visitor", "coach"):
        for page in ("competitions:league", "leagues:members"):
            html = signed_in(cast[person]).get(reverse(page, args=[cast.league.slug])).content.decode()
            assert "waiting.js" not in html
    assert "waiting.js" not in Client().get("/").content.decode()


@pytest.mark.django_db
def test_a_page_that_shows_the_mistakes_of_a_form_does_not_ask(cast: Cast) -> None:
    page, client, _happens = transfer(cast)
    assert b"data-waiting" in client.get(page).content
    refused = client.post(page, {"reason": "typed"})
    assert refused.status_code >= 400 and b'id="page-waits"' in refused.content
    assert b"data-waiting" not in refused.content, "what was typed would be lost"


def look(page: Page) -> None:
    """The reader comes back to the page, which looks at once."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


WITHOUT_POPOVERS = """() => {
  delete HTMLElement.prototype.popover;
  document.querySelector = (wanted) => {
    if (wanted.includes(":popover-open")) throw new SyntaxError(wanted);
    return Document.prototype.querySelector.call(document, wanted);
  };
}"""
"""Makes a page as it is in a browser that does not know popovers, where their selector is an error."""


def asks_too(cast: Cast, name: str) -> JoinRequest:
    return request_to_join(league=cast.league, user=create_user(name), message="")


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_inbox_fills_itself_and_leaves_the_reader_where_they_are(opened: Open, cast: Cast) -> None:
    stranger_asks(cast)
    page = opened(reverse("notices:inbox"), person="commissioner")
    link = page.get_by_role("link", name="stranger asks to join")
    link.focus()
    page.evaluate("document.body.style.paddingBottom = '3000px'; window.scrollTo(0, 90)")
    asks_too(cast, "second")
    look(page)
    expect(page.get_by_role("link", name="second asks to join")).to_be_visible()
    expect(page.locator(".unread-count").first).to_have_text("2")
    expect(page.locator("#page-changed")).to_have_text("This page has changed.")
    expect(link).to_be_focused()
    assert page.evaluate("window.scrollY") == 90
    page.evaluate("document.getElementById('page-changed').textContent = ''")
    with page.expect_response(lambda response: "shown=" in response.url) as answer:
        look(page)
    assert answer.value.status == 204, "the page asks with the sign of what it shows now"
    expect(page.locator("#page-changed")).to_have_text("")
    page.evaluate(WITHOUT_POPOVERS)
    asks_too(cast, "third")
    look(page)
    expect(page.get_by_role("link", name="third asks to join")).to_be_visible()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_page_waits_while_somebody_types_and_goes_when_they_sign_out(opened: Open, cast: Cast) -> None:
    stranger_asks(cast)
    page = opened("/", person="commissioner", size=(1280, 900))
    field = page.locator(".bar-search input")
    field.fill("Reav")
    asks_too(cast, "second")
    team_builders.submitted_team(cast.league, cast.coach)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    look(page)
    assert field.input_value() == "Reav" and asked == []
    field.blur()
    look(page)
    expect(page.get_by_text("Reikland Reavers").first).to_be_visible()
    page.context.clear_cookies()
    asks_too(cast, "third")
    look(page)
    expect(page.get_by_role("heading", name="Your league, by the book")).to_be_visible()
