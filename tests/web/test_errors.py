"""A refusal says what is wrong, where and what to do, as data until it is shown."""

from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext_lazy

from accounts.referrers import page_before
from leagues.models import JoinRequest
from rules.sequence.explanations import Violation
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Message, Refusal
from web.middleware import RefusalMiddleware

NO_GOLD = Message(
    id="tests.no_gold",
    text=gettext_lazy("{team} has {left} gold left."),
    remedy=gettext_lazy("Choose fewer players."),
    purpose="starting_gold",
)


def test_only_the_args_fill_the_text_of_a_refusal() -> None:
    refusal = Refusal(NO_GOLD, team="{0.__class__} <b>", left=20)
    assert str(refusal) == "{0.__class__} <b> has 20 gold left. Choose fewer players."
    assert (refusal.id, refusal.status, refusal.args_shown["left"]) == ("tests.no_gold", 422, 20)


def test_a_refusal_without_a_form_becomes_a_page_with_source_and_link_back(cast: Cast) -> None:
    request = RequestFactory().post("/anywhere/", headers={"referer": "http://testserver/teams/7/?tab=2"})
    request.league = cast.league
    unworded = Violation(rule="C9", id="tests.unknown_to_every_catalogue", page=31)
    refusal = Refusal(NO_GOLD, violations=[unworded], team="<b>Reavers</b>", left=20)
    answer = RefusalMiddleware(lambda request: None).process_exception(request, refusal)
    page = answer.content.decode()
    assert answer.status_code == 422
    for part in ("&lt;b&gt;Reavers", "Choose fewer players.", "C1, p. 17", "tests.unknown", 'href="/teams/7/?tab=2"'):
        assert part in page
    assert "<b>Reavers" not in page


def test_a_refusal_outside_of_any_league_names_no_source() -> None:
    refusal = Refusal(NO_GOLD, team="Reavers", left=20)
    answer = RefusalMiddleware(lambda request: None).process_exception(RequestFactory().get("/anywhere/"), refusal)
    assert "has 20 gold left" in answer.content.decode() and "p. 17" not in answer.content.decode()


def test_a_bug_is_not_shown_as_a_refusal() -> None:
    assert RefusalMiddleware(lambda request: None).process_exception(RequestFactory().get("/"), KeyError("x")) is None


def test_the_link_back_never_leads_to_another_site() -> None:
    for referrer in (
        "https://evil.example/x",
        "//evil.example/x",
        "http://testserver//evil.example/x",
        "javascript:alert(1)",
        "",
        "http://[bad",
    ):
        assert page_before(RequestFactory().post("/x/", headers={"referer": referrer})) == ""


@pytest.mark.parametrize(("referer", "leads_to"), [("{members}?page=2", "{members}?page=2"), ("", "{front}")])
def test_a_late_submit_links_to_the_page_and_does_not_say_send_again(cast: Cast, referer: str, leads_to: str) -> None:
    """A browser that reloads the answer to a form sends the form once more."""
    asked = JoinRequest.objects.create(league=cast.league, user=cast.stranger)
    client, slug = signed_in(cast.commissioner), cast.league.slug
    url = reverse("leagues:answer_request", args=[slug, asked.pk])
    pages = {"members": reverse("leagues:members", args=[slug]), "front": reverse("competitions:league", args=[slug])}
    headers = {"referer": f"http://testserver{referer.format(**pages)}"} if referer else {}
    assert client.post(url, form_data(accept="yes"), headers=headers).status_code == 302
    for fields in (form_data(accept="no"), {"accept": "no"}):
        late = client.post(url, fields, headers=headers)
        assert late.status_code in (400, 422)
        assert f'class="btn btn-primary" href="{escape(leads_to.format(**pages))}"' in late.text
        assert "reload" not in late.text.lower()


def test_no_refusal_asks_to_reload_the_page() -> None:
    """Reloading a refusal's page sends the form again, and does not show what has changed."""
    rooms = [path.parent for path in Path(settings.BASE_DIR).glob("*/apps.py")]
    files = [path for room in rooms for path in room.rglob("*.py")]
    assert len(files) > 250
    files += (Path(settings.BASE_DIR) / "templates").rglob("*.html")
    assert [path.name for path in files if "reload the page" in path.read_text().lower()] == []


def test_an_address_that_only_takes_a_form_has_a_page_that_says_so(cast: Cast, client: Client) -> None:
    url = reverse("leagues:answer_request", args=[cast.league.slug, 1])
    for browser in (client, signed_in(cast.commissioner)):
        answer = browser.get(url, headers={"referer": "http://testserver/leagues/"})
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
        assert "A form is sent to this address." in answer.text and 'href="/leagues/"' in answer.text
    assert "private" in answer.headers["Cache-Control"], "it names who is signed in"


def test_a_page_that_is_only_read_says_so_when_a_form_is_sent_to_it(cast: Cast, client: Client) -> None:
    url = reverse("stats:records", args=[cast.league.slug])
    for browser in (client, signed_in(cast.commissioner)):
        answer = browser.post(url, {"name": "x"}, headers={"referer": f"http://testserver{url}"})
        assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
        assert "This page is only for reading." in answer.text and "A form is sent" not in answer.text
        assert "Nothing was changed." in answer.text and f'href="{url}"' in answer.text
    assert browser.put(url).content == b""
