"""A league of any size with all rows that a real league has, created in seconds.

Its matches are played in the pure core, as in the demo league. The rows that the services would write (sides, reports,
answers, lines, journals, states) are stored together. `manage.py audit` finds no difference in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from random import Random
from zoneinfo import ZoneInfo

from django.contrib.auth.hashers import make_password
from django.core.management.color import no_style
from django.db import connection, transaction
from django.utils import timezone
from django.utils.crypto import get_random_string

from accounts.models import User
from benchmarks.match_rows import MatchRows
from competitions.models import Competition, Fixture, Round
from competitions.pairing.round_robin import draw_round_robin
from competitions.setup.seasons import open_season
from competitions.setup.services import create_competition, enter_teams
from competitions.setup.setup import Setup
from competitions.standings.standings import results_changed
from dugout.demo.cast import FIRST, LAST
from leagues import log
from leagues.models import League, LogEntry, Membership
from leagues.services import Details, create_league
from matches.models import Match, MatchSide
from rules.book.edition import Ruleset
from rules.journal import PlayerHired
from rules.simulation.simulation import Club, Coach, play, start
from teams.building.approval import FOUNDED, SUBMITTED
from teams.models import Player, Team
from teams.presentation.kits import first_crest

EDITION = "pbbl-1.10"
BATCH = 500
PLACES = "Ashford Brackwater Coldharbour Dunmere Eastfold Fallowby Greyport Highmoor"
CREATURES = "Badgers Drakes Falcons Gryphons Hounds Kestrels Otters Wyverns"


@transaction.atomic
def make_league(*, teams: int, matches: int, left_open: int, seed: int = 64) -> League:
    """A league with one round robin of so many teams and matches. The last `left_open` matches are not played yet."""
    rng = Random(seed)
    users = _people(teams)
    league = create_league(
        by=users[0], details=Details(name=f"League of {teams}", dice=League.Dice.TYPED), edition=EDITION
    )
    Membership.objects.bulk_create([Membership(league=league, user=user) for user in users[1:]])
    ruleset = league.ruleset.rules()
    highest = Player.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    ids = count(highest + 1)
    coach = Coach(rng, ruleset, lambda: next(ids))
    lists = sorted(ruleset.book.lists)
    clubs = start(rng, ruleset, [lists[place % len(lists)] for place in range(teams)], coach)
    rows = _teams(league, users, clubs)
    fixtures = _fixtures(league, rows, matches)
    _play(rng, ruleset, coach, dict(zip((row.pk for row in rows), clubs, strict=True)), fixtures, rows, left_open)
    _log(league, users, rows)
    return league


def _people(teams: int) -> list[User]:
    """A coach for each team. The first one has a password, which nobody knows."""
    names = [f"bench{place:03}" for place in range(1, teams + 1)]
    passwords = [make_password(get_random_string(32)), *(make_password(None) for _ in names[1:])]
    rows = zip(names, passwords, strict=True)
    return User.objects.bulk_create([User(username=name, display_name=name, password=given) for name, given in rows])


def _teams(league: League, users: Sequence[User], clubs: Sequence[Club]) -> list[Team]:
    names = [f"{place} {creature}" for creature in CREATURES.split() for place in PLACES.split()]
    now = timezone.now()
    return Team.objects.bulk_create(
        [
            Team(
                league=league,
                coach=user,
                name=names[place] if place < len(names) else f"Team {place + 1}",
                team_list=club.sheet.team_list,
                ruleset=league.ruleset,
                state=Team.State.ACTIVE,
                founded_at=now,
                crest=first_crest(place, league.ruleset.book, club.sheet.team_list).as_json(),
            )
            for place, (user, club) in enumerate(zip(users, clubs, strict=True))
        ]
    )


def _fixtures(league: League, teams: Sequence[Team], matches: int) -> list[Fixture]:
    """The first so many matches of a round robin, each with its match and sides."""
    commissioner = teams[0].coach
    season = open_season(league=league, by=commissioner, name="Long season")
    setup = Setup(name="The long table")
    competition = create_competition(season=season, by=commissioner, setup=setup)
    competition = enter_teams(competition=competition, by=commissioner, expected=competition.version, teams=teams)
    by_id = {team.pk: team for team in teams}
    pairs = [
        (drawn.number, by_id[pair.home], by_id[pair.away])
        for drawn in draw_round_robin([team.pk for team in teams], legs=4)
        for pair in drawn.pairings
    ][:matches]
    rounds = Round.objects.bulk_create(
        [Round(competition=competition, number=number) for number in sorted({number for number, _, _ in pairs})]
    )
    rows = {row.number: row for row in rounds}
    made = Match.objects.bulk_create([Match(league=league, ruleset=league.ruleset) for _ in pairs], batch_size=BATCH)
    fixtures = [
        Fixture(round=rows[number], home=home, away=away, match=match)
        for match, (number, home, away) in zip(made, pairs, strict=True)
    ]
    sides = [
        MatchSide(match=fixture.match, side=side, team=team)
        for fixture in fixtures
        for side, team in (("home", fixture.home), ("away", fixture.away))
    ]
    MatchSide.objects.bulk_create(sides, batch_size=BATCH)
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.RUNNING, seed="benchmark")
    return Fixture.objects.bulk_create(fixtures, batch_size=BATCH)


def _play(
    rng: Random,
    ruleset: Ruleset,
    coach: Coach,
    clubs: dict[int, Club],
    fixtures: Sequence[Fixture],
    teams: Sequence[Team],
    left_open: int,
) -> None:
    """Play all but the last few in the core, and store what the services would write."""
    names = _Names(rng)
    rows = MatchRows(ruleset, teams, names)
    for team in teams:
        rows.found(team, clubs[team.pk])
    first = timezone.now() - timedelta(weeks=fixtures[-1].round.number + 1)
    for fixture in fixtures[: len(fixtures) - left_open]:
        assert fixture.away_id is not None
        played = play(rng, ruleset, clubs[fixture.home_id], clubs[fixture.away_id], coach)
        rows.add(fixture.match, played, _evening(first, fixture.round.number))
    Player.objects.bulk_create(rows.players, batch_size=BATCH)
    _go_on_counting(Player)
    rows.store()
    results_changed([fixtures[0].round.competition_id])


def _evening(first: datetime, round_number: int) -> datetime:
    return first.replace(hour=19, minute=0, tzinfo=ZoneInfo("UTC")) + timedelta(weeks=round_number)


class _Names:
    """Names for players, in the order in which they join."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.first = " ".join(FIRST.values()).split()
        self.last = " ".join(LAST.values()).split()

    def __call__(self, entry: PlayerHired) -> str:
        return f"{self.rng.choice(self.first)} {self.rng.choice(self.last)}"


def _go_on_counting(model: type[Player]) -> None:
    """Let the database continue after the ids written here (SQLite does so anyway)."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)


def _log(league: League, users: Sequence[User], teams: Sequence[Team]) -> None:
    """Write what the services would log about members and teams."""
    commissioner = users[0]

    def entries() -> Iterator[LogEntry]:
        for user, team in zip(users, teams, strict=True):
            words = {"team": team.name, "team_list": team.team_list}
            yield LogEntry(league=league, by=user, kind=log.JOINED.id, args={"role": "coach"})
            yield LogEntry(league=league, by=user, about=user, kind=SUBMITTED.id, args=words)
            yield LogEntry(league=league, by=commissioner, about=user, kind=FOUNDED.id, args=words)

    LogEntry.objects.bulk_create(entries(), batch_size=BATCH)
