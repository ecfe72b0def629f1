"""What deleting an account does in leagues: it ends memberships and withdraws requests to join."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.extensions import AccountDeletion, Obstacle, account_deletions
from accounts.models import User
from leagues import log
from leagues.members import enquiries
from leagues.members.memberships import current_membership, end, end_requests, keep_a_commissioner, write_role
from leagues.models import Enquiry, Invitation, JoinRequest, League, Membership
from leagues.services import locked

DELETED = log.kind("leagues.account_deleted", gettext_lazy("{by} deleted their account and left the league."))

INHERITED = log.kind("leagues.inherited", gettext_lazy("{about} is commissioner now, because {by} was the only one."))


def _memberships(user: User) -> QuerySet[Membership]:
    return Membership.objects.filter(user=user, left_at__isnull=True).select_related("league").order_by("league")


def lock(user: User) -> None:
    """Lock the leagues that the person is or was in until the transaction ends, as ``services.locked`` does."""
    joined = Membership.objects.filter(user=user).values("league")
    list(League.objects.select_for_update(no_key=True).filter(pk__in=joined).order_by("pk").values_list("pk"))


def obstacles(user: User) -> Iterable[Obstacle]:
    """Open leagues of which the person is the only commissioner."""
    for each in _memberships(user).filter(role=Membership.Role.COMMISSIONER, league__archived_at__isnull=True):
        league = each.league
        others = league.memberships.filter(left_at__isnull=True).exclude(user=user)
        if others.filter(role=Membership.Role.COMMISSIONER).exists():
            continue
        words = {"league": league.name}
        if others.exists():
            yield Obstacle(
                text=_("You are the only commissioner of %(league)s, and a league needs one.") % words,
                remedy=_("Make another member a commissioner, or archive the league."),
                url=reverse("leagues:members", args=[league.slug]),
            )
        else:
            yield Obstacle(
                text=_("You run %(league)s, and you are its only member.") % words,
                remedy=_("Archive the league: it stays as it is and can still be read."),
                url=reverse("leagues:archive", args=[league.slug]),
            )


def consequences(user: User) -> Iterable[str]:
    """The leagues that the person leaves, and the new commissioner of archived leagues that would have none."""
    for each in _memberships(user):
        heir = _heir(each) if each.league.archived else None
        text = _("You leave %(league)s; %(heir)s becomes its commissioner.") if heir else _("You leave %(league)s.")
        yield text % {"league": each.league.name, "heir": heir.user.name if heir else ""}


def undo(user: User) -> None:
    """End the person's memberships, also in archived leagues, and withdraw their requests. Raises ``Refusal``."""
    asked = JoinRequest.objects.filter(user=user)
    for each in asked.filter(state=JoinRequest.State.PENDING).select_related("league"):
        end_requests(each.league, user, JoinRequest.State.WITHDRAWN)
    asked.update(message="")
    for enquiry in Enquiry.objects.filter(user=user, state=Enquiry.State.WAITING).select_related("league"):
        enquiries.close(enquiry, by=None)
    own = Enquiry.objects.filter(user=user)
    Invitation.objects.filter(pk__in=own.values("invitation")).update(note="")  # it has the person's name
    own.update(message="", answer="")
    for each in _memberships(user):
        league: League = each.league
        if league.archived:
            _make_commissioner(_heir(each), league, user)
        else:
            each = current_membership(locked(league), user)
            keep_a_commissioner(each)
        end(each)
        log.record(DELETED, league=league, by=user)


def _heir(leaving: Membership) -> Membership | None:
    """The new commissioner if a league's only commissioner leaves: the member who joined first.

    None if the league needs no new commissioner, or has no other member.
    """
    others = leaving.league.memberships.filter(left_at__isnull=True, user__is_active=True).exclude(user=leaving.user_id)
    commissioner = Membership.Role.COMMISSIONER
    if leaving.role != commissioner or others.filter(role=commissioner).exists():
        return None
    return others.select_related("user").order_by("joined_at", "pk").first()


def _make_commissioner(heir: Membership | None, league: League, by: User) -> None:
    """Give an archived league a commissioner, since without one it can never be restored."""
    if heir is not None:
        write_role(heir, Membership.Role.COMMISSIONER)
        log.record(INHERITED, league=league, by=by, about=heir.user)


account_deletions.add(
    AccountDeletion(room="leagues", lock=lock, obstacles=obstacles, consequences=consequences, undo=undo)
)
