"""Measures every page, found by its route, as a user who may see it.

A request goes through the whole server except the network: middleware, view, template, in one process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from django.db.models import Count
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from accounts.models import User
from benchmarks.measuring import Measured, Task, in_rounds
from benchmarks.under_way import UnderWay, begin, commissioner_of, not_own
from competitions.models import Competition, Fixture
from leagues.models import League, Membership
from matches.models import Match, PlayerLine
from teams.models import Team

AIM_MS = 20
AIM_AT_HOME_MS = 15
"""Of home and of a match's pages, which coaches open most."""
MOST_QUERIES = 13
"""One of them counts the unread notices for the bar."""
MORE_QUERIES = {"notices:inbox": 17}
"""An inbox reads each kind of thing that its notices are about once."""
LEFT_OUT = {
    "health": "no page: for machines",
    "leagues:simulation": "shows what a job has stored; the job is measured with the simulation",
    "leagues:simulation_figures": "no page: a file",
    "teams:founding": "asks only by a book whose founding rolls",
    "teams:own_rules": "shown only by a book that has options for one team",
    "teams:crest_picture": "no page: a file",
    "stats:player_pictures": "leads to matches:player, which is measured",
    "competitions:paper": "leads to competitions:competition, which is measured",
    "competitions:take_end_back": "asks only after a season was closed, and both leagues play",
    "competitions:team_end": "asks only by a book whose end of a season rolls",
    "competitions:won_unplayed": "asks only by a book that gives the winner of a walkover something",
    "jobs:download": "no page: a file",
    "jobs:progress": "a part of jobs:show, which is measured",
    "news:comment": "a form of news:story, which is measured; it shows that page",
    "account_confirm_email": "comes by mail, with a key of its own",
    "account_reset_password_from_key": "comes by mail, with a key of its own",
    "competitions:answer_challenge": "a form of competitions:challenge, which is measured; it shows that page",
    "competitions:call_off_challenge": "a form of competitions:challenge, which is measured; it shows that page",
    "matches:play_card": "needs a card in a coach's hand: no coach has one in a league without house rules",
    "matches:refuse_correction": "a form of matches:correction, which is measured, for the coach whose turn it is",
    "notices:unsubscribe": "comes by mail, with a key of its own",
    "account_confirm_login_code": "sign-in by code is off",
}
"""Routes for a GET that are not measured, and why."""
PEERS = {
    "matches:team": "75-108 ms",
    "competitions:table": "15-28 ms",
    "matches:report": "160-520 ms",
}
SHOWN, POST_ONLY = 200, 405
CORRECTED = "corrected"
NOBODYS = 0
"""Stands for a missing part of an address: the page is then reported as not seen."""
STATES = {
    "matches:open": Match.State.SCHEDULED,
    "matches:pre_match": Match.State.PRE_MATCH,
    "matches:call_off": Match.State.PRE_MATCH,
    "matches:report": Match.State.REPORTED,
    "matches:confirm": Match.State.REPORTED,
    "matches:dispute": Match.State.REPORTED,
    "matches:settle": Match.State.REPORTED,
    "matches:post_match": Match.State.POST_MATCH,
    "matches:correction": CORRECTED,
    "matches:correct_report": CORRECTED,
}
"""The match of a page, if it is not a closed one."""
ASKED = dict.fromkeys(("search:search", "search:in_league"), "?q=er")
"""What pages are asked for that show little without."""
ON_THE_LADDER = ("ladder", "challenges", "write_challenge", "report_game")
IN_PLAY_OFFS = ("bracket", "send_on")
"""Pages that are measured for another competition than the one with a table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """The pages of a league; `unseen` are routes for a GET that showed no page to any of the users.

    `part` gives the parts of addresses: (route, part) to a value.
    """

    part: Callable[[str, str], Any]

    tasks: list[Task] = field(default_factory=list)
    lines: list[Measured] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    post_only: list[str] = field(default_factory=list)


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


def measure_pages(*all_pages: Pages, times: int, warm: int = 2) -> None:
    """Measure each page's server time and queries. The leagues take turns in each round."""
    lines = iter(in_rounds([task for pages in all_pages for task in pages.tasks], times=times, warm=warm))
    for pages in all_pages:
        pages.lines.extend(islice(lines, len(pages.tasks)))


def pages_of(league: League) -> Pages:
    """The pages of a league that are measured, with everything in progress that a page can show."""
    competition = Competition.objects.select_related("season__league").filter(season__league=league).first()
    assert competition is not None
    under_way = begin(competition)
    part, readers = parts_of(competition, under_way), _readers(league, under_way)
    pages = Pages(part=part)
    for route, parts in routes():
        if route in LEFT_OUT:
            continue
        address = reverse(route, kwargs={name: part(route, name) for name in parts}) + ASKED.get(route, "")
        for reader in readers:
            status = reader.get(address).status_code
            if status in (SHOWN, POST_ONLY):
                break
        if status == SHOWN:
            pages.tasks.append(_task(route, reader, address))
        else:
            (pages.post_only if status == POST_ONLY else pages.unseen).append(route)
    return pages


