"""The pre-match and post-match views, generic for every question of every edition."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from matches import wording
from matches.access import Seat, is_commissioner, match_state_for, my_sides, next_seat, open_hands, seat_for, seats
from matches.models import Match
from matches.questions.asking import QuestionForm, form_for, given
from matches.questions.post_match_page import post_match_context
from matches.questions.pre_match_page import pre_match_context
from matches.refusals import NOT_ASKED, NOT_YOURS
from matches.sequence import answering, buying
from matches.sequence.sequences import MatchState
from rules.sequence.codec import decode
from rules.sequence.sequence import SIDES, Question, other
from web.errors import Refusal
from web.submission import get_or_post, press, submit

CONTEXTS = {Match.State.PRE_MATCH: pre_match_context, Match.State.POST_MATCH: post_match_context}


@get_or_post
def pre_match(request: HttpRequest, match: str) -> HttpResponse:
    """The pre-match of the user's side: weather, inducements, fans; and the other side's progress."""
    return sequence_page(request, match, Match.State.PRE_MATCH)


@get_or_post
def post_match(request: HttpRequest, match: str) -> HttpResponse:
    """The post-match of the user's side, one step at a time, with the provisional sheet."""
    return sequence_page(request, match, Match.State.POST_MATCH)


def sequence_page(request: HttpRequest, match: str, sequence: str) -> HttpResponse:
    """A sequence's page, and the answers that its forms give."""
    state = match_state_for(request, match)
    seat = seat_for(request, state)
    asked: QuestionForm | None = None
    if request.method == "POST":
        asked = asked_form(request, state, seat, sequence)
        if asked is not None and asked.typed("work_out"):
            asked.work_out()
            if request.htmx and asked.sum_template:
                return render(request, asked.sum_template, {"form": asked, "state": state})
        elif step := answer(request, state, seat, asked):
            return go_on(request, match, seat, sequence, step)
    if state.match.state != sequence:
        return redirect("matches:match", match)
    context = sequence_context(request, state, seat, asked)
    return render(request, f"matches/questions/{sequence}.html", context, status=asked.status if asked else 200)


def asked_form(request: HttpRequest, state: MatchState, seat: Seat, sequence: str) -> QuestionForm | None:
    """The sent form, if its question is open now."""
    wanted = (seat.side, request.POST.get("key"))
    if state.match.state != sequence:
        return None
    question = next((question for question in state.questions() if (question.side, question.key) == wanted), None)
    return form_for(question, state, request.POST) if question else None


def answer(request: HttpRequest, state: MatchState, seat: Seat, form: QuestionForm | None) -> Any:
    """Stores the form's answer once; returns the match's new state, or None if the form has errors.

    A roll by the server goes on with the rolls after it, up to the side's next decision.

    Raises ``Refusal`` if the question is not open, unless this same form has already answered it.
    """
    if form is None:
        return press(request, "answer", not_asked)

    def give() -> str:
        how = {"by": request.user, "for_league": seat.for_league}
        made = answering.answer(match=state.match, given=[given(form)], **how)
        if form.by_server:
            made = answering.roll_on(made, side=seat.side, **how)
        return str(made.match.state)

    return submit(request, form, "answer", give)


def not_asked() -> None:
    """Refuses an answer to a question that is not open."""
    raise Refusal(NOT_ASKED)


def go_on(request: HttpRequest, match: str, seat: Seat, sequence: str, step: str) -> HttpResponse:
    """Redirects to the next question, or to the match's page after the last one."""
    if step == sequence:
        return redirect(address(f"matches:{sequence}", match, next_seat(request, match, seat)) + "#now")
    if step == Match.State.PLAYING:
        messages.success(request, _("Both teams are ready. Play, then enter the report here."))
    elif step == Match.State.CLOSED:
        messages.success(request, _("The match is closed, and both rosters are up to date."))
    return redirect("matches:match", match)


def address(route: str, match: str, seat: Seat) -> str:
    """The URL of a sequence's page for a seat; it names the side unless it is the user's usual seat."""
    url = reverse(route, args=[match])
    return url if seat.usual else f"{url}?side={seat.side}"


def sequence_context(request: HttpRequest, state: MatchState, seat: Seat, asked: QuestionForm | None) -> dict[str, Any]:
    """The context of a sequence's page for a user in this seat."""
    forms = [
        asked if asked is not None and asked.question == question else form_for(question, state)
        for question in state.questions()
        if question.side == seat.side
    ]
    fold(forms)
    route = f"matches:{state.match.state}"
    context = CONTEXTS[state.match.state](state, seat.side, open_hands(request, state))
    undo = context["undo"]
    return {
        "match": state.match,
        "forms": forms,
        "undo_title": wording.question(decode(Question, undo.question), state.names, state.ruleset.book).title
        if undo
        else "",
        "seat": seat,
        "here": address(route, state.match.public_id, seat),
        "other_seats": [
            {"team": state.teams[other.side].name, "url": address(route, state.match.public_id, other), "seat": other}
            for other in seats(request, state)
            if other != seat
        ],
        **context,
    }


def fold(forms: list[QuestionForm]) -> None:
    """Folds all open questions but one: the one that was sent, else the first."""
    shown = next((form for form in forms if form.is_bound), forms[0] if forms else None)
    for form in forms:
        form.folded = form is not shown


@require_POST
def close_purchase(request: HttpRequest, match: str) -> HttpResponse:
    """Close the purchase of a side whose time is over, as the opponent or a commissioner."""
    state = match_state_for(request, match)
    closing = next((side for side in SIDES if side == request.POST.get("closing")), None)
    if closing is None or not (is_commissioner(request) or other(closing) in my_sides(request, state)):
        raise Refusal(NOT_YOURS)

    def close() -> str:
        return str(buying.close_purchase(match=state.match, side=closing, by=request.user).state)

    step = press(request, "close_purchase", close)
    messages.success(request, _("Purchase closed for %(team)s.") % {"team": state.teams[closing].name})
    return redirect("matches:pre_match" if step == Match.State.PRE_MATCH else "matches:match", match)


@require_POST
def take_back(request: HttpRequest, match: str) -> HttpResponse:
    """Undo the last decision of the user's side, as long as the server has not rolled since."""
    state = match_state_for(request, match)
    seat = seat_for(request, state)

    def undo() -> str:
        made = answering.undo_decision(
            match=state.match,
            side=seat.side,
            key=request.POST.get("key", ""),
            by=request.user,
            for_league=seat.for_league,
        )
        return str(made.match.state)

    step = press(request, "take_back", undo)
    messages.success(request, _("Undone. You can answer again."))
    return redirect(address(f"matches:{step}", match, seat) + "#now")
