"""The views of a correction: start, answer, decide, propose, accept, discard.

Those of its report are in ``matches.correction.report_views``.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.agreements.who_agrees import ends_at, must_ask
from leagues.forms import ReasonForm
from matches.access import is_commissioner, match_state_for
from matches.correction import correcting, rights
from matches.correction.corrected import CorrectedMatch
from matches.correction.page import asked_forms, chosen, correction_context, is_ready
from matches.models import Match, MatchCorrection
from matches.questions.asking import QuestionForm, given
from matches.refusals import NOT_ASKED
from matches.report.reporting import is_own
from matches.report.unsent import unsent_of
from matches.sequence.sequences import MatchState
from web.errors import Refusal
from web.prepared import Prepared
from web.submission import get_or_post, press, submit

SEEN = "seen."
"""The prefix of fields with a team's last seen journal entry."""


def open_correction(state: MatchState) -> MatchCorrection:
    """The open correction of a match. Raises ``Http404``."""
    found: MatchCorrection | None = next(iter(_open(state.match.pk)), None)
    if found is None:
        raise Http404
    found.match = state.match
    return found


@Prepared
def _open(match: int) -> QuerySet[MatchCorrection]:
    return MatchCorrection.objects.open().select_related("by").filter(match=match).order_by("pk")[:1]


def may_change(request: HttpRequest, state: MatchState, correction: MatchCorrection) -> bool:
    """Whether the user started the correction, has taken over that coach's team since, or acts for the league."""
    return is_own(correction, state, request.user) or acts_for_league(request, correction)


def acts_for_league(request: HttpRequest, correction: MatchCorrection) -> bool:
    """Whether the user decides as a commissioner: not while others have to agree, since they coach in the match."""
    return is_commissioner(request) and not must_ask(rights.accepting(correction, request.user))


def may_discard(request: HttpRequest, state: MatchState, correction: MatchCorrection) -> bool:
    """Whether the user may discard it: also a commissioner in their own match, once the league's days have passed."""
    if may_change(request, state, correction):
        return True
    return is_commissioner(request) and not must_ask(rights.discarding(correction, request.user))


def correction_to_change(request: HttpRequest, match: str) -> MatchCorrection:
    """The open correction of a match, if the user may change it. Raises ``Http404``, ``Refusal``."""
    state = match_state_for(request, match)
    found = open_correction(state)
    if not may_change(request, state, found):
        raise Refusal(rights.NOT_YOURS)
    return found


def may_accept(request: HttpRequest, state: MatchState, correction: MatchCorrection) -> bool:
    """A commissioner may accept any correction, a coach one that the other coach proposed."""
    return acts_for_league(request, correction) or rights.may_accept(state, correction, request.user)


@get_or_post
def begin(request: HttpRequest, match: str) -> HttpResponse:
    """Start a correction of a closed match, with a reason."""
    return begin_with(request, match, annuls=False)


@get_or_post
def annul(request: HttpRequest, match: str) -> HttpResponse:
    """Start the annulment of a closed match, with a reason."""
    return begin_with(request, match, annuls=True)


def begin_with(request: HttpRequest, match: str, *, annuls: bool) -> HttpResponse:
    """The page to start a correction or an annulment."""
    state = match_state_for(request, match)
    if state.match.corrections.open().exists():
        return redirect("matches:correction", match)
    form = ReasonForm.of(request)

    def start() -> int:
        reason = form.cleaned_data["reason"]
        made = correcting.begin_correction(match=state.match, by=request.user, reason=reason, annuls=annuls)
        return int(made.pk)

    if submit(request, form, "begin_correction", start):
        if annuls:
            return redirect("matches:correction", match)
        messages.success(request, _("Now change the report. Nothing is saved until the correction is accepted."))
        return redirect("matches:correct_report", match)
    if state.match.state != Match.State.CLOSED and not form.is_bound:
        return redirect("matches:match", match)
    context = {"match": state.match, "form": form, "teams": state.teams, "annuls": annuls}
    return render(request, "matches/correction/begin_correction.html", context, status=form.status)


@get_or_post
def correction(request: HttpRequest, match: str) -> HttpResponse:
    """A correction: its effects, its open questions, and their answers."""
    found = open_correction(match_state_for(request, match))
    state = CorrectedMatch(found, coaches=True)
    status = 200
    forms = asked_forms(state)
    if request.method == "POST":
        if not may_change(request, state, found):
            raise Refusal(rights.NOT_YOURS)
        forms = asked_forms(state, request.POST)
        sent = next((form for form in forms if form.is_bound), None)
        if sent is None:
            return HttpResponse(press(request, "answer_anew", not_asked))
        if sent.typed("work_out"):
            sent.work_out()
        elif submit(
            request,
            sent,
            "answer_anew",
            lambda: int(correcting.answer_question(correction=found, given=given(sent)).pk),
        ):
            return redirect(reverse("matches:correction", args=[match]) + "#now")
        status = sent.status
    return shown_page(request, state, forms, status=status)


