"""What keeps an account from deletion: unfinished matches of its teams, because opponents wait for them."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.extensions import AccountDeletion, Obstacle, account_deletions
from accounts.models import User
from matches.models import Match, MatchSide

OVER = (Match.State.CLOSED, Match.State.RECORDED, Match.State.DROPPED)


def obstacles(user: User) -> Iterable[Obstacle]:
    """The user's teams with matches to play or to finish, in leagues that are not archived."""
    rows = MatchSide.objects.filter(team__coach=user, match__league__archived_at__isnull=True)
    rows = rows.exclude(match__state__in=OVER).exclude(team__state="retired")
    open_ones: dict[tuple[str, str, str], list[str]] = {}
    for public_id, name, league, state in rows.order_by("team", "match").values_list(
        "team__public_id", "team__name", "match__league__name", "match__state"
    ):
        open_ones.setdefault((public_id, name, league), []).append(state)
    for (public_id, name, league), states in open_ones.items():
        text = ngettext(
            "%(team)s of %(league)s has %(count)s match that is not over.",
            "%(team)s of %(league)s has %(count)s matches that are not over.",
            len(states),
        )
        remedy = _(
            "Ask a commissioner to transfer %(team)s to another coach, or to withdraw it from its competition. You can "
            "also finish a match in progress, and call off a friendly that nobody has opened."
        )
        words = {"team": name, "league": league, "count": len(states)}
        yield Obstacle(text=text % words, remedy=remedy % words, url=reverse("matches:team", args=[public_id]))


account_deletions.add(AccountDeletion(room="matches", obstacles=obstacles))
