"""A league with teams and competitions for the tests of competitions; matches get results without being played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F

from accounts.models import User
from competitions.formats import draws
from competitions.models import Competition, Fixture
from competitions.setup import seasons, services
from leagues.models import League, Membership, Ruleset
from matches.extensions import match_changed, preview_of
from matches.models import Match, MatchSide, PlayerLine
from matches.previews import Preview
from teams.models import Player, Team

NAMES = (
    "Anvils", "Badgers", "Comets", "Dragons", "Eagles", "Falcons", "Griffons", "Hammers", "Icebreakers", "Jackals",
    "Kestrels", "Lanterns", "Marauders", "Nomads", "Otters", "Phantoms", "Quicksilvers", "Ravens", "Stompers", "Titans",
)  # fmt: skip


def commissioner_of(league: League) -> User:
    """The first of a league's commissioners."""
    return league.memberships.filter(role=Membership.Role.COMMISSIONER).order_by("pk")[0].user


def bare_team(league: League, name: str, coach: User | None = None) -> Team:
    """An active team with only a name: enough for fixtures and tables, which read no sheet."""
    return create_bare_teams(league, name, coach=coach)[0]


def bare_teams(league: League, number: int) -> list[Team]:
    """This many active teams."""
    return create_bare_teams(
        league, *(NAMES[place] if place < len(NAMES) else f"Team {place + 1}" for place in range(number))
    )


def create_bare_teams(league: League, *names: str, coach: User | None = None) -> list[Team]:
    """Teams with these names, written in one query."""
    teams = [
        Team(
            league=league, name=name, team_list="Human", coach=coach, coach_name=f"{name}'s coach",
            state=Team.State.ACTIVE, ruleset=league.ruleset,
        )
        for name in names
    ]  # fmt: skip
    return Team.objects.bulk_create(teams)


def competition_in(
    league: League, teams: Sequence[Team] = (), *, drawn: bool = False, started: bool = False, **setup: Any
) -> Competition:
    """A competition in the league's open season, set up by the services; ``started`` needs teams."""
    by = commissioner_of(league)
    season = league.seasons.filter(state="open").first() or seasons.open_season(league=league, by=by, name="Season 1")
    name, edition = setup.pop("name", f"Cup {season.competitions.count() + 1}"), setup.pop("edition", "")
    made = services.create_competition(season=season, by=by, setup=services.Setup(name=name, **setup), edition=edition)
    if teams:
        made = services.enter_teams(competition=made, by=by, expected=made.version, teams=teams)
    if drawn or started:
        made = draws.draw_fixtures(competition=made, by=by, expected=made.version, seed="a fair draw")
    if started:
        made = draws.start_competition(competition=made, by=by, expected=made.version)
    return made


def fixtures_of(competition: Competition) -> list[Fixture]:
    """All fixtures, in the order of rounds and of creation."""
    rows = Fixture.objects.filter(round__competition=competition).select_related("round", "home", "away", "match")
    return list(rows.order_by("round__number", "pk"))


def matches_of(competition: Competition) -> list[Fixture]:
    """All fixtures except byes."""
    return [fixture for fixture in fixtures_of(competition) if fixture.away is not None]


@transaction.atomic
def decide_match(fixture: Fixture, home: int, away: int, casualties: tuple[int, int] = (0, 0)) -> None:
    """End a fixture's match with this result, as a confirmed report does, and call the hooks of a changed match."""
    match = fixture.match
    assert match is not None
    results = ("draw", "draw") if home == away else ("win", "loss") if home > away else ("loss", "win")
    for side, score, hurt, result in zip(("home", "away"), (home, away), casualties, results, strict=True):
        match.sides.filter(side=side).update(score=score, casualties=hurt, result=result)
    match.state, match.version = Match.State.CLOSED, F("version") + 1
    match.save(update_fields=["state", "version"])
    match.refresh_from_db(fields=["version"])
    match_changed.call(match)


@transaction.atomic
def annul_match(fixture: Fixture) -> None:
    """Schedule a fixture's match again, as an annulment does, and call the hooks of a changed match."""
    match = fixture.match
    assert match is not None
    match.sides.update(score=None, casualties=None, result="")
    match.state, match.version = Match.State.SCHEDULED, F("version") + 1
    match.save(update_fields=["state", "version"])
    match.refresh_from_db(fields=["version"])
    match_changed.call(match)


def preview_result(fixture: Fixture, score: tuple[int, int] | None, casualties: tuple[int, int] = (0, 0)) -> Preview:
    """The preview of a correction of a fixture's match to this score (home, away), or of its annulment (None)."""
    match = Match.objects.get(pk=fixture.match_id)
    again = Fixture.objects.get(pk=fixture.pk)
    return preview_of(match, lambda: annul_match(again) if score is None else decide_match(again, *score, casualties))


COLUMNS = ("number", "position", "spp", "died", "killed_by", "cause")


def add_player_line(fixture: Fixture, side: str, player: Player, **did: Any) -> PlayerLine:
    """Add what a player did in a decided match: columns of the line, and deeds."""
    row = MatchSide.objects.get(match=fixture.match, side=side)
    columns = {name: did.pop(name) for name in COLUMNS if name in did}
    line = PlayerLine(side=row, player=player, name=player.name, **columns)
    PlayerLine.objects.store([(line, did)])
    Match.objects.filter(pk=row.match_id).update(version=F("version") + 1)  # as whatever changes a match
    return line


def ruleset_of(league: League) -> Ruleset:
    """The ruleset of a league."""
    return league.ruleset
