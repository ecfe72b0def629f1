"""What pages show of leagues: rows of lists, and earlier house rules (a ruleset never changes, so it can be shown)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import zip_longest
from typing import Any

from django.db.models import Count, Max, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.dateformat import format as format_date
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.models import User
from leagues.extensions import MemberTeam, member_teams
from leagues.models import JoinRequest, League, LogEntry, Membership, Ruleset
from leagues.options import changes_between
from web.models import Command
from web.prepared import Prepared
from web.tabs import front_page

HISTORY_LENGTH = 10


@dataclass(frozen=True, slots=True)
class Row:
    """A league in a list of links; `note` says the reader's role there, or how large it is."""

    name: str
    url: str
    note: str


def memberships_of(user: User) -> list[Membership]:
    """A user's memberships in leagues that are not archived, by the name of the league, with its ``change_counter``."""
    return _memberships(user.pk)


@Prepared
def _memberships(user: int) -> QuerySet[Membership]:
    current = Membership.objects.filter(user=user, left_at__isnull=True, league__archived_at__isnull=True)
    return current.select_related("league__change_counter").order_by("league__name")


@dataclass(frozen=True, slots=True)
class Member:
    """A current member in the list of members. `active_at` is None for a reader who does not run the league."""

    membership: Membership
    teams: tuple[MemberTeam, ...]
    active_at: datetime | None


def members_shown(league: League, memberships: Iterable[Membership], reader: object, *, runs_it: bool) -> list[Member]:
    """These members with their teams in the league and, for those who run it, the time of their last command in it.

    The number of queries does not depend on how many they are.
    """
    current = list(memberships)
    people = [each.user_id for each in current]
    teams: dict[int, list[MemberTeam]] = {}
    for answer in member_teams.call(league, reader, runs_it, people):
        for member, own in answer.items():
            teams.setdefault(member, []).extend(own)
    active = last_activity(league, people) if runs_it else {}
    return [Member(each, tuple(teams.get(each.user_id, ())), active.get(each.user_id)) for each in current]


def last_activity(league: League, people: Iterable[int]) -> dict[int, datetime]:
    """When these users last did something in a league: their last command there, by user. Reading is no command."""
    done = Command.objects.filter(link__league=league, user__in=people).order_by()
    return dict(done.values_list("user").annotate(Max("made_at")))


def my_leagues(memberships: Iterable[Membership]) -> list[Row]:
    """The leagues of these memberships in their order, each with the role there."""
    return [
        Row(each.league.name, front_page(each.league), str(Membership.Role(each.role).label)) for each in memberships
    ]


def counted(rows: QuerySet[Any], column: str) -> Coalesce:
    """An annotation: how many of these rows there are, all of which have the same value in the column.

    Unlike ``Count`` it is worked out only for the rows that a page shows.
    """
    number = rows.order_by().values(column).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(number), 0)


def public_leagues() -> QuerySet[League]:
    """Public leagues that are not archived, the newest first."""
    return League.objects.filter(public=True, archived_at__isnull=True).order_by("-pk")


def requests_waiting(user: User) -> list[JoinRequest]:
    """A user's requests to join that have no answer yet, by the name of the league."""
    return _requests(user.pk)


@Prepared
def _requests(user: int) -> QuerySet[JoinRequest]:
    waiting = JoinRequest.objects.filter(
        user=user, state=JoinRequest.State.PENDING, league__public=True, league__archived_at__isnull=True
    )
    return waiting.select_related("league").order_by("league__name")


def my_requests(requests: Iterable[JoinRequest]) -> list[Row]:
    """The leagues of these requests, each with the date of the request."""
    return [
        Row(
            asked.league.name,
            front_page(asked.league),
            _("you asked on %(date)s, not answered yet") % {"date": format_date(localtime(asked.asked_at), "j M Y")},
        )
        for asked in requests
    ]


def paper_of(user: User, league: League) -> str:
    """The paper for a user's prints of a league (a ``PageSize``): their own choice, or the league's."""
    return user.page_size or league.page_size


@dataclass(frozen=True, slots=True, kw_only=True)
class PastRules:
    """Earlier house rules: the log entry that set them, the page that shows them, how today's differ."""

    entry: LogEntry
    url: str
    changes: list[dict[str, str]]


def settings_of(league: League, edition: str = "") -> QuerySet[LogEntry]:
    """The log entries that set house rules for one of its books (empty for the first), the latest first.

    An imported league has none.
    """
    of_book = league.log.filter(ruleset__edition=edition or league.ruleset.edition)
    return of_book.select_related("by", "ruleset").order_by("-id")


def setting_of(league: League, asked: str) -> LogEntry | None:
    """The entry with the number in an address; None if the league has no such entry."""
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= 18):
        return None
    return league.log.filter(pk=int(asked), ruleset__isnull=False).select_related("by", "ruleset").first()


def history_of(latest: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """Each entry with what it changed; None for the first entry of all."""
    return [
        {"entry": entry, "changes": changes_between(before.ruleset, entry.ruleset) if before else None}
        for entry, before in zip_longest(latest, latest[1:])
    ]


def rules_unlike_todays(league: League, rulesets: Callable[[], QuerySet[Any]]) -> list[PastRules]:
    """Those of these rulesets (a query of ids) that differ from the league's rules of today; the oldest first.

    One small query if the league never had other rules.
    """
    if not _others(league.pk, league.ruleset.edition, league.ruleset_id):
        return []
    others = settings_of(league).exclude(ruleset=league.ruleset_id)
    found = list(others.filter(ruleset__in=rulesets()).order_by("pk"))
    if not found:
        return []
    now = Ruleset.objects.get(pk=league.ruleset_id)
    page = reverse("leagues:house_rules", args=[league.slug])
    past = [
        PastRules(entry=entry, url=f"{page}?set={entry.pk}", changes=changes_between(entry.ruleset, now))
        for entry in found
    ]
    return [each for each in past if each.changes]


@Prepared
def _others(league: int, edition: str, ruleset: int) -> QuerySet[LogEntry, int]:
    """One log entry that set other house rules than these."""
    rows = LogEntry.objects.filter(league=league, ruleset__edition=edition).exclude(ruleset=ruleset)
    return rows.order_by().values_list("pk", flat=True)[:1]
