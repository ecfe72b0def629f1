"""Friendlies: arranged by a commissioner, or offered by one coach and accepted by another; and called off unplayed.

An accepted offer is a match like one that a commissioner arranges. A league may let only commissioners arrange
friendlies: then offers cannot be made or accepted, but open ones can still be declined or withdrawn.
"""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures.fixtures import ITSELF
from competitions.friendlies.notices import ARRANGED as MATCH_ARRANGED
from competitions.friendlies.notices import CALLED_OFF as MATCH_CALLED_OFF
from competitions.friendlies.notices import OFFER_CALLED_OFF
from competitions.models import Competition, FriendlyOffer, Season
from competitions.setup.services import NOT_PLAYING
from leagues import log
from leagues.models import League
from leagues.services import locked
from matches.extensions import match_changed
from matches.models import Match
from matches.sequence.opening import create_match, need_one_book
from matches.wording import pairing
from notices.telling import follow, tell
from rules.sheet.match import Terms
from teams.building.checks import need_one_purpose
from teams.models import Team, TeamState
from web.commands import write_version
from web.errors import Message, Refusal

State = FriendlyOffer.State
MOST_WAITING = 20

BY_COMMISSIONERS = Message(
    id="competitions.friendlies_by_commissioners",
    text=_("In {league} only commissioners arrange friendlies."),
    remedy=_("Ask one of them to arrange the match, or to allow coaches to do so in the settings."),
    status=403,
)
NOT_YOUR_TEAM = Message(
    id="competitions.friendly_not_yours",
    text=_("{team} is not your team, so you cannot offer or answer a friendly for it."),
    remedy=_("Its coach can, or a commissioner can arrange the match."),
    status=403,
)
NOT_ACTIVE = Message(
    id="competitions.friendly_not_active",
    text=_("{team} cannot play a friendly: it is not an active team of the league ({state})."),
    remedy=_("Wait until the team is approved, or choose an active team."),
)
SAME_COACH = Message(
    id="competitions.friendly_same_coach",
    text=_("{asked} is your team too: you cannot arrange a friendly with yourself."),
    remedy=_("Choose a team of another coach, or ask a commissioner to arrange this match."),
)
NO_COACH = Message(
    id="competitions.friendly_no_coach",
    text=_("{team} has no active coach in this league."),
    remedy=_("Choose another team, or ask a commissioner to arrange the match."),
)
IN_A_MATCH = Message(
    id="competitions.friendly_in_a_match",
    text=_("{team} is in a match that is not over."),
    remedy=_("Finish that match and its post-match first."),
    status=409,
)
OFFERED_ALREADY = Message(
    id="competitions.friendly_offered_already",
    text=_("There is already an open offer of a friendly between {offering} and {asked}."),
    remedy=_("Answer or withdraw it on the page of friendlies."),
    status=409,
)
ARRANGED_ALREADY = Message(
    id="competitions.friendly_arranged_already",
    text=_("{offering} and {asked} already have a friendly to play."),
    remedy=_("Play it, or call it off on the page of friendlies."),
    status=409,
)
TOO_MANY_OFFERS = Message(
    id="competitions.too_many_friendly_offers",
    text=_("{team} already has {count} open offers of friendlies."),
    remedy=_("Withdraw one of them first."),
)
SAME_DIVISION = Message(
    id="competitions.friendly_in_a_division",
    text=_("{offering} and {asked} both play in {competition}. By the book teams of one division play no friendlies."),
    remedy=_("Choose a team of another division, or ask a commissioner to arrange this match."),
)
ONCE_ALREADY = Message(
    id="competitions.friendly_once_already",
    text=_("{offering} and {asked} have had a friendly in {season}, and by the book two teams have only one."),
    remedy=_("Choose another team, or ask a commissioner to arrange this match."),
)
ANSWERED = Message(
    id="competitions.friendly_answered",
    text=_("This offer of a friendly is no longer open: {state}."),
    remedy=_("You can make a new offer."),
    status=409,
)
NOT_TO_BE_CALLED_OFF = Message(
    id="competitions.friendly_under_way",
    text=_("{match} has been opened, played or called off, so it cannot be called off here."),
    remedy=_("A commissioner can call off an opened match on its page. A played match stays."),
    status=409,
)

