"""People who use Dugout."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.zones import check_zone

NAME_LENGTH = 60
FORMER = "Former coach"
"""What everybody goes by who has deleted his account: kept in his row, as histories lead to it. Nobody else may."""


class PageSize(models.TextChoices):
    """Paper that prints are made for."""

    A4 = "A4", _("A4")
    LETTER = "letter", _("Letter (US)")


class User(AbstractUser):
    """A person: coach, commissioner or site staff. What he may do is decided by his memberships.

    ``page_size`` is the paper that he chose for his own prints; empty, each league's counts for what he prints of it.
    The row of whoever has deleted his account stays, with nothing in it that tells who he was
    (``accounts.account_deletion``).
    """

    display_name = models.CharField(_("name shown to others"), max_length=NAME_LENGTH, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC", validators=[check_zone])
    page_size = models.CharField(_("paper"), max_length=8, choices=PageSize, blank=True, default="")
    deleted_at = models.DateTimeField(null=True, blank=True)

    @property
    def name(self) -> str:
        """What others see of him: the name he chose, or the one he signs in with."""
        return self.display_name or self.username

    def __str__(self) -> str:
        return self.name
