"""A league, its rules for each of its books, and how often anything in it has changed."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import PageSize
from accounts.zones import check_zone
from rules import editions
from rules.book.book import Book
from rules.book.edition import Ruleset as PlayedRules
from web.crests import kits
from web.written_once import WrittenOnce

RESERVED_SLUGS = ("new", "join")


class Ruleset(WrittenOnce):
    """An edition with a league's house rules: the value of every option. A change makes a new row.

    ``made_from`` are the league's rules from which those of a match with a pack of its own were made.
    """

    edition = models.CharField(max_length=40)
    revision = models.CharField(max_length=80, help_text=_("of the edition's data when the row was made"))
    values = models.JSONField()
    made_from = models.ForeignKey("self", null=True, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.edition} #{self.pk}"

    @property
    def book(self) -> Book:
        """The edition's tables. Raises KeyError for an edition that no longer exists."""
        return editions.edition(self.edition).book

    def rules(self) -> PlayedRules:
        """The rules for a match. Raises KeyError for an edition that no longer exists, HouseRulesError."""
        return editions.ruleset(self.edition, self.values)

    def known_rules(self) -> PlayedRules:
        """The same for reading: without options that the edition had once. Raises KeyError, HouseRulesError."""
        known = self.book.options
        return editions.ruleset(self.edition, {name: value for name, value in self.values.items() if name in known})


class League(models.Model):
    """A group of coaches who play by the same rules."""

    class Joining(models.TextChoices):
        INVITATION = "invitation", _("by invitation only")
        REQUEST = "request", _("on request, or by invitation")

    class Dice(models.TextChoices):
        SERVER = "server", _("the server rolls")
        TYPED = "typed", _("coaches enter the rolls of their own dice")

    class Comments(models.TextChoices):
        """Who can comment on stories."""

        NOBODY = "nobody", _("nobody")
        MEMBERS = "members", _("members of the league")
        USERS = "users", _("everybody who is signed in and sees the league")

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=90, unique=True)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    zone = models.CharField(_("time zone"), max_length=60, default="UTC", validators=[check_zone])
    public = models.BooleanField(_("public"), default=True)
    joining = models.CharField(_("joining"), max_length=10, choices=Joining, default=Joining.INVITATION)
    dice = models.CharField(_("dice"), max_length=6, choices=Dice, default=Dice.SERVER)
    teams_need_approval = models.BooleanField(_("teams need approval"), default=True)
    first_colour = models.CharField(_("colour"), max_length=10, choices=kits.COLOURS, default="turf")
    second_colour = models.CharField(_("second colour"), max_length=10, choices=kits.COLOURS, default="gold")
    arms = models.JSONField(_("crest"), default=dict, blank=True)
    page_size = models.CharField(_("paper"), max_length=8, choices=PageSize, default=PageSize.A4)
    friendlies_by_coaches = models.BooleanField(_("coaches arrange friendlies"), default=True)
    comments = models.CharField(_("comments on news"), max_length=7, choices=Comments, default=Comments.NOBODY)
    confirm_days = models.PositiveSmallIntegerField(
        _("days to answer a report"), default=0, help_text=_("0: no deadline")
    )
    confirm_since = models.DateTimeField(null=True, help_text=_("older reports count their days from here"))
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="+")
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="leagues")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="league_private_joining_invitation",
                condition=Q(public=True) | Q(joining="invitation"),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def ruleset_for(self, edition: str) -> Ruleset:
        """The league's rules in force for one of its books. An empty key is that of the book it was created with.

        One query for a further book, none if they were read before (`leagues.books.read_books`). Raises
        LeagueBook.DoesNotExist for a book that the league does not have.
        """
        if edition in ("", self.ruleset.edition):
            return self.ruleset
        for each in getattr(self, "_prefetched_objects_cache", {}).get("books", ()):
            if each.edition == edition:
                return each.ruleset
        return self.books.select_related("ruleset").get(edition=edition).ruleset

    @property
    def kit(self) -> str:
        """The classes of what wears the league's colours (`web.crests.kits`)."""
        return kits.classes(self.first_colour, self.second_colour)

    @property
    def crest(self) -> dict[str, str]:
        """The parts of its crest (`web.crests.crest`): as stored in ``arms``, in the league's own colours."""
        return {**self.arms, "first": self.first_colour, "second": self.second_colour}

    @property
    def crest_picture(self) -> str:
        """Empty: a league has no picture in the place of its crest."""
        return ""

    @property
    def archived(self) -> bool:
        """Whether the league is archived, and so closed for changes."""
        return self.archived_at is not None


class LeagueBook(models.Model):
    """A further book that a league plays by, beside the one that it was created with, with its house rules for it."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="books")
    edition = models.CharField(max_length=40)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "edition"], name="league_book_edition_unique"),
        ]
        ordering = ["league", "id"]

    def __str__(self) -> str:
        return f"{self.edition} in {self.league_id}"


class ChangeCounter(models.Model):
    """How often anything that pages of a league show was changed. Triggers of the database count (`dugout.counting`).

    What was made from a league's rows is still true while the count is the same. Only equal and not equal mean
    something: a command can count once or many times.
    """

    league = models.OneToOneField(League, on_delete=models.PROTECT, primary_key=True, related_name="change_counter")
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("counter of a league's changes")
        verbose_name_plural = _("counters of leagues' changes")

    def __str__(self) -> str:
        return f"{self.count} changes in {self.league_id}"
