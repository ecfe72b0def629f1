"""A league chooses its book, and can play by others beside it, each with house rules of its own."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import RequestFactory
from django.urls import reverse

from leagues import books, services
from leagues.access import find_league
from leagues.changes import version_of
from leagues.models import League, LeagueBook
from rules import editions
from rules.editions.crp import EDITION as CRP
from tests.leagues.cast import Cast, form_data, signed_in
from tests.rules.build import PBBL
from tests.second_edition import STREET
from tests.web.league_forms import fields_in, founding_form

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _two_books(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, STREET))


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_every_book_has_a_card_when_a_league_is_created(cast: Cast) -> None:
    page = signed_in(cast.coach).get(reverse("leagues:create")).content.decode()
    for book in (PBBL.book, STREET.book):
        for said in (book.name, book.year, book.about, *book.differs, *book.uncertain):
            assert said.replace("'", "&#x27;") in page
        assert f'href="/rules/{book.key}/"' in page
    assert f'name="choose" value="{STREET.key}"' in page and f'value="{PBBL.book.key}">Choose' not in page
    assert "1 team list" in words(page) or f"{len(STREET.book.lists)} team lists" in words(page)


def test_the_chosen_book_is_marked_and_its_options_are_offered(cast: Cast) -> None:
    page = signed_in(cast.coach).get(reverse("leagues:create"), {"edition": STREET.key}).content.decode()
    chosen = re.search(r"<article.*?Chosen", page, re.DOTALL)
    assert chosen is not None and f'name="choose" value="{PBBL.book.key}"' in page
    assert "Street collection" in page


def test_another_book_keeps_what_was_typed(cast: Cast) -> None:
    client = signed_in(cast.coach)
    typed = founding_form(
        client, name="Alley Cup", description="Fridays at eight", zone="Europe/Berlin", joining="request"
    )
    del typed["public"]
    answer = client.post(reverse("leagues:create"), {**typed, "choose": STREET.key})
    page = answer.content.decode()
    assert (
        answer.status_code == 200
        and "Street collection" in page
        and not League.objects.filter(name="Alley Cup").exists()
    )
    sent = fields_in(page)
    assert {name: sent[name] for name in ("name", "zone", "edition", "joining")} == {
        "name": "Alley Cup",
        "zone": "Europe/Berlin",
        "edition": STREET.key,
        "joining": "request",
    }
    assert "Fridays at eight" in page and "public" not in sent
    assert client.post(reverse("leagues:create"), {**typed, "choose": "nothing"}).status_code == 404


def test_another_book_keeps_the_house_rules_that_it_has_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, CRP))
    client = signed_in(cast.coach)
    kept = {
        "option_several_teams_per_coach": "on", "option_mvp": "coach", "option_spiralling_step": "100000",
        "option_excluded_inducements": "bribe",
    }  # fmt: skip
    lost = {
        "option_inducement_time_limit": "10", "option_raised_in_match": "as_hired", "option_card_budget": "<b>",
    }  # fmt: skip
    typed = {
        **founding_form(client, name="Alley Cup"),
        **lost,
        **kept,
        "option_excluded_inducements": ["bribe", "healer"],
    }
    assert (typed["edition"], typed["option_spiralling_breakpoint"]) == (PBBL.book.key, "1500000")
    answer = client.post(reverse("leagues:create"), {**typed, "choose": CRP.key})
    sent = fields_in(answer.text)
    assert {name: sent[name] for name in kept} == kept
    assert sent["option_spiralling_breakpoint"] == "1750000", "as in its book before, so as in its book now"
    fell = words(re.split("</?ul>", answer.text.split("They fell away:")[1])[1])
    names = ("inducement_time_limit", "excluded_inducements", "card_budget", "raised_in_match")
    limit, left_out, budget, raised = (PBBL.book.options[name] for name in names)
    healer, as_hired = dict(left_out.choices)["healer"], dict(raised.choices)["as_hired"]
    assert fell == (
        f"{limit.label}: 10 {left_out.label}: {healer} {budget.label}: &lt;b&gt; {raised.label}: {as_hired}"
    )
    back = client.post(reverse("leagues:create"), {**founding_form(client), "edition": "nothing", "choose": CRP.key})
    assert back.status_code == 200 and "fell away" not in back.text


def test_the_list_of_books_shows_the_same_cards(cast: Cast) -> None:
    page = words(signed_in(None).get("/rules/").content.decode())
    assert STREET.book.about in page and STREET.book.uncertain[0] in page and "Chosen" not in page


def url(league: League, name: str = "house_rules", **query: str) -> str:
    found = reverse(f"leagues:{name}", args=[league.slug])
    return found + ("?" + "&".join(f"{key}={value}" for key, value in query.items()) if query else "")


def with_street(cast: Cast) -> League:
    books.add_book(league=cast.league, by=cast.commissioner, edition=STREET.key)
    return cast.league


def test_a_commissioner_adds_a_book(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    assert url(cast.league, "add_book") in client.get(url(cast.league)).content.decode()
    answer = client.post(url(cast.league, "add_book"), form_data(edition=STREET.key), follow=True)
    page = words(answer.content.decode())
    assert "plays by Street League Rules" in page and "Street collection" in page
    added = LeagueBook.objects.get()
    assert added.ruleset.values == editions.ruleset(STREET.key).house.as_json()
    assert "added the book Street League Rules" in words(client.get(url(cast.league, "log")).content.decode())


@pytest.mark.parametrize("person", ["visitor", "stranger", "coach"])
def test_others_add_none(cast: Cast, person: str) -> None:
    client = signed_in(cast[person])
    assert url(cast.league, "add_book") not in client.get(url(cast.league)).content.decode()
    assert client.post(url(cast.league, "add_book"), form_data(edition=STREET.key)).status_code in (302, 403)
    assert not LeagueBook.objects.exists()


@pytest.mark.parametrize("edition", ["", "none", PBBL.book.key, "street-2\x00", "[]"])
def test_a_book_that_there_is_not_or_that_the_league_has_is_refused_in_the_form(cast: Cast, edition: str) -> None:
    client = signed_in(cast.commissioner)
    assert client.post(url(cast.league, "add_book"), form_data(edition=edition)).status_code == 422
    assert not LeagueBook.objects.exists()


def test_a_league_with_every_book_is_offered_none(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    league = with_street(cast)
    assert url(league, "add_book") not in client.get(url(league)).content.decode()
    assert "already plays by every book" in client.get(url(league, "add_book")).content.decode()
    assert client.post(url(league, "add_book"), form_data(edition=STREET.key)).status_code == 422


def test_each_book_has_house_rules_of_its_own(cast: Cast) -> None:
    league, client = with_street(cast), signed_in(cast.commissioner)
    before = league.ruleset_id
    change = url(league, "change_house_rules", book=STREET.key)
    form = client.get(change).content.decode()
    assert "option_street_collection" in form and "option_mvp" not in form
    version = str(league.ruleset_for(STREET.key).pk)
    sent = form_data(version=version, reason="", option_street_collection="5000", option_trades="off")
    answer = client.post(change, sent, follow=True)
    assert answer.redirect_chain[-1][0] == url(league, book=STREET.key)
    assert league.ruleset_for(STREET.key).values["street_collection"] == 5_000
    league.refresh_from_db()
    assert league.ruleset_id == before and league.ruleset_for("").edition == PBBL.book.key
    again = client.post(change, {**sent, "command_id": form_data()["command_id"], "option_street_collection": "10000"})
    assert again.status_code == 409


def test_the_history_of_one_book_is_not_that_of_another(cast: Cast) -> None:
    league = with_street(cast)
    ruleset = league.ruleset_for(STREET.key)
    services.change_house_rules(
        league=league,
        by=cast.commissioner,
        expected=ruleset.pk,
        options={"street_collection": 5_000},
        edition=STREET.key,
    )
    client = signed_in(cast.coach)
    first, second = (words(client.get(page).content.decode()) for page in (url(league), url(league, book=STREET.key)))
    assert "Street collection" not in first and "→ 5,000" in second
    entry = league.log.filter(ruleset__edition=STREET.key).order_by("pk").first()
    assert entry is not None
    assert "Street collection" in words(client.get(url(league, set=str(entry.pk))).content.decode())


@pytest.mark.parametrize("book", ["none", STREET.key, "%00"])
def test_a_book_that_the_league_does_not_have_is_not_found(cast: Cast, book: str) -> None:
    client = signed_in(cast.commissioner)
    assert client.get(url(cast.league, book=book)).status_code == 404
    assert client.get(url(cast.league, "change_house_rules", book=book)).status_code == 404


def test_the_other_book_is_counted_as_a_change_of_the_league(cast: Cast) -> None:
    before = version_of(League.objects.get(pk=cast.league.pk))
    with_street(cast)
    assert version_of(League.objects.get(pk=cast.league.pk)) != before


def test_a_league_with_one_book_asks_the_database_for_no_other(
    cast: Cast, django_assert_num_queries: Callable[..., Any]
) -> None:
    request = RequestFactory().get("/")
    request.user = cast.coach
    league = find_league(request, cast.league.slug)
    with django_assert_num_queries(0):
        assert [book.key for book in books.books_of(league)] == [PBBL.book.key]
    with_street(cast)
    league = find_league(request, cast.league.slug)
    assert [book.key for book in books.books_of(league)] == [PBBL.book.key, STREET.key]


def test_the_majors_of_a_league_are_those_of_all_its_books(cast: Cast) -> None:
    services.create_league(by=cast.commissioner, details=services.Details(name="Alley"), edition=STREET.key)
    league = League.objects.get(name="Alley")
    assert books.majors_of(league) == {}
    books.add_book(league=league, by=cast.commissioner, edition=PBBL.book.key)
    assert list(books.majors_of(league)) == list(PBBL.book.trophies)
    page = signed_in(cast.commissioner).get(reverse("competitions:cabinet", args=[league.slug])).content.decode()
    assert "Chaos Cup" in page
