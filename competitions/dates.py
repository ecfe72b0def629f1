"""When a fixture is played: a coach names a date, the other one agrees or names another; a commissioner's word stands.

``Fixture.agreed_for`` is the date that was named last, ``date_waits_for`` the side whose coach has not agreed to it
yet. Whoever names a date or agrees to one has offered to play, which a lapsed deadline may ask for
(``competitions.lapses``).
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import zone
from competitions.fixtures import A_BYE, hold_fixture, refuse_opened, reread_fixture, words_of
from competitions.models import Fixture
from jobs.queue import enqueue
from leagues import log
from leagues.errors import Refusal

DATED = log.kind("competitions.fixture_dated", _("{by} noted when {match} will be played: {when}."))
PROPOSED = log.kind("competitions.date_proposed", _("{by} proposed when {match} is played: {when}."))
AGREED = log.kind("competitions.date_agreed", _("{by} agreed to when {match} is played: {when}."))
UNDATED = log.kind("competitions.fixture_undated", _("{by} took the date of {match} away."))

SIDES = ("home", "away")


@transaction.atomic
def agree_date(*, fixture: Fixture, by: User, expected: int, when: datetime | None) -> Fixture:
    """Name the date of a fixture, agree to the one that was named, or say that it is open again (None).

    A coach's date waits for the other coach, who is told by mail; one that is nobody's of the two settles it, as does
    whoever coaches both or meets a team without a coach. Raises ``Refusal`` for a bye or a match that was opened,
    ``StaleVersion``.
    """
    current = hold_fixture(fixture, expected)
    if current.away is None:
        raise Refusal(A_BYE, team=current.home.name)
    mine = sides_of(current, by)
    answers = bool(current.date_waits_for) and (not mine or current.date_waits_for in mine)
    if current.agreed_for == when and not answers:
        return current
    refuse_opened(current)
    agrees = when is not None and current.agreed_for == when
    waits_for = "" if agrees or when is None else _other_side(current, mine)
    offered = {f"{side}_offered": True for side in mine} if when is not None else {}
    Fixture.objects.filter(pk=current.pk).update(agreed_for=when, date_waits_for=waits_for, **offered)
    league, match = current.round.competition.season.league, words_of(current)
    if when is None:
        log.record(UNDATED, league=league, by=by, match=match)
    else:
        kind = AGREED if agrees and mine else PROPOSED if waits_for else DATED
        words = when.astimezone(zone(league.zone)).strftime("%Y-%m-%d %H:%M %Z")
        log.record(kind, league=league, by=by, match=match, when=words)
    told = reread_fixture(current)
    if waits_for:
        enqueue("tell_of_date", {"fixture": told.pk}, version=str(told.version))
    return told


def sides_of(fixture: Fixture, user: User) -> list[str]:
    """The sides of a fixture that a user coaches."""
    return [side for side in SIDES if (coach := _coach(fixture, side)) is not None and coach == user.pk]


def _coach(fixture: Fixture, side: str) -> int | None:
    team = fixture.home if side == "home" else fixture.away
    return team.coach_id if team is not None else None


def _other_side(fixture: Fixture, mine: list[str]) -> str:
    """The side that has to agree when those of ``mine`` named a date; none where nobody is there to be asked."""
    if len(mine) != 1:
        return ""
    other = "away" if mine == ["home"] else "home"
    return other if _coach(fixture, other) is not None else ""