def _task(route: str, client: Client, address: str) -> Task:
    return Task(name=route, work=lambda: client.get(address), aim=_aim_of(route), peer=PEERS.get(route, ""))


def _aim_of(route: str) -> int:
    own = route == "home" or (route.startswith("matches:") and route not in ("matches:team", "matches:player"))
    return AIM_AT_HOME_MS if own else AIM_MS


def _readers(league: League, under_way: UnderWay) -> list[Client]:
    """The users: first the commissioner, who sees most; coaches of a match, of drafts, of no team; strangers."""
    commissioner = commissioner_of(league)
    coaches = [_coach(under_way.matches, side) for side in ("home", "away")]
    owners = [under_way.draft.coach, under_way.arriving.coach]
    others = (under_way.takeover.asked, under_way.stranger, None)
    return [_client(user) for user in (commissioner, *coaches, *owners, *others)]


def _coach(matches: Mapping[str, Match], side: str) -> User:
    return matches[Match.State.REPORTED].sides.get(side=side).team.coach


def _client(user: User | None) -> Client:
    client = Client(headers={"host": "localhost"})
    if user is not None:
        client.force_login(user)
    return client


def parts_of(competition: Competition, under_way: UnderWay) -> Callable[[str, str], Any]:
    """The parts of the addresses of a league's pages: (route, part) to a value."""
    league = competition.season.league
    team = Team.objects.select_related("state_row").active().filter(league=league).order_by("pk").first()
    over = Match.objects.filter(league=league, state=Match.State.CLOSED)
    closed = over.annotate(asked=Count("answers")).order_by("asked", "pk").last()  # the one with the longest log
    scheduled = Fixture.objects.filter(round__competition=competition, match__state=Match.State.SCHEDULED)
    scheduled = not_own(scheduled, commissioner_of(league))
    fixture = scheduled.select_related("match").order_by("pk").last()
    assert team is not None and closed is not None and fixture is not None
    teams = {
        "teams:build": under_way.draft,
        "teams:change_list": under_way.draft,
        "teams:send_back": under_way.submitted,
        "teams:arrival": under_way.arriving,
    }
    member = Membership.objects.filter(league=league).order_by("pk").last()
    contests = under_way.contests
    matches = {**under_way.matches, Match.State.SCHEDULED.value: fixture.match, CORRECTED: under_way.corrected}
    coach_told = under_way.matches[Match.State.REPORTED]
    shared = {
        "slug": league.slug,
        "edition": league.ruleset.edition,
        "page": "lists",
        "membership": member.pk if member else 0,
        "invitation": under_way.invitation.pk,
        "join_request": under_way.join_request.pk,
        "enquiry": under_way.enquiry.pk,
        "token": under_way.token,
        "season": competition.season.number,
        "competition": competition.public_id,
        "player": _busiest(team),
        "coach": team.coach_id,
        "account": team.coach_id,
        "fixture": fixture.pk,
        "public_id": under_way.job.public_id,
        "trade": under_way.trade.pk,
        "friendly": under_way.friendly.pk,
        "story": under_way.comment.story_id,
        "comment": under_way.comment.pk,
        "takeover": under_way.takeover.pk,
        "adjustment": under_way.adjustment.pk,
        "challenge": contests.challenge.pk,
        "trophy": under_way.honours.award.address,
        "holding": under_way.honours.favoured.pk,
        "inductee": under_way.honours.inductee.pk,
        "tie": not_own(contests.play_offs.ties.all(), commissioner_of(league)).order_by("number")[0].number,
    }
    other = {
        ("competitions:fixture", "fixture"): under_way.decided.pk,
        ("competitions:take_back_decision", "fixture"): under_way.decided.pk,
        ("competitions:best_player", "trophy"): under_way.honours.best_player,
        **{(f"competitions:{page}", "competition"): contests.ladder.public_id for page in ON_THE_LADDER},
        **{(f"competitions:{page}", "competition"): contests.play_offs.public_id for page in IN_PLAY_OFFS},
    }

    def part(route: str, name: str) -> Any:
        if name == "match":
            match = coach_told if route == "matches:story" else matches[STATES[route]] if route in STATES else closed
            return match.public_id
        if (route, name) in other:
            return other[route, name]
        return teams.get(route, team).public_id if name == "team" else shared.get(name, NOBODYS)

    return part


def _busiest(team: Team) -> int:
    """The player of a team who did something in the most matches: their page shows most."""
    players = [line["player"] for line in team.state_row.sheet["players"]]
    lines = PlayerLine.objects.filter(side__team=team, player__in=players).values("player")
    busiest = lines.annotate(matches=Count("pk")).order_by("-matches", "player").first()
    assert busiest is not None
    return int(busiest["player"])
