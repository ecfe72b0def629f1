"""What was played, as all statistics read it: only what counts, at once, with the coach of that time."""

from __future__ import annotations

import pickle
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.account_deletion import forget
from competitions.models import Competition, Fixture
from leagues.books import add_book
from leagues.models import League
from matches.models import Match, MatchAnswer, PlayerLine
from rules import editions
from stats.opponents.rivalries import HURT
from stats.pictures.rolled import OF_MATCHES
from stats.pictures.scorers import SCORERS
from stats.pictures.told import TOLD
from stats.played import held
from stats.played.coaches import Coach, coach_names
from stats.played.everything import PLAYED
from stats.played.kept import FIGURES, Figure, kept_figure
from stats.played.lines import NOTED, lines_in
from stats.played.marks import mark_of, unmark
from stats.played.matches import matches_in
from stats.played.scope import Scope, whole
from stats.played.signs import Signs, signs_of
from stats.ratings.courses import RATINGS
from stats.records.book import RECORDS
from stats.records.streaks import STREAKS
from teams.models import Takeover, Team
from teams.trading.takeovers import hand_over, offer_team, take_over
from tests.competitions.competition_builders import (
    add_player_line,
    annul_match,
    bare_team,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast, add_member
from web.snapshot_reads import snapshot


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


def scopes(division: Competition) -> list[Scope]:
    league = division.season.league
    return [
        whole(league),
        Scope(league=league, season=division.season.pk),
        Scope(league=league, competition=division.pk),
        whole(league, league.ruleset.edition),
    ]


def test_only_matches_that_count_are_read_in_their_order_of_play(division: Competition) -> None:
    for scope in scopes(division):
        found = matches_in(scope)
        assert [each.id for each in found] == [fixture.match_id for fixture in matches_of(division)[:4]]
        assert [each.round for each in found] == [1, 1, 2, 2]
        home, away = found[0].sides
        assert (home.score, away.score, home.casualties, away.casualties) == (2, 1, 1, 3)
        assert home.won and away.lost and not home.drawn
        assert [line.deeds for line in lines_in(scope)] == [{"touchdowns": 2}] * 4


def test_another_season_or_competition_has_none_of_them(division: Competition, league: League) -> None:
    other = competition_in(league, [bare_team(league, "Owls"), bare_team(league, "Larks")], started=True)
    assert not matches_in(Scope(league=league, competition=other.pk))
    assert not lines_in(Scope(league=league, competition=other.pk))
    decide_match(matches_of(other)[0], 0, 0)
    assert matches_in(Scope(league=league, competition=other.pk))[0].home.drawn
    assert len(matches_in(Scope(league=league, season=division.season.pk))) == 5


def test_an_annulled_match_and_a_corrected_one_are_true_at_once(division: Competition) -> None:
    first, second = matches_of(division)[:2]
    annul_match(first)
    decide_match(second, 0, 3)
    found = matches_in(whole(division.season.league))
    assert len(found) == 3
    assert (found[0].id, found[0].home.score, found[0].away.won) == (second.match_id, 0, True)
    assert len(lines_in(whole(division.season.league))) == 3


def test_friendlies_count_only_where_they_are_asked_for(division: Competition, league: League) -> None:
    fixture = matches_of(division)[0]
    match, fixture.match = fixture.match, None
    fixture.save(update_fields=["match"])
    assert match.pk not in {each.id for each in matches_in(whole(league))}
    found = {each.id: each for each in matches_in(whole(league, friendlies=True))}
    assert found[match.pk].season is None and found[match.pk].competition is None
    assert len(lines_in(whole(league))) == 3 and len(lines_in(whole(league, friendlies=True))) == 4


def test_figures_of_two_books_are_not_mixed(division: Competition, league: League, cast: Cast) -> None:
    other = next(each.key for each in editions.EDITIONS if each.key != league.ruleset.edition)
    added = add_book(league=league, by=cast.commissioner, edition=other)
    Match.objects.filter(pk=matches_of(division)[0].match_id).update(ruleset=added.ruleset)
    Match.objects.filter(pk=matches_of(division)[1].match_id).update(ruleset=None)
    assert len(matches_in(whole(league))) == 3
    assert [each.id for each in matches_in(whole(league, other))] == [matches_of(division)[0].match_id]
    assert len(lines_in(whole(league, other))) == 1


def test_a_side_keeps_the_coach_of_its_time(division: Competition, league: League, cast: Cast) -> None:
    played = matches_of(division)[:4]
    for weeks, fixture in enumerate(played):
        when = timezone.now() - timedelta(weeks=10 - weeks)
        Match.objects.filter(pk=fixture.match_id).update(confirmed_at=when)
    ravens = next(team for fixture in played for team in (fixture.home, fixture.away) if team.name == "Ravens")
    hand_over(team=ravens, by=cast.commissioner, to="Old Joe", reason="Gone to sea.")
    Takeover.objects.update(answered_at=timezone.now() - timedelta(weeks=8, days=4))
    hand_over(team=ravens, by=cast.commissioner, to="Young Joe", reason="Too old.")
    add_member(league, cast.stranger)
    offer = offer_team(team=ravens, by=cast.commissioner, to=cast.stranger, reason="Too young.")
    take_over(offer=offer, by=cast.stranger)
    found = [side.coach for match in matches_in(whole(league)) for side in match.sides if side.team == ravens.pk]
    assert found == [Coach(cast.coach.pk), Coach(None, "Old Joe")]
    assert set(Takeover.objects.values_list("was_name", flat=True)) == {"", "Old Joe", "Young Joe"}
    for latest in matches_of(division)[4:]:
        decide_match(latest, 1, 0)
        Match.objects.filter(pk=latest.match_id).update(confirmed_at=timezone.now())
    sides = [side for match in matches_in(whole(league))[4:] for side in match.sides if side.team == ravens.pk]
    assert [side.coach for side in sides] == [Coach(cast.stranger.pk)]


def test_a_deleted_person_stays_nameless(division: Competition, league: League, cast: Cast) -> None:
    forget(cast.coach)
    coaches = {side.coach for match in matches_in(whole(league)) for side in match.sides}
    names = coach_names(coaches)
    assert names[Coach(cast.coach.pk)] == "Former coach"
    assert names[Coach(cast.other_coach.pk)] == "other_coach"
    assert names[Coach(None, "Comets's coach")] == "Comets's coach"


def test_the_number_of_queries_does_not_depend_on_the_matches(
    division: Competition, league: League, django_assert_num_queries: Any
) -> None:
    for fixture in (None, *matches_of(division)[4:]):
        if fixture is not None:
            decide_match(fixture, 1, 0)
        with django_assert_num_queries(2):
            matches_in(whole(league))
        with django_assert_num_queries(1):
            lines_in(whole(league))


@pytest.fixture
def counted() -> Any:
    asked: list[Scope] = []

    def gather(scope: Scope) -> int:
        asked.append(scope)
        return len(matches_in(scope))

    yield kept_figure("tried", gather), asked
    del FIGURES["tried"]


GROWING = tuple(
    figure
    for figure in (PLAYED, *RATINGS.values(), RECORDS, STREAKS, NOTED, SCORERS, TOLD, OF_MATCHES, HURT)
    if figure.grow is not None
)


def roll(fixture: Fixture, side: str, *faces: int, server: bool = True) -> None:
    """A stored roll of six-sided dice, which raises no version of its match."""
    question, value = {"kind": "roll", "dice": [6] * len(faces)}, list(faces)
    row = {"sequence": "post_match", "side": side, "key": "tried", "question": question, "value": value}
    MatchAnswer.objects.create(match=fixture.match, rolled=server, **row)


def changed(fixture: Fixture, **columns: Any) -> None:
    Match.objects.filter(pk=fixture.match_id).update(**columns, version=F("version") + 1)


def test_figures_that_grow_are_as_if_they_were_worked_out_again(division: Competition, league: League) -> None:
    def read() -> League:
        found = League.objects.select_related("change_counter", "ruleset").get(pk=league.pk)
        for figure in GROWING:
            grown = figure.of(whole(found))
            assert plain(grown) == plain(figure.gather(whole(found))), figure.name
        return found

    def plain(value: Any) -> Any:
        """Without the way in which it was come by."""
        return value.records if hasattr(value, "records") else sorted(value) if type(value) is tuple else value

    first, second, *_rest = matches_of(division)
    late = [each for each in matches_of(division) if each.match is None or each.match.state not in Match.PLAYED]
    assert len(GROWING) == 12
    for change in (
        lambda: None,
        lambda: decide_match(late[0], 3, 1),
        lambda: Match.objects.filter(pk=matches_of(division)[1].match_id).update(state=Match.State.POST_MATCH),
        lambda: roll(matches_of(division)[1], "home", 1, 2, 6),
        lambda: roll(matches_of(division)[1], "away", 3, server=False),
        lambda: changed(matches_of(division)[1], state=Match.State.CLOSED),
        lambda: decide_match(late[1], 0, 2),
        lambda: changed(late[1], played_on=date(2020, 1, 1)),
        lambda: add_player_line(late[1], "home", late[1].home.players.create(name="Late"), touchdowns=3, spp=9),
        lambda: decide_match(second, 7, 0),
        lambda: (PlayerLine.objects.filter(side__match=second.match_id).remove(), changed(second)),
        lambda: changed(second, conceded_before_kick_off=True),
        lambda: annul_match(first),
        lambda: Team.objects.filter(pk=second.home_id).update(coach_name="Somebody else", coach=None),
    ):
        change()
        with snapshot():
            read()


def test_a_process_goes_on_with_what_it_holds_until_its_league_is_marked_again(
    division: Competition, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = [each for each in matches_of(division) if each.match.state not in Match.PLAYED]

    def read() -> int:
        with snapshot():
            return len(PLAYED.of(whole(League.objects.select_related("change_counter", "ruleset").get(pk=league.pk))))

    assert read() == 4
    decide_match(late[0], 3, 1)
    held.forget()  # as in another process, which has only what is kept for all
    assert read() == 5
    annul_match(late[0])
    held.forget()
    assert read() == 4
    monkeypatch.setattr(held, "MOST", 1)
    decide_match(late[1], 1, 1)
    assert [read(), read()] == [5, 5]
    monkeypatch.undo()
    marked = mark_of(League.objects.get(pk=league.pk))
    call_command("rebuild_figures", league.slug, verbosity=0)
    assert mark_of(League.objects.get(pk=league.pk)) != marked and read() == 5


def test_a_figure_is_kept_until_its_league_changes(division: Competition, league: League, counted: Any) -> None:
    figure, asked = counted
    assert isinstance(figure, Figure)

    def read() -> int:
        with snapshot():
            return figure.of(whole(League.objects.select_related("change_counter", "ruleset").get(pk=league.pk)))

    assert [read(), read(), len(asked)] == [4, 4, 1]
    annul_match(matches_of(division)[0])
    assert [read(), read(), len(asked)] == [3, 3, 2]
    call_command("rebuild_figures", league.slug, verbosity=0)
    assert len(asked) == 2 + 4  # by all time with and without friendlies, the season, the competition
    assert [read(), len(asked)] == [3, 6]


def test_figures_of_a_scope_share_what_is_kept_of_its_signs(
    division: Competition, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else every change in a league would have each of a page's figures written, though no match is another one."""

    def read() -> tuple[Any, ...]:
        with snapshot():
            scope = whole(League.objects.select_related("change_counter", "ruleset").get(pk=league.pk))
            return PLAYED.of(scope), NOTED.of(scope), SCORERS.of(scope)

    first, kept = read(), []
    monkeypatch.setattr("stats.played.kept.cache.set", lambda key, *_args: kept.append(key))
    League.objects.filter(pk=league.pk).update(name="Renamed")
    assert read() == first and len(kept) == 2  # the signs of the book, and those of the scope in a few letters


def test_signs_are_read_once_for_a_version_of_the_league(division: Competition, league: League) -> None:
    """By whichever process needs them first; until something changes, or all figures of the league are dropped."""

    def read() -> tuple[str, int]:
        now = League.objects.select_related("change_counter", "ruleset").get(pk=league.pk)
        with snapshot(), CaptureQueriesContext(connection) as seen:
            return signs_of(whole(now)).digest, len([each for each in seen if "matches_match" in each["sql"]])

    (first, asked), again = read(), read()
    assert (asked, again) == (1, (first, 0))
    annul_match(matches_of(division)[0])
    (second, asked), again = read(), read()
    assert second != first and (asked, again) == (1, (second, 0))
    unmark(league)
    assert read() == (second, 1)
    fresh = League.objects.select_related("change_counter", "ruleset").get(pk=league.pk)
    assert signs_of(whole(fresh)).digest == second  # outside a snapshot: from the rows


def test_a_row_that_was_written_again_leaves_the_signs_as_they_were(division: Competition, league: League) -> None:
    """PostgreSQL then gives the rows in another order."""
    before = signs_of(whole(League.objects.get(pk=league.pk))).digest
    first = Team.objects.filter(league=league).earliest("pk")
    Team.objects.filter(pk=first.pk).update(name="Renamed")
    assert signs_of(whole(League.objects.get(pk=league.pk))).digest == before
    Team.objects.filter(pk=first.pk).update(coach=None, coach_name="Somebody")
    assert signs_of(whole(League.objects.get(pk=league.pk))).digest != before


def test_signs_tell_what_changed_since_others_and_hold_no_more_than_those() -> None:
    first, second, third = (
        Signs(frozenset(f"[{each}]" for each in signs), "", False)
        for signs in (['1, "a"', '2, "b"'], ['2, "c"', '3, "d"'], ['3, "d"'])
    )
    assert second.since(first) == ({2, 3}, {1, 2})
    assert second.since(first) is second.since(first)
    assert third.since(second) == (set(), {2})
    assert third.since(first) == ({3}, {1, 2}) and third.since(second) == (set(), {2})
    assert "_last" not in second.__dict__ and pickle.loads(pickle.dumps(third)) == third
