"""Pages on which people outside a league write to its commissioners, and on which these answer."""

from __future__ import annotations

from typing import Any

from allauth.core.internal import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from leagues.access import league_for
from leagues.forms import EnquiryForm, ReplyForm
from leagues.members import enquiries, memberships
from leagues.members.linked_names import named, named_to_all
from leagues.members.views import invitation_for
from leagues.models import Enquiry, League, Membership
from web.errors import Message, Refusal
from web.submission import get_or_post, submit

LIMIT = "write_to_league"
"""The limit's name in `ACCOUNT_RATE_LIMITS`."""
TOO_OFTEN = Message(
    id="leagues.written_too_often",
    text=gettext_lazy("You have written to leagues too often."),
    remedy=gettext_lazy("Try again tomorrow."),
    status=429,
)


@get_or_post
def contact(request: HttpRequest, slug: str) -> HttpResponse:
    """Write to the commissioners of a league that the user can read. It names them, as the list of members does."""
    league = league_for(request, slug)
    return _contact(request, league, {"run_by": _commissioners(league)})


@never_cache
@get_or_post
def contact_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Write to the commissioners of the league of an invitation link, which may not work any more."""
    return _contact(request, invitation_for(token).league, {"by_link": token})


def _contact(request: HttpRequest, league: League, context: dict[str, Any]) -> HttpResponse:
    form = EnquiryForm.of(request)

    def send() -> int:
        if not ratelimit.consume(request, app="allauth.account", action=LIMIT):
            raise Refusal(TOO_OFTEN)
        made = enquiries.write(league=league, user=request.user, message=form.cleaned_data["message"])
        request.league = league
        return int(made.pk)

    if made := submit(request, form, "write_to_league", send):
        messages.success(request, _("Message sent. The answer comes to your inbox."))
        return redirect("leagues:my_enquiry", made)
    context |= {"form": form, "name": league.name, "archived": league.archived}
    return render(request, "leagues/members/contact.html", context, status=form.status)


@never_cache
@require_safe
def mine(request: HttpRequest, enquiry: int) -> HttpResponse:
    """One's own message, and the answer."""
    rows = Enquiry.objects.select_related("league", "user", "answered_by", "invitation__league")
    found = get_object_or_404(rows, pk=enquiry)
    if found.user_id != request.user.pk and not request.user.is_staff:
        raise Http404
    invited = found.invitation
    token = memberships.token_of(invited) if invited and memberships.is_good(invited) else None
    context = {"enquiry": found, "answered_by": named_to_all(found.league, found.answered_by), "token": token}
    return render(request, "leagues/members/my_enquiry.html", context)


@get_or_post
def enquiry(request: HttpRequest, slug: str, enquiry: int) -> HttpResponse:
    """A message to the commissioners, which one of them answers or closes."""
    league = league_for(request, slug)
    found = get_object_or_404(league.enquiries.select_related("league", "user", "answered_by"), pk=enquiry)
    form = ReplyForm.of(request)

    def reply() -> int:
        typed = form.cleaned_data
        seed = typed["command_id"] if typed["invites"] else None
        return int(enquiries.answer(enquiry=found, by=request.user, text=typed["answer"], seed=seed).pk)

    if submit(request, form, "answer_enquiry", reply):
        messages.success(request, _("Answer sent") if form.cleaned_data["answer"] else _("Closed without an answer"))
        return redirect("leagues:members", slug)
    context = {"form": form, "enquiry": found, "open": found.state == Enquiry.State.WAITING}
    return render(request, "leagues/members/enquiry.html", context, status=form.status)


def _commissioners(league: League) -> list[SafeString]:
    """The names of those who run a league, as HTML."""
    runs = Membership.Role.COMMISSIONER
    people = User.objects.filter(memberships__league=league, memberships__left_at=None, memberships__role=runs)
    return [named(league, person) for person in people.order_by("memberships__joined_at", "pk")]
