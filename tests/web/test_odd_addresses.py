"""Any address, query, form or header gets a page as an answer, never an error of the server.

Every part of every address is tried with odd contents while the parts before and after it are real, so that what is
found behind a real league or match is tried as well as the resolver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from django.urls.converters import IntConverter
from django.utils.regex_helper import normalize
from pytest_django import DjangoDbBlocker

from leagues.options import PREFIX
from tests.leagues.cast import Cast, create_cast, form_data, signed_in
from tests.leagues.routes import routes
from tests.leagues.shared_cast import shared_writes
from tests.policy_objects import Parts
from tests.thoroughness import part_of

PEOPLE = ("visitor", "coach", "commissioner")

ODD_PARTS = {
    "30 digits": "9" * 30,
    "5,000 digits": "9" * 5_000,
    "one more than 64 bits hold": str(2**63),
    "zero": "0",
    "minus one": "-1",
    "digits of another script": quote("١٢٣"),
    "NUL": "%00",
    "NUL among letters": "a%00b",
    "5,000 characters": "x" * 5_000,
    "the folder above": "..",
    "the folder above, encoded": "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "an emoji": quote("🏈"),
    "right to left": quote("\u202eenod"),
    "half a surrogate pair": "%ED%A0%80",
    "no UTF-8": "%ff%fe",
    "a lone percent sign": "%zz",
    "a line break": "%0d%0aSet-Cookie:%20a=b",
    "markup": quote("\"><script>alert('x')</script>"),
    "nothing but a space": "%20",
}
ODD_IN_QUERIES = ("30 digits", "5,000 digits", "minus one", "NUL", "half a surrogate pair", "no UTF-8", "markup")
"""Whole pages are drawn for these, so there are fewer."""
ODD_TO_DATABASES = ("NUL among letters", "one more than 64 bits hold", "half a surrogate pair")
"""What the two databases would take differently, were it let through to them."""
ODD_TEXTS = {
    "NUL": b"a\x00b",
    "a number of 30 digits": b"9" * 30,
    "a number of 5,000 digits": b"9" * 5_000,
    "a number below zero": b"-99999999999999999999",
    "no number": b"NaN",
    "100 kB": b"x" * 100_000,
    "half a surrogate pair": b"\xed\xa0\x80",
    "no UTF-8": b"\xff\xfe",
    "right to left": "\u202eenod".encode(),
    "an emoji": "🏈".encode(),
    "markup": b"\"><script>alert('x')</script>{{ x }}{% x %}%s{0}",
    "a list in JSON": b"[1, 2]",
    "only spaces": b"   ",
    "nothing": b"",
}
HARDEST = ("NUL", "a number of 30 digits", "half a surrogate pair")
"""What is also tried in one field at a time, all others being right."""
QUERIES = ("page", "edition", "next", "seen", "side", "one", "other", "team", "round")
ROOMS = ("accounts:", "account_", "leagues:", "jobs:", "home")
"""Whose forms are tried here; the forms of teams, matches and competitions are tried in their rooms."""


@cache
def templates() -> dict[str, str]:
    """Every route's address by its name, as `leagues/%(slug)s/`."""
    return dict(walk(get_resolver().url_patterns, "", ""))


