"""Pages about the next matches: the bracket, which team advances, and the next round of a Swiss draw."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from competitions.access import competition_for
from competitions.buttons import press_seen
from competitions.formats import swiss_rounds
from competitions.formats.knock_out import manual_advance
from competitions.formats.knock_out.page import asked_about_ties, bracket_page
from competitions.formats.schedule_forms import SendOnForm
from competitions.models import Competition, Tie
from leagues.agreements.own_matches import ASKED_FIRST, ask, done_or_asked
from leagues.agreements.waiting import agreements_sign, shown_asked
from leagues.agreements.who_agrees import must_ask
from leagues.models import Agreement
from web.drawing.visitors_pages import visitors_page
from web.drawing.waiting import still_shown
from web.submission import get_or_post, submit


@require_safe
def bracket(request: HttpRequest, competition: str) -> HttpResponse:
    """The bracket of a knock-out."""
    found = competition_for(request, competition)
    agreements = asked_about_ties(request, found)
    sign = agreements_sign(agreements)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = {**bracket_page(request, found, agreements), "sign": sign}
    return visitors_page(request, "competitions/formats/knock_out/bracket.html", context, [context["parts"]])


@get_or_post
def send_on(request: HttpRequest, competition: str, tie: int) -> HttpResponse:
    """Which team advances, by a commissioner's ruling or by lot."""
    found = competition_for(request, competition)
    row = get_object_or_404(found.ties.select_related("home", "away", "winner"), number=tie)
    form = SendOnForm.of(request, competition=found, tie=row)

    def carry_out() -> str:
        typed = form.cleaned_data
        team = {"home": row.home, "away": row.away, "lot": None}[typed["team"]]
        given = {"competition": found, "by": request.user, "team": team}
        return done_or_asked(
            manual_advance.advancing(tie=row, **given),
            typed["reason"],
            lambda: str(
                manual_advance.advance_team(
                    **given, expected=typed["version"], number=tie, reason=typed["reason"]
                ).number
            ),
        )

    if done := submit(request, form, "send_on", carry_out):
        asked = _("Sent. Once somebody agrees, the team advances.")
        messages.success(request, asked if done == ASKED_FIRST else _("Ruling saved: the team advances."))
        return redirect("competitions:bracket", competition)
    asks = shown_asked(manual_advance.advancing(found, row, request.user, None))
    context = {"competition": found, "tie": row, "form": form, "asks": asks}
    return render(request, "competitions/formats/knock_out/send_on.html", context, status=form.status)


@require_POST
def take_back_word(request: HttpRequest, competition: str, tie: int) -> HttpResponse:
    """Revoke a ruling, so that the results count again; in one's own tie, ask somebody to agree."""
    found = competition_for(request, competition)
    row = get_object_or_404(found.ties.select_related("home", "away"), number=tie)

    deed = manual_advance.revoking(found, row, request.user)
    asks = must_ask(deed)

    def service(*, competition: Competition, by: User, expected: int) -> Agreement | Tie:
        if asks:
            return ask(deed, _("Count the results again."))
        return manual_advance.revoke_ruling(competition=competition, by=by, expected=expected, number=tie)

    asked, done = (
        _("Sent. Once somebody agrees, the results count again."),
        _("Ruling revoked. The results count again."),
    )
    press_seen(request, service, command="take_back_word", competition=found, done=asked if asks else done)
    return redirect("competitions:bracket", competition)


@require_POST
def pair(request: HttpRequest, competition: str) -> HttpResponse:
    """Pair the next round of a Swiss draw."""
    found = competition_for(request, competition)
    done = _("Next round paired. Its matches can be played.")
    press_seen(request, swiss_rounds.pair_next_round, competition=found, done=done)
    return redirect("competitions:fixtures", competition)


@require_POST
def pair_again(request: HttpRequest, competition: str) -> HttpResponse:
    """Pair the last round of a Swiss draw again, by the current table."""
    found = competition_for(request, competition)
    done = _("Round paired again.")
    press_seen(request, swiss_rounds.pair_last_round_again, competition=found, done=done)
    return redirect("competitions:fixtures", competition)
