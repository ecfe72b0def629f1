"""Kinds of job: a competition's table, bracket or poster as a PDF, and all rosters of a season in one PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.models import Competition, Fixture, Season
from competitions.prints.poster import poster_pdf
from competitions.prints.prints import standings_print
from competitions.prints.standings_pdf import standings_pdf
from competitions.subjects import COMPETITION
from jobs.artefacts import Artefact
from jobs.extensions import Report
from jobs.kinds import JobRefused, id_of, job_kind
from jobs.models import Job
from leagues.job_subjects import Subject
from matches.extensions import competition_names
from matches.pages.prints import with_record
from matches.pages.records import record_lines_of
from printing.paper import paper_named
from teams.models import Player, Team
from teams.presentation.worn import worn_by
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from web.snapshot_reads import snapshot

PDF = "application/pdf"


SEASON = Subject(
    key="season",
    things=Season.objects.select_related("league"),
    name=lambda season: f"{season.league.name}, {season.name}",
    page=lambda season: reverse("competitions:season", args=[season.league.slug, season.number]),
)


def poster_params(params: Mapping[str, Any]) -> tuple[int, bool]:
    """The id of a competition, and whether its poster is ``large``. Raises ValueError for other params."""
    if set(params) != {"competition", "large"} or type(params["large"]) is not bool:
        raise ValueError(f"params should be 'competition' and its id, and 'large', true or false, not {dict(params)!r}")
    return id_of("competition")({"competition": params["competition"]}), params["large"]


@job_kind(
    "standings_pdf",
    title=gettext_lazy("League table"),
    parse=id_of("competition"),
    seen_by=COMPETITION.seen_by,
    describe=COMPETITION.describe,
    origin=COMPETITION.origin,
    messages={"gathering": gettext_lazy("Gathering results"), "drawing": gettext_lazy("Drawing the table")},
)
def print_standings(job: Job, report: Report) -> Artefact:
    """Print the table of a competition, followed by its fixtures."""
    return _print_competition(job, report)


@job_kind(
    "bracket_pdf",
    title=gettext_lazy("Bracket"),
    parse=id_of("competition"),
    seen_by=COMPETITION.seen_by,
    describe=COMPETITION.describe,
    origin=COMPETITION.origin,
    messages={"gathering": gettext_lazy("Gathering results"), "drawing": gettext_lazy("Drawing the bracket")},
)
def print_bracket(job: Job, report: Report) -> Artefact:
    """Print the bracket of a competition."""
    return _print_competition(job, report)


@job_kind(
    "poster_pdf",
    title=gettext_lazy("Poster"),
    parse=poster_params,
    seen_by=COMPETITION.seen_by,
    describe=COMPETITION.describe,
    origin=COMPETITION.origin,
    messages={"gathering": gettext_lazy("Gathering results"), "drawing": gettext_lazy("Drawing the poster")},
)
def print_poster(job: Job, report: Report) -> Artefact:
    """Print the bracket of a competition as a poster, on the league's paper or on a sheet of twice that area."""
    competition_id, large = job.parsed
    report(0, 2, "gathering")
    with snapshot():
        competition = Competition.objects.select_related("season__league__ruleset").get(pk=competition_id)
        shown = standings_print(competition)
    if shown.bracket is None:
        raise JobRefused(_("There is no bracket to print. Draw it first; one of more than 64 teams has no poster."))
    report(1, 2, "drawing")
    paper = paper_named(competition.season.league.page_size)
    content = poster_pdf(shown, paper.doubled if large else paper)
    name = _("%(competition)s, %(season)s, poster") % {
        "competition": competition.name,
        "season": competition.season.name,
    }
    return Artefact(filename=f"{name}.pdf", content_type=PDF, content=content)


def _print_competition(job: Job, report: Report) -> Artefact:
    """The table of a competition, or its bracket once that is drawn."""
    report(0, 2, "gathering")
    with snapshot():
        competition = Competition.objects.select_related("season__league__ruleset").get(pk=job.parsed)
        shown = standings_print(competition)
    league = competition.season.league
    report(1, 2, "drawing")
    content = standings_pdf([shown], page_size=league.page_size)
    name = f"{competition.name}, {competition.season.name}.pdf"
    return Artefact(filename=name, content_type=PDF, content=content)


@job_kind(
    "season_rosters_pdf",
    title=gettext_lazy("Rosters of a season"),
    parse=with_record(id_of("season")),
    seen_by=SEASON.seen_by,
    describe=SEASON.describe,
    origin=SEASON.origin,
    messages={
        "gathering": gettext_lazy("Reading roster %(done)s of %(total)s"),
        "drawing": gettext_lazy("Drawing %(total)s rosters"),
    },
)
def print_rosters(job: Job, report: Report) -> Artefact:
    """Print the current rosters of all teams that entered a competition of the season; with matches if wanted."""
    season_id, record = job.parsed
    with snapshot():
        season = Season.objects.select_related("league").get(pk=season_id)
        teams = list(
            Team.objects.filter(entries__competition__season=season, state_row__isnull=False)
            .select_related("league", "coach", "ruleset", "state_row", "past")
            .distinct()
            .order_by("name", "pk")
        )
        if not teams:
            raise JobRefused(_("No team of this season has a roster. Enter teams in one of its competitions first."))
        records = record_lines_of(teams, competitions_of_matches(teams)) if record else {}
        worn = worn_by(teams)
        names: dict[int, dict[int, str]] = {team.pk: {} for team in teams}
        for player, team_id, name in Player.objects.filter(team__in=teams).values_list("pk", "team", "name"):
            names[team_id][player] = name
    prints = []
    for done, team in enumerate(teams):
        report(done, len(teams), "gathering")
        lines = records.get(team.pk, ())
        prints.append(roster_print(team, team.state_row, lines, names[team.pk], worn[team.pk]))
    report(len(teams), len(teams), "drawing")
    title = f"{season.league.name}, {season.name}"
    content = roster_pdf(prints, page_size=season.league.page_size, title=title, with_records=record)
    name = f"{title}, rosters.pdf"
    return Artefact(filename=name, content_type=PDF, content=content)


@competition_names.add
def competitions_of_matches(teams: Sequence[Team]) -> dict[int, str]:
    """The names of the competitions of these teams' matches, by the match's id."""
    fixtures = Fixture.objects.filter(match__sides__team__in=teams)
    return dict(fixtures.values_list("match", "round__competition__name").order_by())
