"""Whatever is played, corrected and annulled, what is kept of figures is what is worked out from nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

import pytest
from django.db.models import F, Q
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from competitions.models import Competition, Fixture
from competitions.standings.standings import results_changed
from leagues.models import League
from matches.models import Match, MatchSide, PlayerLine
from stats.opponents.rivalries import HURT
from stats.pictures.scorers import SCORERS
from stats.played.coaches import tenures_in
from stats.played.everything import PLAYED
from stats.played.lines import NOTED
from stats.played.scope import Scope, whole
from stats.ratings.courses import RATINGS, Ratings
from stats.records import corrected, succession
from stats.records.book import RECORDS, records_in
from stats.records.streaks import STREAKS
from stats.tables.kept_sums import totals_in
from stats.tables.totals import read_sums
from teams.models import Player
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_teams,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast
from web.snapshot_reads import snapshot


def _player(fixture: Fixture, side: str, number: int) -> Player:
    team = fixture.home if side == "home" else fixture.away
    return team.players.get_or_create(name=f"No. {number}")[0]


def _decide(fixture: Fixture, one: int, other: int) -> None:
    decide_match(fixture, one, other, (other, one))


def _play(fixture: Fixture, one: int, other: int) -> None:
    """Somebody did something in the match, and was perhaps killed in it."""
    number = PlayerLine.objects.filter(side__match=fixture.match_id).count()
    side, against = ("home", "away") if other % 2 else ("away", "home")
    killer = _player(fixture, against, one) if other == 3 else None
    did = {"spp": one + other, "touchdowns": one, "completions": other}
    shown = {"number": number, "position": f"Position {number % 3}", "died": killer is not None, "killed_by": killer}
    add_player_line(fixture, side, _player(fixture, side, one), **did, **shown)


def _forget_lines(fixture: Fixture, one: int, other: int) -> None:
    PlayerLine.objects.filter(side__match=fixture.match_id).remove()


def _annul(fixture: Fixture, one: int, other: int) -> None:
    annul_match(fixture)


def _replace_team(fixture: Fixture, one: int, other: int) -> None:
    """As no command does it: the side of a match that is played belongs to another team."""
    match = fixture.match
    assert match is not None
    teams = {fixture.home_id, fixture.away_id}
    others = match.league.teams.exclude(pk__in=teams).order_by("pk")
    MatchSide.objects.filter(match=match, side="home").update(team=others[one % len(others)])


def _state(state: str) -> Callable[[Fixture, int, int], None]:
    def change(fixture: Fixture, one: int, other: int) -> None:
        Match.objects.filter(pk=fixture.match_id, state__in=Match.PLAYED).update(state=state)

    return change


def _concede(fixture: Fixture, one: int, other: int) -> None:
    Match.objects.filter(pk=fixture.match_id).update(conceded_before_kick_off=bool(one % 2))


def _date(fixture: Fixture, one: int, other: int) -> None:
    Match.objects.filter(pk=fixture.match_id).update(played_on=date(2026, 3, 1 + 4 * one + other))


CHANGES = (
    _decide, _decide, _play, _play, _play, _forget_lines, _annul, _replace_team, _state(Match.State.POST_MATCH),
    _state(Match.State.CLOSED), _concede, _date,
)  # fmt: skip
STEPS = st.tuples(
    st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 5), st.integers(0, 3), st.integers(0, 3)), max_size=5),
    st.booleans(),
)
"""Some changes, before the figures are read again; whether the league is known to play by one book."""


def _row(row: Any) -> tuple[Any, ...]:
    *figures, deeds = row
    return (*figures, sorted(deeds.items())) if isinstance(deeds, Mapping) else tuple(row)


def _rows(rows: Iterable[Any]) -> list[str]:
    return sorted(repr(_row(row)) for row in rows)


def compare_sums(league: League) -> None:
    kept = totals_in(whole(league))
    parts = read_sums(whole(league), Q(match__fixture__isnull=False), tenures_in(league.pk, None)).values()
    assert kept.matches == sum(part.matches for part in parts)
    for name in ("sides", "lines", "spells"):
        assert _rows(getattr(kept, name)) == _rows(row for part in parts for row in getattr(part, name)), name


FIGURES = (PLAYED, *RATINGS.values(), RECORDS, STREAKS, NOTED, SCORERS, HURT)


def compare_figures(league: League) -> None:
    for figure in FIGURES:
        for scope in (whole(league), whole(league, friendlies=True)):
            kept, new = figure.of(scope), figure.gather(scope)
            assert _plain(kept) == _plain(new), figure.name


def compare_records(league: League) -> None:
    """Those of a season and a competition, which are a part of all if there is no other."""
    for pk, season in Competition.objects.filter(season__league=league).values_list("pk", "season"):
        for scope in (Scope(league=league, season=season), Scope(league=league, season=season, competition=pk)):
            kept = RECORDS.of(scope)
            assert kept.records == records_in(scope)
            assert kept.signs == {each.key: each.sign for each in kept.records}


def _plain(value: Any) -> Any:
    """Without the way in which it was come by."""
    if isinstance(value, Ratings):
        return value.matches, {who: list(each) for who, each in value.courses.items()}
    return sorted(value.records) if hasattr(value, "records") else value


# What one example leaves behind is part of the next one.
@pytest.mark.costly
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(life=st.lists(STEPS, min_size=1, max_size=5))
def test_what_is_kept_is_what_is_worked_out_from_nothing(
    division: Competition, life: list[tuple[list[tuple[Any, int, int, int]], bool]]
) -> None:
    fixtures = matches_of(division)
    for changes, one_book in life:
        for change, place, one, other in changes:
            fixture = fixtures[place]
            fixture.match.refresh_from_db()
            change(fixture, one, other)
            Match.objects.filter(pk=fixture.match_id).update(version=F("version") + 1)
            results_changed([division.pk])
        with snapshot():
            league = League.objects.select_related("change_counter", "ruleset").get(pk=division.season.league_id)
            league.several_books = not one_book
            compare_sums(league)
            compare_figures(league)
            compare_records(league)


@pytest.mark.parametrize("first", ["alone", "both"])
def test_records_of_a_competition_go_on_when_another_one_begins_or_is_annulled(
    cast: Cast, division: Competition, first: str
) -> None:
    """Alone they are a part of all records, else they are their own: each goes on from the other."""
    own, cup = (
        matches_of(division),
        competition_in(cast.league, create_bare_teams(cast.league, "Herons", "Larks"), started=True),
    )
    other = matches_of(cup)[0]
    decide_match(other, 3, 0)
    if first == "alone":
        annul_match(other)
    for change in (None, (other, 2), (own[0], 4), (other, None), (own[1], 3), (other, 1)):
        if change is not None:
            fixture, touchdowns = change
            if touchdowns is None:
                annul_match(fixture)
            else:
                decide_match(fixture, touchdowns, 0)
                add_player_line(fixture, "home", _player(fixture, "home", touchdowns), touchdowns=touchdowns)
            Match.objects.filter(pk=fixture.match_id).update(version=F("version") + 1)
        results_changed([division.pk, cup.pk])
        with snapshot():
            league = League.objects.select_related("change_counter", "ruleset").get(pk=cast.league.pk)
            compare_records(league)
            compare_figures(league)


def test_a_correction_before_the_reigns_that_are_kept_is_not_far(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's reign ended theirs, and is not kept any more: without it they reigned from the beginning."""
    for module in (succession, corrected):
        monkeypatch.setattr(module, "MOST_REIGNS", 2)
    made = competition_in(cast.league, bare_teams(cast.league, 6), started=True)
    fixtures = matches_of(made)
    first, second, third = (fixtures[0].home.players.create(name=name) for name in ("First", "Second", "Third"))
    lines = []
    done = ((first, 4), (second, 2), (second, 3), (first, 3), (third, 3), (third, 3), (third, 3))
    for fixture, (player, touchdowns) in zip(fixtures, done, strict=False):
        decide_match(fixture, 1, 0)
        lines.append(add_player_line(fixture, "home", player, touchdowns=touchdowns))

    def began() -> list[str]:
        results_changed([made.pk])
        with snapshot():
            league = League.objects.select_related("change_counter", "ruleset").get(pk=cast.league.pk)
            compare_figures(league)
            record = next(each for each in RECORDS.of(whole(league)).records if each.key == "sum:deed-touchdowns")
        return [each.since.match for each in record.reigns]

    address = [each.match.public_id for each in fixtures]
    assert began() == [address[3], address[6]]
    lines[2].deeds.update(count=1)
    Match.objects.filter(pk=fixtures[2].match_id).update(version=F("version") + 1)
    assert began() == [address[0], address[6]]
