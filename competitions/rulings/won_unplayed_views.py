"""The page on which the book asks the coach of a team that won without play."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.fixtures.fixtures import words_of
from competitions.fixtures.won_unplayed import answer_won, sequence_of
from competitions.models import WonUnplayed
from leagues.access import prepare_request
from teams.access import coaches
from teams.asking.form import QuestionForm
from teams.asking.page import TeamAsker
from teams.asking.views import questions_context, take_answer
from teams.selectors import names_of, team_url
from web import policy
from web.submission import get_or_post

State = WonUnplayed.State


@get_or_post
def won_unplayed(request: HttpRequest, won_unplayed: int) -> HttpResponse:
    """The open questions after a walkover; then the team's page, with what came of the answers."""
    row = _row_for(request, won_unplayed)
    here = reverse("competitions:won_unplayed", args=[row.pk])
    asker = TeamAsker(sequence_of(row), row.team.book, names_of(row.team))
    sent = None
    if request.method == "POST":

        def store(form: QuestionForm) -> str:
            return str(answer_won(row=row, key=form.question.key, value=form.answer, by=request.user).state)

        sent, stored = take_answer(request, asker, "answer_won_unplayed", store)
        if stored:
            if stored != State.OPEN:
                messages.success(request, _done(row, stored))
            return redirect(f"{here}#now" if stored == State.OPEN else team_url(row.team))
        if sent is not None and sent.typed("work_out") and request.htmx and sent.sum_template:
            return render(request, sent.sum_template, {"form": sent})
    if row.state != State.OPEN:
        return redirect(team_url(row.team))
    words = {"row": row, "team": row.team, "here": here, "match_words": words_of(row.fixture)}
    context = {**words, "competition": row.fixture.round.competition, **questions_context(asker, sent)}
    return render(request, "competitions/rulings/won_unplayed.html", context, status=sent.status if sent else 200)


def _done(row: WonUnplayed, state: str) -> str:
    if state == State.HELD:
        return _("All is answered. It is written down once %(team)s is out of its match.") % {"team": row.team.name}
    return _("Written down for %(team)s.") % {"team": row.team.name}


def _row_for(request: HttpRequest, won_unplayed: int) -> WonUnplayed:
    """What a team has of a walkover, if the user coaches the team or runs the league. Raises Http404."""
    related = ("fixture__home", "fixture__away", "fixture__round__competition__season")
    of_team = ("ruleset", "team__league__change_counter", "team__coach", "team__ruleset", "team__state_row")
    rows = WonUnplayed.objects.select_related(*related, *of_team).filter(pk=won_unplayed)
    row = next(iter(rows[:1]), None)
    if row is None:
        raise Http404
    prepare_request(request, row.team.league)
    request.ruleset = row.began_by
    policy.require(request, row.team.league, {"team_coach"} if coaches(request, row.team) else ())
    return row
