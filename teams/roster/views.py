"""Smaller pages of a team, and lists of teams. The team's main page also shows matches, so it is in `matches`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.names import by_name
from leagues.access import league_for
from leagues.changes import version_of
from leagues.members.linked_names import LinkedNames
from teams.access import coaches, team_for
from teams.building.forms import NamesForm, RetireForm
from teams.building.other_book import shown_origin
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamState
from teams.presentation.history_text import Line, history_lines, writers
from teams.roster import renaming, retiring
from teams.roster.chat import roster_text, tournament_text
from teams.roster.list_page import PAGE_LENGTH, list_context, rows_of, worth_of
from teams.roster.prints import roster_print
from teams.selectors import names_of, numbers_in, retired_of, team_url, teams_of
from teams.version_forms import CHANGED_SINCE
from web.crests.shown import shown_crest
from web.drawing.visitors_pages import visitors_page, visitors_whole_page
from web.errors import Refusal, StaleVersion
from web.submission import get_or_post, submit

FIRST_ENTRY = "1"


@require_safe
def teams_list(request: HttpRequest, slug: str) -> HttpResponse:
    """A league's teams. Only their coach and the commissioners see drafts."""
    league = league_for(request, slug)
    context = list_context(request, league)
    return visitors_page(request, "teams/roster/list.html", context, [context["parts"]])


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The user's teams in all leagues."""
    page = Paginator(sorted(teams_of(request.user), key=by_name), PAGE_LENGTH).get_page(request.GET.get("page"))
    context = {
        "page_obj": page,
        "teams": rows_of(page),
        "worth": worth_of(page),
        "retired": rows_of(sorted(retired_of(request.user), key=by_name)),
    }
    return render(request, "teams/roster/mine.html", context)


@require_safe
def history(request: HttpRequest, team: str) -> HttpResponse:
    """A team's journal, latest first."""
    found = team_for(request, team)
    gather = partial(_history_shown, found, request.GET.get("page"))
    return visitors_whole_page(request, "teams/roster/history.html", gather, version_of(found.league))


def _history_shown(team: Team, number: str | None) -> dict[str, Any]:
    """A page of the journal, by the number in its address."""
    entries = JournalEntry.objects.filter(team=team).select_related("by", "decided_by", "reason_row").order_by("-seq")
    page = Paginator(entries, PAGE_LENGTH).get_page(number)
    state = TeamState.objects.filter(team=team).first()
    numbers = numbers_in(ledger.sheet_in(state)) if state else {}
    people = LinkedNames(team.league, writers(page))
    return {
        "team": team,
        "badge": shown_crest(team),
        "team_url": team_url(team),
        "page_obj": page,
        "lines": with_origin(
            history_lines(page, names_of(team), numbers, book=team.book, team_list=team.team_list, people=people),
            team,
        ),
    }


def with_origin(lines: Iterable[Line], team: Team) -> list[Line]:
    """The lines of a history; the first entry of a team from another book also says what did not fit this one."""
    found = list(lines)
    origin = shown_origin(team) if found and found[-1].seq == FIRST_ENTRY else None
    if origin is not None:
        found[-1] = replace(found[-1], details=(*found[-1].details, origin.sentence, *origin.misfits))
    return found


@require_safe
def as_text(request: HttpRequest, team: str) -> HttpResponse:
    """The roster of an approved team as plain text, to copy."""
    found = team_for(request, team)
    return visitors_whole_page(request, "teams/roster/text.html", lambda: _as_text(found), version_of(found.league))


def _as_text(team: Team) -> dict[str, Any]:
    state = get_object_or_404(TeamState, team=team)
    roster = roster_print(team, state)
    text, lines = roster_text(roster), tournament_text(roster)
    return {
        "team": team,
        "team_url": team_url(team),
        "text": text,
        "rows": text.count("\n") + 2,
        "lines": lines,
        "line_rows": lines.count("\n") + 2,
        "worth": team.ruleset.book.worth,
        "conditions": [(_(each.short), _(each.name).lower()) for each in team.book.conditions.values()],
        "points": roster.points if "spp" in roster.columns and not team.book.levels else (),
    }


@get_or_post
def rename(request: HttpRequest, team: str) -> HttpResponse:
    """Change the name, player names and shirt numbers of an approved team."""
    found = team_for(request, team)
    state = get_object_or_404(TeamState, team=found)
    form = NamesForm.of(request, team=found, sheet=ledger.sheet_in(state), names=names_of(found))

    def change() -> str:
        cleaned = form.cleaned_data
        return renaming.rename(
            team=found,
            expected=cleaned["version"],
            by=request.user,
            name=cleaned["name"],
            players=form.players,
            coach_name=cleaned.get("coach_name"),
            numbers=form.numbers,
        ).public_id

    if submit(request, form, "rename_team", change):
        messages.success(request, _("Names saved."))
        return redirect(team_url(found))
    context = {"team": found, "form": form, "team_url": team_url(found), "held": bool(state.held_by)}
    return render(request, "teams/roster/rename.html", context, status=form.status)


@get_or_post
def retire(request: HttpRequest, team: str) -> HttpResponse:
    """Retire a team, or delete a draft."""
    found = team_for(request, team)
    form = RetireForm.of(request, initial={"version": found.version})

    def end() -> str:
        cleaned = form.cleaned_data
        try:
            retiring.retire_team(team=found, expected=cleaned["version"], by=request.user, reason=cleaned["reason"])
        except StaleVersion:
            raise Refusal(CHANGED_SINCE, team=found.name) from None
        return str(found.public_id)

    if submit(request, form, "retire_team", end):
        said = _("%(team)s has been retired.") if found.founded else _("The draft of %(team)s has been deleted.")
        messages.success(request, said % {"team": found.name})
        return redirect("teams:list", found.league.slug)
    context = {"team": found, "form": form, "team_url": team_url(found), "is_mine": coaches(request, found)}
    return render(request, "teams/roster/retire.html", context, status=form.status)