ARRANGED = log.kind("competitions.friendly", _("{by} arranged a friendly: {match}."))
AGREED = log.kind("competitions.friendly_agreed", _("{by} accepted the friendly offered by {about}: {match}."))
CALLED_OFF = log.kind(
    "competitions.friendly_called_off", _("{by} called off the friendly {match} before it was opened.")
)


def unplayed_friendlies(league: League) -> Q:
    """The league's matches outside competitions that are not opened yet."""
    return Q(league=league, state=Match.State.SCHEDULED, fixture__isnull=True)


@transaction.atomic
def arrange_friendly(*, league: League, by: User, home: Team, away: Team) -> Match:
    """A commissioner arranges a match of two teams outside competitions; their coaches are told.

    Raises ``Refusal``.
    """
    league = locked(league)
    home, away = _as_now(home, away)
    if home == away:
        raise Refusal(ITSELF, field="away", team=home.name)
    for field, team in (("home", home), ("away", away)):
        if team.league_id != league.pk or team.state != Team.State.ACTIVE:
            raise Refusal(NOT_PLAYING, field=field, team=team.name)
    match = create_match(league=league, home=home, away=away, terms=Terms(friendly=True))
    log.record(ARRANGED, league=league, by=by, match=pairing(home.name, away.name))
    tell(MATCH_ARRANGED, match, by=by)
    return match


@transaction.atomic
def offer_friendly(*, offering: Team, asked: Team, by: User, at_home: bool, note: str = "") -> FriendlyOffer:
    """The coach of ``offering`` offers the coach of another team of the league a match. Raises ``Refusal``."""
    league = locked(offering.league)
    offering, asked = _as_now(offering, asked)
    _refuse_not_own(offering, by)
    words = {"offering": offering.name, "asked": asked.name}
    _refuse_pair(league, offering, asked)
    if FriendlyOffer.objects.open().between(offering, asked).exists():
        raise Refusal(OFFERED_ALREADY, **words)
    waiting = FriendlyOffer.objects.open().filter(offering=offering).count()
    if waiting >= MOST_WAITING:
        raise Refusal(TOO_MANY_OFFERS, field="offering", team=offering.name, count=waiting)
    made = FriendlyOffer.objects.create(
        league=league, offering=offering, asked=asked, at_home=at_home, note=note, offered_by=by
    )
    follow(made, by=by)
    return made


@transaction.atomic
def accept_friendly(*, offer: FriendlyOffer, by: User, expected: int) -> FriendlyOffer:
    """The asked coach accepts: the match is created. Raises ``Refusal``, ``StaleVersion``; so do all answers."""
    row = _open(offer)
    _refuse_not_own(row.asked, by)
    _refuse_pair(row.league, row.offering, row.asked)
    match = create_match(league=row.league, home=row.home, away=row.away, terms=Terms(friendly=True))
    done = _answered(row, expected, by, State.ACCEPTED, match=match)
    words = pairing(row.home.name, row.away.name)
    log.record(AGREED, league=row.league, by=by, about=row.offered_by, match=words)
    follow(done, by=by)
    return done


@transaction.atomic
def decline_friendly(*, offer: FriendlyOffer, by: User, expected: int) -> FriendlyOffer:
    """The asked coach declines."""
    return _ended(offer, expected, by, State.DECLINED)


@transaction.atomic
def withdraw_friendly(*, offer: FriendlyOffer, by: User, expected: int) -> FriendlyOffer:
    """The offering coach withdraws an open offer."""
    return _ended(offer, expected, by, State.WITHDRAWN)


