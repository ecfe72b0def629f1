"""A league with the second edition and a played season, with the text of every page; built for its tests."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.test import Client
from django.urls import reverse

from competitions.models import Competition, Trophy
from competitions.season_end import play_offs
from competitions.trophies.awarding import TrophyAward, award_trophy
from leagues import services
from leagues.models import League
from matches.models import Match
from matches.report import reporting
from matches.sequence import opening
from rules.book.edition import Edition
from rules.sheet.match import Injury, Treatment
from teams.models import Team
from tests.competitions.competition_builders import competition_in, matches_of
from tests.leagues.cast import Cast, add_member
from tests.leagues.opened_pages import OpenedPages
from tests.leagues.routes import routes
from tests.matches import match_builders
from tests.matches.forms import visit
from tests.policy_objects import Parts
from tests.second_edition import STREET
from tests.teams import team_builders
from web import policy

STAGES = ("scheduled", "opened", "playing", "reported", "post-match", "closed", "finals", "season over")


@dataclass(kw_only=True)
class Street(OpenedPages):
    """The league, its two teams, its matches, and the text of every page at each stage."""

    orcs: Team
    humans: Team
    routed: dict[str, tuple[int, str]] = field(default_factory=dict)
    edition: str

    @property
    def shown_team(self) -> Team:
        """The Orcs."""
        return self.orcs


def founded(cast: Cast, edition: Edition = STREET, **options: object) -> Street:
    """A league with the second edition, two teams, and a started table."""
    details = services.Details(name="Gutter League")
    options = options or {"street_collection": 15_000, "trades": "free"}
    league = services.create_league(by=cast.commissioner, details=details, edition=edition.key, options=options)
    cast.league = league
    for coach in (cast.coach, cast.other_coach):
        add_member(league, coach)
    orcs = team_builders.team_from_list(league, cast.coach, "Gutter Orcs", "Orc")
    staff = (("apothecary", 1), ("scout", 2)) if edition.book.staff else ()
    humans = team_builders.team_from_list(league, cast.other_coach, "Lane Humans", "Human", staff=staff)
    table = competition_in(league, [orcs, humans], started=True, name="Street table")
    match = matches_of(table)[0].match
    return Street(cast=cast, league=league, orcs=orcs, humans=humans, league_match=match, edition=edition.key)


def own_cup(cast: Cast, league: League) -> int:
    """Awards a trophy of the league's own, as this edition has no majors. Returns the award's id."""
    cup = Trophy.objects.get_or_create(league=league, name="Routed Trophy")[0]
    to = TrophyAward(team=team_builders.team_from_list(league, cast.coach, "Trophy Winners", "Orc"))
    return award_trophy(trophy=cup, by=cast.commissioner, expected=cup.version, season=None, to=to).pk


def play(found: Street) -> None:
    """Plays the league's match, with a death, an injury and a treatment, and opens every page at each stage."""
    match = opening.open_match(match=found.league_match, by=found.cast.coach)
    found.look("opened")
    match_builders.answer_all(match, by=found.cast.coach)
    match.refresh_from_db()
    found.look("playing")
    human, orc = (match.sides.get(team=team).side for team in (found.humans, found.orcs))
    humans, orcs = match_builders.players_of(match, human), match_builders.players_of(match, orc)
    treated = Treatment(apothecary_reroll=4) if found.league.ruleset.book.staff else Treatment()
    hurt = {
        f"{human}_injuries": (
            Injury(player=humans[2], casualty=6, cause="block", by=orcs[0]),
            Injury(player=humans[3], casualty=6, cause="foul", by=orcs[1], treatment=treated),
        ),
        f"{orc}_injuries": (Injury(player=orcs[2], casualty=5, cause="crowd"),),
        f"{orc}_lines": {orcs[0]: {"kills": 1}, orcs[1]: {"kills": 1}},
    }
    coaches = {side: match.sides.get(side=side).team.coach for side in ("home", "away")}
    report = match_builders.report_with(match, home=2, away=1, **hurt)
    reporting.report_match(match=match, expected=match.version, reported=report, by=coaches["home"])
    found.look("reported")
    digest = match.reports.last().digest
    match = reporting.confirm_report(match=Match.objects.get(pk=match.pk), digest=digest, by=coaches["away"])
    found.look("post-match")
    match_builders.answer_all(match, by=found.cast.coach)
    found.league_match = Match.objects.get(pk=match.pk)
    found.look("closed")


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
    found.look("finals")


def walk(found: Street) -> None:
    """Opens every route of a league once, with an object for each part of its address."""
    services.create_league(by=found.cast.commissioner, details=services.Details(name="Routes"), edition=found.edition)
    league = League.objects.get(name="Routes")
    for coach in (found.cast.coach, found.cast.other_coach):
        add_member(league, coach)
    parts = Parts(found.cast, league)
    for route in routes():
        if policy.POLICY[route.name].scope == "league":
            url = reverse(route.name, kwargs=parts.of(route.name, route.parts))
            found.routed[route.name] = found.answered(route, url)


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
