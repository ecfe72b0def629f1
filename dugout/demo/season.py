"""The demo league's season: closed rounds, one round in progress with something to do for everyone, and open rounds.

The whole league is created in one transaction.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from itertools import product
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone

from competitions.fixtures.dates import agree_date
from competitions.models import Competition, Fixture
from dugout.demo import logins
from dugout.demo.cup import PLAYED_AFTER
from dugout.demo.new_league import EDITION, ZONE, NewLeague, create_demo_league
from dugout.demo.playing import (
    Playing,
    confirm,
    finish,
    give,
    plans,
    prepare,
    report,
    stop_at_improvement,
    stop_at_inducements,
    stop_before_the_last,
    tell_about,
)
from notices.telling import silence
from rules.sequence.sequence import SIDES, Side, other

SEED = 3
ROUNDS, MOST_ROUNDS = 6, 9
WRITE_UP_CHANCE = 0.35
"""How likely a coach is to write about a match."""
KICK_OFFS = (17, 18, 19, 20)

Say = Callable[[str], None]


@transaction.atomic
def make(*, seed: int, rounds: int, say: Say, edition: str = EDITION) -> Path:
    """Create the demo league and play `rounds` of its nine rounds. Returns the logins as a draft for `put_in_place`."""
    playing = begin(seed=seed, say=say, edition=edition)
    waits = play(playing, rounds, say)
    return write_logins(playing.demo, waits)


@transaction.atomic
def begin(*, seed: int, say: Say, edition: str) -> Playing:
    """Create the demo league, and play nothing yet."""
    rng = Random(seed)  # noqa: S311 - the same league for everyone
    demo = create_demo_league(rng, edition)
    say(f"Created {demo.league.name}: {len(demo.casts)} teams")
    return Playing(rng=rng, demo=demo)


def play(playing: Playing, rounds: int, say: Say) -> dict[int, str]:
    """Play rounds, and begin the next one. Returns what coaches have to do now, by the ids of their teams."""
    demo = playing.demo
    for number in range(1, rounds + 1):
        for fixture in _fixtures(demo.competition, number):
            _play(playing, fixture, _day(playing, number, rounds))
        say(f"Played round {number} of {MOST_ROUNDS}")
        if number in PLAYED_AFTER:
            for fixture in _fixtures(demo.cup, PLAYED_AFTER[number]):
                _play(playing, fixture, _midweek(number, rounds))
            say(f"Played round {PLAYED_AFTER[number]} of {demo.cup.name}")
    silence(demo.league.pk)  # what happened until now is old
    return _begin_round(playing, rounds + 1, rounds) if rounds < MOST_ROUNDS else {}


def write_logins(demo: NewLeague, waits: dict[int, str]) -> Path:
    """The logins of a demo league, and what their coaches have to do, as a draft for `put_in_place`."""
    return logins.write_draft(demo.league.name, _logins(demo, waits), demo.password)


def _fixtures(competition: Competition, number: int) -> list[Fixture]:
    fixtures = Fixture.objects.filter(round__competition=competition, round__number=number)
    return list(fixtures.select_related("match", "home", "away", "round").order_by("pk"))


def _play(playing: Playing, fixture: Fixture, day: date) -> None:
    """Play one match from its opening to its close."""
    state = report(playing, prepare(playing, fixture.match), by="home", played_on=day)
    state = finish(playing, confirm(playing, state, by="away"))
    for side in SIDES:
        if playing.rng.random() < WRITE_UP_CHANCE:
            tell_about(playing, state, side)


def _begin_round(playing: Playing, number: int, rounds: int) -> dict[int, str]:
    """A round in progress: a report to confirm, half a post-match, a match in its pre-match, and dates for the others.

    Returns what the others wait for, by the id of the team whose coach has to act.
    """
    fixtures = _fixtures(playing.demo.competition, number)
    ours = next(fixture for fixture in fixtures if _of_commissioner(playing, fixture))
    others = [fixture for fixture in fixtures if fixture != ours]
    waits = _wait_for_confirmation(playing, ours, rounds)
    half: dict[int, str] = {}
    while others and not half:
        half = _half_done(playing, others.pop(0), rounds)
    waits |= half
    if others:
        waits |= _open(playing, others.pop(0))
    for fixture in (*others, *(_fixtures(playing.demo.competition, number + 1) if number < MOST_ROUNDS else ())):
        _agree(playing, fixture, rounds)
    return waits


def _of_commissioner(playing: Playing, fixture: Fixture) -> bool:
    coaches = playing.demo.coaches
    return playing.demo.commissioner in (coaches[fixture.home_id], coaches[fixture.away_id])


def _wait_for_confirmation(playing: Playing, fixture: Fixture, rounds: int) -> dict[int, str]:
    """The commissioner's opponent reports, so the commissioner has a report to confirm."""
    side: Side = "home" if playing.demo.coaches[fixture.home_id] == playing.demo.commissioner else "away"
    state = prepare(playing, fixture.match)
    day = _day(playing, fixture.round.number, rounds)
    state = report(playing, state, by=other(side), played_on=day)
    tell_about(playing, state, other(side))
    return {state.sides[side].team_id: f"has to confirm the report against {state.teams[other(side)]}"}


