"""Drawing fixtures, starting a competition, undoing the start. The seed is recorded, so anybody can repeat a draw."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from random import Random

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures.deadlines import give_planned_deadlines
from competitions.models import Competition, Decision, Fixture, Season
from competitions.pairing.refusals import DrawRefused
from competitions.setup.deadline_guards import refuse_settling
from competitions.setup.pairings import delete_scheduled, make_matches
from competitions.setup.services import NO_FIXTURES, delete_fixtures, hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from leagues.services import locked
from matches.models import Match
from web.errors import Message, Refusal

CANNOT_DRAW = Message(id="competitions.cannot_draw", text=_("{why}"))
ALREADY_OPENED = Message(
    id="competitions.already_opened",
    text=_("A match of {competition} has been opened, so its fixtures can no longer be drawn."),
    remedy=_("Change single fixtures instead, or call the match off."),
    status=409,
)
DECIDED_ALREADY = Message(
    id="competitions.decided_already",
    text=_("A match of {competition} has been decided without play, so its fixtures can no longer be drawn."),
    remedy=_("Change single fixtures instead, or revoke the decision."),
    status=409,
)
TOO_FEW = Message(
    id="competitions.too_few_teams",
    text=_("{competition} needs at least {fewest} teams and has {teams}."),
    remedy=_("Enter {missing} more."),
)
TOO_MANY = Message(
    id="competitions.too_many_teams",
    text=_("{competition} can have at most {most} teams and has {teams}."),
    remedy=_("Remove {over}."),
)
NOTHING_TO_DRAW = Message(
    id="competitions.nothing_to_draw",
    text=_("{competition} has no fixtures to draw: its teams choose their opponents."),
    remedy=_("Start it. Then its coaches report their games."),
)
NOTHING_TO_START = Message(
    id="competitions.nothing_to_start",
    text=_("None of these is a competition of {season}."),
    remedy=_("The season's page shows the state of each competition."),
    status=409,
)

DRAWN = log.kind("competitions.drawn", _("{by} drew the fixtures of {competition}, with the seed {seed}."))
STARTED = log.kind("competitions.started", _("{by} started {competition}."))
START_UNDONE = log.kind("competitions.taken_back", _("{by} undid the start of {competition}."))


@transaction.atomic
def draw_fixtures(*, competition: Competition, by: User | None, expected: int, seed: str = "") -> Competition:
    """Draw the fixtures of a competition, in place of those drawn before. A running competition continues with them.

    The format decides what it draws: all rounds, or what comes first. Without a ``seed`` one is generated. Raises
    ``Refusal`` for too few or too many teams, an opened match or, in a running competition, a team that is not active;
    ``StaleVersion`` for the second of two requests.
    """
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    if current.format.draw is None:
        raise Refusal(NOTHING_TO_DRAW, competition=current.name)
    _refuse_number(current)
    seed = seed or secrets.token_hex(8)
    delete_matches(current)
    delete_fixtures(current)
    try:
        current.format.draw(current, Random(seed))  # noqa: S311 - everybody can repeat the draw from the seed
    except DrawRefused as why:
        raise Refusal(CANNOT_DRAW, why=str(why)) from why
    give_planned_deadlines(current)
    if current.state == Competition.State.RUNNING:
        make_matches(current)
    Competition.objects.filter(pk=current.pk).update(seed=seed)
    results_changed([current.pk])
    log.record(DRAWN, league=current.season.league, by=by, competition=current.name, seed=seed)
    return reread(current)


@transaction.atomic
def start_competition(*, competition: Competition, by: User | None, expected: int) -> Competition:
    """Start a competition: create the matches of all fixtures.

    Raises ``Refusal`` for too few or too many teams, if fixtures are still to be drawn, a team is not active, or a
    deadline in the past would settle matches at once.
    """
    current = hold(competition, expected, Competition.State.DRAFT)
    _refuse_number(current)
    if not current.format.chosen_by_coaches and not Fixture.objects.filter(round__competition=current).exists():
        raise Refusal(NO_FIXTURES, competition=current.name)
    refuse_settling(current, current.when_lapsed)
    make_matches(current)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.RUNNING)
    results_changed([current.pk])
    log.record(STARTED, league=current.season.league, by=by, competition=current.name, address=current.public_id)
    return reread(current)


@transaction.atomic
def draw_and_start(*, season: Season, by: User, seen: Mapping[str, int]) -> list[Competition]:
    """Draw the fixtures of these competitions of a season where needed, and start them: all or none.

    ``seen`` has their versions by public id. Raises ``Refusal`` if there are none, or for the first that cannot start;
    ``StaleVersion`` for one that has changed since.
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
def undo_start(*, competition: Competition, by: User, expected: int) -> Competition:
    """Undo the start: matches are deleted, fixtures stay. Raises ``Refusal`` once a match has been opened."""
    current = hold(competition, expected, Competition.State.RUNNING)
    delete_matches(current)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.DRAFT)
    results_changed([current.pk])
    log.record(START_UNDONE, league=current.season.league, by=by, competition=current.name)
    return reread(current)


def delete_matches(competition: Competition) -> None:
    """Delete all matches of a competition. Raises ``Refusal`` if one was opened or decided."""
    if Decision.objects.filter(fixture__round__competition=competition).exists():
        raise Refusal(DECIDED_ALREADY, competition=competition.name)
    matches = list(Match.objects.filter(fixture__round__competition=competition).values_list("pk", flat=True))
    if not delete_scheduled(matches):
        raise Refusal(ALREADY_OPENED, competition=competition.name)


def _refuse_number(competition: Competition) -> None:
    """Raises ``Refusal`` if the format cannot begin with so many teams."""
    teams, fewest, most = competition.entrants.count(), competition.format.fewest_teams, competition.format.most_teams
    if teams < fewest:
        raise Refusal(TOO_FEW, competition=competition.name, fewest=fewest, teams=teams, missing=fewest - teams)
    if most is not None and teams > most:
        raise Refusal(TOO_MANY, competition=competition.name, most=most, teams=teams, over=teams - most)
