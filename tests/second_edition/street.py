"""A league with the second edition and a played season, with the text of every page; built for its tests."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape

from django.test import Client
from django.urls import reverse

from competitions.models import Competition, Trophy
from competitions.season_end import play_offs
from competitions.trophies import trophies
from leagues import services
from leagues.models import League
from matches.models import Match
from matches.report import reporting
from matches.sequence import opening
from rules.sheet.match import Injury, Treatment
from teams.models import Team
from tests.competitions.competition_builders import competition_in, matches_of
from tests.leagues.cast import PEOPLE, Cast, add_member, signed_in
from tests.leagues.routes import IN, Route, expected, routes
from tests.matches import match_builders
from tests.matches.forms import visit
from tests.policy_objects import Parts
from tests.second_edition import STREET
from tests.teams import team_builders
from web import policy

STAGES = ("scheduled", "opened", "playing", "reported", "post-match", "closed", "finals", "season over")


@dataclass
class Street:
    """The league, its two teams, its matches, and the text of every page at each stage."""

    cast: Cast
    league: League
    orcs: Team
    humans: Team
    league_match: Match
    final: Match | None = None
    seen: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    routed: dict[str, tuple[int, str]] = field(default_factory=dict)
    posted: set[str] = field(default_factory=set)
    browsers: dict[str, Client] = field(default_factory=dict)


def founded(cast: Cast) -> Street:
    """A league with the second edition, two teams, and a started table."""
    details = services.Details(name="Gutter League")
    options = {"street_collection": 15_000, "trades": "free"}
    league = services.create_league(by=cast.commissioner, details=details, edition=STREET.key, options=options)
    cast.league = league
    for coach in (cast.coach, cast.other_coach):
        add_member(league, coach)
    orcs = team_builders.team_from_list(league, cast.coach, "Gutter Orcs", "Orc")
    staff = (("apothecary", 1), ("scout", 2))
    humans = team_builders.team_from_list(league, cast.other_coach, "Lane Humans", "Human", staff=staff)
    table = competition_in(league, [orcs, humans], started=True, name="Street table")
    return Street(cast, league, orcs, humans, matches_of(table)[0].match)


def own_cup(cast: Cast, league: League) -> int:
    """Awards a trophy of the league's own, as this edition has no majors. Returns the award's id."""
    cup = Trophy.objects.get_or_create(league=league, name="Routed Trophy")[0]
    to = trophies.TrophyAward(team=team_builders.team_from_list(league, cast.coach, "Trophy Winners", "Orc"))
    return trophies.award_trophy(trophy=cup, by=cast.commissioner, expected=cup.version, season=None, to=to).pk


def play(found: Street) -> None:
    """Plays the league's match, with a death, an injury and a treatment, and opens every page at each stage."""
    match = opening.open_match(match=found.league_match, by=found.cast.coach)
    look(found, "opened")
    match_builders.answer_all(match, by=found.cast.coach)
    match.refresh_from_db()
    look(found, "playing")
    human, orc = (match.sides.get(team=team).side for team in (found.humans, found.orcs))
    humans, orcs = match_builders.players_of(match, human), match_builders.players_of(match, orc)
    hurt = {
        f"{human}_injuries": (
            Injury(player=humans[2], casualty=6, cause="block", by=orcs[0]),
            Injury(player=humans[3], casualty=6, cause="foul", by=orcs[1], treatment=Treatment(apothecary_reroll=4)),
        ),
        f"{orc}_injuries": (Injury(player=orcs[2], casualty=5, cause="crowd"),),
        f"{orc}_lines": {orcs[0]: {"casualties": 1}, orcs[1]: {"casualties": 1}},
    }
    coaches = {side: match.sides.get(side=side).team.coach for side in ("home", "away")}
    report = match_builders.report_with(match, home=2, away=1, **hurt)
    reporting.report_match(match=match, expected=match.version, reported=report, by=coaches["home"])
    look(found, "reported")
    digest = match.reports.last().digest
    match = reporting.confirm_report(match=Match.objects.get(pk=match.pk), digest=digest, by=coaches["away"])
    look(found, "post-match")
    match_builders.answer_all(match, by=found.cast.coach)
    found.league_match = Match.objects.get(pk=match.pk)
    look(found, "closed")


