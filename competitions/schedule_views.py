"""Pages about what comes next: the bracket and who goes on in it, and the next round of a Swiss draw."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from competitions import bracket_word, swiss_rounds
from competitions.access import competition_for
from competitions.bracket_page import bracket_page
from competitions.forms import VersionForm
from competitions.schedule_forms import SendOnForm
from leagues.submission import look_or_post, press, submit


@require_safe
def bracket(request: HttpRequest, competition: str) -> HttpResponse:
    """Who meets whom, who went on, and who waits for whom."""
    found = competition_for(request, competition)
    return render(request, "competitions/bracket.html", bracket_page(request, found))


@look_or_post
def send_on(request: HttpRequest, competition: str, tie: int) -> HttpResponse:
    """Who goes on, by the commissioner's word or by lot."""
    found = competition_for(request, competition)
    row = get_object_or_404(found.ties.select_related("home", "away", "winner"), number=tie)
    form = SendOnForm.of(request, competition=found, tie=row)

    def carry_out() -> str:
        typed = form.cleaned_data
        sides = {"home": row.home, "away": row.away, "lot": None}
        bracket_word.send_on(
            competition=found,
            by=request.user,
            expected=typed["version"],
            number=tie,
            team=sides[typed["team"]],
            reason=typed["reason"],
        )
        return found.public_id

    if submit(request, form, "send_on", carry_out):
        messages.success(request, _("It is decided who goes on."))
        return redirect("competitions:bracket", competition)
    context = {"competition": found, "tie": row, "form": form}
    return render(request, "competitions/send_on.html", context, status=form.status)


@require_POST
def take_back_word(request: HttpRequest, competition: str, tie: int) -> HttpResponse:
    """Let the results count again."""
    found = competition_for(request, competition)
    get_object_or_404(found.ties, number=tie)
    form = VersionForm(request.POST)

    def carry_out() -> str:
        bracket_word.take_back_word(
            competition=found, by=request.user, expected=form.cleaned_data["version"], number=tie
        )
        return found.public_id

    press(request, "take_back_word", carry_out, form)
    messages.success(request, _("The results count again."))
    return redirect("competitions:bracket", competition)


@require_POST
def pair(request: HttpRequest, competition: str) -> HttpResponse:
    """The next round of a Swiss draw."""
    found = competition_for(request, competition)
    form = VersionForm(request.POST)

    def carry_out() -> str:
        paired = swiss_rounds.pair_next_round(competition=found, by=request.user, expected=form.cleaned_data["version"])
        return paired.public_id

    press(request, "pair_next_round", carry_out, form)
    messages.success(request, _("The next round is paired: its matches can be played."))
    return redirect("competitions:fixtures", competition)


@require_POST
def pair_again(request: HttpRequest, competition: str) -> HttpResponse:
    """The last round of a Swiss draw, by the table as it is now."""
    found = competition_for(request, competition)
    form = VersionForm(request.POST)

    def carry_out() -> str:
        expected = form.cleaned_data["version"]
        paired = swiss_rounds.pair_last_round_again(competition=found, by=request.user, expected=expected)
        return paired.public_id

    press(request, "pair_last_round_again", carry_out, form)
    messages.success(request, _("The round is paired again."))
    return redirect("competitions:fixtures", competition)
