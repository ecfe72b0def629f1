"""Deadlines of rounds: set by a commissioner for all rounds at once or for one, in the league's time zone.

A round that is made later (of a Swiss draw) has its deadline so many days after the one before it, at the same hour of
the clock whatever the season does to it.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import zone
from competitions.models import Competition, Round
from competitions.setup.deadline_guards import refuse_passed
from competitions.setup.services import hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from leagues.errors import Message, Refusal

NO_ROUNDS = Message(
    id="competitions.no_rounds",
    text=_("{competition} has no rounds that could have deadlines."),
    remedy=_("Draw its fixtures first."),
)
BEFORE_THE_ROUND_BEFORE = Message(
    id="competitions.deadline_too_early",
    text=_("Round {round} would end before round {before}, which is to be played by {deadline}."),
    remedy=_("Choose a later day."),
)
NO_SUCH_ROUND = Message(
    id="competitions.deadline_of_no_round",
    text=_("There is no round {round}."),
    remedy=_("The page lists the rounds as they are drawn now: set their deadlines there."),
)

SET_ALL = log.kind(
    "competitions.deadlines_set",
    _("{by} set the deadlines of {competition}: round {round} by {when}, the others every {days} days."),
)
SET_ONE = log.kind("competitions.deadline_set", _("{by} set the deadline of round {round} of {competition}: {when}."))
TAKEN_AWAY = log.kind(
    "competitions.deadlines_taken_away", _("{by} took the deadlines of {competition} away from round {round} on.")
)


def later(deadline: datetime, days: int, name: str) -> datetime:
    """So many days after a deadline, at the same hour in the time zone of that name."""
    local = deadline.astimezone(zone(name))
    return (local.replace(tzinfo=None) + timedelta(days=days)).replace(tzinfo=zone(name))


def following_deadline(competition: Competition, number: int) -> datetime | None:
    """The deadline of a new round, given that of the round before it; None where rounds have none.

    A round that is drawn late has its days, too: a deadline that has passed moves on until it lies ahead.
    """
    if not competition.round_days:
        return None
    before = competition.rounds.filter(number=number - 1).values_list("deadline", flat=True).first()
    if before is None:
        return None
    deadline = later(before, competition.round_days, competition.season.league.zone)
    while deadline <= timezone.now():
        deadline = later(deadline, competition.round_days, competition.season.league.zone)
    return deadline


@transaction.atomic
def set_deadlines(
    *, competition: Competition, by: User, expected: int, number: int, first: datetime | None, days: int
) -> Competition:
    """Give round ``number`` the deadline ``first`` and every later one ``days`` more; None takes them all away.

    Raises ``Refusal`` where there is no such round, the one before it ends later, or what is not played would be
    settled at once; ``StaleVersion``.
    """
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    rows = list(current.rounds.filter(number__gte=number).order_by("number"))
    if not rows:
        raise Refusal(NO_ROUNDS, competition=current.name)
    name = current.season.league.zone
    if first is not None:
        refuse_passed(current, first)
        _refuse_too_early(current, number, first)
    deadline = first
    for row in rows:
        row.deadline, row.settled_at = deadline, None
        deadline = later(deadline, days, name) if deadline is not None else None
    Round.objects.bulk_update(rows, ["deadline", "settled_at"])
    Competition.objects.filter(pk=current.pk).update(round_days=days if first is not None else None)
    results_changed([current.pk])
    league, words = current.season.league, {"competition": current.name, "round": number}
    if first is None:
        log.record(TAKEN_AWAY, league=league, by=by, **words)
    else:
        log.record(SET_ALL, league=league, by=by, when=in_words(first, name), days=days, **words)
    return reread(current)


@transaction.atomic
def set_deadline(
    *, competition: Competition, by: User | None, expected: int, number: int, when: datetime | None
) -> Competition:
    """Give one round another deadline, or none. Raises ``Refusal``, ``StaleVersion``."""
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    row = current.rounds.filter(number=number).first()
    if row is None:
        raise Refusal(NO_SUCH_ROUND, field="round", round=number)
    if when is not None:
        refuse_passed(current, when)
        _refuse_too_early(current, number, when)
    Round.objects.filter(pk=row.pk).update(deadline=when, settled_at=None)
    results_changed([current.pk])
    league, words = current.season.league, {"competition": current.name, "round": number}
    if when is None:
        log.record(TAKEN_AWAY, league=league, by=by, **words)
    else:
        log.record(SET_ONE, league=league, by=by, when=in_words(when, league.zone), **words)
    return reread(current)


def in_words(when: datetime, name: str) -> str:
    """A moment as the log keeps it."""
    return timezone.localtime(when, zone(name)).strftime("%Y-%m-%d %H:%M %Z")


def _refuse_too_early(competition: Competition, number: int, deadline: datetime) -> None:
    before = competition.rounds.filter(number__lt=number, deadline__gt=deadline).order_by("-number").first()
    if before is not None and before.deadline is not None:
        when = in_words(before.deadline, competition.season.league.zone)
        raise Refusal(BEFORE_THE_ROUND_BEFORE, field="first", round=number, before=before.number, deadline=when)