def walk(patterns: list[URLPattern | URLResolver], spaces: str, before: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        regex = before + pattern.pattern.regex.pattern.removeprefix("^")
        if isinstance(pattern, URLResolver):
            space = f"{spaces}{pattern.namespace}:" if pattern.namespace else spaces
            yield from walk(pattern.url_patterns, space, regex.removesuffix("$"))
        else:
            yield f"{spaces}{pattern.name or pattern.lookup_str}", "/" + normalize(regex)[0][0]


@dataclass(frozen=True)
class Real:
    """The real parts of every address, by the names of the routes."""

    cast: Cast
    parts: dict[str, dict[str, str]]

    def of(self, route: str) -> dict[str, str]:
        return self.parts[route]


def part_names(template: str) -> list[str]:
    """The names of a template's parts, from left to right."""
    return [piece.partition(")s")[0] for piece in template.split("%(")[1:]]


@pytest.fixture(scope="module")
def stood(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Real]:
    with shared_writes(django_db_blocker):
        cast = create_cast()
        parts = Parts(cast, cast.league)
        yield Real(cast, {route: parts.of(route, part_names(url)) for route, url in templates().items()})


@pytest.fixture
def parts(db: None, stood: Real, monkeypatch: pytest.MonkeyPatch) -> Real:
    """Addresses where no rate limit answers before the view reads the request."""
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", False)
    return stood


@pytest.fixture
def cast(parts: Real) -> Cast:
    return parts.cast


def browser(cast: Cast, name: str) -> Client:
    """A browser that sees error pages as in production."""
    client = signed_in(cast[name])
    client.raise_request_exception = False
    return client


def test_the_walk_finds_every_route() -> None:
    assert set(templates()) == {route.name for route in routes()}


def test_every_number_in_an_address_has_an_end() -> None:
    endless = [name for name, kinds in converters(get_resolver().url_patterns, "") if IntConverter in kinds]
    assert not endless, f"use <row:...> of leagues.addresses instead of <int:...> in {endless}"


def converters(patterns: list[URLPattern | URLResolver], spaces: str) -> Iterator[tuple[str, set[type]]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from converters(pattern.url_patterns, f"{spaces}{pattern.namespace or ''}:")
        else:
            yield f"{spaces}{pattern.name}", {type(each) for each in pattern.pattern.converters.values()}


@pytest.mark.thorough
@pytest.mark.parametrize("person", PEOPLE)
def test_an_odd_part_of_an_address_is_not_found(cast: Cast, parts: Real, person: str) -> None:
    client, wrong, routeless = browser(cast, person), [], set()
    for route, template in part_of(list(templates().items()), 6):
        real = parts.of(route)
        ask, everything = client.get, settings.EMBEDDED and (person == "commissioner" or route.startswith(ROOMS))
        for name, what in product(real, ODD_PARTS if everything else ODD_TO_DATABASES):
            if ask == client.post and what not in ODD_TO_DATABASES:
                continue
            url = template % {**real, name: ODD_PARTS[what]}
            if is_no_route(url):
                if what in routeless:
                    continue  # whatever stands around it, it is answered before any view
                routeless.add(what)
            response = ask(url)
            if response.status_code == 405 and ask == client.get:
                ask = client.post  # nothing else makes the view look at its address
                response = ask(url)
            if response.status_code not in (301, 302, 400, 403, 404, 405, *answers_of(route)):
                wrong.append(f"{route}: {what} as {name}: {response.status_code}")
    assert not wrong, "\n".join(wrong)


def is_no_route(url: str) -> bool:
    """Whether no view is meant by an address."""
    try:
        resolve(RequestFactory().get(url).path_info)
    except Resolver404:
        return True
    return False


def answers_of(route: str) -> tuple[int, ...]:
    """What else a route may answer: allauth has its own page for a bad link."""
    return (200,) if route in ("account_confirm_email", "account_reset_password_from_key") else ()


@pytest.mark.thorough
@pytest.mark.parametrize("turn", range(len(PEOPLE)))
def test_an_odd_query_is_no_error(cast: Cast, parts: Real, turn: int) -> None:
    """Every name with every value; each person sends a part of them."""
    browsers, wrong = [browser(cast, person) for person in PEOPLE], []
    values = [ODD_PARTS[what] for what in ODD_IN_QUERIES]
    for number, (route, template) in enumerate(part_of(list(templates().items()), 6)):
        url, client = template % parts.of(route), browsers[(number + turn) % len(PEOPLE)]
        for shift in range(turn, len(values), len(PEOPLE)):
            query = "&".join(f"{name}={values[(at + shift) % len(values)]}" for at, name in enumerate(QUERIES))
            response = client.get(f"{url}?{query}")
            if response.status_code >= 500:
                wrong.append(f"{route}: {query[:300]}: {response.status_code}")
            if response.status_code == 405:
                break  # whatever the query
    assert not wrong, "\n".join(wrong)


def sent(client: Client, url: str, fields: dict[str, bytes | str]) -> HttpResponse:
    """A form whose fields are bytes as they are, which need not be text."""
    return client.post(url, urlencode(fields), content_type="application/x-www-form-urlencoded")


def fields_of(client: Client, url: str) -> dict[str, bytes | str]:
    """A form as its page shows it, with an id; only an id and a button where there is no such page."""
    response = client.get(url)
    form = (response.context or {}).get("form") if response.status_code == 200 else None
    if form is None:
        return form_data(accept="yes")
    shown = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else str(value) for name, value in shown.items()} | form_data()


def is_read(response: HttpResponse) -> bool:
    """Whether the view reads the form: not if the address takes no form, or the person may not use it."""
    return response.status_code not in (403, 405) and "/login/?next=" not in response.headers.get("Location", "")


@pytest.mark.thorough
@pytest.mark.parametrize("person", PEOPLE)
def test_a_form_with_odd_contents_is_refused_and_no_error(cast: Cast, parts: Real, person: str) -> None:
    client, wrong = browser(cast, person), []
    for route, template in part_of(list(templates().items()), 6):
        if not route.startswith(ROOMS) or route == "account_logout":
            continue
        url = template % parts.of(route)
        real = fields_of(client, url)
        read = is_read(sent(client, url, dict.fromkeys(real, "")))
        for what in ODD_TEXTS if settings.EMBEDDED and read else (*HARDEST, "100 kB"):
            odd = ODD_TEXTS[what]
            tries = [dict.fromkeys(real, odd)]
            if read and len(real) > len(form_data()):  # otherwise it has no field, or one that is a button
                tries.append({**dict.fromkeys(real, odd), **form_data()})
            if read and what in HARDEST:
                tries += [{**real, **form_data(), name: odd} for name in real if not name.startswith(PREFIX)]
            for fields in tries:
                response = sent(client, url, fields)
                if response.status_code >= 500:
                    wrong.append(f"{route}: {what}: {response.status_code} for {sorted(fields)}")
        for missing in real if settings.EMBEDDED and read else ():
            response = sent(client, url, {name: value for name, value in real.items() if name != missing})
            if response.status_code >= 500:
                wrong.append(f"{route}: without {missing}: {response.status_code}")
    assert not wrong, "\n".join(wrong[:40])
