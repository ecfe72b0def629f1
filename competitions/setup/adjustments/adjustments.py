"""Points that a commissioner gives or takes (L1, p31). Entries never change; another entry withdraws one."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import VOID, Adjustment, Competition, Round
from competitions.ranking.amounts import signed
from competitions.ranking.points import TYPED
from competitions.setup.seasons import refuse_closed
from competitions.setup.services import NOT_ENTERED, hold
from competitions.standings.standings import results_changed
from leagues import log
from leagues.agreements.own_teams import deed_about_team, refuse_alone
from leagues.agreements.who_agrees import Deed
from matches.models import Match
from teams.models import Team
from web.errors import Message, Refusal

NO_POINTS = Message(
    id="competitions.adjustment_without_points",
    text=_("{points} points cannot be given or taken. Nothing was changed."),
    remedy=_("Give from 1 to {most} points, or take them with a minus sign in front."),
)
WITHDRAWN_ALREADY = Message(
    id="competitions.adjustment_withdrawn",
    text=_("This adjustment has already been withdrawn, or withdraws another one. Nothing was changed."),
    remedy=_("To give or take points, enter a new adjustment."),
    status=409,
)

ADJUSTED = log.kind(
    "competitions.adjusted", _("{by} adjusted the points of {team} in {competition}: {signed_points}."), reasoned=True
)
WITHDRAWN = log.kind(
    "competitions.adjustment_withdrawn",
    _("{by} withdrew an adjustment of {team} in {competition}: {signed_points}."),
    reasoned=True,
)
log.argument("signed_points", lambda points, entry: signed(points))

ADJUST, WITHDRAW = "competitions.adjust", "competitions.withdraw_adjustment"
STATES = (Competition.State.DRAFT, Competition.State.RUNNING, Competition.State.FINISHED)


@transaction.atomic
def adjust_points(
    *,
    competition: Competition,
    by: User,
    expected: int,
    team: Team,
    points: int,
    reason: str,
    agreed_by: User | None = None,
) -> Adjustment:
    """Give a team points, or take them if ``points`` is negative. Raises ``Refusal``, ``StaleVersion``.

    A commissioner who coaches the team does not give it points alone: ``agreed_by`` agreed.
    """
    current = _hold(competition, expected)
    refuse_alone(adjusting(current, team, by, points), agreed_by)
    if not points or abs(points) > TYPED:
        raise Refusal(NO_POINTS, field="points", points=points, most=TYPED)
    if not current.entrants.filter(team=team).exists():
        raise Refusal(NOT_ENTERED, field="team", team=team.name, competition=current.name)
    made = _enter(current, by=by, team=team, points=points, reason=reason)
    words = {"competition": current.name, "team": team.name, "signed_points": points}
    log.record(ADJUSTED, league=current.season.league, by=by, about=team.coach, reason=reason, **words)
    return made


@transaction.atomic
def withdraw_adjustment(
    *, adjustment: Adjustment, by: User, expected: int, reason: str, agreed_by: User | None = None
) -> Adjustment:
    """Withdraw an adjustment by another entry. Raises ``Refusal``, ``StaleVersion``.

    A commissioner who coaches the team does not give it back its points alone: ``agreed_by`` agreed.
    """
    current = _hold(adjustment.competition, expected)
    refuse_alone(withdrawing(adjustment, by), agreed_by)
    if adjustment.withdraws_id or Adjustment.objects.filter(withdraws=adjustment).exists():
        raise Refusal(WITHDRAWN_ALREADY)
    team = adjustment.team
    made = _enter(current, by=by, team=team, points=-adjustment.points, reason=reason, withdraws=adjustment)
    words = {"competition": current.name, "team": team.name, "signed_points": -adjustment.points}
    log.record(WITHDRAWN, league=current.season.league, by=by, about=team.coach, reason=reason, **words)
    return made


def adjusting(competition: Competition, team: Team, by: User, points: int) -> Deed:
    """Giving a team points, as others may have to agree to it. Everybody may take points from their own team."""
    return _deed(ADJUST, competition, team, by, points)


def withdrawing(adjustment: Adjustment, by: User) -> Deed:
    """Withdrawing an adjustment of one's own team, as others may have to agree to it."""
    return _deed(WITHDRAW, adjustment.competition, adjustment.team, by, -adjustment.points, adjustment=adjustment.pk)


def _deed(kind: str, competition: Competition, team: Team, by: User, points: int, **args: int) -> Deed:
    return deed_about_team(
        kind=kind,
        subject=subject_of(competition, team),
        league=competition.season.league,
        by=by,
        coaches={team.coach_id} if points > 0 else set(),
        name=f"{team.name}, {competition.name}",
        args={"team": team.pk, "competition": competition.pk, "points": points, **args},
    )


def subject_of(competition: Competition, team: Team) -> str:
    """The name of a team's points in agreements."""
    return f"points:{competition.public_id}:{team.public_id}"


def _hold(competition: Competition, expected: int) -> Competition:
    current = hold(competition, expected, *STATES)
    refuse_closed(current.season)
    return current


def _enter(current: Competition, **entry: object) -> Adjustment:
    made = Adjustment.objects.create(competition=current, round=latest_round(current), **entry)
    results_changed([current.pk])
    return made


def latest_round(competition: Competition) -> int:
    """The last round of a competition with a result, or 0."""
    decided = Q(fixtures__away__isnull=False) & ~Q(fixtures__home_outcome__in=("", VOID))
    rounds = Round.objects.filter(decided | Q(fixtures__match__state__in=Match.PLAYED), competition=competition)
    return rounds.aggregate(last=Max("number"))["last"] or 0