def finals(found: Street) -> None:
    """Plays a final of the season between both teams."""
    table = Competition.objects.get(name="Street table")
    plan = play_offs.Plan(
        name="Street final", way=play_offs.PLAY_OFFS, sources=[table], ticked=[found.orcs, found.humans]
    )
    final = play_offs.draw_play_offs(season=table.season, by=found.cast.commissioner, plan=plan)
    match = opening.open_match(match=matches_of(final)[0].match, by=found.cast.coach)
    match_builders.answer_all(match, by=found.cast.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=1)
    match_builders.answer_all(match, by=found.cast.coach)
    found.final = Match.objects.get(pk=match.pk)
    look(found, "finals")


OF_A_MATCH = re.compile(r"matches:")
OF_A_LEAGUE = re.compile(r"matches:|competitions:|teams:|leagues:(?!create)|home")


def look(found: Street, stage: str) -> None:
    """Opens every page that shows the league, its teams, its competition or its match, with the most rights."""
    wanted = OF_A_LEAGUE if stage == "season over" else OF_A_MATCH
    match = found.final or found.league_match
    fixture = match.fixture
    parts = {
        "slug": found.league.slug, "match": match.public_id, "team": found.orcs.public_id, "side": "home", "tie": 1,
        "competition": fixture.round.competition.public_id, "season": 1, "fixture": fixture.pk,
        "player": found.orcs.players.order_by("pk")[0].pk,
    }  # fmt: skip
    for route in routes():
        if set(route.parts) <= set(parts) and wanted.match(route.name) and route.name not in found.posted:
            url = reverse(route.name, kwargs={name: parts[name] for name in route.parts})
            found.seen[stage, route.name] = answered(found, route, url)
            if found.seen[stage, route.name][0] == 405:
                found.posted.add(route.name)


def walk(found: Street) -> None:
    """Opens every route of a league once, with an object for each part of its address."""
    services.create_league(by=found.cast.commissioner, details=services.Details(name="Routes"), edition=STREET.key)
    league = League.objects.get(name="Routes")
    for coach in (found.cast.coach, found.cast.other_coach):
        add_member(league, coach)
    parts = Parts(found.cast, league)
    for route in routes():
        if policy.POLICY[route.name].scope == "league":
            url = reverse(route.name, kwargs=parts.of(route.name, route.parts))
            found.routed[route.name] = answered(found, route, url)


def answered(found: Street, route: Route, url: str) -> tuple[int, str]:
    """The status and text of a page for the first person who can open it, a commissioner before coaches."""
    rule = policy.POLICY[route.name]
    order = ("commissioner", *reversed(PEOPLE))
    person = next(name for name in order if expected(rule, name, public=True) == IN)
    if person not in found.browsers:
        found.browsers[person] = signed_in(found.cast[person])
    browser = found.browsers[person]
    answer = browser.get(url)
    html = answer.get("Content-Type", "").startswith("text/html") and not answer.streaming
    return answer.status_code, visible(answer.content.decode()) if html else ""


def visible(html: str) -> str:
    bare = re.sub(r"<(script|style|svg|footer)\b.*?</\1>", " ", html, flags=re.DOTALL)
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", bare).split()))


def go_through(browsers: tuple[Client, Client], address: str, **faces: str) -> None:
    """Both coaches answer all questions on a page: the given dice, the first choice, else nothing."""
    for _round in range(40):
        asked = [page for page in (visit(browser, address) for browser in browsers) if page.keys]
        if not asked:
            return
        for page in asked:
            key = page.keys[0]
            form, word = page.form_of(key), key.split(".")[0]
            typed = {name: faces.get(word, "3") for name in form.options if name.startswith("die")}
            if not typed and form.options.get("choice"):
                typed = {"choice": form.options["choice"][0]}
            left = [label for name, value, label in form.buttons if name == "nothing" or value == "keep"]
            after = page.send(form, (left or [""])[0], **typed)
            assert after.status == 200, after.text[:2000]
    raise AssertionError("the sequence does not end")
