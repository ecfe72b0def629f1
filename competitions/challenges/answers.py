"""What happens to a written challenge: answered, called off, or expired (L5, p40).

The challenged team accepts, refuses, or names a substitute within a day; no answer is a refusal. A refusal is 2-0 to
the challenger without a match: players earn nothing and serve no missed match. A substitute is a third team of the
competition that has not met the challenger yet and is willing; if the challenger will not play it, they lose 0-2. The
challenged team plays at home.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.challenges.challenges import DAY, refuse_not_own
from competitions.challenges.endings import give_away, play_out
from competitions.challenges.offers import awaited_team, substitutes_for
from competitions.formats.open_play import hold_running
from competitions.models import Challenge, Competition
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.extensions import LogKind
from matches.report.deadlines import in_words
from matches.wording import pairing
from notices.telling import follow
from teams.models import Team
from teams.trading.takeovers import coaches_of
from web.commands import write_version
from web.errors import Message, Refusal

State = Challenge.State

ANSWER = "competitions.answer_challenge"

ANSWERED = Message(
    id="competitions.challenge_answered",
    text=_("This challenge does not need that answer now: {state}."),
    remedy=_("Its page shows which team has to answer now."),
    status=409,
)
TOO_LATE = Message(
    id="competitions.challenge_too_late",
    text=_("The time to answer ended {when}."),
    remedy=_("A commissioner can call the challenge off."),
    purpose="challenges",
    status=409,
)
NO_SUBSTITUTE = Message(
    id="competitions.no_substitute",
    text=_(
        "{team} cannot be the substitute: that is a third team of {competition} that has not met {challenger} yet and "
        "has not declined."
    ),
    remedy=_("Choose another team, or accept or refuse."),
    purpose="challenges",
)

ACCEPTED = log.kind(
    "competitions.challenge_accepted", _("{by} accepted the challenge of {challenger} for {challenged}.")
)
REFUSED = log.kind(
    "competitions.challenge_refused", _("{by} refused the challenge of {challenger} for {challenged}: 2–0.")
)
EXPIRED = log.kind(
    "competitions.challenge_lapsed", _("{challenged} did not answer the challenge of {challenger} in time: 2–0.")
)
NAMED = log.kind(
    "competitions.substitute_named", _("{by} named {substitute} to play {challenger} instead of {challenged}.")
)
WILLING = log.kind("competitions.substitute_willing", _("{by} agreed to play {challenger} with {substitute}."))
UNWILLING = log.kind("competitions.substitute_unwilling", _("{by} declined to play {challenger} with {substitute}."))
PLAYED = log.kind("competitions.substitute_played", _("{by} plays {substitute} with {challenger}."))
DECLINED = log.kind(
    "competitions.substitute_declined",
    _("{challenger} declined the substitute {substitute}: 0–2 to {challenged}."),
)
CALLED_OFF = log.kind(
    "competitions.challenge_called_off",
    _("{by} called off the challenge of {challenger} to {challenged}."),
    reasoned=True,
)


@transaction.atomic
def accept(
    *, challenge: Challenge, by: User, expected: int, own: Collection[int] | None, now: datetime | None = None
) -> Challenge:
    """The challenged team plays. Raises ``Refusal``, ``StaleVersion``; so do all answers."""
    current = _awaited(challenge, by, expected, own, State.WAITING, now)
    _tell(ACCEPTED, current, by)
    return play_out(current, current.challenged, State.ACCEPTED, by, now)


@transaction.atomic
def refuse(
    *, challenge: Challenge, by: User, expected: int, own: Collection[int] | None, now: datetime | None = None
) -> Challenge:
    """The challenged team does not play: 2-0 to the challenger."""
    current = _awaited(challenge, by, expected, own, State.WAITING, now)
    _tell(REFUSED, current, by)
    return give_away(current, State.REFUSED, to=current.challenger, by=by, now=now)


@transaction.atomic
def name_substitute(
    *,
    challenge: Challenge,
    by: User,
    expected: int,
    own: Collection[int] | None,
    substitute: Team,
    now: datetime | None = None,
) -> Challenge:
    """Name a third team, whose coach is asked. The deadline of one day stays."""
    current = _awaited(challenge, by, expected, own, State.WAITING, now)
    if substitute not in substitutes_for(current):
        words = {"competition": current.competition.name, "challenger": current.challenger.name}
        raise Refusal(NO_SUBSTITUTE, field="substitute", team=substitute.name, **words)
    current.substitute, current.state = substitute, State.NAMED
    current.save(update_fields=["substitute", "state"])
    _tell(NAMED, current, by)
    follow(current, by=by)
    return current


@transaction.atomic
def say_willing(
    *,
    challenge: Challenge,
    by: User,
    expected: int,
    own: Collection[int] | None,
    willing: bool,
    now: datetime | None = None,
) -> Challenge:
    """The substitute's coach agrees: the challenger has a day. Or declines: the challenged team answers again."""
    current = _awaited(challenge, by, expected, own, State.NAMED, now)
    _tell(WILLING if willing else UNWILLING, current, by)
    if willing:
        current.state, current.answer_by = State.OFFERED, (now or timezone.now()) + DAY
    else:
        current.unwilling.add(current.substitute)
        current.state, current.substitute = State.WAITING, None
    current.save(update_fields=["state", "substitute", "answer_by"])
    follow(current, by=by)
    return current


