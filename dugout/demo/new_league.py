"""The demo league before its first match: people, league, invitation, and teams that are approved and entered."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from random import Random

from accounts.models import User
from competitions.formats.draws import draw_fixtures, start_competition
from competitions.models import Competition, Season
from competitions.setup.seasons import open_season
from competitions.setup.services import create_competition, enter_teams
from competitions.setup.setup import Setup
from dugout.demo import cup
from dugout.demo.cast import CAST, COMMISSIONER, DESCRIPTION, LEAGUE, Cast, player_names
from dugout.demo.rosters import ROSTERS
from leagues.members.memberships import invite, join_by_invitation
from leagues.models import League, Membership
from leagues.services import Details, create_league
from teams.building.approval import approve_team, submit_team
from teams.building.drafting import draft_team, save_draft
from teams.building.drafts import Draft
from teams.models import Team

EDITION = "pbbl-1.10"
SEASON, COMPETITION = "First season", "Riverside Championship"
ZONE = "Europe/London"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLeague:
    """The league with its people and its two competitions, ready to start. `coaches` and `casts` are by team id."""

    league: League
    commissioner: User
    competition: Competition
    cup: Competition
    coaches: dict[int, User]
    casts: dict[int, Cast]


def create_demo_league(rng: Random, password: str) -> NewLeague:
    """Create everything before the first kick-off, with the services that people use."""
    people = sign_up(password)
    commissioner = people[COMMISSIONER]
    # Dice are typed, so that a seed gives the same league on every machine.
    details = Details(name=LEAGUE, description=DESCRIPTION, zone=ZONE, dice=League.Dice.TYPED)
    league = create_league(by=commissioner, details=details, edition=EDITION)
    _let_in(league, commissioner, [user for user in people.values() if user != commissioner])
    teams = [_build(rng, league, cast, people[cast.username], commissioner) for cast in CAST]
    season = open_season(league=league, by=commissioner, name=SEASON)
    return NewLeague(
        league=league,
        commissioner=commissioner,
        competition=_begin(rng, season, commissioner, teams),
        cup=cup.begin(rng, season, commissioner, teams),
        coaches={team.pk: people[cast.username] for team, cast in zip(teams, CAST, strict=True)},
        casts={team.pk: cast for team, cast in zip(teams, CAST, strict=True)},
    )


def sign_up(password: str) -> dict[str, User]:
    """An account for everyone in the cast, by the cast's names. If a name is taken, the account's name has a number.

    They have no mail address, since a demo should send no mail.
    """
    people: dict[str, User] = {}
    hashed = ""
    for cast in CAST:
        user = User(username=_free_name(cast.username), display_name=cast.display_name, time_zone=ZONE)
        if not hashed:
            user.set_password(password)  # slow on purpose, so it is done once for all ten
            hashed = user.password
        user.password = hashed
        user.save()
        people[cast.username] = user
    return people


def _free_name(wanted: str) -> str:
    taken = set(User.objects.filter(username__istartswith=wanted).values_list("username", flat=True))
    candidates = (wanted, *(f"{wanted}{number}" for number in range(2, len(taken) + 3)))
    lowered = {name.lower() for name in taken}
    return next(name for name in candidates if name not in lowered)


def _let_in(league: League, commissioner: User, others: list[User]) -> None:
    """Let all of them join with one link."""
    invitation = invite(
        league=league,
        by=commissioner,
        seed=uuid.uuid4(),
        role=Membership.Role.COACH,
        days=14,
        max_uses=len(others),
        note="The Riverside regulars",
    )
    for user in others:
        join_by_invitation(invitation=invitation, user=user)


def _build(rng: Random, league: League, cast: Cast, coach: User, commissioner: User) -> Team:
    """Build, submit and approve a team."""
    choice = ROSTERS[cast.team_list]
    team = draft_team(league=league, coach=coach, name=cast.team, team_list=cast.team_list, colours=cast.colours)
    draft = Draft(choice=choice, names=player_names(rng, cast.team_list, len(choice.players)))
    team = save_draft(team=team, expected=team.version, draft=draft, name=cast.team, colours=cast.colours)
    team = submit_team(team=team, expected=team.version, by=coach)
    return approve_team(team=team, expected=team.version, by=commissioner)


def _begin(rng: Random, season: Season, commissioner: User, teams: list[Team]) -> Competition:
    """A started single round robin of all teams."""
    competition = create_competition(season=season, by=commissioner, setup=Setup(name=COMPETITION))
    competition = enter_teams(competition=competition, by=commissioner, expected=competition.version, teams=teams)
    competition = draw_fixtures(
        competition=competition, by=commissioner, expected=competition.version, seed=f"{rng.getrandbits(64):016x}"
    )
    return start_competition(competition=competition, by=commissioner, expected=competition.version)
