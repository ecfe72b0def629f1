"""Who deletes their account leaves every hall of fame: their citations would name them."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.extensions import AccountDeletion, account_deletions
from accounts.models import User
from stats.models import Inductee


def consequences(user: User) -> Iterable[str]:
    """The halls that the user leaves."""
    for name in Inductee.objects.filter(coach=user).order_by("pk").values_list("league__name", flat=True):
        yield _("You leave the hall of fame of %(league)s.") % {"league": name}


def undo(user: User) -> None:
    """Take the user out of all halls."""
    Inductee.objects.filter(coach=user).delete()


account_deletions.add(AccountDeletion(room="stats", consequences=consequences, undo=undo))