@transaction.atomic
def call_off_friendly(*, match: Match, by: User) -> Match:
    """Call off a friendly that is not opened yet; histories still link to it.

    ``by`` is one of its coaches or a commissioner. The other coaches are told, and the commissioners if no coach had
    offered it. Raises ``Refusal``.
    """
    league = locked(match.league)
    teams = [side.team for side in match.sides.select_related("team")]
    words = pairing(*(team.name for team in teams))
    waiting = Match.objects.filter(unplayed_friendlies(league), pk=match.pk).values("pk")
    unopened = Match.objects.filter(pk__in=waiting, state=Match.State.SCHEDULED)  # checked again by the write itself
    if not unopened.update(state=Match.State.DROPPED, version=F("version") + 1):
        raise Refusal(NOT_TO_BE_CALLED_OFF, match=words)
    log.record(CALLED_OFF, league=league, by=by, match=words)
    match.refresh_from_db()
    match_changed.call(match)
    offer = FriendlyOffer.objects.select_related("league", "offering", "asked").filter(match=match).first()
    if offer is not None:
        tell(OFFER_CALLED_OFF, offer, by=by)
    else:
        tell(MATCH_CALLED_OFF, match, by=by)
    return match


def _as_now(*teams: Team) -> list[Team]:
    """Teams as they are now that the league is locked: one may have retired or changed its coach."""
    current = Team.objects.defer("draft").in_bulk([team.pk for team in teams])
    return [current[team.pk] for team in teams]


def _refuse_not_own(team: Team, by: User) -> None:
    if team.coach_id != by.pk:
        raise Refusal(NOT_YOUR_TEAM, team=team.name)


def _refuse_pair(league: League, offering: Team, asked: Team) -> None:
    """Raises ``Refusal`` if these two teams cannot arrange a friendly now."""
    if not league.friendlies_by_coaches:
        raise Refusal(BY_COMMISSIONERS, league=league.name)
    for field, team in (("offering", offering), ("asked", asked)):
        if team.league_id != league.pk or team.state != Team.State.ACTIVE:
            raise Refusal(NOT_ACTIVE, field=field, team=team.name, state=team.get_state_display())
    need_one_book(offering, asked)
    need_one_purpose(offering, asked, league.ruleset_for(offering.edition).rules())
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
    _refuse_by_the_book(league, offering, asked)


def _refuse_by_the_book(league: League, offering: Team, asked: Team) -> None:
    """Raises ``Refusal`` for a friendly in a division, or a second one in the season, where the book wants neither."""
    rule, words = offering.book.friendlies, {"offering": offering.name, "asked": asked.name}
    season = league.seasons.filter(state=Season.State.OPEN).first() if rule is not None else None
    if rule is None or season is None:
        return
    if rule.across:
        running = season.competitions.filter(state=Competition.State.RUNNING)
        both = running.of_formats(lambda each: not each.eliminates).filter(entrants__team=offering)
        if (division := both.filter(entrants__team=asked).first()) is not None:
            raise Refusal(SAME_DIVISION, field="asked", competition=division.name, **words)
    played = Match.objects.filter(league=league, friendly=True, opened_at__gte=season.opened_at)
    if rule.once and played.filter(sides__team=offering).filter(sides__team=asked).exists():
        raise Refusal(ONCE_ALREADY, field="asked", season=season.name, **words)


def _open(offer: FriendlyOffer) -> FriendlyOffer:
    """The offer as it is now. Raises ``Refusal`` if it is no longer open, or the league is archived."""
    league = locked(offer.league)
    row = FriendlyOffer.objects.select_related("offering__coach", "asked__coach", "offered_by").get(pk=offer.pk)
    row.league = league
    if row.state != State.OFFERED:
        raise Refusal(ANSWERED, state=row.get_state_display())
    return row


def _ended(offer: FriendlyOffer, expected: int, by: User, state: State) -> FriendlyOffer:
    """One side ends an offer, and the other coach is told."""
    row = _open(offer)
    _refuse_not_own(row.asked if state == State.DECLINED else row.offering, by)
    done = _answered(row, expected, by, state)
    follow(done, by=by)
    return done


def _answered(row: FriendlyOffer, expected: int, by: User, state: str, match: Match | None = None) -> FriendlyOffer:
    changes = {"state": state, "answered_by": by, "answered_at": timezone.now(), "match": match}
    done: FriendlyOffer = write_version(row, expected=expected, changes=changes)
    return done
