"""Commissioners who coach in a match."""

from __future__ import annotations

from accounts.models import User
from leagues.models import Membership
from tests.leagues.cast import Cast


def run_alone(cast: Cast) -> User:
    """The home coach becomes the only commissioner, on a site without staff."""
    User.objects.filter(pk=cast.staff.pk).update(is_staff=False)
    cast.league.memberships.filter(user=cast.commissioner).update(role=Membership.Role.COACH)
    return runs_too(cast)


def runs_too(cast: Cast) -> User:
    """The home coach becomes a commissioner."""
    cast.league.memberships.filter(user=cast.coach).update(role=Membership.Role.COMMISSIONER)
    return cast.coach
