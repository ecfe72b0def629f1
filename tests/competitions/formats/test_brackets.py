"""The bracket of a knock-out fills itself as results are confirmed, and stays right when results change."""

from __future__ import annotations

from typing import Any

import pytest

from competitions.fixtures import fixtures
from competitions.formats import draws, misplaced_teams
from competitions.formats.knock_out import brackets, manual_advance
from competitions.formats.qualification import qualification
from competitions.models import Competition, Fixture, Tie
from competitions.rulings import decisions
from competitions.setup import finishing
from matches.models import Match
from matches.sequence import annulling
from teams.models import Team
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, fixtures_of
from tests.leagues.cast import Cast
from web.errors import Refusal


def knock_out(cast: Cast, teams: int, legs: int = 1, **options: Any) -> Competition:
    """A running knock-out: teams seeded as they entered, unless ``by_lot``."""
    made = competition_in(cast.league, bare_teams(cast.league, teams))
    Competition.objects.filter(pk=made.pk).update(scheduling="knock_out", legs=legs, format_options=options)
    made.refresh_from_db()
    made = draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version, seed="a fair draw")
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)


def tie(competition: Competition, number: int) -> Tie:
    return competition.ties.select_related("home", "away", "winner").get(number=number)


def names(competition: Competition, number: int) -> tuple[str | None, str | None]:
    found = tie(competition, number)
    return found.home and found.home.name, found.away and found.away.name


def matches_in(competition: Competition, number: int) -> list[Fixture]:
    rows = Fixture.objects.filter(tie__competition=competition, tie__number=number)
    return list(rows.select_related("match", "round", "home", "away").order_by("round__number"))


def asked(cast: Cast, competition: Competition, number: int) -> dict[str, Any]:
    competition.refresh_from_db()
    return {"competition": competition, "by": cast.commissioner, "expected": competition.version, "number": number}


def test_four_teams_play_to_the_final_and_for_third_place(cast: Cast) -> None:
    cup = knock_out(cast, 4, third_place=True)
    assert [names(cup, number) for number in (1, 2)] == [("Anvils", "Dragons"), ("Badgers", "Comets")]
    assert [names(cup, number) for number in (3, 4)] == [(None, None)] * 2
    decide_match(matches_in(cup, 1)[0], 2, 1)
    assert names(cup, 3) == ("Anvils", None)
    decide_match(matches_in(cup, 2)[0], 0, 1)
    assert names(cup, 3) == ("Anvils", "Comets")
    assert names(cup, 4) == ("Dragons", "Badgers")
    decide_match(matches_in(cup, 3)[0], 0, 1)
    decide_match(matches_in(cup, 4)[0], 3, 1)
    assert tie(cup, 3).winner == Team.objects.get(name="Comets")
    cup.refresh_from_db()
    finished = finishing.finish_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    assert finished.state == Competition.State.FINISHED


@pytest.mark.rules("L3")
def test_matches_are_played_on_the_terms_of_their_stage(cast: Cast) -> None:
    """Two semi-finals and a final; the rules double their gate (L4)."""
    cup = knock_out(cast, 8)
    stages = [each.match.stage for each in fixtures_of(cup) if each.match is not None]
    assert stages == [Match.Stage.PLAY_OFF] * 4
    for number in (1, 2, 3, 4):
        decide_match(matches_in(cup, number)[0], 1, 0)
    assert {each.match.stage for number in (5, 6) for each in matches_in(cup, number)} == {Match.Stage.SEMI_FINAL}
    for number in (5, 6):
        decide_match(matches_in(cup, number)[0], 1, 0)
    assert [each.match.stage for each in matches_in(cup, 7)] == [Match.Stage.FINAL]


def test_the_best_have_a_bye_in_the_first_round_and_play_in_the_second(cast: Cast) -> None:
    cup = knock_out(cast, 5)
    byes = {each.home.name for each in fixtures_of(cup) if each.away is None}
    assert byes == {"Anvils", "Badgers", "Comets"}
    decide_match(next(each for each in fixtures_of(cup) if each.away and each.round.number == 1), 1, 0)
    assert {names(cup, 5), names(cup, 6)} == {("Anvils", "Dragons"), ("Badgers", "Comets")}


def test_two_legs_count_together_and_the_final_is_one_match(cast: Cast) -> None:
    cup = knock_out(cast, 4, legs=2)
    first, second = matches_in(cup, 1)
    assert (first.home.name, second.home.name) == ("Anvils", "Dragons")
    assert (first.round.number, second.round.number) == (1, 2)
    decide_match(first, 2, 0)
    assert tie(cup, 1).winner is None
    decide_match(second, 1, 0)
    assert (tie(cup, 1).winner.name, tie(cup, 1).how) == ("Anvils", "aggregate")
    for each in matches_in(cup, 2):
        decide_match(each, 0, 0)
    assert tie(cup, 2).winner is None  # level over both: a commissioner has to rule
    manual_advance.advance_team(**asked(cast, cup, 2), team=Team.objects.get(name="Comets"), reason="won the shoot-out")
    assert names(cup, 3) == ("Anvils", "Comets")
    assert len(matches_in(cup, 3)) == 1


