"""The job that prints a match sheet, and asking for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import PageSize
from jobs.kinds import Artefact, JobRefused, Report, job_kind
from jobs.models import Job
from leagues.policy import seen_in_leagues
from matches.match_sheet import match_sheet
from matches.match_sheet_pdf import match_sheet_pdf
from matches.models import Match, MatchSide
from matches.prints import PDF
from matches.sequences import Table
from matches.wording import pairing


def sheet_in(params: Mapping[str, Any]) -> tuple[int, str]:
    """The match's id and the paper. Raises ValueError for any other params."""
    match, paper = params.get("match"), params.get("paper")
    if set(params) != {"match", "paper"} or type(match) is not int or paper not in PageSize.values:
        raise ValueError(
            f"params should be 'match', an id, and 'paper', one of {PageSize.values}, not {dict(params)!r}"
        )
    return match, str(paper)


def sheets_seen_by(user: Any, jobs: Sequence[Job]) -> set[str]:
    """Whoever sees the match's page sees its print."""
    matches = Match.objects.select_related("league").in_bulk([job.params["match"] for job in jobs])
    leagues = {pk: match.league for pk, match in matches.items()}
    return seen_in_leagues(user, {job.public_id: leagues.get(job.params["match"]) for job in jobs})


def matches_named(jobs: Sequence[Job]) -> dict[str, str]:
    """The matches that these jobs are about, by the jobs' public ids."""
    teams: dict[int, dict[str, str]] = {}
    rows = MatchSide.objects.filter(match__in=[job.params["match"] for job in jobs])
    for match, side, team in rows.values_list("match", "side", "team__name"):
        teams.setdefault(match, {})[side] = team
    return {job.public_id: pairing(**teams[job.params["match"]]) for job in jobs if job.params["match"] in teams}


def match_page(job: Job) -> str | None:
    """Where a match sheet can be asked for again."""
    found = Match.objects.filter(pk=job.params["match"]).values_list("public_id", flat=True).first()
    return reverse("matches:match", args=[found]) if found else None


@job_kind(
    "match_sheet_pdf",
    title=gettext_lazy("Match sheet"),
    parse=sheet_in,
    seen_by=sheets_seen_by,
    describe=matches_named,
    origin=match_page,
    messages={"gathering": gettext_lazy("Reading the match"), "drawing": gettext_lazy("Drawing it")},
)
def print_sheet(job: Job, report: Report) -> Artefact:
    """One match's sheet as it stands."""
    report(0, 2, "gathering")
    match_id, paper = job.parsed
    table = Table(Match.objects.select_related("league", "ruleset").get(pk=match_id), coaches=True)
    if any(row.sheet is None for row in table.sides.values()):
        raise JobRefused(_("This match has no sheet: its rosters are not frozen, or it is known from records alone."))
    sheet = match_sheet(table)
    report(1, 2, "drawing")
    content = match_sheet_pdf(sheet, page_size=paper)
    return Artefact(filename=f"{sheet.title}.pdf", content_type=PDF, content=content)
