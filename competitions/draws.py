"""Fixtures drawn, started and taken back. Chance comes from a recorded seed, so anybody can draw the same again."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Decision, Fixture, Round
from competitions.round_robin import Round as DrawnRound
from competitions.round_robin import RoundRobinRefused, draw_round_robin
from competitions.services import NO_FIXTURES, hold, reread, take_fixtures_back
from competitions.standings import results_changed
from competitions.tables import Outcome
from leagues import log
from leagues.errors import Message, Refusal
from matches.models import Match, MatchSide
from matches.services import create_match
from rules.match import Terms
from teams.models import Team

CANNOT_DRAW = Message(id="competitions.cannot_draw", text=_("{why}"))
ALREADY_OPENED = Message(
    id="competitions.already_opened",
    text=_("A match of {competition} has been opened, so its fixtures stand."),
    remedy=_("Change single fixtures instead, or call off what was opened."),
    status=409,
)
DECIDED_ALREADY = Message(
    id="competitions.decided_already",
    text=_("A match of {competition} has been decided without play, so its fixtures stand."),
    remedy=_("Change single fixtures instead, or take the decision back."),
    status=409,
)
TEAMS_GONE = Message(
    id="competitions.teams_gone",
    text=_("{teams} cannot play any more."),
    remedy=_("Withdraw them and draw again; take the competition back first if it has started."),
    status=409,
)

DRAWN = log.kind("competitions.drawn", _("{by} drew the fixtures of {competition}, with the seed {seed}."))
STARTED = log.kind("competitions.started", _("{by} started {competition}."))
TAKEN_BACK = log.kind("competitions.taken_back", _("{by} took {competition} back to its setting-up."))


@transaction.atomic
def draw_fixtures(*, competition: Competition, by: User | None, expected: int, seed: str = "") -> Competition:
    """Draw a round robin of all entrants, in place of any that was drawn before; a running one goes on with it.

    ``seed`` is made where none is given. Raises ``Refusal`` for fewer than two teams, a match opened already or, in a
    running one, a team that is gone; ``StaleVersion`` for whoever comes second.
    """
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    seed = seed or secrets.token_hex(8)
    teams = list(current.entrants.order_by("pk").values_list("team", flat=True))
    try:
        rounds = draw_round_robin(teams, legs=current.legs, rng=Random(seed))  # noqa: S311 - to be drawn again by all
    except RoundRobinRefused as why:
        raise Refusal(CANNOT_DRAW, why=str(why)) from why
    _delete_matches(current)
    take_fixtures_back(current)
    _write_rounds(current, rounds)
    if current.state == Competition.State.RUNNING:
        _make_matches(current)
    Competition.objects.filter(pk=current.pk).update(seed=seed)
    results_changed([current.pk])
    log.record(DRAWN, league=current.season.league, by=by, competition=current.name, seed=seed)
    return reread(current)


@transaction.atomic
def start_competition(*, competition: Competition, by: User | None, expected: int) -> Competition:
    """Make the matches of all fixtures. Raises ``Refusal`` where nothing is drawn or a team is gone."""
    current = hold(competition, expected, Competition.State.DRAFT)
    if not Fixture.objects.filter(round__competition=current).exists():
        raise Refusal(NO_FIXTURES, competition=current.name)
    _make_matches(current)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.RUNNING)
    results_changed([current.pk])
    log.record(STARTED, league=current.season.league, by=by, competition=current.name)
    return reread(current)


@transaction.atomic
def take_back_start(*, competition: Competition, by: User, expected: int) -> Competition:
    """Back to the setting-up, fixtures kept, matches gone. Raises ``Refusal`` once a match has been opened."""
    current = hold(competition, expected, Competition.State.RUNNING)
    _delete_matches(current)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.DRAFT)
    results_changed([current.pk])
    log.record(TAKEN_BACK, league=current.season.league, by=by, competition=current.name)
    return reread(current)


def _write_rounds(competition: Competition, rounds: Sequence[DrawnRound]) -> None:
    rows = Round.objects.bulk_create([Round(competition=competition, number=each.number) for each in rounds])
    bye = Outcome.BYE if competition.byes_count else ""
    fixtures = []
    for row, drawn in zip(rows, rounds, strict=True):
        fixtures += [Fixture(round=row, home_id=pair.home, away_id=pair.away) for pair in drawn.pairings]
        if drawn.bye is not None:
            fixtures.append(Fixture(round=row, home_id=drawn.bye, home_outcome=bye))
    Fixture.objects.bulk_create(fixtures)


def _make_matches(competition: Competition) -> None:
    """The matches of all fixtures. Raises ``Refusal`` where a team is gone: its matches could never be opened."""
    gone = competition.entrants.exclude(team__state=Team.State.ACTIVE).values_list("team__name", flat=True)
    if gone:
        raise Refusal(TEAMS_GONE, teams=", ".join(sorted(gone)))
    fixtures = list(
        Fixture.objects.filter(round__competition=competition, away__isnull=False, match__isnull=True)
        .select_related("home", "away")
        .order_by("round__number", "pk")
    )
    for fixture in fixtures:
        give_match(competition, fixture)
    Fixture.objects.bulk_update(fixtures, ["match"], batch_size=200)


def give_match(competition: Competition, fixture: Fixture) -> None:
    """Make the match of a fixture between two teams; the caller saves the fixture."""
    assert fixture.away is not None
    fixture.match = create_match(league=competition.season.league, home=fixture.home, away=fixture.away, terms=Terms())


def _delete_matches(competition: Competition) -> None:
    """Delete all matches of a competition. Raises ``Refusal`` if one has left the schedule or was decided."""
    if Decision.objects.filter(fixture__round__competition=competition).exists():
        raise Refusal(DECIDED_ALREADY, competition=competition.name)
    matches = list(Match.objects.filter(fixture__round__competition=competition).values_list("pk", flat=True))
    if not delete_scheduled(matches):
        raise Refusal(ALREADY_OPENED, competition=competition.name)


def delete_scheduled(matches: Sequence[int]) -> bool:
    """Delete matches (by id) and let go of their fixtures; False, with nothing done, where one has been opened."""
    waiting = Match.objects.select_for_update().filter(pk__in=matches, state=Match.State.SCHEDULED)
    if len(waiting.values_list("pk")) != len(matches):
        return False
    Fixture.objects.filter(match__in=matches).update(match=None)
    MatchSide.objects.filter(match__in=matches).delete()
    Match.objects.filter(pk__in=matches).delete()
    return True
