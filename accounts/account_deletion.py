"""Deleting an account: what keeps somebody, what becomes of his things, and what is left of him.

Rows that name people stay, since histories lead to them; nothing in the person's own row tells who he was any more.
Rooms above take part through `accounts.extensions.account_deletions`. This room knows none of them by name.
"""

from __future__ import annotations

import logging
import secrets

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.extensions import Obstacle, account_deletions
from accounts.models import FORMER, User
from accounts.sessions import end_sessions, sessions_of

logger = logging.getLogger(__name__)


class Kept(Exception):
    """Somebody cannot go yet; nothing was changed."""

    def __init__(self, obstacles: list[Obstacle]) -> None:
        super().__init__(*(obstacle.text for obstacle in obstacles))
        self.obstacles = obstacles


def obstacles_for(user: User) -> list[Obstacle]:
    """All that keeps somebody; he can go where there is nothing."""
    return [obstacle for each in account_deletions for obstacle in each.obstacles(user)]


def foretold_for(user: User) -> list[str]:
    """What his going brings about, in sentences."""
    return [line for each in account_deletions for line in each.foretold(user)]


def delete_account(user: User) -> bool:
    """Delete somebody's account for good; says whether it was there to be deleted.

    Raises ``Kept`` with all that keeps him, and whatever the rooms above raise for what changed at the same moment.
    """
    sessions = sessions_of(user.pk)  # before anything is locked; one that begins later is void without its password
    with transaction.atomic():
        for each in account_deletions:
            each.lock(user)
        current = User.objects.select_for_update().get(pk=user.pk)
        if current.deleted_at is not None:
            return False
        if kept := obstacles_for(current):
            raise Kept(kept)
        for each in account_deletions:
            each.undo(current)
        name, address = current.name, current.email
        forget(current)
        end_sessions(sessions)
        transaction.on_commit(lambda: _say_goodbye(name, address))
    return True


def forget(user: User) -> None:
    """Take out of somebody's row, and away with it, what tells who he was."""
    EmailAddress.objects.filter(user=user).delete()
    user.username, user.display_name = f"former-{secrets.token_hex(8)}", FORMER
    user.first_name = user.last_name = user.email = user.page_size = ""
    user.time_zone = "UTC"
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.groups.clear()
    user.user_permissions.clear()
    user.deleted_at = timezone.now()
    user.save()


def _say_goodbye(name: str, address: str) -> None:
    """The last mail to somebody whose address is known nowhere any more, and so in no job either."""
    if not address:
        return
    text = _(
        "Hello %(name)s,\n\n"
        "your account at %(site)s is deleted, with your name, your mail address and your preferences. "
        "What your teams have played stays in their leagues' histories, under the words “%(former)s”.\n\n"
        "If it was not you who deleted it, change the passwords that you use elsewhere."
    )
    words = {"name": name, "site": settings.ADDRESS, "former": FORMER}
    try:
        send_mail(
            subject=f"[Dugout] {_('Your account is deleted')}",
            message=text % words,
            from_email=None,
            recipient_list=[address],
        )
    except OSError as why:  # whose words hold the address, if the server refuses that
        logger.warning("the mail about a deleted account could not be sent: %s", type(why).__name__)
