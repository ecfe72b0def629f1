"""The table after another result, a correction or a departure: it is what a count of all results gives."""

import random
from contextlib import nullcontext
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from competitions.cache_keys import key_of
from competitions.models import Competition, Fixture
from competitions.rulings.decisions import award_walkover, declare_void, revoke_decision
from competitions.rulings.withdrawals import leave
from competitions.setup.adjustments.adjustments import adjust_points
from competitions.standings import kept_accounts, kept_back
from competitions.standings.kept_accounts import KEPT
from competitions.standings.places import places_by_round
from competitions.standings.results import gather, scheme_of
from competitions.standings.standings import (
    Standings,
    climbs_of,
    fresh_standings_of,
    ranked_by,
    results_changed,
    standings_after,
    standings_of,
)
from matches.models import Match
from tests.competitions.competition_builders import (
    annul_match,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.leagues.cast import Cast
from web.audit.cache_proof import proving
from web.snapshot_reads import snapshot


@pytest.fixture
def cup(cast: Cast) -> Competition:
    return competition_in(cast.league, bare_teams(cast.league, 5), started=True, byes_count=True)


def read(competition: Competition) -> Competition:
    return Competition.objects.select_related("season__league__ruleset").get(pk=competition.pk)


def table(competition: Competition) -> Standings:
    """The table as it is kept: what a count of all results gives, too."""
    competition = read(competition)
    found = standings_of(competition)
    assert found == fresh_standings_of(competition)
    with proving() as stale:
        assert standings_of(competition) == found
        for number in found.rounds:
            assert standings_after(competition, number) == ranked_by(
                scheme_of(competition), gather([competition.pk])[competition.pk].after(number)
            )
    assert climbs_of(competition) == risen(competition, found)
    check_places(competition, found)
    assert stale == []
    return found


def check_places(competition: Competition, now: Standings) -> None:
    """The places by round are those in the tables after each round, in the order of the last one."""
    tables = [standings_after(competition, number).lines for number in now.rounds]
    places = places_by_round(competition)
    assert list(places) == [int(line.team) for line in (tables[-1] if tables else ())]
    for number, lines in enumerate(tables):
        for lane, line in enumerate(lines, start=1):
            assert places[int(line.team)][0][number] == (lane if line.rank else None)
            assert places[int(line.team)][1][number] == (str(line.rank) if line.rank else "–")


def risen(competition: Competition, now: Standings) -> dict[int, int]:
    """Who rose in the latest round, by two tables."""
    if len(now.rounds) < 2:
        return {}
    before = [line.team for line in standings_after(competition, now.rounds[-2]).lines]
    return {int(line.team): before.index(line.team) - place for place, line in enumerate(now.lines)}


def something_happens(cast: Cast, competition: Competition, chance: random.Random) -> None:
    """A result, a correction, an annulment, a decision or its revocation, an adjustment, or other points."""
    fixture, by = chance.choice(matches_of(competition)), cast.commissioner
    asked = {"fixture": fixture, "by": by, "expected": fixture.version, "reason": "Agreed at the table."}
    what = chance.choice(["result"] * 8 + ["annulment", "decision", "decision", "adjustment", "points"])
    if what == "adjustment":
        one = chance.choice([each.team for each in competition.entrants.filter(withdrawal=None)])
        expected, points = read(competition).version, chance.choice([-2, 1])
        adjust_points(
            competition=competition, by=by, expected=expected, team=one, points=points, reason="Agreed at the table."
        )
    elif what == "points":
        with transaction.atomic():
            Competition.objects.filter(pk=competition.pk).update(points={"win": chance.randrange(2, 5)})
            results_changed([competition.pk])
    elif hasattr(fixture, "decision"):
        revoke_decision(fixture=fixture, by=by, expected=fixture.version, reason="A mistake.")
    elif fixture.match is None or fixture.home_outcome:
        return
    elif what == "annulment" and fixture.match.state != Match.State.SCHEDULED:
        annul_match(fixture)
    elif what == "decision" and fixture.match.state == Match.State.SCHEDULED:
        declare_void(**asked) if chance.random() < 0.3 else award_walkover(**asked, to="home")
    else:
        decide_match(fixture, chance.randrange(3), chance.randrange(3), (chance.randrange(3), chance.randrange(3)))
        if chance.random() < 0.3:
            Match.objects.filter(pk=fixture.match_id).update(state=Match.State.POST_MATCH)


@pytest.mark.parametrize("seed", range(3))
def test_results_corrections_and_decisions_in_any_order_give_what_a_count_of_all_gives(
    cast: Cast, cup: Competition, seed: int
) -> None:
    chance = random.Random(seed)
    leaves = {14: "void", 20: "walkovers"} if seed else {}
    for turn in range(28):
        something_happens(cast, cup, chance)
        if turn in leaves:
            team = cup.entrants.filter(withdrawal=None).order_by("pk")[0].team
            given = {"team": team, "how": leaves[turn], "reason": "They moved away."}
            leave(competition=cup, by=cast.commissioner, expected=read(cup).version, **given)
        if chance.random() < 0.7:
            with snapshot() if seed else nullcontext():  # in which a process goes on with what it holds
                table(cup)
    assert table(cup).played


def test_a_process_goes_on_with_what_it_holds_until_the_cache_is_emptied(cast: Cast) -> None:
    """It writes to the cache seldom, and others go on from there."""
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    stored = []

    def kept() -> bool:
        competition = read(cup)
        return cache.get(key_of(KEPT, competition.public_id, competition.standings_version)) is not None

    for place, fixture in enumerate(matches_of(cup)):
        decide_match(fixture, place, 1)
        with snapshot():
            table(cup)
        stored.append(kept())
    assert stored[0] and not any(stored[1:])
    kept_back.forget()  # as in another process, which has only what was written
    with snapshot():
        table(cup)
        assert table(cup).played == len(stored)
        held = kept_back.last_kept(KEPT, [read(cup)])
    cache.clear()
    with snapshot():
        assert held and kept_back.last_kept(KEPT, [read(cup)]) == {}


def test_what_a_table_was_made_of_is_counted_again_for_the_places_only_after_a_result(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    counted: list[Any] = []
    count = kept_accounts.counted_of_all

    def counting(*args: Any, **options: Any) -> dict[int, kept_accounts.Counted]:
        counted.append(args)
        return count(*args, **options)

    monkeypatch.setattr(kept_accounts, "counted_of_all", counting)
    for fixture in matches_of(cup)[:3]:
        decide_match(fixture, 1, 0)
        with snapshot():
            standings_of(read(cup))
            held = places_by_round(read(cup))
        assert not counted
        cache.delete(key_of("places-by-round", cup.public_id, read(cup).standings_version))
        kept_back.forget()
        with snapshot():
            assert places_by_round(read(cup)) == held and counted.pop()


def test_after_a_result_only_the_rows_of_its_match_and_of_the_last_round_are_read(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    first, second, *_others = matches_of(cup)
    decide_match(first, 2, 0)
    table(cup)
    decide_match(second, 1, 0)
    competition = read(cup)
    with CaptureQueriesContext(connection) as seen:
        found = standings_of(competition)
    assert found.played == 2
    rows = [query["sql"] for query in seen if "casualties" in query["sql"]]
    assert len(rows) == 1
    assert f"IN ({second.pk})" in rows[0]
    assert len([query for query in seen if "match" in query["sql"]]) == 2, "the signs, and the row"


def test_a_match_is_counted_once_when_its_post_match_ends(cup: Competition) -> None:
    fixture = matches_of(cup)[0]
    decide_match(fixture, 2, 0)
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.POST_MATCH)
    assert table(cup).played == 1
    end_post_match(fixture)
    assert table(cup).played == 1
    assert sorted(line.won for line in table(cup).lines) == [0, 0, 0, 0, 1]


@transaction.atomic
def end_post_match(fixture: Fixture) -> None:
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.CLOSED)
    results_changed([fixture.round.competition_id])


def test_a_bye_counts_from_the_first_match_of_its_round_on_whatever_was_kept(cup: Competition) -> None:
    rests = {each.round.number: each.home_id for each in fixtures_of(cup) if each.away_id is None}
    by_round = {each.round.number: each for each in matches_of(cup)}
    for number in (1, 3):
        decide_match(by_round[number], 1, 1)
        forms = {line.team: line.form for line in table(cup).lines}
        assert {number for number, team in rests.items() if "B" in forms[team]} == set(range(1, number + 1))
    annul_match(by_round[3])
    forms = {line.team: line.form for line in table(cup).lines}
    assert {number for number, team in rests.items() if "B" in forms[team]} == {1}


def test_how_far_a_team_rose_is_the_difference_of_its_places_after_the_last_two_rounds(cup: Competition) -> None:
    chance = random.Random(3)
    for fixture in matches_of(cup)[:8]:
        decide_match(fixture, chance.randrange(4), chance.randrange(4))
    competition = read(cup)
    places = {team: lanes for team, (lanes, _shown) in places_by_round(competition).items()}
    rose = climbs_of(competition)
    assert rose == {team: lanes[-2] - lanes[-1] for team, lanes in places.items() if lanes[-2] and lanes[-1]}
    assert any(rose.values())


def test_a_process_holds_a_table_until_its_results_change(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    first, *_others = matches_of(cup)
    with snapshot():
        standings_of(read(cup))
        held = standings_of(read(cup))
        assert standings_of(read(cup)) is held
    decide_match(first, 2, 0)
    with snapshot():
        assert standings_of(read(cup)).played == held.played + 1
