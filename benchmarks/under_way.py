"""What is under way in a league at any time, made by the services that people use: so that its pages can be measured.

A match in its pre-match, one reported, one half through its post-match; a draft, a team waiting for approval, an
invitation, somebody who asks to join, a print.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from accounts.models import User
from competitions.models import Competition, Fixture
from dugout.demo.cast import Cast, player_names
from dugout.demo.founding import Founded
from dugout.demo.playing import Playing, confirm, give, plans, prepare, report, stop_at_inducements
from dugout.demo.rosters import ROSTERS
from jobs.models import Job
from jobs.queue import enqueue
from leagues.invitations import invite, token_for
from leagues.memberships import enter
from leagues.models import Invitation, JoinRequest, Membership
from matches.models import Match
from matches.sequences import Table
from rules.sequence import SIDES
from teams.drafts import Draft
from teams.models import Team
from teams.services import draft_team, save_draft, submit_team


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """The things under way; `matches` by their states."""

    matches: dict[str, Match]
    draft: Team
    submitted: Team
    token: str
    invitation: Invitation
    join_request: JoinRequest
    job: Job
    stranger: User


def begin(competition: Competition, seed: int = 7) -> UnderWay:
    """Has them begun in a competition's league; three matches at least of one round are to be still to play."""
    playing = _playing(competition, seed)
    league, commissioner = playing.founded.league, playing.founded.commissioner
    fixtures = _to_play(competition, commissioner)
    stranger = User.objects.create_user(f"stranger{league.pk}", display_name="A stranger")
    token = token_for(uuid.uuid4(), commissioner)
    return UnderWay(
        matches=_matches(playing, fixtures),
        draft=_draft(playing, "Draft"),
        submitted=_submitted(playing),
        token=token,
        invitation=invite(league=league, by=commissioner, token=token, role=Membership.Role.COACH, days=14, max_uses=5),
        join_request=JoinRequest.objects.create(league=league, user=stranger, message="May I?"),
        job=enqueue("season_rosters_pdf", {"season": playing.founded.competition.season_id}, owner=commissioner),
        stranger=stranger,
    )


def _playing(competition: Competition, seed: int) -> Playing:
    """The league as the demo league's players know theirs; whoever joins a team is called as Humans are."""
    league = competition.season.league
    teams = Team.objects.filter(league=league, state=Team.State.ACTIVE).select_related("coach")
    commissioner = league.memberships.filter(role=Membership.Role.COMMISSIONER).select_related("user").first()
    assert commissioner is not None
    founded = Founded(
        league=league,
        commissioner=commissioner.user,
        competition=competition,
        coaches={team.pk: team.coach for team in teams if team.coach},
        casts={team.pk: Cast("", "", team.name, "Human", team.colours) for team in teams},
    )
    return Playing(rng=Random(seed), founded=founded)


def _to_play(competition: Competition, commissioner: User) -> list[Fixture]:
    """What is to play of the first round in which the commissioner's team has to, its own match first."""
    fixtures = Fixture.objects.filter(round__competition=competition, match__state=Match.State.SCHEDULED)
    waiting = list(fixtures.select_related("match", "home", "away", "round").order_by("round__number", "pk"))
    own = next(fixture for fixture in waiting if commissioner.pk in (fixture.home.coach_id, fixture.away.coach_id))
    return [own, *(fixture for fixture in waiting if fixture.round == own.round and fixture != own)]


def _matches(playing: Playing, fixtures: Sequence[Fixture]) -> dict[str, Match]:
    first, second, *others = fixtures
    reported = report(playing, prepare(playing, first.match), by="home", played_on=None)
    prepare(playing, second.match, stop_at_inducements)
    found = {Match.State.REPORTED.value: reported.match, Match.State.PRE_MATCH.value: second.match}
    for fixture in others:
        table = report(playing, prepare(playing, fixture.match), by="home", played_on=None)
        if (half := _half(playing, confirm(playing, table, by="away"))) is not None:
            return found | {Match.State.POST_MATCH.value: half.match}
    return found


def _half(playing: Playing, table: Table) -> Table | None:
    """A post-match of which every coach has half; None, and all of it, where one of them was not asked enough."""
    planned = plans(playing, table)
    asked = {side: [one for one in plan if one.question.kind != "mint"] for side, plan in planned.items()}
    if not table.match.conceded_by and all(len(asked[side]) > 1 for side in SIDES):
        for side, plan in planned.items():
            table = give(playing, table, plan[: plan.index(asked[side][len(asked[side]) // 2])])
        return table
    for plan in planned.values():
        table = give(playing, table, plan)
    return None


def _draft(playing: Playing, name: str) -> Team:
    """A newcomer's team as it is built."""
    league, choice = playing.founded.league, ROSTERS["Human"]
    coach = User.objects.create_user(f"{name.lower()}{league.pk}", display_name=f"Coach of {name}")
    enter(league, coach, Membership.Role.COACH)
    team = draft_team(league=league, coach=coach, name=name, team_list="Human", colours=1)
    draft = Draft(choice=choice, names=player_names(playing.rng, "Human", len(choice.players)))
    return save_draft(team=team, expected=team.version, draft=draft, name=name, colours=1)


def _submitted(playing: Playing) -> Team:
    team = _draft(playing, "Waiting")
    return submit_team(team=team, expected=team.version, by=team.coach)
