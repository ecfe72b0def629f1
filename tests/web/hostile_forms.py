"""Attacks the forms of pages: every form of a page, field by field, and all its fields at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import Pattern

from django.test import Client
from django.urls import resolve, reverse

from tests.leagues.routes import Route
from tests.matches.forms import Form, Page, visit
from tests.web.hostile_values import HOSTILE, all_of, kinds_for_all, send, single_fields

LONG = {"a hundred kilobytes": "x" * 100_000}
ANSWERS = (200, 204, 302, 400, 403, 404, 409, 413, 422)
"""A page or a refusal; never an error."""


def route_of(action: str) -> str:
    """The name of the route that a form is sent to."""
    return resolve(action).view_name


def forms_on(client: Client, url: str, ours: Pattern[str]) -> Iterator[tuple[Page, str, Form]]:
    """The forms of a page for these routes, one for each address that a button names."""
    page = visit(client, url)
    html = page.response.content.decode()
    for form in page.forms:
        if form.method != "post":
            continue
        own = form.action or url.partition("?")[0]
        inside = html[html.index("<form", html.index(f'action="{form.action}"') - 200) :] if form.action else html
        named = re.findall(r'formaction="([^"]+)"', inside[: inside.index("</form>")])
        for action in dict.fromkeys(each.partition("#")[0] for each in (own, *named)):
            if ours.match(route_of(action)):
                yield page, action, form


def attack(client: Client, action: str, form: Form) -> None:
    """Try tricky values in one field of each kind, and hostile values in all fields together."""
    names = dict.fromkeys(all_of(form))
    kinds = {re.sub(r"-.*|[0-9].*", "", name): name for name in names if name != "csrfmiddlewaretoken"}
    at_once = kinds_for_all(action) | set(LONG)
    for what, value in (HOSTILE | LONG).items():
        for name in single_fields(what, kinds.values(), form):
            status = send(client, action, form.fields, {name: value})
            assert status in ANSWERS, f"{action} {name}: {what}: {status}"
        if what in at_once:
            status = send(client, action, form.fields, dict.fromkeys(names, value))
            assert status in ANSWERS, f"{action}: {what} everywhere: {status}"


def takes_posts(route: Route, client: Client) -> bool:
    """Whether the route accepts a post at all."""
    return client.post(reverse(route.name, kwargs=dict.fromkeys(route.parts, "1"))).status_code != 405
