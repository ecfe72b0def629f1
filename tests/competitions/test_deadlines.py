"""Rounds have deadlines in the league's time zone; what lapses is settled as the league has chosen, once."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone

from competitions.fixtures import dates, deadlines, fixtures
from competitions.formats import draws
from competitions.models import Competition, Decision, Fixture, Reminder, Round
from competitions.rulings import deadline_expiry, reminders
from competitions.setup import services
from competitions.setup.shape import Shape
from competitions.standings.standings import standings_of
from jobs import clockwork
from jobs.kinds import kind_named
from jobs.models import Job
from leagues.errors import Refusal
from leagues.models import League
from matches.models import Match
from teams.models import Team
from tests.competitions.stage import bare_team, competition_in, decide, matches_of
from tests.competitions.test_swiss_rounds import pair, pair_again, play, swiss
from tests.leagues.cast import Cast

BERLIN = ZoneInfo("Europe/Berlin")
FIRST = datetime(2037, 10, 18, 20, tzinfo=BERLIN)
LATER = FIRST + timedelta(hours=1)
HOUR = timedelta(hours=1)


def cup_of(cast: Cast, **shape: Any) -> Competition:
    League.objects.filter(pk=cast.league.pk).update(zone="Europe/Berlin")
    cast.league.refresh_from_db()
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        *(bare_team(cast.league, name) for name in ("Comets", "Dragons")),
    ]
    return competition_in(cast.league, teams, started=True, shape=Shape(**shape))


def set_deadlines(cast: Cast, cup: Competition, first: datetime | None = FIRST, **given: Any) -> Competition:
    cup.refresh_from_db()
    given = {"number": 1, "days": 7} | given
    return deadlines.set_deadlines(competition=cup, by=cast.commissioner, expected=cup.version, first=first, **given)


def round_of(cup: Competition, number: int = 1) -> Round:
    return cup.rounds.get(number=number)


def first_round(cup: Competition) -> list[Fixture]:
    return [fixture for fixture in matches_of(cup) if fixture.round.number == 1]


def test_every_round_ends_at_the_same_hour_of_the_clock_whatever_the_season_does(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    found = [each.deadline.astimezone(BERLIN) for each in cup.rounds.order_by("number")]
    assert [each.strftime("%d %H:%M %Z") for each in found] == ["18 20:00 CEST", "25 20:00 CET", "01 20:00 CET"]
    assert cup.round_days == 7


def test_deadlines_are_changed_one_by_one_and_taken_away(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    given = {"competition": cup, "by": cast.commissioner}
    cup = deadlines.set_deadline(**given, expected=cup.version, number=2, when=FIRST + timedelta(days=9))
    assert round_of(cup, 2).deadline == FIRST + timedelta(days=9)
    with pytest.raises(Refusal, match="Round 2 would end before round 1, which is to be played by 2037-10-18 20:00"):
        deadlines.set_deadline(**given, expected=cup.version, number=2, when=FIRST - HOUR)
    with pytest.raises(Refusal, match="There is no round 9"):
        deadlines.set_deadline(**given, expected=cup.version, number=9, when=FIRST)
    set_deadlines(cast, cup, None)
    assert not cup.rounds.filter(deadline__isnull=False).exists()
    assert cast.league.log.filter(kind__startswith="competitions.deadline").count() == 3


def test_without_rounds_there_are_no_deadlines(cast: Cast) -> None:
    with pytest.raises(Refusal, match="has no rounds"):
        set_deadlines(cast, competition_in(cast.league))


# -- what would be settled at once --


@pytest.mark.parametrize("when_lapsed", ["double_loss", "walkover"])
def test_no_deadline_is_set_that_would_settle_all_at_once(cast: Cast, when_lapsed: str, time_machine: Any) -> None:
    cup = cup_of(cast, when_lapsed=when_lapsed)
    time_machine.move_to(LATER)
    with pytest.raises(Refusal, match="all that is not played would be settled at once"):
        set_deadlines(cast, cup)
    given = {"competition": cup, "by": cast.commissioner, "expected": cup.version, "number": 1}
    with pytest.raises(Refusal, match="all that is not played would be settled at once"):
        deadlines.set_deadline(**given, when=FIRST)
    assert not cup.rounds.filter(deadline__isnull=False).exists()


def test_no_setting_settles_what_lapsed_long_since(cast: Cast, time_machine: Any) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    time_machine.move_to(FIRST + timedelta(days=8))

    def change(when_lapsed: str, **other: Any) -> Competition:
        setup = services.Setup(name="The Cup", shape=Shape(when_lapsed=when_lapsed), **other)
        return services.change_competition(
            competition=cup, by=cast.commissioner, expected=Competition.objects.get(pk=cup.pk).version, setup=setup
        )

    with pytest.raises(Refusal, match=r"would be settled at once\. Rounds: 1, 2\."):
        change("walkover")
    assert change("extend").when_lapsed == "extend"
    Fixture.objects.filter(round__competition=cup).update(home_outcome="void", away_outcome="void")
    assert change("walkover").when_lapsed == "walkover"
    Fixture.objects.filter(round__competition=cup).update(home_outcome="", away_outcome="")
    assert change("walkover", byes_count=True).when_lapsed == "walkover"  # what stands is not chosen


def test_what_is_started_after_its_deadline_is_not_settled_within_a_minute(cast: Cast, time_machine: Any) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="double_loss"))
    cup = draws.take_back_start(competition=cup, by=cast.commissioner, expected=cup.version)
    time_machine.move_to(LATER)
    with pytest.raises(Refusal, match=r"would be settled at once\. Rounds: 1\."):
        draws.start_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    cup = set_deadlines(cast, cup, LATER + HOUR)
    assert draws.start_competition(competition=cup, by=cast.commissioner, expected=cup.version).state == "running"


def test_a_round_that_is_drawn_late_has_its_days_too(cast: Cast, time_machine: Any) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    time_machine.move_to(FIRST + timedelta(days=30))
    following = deadlines.following_deadline(cup, 4)
    assert following.astimezone(BERLIN).strftime("%d %b %H:%M") == "22 Nov 20:00"


@pytest.mark.parametrize("days", [0, 7])
def test_pairs_that_are_drawn_again_after_their_deadline_are_not_settled_by_it(cast: Cast, days: int) -> None:
    cup = swiss(cast, 4, when_lapsed="double_loss", round_days=days)
    play(cup, 1)
    pair(cast, cup)
    cup.rounds.update(deadline=timezone.now() - HOUR)
    cup = pair_again(cast, cup)
    deadline = round_of(cup, 2).deadline
    assert deadline > timezone.now() if days else deadline is None
    assert deadline_expiry.settle_round(round_of(cup, 2), timezone.now()) == 0


# -- what lapses --


def settle(cup: Competition, now: datetime = LATER) -> int:
    return deadline_expiry.settle_round(round_of(cup), now)


def test_a_double_loss_for_what_nobody_opened(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="double_loss"))
    decide(first_round(cup)[0], 1, 0)
    assert settle(cup, FIRST - HOUR) == 0
    assert settle(cup) == 1
    decision = Decision.objects.get()
    assert (decision.kind, decision.by) == (Decision.Kind.DOUBLE_LOSS, None)
    cup.refresh_from_db()
    assert sorted(line.forfeits for line in standings_of(cup).lines) == [0, 0, 1, 1]
    assert settle(cup) == 0  # once


def test_a_match_that_was_opened_waits_for_the_commissioner(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="double_loss"))
    for fixture, state in zip(first_round(cup), (Match.State.PRE_MATCH, Match.State.REPORTED), strict=True):
        Match.objects.filter(pk=fixture.match_id).update(state=state)
    assert settle(cup) == 0
    assert not Decision.objects.exists()


@pytest.mark.parametrize("offered", ["home", "away"])
def test_a_walkover_for_whoever_offered_a_date_alone(cast: Cast, offered: str) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="walkover"))
    Team.objects.filter(entries__competition=cup, coach=None).update(coach=cast.stranger)
    Fixture.objects.filter(round=round_of(cup)).update(**{f"{offered}_offered": True})
    assert settle(cup) == 2
    assert set(Decision.objects.values_list("winner", flat=True)) == {offered}


def test_a_coach_without_an_account_loses_by_no_walkover_as_he_can_offer_nothing(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="walkover"))
    Team.objects.filter(entries__competition=cup).update(coach=None)
    Fixture.objects.filter(round=round_of(cup)).update(home_offered=True)
    assert settle(cup) == 0
    assert not Decision.objects.exists()


@pytest.mark.parametrize("offered", [True, False])
def test_where_both_or_neither_offered_the_commissioner_decides(cast: Cast, offered: bool) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="walkover"))
    Fixture.objects.filter(round=round_of(cup)).update(home_offered=offered, away_offered=offered)
    assert settle(cup) == 0
    assert round_of(cup).settled_at == LATER


def test_a_date_named_by_a_coach_is_an_offer_and_changes_sides_with_him(cast: Cast) -> None:
    cup = cup_of(cast)
    own = next(each for each in matches_of(cup) if "Anvils" in (each.home.name, each.away.name))
    dates.agree_date(fixture=own, by=cast.commissioner, expected=own.version, when=FIRST)
    own.refresh_from_db()
    assert not (own.home_offered or own.away_offered)
    dates.agree_date(fixture=own, by=cast.coach, expected=own.version, when=FIRST + HOUR)
    own.refresh_from_db()
    at_home = own.home.name == "Anvils"
    assert (own.home_offered, own.away_offered) == (at_home, not at_home)
    swapped = fixtures.swap_sides(fixture=own, by=cast.commissioner, expected=own.version)
    assert (swapped.home_offered, swapped.away_offered) == (not at_home, at_home)


def test_an_extension_moves_the_deadline_on_until_it_lies_ahead(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="extend", extension_days=3))
    settle(cup, FIRST + timedelta(days=4))
    assert round_of(cup).deadline.astimezone(BERLIN).strftime("%d %H:%M") == "24 20:00"
    assert cast.league.log.get(kind="competitions.deadline_extended").by is None
    for fixture in first_round(cup):
        decide(fixture, 1, 0)
    settle(cup, FIRST + timedelta(days=9))
    assert round_of(cup).deadline.astimezone(BERLIN).day == 24  # nothing is left to be played
    assert round_of(cup).settled_at is not None


def test_left_to_the_commissioner_nothing_happens(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    assert settle(cup) == 0 and round_of(cup).settled_at is None


def run(job: Job) -> None:
    kind = kind_named(job.kind)
    job.parsed = kind.parse(job.params)
    kind.run(job, lambda done, total, message="": None)


def test_the_clock_makes_one_job_for_a_deadline_however_often_it_is_looked_at(cast: Cast, time_machine: Any) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="double_loss", remind_days=0))
    time_machine.move_to(FIRST - HOUR)
    clockwork.look()
    assert not Job.objects.exists()
    time_machine.move_to(LATER)
    for _ in range(3):
        clockwork.look()
    job = Job.objects.get()
    assert job.kind == "settle_round"
    for _ in range(2):  # its word may come twice
        run(job)
    assert Decision.objects.count() == 2
    clockwork.look()
    assert Job.objects.count() == 1 and cup.rounds.filter(settled_at__isnull=False).count() == 1


def test_an_archived_league_is_left_alone(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="double_loss"))
    League.objects.filter(pk=cast.league.pk).update(archived_at=FIRST)
    assert settle(cup) == 0
    assert list(deadline_expiry.deadlines_due(LATER)) == list(reminders.reminders_due(FIRST - HOUR)) == []


def test_a_finder_that_fails_keeps_no_other_from_its_work(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cup = set_deadlines(cast, cup_of(cast, when_lapsed="double_loss"))

    def broken(now: datetime) -> list[clockwork.Due]:
        raise RuntimeError("broken")

    monkeypatch.setattr(clockwork, "_finders", {"broken": broken, **clockwork._finders})
    assert clockwork.look(LATER) == 1
    assert "broken could not find what is due" in caplog.text
    assert cup.rounds.count() == 3


# -- reminders --


def remind(cup: Competition, now: datetime = FIRST - timedelta(days=2)) -> int:
    return reminders.remind(round_of(cup), now)


def test_each_coach_gets_one_mail_with_what_he_has_to_play(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    assert remind(cup) == 2  # two of the four teams have coaches
    assert remind(cup) == 0
    assert Reminder.objects.count() == len(mail.outbox) == 2
    letter = next(each for each in mail.outbox if each.to == [cast.coach.email])
    assert "18 October 2037, 20:00 (Europe/Berlin)" in letter.body
    assert "Anvils" in letter.body and "\n" not in letter.subject
    fixture = next(each for each in first_round(cup) if cast.coach.pk in (each.home.coach_id, each.away.coach_id))
    assert f"{settings.ADDRESS}/fixtures/{fixture.pk}/" in letter.body
    assert f"{settings.ADDRESS}/competitions/{cup.public_id}/" in letter.body


def test_nothing_is_due_any_more_once_all_are_reminded_until_another_coach_comes(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    soon = FIRST - timedelta(days=2)
    assert [due.params for due in reminders.reminders_due(soon)] == [{"round": round_of(cup).pk}]
    remind(cup)
    assert list(reminders.reminders_due(soon)) == []
    bare = next(each.home for each in first_round(cup) if each.home.coach_id is None)
    Team.objects.filter(pk=bare.pk).update(coach=cast.commissioner)
    assert len(list(reminders.reminders_due(soon))) == 1
    assert remind(cup) == 1


def test_another_deadline_is_another_reminder(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    remind(cup)
    set_deadlines(cast, cup, FIRST + timedelta(days=1))
    assert remind(cup) == 2


def test_nobody_is_reminded_of_what_is_played_or_past(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast))
    assert remind(cup, LATER) == 0
    for fixture in first_round(cup):
        decide(fixture, 1, 0)
    assert remind(cup) == 0 and mail.outbox == []


def test_reminders_are_due_so_many_days_before_and_not_at_all_with_none(cast: Cast) -> None:
    cup = set_deadlines(cast, cup_of(cast, remind_days=2))
    assert list(reminders.reminders_due(FIRST - timedelta(days=2, hours=1))) == []
    assert [due.params for due in reminders.reminders_due(FIRST - timedelta(days=2))] == [{"round": round_of(cup).pk}]
    Competition.objects.filter(pk=cup.pk).update(remind_days=0)
    assert list(reminders.reminders_due(FIRST - HOUR)) == []


@pytest.mark.parametrize("params", [{}, {"round": "1"}, {"round": True}, {"round": 1, "more": 2}])
def test_a_job_of_other_params_is_refused(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be"):
        kind_named("settle_round").parse(params)
