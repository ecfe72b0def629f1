"""Pages about the members of a league: list, invitations, requests, joining and leaving."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Case, QuerySet, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from leagues.access import league_for
from leagues.changes import request_sign, version_of
from leagues.extensions import member_pages
from leagues.forms import AnswerForm, AskForm, InvitationForm, ReasonForm
from leagues.members import memberships
from leagues.members.enquiries import waiting_for_answer
from leagues.members.linked_names import named_to_all
from leagues.models import Invitation, JoinRequest, League, Membership
from leagues.selectors import members_shown
from printing.qr import code_of
from web.drawing.visitors_pages import visitors_whole_page
from web.drawing.waiting import still_shown
from web.submission import get_or_post, press, submit
from web.tabs import front_page

PAGE_LENGTH = 30


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """The members and their teams; for commissioners also who was active, requests to join, and invitation links."""
    league = league_for(request, slug)
    runs_it = "commissioner" in request.league_roles
    sign = request_sign(league, runs_it=runs_it)
    if still_shown(request, sign):
        return HttpResponse(status=204)

    def gather() -> dict[str, Any]:
        page = Paginator(current_members(league), PAGE_LENGTH).get_page(request.GET.get("page"))
        return {
            "page_obj": page,
            "sign": sign,
            "members": members_shown(league, page, request.user, runs_it=runs_it),
            "runs_it": runs_it,
            "join_requests": pending_requests(league) if runs_it else [],
            "enquiries": waiting_for_answer(league) if runs_it else [],
            "invitations": open_invitations(league) if runs_it else [],
        }

    return visitors_whole_page(request, "leagues/members/members.html", gather, version_of(league))


@require_safe
def member(request: HttpRequest, slug: str, membership: int) -> HttpResponse:
    """One member, and what a commissioner can change."""
    found = membership_for(request, slug, membership)
    removal = member_pages.get("removal")
    context = {"membership": found, "removal": reverse(removal.route, args=[slug, found.pk]) if removal else ""}
    return render(request, "leagues/members/member.html", context)


def current_members(league: League) -> QuerySet[Membership]:
    """Current members: commissioners first, then by the time of joining."""
    current = league.memberships.filter(left_at__isnull=True).select_related("user")
    last = Case(When(role=Membership.Role.COMMISSIONER, then=0), default=1)
    return current.order_by(last, "joined_at", "pk")


def pending_requests(league: League) -> list[JoinRequest]:
    """Requests without an answer, oldest first."""
    pending = league.join_requests.filter(state=JoinRequest.State.PENDING)
    return list(pending.select_related("user").order_by("asked_at"))


def open_invitations(league: League) -> list[Invitation]:
    """Invitations that still work, the newest first."""
    current = league.invitations.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return [each for each in current.select_related("made_by").order_by("-pk") if each.uses < each.max_uses]


@never_cache
@get_or_post
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Create an invitation link."""
    league = league_for(request, slug)
    form = InvitationForm.of(request)

    def make() -> int:
        asked = {name: form.cleaned_data[name] for name in ("role", "days", "max_uses", "note")}
        seed = form.cleaned_data["command_id"]
        return int(memberships.invite(league=league, by=request.user, seed=seed, **asked).pk)

    if made := submit(request, form, "invite", make):
        return redirect("leagues:invitation", slug, made)
    return render(request, "leagues/members/invite.html", {"form": form}, status=form.status)


