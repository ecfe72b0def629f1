"""Friendlies: arranged by a commissioner, or offered by one coach and accepted by another; and called off unplayed.

An offer is the two coaches' affair; once it is accepted it is a match as a commissioner arranges it. A league may leave
friendlies to its commissioners: then no offer is made or accepted, but each can still be declined or withdrawn.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures.fixtures import ITSELF
from competitions.friendlies.letters import MATCH_LETTERS, OFFER_LETTERS
from competitions.models import FriendlyOffer
from competitions.setup.services import NOT_PLAYING
from leagues import log
from leagues.models import League, Membership
from leagues.services import locked
from matches.extensions import match_changed
from matches.models import Match
from matches.sequence.opening import create_match
from matches.wording import pairing
from rules.sheet.match import Terms
from teams.models import Team, TeamState
from web.commands import write_version
from web.errors import Message, Refusal

State = FriendlyOffer.State
MOST_WAITING = 20

BY_COMMISSIONERS = Message(
    id="competitions.friendlies_by_commissioners",
    text=_("{league} leaves friendlies to its commissioners."),
    remedy=_("Ask one of them to arrange the match, or to let coaches do so in the league's settings."),
    status=403,
)
NOT_YOUR_TEAM = Message(
    id="competitions.friendly_not_yours",
    text=_("{team} is not yours, so you cannot offer or answer a friendly for it."),
    remedy=_("Its coach can, or a commissioner arranges the match."),
    status=403,
)
NOT_ACTIVE = Message(
    id="competitions.friendly_not_active",
    text=_("{team} cannot play a friendly: it is not an active team of the league ({state})."),
    remedy=_("A team that is being built can once it is approved; instead of a retired one choose another."),
)
SAME_COACH = Message(
    id="competitions.friendly_same_coach",
    text=_("{asked} is yours as well: you cannot arrange a friendly with yourself."),
    remedy=_("Choose a team of another coach, or ask a commissioner to arrange this match."),
)
NO_COACH = Message(
    id="competitions.friendly_no_coach",
    text=_("{team} has no coach here who could play."),
    remedy=_("Choose another team, or ask a commissioner to arrange the match."),
)
IN_A_MATCH = Message(
    id="competitions.friendly_in_a_match",
    text=_("{team} is in a match that is not over."),
    remedy=_("Finish that match first, its post-match too; then arrange the friendly."),
    status=409,
)
OFFERED_ALREADY = Message(
    id="competitions.friendly_offered_already",
    text=_("An offer of a friendly between {offering} and {asked} waits for an answer already."),
    remedy=_("It stands on the page of friendlies: answer or withdraw it there."),
    status=409,
)
ARRANGED_ALREADY = Message(
    id="competitions.friendly_arranged_already",
    text=_("{offering} and {asked} have a friendly that is not played yet."),
    remedy=_("Play it, or call it off on the page of friendlies."),
    status=409,
)
TOO_MANY_OFFERS = Message(
    id="competitions.too_many_friendly_offers",
    text=_("{team} has {count} offers of friendlies that wait for an answer."),
    remedy=_("Withdraw one of them first."),
)
ANSWERED = Message(
    id="competitions.friendly_answered",
    text=_("This offer of a friendly is answered or withdrawn: {state}."),
    remedy=_("Look at it as it is now; you can make a new one."),
    status=409,
)
NOT_TO_BE_CALLED_OFF = Message(
    id="competitions.friendly_under_way",
    text=_("{match} has been opened, played or called off, so it cannot be called off here."),
    remedy=_("A commissioner can call off an opened match on its own page; what was played stays."),
    status=409,
)

ARRANGED = log.kind("competitions.friendly", _("{by} arranged a friendly: {match}."))
AGREED = log.kind("competitions.friendly_agreed", _("{by} accepted the friendly that {about} had offered: {match}."))
CALLED_OFF = log.kind(
    "competitions.friendly_called_off", _("{by} called off the friendly {match}, which nobody had opened.")
)


def unplayed_friendlies(league: League) -> Q:
    """The league's matches that are part of no competition and nobody has opened."""
    return Q(league=league, state=Match.State.SCHEDULED, fixture__isnull=True)


