"""The pages of friendlies that coaches arrange: the list, the form of an offer, one offer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.names import by_name
from competitions.access import runs_it
from competitions.buttons import press_seen
from competitions.friendlies import friendlies as services
from competitions.friendlies.forms import FriendlyOfferForm
from competitions.models import FriendlyOffer
from competitions.names import teams_named
from leagues.access import league_for, prepare_request
from leagues.changes import version_of
from leagues.models import League
from matches.access import match_state_for
from matches.models import Match
from matches.wording import pairing
from teams.models import Team
from web import policy
from web.drawing.waiting import sign_of, still_shown
from web.submission import get_or_post, press, submit

State = FriendlyOffer.State
LAST = 20
"""How many answered offers are listed."""


def _friendly_for(request: HttpRequest, friendly: int) -> FriendlyOffer:
    """An offer with its teams; it exists for their coaches and the commissioners only. Raises Http404."""
    related = ("league__change_counter", "offering__coach", "asked__coach", "match", "offered_by", "answered_by")
    found = next(iter(FriendlyOffer.objects.select_related(*related).filter(pk=friendly)[:1]), None)
    if found is None:
        raise Http404
    prepare_request(request, found.league)
    sides = (("offering_coach", found.offering), ("asked_coach", found.asked))
    policy.require(
        request, found.league, {role for role, team in sides if request.user.pk and team.coach_id == request.user.pk}
    )
    return found


@require_safe
def friendlies(request: HttpRequest, slug: str) -> HttpResponse:
    """A coach's offers and the friendlies they have to play; a commissioner sees all."""
    league = league_for(request, slug)
    offers = league.friendly_offers.select_related("offering", "asked")
    open_ones = Match.objects.filter(services.unplayed_friendlies(league))
    if not runs_it(request):
        offers = offers.of_coach(request.user)
        open_ones = open_ones.filter(sides__team__coach=request.user)
    rows = open_ones.distinct().order_by("pk").prefetch_related("sides__team")
    context = {
        "waiting": list(offers.open()),
        "answered": list(offers.exclude(state=State.OFFERED)[:LAST]),
        "unplayed": [_unplayed(match) for match in rows],
        "own": _own(league, request.user),
        "runs_it": runs_it(request),
    }
    return render(request, "competitions/friendlies/friendlies.html", context)


def _unplayed(match: Match) -> dict[str, Any]:
    names = {side.side: side.team.name for side in match.sides.all()}
    return {"match": match, "words": pairing(**names)}


@get_or_post
def offer(request: HttpRequest, slug: str) -> HttpResponse:
    """A coach offers a friendly to another coach."""
    league = league_for(request, slug)
    own = _own(league, request.user)
    form = FriendlyOfferForm.of(request, own=own, others=_others(league, request.user))

    def carry_out() -> int:
        typed = form.cleaned_data
        offering, asked = (form.known[typed[name]] for name in ("offering", "asked"))
        made = services.offer_friendly(
            offering=offering, asked=asked, by=request.user, at_home=typed["at_home"], note=typed["note"]
        )
        return int(made.pk)

    made = submit(request, form, "offer_friendly", carry_out)
    if made:
        messages.success(request, _("Friendly offered. The other coach gets a mail and a to-do."))
        return redirect("competitions:friendly_offer", made)
    context = {"form": form, "own": own, "runs_it": runs_it(request)}
    return render(request, "competitions/friendlies/offer_friendly.html", context, status=form.status)


def _own(league: League, user: Any) -> list[Team]:
    """A coach's active teams of a league by name."""
    return sorted(league.teams.active().filter(coach=user).defer("draft"), key=by_name)


def _others(league: League, user: Any) -> list[Team]:
    """The active teams of a league with another coach who is a member."""
    current = league.memberships.filter(user=OuterRef("coach"), left_at__isnull=True)
    teams = league.teams.active().filter(Exists(current), coach__is_active=True).exclude(coach=user)
    return sorted(teams.select_related("coach").defer("draft"), key=by_name)


@require_safe
def friendly_offer(request: HttpRequest, friendly: int) -> HttpResponse:
    """One offer, with the buttons that its reader may use."""
    found = _friendly_for(request, friendly)
    sign = sign_of(version_of(found.league)) if found.state == State.OFFERED else ""
    if still_shown(request, sign):
        return HttpResponse(status=204)
    teams = teams_named(Team.objects.filter(pk__in=[found.offering_id, found.asked_id]), request.user)
    offering, asked = teams[found.offering_id], teams[found.asked_id]
    open_now = found.state == State.OFFERED and not found.league.archived and "member" in request.league_roles
    unplayed = found.match is not None and found.match.state == Match.State.SCHEDULED
    context = {
        "sign": sign,
        "offer": found,
        "offering": offering,
        "asked": asked,
        "home": offering if found.at_home else asked,
        "may_answer": open_now and asked.mine,
        "may_withdraw": open_now and offering.mine,
        "may_call_off": unplayed and not found.league.archived,
    }
    return render(request, "competitions/friendlies/friendly_offer.html", context)


@require_POST
def accept(request: HttpRequest, friendly: int) -> HttpResponse:
    """The asked coach accepts."""
    return _answer(request, friendly, services.accept_friendly, _("Friendly arranged."))


@require_POST
def decline(request: HttpRequest, friendly: int) -> HttpResponse:
    """The asked coach declines."""
    return _answer(request, friendly, services.decline_friendly, _("Friendly declined."))


@require_POST
def withdraw(request: HttpRequest, friendly: int) -> HttpResponse:
    """The offering coach withdraws the offer."""
    return _answer(request, friendly, services.withdraw_friendly, _("Offer withdrawn."))


def _answer(request: HttpRequest, friendly: int, service: Callable[..., FriendlyOffer], told: str) -> HttpResponse:
    """Give an answer once. Raises Refusal, which becomes a page."""
    press_seen(request, service, offer=_friendly_for(request, friendly), done=told)
    return redirect("competitions:friendly_offer", friendly)


@require_POST
def call_off(request: HttpRequest, match: str) -> HttpResponse:
    """Call off a friendly that is not opened yet."""
    found = match_state_for(request, match).match

    def carry_out() -> str:
        return services.call_off_friendly(match=found, by=request.user).public_id

    press(request, "call_off_friendly", carry_out)
    messages.success(request, _("Friendly called off. The others concerned get a mail."))
    return redirect("competitions:friendlies", found.league.slug)
