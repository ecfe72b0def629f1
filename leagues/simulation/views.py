"""Pages of simulations: the form, the result with its charts, and its figures as a file."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from jobs.models import Job
from jobs.views import job_for
from leagues.options import differs_from_book, worded
from leagues.simulation.charts import chart_of
from leagues.simulation.forms import SimulationForm
from leagues.simulation.job import asked_again
from leagues.simulation.links import other_books
from leagues.simulation.services import KIND, MOST_MATCHES, ask_for_simulation
from rules import editions
from rules.simulation.economy_tables import LETTERS, csv_rows, from_json
from rules.simulation.habits import habits_of
from web.submission import get_or_post, submit


@get_or_post
def simulate(request: HttpRequest) -> HttpResponse:
    """The form; the address may carry books, house rules and numbers."""
    try:
        form = SimulationForm.asked(request)
    except KeyError:
        raise Http404 from None

    def ask() -> str:
        settings = [each.setting for each in form.settings]
        return str(ask_for_simulation(by=request.user, settings=settings, plan=form.plan).get_absolute_url())

    if location := submit(request, form, "simulate", ask):
        return redirect(location)
    context = {
        "form": form,
        "settings": list(zip(LETTERS, form.settings, strict=False)),
        **other_books([each.book.key for each in form.settings], request.GET),
        "habits": habits_of(*(each.book for each in form.settings)),
        "most_matches": MOST_MATCHES,
    }
    return render(request, "leagues/simulation/simulate.html", context, status=form.status)


@require_safe
def simulation(request: HttpRequest, public_id: str) -> HttpResponse:
    """The result of a simulation, for everybody who has the address and is signed in."""
    job = _simulation_of(request, public_id)
    data = _result_of(job)
    if data is None:
        return redirect(job)
    context = {
        "job": job,
        "plan": data["plan"],
        "played": data["played"],
        "teams": data["plan"]["teams"] * data["played"],
        "settings": _settings_in(data["settings"]),
        "charts": [chart_of(row) for row in from_json(data["rows"])],
        "habits": habits_of(*(editions.edition(one["edition"]).book for one in data["settings"])),
        "again": asked_again(job),
    }
    return render(request, "leagues/simulation/simulation.html", context)


@require_safe
def figures(request: HttpRequest, public_id: str) -> HttpResponse:
    """The figures of a simulation as CSV."""
    job = _simulation_of(request, public_id)
    data = _result_of(job)
    if data is None:
        return redirect(job)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="simulation.csv"'
    csv.writer(response).writerows(csv_rows(from_json(data["rows"])))
    return response


def _simulation_of(request: HttpRequest, public_id: str) -> Job:
    """The job of a simulation. Raises Http404 for other jobs."""
    job = job_for(request, public_id)
    if job.kind != KIND:
        raise Http404
    return job


def _result_of(job: Job) -> dict[str, Any] | None:
    """What the job has stored; None if it is not done, or its time is over."""
    result = getattr(job, "result", None)
    return json.loads(bytes(result.content)) if result is not None else None


def _settings_in(stored: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The settings of a result in words: the book, and the house rules that differ from it."""
    return [{"letter": letter, **_setting(one)} for letter, one in zip(LETTERS, stored, strict=False)]


def _setting(stored: Mapping[str, Any]) -> dict[str, Any]:
    try:
        book = editions.edition(stored["edition"]).book
    except KeyError:
        return {"name": stored["edition"], "rules": []}
    rules = [
        {"label": option.label, "value": worded(option, value), "default": worded(option, option.default)}
        for name, value in stored["house"].items()
        if (option := book.options.get(name)) is not None and differs_from_book(option, value)
    ]
    return {"name": book.name, "rules": rules}
