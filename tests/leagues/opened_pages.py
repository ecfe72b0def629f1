"""Opening every page of a league for the first person who can, and keeping the texts; built for tests of editions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from django.test import Client
from django.urls import reverse

from leagues.models import League
from matches.models import Match
from teams.models import Team
from tests.leagues.cast import PEOPLE, Cast, signed_in
from tests.leagues.routes import IN, Route, expected, routes
from web import policy

OF_A_MATCH = re.compile(r"matches:")
OF_A_LEAGUE = re.compile(r"matches:|competitions:|teams:|stats:|leagues:(?!create)|home")


@dataclass(kw_only=True)
class OpenedPages:
    """A league, and its pages at each stage: status and text by stage and route; ``posted`` are no pages."""

    cast: Cast
    league: League
    league_match: Match
    final: Match | None = None
    seen: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    posted: set[str] = field(default_factory=set)
    browsers: dict[str, Client] = field(default_factory=dict)

    @property
    def shown_team(self) -> Team:
        """The team whose pages are opened."""
        raise NotImplementedError

    def look(self, stage: str) -> None:
        """Opens every page that shows the league, its teams, its competition or its match, with the most rights."""
        wanted = OF_A_LEAGUE if stage == "season over" else OF_A_MATCH
        match, team = self.final or self.league_match, self.shown_team
        fixture = match.fixture
        parts = {
            "slug": self.league.slug, "match": match.public_id, "team": team.public_id, "side": "home", "tie": 1,
            "competition": fixture.round.competition.public_id, "season": 1, "fixture": fixture.pk,
            "player": team.players.order_by("pk")[0].pk,
        }  # fmt: skip
        for route in routes():
            if set(route.parts) <= set(parts) and wanted.match(route.name) and route.name not in self.posted:
                url = reverse(route.name, kwargs={name: parts[name] for name in route.parts})
                self.seen[stage, route.name] = self.answered(route, url)
                if self.seen[stage, route.name][0] == 405:
                    self.posted.add(route.name)

    def answered(self, route: Route, url: str) -> tuple[int, str]:
        """The status and text of a page for the first person who can open it, a commissioner before coaches."""
        rule = policy.POLICY[route.name]
        order = ("commissioner", *reversed(PEOPLE))
        person = next(name for name in order if expected(rule, name, public=True) == IN)
        if person not in self.browsers:
            self.browsers[person] = signed_in(self.cast[person])
        answer = self.browsers[person].get(url)
        html = answer.get("Content-Type", "").startswith("text/html") and not answer.streaming
        return answer.status_code, visible(answer.content.decode()) if html else ""


def visible(html: str) -> str:
    """The text that a reader sees of a page, without its footer."""
    bare = re.sub(r"<(script|style|svg|footer)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", bare).split()))
