"""`manage.py audit` proves cached tables, leaders and awards, and trophies against journals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from competitions.models import Competition, Holding, Trophy
from competitions.standings.leaders import leaders_of
from competitions.standings.rounds import round_counts
from competitions.standings.standings import cache_key, standings_after, standings_of
from competitions.trophies import award_rows
from competitions.trophies.audit import audit_tables, audit_trophies
from competitions.trophies.revocation import revoke
from matches.correction import correcting
from matches.models import Deed, Match
from rules.journal import TrophyLost
from teams.models import JournalEntry, Team, TeamState
from tests.competitions.trophies.trophy_builders import hand, major, own
from tests.leagues.cast import Cast
from tests.teams import team_builders
from tests.teams.ledger.chain_builders import falsify


def tables() -> list[str]:
    return [each for finding in audit_tables() for each in finding.differences]


def trophies() -> list[str]:
    return [each for finding in audit_trophies() for each in finding.differences]


def read(competition: Competition) -> None:
    """Fill the cache, as pages do."""
    competition.refresh_from_db()
    standings_of(competition)
    standings_after(competition, 1)
    leaders_of(competition)
    round_counts(competition)
    award_rows.awards_of_season(competition.season)


def test_what_pages_have_cached_is_sound_and_stays_as_it_is(division: Competition) -> None:
    read(division)
    assert tables() == []
    assert cache.get(cache_key(division, "standings")) == standings_of(division)
    assert cache.get(cache_key(division, "standings-after-2")) is None, "an audit fills no cache"


def falsified_table(division: Competition) -> None:
    table = standings_of(division)
    cache.set(cache_key(division, "standings"), replace(table, lines=table.lines[::-1]))


def falsified_round(division: Competition) -> None:
    table = standings_after(division, 1)
    cache.set(cache_key(division, "standings-after-1"), replace(table, lines=table.lines[::-1]))


def falsified_leaders(division: Competition) -> None:
    cache.set(cache_key(division, "leaders"), {**leaders_of(division), "touchdowns": ()})


def falsified_row(division: Competition) -> None:
    """A row that was changed past the services, so that no version was raised."""
    Deed.objects.filter(line__side__match__fixture__round__competition=division).update(count=9)


FALSIFIED: dict[str, tuple[Callable[[Competition], None], list[str]]] = {
    "a table": (falsified_table, ["table"]),
    "a table after a round": (falsified_round, ["table after a round"]),
    "leaders": (falsified_leaders, ["list of leaders"]),
    "a player's line": (falsified_row, ["awards of its season", "list of leaders"]),
}


@pytest.mark.parametrize("what", FALSIFIED)
def test_what_is_cached_and_false_is_found(what: str, division: Competition) -> None:
    read(division)
    falsify_it, expected = FALSIFIED[what]
    falsify_it(division)
    assert tables() == [f"the cached {each} is not what its matches give" for each in expected]


def test_a_table_is_sound_while_a_correction_of_one_of_its_matches_is_written(
    cast: Cast, division: Competition
) -> None:
    """It raises the match's version, which is kept beside what the match gives, and changes no result."""
    read(division)
    played = Match.objects.filter(fixture__round__competition=division, state=Match.State.CLOSED).order_by("pk")
    correcting.begin_correction(match=played[0], by=cast.commissioner, reason="It was so.")
    assert tables() == []


@pytest.fixture
def cup(cast: Cast, orcs: Team, humans: Team) -> Holding:
    """A major that the orcs hold, with prizes for them and for the humans."""
    return hand(cast, major(cast, "blood_bowl"), orcs, prize=60_000, runner_up=humans, runner_up_prize=20_000)


def test_awards_and_their_ends_are_sound(cast: Cast, cup: Holding, orcs: Team, humans: Team) -> None:
    hand(cast, own(cast), humans)
    assert trophies() == []
    later = hand(cast, major(cast, "blood_bowl"), humans, prize=10_000)
    assert trophies() == []
    version = Trophy.objects.get(pk=later.trophy_id).version
    revoke(holding=later, by=cast.commissioner, expected=version, reason="Not they.")
    assert trophies() == []
    team_builders.append_entries(orcs, TrophyLost(trophy="blood_bowl"), source="word")
    assert trophies() == [], "a commissioner may correct a roster by hand"


def other_prize(cup: Holding) -> None:
    Holding.objects.filter(pk=cup.pk).update(prize=90_000)


def other_prize_of_runner_up(cup: Holding) -> None:
    cup.runners_up.update(prize=0)


def other_entry(cup: Holding) -> None:
    falsify(JournalEntry.objects.get(team=cup.team, kind="gold_moved", source="trophy:blood_bowl"), amount=70_000)


def other_holder(cup: Holding) -> None:
    other = Team.objects.exclude(pk=cup.team_id).get(name="Reavers")
    Holding.objects.filter(pk=cup.pk).update(team=other)


def no_holder(cup: Holding) -> None:
    Holding.objects.filter(pk=cup.pk).update(ended_at=timezone.now())


def no_roster(cup: Holding) -> None:
    state: Any = TeamState.objects.get(team=cup.team)
    del state.sheet["trophies"]
    state.save()


def revoked(cup: Holding) -> None:
    Holding.objects.filter(pk=cup.pk).update(ended_at=timezone.now(), taken_back_at=timezone.now())


def other_entries(cup: Holding) -> None:
    Holding.objects.filter(pk=cup.pk).update(entries=[[cup.team_id, 1]])


TAMPERED: dict[str, tuple[Callable[[Holding], None], str]] = {
    "a prize": (other_prize, "the prize is 90,000 gp, by the journal 60,000 gp"),
    "a runner-up's prize": (other_prize_of_runner_up, "the prize is 0 gp, by the journal 20,000 gp"),
    "the entry of a prize": (other_entry, "the prize is 60,000 gp, by the journal 70,000 gp"),
    "the holder": (other_holder, "the team holds it, but its roster does not have it"),
    "no holder": (no_holder, "its roster has the trophy blood_bowl, which it does not hold"),
    "a roster": (no_roster, "the team holds it, but its roster does not have it"),
    "a revocation": (revoked, "it was revoked, but entry"),
    "other entries": (other_entries, "is not the award's"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_falsified_award_is_found(what: str, cup: Holding) -> None:
    tamper, expected = TAMPERED[what]
    tamper(cup)
    assert [each for each in trophies() if expected in each], trophies()