@require_POST
def preview(request: HttpRequest, match: str) -> HttpResponse:
    """What would follow in tables, brackets and later stages; nothing is saved."""
    found = open_correction(match_state_for(request, match))
    state = CorrectedMatch(found, coaches=True)
    forms = asked_forms(state)
    if not is_ready(state, forms):
        return redirect("matches:correction", match)
    follows = correcting.preview(state=state, by=request.user)
    if request.htmx:
        return render(request, "matches/correction/_follows.html", {"match": found.match, "follows": follows})
    return shown_page(request, state, forms, follows=follows)


def shown_page(
    request: HttpRequest, state: CorrectedMatch, forms: list[QuestionForm], *, status: int = 200, **more: Any
) -> HttpResponse:
    """The page of a correction."""
    found = state.correction
    runs_it, teams = is_commissioner(request), state.teams
    accepting = rights.accepting(found, request.user, teams)
    for_league = runs_it and not must_ask(accepting)
    change = is_own(found, state, request.user) or for_league
    allowed = {
        "may_change": change,
        "fixed": not change,
        "may_discard": change or (runs_it and not must_ask(rights.discarding(found, request.user, teams))),
        "may_accept": for_league or rights.may_accept(state, found, request.user),
        "is_commissioner": for_league,
        "may_refuse": rights.may_accept(state, found, request.user),
        "may_rule": rights.may_rule(found, request.user, commissioner=runs_it, deed=accepting),
    }
    unsent = unsent_of(state.match)
    context = correction_context(found, state, forms, **allowed) | {"unsent": unsent if unsent.begun else None}
    if alone := rights.waits_for_opponent(found):
        context["until"] = ends_at(found.proposed_at or found.at, found.match.league)
    context |= {"waits_for_opponent": alone, **more}
    return render(request, "matches/correction/correction.html", context, status=status)


def not_asked() -> None:
    """Refuses an answer to a question that is not open."""
    raise Refusal(NOT_ASKED)


@require_POST
def decide(request: HttpRequest, match: str) -> HttpResponse:
    """Save the choices for conflicts."""
    found = correction_to_change(request, match)
    press(
        request,
        "decide_correction",
        lambda: int(
            correcting.decide(
                correction=found, expected=found.version, choices=chosen(found.match, request.POST)
            ).version
        ),
    )
    return redirect(reverse("matches:correction", args=[match]) + "#now")


@require_POST
def propose(request: HttpRequest, match: str) -> HttpResponse:
    """Propose the correction to the other coach."""
    found = correction_to_change(request, match)
    press(
        request, "propose_correction", lambda: int(correcting.propose(correction=found, expected=found.version).version)
    )
    messages.success(request, _("Correction proposed. Waiting for someone else to accept it."))
    return redirect("matches:correction", match)


@require_POST
def accept(request: HttpRequest, match: str) -> HttpResponse:
    """Write the correction as the preview showed it."""
    state = match_state_for(request, match)
    found = open_correction(state)
    if not may_accept(request, state, found):
        raise Refusal(rights.NOT_YOURS)
    seen = {name[len(SEEN) :]: typed_count(request, name) for name in request.POST if name.startswith(SEEN)}
    given = {"expected": typed_count(request, "version"), "seen": seen, "commissioner": is_commissioner(request)}
    press(
        request,
        "accept_correction",
        lambda: str(correcting.accept(correction=found, by=request.user, **given).public_id),
    )
    messages.success(request, _("Match annulled.") if found.annuls else _("Correction saved."))
    return redirect("matches:match", match)


def typed_count(request: HttpRequest, name: str) -> int:
    """A number from the page's own form; -1 if it is not a number."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


@require_POST
def discard(request: HttpRequest, match: str) -> HttpResponse:
    """Leave everything as it is."""
    state = match_state_for(request, match)
    found = open_correction(state)
    if not may_discard(request, state, found):
        raise Refusal(rights.NOT_YOURS)
    press(
        request, "give_up_correction", lambda: int(correcting.discard_correction(correction=found, by=request.user).pk)
    )
    messages.success(
        request,
        _("Annulment discarded. Nothing changed.") if found.annuls else _("Correction discarded. Nothing changed."),
    )
    return redirect("matches:match", match)
