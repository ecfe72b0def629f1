"""A coach can undo a decision until the server rolls after it, but never a roll."""

from __future__ import annotations

import pytest

from leagues.models import LogEntry
from matches.models import Match, MatchAnswer
from matches.sequence import answering
from matches.sequence.answering import Given
from matches.sequence.sequences import MatchState
from rules.sheet.match import Result
from tests.matches import scene
from tests.matches.conftest import Ground
from web.errors import Refusal

BACK = "Undo"


def fresh(match: Match) -> Match:
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def led_to(ground: Ground, match: Match, key: str, side: str = "home") -> None:
    """Answers a side's questions until it is asked this one."""
    for _round in range(30):
        mine = [question for question in MatchState(fresh(match)).questions() if question.side == side]
        if mine[0].key == key:
            return
        given = scene.answer_to(fresh(match), mine[0], {})
        answering.answer(match=fresh(match), given=[given], by=ground.cast.coach)
    raise AssertionError(key)


def keys(match: Match, side: str = "home") -> list[str]:
    rows = MatchAnswer.objects.filter(match=match, sequence=fresh(match).state, side=side)
    return [row.key for row in rows if row.question["kind"] != "mint"]


def test_a_decision_without_a_roll_after_it_is_asked_again(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    led_to(ground, match, "bank")
    page = ground.page(ground.coach, match, "post-match/").answer("bank", "Move nothing")
    assert page.keys == ["release"]
    page = page.press("Undo: Bank")
    assert page.keys == ["bank"]
    assert "Undone" in page.text
    page = page.answer("bank", "Move nothing").answer("release", "Release nobody")
    assert page.press(BACK).keys == ["release"]


def test_what_the_server_rolled_is_never_taken_back(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    led_to(ground, match, "bank")
    page = ground.page(ground.coach, match, "post-match/")
    assert not [form for form in page.forms if "take-back" in form.action]
    before = keys(match)
    with pytest.raises(Refusal) as refused:
        answering.take_back(match=fresh(match), side="home", key=before[-1], by=ground.cast.coach)
    assert refused.value.id == "matches.nothing_to_take_back"
    assert keys(match) == before


def test_a_decision_before_a_roll_of_the_server_stands(ground: Ground) -> None:
    """The winner's choice to keep his die is followed by the fan factor's roll."""
    match = scene.confirmed(ground.home, ground.away, home=1)
    led_to(ground, match, "winnings_reroll")
    page = ground.page(ground.coach, match, "post-match/").answer("winnings_reroll", "Keep")
    assert [form for form in page.forms if "take-back" in form.action]
    page = page.answer("fan_factor")
    assert not [form for form in page.forms if "take-back" in form.action]


def test_typed_dice_can_be_taken_back(ground: Ground) -> None:
    ground.typed_dice()
    match = scene.confirmed(ground.home, ground.away, home=1)
    led_to(ground, match, "winnings")
    page = ground.page(ground.coach, match, "post-match/").answer("winnings", die0="1")
    page = page.press(BACK)
    assert page.keys == ["winnings"]
    assert page.answer("winnings", die0="6").status == 200
    assert MatchAnswer.objects.get(key="winnings", side="home").value == [6]


def test_taking_back_a_purchase_takes_the_new_players_with_it(ground: Ground) -> None:
    scene.paid(ground.home, 200_000)
    match = scene.confirmed(ground.home, ground.away)
    led_to(ground, match, "buy")
    page = ground.page(ground.coach, match, "post-match/")
    page = page.answer("buy", "Buy", **{"player.0": "Blitzer", "name.0": "Grom"})
    assert "Grom" in page.text
    page = page.press(BACK)
    assert page.keys == ["buy"]
    assert not MatchAnswer.objects.filter(key__startswith="buy").exists()
    page = page.answer("buy", "Buy", **{"player.0": "Lineman", "name.0": "Snik"})
    scene.answered(match, by=ground.cast.coach)
    names = {ground.home.players.get(pk=line.player).name for line in lines(ground)}
    assert "Snik" in names
    assert "Grom" not in names


def lines(ground: Ground) -> tuple:
    from teams.ledger import ledger
    from teams.models import TeamState

    return ledger.sheet_in(TeamState.objects.get(team=ground.home)).players


def test_a_purchase_of_inducements_stands_once_the_other_side_has_bought(ground: Ground) -> None:
    scene.paid(ground.home, 150_000)
    match = scene.opened(ground.home, ground.away)
    ground.page(ground.coach, match, "pre-match/").answer("weather")
    page = ground.page(ground.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    page = page.press(BACK)
    assert page.keys == ["inducements"]
    page.answer("inducements", "Buy nothing")
    ground.page(ground.other, match, "pre-match/").answer("inducements", "Buy nothing")
    page = ground.page(ground.coach, match, "pre-match/")
    assert not [form for form in page.forms if "take-back" in form.action]
    with pytest.raises(Refusal):
        answering.take_back(match=fresh(match), side="home", key="inducements", by=ground.cast.coach)


def test_another_coach_cannot_take_it_back(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    led_to(ground, match, "bank")
    answering.answer(match=fresh(match), given=[Given(side="home", key="bank")], by=ground.cast.coach)
    page = ground.page(ground.coach, match, "post-match/")
    form = page.form_with(BACK)
    answer = ground.other.post(form.action, form.fields)
    assert answer.status_code == 422
    assert "bank" in keys(match)


def test_a_commissioner_takes_back_for_a_coach_and_the_log_tells(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    led_to(ground, match, "bank")
    answering.answer(match=fresh(match), given=[Given(side="home", key="bank")], by=ground.cast.coach)
    ground.page(ground.commissioner, match, "post-match/?side=home").press(BACK)
    assert "bank" not in keys(match)
    assert LogEntry.objects.get(kind="matches.taken_back_for").by == ground.cast.commissioner


def test_pressing_twice_takes_one_decision_back(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    led_to(ground, match, "release")
    given = [Given(side="home", key="release")]
    answering.answer(match=fresh(match), given=given, by=ground.cast.coach)
    page = ground.page(ground.coach, match, "post-match/")
    assert page.press(BACK).status == 200
    assert page.press(BACK).status == 200, "the same command is answered as it was the first time"
    assert keys(match)[-1] == "bank"
    form = page.form_with(BACK)
    late = ground.coach.post(form.action, form.fields | {"command_id": ["11111111-1111-4111-8111-111111111111"]})
    assert late.status_code == 409, "what was his last decision then is not so any more"


def test_a_roll_that_the_winner_of_a_concession_used_stands(ground: Ground) -> None:
    """His winnings take over the loser's, so the loser's typed die is no longer his alone (N2)."""
    ground.typed_dice()
    result = Result(conceded_by="away")
    match = scene.confirmed(ground.home, ground.away, home=1, result=result)
    assert [question.key for question in MatchState(match).questions() if question.side == "away"] == ["winnings"]
    ground.page(ground.other, match, "post-match/").answer("winnings", die0="3")
    last = answering.may_be_taken_back(MatchState(fresh(match)), "away")
    assert last.key == "winnings", "as long as the winner has not gone on from it"
    led_to(ground, match, "winnings")
    ground.page(ground.coach, match, "post-match/").answer("winnings", die0="4")
    kept = [Given(side="home", key="winnings_reroll", value="keep")]
    answering.answer(match=fresh(match), given=kept, by=ground.cast.coach)
    assert answering.may_be_taken_back(MatchState(fresh(match)), "away") is None
