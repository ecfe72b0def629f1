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
from dugout.demo import cup, logins, news
from dugout.demo.cast import CAST, COMMISSIONER, DESCRIPTION, LEAGUE, Cast, cast_of, league_of, player_names
from dugout.demo.rosters import ROSTERS
from leagues.members.memberships import invite, join_by_invitation
from leagues.models import League, Membership
from leagues.services import Details, create_league
from rules import editions
from rules.book.edition import Ruleset
from rules.simulation.bot_coach import Coach
from rules.team.drafting import draft as squad
from teams.building.approval import approve_team, submit_team
from teams.building.drafting import draft_team, save_draft
from teams.building.drafts import Draft
from teams.building.founding import answer_founding, founding_of
from teams.models import Team

EDITION = "pbbl-1.10"
"""The book of the first demo league. All the others are further ones."""
SEASON, COMPETITION = "First season", "Riverside Championship"
ZONE = "Europe/London"
COLOURS = {"first_colour": "teal", "second_colour": "gold"}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewLeague:
    """The league with its people and its two competitions, ready to start. `coaches` and `casts` are by team id.

    All the people have the same `password`.
    """

    league: League
    password: str
    commissioner: User
    competition: Competition
    cup: Competition
    coaches: dict[int, User]
    casts: dict[int, Cast]


def create_demo_league(rng: Random, edition: str = EDITION) -> NewLeague:
    """Create everything before the first kick-off, with the services that people use."""
    casts = cast_of(editions.ruleset(edition), _place(edition))
    people, password = sign_up()
    commissioner = people[COMMISSIONER]
    # Dice are typed, so that a seed gives the same league on every machine.
    details = Details(name=league_name(edition), description=DESCRIPTION, zone=ZONE, dice=League.Dice.TYPED, **COLOURS)
    league = create_league(by=commissioner, details=details, edition=edition)
    _let_in(league, commissioner, [user for user in people.values() if user != commissioner])
    teams = [_build(rng, league, cast, people[cast.username], commissioner) for cast in casts]
    season = open_season(league=league, by=commissioner, name=SEASON)
    news.write(league, commissioner, [people[cast.username] for cast in casts[1:]])
    return NewLeague(
        league=league,
        password=password,
        commissioner=commissioner,
        competition=_begin(rng, season, commissioner, teams),
        cup=cup.begin(rng, season, commissioner, teams),
        coaches={team.pk: people[cast.username] for team, cast in zip(teams, casts, strict=True)},
        casts={team.pk: cast for team, cast in zip(teams, casts, strict=True)},
    )


def league_name(edition: str = EDITION) -> str:
    """The name of the demo league by an edition. Raises ``KeyError`` for an unknown one."""
    return league_of(editions.edition(edition).book, editions.edition(EDITION).book)


def not_there_yet() -> list[str]:
    """The books that have no demo league yet, by their keys: that of the first one, then the others."""
    keys = sorted((each.key for each in editions.EDITIONS), key=_place)
    there = set(League.objects.filter(name__startswith=LEAGUE).values_list("name", flat=True))
    return [key for key in keys if league_name(key) not in there]


def _place(edition: str) -> int:
    """0 for the first demo league's book, 1 for the next one, and so on in the order of ``EDITIONS``."""
    further = [each.key for each in editions.EDITIONS if each.key != EDITION]
    return 0 if edition == EDITION else 1 + further.index(edition)


def sign_up() -> tuple[dict[str, User], str]:
    """An account for everyone in the cast, by the cast's names, and the password that all of them have.

    Who has one from another demo league keeps it. If a name is taken, the account's name has a number. They have no
    mail address, since a demo should send no mail.
    """
    people, password = _regulars()
    hashed = ""
    for cast in CAST:
        if cast.username in people:
            continue
        user = User(username=_free_name(cast.username), display_name=cast.display_name, time_zone=ZONE)
        if not hashed:
            user.set_password(password)  # slow on purpose, so it is done once for all ten
            hashed = user.password
        user.password = hashed
        user.save()
        people[cast.username] = user
    return people, password


def _regulars() -> tuple[dict[str, User], str]:
    """Those who are there from other demo leagues, and their password; nobody with a new one if there are none."""
    known = logins.known()
    if known is None:
        return {}, logins.new_password()
    right: dict[str, bool] = {}
    people: dict[str, User] = {}
    for user in User.objects.filter(username__in=known.usernames, is_active=True):
        if user.password not in right:  # they share a hash, and to check one is slow on purpose
            right[user.password] = user.check_password(known.password)
        name = user.username.rstrip("0123456789")
        if right[user.password] and name in {cast.username for cast in CAST}:
            people[name] = user
    return people, known.password if people else logins.new_password()


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
    rules = league.ruleset.rules()
    usual = rules.book.key == EDITION
    choice = ROSTERS[cast.team_list] if usual else squad(rng, rules, cast.team_list)
    team = draft_team(league=league, coach=coach, name=cast.team, team_list=cast.team_list, colours=cast.colours)
    draft = Draft(choice=choice, names=player_names(rng, cast.team_list, len(choice.players), rules.book))
    team = save_draft(team=team, expected=team.version, draft=draft, name=cast.team)
    _answer_founding(rng, rules, team, coach)
    team = submit_team(team=team, expected=team.version, by=coach)
    return approve_team(team=team, expected=team.version, by=commissioner)


def _answer_founding(rng: Random, rules: Ruleset, team: Team, coach: User) -> None:
    """The coach answers what the founding of the team asks, such as star rolls; most books ask nothing."""
    bot = Coach(rng, rules, lambda: 0)
    while questions := founding_of(rules, team).outcome.questions:
        answer_founding(team=team, key=questions[0].key, value=bot.answer(questions[0]).value, by=coach)


def _begin(rng: Random, season: Season, commissioner: User, teams: list[Team]) -> Competition:
    """A started single round robin of all teams."""
    competition = create_competition(season=season, by=commissioner, setup=Setup(name=COMPETITION))
    competition = enter_teams(competition=competition, by=commissioner, expected=competition.version, teams=teams)
    competition = draw_fixtures(
        competition=competition, by=commissioner, expected=competition.version, seed=f"{rng.getrandbits(64):016x}"
    )
    return start_competition(competition=competition, by=commissioner, expected=competition.version)
