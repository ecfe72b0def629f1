"""The kept pages of seasons, competitions and trophies are those that are drawn without any cache, for each reader.

After each kind of change, and in each time zone; and a private league's are shown to no stranger.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.challenges.challenges import write_challenge
from competitions.fixtures.dates import agree_date
from competitions.fixtures.deadlines import set_deadlines
from competitions.formats.draws import start_competition
from competitions.formats.knock_out.manual_advance import advance_team
from competitions.models import Competition, Fixture, Withdrawal
from competitions.rulings.decisions import award_walkover, declare_void
from competitions.rulings.withdrawals import leave
from competitions.setup.adjustments.adjustments import adjust_points
from competitions.setup.finishing import finish_competition
from competitions.setup.seasons import close_season, open_season, rename_season
from competitions.setup.services import enter_teams
from competitions.setup.shape import Shape
from leagues.models import ChangeCounter, League
from teams.models import Player, Team
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.competitions.trophies.trophy_builders import own
from tests.leagues.cast import Cast, signed_in
from tests.thoroughness import part_of

READERS = ("visitor", "coach", "commissioner")
BY_CHANCE = re.compile(r'name="(csrfmiddlewaretoken|command_id)" value="[^"]*"|nonce="[^"]*"')
NO_CACHE = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


@dataclass
class FullLeague:
    """A league in the middle of a season: a division, a bracket and a ladder with the same teams, and a trophy."""

    cast: Cast
    division: Competition
    cup: Competition
    ladder: Competition
    team: Team

    def addresses(self) -> Iterator[str]:
        for competition in (self.division, self.cup, self.ladder):
            for page in ("", "table/", "fixtures/", "players/"):
                yield f"/competitions/{competition.public_id}/{page}"
        yield f"/competitions/{self.cup.public_id}/bracket/"
        yield f"/competitions/{self.ladder.public_id}/ladder/"
        yield f"/competitions/{self.ladder.public_id}/challenges/"
        root = f"/leagues/{self.division.season.league.slug}"
        trophy = self.division.season.league.trophies.get(name="Golden Boot")
        yield from (f"{root}/seasons/1/", f"{root}/trophies/", f"{root}/trophies/{trophy.public_id}/")

    def asked(self) -> Iterator[str]:
        """Pages that readers ask for by a round or by teams."""
        root, other = f"/competitions/{self.division.public_id}", self.division.entrants.exclude(team=self.team)[0].team
        yield f"{root}/table/?round=1"
        yield f"{root}/table/?round=1&one={self.team.public_id}&other={other.public_id}"
        yield f"{root}/fixtures/?round=2"
        yield f"{root}/fixtures/?team={self.team.public_id}"
        yield f"{root}/fixtures/?team={'x' * 300}&round={'9' * 300}"

    def next_fixture(self, competition: Competition) -> Fixture:
        waiting = matches_of(competition)
        return next(each for each in waiting if each.match is not None and each.match.state == "scheduled")

    def fresh(self, competition: Competition) -> dict[str, Any]:
        """What a service needs to change a competition."""
        competition.refresh_from_db()
        return {"competition": competition, "by": self.cast.commissioner, "expected": competition.version}


def full_league_in(cast: Cast, league: League) -> FullLeague:
    others = [bare_team(league, "Stompers", cast.other_coach), *bare_teams(league, 6)]
    teams = [bare_team(league, "Ours", cast.coach), *others]
    division = competition_in(league, teams[:6], started=True, name="First Division")
    cup = competition_in(league, teams[:4], started=True, name="Cup", shape=Shape(scheduling="knock_out"))
    made = competition_in(league, teams, name="Ladder", shape=Shape(scheduling="ladder"))
    ladder = start_competition(competition=made, by=cast.commissioner, expected=made.version)
    for fixture in [*matches_of(division)[:5], matches_of(cup)[0]]:
        decide_match(fixture, 2, 1, (1, 3))
        scorer = fixture.home.players.create(name=f"Scorer of {fixture.home.name}")
        add_player_line(fixture, "home", scorer, touchdowns=2, spp=6)
    own(Cast(**{**vars(cast), "league": league}))
    return FullLeague(cast, division, cup, ladder, teams[0])


@pytest.fixture
def full_league(cast: Cast) -> FullLeague:
    return full_league_in(cast, cast.league)


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return BY_CHANCE.sub("", answer.content.decode())


def drawn(client: Client, address: str) -> str:
    """The page without any cache."""
    with override_settings(CACHES=NO_CACHE):
        return page(client, address)


def result(full_league: FullLeague) -> None:
    decide_match(full_league.next_fixture(full_league.division), 1, 1)


def annulled(full_league: FullLeague) -> None:
    annul_match(matches_of(full_league.division)[0])


def tie_played(full_league: FullLeague) -> None:
    decide_match(full_league.next_fixture(full_league.cup), 3, 0)


def ruled(full_league: FullLeague) -> None:
    tie = full_league.cup.ties.get(number=2)
    advance_team(**full_league.fresh(full_league.cup), number=2, team=tie.home, reason="Snow")


def walkover(full_league: FullLeague) -> None:
    fixture = full_league.next_fixture(full_league.division)
    award_walkover(
        fixture=fixture, by=full_league.cast.commissioner, expected=fixture.version, to="home", reason="Absent"
    )


def void(full_league: FullLeague) -> None:
    fixture = full_league.next_fixture(full_league.division)
    declare_void(fixture=fixture, by=full_league.cast.commissioner, expected=fixture.version, reason="Snow")


def dated(full_league: FullLeague) -> None:
    fixture, when = full_league.next_fixture(full_league.division), datetime(2031, 3, 4, 19, tzinfo=UTC)
    agree_date(fixture=fixture, by=full_league.cast.commissioner, expected=fixture.version, when=when)


def deadlines(full_league: FullLeague) -> None:
    set_deadlines(**full_league.fresh(full_league.division), number=1, first=timezone.now() + timedelta(days=9), days=7)


def adjusted(full_league: FullLeague) -> None:
    adjust_points(**full_league.fresh(full_league.division), team=full_league.team, points=-2, reason="Late")


def left(full_league: FullLeague) -> None:
    other = full_league.division.entrants.exclude(team=full_league.team).first()
    assert other is not None
    leave(**full_league.fresh(full_league.division), team=other.team, how=Withdrawal.How.VOID, reason="Moved")


def challenged(full_league: FullLeague) -> None:
    order = [entry.team for entry in full_league.ladder.entrants.by_seed()]
    write_challenge(
        competition=full_league.ladder, by=full_league.cast.coach, challenger=order[1], challenged=order[0], own=None
    )


def team_renamed(full_league: FullLeague) -> None:
    Team.objects.filter(pk=full_league.team.pk).update(name="Renamed & Co")


def coach_renamed(full_league: FullLeague) -> None:
    full_league.cast.coach.display_name = "Coach the Coach"
    full_league.cast.coach.save()


def player_renamed(full_league: FullLeague) -> None:
    Player.objects.filter(name=f"Scorer of {matches_of(full_league.division)[0].home.name}").update(name="Another Name")


def other_coach(full_league: FullLeague) -> None:
    Team.objects.filter(pk=full_league.team.pk).update(coach=full_league.cast.other_coach)


def season_renamed(full_league: FullLeague) -> None:
    season = full_league.division.season
    rename_season(season=season, by=full_league.cast.commissioner, expected=season.version, name="Autumn")


def season_closed(full_league: FullLeague) -> None:
    season = full_league.division.season
    Competition.objects.filter(season=season).update(state="finished")
    season.refresh_from_db()
    close_season(season=season, by=full_league.cast.commissioner, expected=season.version)


def season_opened(full_league: FullLeague) -> None:
    open_season(league=full_league.division.season.league, by=full_league.cast.commissioner, name="The next one")


def finished(full_league: FullLeague) -> None:
    for fixture in matches_of(full_league.division)[5:]:
        decide_match(fixture, 0, 1)
    finish_competition(**full_league.fresh(full_league.division))


def drafts(full_league: FullLeague) -> None:
    for name in ("North", "South"):
        made = competition_in(full_league.cast.league, name=name, shape=Shape(group_name="Divisions"))
        enter_teams(**full_league.fresh(made), teams=bare_teams_of(full_league, name))


def bare_teams_of(full_league: FullLeague, name: str) -> list[Team]:
    return [bare_team(full_league.cast.league, f"{name} {number}") for number in (1, 2)]


def lines_drawn(full_league: FullLeague) -> None:
    Competition.objects.filter(pk=full_league.division.pk).update(cut_lines=[{"after": 1, "label": "Champion"}])


def trophy_renamed(full_league: FullLeague) -> None:
    full_league.division.season.league.trophies.filter(name="Golden Boot").update(description="Of gold")


def zone_changed(full_league: FullLeague) -> None:
    dated(full_league)
    League.objects.filter(pk=full_league.division.season.league_id).update(zone="Asia/Tokyo")


CHANGES: tuple[Callable[[FullLeague], None], ...] = (
    result, annulled, tie_played, ruled, walkover, void, dated, deadlines, adjusted, left, challenged, team_renamed,
    coach_renamed, player_renamed, other_coach, season_renamed, season_closed, season_opened, finished, drafts,
    lines_drawn, trophy_renamed, zone_changed,
)  # fmt: skip


@pytest.mark.parametrize("change", part_of(CHANGES, 8), ids=lambda change: change.__name__)
def test_after_each_change_the_kept_pages_are_those_drawn_without_any_cache(
    full_league: FullLeague, change: Callable[[FullLeague], None]
) -> None:
    addresses = [*full_league.addresses(), *full_league.asked()]
    readers = {name: signed_in(full_league.cast[name]) for name in READERS}
    before = {(name, at): page(reader, at) for name, reader in readers.items() for at in addresses}
    assert before == {(name, at): page(reader, at) for name, reader in readers.items() for at in addresses}
    change(full_league)
    after = {(name, at): page(reader, at) for name, reader in readers.items() for at in addresses}
    for (name, at), shown in after.items():
        assert shown == page(readers[name], at) == drawn(readers[name], at), (name, at)
    assert any(after[name, at] != before[name, at] for name, at in after if name == "visitor"), "the change is seen"


def test_each_reader_sees_their_own_beside_what_is_kept(full_league: FullLeague) -> None:
    root = f"/competitions/{full_league.division.public_id}"
    visitor, coach, commissioner = (page(signed_in(full_league.cast[name]), f"{root}/fixtures/") for name in READERS)
    assert visitor.count("Date and changes") == 0 and 'class="mine"' not in visitor
    theirs = [each for each in matches_of(full_league.division)[5:] if full_league.team in (each.home, each.away)]
    assert coach.count("Date and changes") == len(theirs) > 0 and 'class="mine"' in coach
    assert commissioner.count("Date and changes") == len(matches_of(full_league.division)) - 5
    assert 'class="mine"' not in commissioner and "Add a match" in commissioner and "Add a match" not in coach
    for at in (f"{root}/", f"{root}/table/", f"/leagues/{full_league.cast.league.slug}/seasons/1/"):
        assert "your team" in page(signed_in(full_league.cast.coach), at), at
        for other in ("visitor", "commissioner", "stranger"):
            assert "your team" not in page(signed_in(full_league.cast[other]), at), (other, at)


def test_the_lines_of_own_teams_far_down_are_their_coaches_alone(cast: Cast) -> None:
    teams = [*bare_teams(cast.league, 30), bare_team(cast.league, "Zombies of Ours", cast.coach)]
    division = competition_in(cast.league, [*teams, bare_team(cast.league, "Theirs", cast.other_coach)], started=True)
    for at in (f"/competitions/{division.public_id}/", f"/leagues/{cast.league.slug}/seasons/1/"):
        for _again in range(2):
            tables = {name: page(signed_in(cast[name]), at).split("</table>")[0] for name in ("visitor", "coach")}
            assert "Zombies of Ours" not in tables["visitor"] and "Zombies of Ours" in tables["coach"], at
            assert "Theirs" not in tables["coach"], at
        assert "Full table, 32 teams" in page(signed_in(cast.coach), at)


def test_kept_pages_of_a_private_league_are_shown_to_no_stranger(cast: Cast) -> None:
    full_league = full_league_in(cast, cast.private)
    for at in full_league.addresses():
        assert "Hidden Cup" in page(signed_in(cast.commissioner), at)
        assert signed_in(cast.stranger).get(at).status_code == 404, at
        answer = Client().get(at)
        assert answer.status_code in (302, 404) and b"Ours" not in answer.content, at


def test_no_kept_page_changes_with_the_clock(full_league: FullLeague, time_machine: Any) -> None:
    deadlines(full_league)
    dated(full_league)
    client, addresses = Client(), list(full_league.addresses())
    now = {at: drawn(client, at) for at in addresses}
    time_machine.move_to(timezone.now() + timedelta(days=400))
    assert {at: drawn(client, at) for at in addresses} == now


def test_times_are_those_of_the_zone_in_which_a_page_is_shown(full_league: FullLeague) -> None:
    at, slug = f"/competitions/{full_league.division.public_id}/fixtures/", full_league.cast.league.slug
    dated(full_league)
    assert "19:00" in page(Client(), at)
    League.objects.filter(slug=slug).update(zone="Asia/Tokyo")
    assert "4:00" in page(Client(), at)


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as found:
        page(client, address)
    return len(found)


def test_a_page_that_nobody_has_changed_takes_at_most_three_queries_for_a_visitor(full_league: FullLeague) -> None:
    client = Client()
    for at in full_league.addresses():
        page(client, at)
        assert queries(client, at) <= 3, at


def test_what_made_up_addresses_ask_for_is_not_kept(full_league: FullLeague) -> None:
    client, root = Client(), f"/competitions/{full_league.division.public_id}"
    both = f"fixtures/?team={full_league.team.public_id}&round=77"
    for at in (both, "fixtures/?team=nobody", "fixtures/?round=77", "fixtures/?round=1&team=nobody", "table/?round=77"):
        page(client, f"{root}/{at}")
        assert queries(client, f"{root}/{at}") > 1, at
    for at in ("fixtures/?round=1", f"fixtures/?team={full_league.team.public_id}&round=2", "table/?round=1"):
        page(client, f"{root}/{at}")
        assert queries(client, f"{root}/{at}") <= 3, at


def test_the_first_page_after_a_change_takes_as_many_queries_in_a_large_league(cast: Cast) -> None:
    small, large = (competition_in(cast.league, bare_teams_of_size(cast, size), started=True) for size in (4, 12))
    for division in (small, large):
        for fixture in matches_of(division)[:-1]:
            decide_match(fixture, 1, 0)
    found = []
    for division in (small, large):
        counts = []
        for path in ("", "table/", "fixtures/", "players/"):
            at = f"/competitions/{division.public_id}/{path}"
            page(Client(), at)
            ChangeCounter.objects.filter(league=cast.league).update(count=1_000_000 + len(found) * 100 + len(counts))
            counts.append(queries(Client(), at))
        found.append(counts)
    assert found[0] == found[1]


def bare_teams_of_size(cast: Cast, size: int) -> list[Team]:
    return [bare_team(cast.league, f"{size} teams, {number}", cast.coach) for number in range(size)]
