"""What pages show of a report's draft: its writer, the time of the save, and the score so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from matches.access import my_sides
from matches.models import Match, UnsentReport
from matches.report.form.form import ReportForm
from matches.report.form.numbers import can_be, field_of
from matches.report.score_sheet import from_report, injuries_of
from matches.report.unsent import unsent_of
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.sequence.sequence import SIDES, Side
from web import policy
from web.crests.crest import crest_in
from web.errors import Refusal, StaleVersion


def unsent_seen_by(request: HttpRequest, state: MatchState) -> UnsentReport | None:
    """The draft of the report, for users who may write it. Nobody else sees it before it is sent."""
    if state.match.state not in Match.REPORTABLE or "member" not in request.league_roles:
        return None
    roles = request.league_roles | {f"{side}_coach" for side in my_sides(request, state)}
    if not policy.may("matches:report", roles, public=state.match.league.public):
        return None
    unsent = unsent_of(state.match)
    return unsent if unsent.begun else None


def unsent_context(request: HttpRequest, form: ReportForm, refusal: Refusal | None = None) -> dict[str, Any]:
    """The draft's part of the report's page; ``refusal`` says why the last save failed.

    ``writes``: the user may continue without taking it over. ``last_mine``: the user made the last change.
    """
    unsent, match = form.unsent, form.state.match
    assert unsent is not None, "a report is saved before it is sent"
    mine = unsent.by_id == request.user.pk
    return {
        "begun": unsent.begun,
        "mine": mine,
        "by": unsent.by,
        "at": unsent.at,
        "version": form.unsent_version,
        "page": form.typed("page"),
        "saved_page": unsent.page,
        "writes": (mine or not unsent.begun) and refusal is None,
        "told": why_not(unsent, mine, refusal) if refusal else saved_words(unsent) if mine else "",
        "save_words": _("Save draft") if mine or not unsent.begun else _("Take over and save"),
        "save_url": reverse(form.saving, args=[match.public_id]),
        "start_again_url": reverse(form.starting_again_route, args=[match.public_id]),
        "last_mine": mine if unsent.begun else form.was_sent_by(request.user),
    }


def answer_of(said: dict[str, Any]) -> dict[str, Any]:
    """The answer to the page's script after a save, or after a failed one."""
    return {name: said[name] for name in ("version", "writes", "told", "save_words")}


def saved_words(unsent: UnsentReport) -> str:
    """The time of the save, in words."""
    assert unsent.at is not None
    return _("Saved %(time)s") % {"time": date_format(timezone.localtime(unsent.at), "H:i")}


def why_not(unsent: UnsentReport, mine: bool, refusal: Refusal) -> str:
    """Why it was not saved, in one line."""
    if not isinstance(refusal, StaleVersion):
        return refusal.text
    if mine:
        return _("Not saved: you changed the draft on another page.")
    if unsent.begun:
        return _("Not saved: %(by)s is writing the report now.") % {"by": unsent.by}
    return _("Not saved: the report was sent or started over in the meantime.")


def so_far(state: MatchState, unsent: UnsentReport) -> dict[Side, dict[str, Any]]:
    """The match so far by the draft: each side's score, counts and injuries, without impossible entries."""
    sound = UnsentReport(match=state.match, by_id=unsent.by_id, fields=possible(unsent.fields, state.ruleset.book))
    reported = ReportForm(state=state, unsent=sound).read()
    return {side: _so_far(state, side, reported) for side in SIDES}


def _so_far(state: MatchState, side: Side, reported: Reported) -> dict[str, Any]:
    known = {line.player for line in state.sheets.of(side).available}
    report = reported.sides.of(side)
    report = replace(report, injuries=tuple(injury for injury in report.injuries if injury.player in known))
    reported = replace(reported, **{side: report})
    return {
        "score": report.score,
        "kit": crest_in(state.teams[side].crest),
        "lines": [line for line in from_report(state, side, reported) if line.did_something],
        "others": 0,
        "injuries": injuries_of(state, side, reported),
    }


def possible(fields: Mapping[str, Any], book: Book) -> dict[str, Any]:
    """The possible fields; numbers out of range are left out."""
    return {name: value for name, value in fields.items() if can_be(field_of(name), value, book)}
