"""The page on which the founding of a team asks its coach, between the draft and its submission."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from teams.access import team_for
from teams.asking.form import QuestionForm
from teams.asking.views import questions_context, take_answer
from teams.building import approval, own_rules
from teams.building.founding import answer_founding, asker_of
from teams.models import Team
from teams.selectors import team_url
from teams.version_forms import press_seen
from web.crests.shown import shown_crest
from web.submission import get_or_post


@get_or_post
def founding(request: HttpRequest, team: str) -> HttpResponse:
    """The open questions of a draft's founding; when all are answered, the button that submits the team."""
    found = team_for(request, team)
    if found.state != Team.State.DRAFT or found.from_elsewhere:
        return redirect(team_url(found))
    asker, sent = asker_of(found.founding_rules, found), None
    here = reverse("teams:founding", args=[found.public_id])
    if request.method == "POST":

        def store(form: QuestionForm) -> str:
            more = answer_founding(team=found, key=form.question.key, value=form.answer, by=request.user)
            return "more" if more else "all"

        sent, stored = take_answer(request, asker, "answer_founding", store)
        if stored:
            return redirect(f"{here}#now")
        if sent is not None and sent.typed("work_out") and request.htmx and sent.sum_template:
            return render(request, sent.sum_template, {"form": sent})
    outcome = asker.sequence.outcome
    if outcome.refused is not None:
        messages.info(request, _("First fix what the draft breaks."))
        return redirect("teams:build", found.public_id)
    context = {
        "team": found,
        "badge": shown_crest(found),
        "here": here,
        "asks": bool(outcome.questions),
        "own_rules": own_rules.shown(found),
        **questions_context(asker, sent),
    }
    return render(request, "teams/building/founding.html", context, status=sent.status if sent else 200)


@require_POST
def submit_founded(request: HttpRequest, team: str) -> HttpResponse:
    """Submit a draft whose founding has no open questions."""
    found = team_for(request, team)
    press_seen(request, found, "submit_team", approval.submit_team, by=request.user)
    found.refresh_from_db(fields=["state"])
    if found.state == Team.State.ACTIVE:
        messages.success(request, _("%(team)s has joined the league.") % {"team": found.name})
        return redirect(team_url(found))
    said = _("%(team)s has been submitted. It joins the league when a commissioner approves it.")
    messages.success(request, said % {"team": found.name})
    return redirect("teams:build", found.public_id)