def test_overtime_and_shoot_out_decide_who_advances(cast: Cast) -> None:
    cup = knock_out(cast, 2)
    final = matches_in(cup, 1)[0]
    decide_match(final, 1, 1)
    assert tie(cup, 1).winner is None
    final.match.sides.filter(side="away").update(result="win")
    final.match.sides.filter(side="home").update(result="loss")
    decide_again(final)
    assert (tie(cup, 1).winner.name, tie(cup, 1).how) == ("Badgers", "extra")


def decide_again(fixture: Fixture) -> None:
    from matches.extensions import match_changed

    match = Match.objects.get(pk=fixture.match_id)
    match_changed.call(match)


def test_a_team_also_advances_by_walkover_or_coin_toss(cast: Cast) -> None:
    cup = knock_out(cast, 4)
    one, other = matches_in(cup, 1)[0], matches_in(cup, 2)[0]
    given = {"by": cast.commissioner, "reason": "did not come"}
    decisions.award_walkover(fixture=one, expected=one.version, to="away", **given)
    decisions.toss_coin(fixture=other, expected=other.version, **given)
    assert names(cup, 3)[0] == "Dragons"
    assert names(cup, 3)[1] in ("Badgers", "Comets")


def test_an_undone_decision_removes_the_next_match(cast: Cast) -> None:
    cup = knock_out(cast, 4)
    one = matches_in(cup, 1)[0]
    decisions.award_walkover(fixture=one, by=cast.commissioner, expected=one.version, to="home", reason="no show")
    decide_match(matches_in(cup, 2)[0], 1, 0)
    assert len(matches_in(cup, 3)) == 1
    one = matches_in(cup, 1)[0]
    decisions.revoke_decision(fixture=one, by=cast.commissioner, expected=one.version, reason="they came after all")
    assert names(cup, 3) == (None, "Badgers")
    assert matches_in(cup, 3) == []


def test_a_corrected_result_changes_a_match_that_is_not_open(cast: Cast) -> None:
    cup = knock_out(cast, 4)
    for number in (1, 2):
        decide_match(matches_in(cup, number)[0], 1, 0)
    decide_match(matches_in(cup, 1)[0], 0, 1)
    assert names(cup, 3) == ("Dragons", "Badgers")
    final = matches_in(cup, 3)[0]
    assert {final.home.name, final.away.name} == {"Dragons", "Badgers"}
    assert {side.team.name for side in final.match.sides.all()} == {"Dragons", "Badgers"}


def final_begun(cast: Cast, state: str, **columns: Any) -> tuple[Competition, Fixture]:
    """A final of Anvils and Badgers in this state; then a correction says that Dragons won the semi-final of Anvils."""
    cup = knock_out(cast, 4, **columns)
    for number in (1, 2):
        decide_match(matches_in(cup, number)[0], 1, 0)
    final = matches_in(cup, 3)[0]
    Match.objects.filter(pk=final.match_id).update(state=state)
    if state == Match.State.CLOSED:
        decide_match(final, 1, 0)
    decide_match(matches_in(cup, 1)[0], 0, 1)
    return cup, final


def test_a_corrected_result_does_not_change_the_teams_of_an_open_match(cast: Cast) -> None:
    cup, final = final_begun(cast, Match.State.PRE_MATCH)
    assert tie(cup, 1).winner.name == "Dragons"
    assert names(cup, 3) == ("Anvils", "Badgers") and matches_in(cup, 3) == [final]
    assert [(each.tie, each.source) for each in misplaced_teams.misplaced_teams(list(cup.ties.all()))] == [(3, 1)]
    decide_match(final, 1, 0)
    assert tie(cup, 3).winner.name == "Anvils"  # a fact: who played it and won it goes on
    manual_advance.advance_team(**asked(cast, cup, 1), team=Team.objects.get(name="Anvils"), reason="the final stands")
    assert misplaced_teams.misplaced_teams(list(cup.ties.all())) == []


def test_a_bracket_follows_a_correction_once_the_opened_match_is_called_off(cast: Cast) -> None:
    cup, final = final_begun(cast, Match.State.PRE_MATCH)
    annulling.call_off(match=final.match, by=cast.commissioner, reason="Others play it.")
    assert names(cup, 3) == ("Dragons", "Badgers")
    (new,) = matches_in(cup, 3)
    assert {new.home.name, new.away.name} == {"Dragons", "Badgers"} and new.match.state == Match.State.SCHEDULED
    assert misplaced_teams.misplaced_teams(list(cup.ties.all())) == []


def test_a_finished_bracket_shows_a_corrected_result_and_keeps_its_champion(cast: Cast) -> None:
    cup, final = final_begun(cast, Match.State.CLOSED)
    cup.refresh_from_db()
    cup = finishing.finish_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    decide_match(matches_in(cup, 2)[0], 0, 1)
    assert tie(cup, 2).winner.name == "Comets" and tie(cup, 3).winner.name == "Anvils"
    order = [Team.objects.get(pk=each.team).name for each in qualification.finishers(cup)]
    assert order == ["Anvils", "Badgers", "Comets", "Dragons"]  # each once, those who lost the semi-finals too
    decide_match(final, 0, 1)
    assert tie(cup, 3).winner.name == "Badgers"


