"""The kind of job that prints a season's almanac."""

from __future__ import annotations

from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.models import Season
from competitions.prints.jobs import PDF, SEASON
from jobs.artefacts import Artefact
from jobs.extensions import Report
from jobs.kinds import JobRefused, id_of, job_kind
from jobs.models import Job
from stats.almanac.gathering import almanac_of
from stats.almanac.pdf import almanac_pdf
from web.snapshot_reads import snapshot

KIND = "almanac_pdf"
GATHERING, DRAWING = "gathering", "drawing"
STEPS = 100


@job_kind(
    KIND,
    title=gettext_lazy("Almanac"),
    parse=id_of("season"),
    seen_by=SEASON.seen_by,
    describe=SEASON.describe,
    origin=SEASON.origin,
    messages={
        GATHERING: gettext_lazy("Reading the season"),
        DRAWING: gettext_lazy("Drawing the book: %(done)s %%"),
    },
)
def print_almanac(job: Job, report: Report) -> Artefact:
    """Print a season as a book."""
    report(0, STEPS, GATHERING)
    with snapshot():
        season = Season.objects.select_related("league__ruleset", "end").get(pk=job.parsed)
        almanac = almanac_of(season)
    if not almanac.tables:
        raise JobRefused(_("No competition of this season has begun. Its almanac can be printed once one has."))
    drawn = partial(_report, report)
    content = almanac_pdf(almanac, page_size=season.league.page_size, drawn=drawn)
    name = _("%(league)s, %(season)s, almanac") % {"league": almanac.league, "season": almanac.season}
    return Artefact(filename=f"{name}.pdf", content_type=PDF, content=content)


def _report(report: Report, done: int, total: int) -> None:
    """Report so many parts of the book as a share, each time that it has grown by a twentieth."""
    share, before = (STEPS * part // total // 5 for part in (done, done - 1))
    if share > before:
        report(5 * share, STEPS, DRAWING)
