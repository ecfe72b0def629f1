"""A ladder: a team that beats one above it takes its place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from competitions.formats import draws
from competitions.formats.open_play import report_game
from competitions.models import Competition, Fixture, Round
from competitions.pairing.ladder import climbed, may_challenge
from competitions.rulings.latecomers import join_late
from competitions.rulings.withdrawals import leave
from competitions.setup.pairings import give_match
from competitions.setup.seeding import set_order
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of, order_shown
from matches.models import Match
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, preview_result
from tests.leagues.cast import Cast

games = st.integers(2, 12).flatmap(
    lambda teams: st.tuples(
        st.just(teams), st.lists(st.tuples(st.integers(0, teams - 1), st.integers(0, teams - 1)), max_size=30)
    )
)


@given(games)
def test_each_team_stays_on_the_ladder_and_the_last_winner_is_above_the_loser(
    given: tuple[int, list[tuple[int, int]]],
) -> None:
    teams, results = given
    results = [(winner, loser) for winner, loser in results if winner != loser]
    order = climbed(range(teams), results)
    assert sorted(order) == list(range(teams))
    if results:
        winner, loser = results[-1]
        assert order.index(winner) < order.index(loser)


def test_the_teams_between_move_down_by_one() -> None:
    assert climbed("abcde", [("d", "b")]) == ["a", "d", "b", "c", "e"]


def test_a_win_over_a_team_below_changes_nothing() -> None:
    assert climbed("abc", [("a", "c")]) == ["a", "b", "c"]


def test_a_challenge_reaches_a_fixed_distance_up_and_never_down() -> None:
    assert [name for name in "abcde" if may_challenge("abcde", "d", name, 2)] == ["b", "c"]


def test_games_count_in_the_order_in_which_they_were_confirmed(cast: Cast) -> None:
    from datetime import UTC, datetime

    teams = bare_teams(cast.league, 3)
    ladder = competition_in(cast.league, teams, shape=Shape(scheduling="ladder"))
    first, second, third = teams
    played = []
    for number, (home, away) in enumerate([(third, first), (second, third)], 1):
        row = Round.objects.create(competition=ladder, number=number)
        fixture = Fixture(round=row, home=home, away=away)
        give_match(ladder, fixture)
        fixture.save()
        decide_match(fixture, 1, 0)
        played.append(fixture.match_id)
    for pk, day in zip(played, (2, 1), strict=True):  # the second game was confirmed first
        Match.objects.filter(pk=pk).update(confirmed_at=datetime(2026, 5, day, tzinfo=UTC))
    assert ladder_of(ladder) == [third.pk, first.pk, second.pk]
    Match.objects.filter(pk=played[0]).update(confirmed_at=datetime(2026, 4, 30, tzinfo=UTC))
    assert ladder_of(ladder) == [second.pk, third.pk, first.pk]


def test_a_cached_ladder_is_right_after_each_change(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def looked_at(ladder: Competition) -> list[int]:
        fresh = Competition.objects.get(pk=ladder.pk)
        shown = order_shown(fresh)
        with django_assert_num_queries(0):
            assert order_shown(fresh) == shown
        assert shown == ladder_of(fresh)
        return shown

    by, teams = cast.commissioner, bare_teams(cast.league, 4)
    ladder = competition_in(cast.league, teams[:3], shape=Shape(scheduling="ladder"))
    orders = [looked_at(ladder)]
    ladder = set_order(competition=ladder, by=by, expected=ladder.version, order=list(reversed(teams[:3])))
    orders.append(looked_at(ladder))
    ladder = draws.start_competition(competition=ladder, by=by, expected=ladder.version)
    report_game(competition=ladder, by=by, own=None, home=teams[0], away=teams[2])
    game = Fixture.objects.get(round__competition=ladder)
    decide_match(game, 2, 0)
    orders.append(looked_at(ladder))
    joined = join_late(competition=ladder, by=by, expected=Competition.objects.get(pk=ladder.pk).version, team=teams[3])
    orders.append(looked_at(joined))
    leave(competition=joined, by=by, expected=joined.version, team=teams[0], how="kept", reason="Moved away.")
    orders.append(looked_at(joined))
    names = {team.pk: team.name[0] for team in teams}
    assert ["".join(names[team] for team in order) for order in orders] == ["ABC", "CBA", "ACB", "ACBD", "CBD"]


def test_a_correction_says_which_teams_would_be_on_another_rung(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    ladder = competition_in(cast.league, teams, shape=Shape(scheduling="ladder", options={"reach": 3}))
    ladder = draws.start_competition(competition=ladder, by=cast.commissioner, expected=ladder.version)
    games = []
    for home, away in ((teams[3], teams[1]), (teams[2], teams[0])):
        games.append(report_game(competition=ladder, by=cast.commissioner, home=home, away=away, own=None))
        decide_match(games[-1], 2, 1)
    (preview,) = preview_result(games[0], (0, 1)).stages
    assert (preview.name, preview.url) == (ladder.name, f"/competitions/{ladder.public_id}/ladder/")
    assert [line.text for line in preview.lines] == [
        "Badgers: from place 4 to place 3.",
        "Dragons: from place 3 to place 4.",
    ]
    assert preview_result(games[0], (5, 1)).stages == ()
    assert len(preview_result(games[1], None).stages[0].lines) == 4
    cup = competition_in(cast.league, teams[:2], started=True)
    assert preview_result(Fixture.objects.get(round__competition=cup), (0, 1)).stages == ()
