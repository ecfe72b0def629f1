"""A coach can undo a decision until the server rolls after it, but never a roll."""

from __future__ import annotations

import pytest

from leagues.models import LogEntry
from matches.models import Match, MatchAnswer
from matches.sequence import answering
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sheet.match import Result
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders
from web.errors import Refusal

BACK = "Undo"


def reload(match: Match) -> Match:
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def answer_up_to(two_teams: TwoTeams, match: Match, key: str, side: str = "home") -> None:
    """Answers a side's questions up to this one."""
    for _round in range(30):
        mine = [question for question in MatchState(reload(match)).questions() if question.side == side]
        if mine[0].key == key:
            return
        given = match_builders.answer_for(reload(match), mine[0], {})
        answering.answer(match=reload(match), given=[given], by=two_teams.cast.coach)
    raise AssertionError(key)


def keys(match: Match, side: str = "home") -> list[str]:
    rows = MatchAnswer.objects.filter(match=match, sequence=reload(match).state, side=side)
    return [row.key for row in rows if row.question["kind"] != "mint"]


def test_an_undone_decision_is_asked_again(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_up_to(two_teams, match, "bank")
    page = two_teams.page(two_teams.coach, match, "post-match/").answer("bank", "Move nothing")
    assert page.keys == ["release"]
    page = page.press("Undo: Bank")
    assert page.keys == ["bank"]
    assert "Undone" in page.text
    page = page.answer("bank", "Move nothing").answer("release", "Release nobody")
    assert page.press(BACK).keys == ["release"]


def test_a_roll_of_the_server_cannot_be_undone(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_up_to(two_teams, match, "bank")
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert not [form for form in page.forms if "take-back" in form.action]
    before = keys(match)
    with pytest.raises(Refusal) as refused:
        answering.undo_decision(match=reload(match), side="home", key=before[-1], by=two_teams.cast.coach)
    assert refused.value.id == "matches.nothing_to_take_back"
    assert keys(match) == before


def test_a_decision_before_a_roll_of_the_server_cannot_be_undone(two_teams: TwoTeams) -> None:
    """After the winner keeps the die, the server rolls for the fan factor."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    answer_up_to(two_teams, match, "winnings_reroll")
    page = two_teams.page(two_teams.coach, match, "post-match/").answer("winnings_reroll", "Keep")
    assert [form for form in page.forms if "take-back" in form.action]
    page = page.answer("fan_factor")
    assert not [form for form in page.forms if "take-back" in form.action]


def test_typed_dice_can_be_undone(two_teams: TwoTeams) -> None:
    two_teams.typed_dice()
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    answer_up_to(two_teams, match, "winnings")
    page = two_teams.page(two_teams.coach, match, "post-match/").answer("winnings", die0="1")
    page = page.press(BACK)
    assert page.keys == ["winnings"]
    assert page.answer("winnings", die0="6").status == 200
    assert MatchAnswer.objects.get(key="winnings", side="home").value == [6]


def test_undoing_a_purchase_deletes_the_new_players(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 200_000)
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_up_to(two_teams, match, "buy")
    page = two_teams.page(two_teams.coach, match, "post-match/")
    page = page.answer("buy", "Buy", **{"player.0": "Blitzer", "name.0": "Grom"})
    assert "Grom" in page.text
    page = page.press(BACK)
    assert page.keys == ["buy"]
    assert not MatchAnswer.objects.filter(key__startswith="buy").exists()
    page = page.answer("buy", "Buy", **{"player.0": "Lineman", "name.0": "Snik"})
    match_builders.answer_all(match, by=two_teams.cast.coach)
    names = {two_teams.home.players.get(pk=line.player).name for line in lines(two_teams)}
    assert "Snik" in names
    assert "Grom" not in names


def lines(two_teams: TwoTeams) -> tuple:
    from teams.ledger import ledger
    from teams.models import TeamState

    return ledger.sheet_in(TeamState.objects.get(team=two_teams.home)).players


def test_a_purchase_cannot_be_undone_after_the_other_side_has_bought(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 150_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    page = two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    page = page.press(BACK)
    assert page.keys == ["inducements"]
    page.answer("inducements", "Buy nothing")
    two_teams.page(two_teams.other, match, "pre-match/").answer("inducements", "Buy nothing")
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert not [form for form in page.forms if "take-back" in form.action]
    with pytest.raises(Refusal):
        answering.undo_decision(match=reload(match), side="home", key="inducements", by=two_teams.cast.coach)


def test_another_coach_cannot_undo_it(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_up_to(two_teams, match, "bank")
    answering.answer(match=reload(match), given=[Given(side="home", key="bank")], by=two_teams.cast.coach)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    form = page.form_with(BACK)
    answer = two_teams.other.post(form.action, form.fields)
    assert answer.status_code == 422
    assert "bank" in keys(match)


def test_a_commissioner_can_undo_for_a_coach_and_the_log_says_so(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_up_to(two_teams, match, "bank")
    answering.answer(match=reload(match), given=[Given(side="home", key="bank")], by=two_teams.cast.coach)
    two_teams.page(two_teams.commissioner, match, "post-match/?side=home").press(BACK)
    assert "bank" not in keys(match)
    assert LogEntry.objects.get(kind="matches.taken_back_for").by == two_teams.cast.commissioner


def test_pressing_twice_undoes_one_decision(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_up_to(two_teams, match, "release")
    given = [Given(side="home", key="release")]
    answering.answer(match=reload(match), given=given, by=two_teams.cast.coach)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert page.press(BACK).status == 200
    assert page.press(BACK).status == 200, "the same command is answered as it was the first time"
    assert keys(match)[-1] == "bank"
    form = page.form_with(BACK)
    late = two_teams.coach.post(form.action, form.fields | {"command_id": ["11111111-1111-4111-8111-111111111111"]})
    assert late.status_code == 409, "that decision is no longer the last one"


def test_a_roll_used_by_the_winner_of_a_concession_cannot_be_undone(two_teams: TwoTeams) -> None:
    """The winner also gets the loser's winnings, so the loser's typed die counts for both (N2)."""
    two_teams.typed_dice()
    result = Result(conceded_by="away")
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1, result=result)
    assert [question.key for question in MatchState(match).questions() if question.side == "away"] == ["winnings"]
    two_teams.page(two_teams.other, match, "post-match/").answer("winnings", die0="3")
    last = answering.last_undoable(MatchState(reload(match)), "away")
    assert last.key == "winnings", "as long as the winner has not gone on from it"
    answer_up_to(two_teams, match, "winnings")
    two_teams.page(two_teams.coach, match, "post-match/").answer("winnings", die0="4")
    kept = [Given(side="home", key="winnings_reroll", value="keep")]
    answering.answer(match=reload(match), given=kept, by=two_teams.cast.coach)
    assert answering.last_undoable(MatchState(reload(match)), "away") is None
