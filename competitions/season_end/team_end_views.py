"""The page on which a season's end asks the coach of a team."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import TeamEnd
from competitions.season_end.team_ends import answer_end, finish_end, sequence_of
from leagues.access import prepare_request
from leagues.changes import version_of
from teams.access import coaches
from teams.asking.form import QuestionForm
from teams.asking.page import TeamAsker
from teams.asking.views import questions_context, take_answer
from teams.selectors import names_of, team_url
from web import policy
from web.drawing.waiting import sign_of, still_shown
from web.submission import get_or_post, press

ANSWER = "answer_season_end"


@get_or_post
def team_end(request: HttpRequest, team_end: int) -> HttpResponse:
    """The open questions of a team at a season's end; then its page, with what came of the answers."""
    row = _row_for(request, team_end)
    here = reverse("competitions:team_end", args=[row.pk])
    asker = TeamAsker(sequence_of(row), row.team.book, names_of(row.team))
    sent = None
    if request.method == "POST":

        def store(form: QuestionForm) -> str:
            return str(answer_end(row=row, key=form.question.key, value=form.answer, by=request.user).state)

        if asker.sequence.outcome.questions:
            sent, stored = take_answer(request, asker, ANSWER, store)
        else:
            stored = press(request, ANSWER, lambda: str(finish_end(row=row, by=request.user).state))
        if stored == TeamEnd.State.DONE:
            messages.success(request, _("The season is over for %(team)s.") % {"team": row.team.name})
            return redirect(team_url(row.team))
        if stored:
            return redirect(f"{here}#now")
        if sent is not None and sent.typed("work_out") and request.htmx and sent.sum_template:
            return render(request, sent.sum_template, {"form": sent})
    if row.state != TeamEnd.State.OPEN:
        return redirect(team_url(row.team))
    sign = "" if sent is not None else sign_of(version_of(row.season.league))
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = {"row": row, "team": row.team, "season": row.season, "here": here, "sign": sign}
    context |= questions_context(asker, sent)
    return render(request, "competitions/season_end/team_end.html", context, status=sent.status if sent else 200)


def _row_for(request: HttpRequest, team_end: int) -> TeamEnd:
    """A team's season end, if the user coaches the team or runs the league. Raises Http404."""
    related = ("season__league__change_counter", "ruleset", "team__coach", "team__ruleset", "team__state_row")
    row = next(iter(TeamEnd.objects.select_related(*related).filter(pk=team_end)[:1]), None)
    if row is None:
        raise Http404
    prepare_request(request, row.season.league)
    row.team.league = row.season.league
    request.ruleset = row.began_by
    policy.require(request, row.season.league, {"team_coach"} if coaches(request, row.team) else ())
    return row
