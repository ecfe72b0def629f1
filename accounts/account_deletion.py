"""Deletes an account: what stops it, what happens to the person's things, and what stays.

Rows that name people stay, since histories link to them. Nothing in the person's own row shows who they were.
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


class DeletionRefused(Exception):
    """The account cannot be deleted yet. Nothing was changed."""

    def __init__(self, obstacles: list[Obstacle]) -> None:
        super().__init__(*(obstacle.text for obstacle in obstacles))
        self.obstacles = obstacles


def obstacles_for(user: User) -> list[Obstacle]:
    """Everything that stops the deletion of a person's account; empty if nothing does."""
    return [obstacle for each in account_deletions for obstacle in each.obstacles(user)]


def consequences_for(user: User) -> list[str]:
    """What the deletion does to the person's things, in sentences."""
    return [line for each in account_deletions for line in each.consequences(user)]


def delete_account(user: User) -> bool:
    """Delete a person's account. False if it was deleted already.

    Raises ``DeletionRefused`` with everything that stops it, and what the rooms above raise if something changes at the
    same time.
    """
    sessions = sessions_of(user.pk)  # before any lock; a later session is void, since the password is gone
    with transaction.atomic():
        for each in account_deletions:
            each.lock(user)
        current = User.objects.select_for_update().get(pk=user.pk)
        if current.deleted_at is not None:
            return False
        if obstacles := obstacles_for(current):
            raise DeletionRefused(obstacles)
        for each in account_deletions:
            each.undo(current)
        name, address = current.name, current.email
        forget(current)
        end_sessions(sessions)
        transaction.on_commit(lambda: _say_goodbye(name, address))
    return True


def forget(user: User) -> None:
    """Remove everything that shows who they were from a person's row and from related rows."""
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
    """Send the last mail. It is not a job, since no row may hold the address any more."""
    if not address:
        return
    text = _(
        "Hello %(name)s,\n\n"
        "your account at %(site)s is deleted, with your name, your mail address and your preferences. "
        "Your teams' matches stay in the histories of their leagues, under the name “%(former)s”.\n\n"
        "If you did not delete it, change the passwords that you use elsewhere."
    )
    words = {"name": name, "site": settings.ADDRESS, "former": FORMER}
    try:
        send_mail(
            subject=f"[Dugout] {_('Your account is deleted')}",
            message=text % words,
            from_email=None,
            recipient_list=[address],
        )
    except OSError as why:  # its text may hold the address
        logger.warning("the mail about a deleted account could not be sent: %s", type(why).__name__)