def test_a_team_that_should_have_been_in_the_final_plays_for_third_place(cast: Cast) -> None:
    cup, _final = final_begun(cast, Match.State.PLAYING, third_place=True)
    assert names(cup, 4) == ("Dragons", "Comets")
    assert [(each.tie, each.source) for each in misplaced_teams.misplaced_teams(list(cup.ties.all()))] == [(3, 1)]


def test_a_tie_that_must_be_replayed_keeps_the_final_that_followed(cast: Cast) -> None:
    cup, _final = final_begun(cast, Match.State.CLOSED)
    Match.objects.filter(fixture__tie__competition=cup, fixture__tie__number=1).update(state=Match.State.SCHEDULED)
    brackets.fill_bracket(cup)
    assert tie(cup, 1).winner is None and names(cup, 3) == ("Anvils", "Badgers")
    assert [each.due for each in misplaced_teams.misplaced_teams(list(cup.ties.all()))] == [None]


def test_a_commissioners_decision_counts_until_it_is_undone(cast: Cast) -> None:
    cup = knock_out(cast, 4)
    decide_match(matches_in(cup, 1)[0], 1, 0)
    manual_advance.advance_team(**asked(cast, cup, 1), team=Team.objects.get(name="Dragons"), reason="a forfeit")
    assert names(cup, 3)[0] == "Dragons"
    manual_advance.revoke_ruling(**asked(cast, cup, 1))
    assert names(cup, 3)[0] == "Anvils"
    assert cast.league.log.filter(kind__in=("competitions.sent_on", "competitions.word_taken_back")).count() == 2


def test_a_lot_decides_which_team_advances(cast: Cast) -> None:
    cup = knock_out(cast, 2)
    manual_advance.advance_team(**asked(cast, cup, 1), team=None, reason="neither could play")
    assert tie(cup, 1).winner.name in ("Anvils", "Badgers")
    assert cast.league.log.filter(kind="competitions.sent_on_by_lot").count() == 1


def test_a_ruling_that_is_not_possible_is_refused(cast: Cast) -> None:
    cup = knock_out(cast, 4)
    with pytest.raises(Refusal, match="not known yet"):
        manual_advance.advance_team(**asked(cast, cup, 3), team=Team.objects.get(name="Anvils"), reason="no")
    with pytest.raises(Refusal, match="Comets does not play in this tie"):
        manual_advance.advance_team(**asked(cast, cup, 1), team=Team.objects.get(name="Comets"), reason="no")
    with pytest.raises(Refusal, match="No ruling decided this tie"):
        manual_advance.revoke_ruling(**asked(cast, cup, 1))
    for number in (1, 2):
        decide_match(matches_in(cup, number)[0], 1, 0)
    Match.objects.filter(pk=matches_in(cup, 3)[0].match_id).update(state=Match.State.PLAYING)
    with pytest.raises(Refusal, match="The next match of Anvils has been opened or played"):
        manual_advance.advance_team(**asked(cast, cup, 1), team=Team.objects.get(name="Dragons"), reason="no")


def test_fixtures_of_a_bracket_cannot_be_added_moved_or_deleted_by_hand(cast: Cast) -> None:
    cup = knock_out(cast, 4)
    fixture = matches_in(cup, 1)[0]
    given = {"fixture": fixture, "by": cast.commissioner, "expected": fixture.version}
    with pytest.raises(Refusal, match="its bracket sets the matches"):
        fixtures.move_fixture(**given, to=2)
    with pytest.raises(Refusal, match="its bracket sets the matches"):
        fixtures.delete_fixture(**given)


def test_a_bracket_is_drawn_again_until_a_match_is_opened(cast: Cast) -> None:
    cup = knock_out(cast, 6, by_lot=True)
    before = [names(cup, number) for number in range(1, 5)]
    cup.refresh_from_db()
    given = {"competition": cup, "by": cast.commissioner}
    again = draws.draw_fixtures(**given, expected=cup.version, seed="a fair draw")
    assert [names(cup, number) for number in range(1, 5)] == before
    other = draws.draw_fixtures(**given, expected=again.version, seed="another")
    assert other.ties.count() == 7
    assert [names(cup, number) for number in range(1, 5)] != before


def test_too_many_teams_for_a_bracket_are_refused(cast: Cast) -> None:
    made = competition_in(cast.league, bare_teams(cast.league, 3))
    Competition.objects.filter(pk=made.pk).update(scheduling="knock_out", format_options={"third_place": True})
    made.refresh_from_db()
    with pytest.raises(Refusal, match="needs at least four teams"):
        draws.draw_fixtures(competition=made, by=cast.commissioner, expected=made.version)
    assert not made.ties.exists()


def test_filling_a_large_bracket_reads_as_much_as_filling_a_small_one(
    cast: Cast, django_assert_max_num_queries: Any
) -> None:
    cup = knock_out(cast, 16)
    with django_assert_max_num_queries(10):
        brackets.fill_bracket(cup)
