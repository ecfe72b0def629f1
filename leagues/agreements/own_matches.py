"""A commissioner does not decide alone about a match in which they coach.

Another commissioner or site staff decide it, or agree to what was asked for. Where there is neither, the opponent has
to agree, or the league's days to answer a report have to pass. Only where nobody can be asked, because the opponent
has no account or has left the league, may the commissioner go on alone. The league's log says which it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from leagues import log
from leagues.extensions import AgreementKind, LogKind, agreement_kinds
from leagues.models import Agreement, League, LogEntry, Membership
from leagues.services import locked
from notices.telling import follow
from web.errors import Message, Refusal
from web.prepared import Prepared

ASKED_FIRST = "asked"
"""The answer of a command that asked others to agree and did nothing else yet."""
OWN_MATCH = Message(
    id="leagues.own_match",
    text=gettext_lazy("You coach in this match, so you cannot decide it alone."),
    remedy=gettext_lazy("This needs {who}."),
    status=422,
)
NOT_YOURS = Message(
    id="leagues.agreement_not_yours",
    text=gettext_lazy("This does not wait for your agreement; nothing changed."),
    remedy=gettext_lazy("It needs {who}."),
    status=422,
)
NOT_YOURS_TO_WITHDRAW = Message(
    id="leagues.agreement_of_another",
    text=gettext_lazy("{by} asked for this; nothing changed."),
    remedy=gettext_lazy("Only they can withdraw it."),
    status=422,
)
OVER = Message(
    id="leagues.agreement_over",
    text=gettext_lazy("This was answered, withdrawn or overtaken in the meantime; nothing changed."),
    remedy=gettext_lazy("See the page of the match for its current state."),
    status=409,
)

ASKED = log.kind(
    "leagues.own_match_asked", gettext_lazy("{by} coaches in {match} and asked others to agree to a decision about it.")
)
AGREED = log.kind(
    "leagues.own_match_agreed", gettext_lazy("{about} agreed to the decision of {by}, who coaches in {match}.")
)
LAPSED = log.kind(
    "leagues.own_match_lapsed",
    gettext_lazy(
        "{by} decided about {match}, in which they coach: there is no other commissioner, and nobody agreed within "
        "{days} days."
    ),
)
ALONE = log.kind(
    "leagues.own_match_alone",
    gettext_lazy(
        "{by} decided about {match}, in which they coach: there is no other commissioner, and the opponent has no "
        "account."
    ),
)
LEFT = log.kind(
    "leagues.own_match_left",
    gettext_lazy(
        "{by} decided about {match}, in which they coach: there is no other commissioner, and the opponent has left "
        "the league."
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


def _left(deed: Deed) -> bool:
    """Whether an opponent who cannot be asked has an account; the caller knows that they are not in the league."""
    return User.objects.filter(pk__in=deed.coaches - {deed.by.pk if deed.by else None}, is_active=True).exists()


def asked_by(deed: Deed) -> list[User]:
    """The people any of whom can agree; empty if nobody can be asked."""
    return judges(deed.league, deed.coaches) or opponents(deed)


def refuse_alone(deed: Deed, agreed_by: User | None = None) -> LogEntry | None:
    """Raise Refusal if this is one's own match and nobody who may has agreed; log why it went on otherwise.

    Returns the entry that says that nobody could be asked.
    """
    if not deed.own:
        return None
    judging = judges(deed.league, deed.coaches)
    asked = judging or opponents(deed)
    words: dict[str, Any] = {"league": deed.league, "by": deed.by, "match": deed.match}
    if agreed_by is not None and agreed_by in asked:
        log.record(deed.wording.agreed, about=agreed_by, **words)
    elif not asked:
        return log.record(LEFT if _left(deed) else deed.wording.alone, **words)
    elif not judging and _lapsed(deed):
        log.record(LAPSED, days=deed.league.confirm_days, **words)
        if (waiting := open_agreement(deed)) is not None:
            _close(waiting, Agreement.State.LAPSED)
    else:
        raise Refusal(deed.wording.refusal, who=who_words(asked))
    return None


def must_ask(deed: Deed) -> bool:
    """Whether somebody has to agree before this can be done. Two or three queries, for one's own match only."""
    if not deed.own:
        return False
    return bool(judges(deed.league, deed.coaches)) or (bool(opponents(deed)) and not _lapsed(deed))