def _half_done(playing: Playing, fixture: Fixture, rounds: int) -> dict[int, str]:
    """One coach is ready, the other has just rolled for an improvement, or has one question left.

    If nothing is asked, the match is closed.
    """
    day = _day(playing, fixture.round.number, rounds)
    state = report(playing, prepare(playing, fixture.match), by="home", played_on=day)
    state = confirm(playing, state, by="away")
    planned = plans(playing, state)
    for cut, side in product((stop_at_improvement, stop_before_the_last), SIDES):
        begun = cut(planned[side])
        # After a concession one side's sequence asks the other coach too, so no coach is ready before the other.
        if begun is not None and not state.match.conceded_by:
            state = give(playing, state, planned[other(side)])
            give(playing, state, begun)
            return {state.sides[side].team_id: f"is in the post-match against {state.teams[other(side)]}"}
    for plan in planned.values():
        state = give(playing, state, plan)
    return {}


def _open(playing: Playing, fixture: Fixture) -> dict[int, str]:
    """Start a match: in its pre-match the coach of the weaker team has gold to spend."""
    state = prepare(playing, fixture.match, stop_at_inducements)
    if not (asked := state.questions()):
        return {}
    side = asked[0].side
    return {state.sides[side].team_id: f"is in the pre-match against {state.teams[other(side)]}"}


def _today() -> date:
    return timezone.localdate(timezone=ZoneInfo(ZONE))


def _day(playing: Playing, number: int, rounds: int) -> date:
    """The date of a match: one round a week, the round in progress this week."""
    days = 7 * (rounds + 1 - number) + playing.rng.randint(0, 3)
    return _today() - timedelta(days=days)


def _midweek(number: int, rounds: int) -> date:
    """The date of a match of the cup: between two rounds."""
    return _today() - timedelta(days=7 * (rounds + 1 - number) - 2)


def _agree(playing: Playing, fixture: Fixture, rounds: int) -> None:
    """Let the commissioner set the date of a match."""
    days = 7 * (fixture.round.number - rounds - 1) + playing.rng.randint(1, 6)
    at = datetime.combine(_today() + timedelta(days=days), time(playing.rng.choice(KICK_OFFS)), ZoneInfo(ZONE))
    agree_date(fixture=fixture, by=playing.demo.commissioner, expected=fixture.version, when=at)


def _logins(demo: NewLeague, waits: dict[int, str]) -> list[logins.Login]:
    """All users to sign in as, with their role, and what the others wait for."""
    found_logins = []
    for team, cast in demo.casts.items():
        user = demo.coaches[team]
        role = "commissioner and coach" if user == demo.commissioner else "coach"
        what = f"{role} of {cast.team} ({cast.team_list})"
        found_logins.append(
            logins.Login(username=user.username, what=f"{what}: {waits[team]}" if team in waits else what)
        )
    return found_logins
