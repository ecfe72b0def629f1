"""Written challenges (L5, p40): a coach may write one per week. `answers` says what happens to it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.formats.open_play import hold_running, refuse_pair
from competitions.models import Challenge, Competition
from leagues import log
from matches.report.deadlines import in_words
from notices.telling import follow
from teams.models import Team
from web.errors import Message, Refusal

State = Challenge.State

WEEK = timedelta(days=7)
DAY = timedelta(days=1)

NO_CHALLENGES = Message(
    id="competitions.no_challenges",
    text=_("There are no written challenges in {competition}."),
    remedy=_("A commissioner can allow them in its settings."),
    purpose="challenges",
)
ONE_A_WEEK = Message(
    id="competitions.one_challenge_a_week",
    text=_("{coach} wrote a challenge less than a week ago. The next one is possible from {when}."),
    remedy=_("Wait until then."),
    purpose="challenges",
)
CHALLENGED_ALREADY = Message(
    id="competitions.challenged_already",
    text=_("A challenge between {challenger} and {challenged} is not answered yet."),
    remedy=_("Wait for its answer."),
)
NOT_YOUR_TEAM = Message(
    id="competitions.challenge_not_yours",
    text=_("{team} is not your team, so you cannot write or answer for it."),
    remedy=_("Its coach or a commissioner can."),
    status=403,
)
CHALLENGED = log.kind("competitions.challenged", _("{challenger} challenged {challenged} in {competition}, by {by}."))


@transaction.atomic
def write_challenge(
    *,
    competition: Competition,
    by: User,
    challenger: Team,
    challenged: Team,
    own: Collection[int] | None,
    now: datetime | None = None,
) -> Challenge:
    """Write a challenge; ``own`` as for ``open_play.report_game``. Raises ``Refusal``."""
    now = now or timezone.now()
    current = hold_running(competition)
    if not current.takes_challenges:
        raise Refusal(NO_CHALLENGES, competition=current.name)
    refuse_pair(current, challenger, challenged)
    refuse_not_own(challenger, own)
    words = {"challenger": challenger.name, "challenged": challenged.name}
    if current.format.refuse_challenge:
        current.format.refuse_challenge(current, challenger, challenged)
    _refuse_second_in_a_week(current, challenger, now)
    teams = (challenger, challenged)
    if current.written.open().filter(challenger__in=teams, challenged__in=teams).exists():
        raise Refusal(CHALLENGED_ALREADY, **words)
    made = Challenge.objects.create(
        competition=current,
        challenger=challenger,
        challenged=challenged,
        made_by=challenger.coach,
        made_at=now,
        answer_by=now + DAY,
    )
    log.record(CHALLENGED, league=current.season.league, by=by, competition=current.name, **words)
    follow(made, by=by)
    return made


def refuse_not_own(team: Team, own: Collection[int] | None) -> None:
    """Raises ``Refusal`` for a team that is not one of ``own``; None is a commissioner, who may act for all."""
    if own is not None and team.pk not in own:
        raise Refusal(NOT_YOUR_TEAM, team=team.name)


def _refuse_second_in_a_week(competition: Competition, challenger: Team, now: datetime) -> None:
    """Raises ``Refusal`` if the team's coach wrote a challenge in this league within the last week."""
    league = competition.season.league
    written = Challenge.objects.filter(competition__season__league=league, made_at__gt=now - WEEK)
    mine = Q(made_by=challenger.coach_id) if challenger.coach_id is not None else Q(challenger=challenger)
    last = written.filter(mine).exclude(state=State.CALLED_OFF).order_by("-made_at").first()
    if last is not None:
        coach = challenger.coach.name if challenger.coach else challenger.coach_name
        raise Refusal(ONE_A_WEEK, coach=coach, when=in_words(last.made_at + WEEK))