@transaction.atomic
def meet_substitute(
    *,
    challenge: Challenge,
    by: User,
    expected: int,
    own: Collection[int] | None,
    play: bool,
    now: datetime | None = None,
) -> Challenge:
    """The challenger plays the substitute, or declines and loses 0-2."""
    current = _awaited(challenge, by, expected, own, State.OFFERED, now)
    assert current.substitute is not None
    if play:
        _tell(PLAYED, current, by)
        return play_out(current, current.substitute, State.SUBSTITUTED, by, now)
    _tell(DECLINED, current, by)
    return give_away(current, State.DECLINED, to=current.challenged, by=by, now=now)


@transaction.atomic
def call_off(*, challenge: Challenge, by: User, expected: int, reason: str) -> Challenge:
    """A commissioner calls an open challenge off; it does not count for the weekly limit (L1)."""
    current = _hold(challenge, expected)
    if not current.open:
        raise Refusal(ANSWERED, state=current.get_state_display())
    if current.challenger.coach_id != by.pk:  # one's own challenge costs nobody else anything
        refuse_alone(_deed_about(current, None, by))
    current.state, current.answered_at = State.CALLED_OFF, timezone.now()
    current.save(update_fields=["state", "answered_at"])
    _tell(CALLED_OFF, current, by, reason=reason)
    follow(current, by=by)
    return current


@transaction.atomic
def settle_expired(*, challenge: Challenge, now: datetime) -> Challenge | None:
    """Settle an expired challenge: no answer refuses, or declines the substitute. None if it has not expired."""
    current = _reread(challenge)
    if not current.open or current.answer_by > now or current.competition.state != Competition.State.RUNNING:
        return None
    current = _hold(current, current.version)
    if current.state == State.OFFERED:
        _tell(DECLINED, current, None)
        return give_away(current, State.DECLINED, to=current.challenged, by=None, now=now)
    _tell(EXPIRED, current, None)
    return give_away(current, State.LAPSED, to=current.challenger, by=None, now=now)


def _awaited(
    challenge: Challenge, by: User, expected: int, own: Collection[int] | None, state: str, now: datetime | None
) -> Challenge:
    """The challenge as it is now. Raises ``Refusal`` unless one of ``own`` has to give this answer.

    Also for a commissioner whose own team plays in it, and who would answer for the opponent.
    """
    current = _hold(challenge, expected)
    if current.state != state:
        raise Refusal(ANSWERED, state=current.get_state_display())
    team = awaited_team(current)
    assert team is not None
    refuse_not_own(team, own)
    refuse_alone(_deed_about(current, team, by))
    if current.answer_by <= (now or timezone.now()):
        raise Refusal(TOO_LATE, when=in_words(current.answer_by))
    return current


def _deed_about(challenge: Challenge, answering: Team | None, by: User) -> Deed:
    """A commissioner's answer for a team, or calling the challenge off (``answering`` None), if they coach in it."""
    teams = [each for each in (challenge.challenger, challenge.challenged, challenge.substitute) if each is not None]
    for_other = answering is None or answering.coach_id not in (None, by.pk)
    return Deed(
        kind=ANSWER,
        subject=f"challenge:{challenge.pk}",
        league=challenge.competition.season.league,
        by=by,
        coaches=coaches_of(teams) if for_other else frozenset(),
        match=pairing(challenge.challenger.name, challenge.challenged.name),
        args={},
    )


def _hold(challenge: Challenge, expected: int) -> Challenge:
    hold_running(challenge.competition)
    write_version(challenge, expected=expected, changes={})
    return _reread(challenge)


def _reread(challenge: Challenge) -> Challenge:
    related = ("competition__season__league__ruleset", "challenger__coach", "challenged__coach", "substitute__coach")
    return Challenge.objects.select_related(*related).get(pk=challenge.pk)


def _tell(kind: LogKind, challenge: Challenge, by: User | None, reason: str = "") -> None:
    words = {"challenger": challenge.challenger.name, "challenged": challenge.challenged.name}
    if challenge.substitute is not None:
        words["substitute"] = challenge.substitute.name
    log.record(kind, league=challenge.competition.season.league, by=by, reason=reason, **words)
