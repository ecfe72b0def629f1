"""The buttons under what a commissioner asked others to agree to: agree, and withdraw."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access import league_for
from leagues.agreements import own_matches
from leagues.models import Agreement
from web.submission import press


@require_POST
def agree(request: HttpRequest, slug: str, agreement: int) -> HttpResponse:
    """Agree to a decision about a match; it is carried out at once."""
    found = _agreement_for(request, slug, agreement)
    press(request, "agree", lambda: int(own_matches.agree(agreement=found, by=request.user).pk))
    messages.success(request, _("You agreed, so it is done."))
    return redirect(own_matches.kind_of(found).address(found))


@require_POST
def withdraw(request: HttpRequest, slug: str, agreement: int) -> HttpResponse:
    """Withdraw what one has asked for."""
    found = _agreement_for(request, slug, agreement)

    def take_back() -> bool:
        own_matches.withdraw(agreement=found, by=request.user)
        return True

    press(request, "withdraw_agreement", take_back)
    messages.success(request, _("Withdrawn. Nothing changed."))
    return redirect(own_matches.kind_of(found).address(found))


def _agreement_for(request: HttpRequest, slug: str, agreement: int) -> Agreement:
    league = league_for(request, slug)
    found = get_object_or_404(league.agreements.select_related("by"), pk=agreement)
    found.league = league
    request.page_now = own_matches.kind_of(found).address(found)
    return found