def done_or_asked(deed: Deed, reason: str, work: Callable[[], str]) -> str:
    """Do the ``work`` of a decision and return its answer; or, if somebody has to agree, ask and return `ASKED_FIRST`.

    Raises Refusal.
    """
    if not must_ask(deed):
        return work()
    ask(deed, reason)
    return ASKED_FIRST


@transaction.atomic
def ask(deed: Deed, reason: str) -> Agreement:
    """Ask others to agree to a decision. It replaces what was asked for the same match. Raises Refusal."""
    assert deed.by is not None
    league = locked(deed.league)
    same = Agreement.objects.open().filter(league=league, subject=deed.subject)
    for each in same:
        each.league = league
        _close(each, Agreement.State.WITHDRAWN)
    made = Agreement.objects.create(
        league=league, kind=deed.kind, subject=deed.subject, args=dict(deed.args), coaches=sorted(deed.coaches),
        reason=reason, by=deed.by, opened_at=deed.opened,
    )  # fmt: skip
    made.league = league
    if not kind_of(made).still_open(made):
        raise Refusal(OVER)
    log.record(deed.wording.asked, league=league, by=deed.by, reason=reason, match=deed.match)
    follow(made, by=deed.by)
    return made


@transaction.atomic
def agree(*, agreement: Agreement, by: User) -> Agreement:
    """Agree to a decision: it is carried out at once. Raises Refusal.

    The service that carries it out checks whether this person can agree.
    """
    locked(agreement.league)
    current = Agreement.objects.open().select_related("by", "league").filter(pk=agreement.pk).first()
    if current is None or not kind_of(current).still_open(current):
        raise Refusal(OVER)
    if by not in asked_for(current):
        raise Refusal(NOT_YOURS, who=who_words(asked_for(current)))
    _close(current, Agreement.State.AGREED, by)
    kind_of(current).carry_out(current, by)
    return current


@transaction.atomic
def withdraw(*, agreement: Agreement, by: User) -> None:
    """Withdraw one's own question. Raises Refusal."""
    locked(agreement.league)
    current = Agreement.objects.open().select_related("by").filter(pk=agreement.pk).first()
    if current is None:
        raise Refusal(OVER)
    if current.by != by:
        raise Refusal(NOT_YOURS_TO_WITHDRAW, by=current.by.name)
    _close(current, Agreement.State.WITHDRAWN, by)


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
    return asked if asked and not _lapsed(deed) else []


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


def kind_of(agreement: Agreement) -> AgreementKind:
    """The kind of decision. Raises KeyError for one that no room knows."""
    found = agreement_kinds.get(agreement.kind)
    if found is None:
        raise KeyError(agreement.kind)
    return found


def text_of(agreement: Agreement) -> str:
    """What somebody asked for, in words."""
    kind = kind_of(agreement)
    return str(kind.text).format(by=agreement.by.name, **kind.words(agreement))


def follow_open(league: League, subject: str = "") -> None:
    """Bring the notices of what was asked about a subject, or in the whole league, into line, since it has changed."""
    asked = Agreement.objects.open().filter(league=league).select_related("league", "by")
    for each in asked.filter(subject=subject) if subject else asked:
        follow(each)


def who_words(people: Collection[User], call: Callable[[User], str] = attrgetter("name")) -> str:
    """The people any of whom can agree, as ``call`` names them; site staff who do not run the league are not named."""
    named = [getattr(person, "named", True) for person in people]
    words = [call(person) for person, by_name in zip(people, named, strict=True) if by_name]
    if not all(named):
        words.append(_("site staff"))
    if len(words) < 2:
        return "".join(words) or _("nobody")
    return _("%(first)s or %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def _lapsed(deed: Deed) -> bool:
    """Whether those who were asked to agree have not answered in time; the caller knows that no other can judge."""
    waiting = open_agreement(deed) if deed.asked_at is None else None
    asked_at = waiting.at if waiting is not None else deed.asked_at
    ends = ends_at(asked_at, deed.league) if asked_at is not None else None
    return ends is not None and ends <= timezone.now()


def _close(agreement: Agreement, state: str, by: User | None = None) -> None:
    Agreement.objects.filter(pk=agreement.pk).update(state=state, answered_by=by, answered_at=timezone.now())
    agreement.state = state
    follow(agreement, by=by)
