"""Pages for commissioners: approve submitted teams, or send them back with a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from leagues.access import league_for
from leagues.agreements.own_teams import said_before
from leagues.books import read_books
from leagues.changes import version_of
from leagues.models import League
from rules.book.book import Book
from teams.access import team_for
from teams.building import approval, candidates
from teams.building.forms import SendBackForm
from teams.models import Team, TeamAnswer
from teams.presentation.skills import skill_notes
from teams.version_forms import CHANGED_SINCE, press_seen
from web.crests.shown import shown_crest
from web.drawing.waiting import sign_of, still_shown
from web.errors import Refusal, StaleVersion
from web.submission import CommandForm, get_or_post, press, submit

SEEN = re.compile("([A-Za-z0-9_-]{1,40}):([0-9]{1,9})")
MOST_SEEN = 500


@require_safe
def approvals(request: HttpRequest, slug: str) -> HttpResponse:
    """The submitted teams, each checked by the current rules."""
    league = league_for(request, slug)
    sign = sign_of(version_of(league))
    if still_shown(request, sign):
        return HttpResponse(status=204)
    read_books(league)
    submitted = league.teams.filter(state=Team.State.SUBMITTED).select_related("coach", "origin__source")
    answers = Prefetch("answers", TeamAnswer.objects.select_related("by"))
    waiting = submitted.prefetch_related(answers).order_by("name", "pk")
    shown = [candidate(league, team) | said_before(approval.approving(team, request.user)) for team in waiting]
    legal = [each["team"] for each in shown if approvable(each)]
    context = {"waiting": shown, "legal": legal, "sign": sign, "notes": skill_notes_of(shown)}
    return render(request, "teams/arrivals/approvals.html", context)


def approvable(shown: Mapping[str, Any]) -> bool:
    """Whether the commissioner can approve a team with all others that are legal."""
    judgement = shown["judgement"]
    return not (judgement.violations or judgement.errors or shown["asks"])


def candidate(league: League, team: Team) -> dict[str, Any]:
    """A submitted team, with everything that a commissioner checks."""
    team.league = league
    return {"team": team, "shield": shown_crest(team).html(32), **candidates.shown(team)}


def skill_notes_of(shown: Sequence[Mapping[str, Any]]) -> SafeString:
    """The notes that the skills on the sheets of imported teams open, each once.

    Where two books have a skill of one name, it is that of the first team's book.
    """
    wanted: dict[str, tuple[Book, str]] = {}
    for each in shown:
        for player in each["sheet"].players if each.get("sheet") else ():
            for skill in (*player.skills, *player.gained):
                wanted.setdefault(skill.note, (each["team"].book, skill.name))
    books = dict.fromkeys(book for book, _name in wanted.values())
    return mark_safe(  # noqa: S308 - each drawn by a template
        "".join(skill_notes(book, (name for of, name in wanted.values() if of == book)) for book in books)
    )


@require_POST
def approve(request: HttpRequest, team: str) -> HttpResponse:
    """Approve a submitted team."""
    found = team_for(request, team)
    press_seen(request, found, "approve_team", approval.approve_team, by=request.user)
    messages.success(request, _("%(team)s has been approved.") % {"team": found.name})
    return redirect("teams:approvals", found.league.slug)


class SeenTeamsForm(CommandForm):
    """The teams that a page showed, each as its public id, a colon and its version."""

    team = forms.CharField(required=False)
    seen: Mapping[str, int]

    def clean(self) -> dict[str, Any]:
        """Read every team. Refuses a value that no page sends."""
        cleaned = super().clean() or self.cleaned_data
        self.seen = {}
        for value in self.data.getlist("team"):
            one = SEEN.fullmatch(value)
            if one is None or len(self.seen) >= MOST_SEEN:
                raise forms.ValidationError(_("One of the teams cannot be read. Go back and send the page again."))
            self.seen[one[1]] = int(one[2])
        return cleaned


@require_POST
def approve_legal(request: HttpRequest, slug: str) -> HttpResponse:
    """Approve all teams that the page showed as legal; those that are no longer so stay."""
    league = league_for(request, slug)
    form = SeenTeamsForm(request.POST)

    def work() -> list[list[str]]:
        done, left = approval.approve_legal(league=league, seen=form.seen, by=request.user)
        return [[team.name for team in done], [team.name for team in left]]

    approved, left = press(request, "approve_legal", work, form)
    said = ngettext(
        "%(count)d team has been approved: %(teams)s.", "%(count)d teams have been approved: %(teams)s.", len(approved)
    )
    messages.success(request, said % {"count": len(approved), "teams": ", ".join(approved)})
    if left:
        still = _("Still waiting, because they changed, break a rule or need somebody else: %(teams)s.")
        messages.warning(request, still % {"teams": ", ".join(left)})
    return redirect("teams:approvals", slug)


@get_or_post
def send_back(request: HttpRequest, team: str) -> HttpResponse:
    """Send a team back to its coach, with a reason."""
    found = team_for(request, team)
    form = SendBackForm.of(request, initial={"version": found.version})

    def give_back() -> str:
        cleaned = form.cleaned_data
        try:
            approval.send_back(team=found, expected=cleaned["version"], by=request.user, reason=cleaned["reason"])
        except StaleVersion:
            raise Refusal(CHANGED_SINCE, team=found.name) from None
        return str(found.public_id)

    if submit(request, form, "send_back_team", give_back):
        messages.success(request, _("%(team)s was sent back to its coach.") % {"team": found.name})
        return redirect("teams:approvals", found.league.slug)
    context = {"team": found, "form": form, "badge": shown_crest(found)}
    return render(request, "teams/arrivals/send_back.html", context, status=form.status)
