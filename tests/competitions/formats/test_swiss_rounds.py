"""Swiss rounds are paired one by one from the current table, by a commissioner or by the server."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from competitions.formats import swiss_rounds
from competitions.formats.swiss import next_round_of
from competitions.models import Competition, Fixture, Withdrawal
from competitions.pairing.swiss import Contender, SwissRefused, SwissRound
from competitions.rulings import decisions, withdrawals
from competitions.setup import services
from competitions.standings.standings import fresh_standings_of, standings_of
from jobs.kinds import kind_named
from jobs.models import Job
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
    preview_result,
)
from tests.competitions.formats.swiss_builders import pair, pair_again, play, swiss
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal


def pairs(cup: Competition) -> list[frozenset[int]]:
    return [frozenset((each.home_id, each.away_id or 0)) for each in fixtures_of(cup) if each.away_id]


def test_three_rounds_of_six_without_a_rematch(cast: Cast) -> None:
    cup = swiss(cast, 6)
    for number in (1, 2, 3):
        assert len([each for each in matches_of(cup) if each.round.number == number]) == 3
        play(cup, number)
        if number < 3:
            cup = pair(cast, cup)
    assert len(set(pairs(cup))) == 9
    with pytest.raises(Refusal, match="All 3 rounds of Cup 1 are paired"):
        pair(cast, cup)


def test_winners_meet_winners(cast: Cast) -> None:
    cup = swiss(cast, 8)
    winners = {each.home_id for each in matches_of(cup)}
    play(cup, 1)
    cup = pair(cast, cup)
    second = [each for each in matches_of(cup) if each.round.number == 2]
    assert all((each.home_id in winners) == (each.away_id in winners) for each in second)


def test_with_an_odd_number_three_different_teams_have_a_bye(cast: Cast) -> None:
    cup = swiss(cast, 7)
    for number in (1, 2, 3):
        play(cup, number)
        if number < 3:
            cup = pair(cast, cup)
    byes = [each.home_id for each in fixtures_of(cup) if each.away is None]
    assert len(byes) == len(set(byes)) == 3


def test_a_round_is_not_paired_while_a_match_has_no_result(cast: Cast) -> None:
    cup = swiss(cast, 4)
    one, other = matches_of(cup)
    decide_match(one, 1, 0)
    with pytest.raises(Refusal, match="1 match of round 1 has no result yet"):
        pair(cast, cup)
    decisions.declare_void(fixture=other, by=cast.commissioner, expected=other.version, reason="hall closed")
    assert pair(cast, cup).rounds.count() == 2


def test_a_team_that_enters_late_is_paired_in_the_next_round(cast: Cast) -> None:
    cup = swiss(cast, 5)
    play(cup, 1)
    late = bare_team(cast.league, "Latecomers")
    cup.refresh_from_db()
    cup = services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=[late])
    assert len(fixtures_of(cup)) == 3
    cup = pair(cast, cup)
    second = [each for each in fixtures_of(cup) if each.round.number == 2]
    assert len(second) == 3 and all(each.away for each in second)
    assert any(late.pk in (each.home_id, each.away_id) for each in second)


def test_a_team_that_has_left_is_not_paired(cast: Cast) -> None:
    cup = swiss(cast, 6)
    play(cup, 1)
    Team.objects.filter(name="Anvils").update(state=Team.State.RETIRED)
    cup = pair(cast, cup)
    assert not Fixture.objects.filter(round__number=2, home__name="Anvils").exists()
    assert not Fixture.objects.filter(round__number=2, away__name="Anvils").exists()


def test_the_server_pairs_the_next_round_when_the_last_match_is_confirmed(cast: Cast) -> None:
    cup = swiss(cast, 4, pairs_itself=True)
    one, other = matches_of(cup)
    decide_match(one, 1, 0)
    assert not Job.objects.filter(kind="pair_round").exists()
    decide_match(other, 1, 0)
    job = Job.objects.get(kind="pair_round")
    kind = kind_named("pair_round")
    for _ in range(2):  # the message of a job can come twice
        job.parsed = kind.parse(job.params)
        kind.run(job, lambda done, total, message="": None)
    assert cup.rounds.count() == 2
    assert len(matches_of(cup)) == 4
    assert cast.league.log.filter(kind="competitions.paired", by=None).count() == 1


def test_the_server_does_not_pair_after_a_result_was_withdrawn(cast: Cast) -> None:
    cup = swiss(cast, 4, pairs_itself=True)
    one, other = matches_of(cup)
    decide_match(one, 1, 0)
    decisions.award_walkover(fixture=other, by=cast.commissioner, expected=other.version, to="home", reason="late")
    job = Job.objects.get(kind="pair_round")
    other.refresh_from_db()
    decisions.revoke_decision(fixture=other, by=cast.commissioner, expected=other.version, reason="they came")
    kind = kind_named("pair_round")
    job.parsed = kind.parse(job.params)
    kind.run(job, lambda done, total, message="": None)
    assert cup.rounds.count() == 1


@pytest.mark.parametrize("params", [{}, {"competition": 1}, {"competition": "1", "round": 2}, {"competition": True}])
def test_a_job_with_wrong_params_is_refused(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be"):
        next_round_of(params)


def test_a_round_robin_has_no_next_round_to_pair(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    with pytest.raises(Refusal, match="is not a Swiss draw"):
        pair(cast, cup)


def test_pairing_a_large_round_writes_with_few_queries(cast: Cast, django_assert_max_num_queries: Any) -> None:
    """Apart from the three rows of each match, which `matches` writes."""
    cup = swiss(cast, 8)
    play(cup, 1)
    cup.refresh_from_db()
    with django_assert_max_num_queries(26 + 4 * 3):
        swiss_rounds.pair_next_round(competition=cup, by=cast.commissioner, expected=cup.version)


def second_of(cup: Competition) -> list[Fixture]:
    return [each for each in fixtures_of(cup) if each.round.number == 2]


def test_the_last_round_is_paired_again_for_a_team_that_joined_late(cast: Cast) -> None:
    cup = swiss(cast, 5)
    play(cup, 1)
    cup = pair(cast, cup)
    noon = timezone.now().replace(microsecond=0) + timedelta(days=9)
    cup.rounds.filter(number=2).update(deadline=noon)
    late = bare_team(cast.league, "Latecomers")
    cup = services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=[late])
    page = signed_in(cast.commissioner).get(f"/competitions/{cup.public_id}/manage/").text
    assert "Pair round 2 again" in page
    answer = signed_in(cast.commissioner).post(
        f"/competitions/{cup.public_id}/pair/again/", form_data(version=cup.version)
    )
    assert answer.status_code == 302
    second = second_of(cup)
    assert len(second) == 3 and all(each.away and each.match for each in second)
    assert any(late in (each.home, each.away) for each in second)
    assert (cup.rounds.get(number=2).deadline, cup.rounds.count()) == (noon, 2)


def test_the_opponent_of_a_team_that_left_gets_another_one(cast: Cast) -> None:
    cup = swiss(cast, 7)
    play(cup, 1)
    cup = pair(cast, cup)
    gone, idle = next((each.home, each.away) for each in second_of(cup) if each.away)
    given = {"competition": cup, "by": cast.commissioner, "expected": cup.version}
    cup = withdrawals.leave(**given, team=gone, how="walkovers", reason="moved away")
    cup = pair_again(cast, cup)
    teams = [team for each in second_of(cup) for team in (each.home, each.away)]
    assert len(teams) == 6 and gone not in teams and idle in teams
    given = {"competition": cup, "by": cast.commissioner, "expected": cup.version}
    withdrawals.come_back(**given, team=gone, reason="came back")
    assert len(second_of(cup)) == 3


def test_a_round_cannot_change_after_a_match_was_opened_or_decided(cast: Cast) -> None:
    cup = swiss(cast, 4)
    with pytest.raises(Refusal, match="cannot be paired again"):
        pair_again(cast, cup)
    play(cup, 1)
    cup = pair(cast, cup)
    one, other = second_of(cup)
    decisions.award_walkover(fixture=one, by=cast.commissioner, expected=one.version, to="home", reason="late")
    with pytest.raises(Refusal, match="cannot be paired again"):
        pair_again(cast, cup)
    one.refresh_from_db()
    decisions.revoke_decision(fixture=one, by=cast.commissioner, expected=one.version, reason="they came")
    Match.objects.filter(pk=other.match_id).update(state=Match.State.PRE_MATCH)
    assert swiss_rounds.round_to_pair_again(cup) is None
    page = signed_in(cast.commissioner).get(f"/competitions/{cup.public_id}/manage/").text
    assert "Pair round 2 again" not in page


def test_a_correction_says_that_a_round_was_paired_by_another_table(cast: Cast) -> None:
    cup = swiss(cast, 4)
    play(cup, 1)
    cup = pair(cast, cup)
    first, then = matches_of(cup)[0], second_of(cup)[0]
    (preview,) = preview_result(first, (0, 1)).stages
    stays, again = preview.lines
    assert stays.text == "Round 2 was paired by the current table. Its pairings stay."
    assert again.url == f"/competitions/{cup.public_id}/manage/"
    assert preview_result(first, (2, 1)).stages == ()
    assert preview_result(then, (0, 1)).stages == ()
    Match.objects.filter(pk=then.match_id).update(state=Match.State.PRE_MATCH)
    assert [len(each.lines) for each in preview_result(first, None).stages] == [1]


def round_with_a_walkover(cast: Cast) -> Competition:
    """A Swiss of seven teams in its second round, which one team has left: its opponent has the win."""
    cup = swiss(cast, 7)
    play(cup, 1)
    cup = pair(cast, cup)
    cup.refresh_from_db()
    leaving = next(fixture.home for fixture in second_of(cup) if fixture.away)
    how = Withdrawal.How.WALKOVERS
    withdrawals.leave(
        competition=cup, by=cast.commissioner, expected=cup.version, team=leaving, how=how, reason="Moved away."
    )
    return Competition.objects.get(pk=cup.pk)


def test_a_round_is_paired_again_by_the_table_without_its_walkovers(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup, seen = round_with_a_walkover(cast), []
    standings_of(cup)  # the table with the walkover is in the cache
    real = swiss_rounds.draw_swiss_round

    def draw(contenders: Sequence[Contender], rng: Random) -> SwissRound:
        seen.extend(contender.points for contender in contenders)
        return real(contenders, rng=rng)

    monkeypatch.setattr(swiss_rounds, "draw_swiss_round", draw)
    pair_again(cast, cup)
    assert seen
    assert max(seen) == 3


def test_a_refused_new_pairing_leaves_no_wrong_table_in_the_cache(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = round_with_a_walkover(cast)

    def refuse(contenders: Sequence[Contender], rng: Random) -> SwissRound:
        raise SwissRefused("rematches", "No pairs are left.")

    monkeypatch.setattr(swiss_rounds, "draw_swiss_round", refuse)
    with pytest.raises(Refusal):
        pair_again(cast, cup)
    cup.refresh_from_db()
    assert standings_of(cup) == fresh_standings_of(cup)
