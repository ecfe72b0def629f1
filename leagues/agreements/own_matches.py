"""A commissioner does not decide alone about a match in which they coach.

Another commissioner or site staff decide it, or agree to what was asked for. Where there is neither, the opponent has
to agree, or the league's days to answer a report have to pass. Only where nobody can be asked, because the opponent
has no account or has left the league, may the commissioner go on alone. The league's log says which it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.models import User
from leagues import log
from leagues.agreements.who_agrees import (
    Deed,
    asked_for,
    judges,
    lapsed,
    must_ask,
    open_agreement,
    opponents,
    who_words,
)
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement, League, LogEntry
from leagues.services import locked
from notices.telling import follow
from web.errors import Message, Refusal

ASKED_FIRST = "asked"
"""The answer of a command that asked others to agree and did nothing else yet."""
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

LAPSED = log.kind(
    "leagues.own_match_lapsed",
    gettext_lazy(
        "{by} decided about {match}, in which they coach: there is no other commissioner, and nobody agreed within "
        "{days} days."
    ),
)
LEFT = log.kind(
    "leagues.own_match_left",
    gettext_lazy(
        "{by} decided about {match}, in which they coach: there is no other commissioner, and the opponent has left "
        "the league."
    ),
)


def _left(deed: Deed) -> bool:
    """Whether an opponent who cannot be asked has an account; the caller knows that they are not in the league."""
    return User.objects.filter(pk__in=deed.coaches - {deed.by.pk if deed.by else None}, is_active=True).exists()


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
    elif not judging and lapsed(deed):
        log.record(LAPSED, days=deed.league.confirm_days, **words)
        if (waiting := open_agreement(deed)) is not None:
            _close(waiting, Agreement.State.LAPSED)
    else:
        raise Refusal(deed.wording.refusal, who=who_words(asked))
    return None


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


def _close(agreement: Agreement, state: str, by: User | None = None) -> None:
    Agreement.objects.filter(pk=agreement.pk).update(state=state, answered_by=by, answered_at=timezone.now())
    agreement.state = state
    follow(agreement, by=by)
