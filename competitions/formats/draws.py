"""Fixtures drawn, started and taken back. Chance comes from a recorded seed, so anybody can draw the same again."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Decision, Fixture, Season
from competitions.pairing.knock_out import KnockOutRefused
from competitions.pairing.round_robin import RoundRobinRefused
from competitions.pairing.swiss import SwissRefused
from competitions.setup.deadline_guards import refuse_settling
from competitions.setup.pairings import delete_scheduled, give_match, make_matches
from competitions.setup.services import NO_FIXTURES, hold, reread, take_fixtures_back
from competitions.standings.standings import results_changed
from leagues import log
from leagues.services import locked
from matches.models import Match
from web.errors import Message, Refusal

__all__ = ["delete_scheduled", "draw_fixtures", "give_match", "start_competition", "take_back_start"]

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
TOO_FEW = Message(
    id="competitions.too_few_teams",
    text=_("{competition} needs at least two teams."),
    remedy=_("Enter them first."),
)
NOTHING_TO_DRAW = Message(
    id="competitions.nothing_to_draw",
    text=_("{competition} has no fixtures to draw: its teams choose their opponents."),
    remedy=_("Start it; then its coaches report their games."),
)
NOTHING_TO_START = Message(
    id="competitions.nothing_to_start",
    text=_("None of these is a competition of {season}."),
    remedy=_("The season's page shows how far each is."),
    status=409,
)

DRAWN = log.kind("competitions.drawn", _("{by} drew the fixtures of {competition}, with the seed {seed}."))
STARTED = log.kind("competitions.started", _("{by} started {competition}."))
TAKEN_BACK = log.kind("competitions.taken_back", _("{by} took {competition} back to its setting-up."))


@transaction.atomic
def draw_fixtures(*, competition: Competition, by: User | None, expected: int, seed: str = "") -> Competition:
    """Draw what can be drawn of a competition, in place of what was drawn before; a running one goes on with it.

    A round robin is drawn whole, a Swiss draw its first round, a knock-out its bracket. ``seed`` is made where none is
    given. Raises ``Refusal`` for too few or too many teams, a match opened already or, in a running one, a team that
    is gone; ``StaleVersion`` for the second of two requests.
    """
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    if current.format.draw is None:
        raise Refusal(NOTHING_TO_DRAW, competition=current.name)
    seed = seed or secrets.token_hex(8)
    delete_matches(current)
    take_fixtures_back(current)
    try:
        current.format.draw(current, Random(seed))  # noqa: S311 - to be drawn again by all
    except (RoundRobinRefused, SwissRefused, KnockOutRefused) as why:
        raise Refusal(CANNOT_DRAW, why=str(why)) from why
    if current.state == Competition.State.RUNNING:
        make_matches(current)
    Competition.objects.filter(pk=current.pk).update(seed=seed)
    results_changed([current.pk])
    log.record(DRAWN, league=current.season.league, by=by, competition=current.name, seed=seed)
    return reread(current)


@transaction.atomic
def start_competition(*, competition: Competition, by: User | None, expected: int) -> Competition:
    """Make the matches of all fixtures.

    Raises ``Refusal`` where nothing is drawn that should be, a team is gone, or what has lapsed would be settled at
    once.
    """
    current = hold(competition, expected, Competition.State.DRAFT)
    if current.format.chosen_by_coaches:
        if current.entrants.count() < 2:
            raise Refusal(TOO_FEW, competition=current.name)
    elif not Fixture.objects.filter(round__competition=current).exists():
        raise Refusal(NO_FIXTURES, competition=current.name)
    refuse_settling(current, current.when_lapsed)
    make_matches(current)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.RUNNING)
    results_changed([current.pk])
    log.record(STARTED, league=current.season.league, by=by, competition=current.name)
    return reread(current)


@transaction.atomic
def draw_and_start(*, season: Season, by: User, seen: Mapping[str, int]) -> list[Competition]:
    """Draw what is not drawn yet of these competitions of a season and start them: all, or none.

    ``seen`` are their versions by public id. Raises ``Refusal`` where there is none, or for the first that cannot
    start; ``StaleVersion`` for one that was changed since.
    """
    locked(season.league)
    found = list(season.competitions.filter(public_id__in=seen).order_by("pk"))
    if not found:
        raise Refusal(NOTHING_TO_START, season=season.name)
    started = []
    for each in found:
        expected = seen[each.public_id]
        if each.format.draw is not None and not each.rounds.exists():
            expected = draw_fixtures(competition=each, by=by, expected=expected).version
        started.append(start_competition(competition=each, by=by, expected=expected))
    return started


@transaction.atomic
def take_back_start(*, competition: Competition, by: User, expected: int) -> Competition:
    """Back to the setting-up, fixtures kept, matches gone. Raises ``Refusal`` once a match has been opened."""
    current = hold(competition, expected, Competition.State.RUNNING)
    delete_matches(current)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.DRAFT)
    results_changed([current.pk])
    log.record(TAKEN_BACK, league=current.season.league, by=by, competition=current.name)
    return reread(current)


def delete_matches(competition: Competition) -> None:
    """Delete all matches of a competition. Raises ``Refusal`` if one has left the schedule or was decided."""
    if Decision.objects.filter(fixture__round__competition=competition).exists():
        raise Refusal(DECIDED_ALREADY, competition=competition.name)
    matches = list(Match.objects.filter(fixture__round__competition=competition).values_list("pk", flat=True))
    if not delete_scheduled(matches):
        raise Refusal(ALREADY_OPENED, competition=competition.name)
