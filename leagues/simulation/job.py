"""The kind of job that plays many seasons by one or two settings. Its result is JSON, which a page draws."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings as site
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from jobs.artefacts import Artefact
from jobs.extensions import Report
from jobs.kinds import JobRefused, job_kind
from jobs.models import Job
from leagues.simulation.links import form_address
from leagues.simulation.services import FEWEST, KIND, as_params, parse_params
from rules import editions
from rules.simulation.economy import Plan, Setting, Tally, curves, play_plan
from rules.simulation.economy_tables import as_json, compared
from rules.simulation.simulation import CoachRefused

KEPT = timedelta(days=14)
TO_SPARE = 15
"""Seconds before the time limit of a try at which a simulation ends with the seasons that it has."""


def for_everybody_signed_in(user: Any, jobs: Sequence[Job]) -> set[str]:
    """People share the address of a result. It holds no data of a league: only rules that somebody typed."""
    return {job.public_id for job in jobs} if user.is_authenticated and user.is_active else set()


def books_of(jobs: Sequence[Job]) -> dict[str, str]:
    """The names of the books that each job plays by."""
    names = {edition.key: edition.book.name for edition in editions.EDITIONS}
    return {
        job.public_id: ", ".join(
            dict.fromkeys(names.get(each["edition"], each["edition"]) for each in job.params["settings"])
        )
        for job in jobs
    }


def asked_again(job: Job) -> str:
    """The address of the form as it was filled in for this job."""
    try:
        settings, plan = parse_params(job.params)
    except ValueError:  # an edition or an option that is no longer there
        return reverse("leagues:simulate")
    return form_address(settings, **as_params(settings, plan)["plan"])


@job_kind(
    KIND,
    title=gettext_lazy("Simulation"),
    parse=parse_params,
    seen_by=for_everybody_signed_in,
    describe=books_of,
    origin=asked_again,
    result_page=lambda job: reverse("leagues:simulation", args=[job.public_id]),
    cancellable=True,
    keep=KEPT,
    messages={"playing": gettext_lazy("Playing seasons")},
)
def simulate(job: Job, report: Report) -> Artefact:
    """Play the seasons, one after another, and store how the figures of teams spread in each round.

    A slow server plays as many seasons as it can in the time of a try; the result says how many.
    """
    settings, plan = job.parsed
    try:
        seasons, tallies = _played(settings, plan, report)
    except CoachRefused as why:
        raise JobRefused(_("A season could not be played by these rules: %(why)s") % {"why": why}) from None
    if seasons < FEWEST["seasons"]:
        raise JobRefused(_("This server is too slow or too busy for that. Choose fewer teams or rounds."))
    rows = compared([curves(each.ruleset(), plan, tally) for each, tally in zip(settings, tallies, strict=True)])
    stored = {**as_params(settings, plan), "played": seasons, "rows": as_json(rows)}
    content = json.dumps(stored, separators=(",", ":")).encode()
    return Artefact(filename="simulation.json", content_type="application/json", content=content)


def _played(settings: Sequence[Setting], plan: Plan, report: Report) -> tuple[int, list[Tally]]:
    """The number of seasons that were played by every setting, and the figures of each setting."""
    tallies = [Tally() for _setting in settings]
    whole = len(settings) * plan.seasons
    end = time.monotonic() + site.CELERY_TASK_SOFT_TIME_LIMIT - TO_SPARE
    report(0, whole, "playing")
    for done, (place, tally) in enumerate(play_plan(settings, plan), start=1):
        tallies[place].add(tally)
        report(done, whole, "playing")
        if place == len(settings) - 1 and time.monotonic() > end:
            return done // len(settings), tallies
    return plan.seasons, tallies
