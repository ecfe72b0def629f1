"""Pages about the next matches: the bracket, which team advances, and the next round of a Swiss draw."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from competitions.access import competition_for
from competitions.buttons import press_seen
from competitions.formats import swiss_rounds
from competitions.formats.knock_out import manual_advance
from competitions.formats.knock_out.page import bracket_page
from competitions.formats.schedule_forms import SendOnForm
from web.submission import get_or_post, submit


@require_safe
def bracket(request: HttpRequest, competition: str) -> HttpResponse:
    """The bracket of a knock-out."""
    found = competition_for(request, competition)
    return render(request, "competitions/formats/knock_out/bracket.html", bracket_page(request, found))


@get_or_post
def send_on(request: HttpRequest, competition: str, tie: int) -> HttpResponse:
    """Which team advances, by a commissioner's ruling or by lot."""
    found = competition_for(request, competition)
    row = get_object_or_404(found.ties.select_related("home", "away", "winner"), number=tie)
    form = SendOnForm.of(request, competition=found, tie=row)

    def carry_out() -> str:
        typed = form.cleaned_data
        sides = {"home": row.home, "away": row.away, "lot": None}
        manual_advance.advance_team(
            competition=found,
            by=request.user,
            expected=typed["version"],
            number=tie,
            team=sides[typed["team"]],
            reason=typed["reason"],
        )
        return found.public_id

    if submit(request, form, "send_on", carry_out):
        messages.success(request, _("Ruling saved: the team advances."))
        return redirect("competitions:bracket", competition)
    context = {"competition": found, "tie": row, "form": form}
    return render(request, "competitions/formats/knock_out/send_on.html", context, status=form.status)


@require_POST
def take_back_word(request: HttpRequest, competition: str, tie: int) -> HttpResponse:
    """Revoke a ruling, so that the results count again."""
    found = competition_for(request, competition)
    get_object_or_404(found.ties, number=tie)
    done = _("Ruling revoked. The results count again.")
    service = manual_advance.revoke_ruling
    press_seen(request, service, command="take_back_word", competition=found, number=tie, done=done)
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
