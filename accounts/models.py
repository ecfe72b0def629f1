"""People who use Dugout."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.zones import check_zone

NAME_LENGTH = 60
FORMER = "Former coach"
"""The name of each deleted account, stored in its row, since histories link to it. Nobody else may take it."""


class PageSize(models.TextChoices):
    """Paper that prints are made for."""

    A4 = "A4", _("A4")
    LETTER = "letter", _("Letter (US)")


class Theme(models.TextChoices):
    """The colours of the site, if a person chose them."""

    LIGHT = "light", _("light")
    DARK = "dark", _("dark")


class User(AbstractUser):
    """A person: coach, commissioner or site staff. Their memberships decide what they may do.

    ``page_size`` is the paper for the person's own prints; if it is empty, each league's paper counts. If ``theme`` is
    empty, the person's system chooses.
    The row of a deleted account stays. Nothing in it shows who the person was
    (``accounts.account_deletion``).
    """

    display_name = models.CharField(_("name shown to others"), max_length=NAME_LENGTH, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC", validators=[check_zone])
    page_size = models.CharField(_("paper"), max_length=8, choices=PageSize, blank=True, default="")
    theme = models.CharField(_("colours of the site"), max_length=5, choices=Theme, blank=True, default="")
    deleted_at = models.DateTimeField(null=True, blank=True)

    @property
    def name(self) -> str:
        """The name that others see: the chosen one, else the sign-in name."""
        return self.display_name or self.username

    def __str__(self) -> str:
        return self.name


class LimitCount(models.Model):
    """What a limit has counted (`accounts.limit_rows`): JSON under the hash of its key, until it expires."""

    key = models.CharField(max_length=64, primary_key=True)
    value = models.JSONField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key[:8]
