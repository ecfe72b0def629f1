"""The job that prints a match sheet."""

from __future__ import annotations

from django.db.models import Prefetch
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs.artefacts import Artefact
from jobs.extensions import Report
from jobs.kinds import JobRefused, job_kind
from jobs.models import Job
from leagues.job_subjects import Subject
from matches.models import Match, MatchSide
from matches.pages.prints import PDF, on_paper
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from matches.sheet.pdf import match_sheet_pdf
from matches.wording import pairing
from web.snapshot_reads import snapshot

_SIDES = MatchSide.objects.select_related("team").only("match", "side", "team__name")


def _name_of(match: Match) -> str:
    return pairing(**{side.side: side.team.name for side in match.sides.all()})


MATCH = Subject(
    key="match",
    things=Match.objects.select_related("league").prefetch_related(Prefetch("sides", _SIDES)),
    name=_name_of,
    page=lambda match: reverse("matches:match", args=[match.public_id]),
)


@job_kind(
    "match_sheet_pdf",
    title=gettext_lazy("Match sheet"),
    parse=on_paper("match"),
    seen_by=MATCH.seen_by,
    describe=MATCH.describe,
    origin=MATCH.origin,
    messages={"gathering": gettext_lazy("Reading the match"), "drawing": gettext_lazy("Drawing it")},
)
def print_sheet(job: Job, report: Report) -> Artefact:
    """Prints one match's current sheet."""
    report(0, 2, "gathering")
    match_id, paper = job.parsed
    with snapshot():
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match_id), coaches=True)
        if any(row.sheet is None for row in state.sides.values()):
            raise JobRefused(
                _("This match has no sheet: its rosters are not frozen yet, or it comes from the league's records.")
            )
        sheet = match_sheet(state)
    report(1, 2, "drawing")
    content = match_sheet_pdf(sheet, page_size=paper)
    return Artefact(filename=f"{sheet.title}.pdf", content_type=PDF, content=content)