@never_cache
@require_safe
def invitation(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """An invitation link with its QR code, to copy and to print, as long as it works."""
    league = league_for(request, slug)
    found = get_object_or_404(league.invitations.select_related("league"), pk=invitation)
    good, token = memberships.is_good(found), memberships.token_of(found)
    context: dict[str, Any] = {"invitation": found, "good": good, "link": ""}
    if good and token:
        context["link"] = request.build_absolute_uri(reverse("leagues:join", args=[token]))
        context["code"] = code_of(context["link"])
    return render(request, "leagues/members/invitation.html", context, status=200 if good else 410)


@require_POST
def revoke_invitation(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """Revoke an invitation link."""
    league = league_for(request, slug)
    found = get_object_or_404(league.invitations.select_related("league"), pk=invitation)
    press(request, "revoke_invitation", lambda: memberships.revoke_invitation(invitation=found, by=request.user))
    messages.success(request, _("Link revoked"))
    return redirect("leagues:members", league.slug)


@never_cache
@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """The page behind an invitation link; visitors sign up or sign in first."""
    invitation = invitation_for(token)
    good, signed_in = memberships.is_good(invitation), request.user.is_authenticated
    is_in = signed_in and invitation.league.memberships.filter(user=request.user, left_at__isnull=True).exists()
    by = named_to_all(invitation.league, invitation.made_by)
    context = {"invitation": invitation, "by": by, "token": token, "good": good, "is_in": is_in}
    return render(request, "leagues/members/join.html", context, status=200 if good or is_in else 410)


@require_POST
def accept(request: HttpRequest, token: str) -> HttpResponse:
    """Accept an invitation."""
    invitation = invitation_for(token)

    def enter() -> int:
        joined = memberships.join_by_invitation(invitation=invitation, user=request.user)
        request.league = invitation.league
        return int(joined.pk)

    press(request, "join_by_invitation", enter)
    messages.success(request, _("Welcome to %(league)s.") % {"league": invitation.league.name})
    return redirect(front_page(invitation.league))


def invitation_for(token: str) -> Invitation:
    """The invitation of a link. Raises Http404 for an unknown token."""
    invitation = memberships.find_invitation(token)
    if invitation is None:
        raise Http404
    return invitation


@get_or_post
def ask(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask to join the league."""
    league = league_for(request, slug)
    form = AskForm.of(request)

    def send() -> int:
        message = form.cleaned_data["message"]
        return int(memberships.request_to_join(league=league, user=request.user, message=message).pk)

    if submit(request, form, "request_to_join", send):
        messages.success(
            request, _("You asked to join %(league)s. A commissioner will answer.") % {"league": league.name}
        )
        return redirect(front_page(league))
    sign = request_sign(league)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    return render(request, "leagues/members/ask.html", {"form": form, "sign": sign}, status=form.status)


@require_POST
def withdraw_request(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw one's own request to join."""
    league = league_for(request, slug)
    press(request, "withdraw_request", lambda: memberships.withdraw_request(league=league, user=request.user))
    messages.success(request, _("Request to join %(league)s withdrawn.") % {"league": league.name})
    return redirect(front_page(league))


@require_POST
def answer_request(request: HttpRequest, slug: str, join_request: int) -> HttpResponse:
    """Accept or refuse a request to join; each is a button."""
    league = league_for(request, slug)
    asked = get_object_or_404(league.join_requests.select_related("league", "user"), pk=join_request)
    form = AnswerForm.of(request)

    def answer() -> bool:
        accept = form.cleaned_data["accept"]
        memberships.answer_request(join_request=asked, by=request.user, accept=accept)
        return bool(accept)

    accepted = press(request, "answer_request", answer, form)
    said = _("%(name)s has joined the league.") if accepted else _("%(name)s's request was refused.")
    messages.success(request, said % {"name": asked.user.name})
    return redirect("leagues:members", league.slug)


@get_or_post
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave the league."""
    league = league_for(request, slug)
    if request.method != "POST":
        return render(request, "leagues/members/leave.html")
    press(request, "leave_league", lambda: memberships.leave_league(league=league, user=request.user))
    messages.success(request, _("You have left %(league)s.") % {"league": league.name})
    return redirect("leagues:list")


@require_POST
def appoint(request: HttpRequest, slug: str, membership: int) -> HttpResponse:
    """Make a member a commissioner."""
    found = membership_for(request, slug, membership)
    press(request, "appoint", lambda: memberships.appoint_commissioner(membership=found, by=request.user))
    messages.success(request, _("%(name)s is a commissioner now.") % {"name": found.user.name})
    return redirect("leagues:members", slug)


@get_or_post
def dismiss(request: HttpRequest, slug: str, membership: int) -> HttpResponse:
    """Make a commissioner a coach again, with a reason."""
    found = membership_for(request, slug, membership)
    form = ReasonForm.of(request)

    def work() -> int:
        reason = form.cleaned_data["reason"]
        memberships.dismiss_commissioner(membership=found, by=request.user, reason=reason)
        return int(found.pk)

    if submit(request, form, "dismiss", work):
        messages.success(request, _("%(name)s is a coach now.") % {"name": found.user.name})
        return redirect("leagues:members", slug)
    return render(request, "leagues/members/dismiss.html", {"form": form, "membership": found}, status=form.status)


def membership_for(request: HttpRequest, slug: str, membership: int) -> Membership:
    """A membership of the league, current or ended, if the policy lets the user see it."""
    league = league_for(request, slug)
    return get_object_or_404(league.memberships.select_related("user", "league"), pk=membership)
