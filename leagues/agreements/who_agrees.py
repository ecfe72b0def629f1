"""Who has to agree to a decision about a match in which the one who decides coaches, and until when."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from leagues import log
from leagues.extensions import LogKind
from leagues.models import Agreement, League, Membership
from web.errors import Message
from web.prepared import Prepared

OWN_MATCH = Message(
    id="leagues.own_match",
    text=gettext_lazy("You coach in this match, so you cannot decide it alone."),
    remedy=gettext_lazy("This needs {who}."),
    status=422,
)

ASKED = log.kind(
    "leagues.own_match_asked", gettext_lazy("{by} coaches in {match} and asked others to agree to a decision about it.")
)
AGREED = log.kind(
    "leagues.own_match_agreed", gettext_lazy("{about} agreed to the decision of {by}, who coaches in {match}.")
)
ALONE = log.kind(
    "leagues.own_match_alone",
    gettext_lazy(
        "{by} decided about {match}, in which they coach: there is no other commissioner, and the opponent has no "
        "account."
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """How a decision that nobody makes alone is refused, and what the league's log says about it."""

    refusal: Message
    asked: LogKind
    agreed: LogKind
    alone: LogKind


MATCH = Wording(refusal=OWN_MATCH, asked=ASKED, agreed=AGREED, alone=ALONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A decision about a match: what would be done (``kind``, ``subject``, ``args``), by whom, in which league.

    ``coaches`` are the ids of the people who coach in the match, ``opened`` is when it was opened (None before that);
    ``match`` names its teams. ``asked_at`` is when others were asked, where another row than an agreement keeps that.
    A decision about a team has its own ``wording`` (`leagues.agreements.own_teams`).
    """

    kind: str
    subject: str
    league: League
    by: User | None
    coaches: frozenset[int]
    match: str
    args: Mapping[str, Any]
    opened: datetime | None = None
    asked_at: datetime | None = None
    wording: Wording = MATCH

    @property
    def own(self) -> bool:
        """Whether the one who decides coaches in the match."""
        return self.by is not None and self.by.pk in self.coaches


def judges(league: League, coaches: Collection[int]) -> list[User]:
    """The other commissioners of a league and the site's staff, without those who coach in the match. One query."""
    return [each for each in _judges(league.pk) if each.pk not in coaches]


@Prepared
def _judges(league: int) -> QuerySet[User]:
    runs = Membership.objects.filter(
        league=league, user=OuterRef("pk"), role=Membership.Role.COMMISSIONER, left_at__isnull=True
    )
    rows = User.objects.filter(Q(is_staff=True) | Exists(runs), is_active=True)
    return rows.annotate(named=Exists(runs)).order_by("pk")


def opponents(deed: Deed) -> list[User]:
    """Who has to agree where no other can judge: the other coaches, if they are in the league.

    A coach who left after the match was opened counts too, so that nobody gets rid of an opponent by removing them.
    """
    others = deed.coaches - {deed.by.pk if deed.by else None}
    there = {
        row.user_id: row.user
        for row in _members(deed.league.pk, sorted(others))
        if row.left_at is None or (deed.opened is not None and row.left_at >= deed.opened)
    }
    return list(there.values())


@Prepared
def _members(league: int, people: Collection[int]) -> QuerySet[Membership]:
    rows = Membership.objects.select_related("user").filter(league=league, user__in=people, user__is_active=True)
    return rows.order_by("user")


def asked_by(deed: Deed) -> list[User]:
    """The people any of whom can agree; empty if nobody can be asked."""
    return judges(deed.league, deed.coaches) or opponents(deed)


def must_ask(deed: Deed) -> bool:
    """Whether somebody has to agree before this can be done. Two or three queries, for one's own match only."""
    if not deed.own:
        return False
    return bool(judges(deed.league, deed.coaches)) or (bool(opponents(deed)) and not lapsed(deed))


def whom_to_ask(deed: Deed) -> str:
    """Who has to agree before this can be done, in words; empty if nobody has to."""
    return who_words(asked) if (asked := asked_first(deed)) else ""


def asked_first(deed: Deed) -> list[User]:
    """The people any of whom has to agree before this can be done."""
    if not deed.own:
        return []
    if judging := judges(deed.league, deed.coaches):
        return judging
    asked = opponents(deed)
    return asked if asked and not lapsed(deed) else []


def asked_for(agreement: Agreement) -> list[User]:
    """The people any of whom can agree to what was asked."""
    deed = Deed(
        kind=agreement.kind, subject=agreement.subject, league=agreement.league, by=agreement.by,
        coaches=frozenset(agreement.coaches), match="", args=agreement.args, opened=agreement.opened_at,
    )  # fmt: skip
    return asked_by(deed)


def open_agreement(deed: Deed) -> Agreement | None:
    """What the same person has asked for: exactly this."""
    rows = Agreement.objects.open().filter(league=deed.league, kind=deed.kind, subject=deed.subject, by=deed.by)
    return next((row for row in rows if row.args == dict(deed.args)), None)


def ends_at(asked_at: datetime, league: League) -> datetime | None:
    """When those who were asked have had the league's days to answer; None if it has none."""
    if not league.confirm_days:
        return None
    return max(asked_at, league.confirm_since or asked_at) + timedelta(days=league.confirm_days)


def who_words(people: Collection[User], call: Callable[[User], str] = attrgetter("name")) -> str:
    """The people any of whom can agree, as ``call`` names them; site staff who do not run the league are not named."""
    named = [getattr(person, "named", True) for person in people]
    words = [call(person) for person, by_name in zip(people, named, strict=True) if by_name]
    if not all(named):
        words.append(_("site staff"))
    if len(words) < 2:
        return "".join(words) or _("nobody")
    return _("%(first)s or %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def lapsed(deed: Deed) -> bool:
    """Whether those who were asked to agree have not answered in time; the caller knows that no other can judge."""
    waiting = open_agreement(deed) if deed.asked_at is None else None
    asked_at = waiting.at if waiting is not None else deed.asked_at
    ends = ends_at(asked_at, deed.league) if asked_at is not None else None
    return ends is not None and ends <= timezone.now()