@transaction.atomic
def arrange_friendly(*, league: League, by: User, home: Team, away: Team) -> Match:
    """A commissioner has two teams of a league meet outside every competition; their coaches are told.

    Raises ``Refusal``.
    """
    league = locked(league)
    home, away = _as_now(home, away)
    if home == away:
        raise Refusal(ITSELF, field="away", team=home.name)
    for field, team in (("home", home), ("away", away)):
        if team.league_id != league.pk or team.state != Team.State.ACTIVE:
            raise Refusal(NOT_PLAYING, field=field, team=team.name)
    match = create_match(league=league, home=home, away=away, terms=Terms())
    log.record(ARRANGED, league=league, by=by, match=pairing(home.name, away.name))
    MATCH_LETTERS.send(match.pk, "arranged", {home.coach_id, away.coach_id} - {by.pk}, version=match.version)
    return match


@transaction.atomic
def offer_friendly(*, offering: Team, asked: Team, by: User, at_home: bool, note: str = "") -> FriendlyOffer:
    """The coach of ``offering`` offers the coach of another team of the league a match. Raises ``Refusal``."""
    league = locked(offering.league)
    offering, asked = _as_now(offering, asked)
    _refuse_not_his(offering, by)
    words = {"offering": offering.name, "asked": asked.name}
    _refuse_pair(league, offering, asked)
    both = Q(offering=offering, asked=asked) | Q(offering=asked, asked=offering)
    if FriendlyOffer.objects.filter(both, state=State.OFFERED).exists():
        raise Refusal(OFFERED_ALREADY, **words)
    waiting = FriendlyOffer.objects.filter(offering=offering, state=State.OFFERED).count()
    if waiting >= MOST_WAITING:
        raise Refusal(TOO_MANY_OFFERS, field="offering", team=offering.name, count=waiting)
    made = FriendlyOffer.objects.create(
        league=league, offering=offering, asked=asked, at_home=at_home, note=note, offered_by=by
    )
    _tell(made, "offered", asked)
    return made


@transaction.atomic
def accept_friendly(*, offer: FriendlyOffer, by: User, expected: int) -> FriendlyOffer:
    """The asked coach plays: the match is made. Raises ``Refusal``, ``StaleVersion``; so do all answers."""
    row = _open(offer)
    _refuse_not_his(row.asked, by)
    _refuse_pair(row.league, row.offering, row.asked)
    match = create_match(league=row.league, home=row.home, away=row.away, terms=Terms())
    done = _answered(row, expected, by, State.ACCEPTED, match=match)
    words = pairing(row.home.name, row.away.name)
    log.record(AGREED, league=row.league, by=by, about=row.offered_by, match=words)
    _tell(done, State.ACCEPTED, row.offering)
    return done


@transaction.atomic
def decline_friendly(*, offer: FriendlyOffer, by: User, expected: int) -> FriendlyOffer:
    """The asked coach does not play."""
    return _ended(offer, expected, by, State.DECLINED)


@transaction.atomic
def withdraw_friendly(*, offer: FriendlyOffer, by: User, expected: int) -> FriendlyOffer:
    """The offering coach takes his offer back while it waits."""
    return _ended(offer, expected, by, State.WITHDRAWN)


