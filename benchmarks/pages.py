"""Every page that can be looked at, as a league's commissioner sees it: found by its route, none forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.test import Client
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from benchmarks.measuring import Measured, measured
from competitions.models import Competition, Fixture
from leagues.models import League, Membership
from matches.models import Match
from teams.models import Player, Team

AIM_MS = 20
ELSEWHERE = ("account_", "health", "jobs:show", "jobs:progress", "jobs:download", "leagues:join", "leagues:accept")
PEERS = {
    "matches:team": "75-108 ms",
    "competitions:table": "15-28 ms",
    "matches:report": "160-520 ms",
}


def routes() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every route of the site with the parts of its address."""

    def walk(patterns: list[Any], space: str) -> Iterator[tuple[str, tuple[str, ...]]]:
        for pattern in patterns:
            if isinstance(pattern, URLResolver):
                inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from walk(pattern.url_patterns, inner)
            elif isinstance(pattern, URLPattern) and pattern.name:
                yield space + pattern.name, tuple(pattern.pattern.converters)

    return walk(get_resolver().url_patterns, "")


def parts_of(league: League) -> Callable[[str, str], Any]:
    """What stands in the addresses of a league's pages: (route, part) to a value."""
    competition = Competition.objects.filter(season__league=league).first()
    matches = Match.objects.filter(league=league)
    closed = matches.filter(state=Match.State.CLOSED).order_by("pk").last()
    states = {
        "matches:pre_match": Match.State.PRE_MATCH,
        "matches:report": Match.State.REPORTED,
        "matches:post_match": Match.State.POST_MATCH,
    }
    team = Team.objects.filter(league=league, state=Team.State.ACTIVE).order_by("pk").first()
    member = Membership.objects.filter(league=league).order_by("pk").last()
    open_fixture = Fixture.objects.filter(round__competition=competition).order_by("pk").last()
    held = team.state_row.sheet["players"][0]["player"] if team else 0

    def part(route: str, name: str) -> Any:
        match = matches.filter(state=states[route]).first() if route in states else None
        return {
            "slug": league.slug,
            "membership": member.pk if member else 0,
            "season": competition.season.number if competition else 1,
            "competition": competition.public_id if competition else "",
            "match": (match or closed or matches.first()).public_id,
            "team": team.public_id if team else "",
            "player": Player.objects.get(pk=held).pk,
            "fixture": open_fixture.pk if open_fixture else 0,
        }[name]

    return part


def measure_pages(league: League, *, times: int) -> list[Measured]:
    """Each page's server time, full stack, with the number of its queries."""
    client = Client(headers={"host": "localhost"})
    commissioner = Membership.objects.filter(league=league, role="commissioner").first()
    assert commissioner is not None
    client.force_login(commissioner.user)
    part = parts_of(league)
    lines = []
    for route, parts in routes():
        if route.startswith(ELSEWHERE):
            continue
        try:
            address = reverse(route, kwargs={name: part(route, name) for name in parts})
        except (KeyError, NoReverseMatch):
            continue
        if client.get(address).status_code != 200:
            continue
        lines.append(
            measured(route, lambda to=address: client.get(to), times=times, aim=AIM_MS, peer=PEERS.get(route, ""))
        )
    return lines
