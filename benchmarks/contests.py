"""What a season has besides its table: a ladder with challenges, and play-offs at its end."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from competitions.challenges.answers import refuse
from competitions.challenges.challenges import write_challenge
from competitions.formats.draws import start_competition
from competitions.formats.ladder import LADDER
from competitions.models import Challenge, Competition
from competitions.season_end.play_offs import Plan, draw_play_offs
from competitions.setup.services import create_competition, enter_teams
from competitions.setup.setup import Setup
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of
from teams.models import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class Contests:
    """`challenge`, on the ladder, waits for its answer."""

    ladder: Competition
    challenge: Challenge
    play_offs: Competition


def hold_contests(competition: Competition, commissioner: User) -> Contests:
    """Create both for the teams of a competition, in its season."""
    ladder = _ladder(competition, commissioner)
    lost = _challenged(ladder, commissioner, 0)
    refuse(challenge=lost, by=commissioner, expected=lost.version, own=None)
    plan = Plan(name="Play-offs", way="team_value", sources=[competition], by_lot=True, third_place=True)
    return Contests(
        ladder=ladder,
        challenge=_challenged(ladder, commissioner, 2),
        play_offs=draw_play_offs(season=competition.season, by=commissioner, plan=plan),
    )


def _ladder(competition: Competition, commissioner: User) -> Competition:
    shape = Shape(scheduling=LADDER.key, challenges=True)
    setup = Setup(name="The ladder", shape=shape)
    made = create_competition(season=competition.season, by=commissioner, setup=setup)
    teams = list(Team.objects.active().filter(entries__competition=competition).order_by("pk"))
    made = enter_teams(competition=made, by=commissioner, expected=made.version, teams=teams)
    return start_competition(competition=made, by=commissioner, expected=made.version)


def _challenged(ladder: Competition, commissioner: User, place: int) -> Challenge:
    """The team at that place of a ladder (0 is the top), challenged by the team below it."""
    order = ladder_of(ladder)
    teams = Team.objects.select_related("coach").in_bulk([order[place], order[place + 1]])
    upper, lower = (teams[order[at]] for at in (place, place + 1))
    return write_challenge(competition=ladder, by=commissioner, challenger=lower, challenged=upper, own=None)
