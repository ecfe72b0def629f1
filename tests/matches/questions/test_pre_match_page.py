"""The pre-match: each side's questions, the offers and why some are not available, the running cost."""

from __future__ import annotations

import re

import pytest

from leagues.models import LogEntry
from leagues.services import change_house_rules
from matches.models import Match, MatchAnswer
from matches.sequence import annulling, opening
from matches.sequence.bought import inducement_words
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from rules.sheet.match import Terms
from teams.models import Team, TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders

pytestmark = pytest.mark.once


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    """An opened match without answers; the Orcs have 150k more team value."""
    team_builders.add_gold(two_teams.home, 150_000)
    return match_builders.opened_match(two_teams.home, two_teams.away)


def page_at_inducements(two_teams: TwoTeams, match: Match) -> None:
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")


def test_the_stronger_team_buys_first_and_the_page_says_so(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    first = two_teams.page(two_teams.coach, match, "pre-match/")
    assert first.keys == ["inducements"]
    assert "Unspent inducement gold is lost" not in first.text, "there is none for the stronger"
    page = two_teams.page(two_teams.other, match, "pre-match/")
    assert page.keys == []
    assert "has the higher value and buys first" in page.text


def test_answering_for_coaches_without_accounts_leads_from_side_to_side(two_teams: TwoTeams, match: Match) -> None:
    Team.objects.filter(pk__in=(two_teams.home.pk, two_teams.away.pk)).update(coach=None, coach_name="Old Pete")
    page = two_teams.page(two_teams.commissioner, match, "pre-match/").answer("weather")
    assert page.keys == ["inducements"] and "You answer for Ironside Orcs" in page.text
    page = page.answer("inducements", "Buy nothing")
    assert page.keys == ["inducements"] and "You answer for Harbour Humans" in page.text


def test_answering_for_an_absent_coach_does_not_lead_to_the_other_side(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.commissioner, match, "pre-match/?side=home").answer("inducements", "Buy nothing")
    assert page.keys == [] and "You answer for Ironside Orcs" in page.text


def test_the_gold_is_shown_before_the_weather_is_rolled(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert page.keys == ["weather"]
    assert "with 150k of inducement gold" in page.text


def test_a_final_says_at_the_start_that_there_is_no_gold(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 150_000)
    final = match_builders.opened_match(two_teams.home, two_teams.away, Terms(stage="final"))
    assert "There is no inducement gold in this match." in two_teams.page(two_teams.coach, final, "pre-match/").text


def test_the_weaker_team_gets_the_difference_and_sees_the_opponents_purchases(
    two_teams: TwoTeams, match: Match
) -> None:
    page_at_inducements(two_teams, match)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    page = two_teams.page(two_teams.other, match, "pre-match/")
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


def test_a_purchase_that_costs_too_much_is_refused_and_stays_in_the_form(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/").answer(
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


def test_a_forbidden_purchase_is_refused(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    for fields in CANNOT_BE:
        assert page.answer("inducements", "Buy and finish", **fields).status == 422, fields
    assert not MatchAnswer.objects.filter(key="inducements").exists()


def test_journeymen_are_offered_only_while_fewer_than_eleven_can_play(two_teams: TwoTeams) -> None:
    for place in range(3):
        team_builders.injure_player(two_teams.home, place)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page_at_inducements(two_teams, match)
    two_teams.page(two_teams.other, match, "pre-match/").answer("inducements", "Buy nothing")
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert "Up to 2 allowed" in page.text
    assert page.answer("inducements", "Buy and finish", **{"journeyman.Lineman": "3"}).status == 422
    assert page.answer("inducements", "Buy and finish", **{"journeyman.Lineman": "2"}).status == 200
    assert match.answers.get(key="inducements", side="home").value[0]["count"] == 2


def test_an_empty_choice_shows_the_offers_and_no_errors(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    text = page.response.content.decode()
    for reproach in ("too many", "Take "):
        assert reproach not in text
    assert not re.search(r'class="[^"]*error-summary', text)
    assert "Not needed: 11 players of this team can play (I2, p. 35)." in page.text
    assert 'name="journeyman.' not in text
    page = page.answer("inducements", "Calculate cost", **{"journeyman.Lineman": "1"})
    assert "1 journeyman is too many" in page.text, "working it out shows the problem"


def test_each_item_has_one_name(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    texts = [two_teams.page(two_teams.coach, match, "pre-match/").text]
    two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    texts.append(two_teams.page(two_teams.other, match, "pre-match/").text)
    for text in texts:
        assert "nducement gold" in text
        assert "old given" not in text
        assert "given gold" not in text


def test_an_excluded_inducement_is_shown_with_the_reason(two_teams: TwoTeams) -> None:
    options = {**two_teams.league.ruleset.values, "excluded_inducements": ["wizard"]}
    change_house_rules(
        league=two_teams.league,
        by=two_teams.cast.commissioner,
        expected=two_teams.league.ruleset.pk,
        options=options,
        reason="no",
    )
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert "count.wizard" not in page.form_of("inducements").options
    assert "not-on-offer" in page.response.content.decode()
    assert page.answer("inducements", "Buy and finish", **{"count.wizard": "1"}).status == 422


def test_treasury_gold_is_in_the_journal_after_the_pre_match(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    before = TeamState.objects.get(team=two_teams.home).treasury
    bought = {"count.bloodweiser_babes": "1", "count.bribe": "1"}
    two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy and finish", **bought)
    two_teams.page(two_teams.other, match, "pre-match/").answer("inducements", "Buy nothing")
    assert TeamState.objects.get(team=two_teams.home).treasury == before, "not before the sequence is done"
    for who in (two_teams.coach, two_teams.other):
        two_teams.page(who, match, "pre-match/").answer("fans")
    assert TeamState.objects.get(team=two_teams.home).treasury == before - 150_000
    text = two_teams.page(two_teams.coach, match).text
    assert "Bloodweiser Babe" in text
    assert "bribe" in text


def test_every_page_says_that_both_teams_hired_the_same_star(two_teams: TwoTeams) -> None:
    """Neither team can field the star, and both fees are lost (I3, p. 35)."""
    team_builders.add_gold(two_teams.home, 350_000)
    team_builders.add_gold(two_teams.away, 200_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page_at_inducements(two_teams, match)
    for who in (two_teams.coach, two_teams.other):
        page = two_teams.page(who, match, "pre-match/").answer(
            "inducements", "Buy and finish", star="Thrud the Barbarian"
        )
    assert "Thrud the Barbarian: hired by both teams, so plays for neither" in page.text
    for who in (two_teams.coach, two_teams.other):
        two_teams.page(who, match, "pre-match/").answer("fans")
    assert (
        two_teams.page(two_teams.other, match).text.count("Thrud the Barbarian, hired by both: plays for neither") == 2
    )
    state = MatchState(Match.objects.get(pk=match.pk))
    assert "plays for neither" in dict(match_sheet(state).sides[0].words)["Inducements"]


def test_two_stars_hired_together_are_named_together(two_teams: TwoTeams, match: Match) -> None:
    words = inducement_words(two_teams.league.ruleset.rules(), {"kind": "star", "name": "Brick Far'th"})
    assert words == "Brick Far'th & Grotty"


def test_the_weather_is_named_as_soon_as_it_is_rolled(two_teams: TwoTeams, match: Match) -> None:
    two_teams.typed_dice()
    page = two_teams.page(two_teams.coach, match, "pre-match/").answer("weather", die0="6", die1="6")
    assert "Blizzard" in page.text


def test_an_unavailable_mercenary_says_why(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert "The list allows 1 × Troll" in page.text


def test_the_positions_of_mercenaries_are_links_to_the_guide(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/").html
    assert re.search(r'<strong><a href="/rules/[^"]*/lists/orc/#troll">Troll</a></strong>', page)


def test_a_question_of_the_other_side_cannot_be_answered(two_teams: TwoTeams, match: Match) -> None:
    form = two_teams.page(two_teams.coach, match, "pre-match/").form_of("weather")
    answer = two_teams.other.post(f"/matches/{match.public_id}/pre-match/", {**form.fields, "side": "home"})
    assert answer.status_code == 422
    answer = two_teams.other.post(f"/matches/{match.public_id}/pre-match/", {**form.fields, "side": "away"})
    assert answer.status_code == 409
    assert not MatchAnswer.objects.exists()


def test_an_answer_sent_twice_counts_once_and_a_late_one_is_refused(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert page.answer("weather").status == 200
    assert page.answer("weather").status == 200
    late = page.answer("weather", command_id="11111111-1111-4111-8111-111111111111")
    assert late.status == 409
    assert "already answered" in late.text
    assert MatchAnswer.objects.filter(key="weather").count() == 1


def test_typed_dice_are_refused_where_the_server_rolls_and_the_other_way_round(
    two_teams: TwoTeams, match: Match
) -> None:
    form = two_teams.page(two_teams.coach, match, "pre-match/").form_of("weather")
    two_teams.page(two_teams.coach, match, "pre-match/").send(form, die0="6", die1="6")
    assert MatchAnswer.objects.get(key="weather").rolled
    MatchAnswer.objects.all().delete()
    two_teams.typed_dice()
    page = two_teams.page(two_teams.coach, match, "pre-match/")
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


def test_a_commissioner_answers_for_an_absent_coach_and_the_log_says_so(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.commissioner, match, "pre-match/?side=home")
    assert "You answer for Ironside Orcs as commissioner" in page.text
    assert page.answer("weather").status == 200
    entry = LogEntry.objects.get(kind="matches.answered_for")
    assert entry.by == two_teams.cast.commissioner
    assert MatchAnswer.objects.get().by == two_teams.cast.commissioner


def test_calling_off_frees_both_teams_and_removes_the_rolls(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.commissioner, match, "call-off/")
    assert page.press("Call off match", reason="").status == 422
    assert page.press("Call off match", reason="Flood.").status == 200
    match.refresh_from_db()
    assert match.state == Match.State.SCHEDULED
    assert not MatchAnswer.objects.exists()
    assert set(TeamState.objects.values_list("held_by", flat=True)) == {""}
    assert LogEntry.objects.get(kind="matches.called_off").reason == "Flood."
    match_builders.answer_all(Match.objects.get(pk=opening.open_match(match=match, by=two_teams.cast.coach).pk))


def test_a_team_in_a_match_cannot_open_another(two_teams: TwoTeams, match: Match) -> None:
    second = match_builders.scheduled_match(two_teams.home, two_teams.away)
    before = two_teams.page(two_teams.coach, second)
    assert f"{two_teams.home.name} – {two_teams.away.name} has to be finished first" in before.text
    assert not any(form.has_button("Open the match") for form in before.forms)
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="Flood.")
    late = two_teams.page(two_teams.coach, second)
    opening.open_match(match=Match.objects.get(pk=match.pk), by=two_teams.cast.coach)
    page = late.press("Open the match")
    assert page.status == 409
    assert "is in a match that is not closed yet" in page.text
    second.refresh_from_db()
    assert second.state == Match.State.SCHEDULED


def change_rules(two_teams: TwoTeams, **options: object) -> None:
    who = {"by": two_teams.cast.commissioner, "expected": two_teams.league.ruleset.pk}
    change_house_rules(league=two_teams.league, options=two_teams.league.ruleset.values | options, **who)


def test_where_only_cards_can_be_bought_nothing_else_is_asked(two_teams: TwoTeams) -> None:
    change_rules(two_teams, special_play_cards="only")
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert "In this league teams can only buy special play cards (S2, p. 43)." in page.text
    page.answer("cards.1", "Stop drawing")
    assert two_teams.page(two_teams.coach, match, "pre-match/").keys == []
    two_teams.page(two_teams.other, match, "pre-match/").answer("cards.1", "Stop drawing")
    assert two_teams.page(two_teams.coach, match, "pre-match/").keys == ["fans"]


def test_where_the_house_rules_allow_no_inducements_none_are_asked_for(two_teams: TwoTeams) -> None:
    change_rules(two_teams, play_off_inducements="none")
    team_builders.add_gold(two_teams.home, 150_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away, Terms(stage="play_off"))
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert page.keys == ["fans"]
    assert "The house rules allow no inducements in such a match (P4, p. 39)." in page.text
    assert "buys first" not in page.text


def test_a_scheduled_match_has_a_page(two_teams: TwoTeams) -> None:
    assert two_teams.page(two_teams.coach, match_builders.scheduled_match(two_teams.home, two_teams.away)).status == 200


def skills_without_one_note(html: str) -> set[str]:
    """The skills of a page whose note is missing or appears twice."""
    called = set(re.findall(r'popovertarget="(skill-[^"]+)"', html))
    notes = re.findall(r'popover id="(skill-[^"]+)"', html)
    return {note for note in called if notes.count(note) != 1}


def test_each_player_for_hire_has_a_profile_and_each_skill_a_note(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert 'popovertarget="skill-bone-head"' in page.html, "Thrud's, whom nobody on the roster shares it with"
    assert skills_without_one_note(page.html) == set()
    assert "MA Movement Allowance" in page.text
    assert "Goblin 70k MA 6 ST 2 AG 3 AV 7 Right Stuff Dodge Stunty Normal categories: Agility" in page.text
    assert "they play in this match only" in page.text


def test_an_inducement_with_an_unsure_limit_says_so(two_teams: TwoTeams, match: Match) -> None:
    page_at_inducements(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    offer = page.html.partition("Bloodweiser Babes")[2].partition("</li>")[0]
    assert '<details class="doubt">' in offer and "The limit is lost in the source." in offer
    assert '<details class="doubt">' not in page.html.partition("Bribe")[2].partition("</li>")[0]
