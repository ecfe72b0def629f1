"""Create, change, archive and restore leagues. For members see `leagues.members`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.extensions import lists_in_use, packs_in_use
from leagues.models import RESERVED_SLUGS, League, LeagueBook, Membership, Ruleset
from notices.telling import silence
from rules import editions
from rules.book.edition import Ruleset as PlayedRules
from rules.book.entered.faults import say_fault
from rules.book.entered.lists import entered_lists
from rules.book.entered.packs import read_pack
from rules.book.house_rules import HouseRules
from web.commands import write_version
from web.crests.crest import Crest
from web.errors import Message, Refusal, StaleVersion

SLUG_LENGTH = 80
ARMS = ("pattern", "shape", "emblem")
"""The parts of a league's crest; its colours are settings of their own."""
LATIN = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i"})
"""Letters that `slugify` would drop, because they are not a Latin letter with an accent. `casefold` changes ß to ss."""

ARCHIVED = Message(
    id="leagues.archived",
    text=_("{league} is archived. You can read it, but not change it."),
    remedy=_("A commissioner can restore it."),
)
NOT_ARCHIVED = Message(id="leagues.not_archived", text=_("{league} is not archived."))
MOST_CONFIRM_DAYS = 28
TOO_MANY_DAYS = Message(
    id="leagues.too_many_days",
    text=_("The deadline for a report can be {most} days at most."),
    remedy=_("Enter 1 to {most} days, or 0 for no deadline."),
)
PRIVATE_BY_REQUEST = Message(
    id="leagues.private_by_request",
    text=_("People cannot ask to join a private league, because only members see it."),
    remedy=_("Make the league public, or let people join by invitation only."),
)
LIST_IN_USE = Message(
    id="leagues.list_in_use",
    text=_("There are teams of the list {name}, so it cannot be taken out or be called something else."),
    remedy=_("Close it to new teams; the teams that have it keep it."),
    status=409,
)
PACK_IN_USE = Message(
    id="leagues.pack_in_use",
    text=_("Teams for {name} are built by a pack that does not fit these rules: {problem}."),
    remedy=_("Keep what the pack needs, or change the pack of that competition first."),
    status=409,
)
NOTHING_CHANGED = Message(
    id="leagues.nothing_changed",
    text=_("You did not change any house rule."),
    remedy=_("Change an option before you save."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The settings of a league, house rules apart."""

    name: str
    description: str = ""
    zone: str = "UTC"
    public: bool = True
    joining: str = League.Joining.INVITATION
    dice: str = League.Dice.SERVER
    teams_need_approval: bool = True
    first_colour: str = "turf"
    second_colour: str = "gold"
    page_size: str = "A4"
    friendlies_by_coaches: bool = True
    comments: str = League.Comments.NOBODY
    confirm_days: int = 0
    """Days after which a report without an answer counts as confirmed; 0: never."""

    def as_columns(self) -> dict[str, Any]:
        """The settings by the column of League."""
        return {name: getattr(self, name) for name in self.__slots__}


def create_league(*, by: User, details: Details, edition: str, options: Mapping[str, Any] | None = None) -> League:
    """Create a league under an edition, with `by` as its commissioner; `options` are house rules by name.

    Raises Refusal, KeyError for an unknown edition, HouseRulesError.
    """
    check(details)
    with transaction.atomic():
        ruleset = write_ruleset(editions.ruleset(edition, dict(options or {})).house)
        league = write_league(details, ruleset)
        Membership.objects.create(league=league, user=by, role=Membership.Role.COMMISSIONER)
        log.record(log.CREATED, league=league, by=by, ruleset=ruleset)
    return league


def write_league(details: Details, ruleset: Ruleset) -> League:
    """Create the row of a league, under the first free slug for its name."""
    base = slugify(details.name.casefold().translate(LATIN))[:SLUG_LENGTH].strip("-") or "league"
    taken = {*RESERVED_SLUGS, *League.objects.filter(slug__startswith=base).values_list("slug", flat=True)}
    candidates = (slug for slug in (base, *(f"{base}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)
    for slug in candidates:
        try:
            with transaction.atomic():
                return League.objects.create(slug=slug, ruleset=ruleset, **details.as_columns())
        except IntegrityError:  # another league took the slug at the same moment
            if not League.objects.filter(slug=slug).exists():
                raise
    raise RuntimeError(f"no slug left for {details.name!r}")


def write_ruleset(house: HouseRules, made_from: Ruleset | None = None) -> Ruleset:
    """Create a ruleset row with every option's value; ``made_from`` as the row keeps it."""
    values = house.as_json()
    return Ruleset.objects.create(edition=house.edition, revision=house.revision, values=values, made_from=made_from)


def change_league(*, league: League, by: User, version: int, details: Details) -> League:
    """Write a league's settings if the row is still at `version`; the log says which fields changed.

    Raises Refusal, StaleVersion.
    """
    check(details)
    with transaction.atomic():
        current = locked(league)
        if current.version != version:
            raise StaleVersion(current)
        columns = details.as_columns()
        changed = [name for name, value in columns.items() if getattr(current, name) != value]
        since = {"confirm_since": timezone.now()} if "confirm_days" in changed else {}
        written = write_version(current, expected=version, changes=columns | since)
        if changed:
            log.record(log.CHANGED, league=league, by=by, fields=changed)
    return written


def change_crest(*, league: League, by: User, version: int, crest: Crest) -> League:
    """Give a league another crest, in the colours that it has. Raises Refusal, StaleVersion."""
    arms = {name: value for name, value in crest.as_json().items() if name in ARMS}
    with transaction.atomic():
        current = locked(league)
        if current.version != version:
            raise StaleVersion(current)
        written = write_version(current, expected=version, changes={"arms": arms})
        if current.arms != arms:
            log.record(log.CHANGED, league=league, by=by, fields=["arms"])
    return written


def change_house_rules(
    *, league: League, by: User, expected: int, options: Mapping[str, Any], reason: str = "", edition: str = ""
) -> Ruleset:
    """Put the league under a new ruleset of the same edition, for matches opened from now on.

    `expected` is the id of the ruleset that the form showed, `edition` one of the league's books, empty for the first.
    Options without a value get the edition's default. Raises Refusal, StaleVersion, HouseRulesError.
    """
    with transaction.atomic():
        current = locked(league)
        before = current.ruleset_for(edition)
        if before.pk != expected:
            raise StaleVersion(before)
        house = editions.ruleset(before.edition, dict(options)).house
        changed = differing(before.values, house.as_json())
        if not changed and before.revision == house.revision:
            raise Refusal(NOTHING_CHANGED)
        keep_lists_in_use(current, before, house)
        keep_packs_in_use(current, editions.ruleset(before.edition, dict(options)))
        ruleset = write_ruleset(house)
        rows = LeagueBook.objects.filter(league=current) if edition else League.objects.filter(pk=league.pk)
        if not rows.filter(ruleset=before).update(ruleset=ruleset):
            raise StaleVersion(League.objects.select_related("ruleset").get(pk=league.pk).ruleset_for(edition))
        log.record(log.HOUSE_RULES_CHANGED, league=league, by=by, ruleset=ruleset, reason=reason, options=changed)
    return ruleset


def keep_lists_in_use(league: League, before: Ruleset, house: HouseRules) -> None:
    """Raise Refusal if house rules no longer have a team list of the league's own that teams have."""
    book = before.book
    had = {each.row.name for each in entered_lists(book, _as_checked(before.values))}
    gone = had - {each.row.name for each in entered_lists(book, dict(house.values))}
    used = {name for hook in lists_in_use for name in hook(league, before.edition)} if gone else set()
    for name in sorted(gone & used):
        raise Refusal(LIST_IN_USE, name=name)


def keep_packs_in_use(league: League, rules: PlayedRules) -> None:
    """Raise Refusal if new rules have other lists or stars than a pack says by which teams are built."""
    for hook in packs_in_use:
        for name, text in hook(league, rules.book.key):
            for problem in read_pack(rules.book_without_pack, text).problems:
                raise Refusal(PACK_IN_USE, name=name, problem=say_fault(problem, gettext))


def _as_checked(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The names of the options that differ between two rulesets, in the order of the later one."""
    names = [*after, *(name for name in before if name not in after)]
    return [name for name in names if before.get(name) != after.get(name)]


def archive_league(*, league: League, by: User, reason: str) -> None:
    """Close a league for changes; it stays readable. Raises Refusal if it is archived already."""
    with transaction.atomic():
        current = locked(league)
        League.objects.filter(pk=current.pk).update(archived_at=timezone.now())
        silence(current.pk)
        log.record(log.ARCHIVED, league=league, by=by, reason=reason)


def restore_league(*, league: League, by: User) -> None:
    """Open an archived league again; deadlines of open reports start again. Raises Refusal if it is not archived."""
    with transaction.atomic():
        changes = {"archived_at": None, "confirm_since": timezone.now()}
        if not League.objects.filter(pk=league.pk, archived_at__isnull=False).update(**changes):
            raise Refusal(NOT_ARCHIVED, league=league.name)
        log.record(log.RESTORED, league=league, by=by)


def locked(league: League) -> League:
    """The league as it is now, locked until the transaction ends. Raises Refusal for an archived league.

    Other transactions can still write rows that only refer to the league, such as log entries. So a transaction that
    holds a match can write its log entry while another one holds the league and waits for that match. On SQLite a
    transaction excludes all other writers anyway.
    """
    current = League.objects.select_for_update(of=("self",), no_key=True).select_related("ruleset").get(pk=league.pk)
    if current.archived:
        raise Refusal(ARCHIVED, league=current.name)
    return current


def check(details: Details) -> None:
    """Raise Refusal for settings that contradict each other."""
    if not details.public and details.joining == League.Joining.REQUEST:
        raise Refusal(PRIVATE_BY_REQUEST, field="joining")
    if not 0 <= details.confirm_days <= MOST_CONFIRM_DAYS:
        raise Refusal(TOO_MANY_DAYS, field="confirm_days", most=MOST_CONFIRM_DAYS)
