"""The pre-match: each side's questions, offers and reasons against them, the running cost."""

from __future__ import annotations

import re

import pytest

from leagues.models import LogEntry
from leagues.services import change_house_rules
from matches.models import Match, MatchAnswer
from matches.sequence import opening
from matches.sequence.bought import inducement_words
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from rules.sheet.match import Terms
from teams.models import Team, TeamState
from tests.matches import scene
from tests.matches.conftest import Ground

pytestmark = pytest.mark.once


@pytest.fixture
def match(ground: Ground) -> Match:
    """Nothing answered; the Orcs are worth 150k more."""
    scene.paid(ground.home, 150_000)
    return scene.opened(ground.home, ground.away)


def at_inducements(ground: Ground, match: Match) -> None:
    ground.page(ground.coach, match, "pre-match/").answer("weather")


def test_the_stronger_team_buys_first_and_the_page_says_so(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    first = ground.page(ground.coach, match, "pre-match/")
    assert first.keys == ["inducements"]
    assert "Unspent inducement gold is lost" not in first.text, "there is none for the stronger"
    page = ground.page(ground.other, match, "pre-match/")
    assert page.keys == []
    assert "has the higher value and buys first" in page.text


def test_who_answers_for_coaches_without_accounts_is_led_from_side_to_side(ground: Ground, match: Match) -> None:
    Team.objects.filter(pk__in=(ground.home.pk, ground.away.pk)).update(coach=None, coach_name="Old Pete")
    page = ground.page(ground.commissioner, match, "pre-match/").answer("weather")
    assert page.keys == ["inducements"] and "You answer for Ironside Orcs" in page.text
    page = page.answer("inducements", "Buy nothing")
    assert page.keys == ["inducements"] and "You answer for Harbour Humans" in page.text


def test_who_answers_for_an_absent_coach_is_not_led_to_answer_for_the_other(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    page = ground.page(ground.commissioner, match, "pre-match/?side=home").answer("inducements", "Buy nothing")
    assert page.keys == [] and "You answer for Ironside Orcs" in page.text


def test_the_gold_is_named_before_the_weather_is_rolled(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match, "pre-match/")
    assert page.keys == ["weather"]
    assert "with 150k of inducement gold" in page.text


def test_a_final_says_at_once_that_it_has_no_gold(ground: Ground) -> None:
    scene.paid(ground.home, 150_000)
    final = scene.opened(ground.home, ground.away, Terms(stage="final"))
    assert "There is no inducement gold in this match." in ground.page(ground.coach, final, "pre-match/").text


def test_the_weaker_team_is_given_the_difference_and_sees_what_was_bought(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    ground.page(ground.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    page = ground.page(ground.other, match, "pre-match/")
    assert "with 150k of inducement gold" in page.text
    assert "Inducement gold 0 of 150k" in page.text
    page = page.answer("inducements", "Calculate cost", **{"count.bribe": "1", "count.bloodweiser_babes": "1"})
    assert page.status == 200
    assert "Bill 150k" in page.text
    assert page.form_of("inducements").fields["count.bribe"] == ["1"]
    assert not MatchAnswer.objects.filter(key="inducements", side="away").exists()
    page = page.answer("inducements", "Buy and finish")
    assert MatchAnswer.objects.get(key="inducements", side="away").value == [
        {"kind": "bloodweiser_babes", "count": 1},
        {"kind": "bribe", "count": 1},
    ]


def test_what_is_too_dear_is_refused_with_the_rule_and_kept(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/").answer(
        "inducements", "Buy and finish", **{"count.bribe": "3"}
    )
    assert page.status == 422
    assert "p. 35" in page.text
    assert page.form_of("inducements").fields["count.bribe"] == ["3"]
    assert not MatchAnswer.objects.filter(key="inducements").exists()


CANNOT_BE: list[dict[str, str]] = [
    {"count.bribe": "-1"},
    {"count.bribe": "9999999999"},
    {"count.bribe": "a few"},
    {"count.mercenary": "1"},
    {"star": "Nobody at All"},
    {"star": "x" * 500},
    {"mercenary.0": "Dragon"},
    {"mercenary.0": "Lineman", "skill.0.0": "Flying"},
    {"journeyman.Lineman": "5"},
    {},
]


def test_a_purchase_that_cannot_be_is_refused(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/")
    for fields in CANNOT_BE:
        assert page.answer("inducements", "Buy and finish", **fields).status == 422, fields
    assert not MatchAnswer.objects.filter(key="inducements").exists()


def test_journeymen_are_on_offer_only_while_fewer_than_eleven_can_play(ground: Ground) -> None:
    for place in range(3):
        scene.sent_to_hospital(ground.home, place)
    match = scene.opened(ground.home, ground.away)
    at_inducements(ground, match)
    ground.page(ground.other, match, "pre-match/").answer("inducements", "Buy nothing")
    page = ground.page(ground.coach, match, "pre-match/")
    assert "Up to 2 allowed" in page.text
    assert page.answer("inducements", "Buy and finish", **{"journeyman.Lineman": "3"}).status == 422
    assert page.answer("inducements", "Buy and finish", **{"journeyman.Lineman": "2"}).status == 200
    assert match.answers.get(key="inducements", side="home").value[0]["count"] == 2


def test_who_has_chosen_nothing_is_told_what_there_is_and_not_what_he_did_wrong(ground: Ground) -> None:
    match = scene.opened(ground.home, ground.away)
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/")
    text = page.response.content.decode()
    for reproach in ("too many", "Take ", "violations", "error-summary"):
        assert reproach not in text
    assert "Not needed: 11 players of this team can play (I2, p. 35)." in page.text
    assert 'name="journeyman.' not in text
    page = page.answer("inducements", "Calculate cost", **{"journeyman.Lineman": "1"})
    assert "1 journeyman is too many" in page.text, "who asks is told"


def test_one_thing_goes_by_one_name(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    texts = [ground.page(ground.coach, match, "pre-match/").text]
    ground.page(ground.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    texts.append(ground.page(ground.other, match, "pre-match/").text)
    for text in texts:
        assert "nducement gold" in text
        assert "old given" not in text
        assert "given gold" not in text


def test_an_excluded_inducement_is_shown_with_the_reason(ground: Ground) -> None:
    options = {**ground.league.ruleset.values, "excluded_inducements": ["wizard"]}
    change_house_rules(
        league=ground.league,
        by=ground.cast.commissioner,
        expected=ground.league.ruleset.pk,
        options=options,
        reason="no",
    )
    match = scene.opened(ground.home, ground.away)
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/")
    assert "count.wizard" not in page.form_of("inducements").options
    assert "not-on-offer" in page.response.content.decode()
    assert page.answer("inducements", "Buy and finish", **{"count.wizard": "1"}).status == 422


def test_gold_from_the_treasury_is_in_the_books_when_the_pre_match_is_done(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    before = TeamState.objects.get(team=ground.home).treasury
    bought = {"count.bloodweiser_babes": "1", "count.bribe": "1"}
    ground.page(ground.coach, match, "pre-match/").answer("inducements", "Buy and finish", **bought)
    ground.page(ground.other, match, "pre-match/").answer("inducements", "Buy nothing")
    assert TeamState.objects.get(team=ground.home).treasury == before, "not before the sequence is done"
    for who in (ground.coach, ground.other):
        ground.page(who, match, "pre-match/").answer("fans")
    assert TeamState.objects.get(team=ground.home).treasury == before - 150_000
    text = ground.page(ground.coach, match).text
    assert "Bloodweiser Babe" in text
    assert "bribe" in text


def test_a_star_whom_both_hire_is_told_of_on_every_page(ground: Ground) -> None:
    """Neither may field him, and both fees are gone (I3, p. 35)."""
    scene.paid(ground.home, 350_000)
    scene.paid(ground.away, 200_000)
    match = scene.opened(ground.home, ground.away)
    at_inducements(ground, match)
    for who in (ground.coach, ground.other):
        page = ground.page(who, match, "pre-match/").answer("inducements", "Buy and finish", star="Thrud the Barbarian")
    assert "Thrud the Barbarian: hired by both teams, so plays for neither" in page.text
    for who in (ground.coach, ground.other):
        ground.page(who, match, "pre-match/").answer("fans")
    assert ground.page(ground.other, match).text.count("Thrud the Barbarian, hired by both: plays for neither") == 2
    state = MatchState(Match.objects.get(pk=match.pk))
    assert "plays for neither" in dict(match_sheet(state).sides[0].words)["Inducements"]


def test_two_who_play_as_one_are_named_together(ground: Ground, match: Match) -> None:
    words = inducement_words(ground.league.ruleset.rules(), {"kind": "star", "name": "Brick Far'th"})
    assert words == "Brick Far'th & Grotty"


def test_the_weather_has_its_name_as_soon_as_it_is_rolled(ground: Ground, match: Match) -> None:
    ground.typed_dice()
    page = ground.page(ground.coach, match, "pre-match/").answer("weather", die0="6", die1="6")
    assert "Blizzard" in page.text


def test_a_mercenary_who_is_not_to_be_had_says_why(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/")
    assert "The list allows 1 × Troll" in page.text


def test_a_question_of_the_other_side_cannot_be_answered(ground: Ground, match: Match) -> None:
    form = ground.page(ground.coach, match, "pre-match/").form_of("weather")
    answer = ground.other.post(f"/matches/{match.public_id}/pre-match/", {**form.fields, "side": "home"})
    assert answer.status_code == 422
    answer = ground.other.post(f"/matches/{match.public_id}/pre-match/", {**form.fields, "side": "away"})
    assert answer.status_code == 409
    assert not MatchAnswer.objects.exists()


def test_the_same_answer_sent_twice_counts_once_and_a_late_one_is_told(ground: Ground, match: Match) -> None:
    page = ground.page(ground.coach, match, "pre-match/")
    assert page.answer("weather").status == 200
    assert page.answer("weather").status == 200
    late = page.answer("weather", command_id="11111111-1111-4111-8111-111111111111")
    assert late.status == 409
    assert "already answered" in late.text
    assert MatchAnswer.objects.filter(key="weather").count() == 1


def test_typed_dice_are_refused_where_the_server_rolls_and_the_other_way_round(ground: Ground, match: Match) -> None:
    form = ground.page(ground.coach, match, "pre-match/").form_of("weather")
    ground.page(ground.coach, match, "pre-match/").send(form, die0="6", die1="6")
    assert MatchAnswer.objects.get(key="weather").rolled
    MatchAnswer.objects.all().delete()
    ground.typed_dice()
    page = ground.page(ground.coach, match, "pre-match/")
    for faces in (
        {},
        {"die0": "3"},
        {"die0": "7", "die1": "1"},
        {"die0": "0", "die1": "1"},
        {"die0": "x", "die1": "²"},
    ):
        assert page.answer("weather", **faces).status == 422
    assert page.answer("weather", die0="6", die1="6").status == 200
    row = MatchAnswer.objects.get(key="weather")
    assert (row.value, row.rolled) == ([6, 6], False)


def test_a_commissioner_answers_for_an_absent_coach_and_the_log_tells(ground: Ground, match: Match) -> None:
    page = ground.page(ground.commissioner, match, "pre-match/?side=home")
    assert "You answer for Ironside Orcs as commissioner" in page.text
    assert page.answer("weather").status == 200
    entry = LogEntry.objects.get(kind="matches.answered_for")
    assert entry.by == ground.cast.commissioner
    assert MatchAnswer.objects.get().by == ground.cast.commissioner


def test_calling_off_frees_both_teams_and_voids_what_was_rolled(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    page = ground.page(ground.commissioner, match, "call-off/")
    assert page.press("Call off match", reason="").status == 422
    assert page.press("Call off match", reason="Flood.").status == 200
    match.refresh_from_db()
    assert match.state == Match.State.SCHEDULED
    assert not MatchAnswer.objects.exists()
    assert set(TeamState.objects.values_list("held_by", flat=True)) == {""}
    assert LogEntry.objects.get(kind="matches.called_off").reason == "Flood."
    scene.answered(Match.objects.get(pk=opening.open_match(match=match, by=ground.cast.coach).pk))


def test_a_team_in_a_match_cannot_begin_another(ground: Ground, match: Match) -> None:
    second = scene.scheduled(ground.home, ground.away)
    page = ground.page(ground.coach, second).press("Open the match")
    assert page.status == 409
    assert "is in a match that is not closed yet" in page.text
    second.refresh_from_db()
    assert second.state == Match.State.SCHEDULED


def with_house_rules(ground: Ground, **options: object) -> None:
    who = {"by": ground.cast.commissioner, "expected": ground.league.ruleset.pk}
    change_house_rules(league=ground.league, options=ground.league.ruleset.values | options, **who)


def test_where_only_cards_are_bought_nothing_else_is_asked(ground: Ground) -> None:
    with_house_rules(ground, special_play_cards="only")
    match = scene.opened(ground.home, ground.away)
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/")
    assert "In this league teams can only buy special play cards (S2, p. 43)." in page.text
    page.answer("cards.1", "Stop drawing")
    assert ground.page(ground.coach, match, "pre-match/").keys == []
    ground.page(ground.other, match, "pre-match/").answer("cards.1", "Stop drawing")
    assert ground.page(ground.coach, match, "pre-match/").keys == ["fans"]


def test_where_the_house_rules_allow_no_inducements_none_are_asked_for(ground: Ground) -> None:
    with_house_rules(ground, play_off_inducements="none")
    scene.paid(ground.home, 150_000)
    match = scene.opened(ground.home, ground.away, Terms(stage="play_off"))
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/")
    assert page.keys == ["fans"]
    assert "The house rules allow no inducements in such a match (P4, p. 39)." in page.text
    assert "buys first" not in page.text


def test_a_match_that_is_only_on_the_schedule_has_its_page(ground: Ground) -> None:
    assert ground.page(ground.coach, scene.scheduled(ground.home, ground.away)).status == 200


def unexplained(html: str) -> set[str]:
    """The notes that skills on a page call for and the page does not have, or has twice."""
    called = set(re.findall(r'popovertarget="(skill-[^"]+)"', html))
    notes = re.findall(r'popover id="(skill-[^"]+)"', html)
    return {note for note in called if notes.count(note) != 1}


def test_each_player_for_hire_has_a_profile_and_every_skill_a_note(ground: Ground, match: Match) -> None:
    at_inducements(ground, match)
    page = ground.page(ground.coach, match, "pre-match/")
    assert 'popovertarget="skill-bone-head"' in page.html, "Thrud's, whom nobody on the roster shares it with"
    assert unexplained(page.html) == set()
    assert "MA Movement Allowance" in page.text
    assert "Goblin 70k MA 6 ST 2 AG 3 AV 7 Right Stuff Dodge Stunty Normal categories: Agility" in page.text
    assert "they play in this match only" in page.text
