"""The to-do list of a coach: challenges to answer, and matches whose round ends soon."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from competitions.challenges import challenges
from competitions.dashboard.play_todo import challenge_tasks, challenges_waiting, deadline_tasks, fixtures_of
from competitions.formats import draws
from competitions.models import Challenge, Competition, Round
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_team, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def tasks_of(cast: Cast, user: str, now: datetime = NOON) -> list[str]:
    leagues = {cast.league.pk: cast.league}
    asked = challenges_waiting(cast[user], leagues)
    tasks = [*challenge_tasks(asked), *deadline_tasks(fixtures_of(cast[user], leagues), now)]
    return [task.text for task in tasks]


def test_a_coach_sees_a_challenge_to_answer(cast: Cast) -> None:
    teams = [
        bare_team(cast.league, "Anvils", cast.coach),
        bare_team(cast.league, "Badgers", cast.other_coach),
        bare_team(cast.league, "Comets", cast.elsewhere),
    ]
    made = competition_in(cast.league, teams, shape=Shape(scheduling="open", challenges=True))
    cup = draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    written = challenges.write_challenge(
        competition=cup, by=cast.coach, challenger=teams[0], challenged=teams[1], own=None
    )
    text = "Answer the challenge of Anvils to Badgers"
    assert (tasks_of(cast, "coach"), tasks_of(cast, "other_coach"), tasks_of(cast, "elsewhere")) == ([], [text], [])
    Challenge.objects.filter(pk=written.pk).update(state=Challenge.State.NAMED, substitute=teams[2])
    assert (tasks_of(cast, "coach"), tasks_of(cast, "other_coach"), tasks_of(cast, "elsewhere")) == ([], [], [text])
    Challenge.objects.filter(pk=written.pk).update(state=Challenge.State.OFFERED)
    assert (tasks_of(cast, "coach"), tasks_of(cast, "other_coach"), tasks_of(cast, "elsewhere")) == ([text], [], [])
    Competition.objects.filter(pk=cup.pk).update(state=Competition.State.FINISHED)
    assert tasks_of(cast, "coach") == []


def test_a_match_whose_round_ends_soon_is_a_task_until_it_is_opened(cast: Cast) -> None:
    teams = [bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)]
    cup = competition_in(cast.league, teams, started=True, shape=Shape(remind_days=3))
    fixture = matches_of(cup)[0]
    match = f"{fixture.home.name} – {fixture.away.name}"
    Round.objects.update(deadline=NOON + timedelta(days=4))
    assert tasks_of(cast, "coach") == []
    Round.objects.update(deadline=NOON + timedelta(days=3))
    assert tasks_of(cast, "coach") == [f"Play {match} by Thu 7 May, 12:00 UTC"]
    Round.objects.update(deadline=NOON - timedelta(days=1))
    assert tasks_of(cast, "coach") == [f"Play {match}: the deadline passed Sun 3 May, 12:00 UTC"]
    assert match in signed_in(cast.coach).get("/").content.decode()
    decide_match(fixture, 1, 0)
    assert tasks_of(cast, "coach") == []


def test_a_user_without_a_league_has_no_tasks(cast: Cast) -> None:
    assert [*challenges_waiting(cast.stranger, {}), *fixtures_of(cast.stranger, {})] == []
