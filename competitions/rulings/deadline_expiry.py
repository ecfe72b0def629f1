"""What happens to matches that were not opened by their round's deadline, as the competition has chosen.

Either the deadline is extended, or a side that offered a date wins by walkover if the other side did not, or both
lose, or the commissioner decides. The commissioner also decides every match that was opened, and a match where both
sides or neither offered a date, or where the side without an offer has no coach.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.challenges.answers import settle_expired
from competitions.fixtures.deadlines import later, stored_words
from competitions.fixtures.round_words import stored_round
from competitions.models import Challenge, Competition, Fixture, Round
from competitions.rulings.decisions import award_walkover, give_double_loss
from competitions.standings.standings import results_changed
from jobs.extensions import Due, Report, due_work
from jobs.kinds import id_of, job_kind, site_staff_only
from jobs.models import Job
from leagues import log
from web.errors import Refusal, StaleVersion

WhenLapsed = Competition.WhenLapsed
RUNNING = Competition.State.RUNNING

EXTENDED = log.kind(
    "competitions.deadline_extended",
    gettext_lazy("{by} extended the deadline of {competition}, {round}, to {when}: {count} matches are open."),
)


def expired_rounds(now: datetime) -> QuerySet[Round]:
    """Rounds to be settled: past their deadline, in leagues that are not archived."""
    rows = Round.objects.filter(deadline__lte=now, settled_at__isnull=True, competition__state=RUNNING)
    rows = rows.filter(competition__recorded=False, competition__season__league__archived_at__isnull=True)
    return rows.exclude(competition__when_lapsed=WhenLapsed.COMMISSIONER)


def not_opened(row: Round) -> QuerySet[Fixture]:
    """A round's fixtures of two teams that are not opened, played or decided."""
    return row.fixtures.not_opened().select_related("home", "away").order_by("pk")


@due_work.add
def deadlines_due(now: datetime) -> Iterable[Due]:
    """Rounds and challenges whose deadline has passed, a job for each deadline."""
    for pk, deadline in expired_rounds(now).values_list("pk", "deadline"):
        yield Due("settle_round", {"round": pk}, deadline.isoformat())
    waiting = Challenge.objects.open().filter(answer_by__lte=now, competition__state=RUNNING)
    waiting = waiting.filter(competition__season__league__archived_at__isnull=True)
    for pk, answer_by in waiting.values_list("pk", "answer_by"):
        yield Due("settle_challenge", {"challenge": pk}, answer_by.isoformat())


def settle_round(row: Round, now: datetime) -> int:
    """Settle the matches not opened by a round's deadline; returns how many they were."""
    row = Round.objects.select_related("competition__season__league").get(pk=row.pk)
    if not expired_rounds(now).filter(pk=row.pk).exists():
        return 0
    fixtures = list(not_opened(row))
    if row.competition.when_lapsed == WhenLapsed.EXTEND and fixtures:
        _extend(row, len(fixtures), now)
        return len(fixtures)
    settled = sum(_settled(fixture, row.competition.when_lapsed) for fixture in fixtures)
    Round.objects.filter(pk=row.pk, deadline=row.deadline).update(settled_at=now)
    return settled


def _settled(fixture: Fixture, when_lapsed: str) -> bool:
    """Whether a fixture could be settled; a match opened meanwhile stays as it is."""
    given: dict[str, Any] = {"fixture": fixture, "by": None, "expected": fixture.version}
    given["reason"] = _("Not played by the deadline of its round.")
    try:
        if when_lapsed == WhenLapsed.DOUBLE_LOSS:
            give_double_loss(**given)
            return True
        silent = fixture.away if fixture.home_offered else fixture.home
        asked = silent is not None and silent.coach_id is not None
        if fixture.home_offered != fixture.away_offered and asked:
            award_walkover(**given, to="home" if fixture.home_offered else "away")
            return True
    except StaleVersion:
        raise  # another request has just changed it: the job is tried again
    except Refusal:
        return False
    return False


@transaction.atomic
def _extend(row: Round, count: int, now: datetime) -> None:
    """Extend the deadline until it lies in the future."""
    competition = row.competition
    league, deadline = competition.season.league, row.deadline
    assert deadline is not None
    while deadline <= now:
        deadline = later(deadline, max(1, competition.extension_days), league.zone)
    if not Round.objects.filter(pk=row.pk, deadline=row.deadline).update(deadline=deadline):
        return  # a commissioner has set another deadline meanwhile
    results_changed([competition.pk])
    words = {"competition": competition.name, "round": stored_round(row), "count": count}
    log.record(EXTENDED, league=league, by=None, when=stored_words(deadline, league.zone), **words)


@job_kind("settle_round", title=gettext_lazy("Deadline of a round"), parse=id_of("round"), seen_by=site_staff_only)
def settle_round_job(job: Job, report: Report) -> None:
    """Settle one round, if that is still due."""
    found = Round.objects.filter(pk=job.parsed).first()
    if found is not None:
        settle_round(found, timezone.now())


@job_kind(
    "settle_challenge",
    title=gettext_lazy("Deadline of a challenge"),
    parse=id_of("challenge"),
    seen_by=site_staff_only,
)
def settle_challenge_job(job: Job, report: Report) -> None:
    """Settle one challenge, if that is still due."""
    found = Challenge.objects.select_related("competition__season__league").filter(pk=job.parsed).first()
    if found is not None:
        settle_expired(challenge=found, now=timezone.now())