@transaction.atomic
def call_off_friendly(*, match: Match, by: User) -> Match:
    """A friendly that nobody has opened will not be played; histories still lead to it.

    ``by`` is one of its coaches or a commissioner. Whom else it concerns is told: the coaches, and the commissioners
    where none of these had offered it. Raises ``Refusal``.
    """
    league = locked(match.league)
    teams = [side.team for side in match.sides.select_related("team")]
    words = pairing(*(team.name for team in teams))
    waiting = Match.objects.filter(unplayed_friendlies(league), pk=match.pk).values("pk")
    unopened = Match.objects.filter(pk__in=waiting, state=Match.State.SCHEDULED)  # asked again when it is written
    if not unopened.update(state=Match.State.DROPPED, version=F("version") + 1):
        raise Refusal(NOT_TO_BE_CALLED_OFF, match=words)
    log.record(CALLED_OFF, league=league, by=by, match=words)
    match.refresh_from_db()
    match_changed.call(match)
    coaches, offer = {team.coach_id for team in teams}, FriendlyOffer.objects.filter(match=match).first()
    if offer is not None:
        OFFER_LETTERS.send(offer.pk, "called_off", coaches - {by.pk}, version=offer.version)
    else:
        run_it = league.memberships.filter(role=Membership.Role.COMMISSIONER, left_at__isnull=True)
        told = coaches.union(run_it.values_list("user", flat=True)) - {by.pk}
        MATCH_LETTERS.send(match.pk, "called_off", told, version=match.version)
    return match


def _as_now(*teams: Team) -> list[Team]:
    """Teams as they stand now that the league is locked: retired meanwhile, say, or another coach's."""
    current = Team.objects.defer("draft").in_bulk([team.pk for team in teams])
    return [current[team.pk] for team in teams]


def _refuse_not_his(team: Team, by: User) -> None:
    if team.coach_id != by.pk:
        raise Refusal(NOT_YOUR_TEAM, team=team.name)


def _refuse_pair(league: League, offering: Team, asked: Team) -> None:
    """Raises ``Refusal`` where these two cannot arrange a friendly as things are now."""
    if not league.friendlies_by_coaches:
        raise Refusal(BY_COMMISSIONERS, league=league.name)
    for field, team in (("offering", offering), ("asked", asked)):
        if team.league_id != league.pk or team.state != Team.State.ACTIVE:
            raise Refusal(NOT_ACTIVE, field=field, team=team.name, state=team.get_state_display())
    members = league.memberships.filter(left_at__isnull=True, user__is_active=True)
    there = set(members.filter(user__in=(offering.coach_id, asked.coach_id)).values_list("user", flat=True))
    for field, team in (("offering", offering), ("asked", asked)):
        if team.coach_id not in there:
            raise Refusal(NO_COACH, field=field, team=team.name)
    if offering.coach_id == asked.coach_id:
        raise Refusal(SAME_COACH, field="asked", asked=asked.name)
    held = TeamState.objects.filter(team__in=(offering, asked)).exclude(held_by="").values_list("team", flat=True)
    for field, team in (("offering", offering), ("asked", asked)):
        if team.pk in held:
            raise Refusal(IN_A_MATCH, field=field, team=team.name)
    arranged = Match.objects.filter(unplayed_friendlies(league), sides__team=offering).filter(sides__team=asked)
    if arranged.exists():
        raise Refusal(ARRANGED_ALREADY, offering=offering.name, asked=asked.name)


def _open(offer: FriendlyOffer) -> FriendlyOffer:
    """The offer as it is now, in an open league. Raises ``Refusal`` where it waits no more."""
    league = locked(offer.league)
    row = FriendlyOffer.objects.select_related("offering__coach", "asked__coach", "offered_by").get(pk=offer.pk)
    row.league = league
    if row.state != State.OFFERED:
        raise Refusal(ANSWERED, state=row.get_state_display())
    return row


def _ended(offer: FriendlyOffer, expected: int, by: User, state: State) -> FriendlyOffer:
    """Has an offer come to nothing by the word of one side, and the other told."""
    row = _open(offer)
    his, other = (row.asked, row.offering) if state == State.DECLINED else (row.offering, row.asked)
    _refuse_not_his(his, by)
    done = _answered(row, expected, by, state)
    _tell(done, state, other)
    return done


def _tell(offer: FriendlyOffer, what: str, team: Team) -> None:
    """Have a team's coach told."""
    OFFER_LETTERS.send(offer.pk, what, [team.coach_id], version=offer.version)


def _answered(row: FriendlyOffer, expected: int, by: User, state: str, match: Match | None = None) -> FriendlyOffer:
    changes = {"state": state, "answered_by": by, "answered_at": timezone.now(), "match": match}
    done: FriendlyOffer = write_version(row, expected=expected, changes=changes)
    return done
