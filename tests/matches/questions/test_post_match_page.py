"""The post-match: each step's form, what it refuses and what it writes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from leagues.models import LogEntry
from matches.models import Match, MatchAnswer
from matches.sequence.answering import answer
from matches.sequence.sequences import MatchState
from rules.journal import CharacteristicRaised, GoldMoved, PlayerInjured, PointsEarned, RerollsBought
from rules.match_day import roster
from rules.sheet.match import Injury
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from tests.leagues.cast import add_member, signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.questions.post_match_pages import page_at, played
from tests.teams import team_builders

pytestmark = pytest.mark.once


def sheet(two_teams: TwoTeams) -> Any:
    return ledger.sheet_in(TeamState.objects.get(team=two_teams.home))


def closed(two_teams: TwoTeams, match: Match) -> Any:
    """The home sheet after skipping all remaining questions."""
    match_builders.answer_all(match, by=two_teams.cast.coach)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    return sheet(two_teams)


def test_the_winner_keeps_the_die_or_rolls_again(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    page = page_at(two_teams, match, "winnings_reroll", winnings=[2])
    fame = match.sides.get(side="home").fame
    assert f"Keep it: {30 + 10 * fame}k" in page.text
    page = page.answer("winnings_reroll", "Roll again")
    assert page.keys == ["winnings_reroll.die"]
    page = page.answer("winnings_reroll.die", die0="1")
    closed(two_teams, match)
    assert match.sides.get(side="home").winnings == 20_000 + 10_000 * fame


def test_an_improvement_offers_only_what_the_dice_allow_with_costs(two_teams: TwoTeams) -> None:
    player = team_builders.add_entry(two_teams.home, 0, lambda player: PointsEarned(player=player, spp=5))
    match = played(two_teams, home=1)
    page = page_at(two_teams, match, f"improvements.{player}.1.roll")
    page = page.answer(f"improvements.{player}.1.roll", die0="2", die1="3")
    form = page.form_of(f"improvements.{player}.1.choice")
    assert "Block" not in form.options["choice"], "a Goblin has Agility skills only"
    assert "Catch" in form.options["choice"]
    assert not [choice for choice in form.options["choice"] if choice.startswith("+")]
    assert "+20k" in page.text
    assert 'skills/#agility">Agility</a>' in page.html
    for choice in ("Block", "+ST", "Dodge", "Flying", ""):
        refused = page.answer(form.fields["key"][0], "Confirm improvement", choice=choice)
        assert refused.status == 422, choice
    assert page.answer(form.fields["key"][0], "Confirm improvement", choice="Catch").status == 200
    assert "Catch" in closed(two_teams, match).player(player).gained_skills


def test_a_double_and_a_twelve_offer_more_and_list_raises_first(two_teams: TwoTeams) -> None:
    player = team_builders.add_entry(two_teams.home, 0, lambda player: PointsEarned(player=player, spp=5))
    match = played(two_teams, home=1)
    page = page_at(two_teams, match, f"improvements.{player}.1.roll")
    page = page.answer(f"improvements.{player}.1.roll", die0="6", die1="6")
    options = page.form_of(f"improvements.{player}.1.choice").options["choice"]
    assert options[0] == "+ST"
    assert "Block" in options
    assert "ST 2 → 3" in page.text
    page.answer(f"improvements.{player}.1.choice", "Confirm improvement", choice="+ST")
    assert closed(two_teams, match).player(player).characteristic("ST") == 3


@pytest.mark.rules("G4")
def test_a_characteristic_at_its_maximum_is_not_offered_and_says_why(two_teams: TwoTeams) -> None:
    raised = team_builders.add_entry(two_teams.home, 0, lambda player: PointsEarned(player=player, spp=28))
    risen = CharacteristicRaised(player=raised, characteristic="ST", cost=50_000)
    team_builders.append_entries(two_teams.home, risen, risen)
    match = played(two_teams, home=1)
    page = page_at(two_teams, match, f"improvements.{raised}.3.roll")
    page = page.answer(f"improvements.{raised}.3.roll", die0="6", die1="6")
    assert "+ST" not in page.form_of(f"improvements.{raised}.3.choice").options["choice"]
    assert "No. 1 cannot get +1 ST: the characteristic is at its maximum. (G4, p" in page.text


def test_impossible_typed_dice_are_refused_and_nothing_is_written(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    page = page_at(two_teams, match, "winnings")
    for faces in ({}, {"die0": "0"}, {"die0": "7"}, {"die0": "-1"}, {"die0": "1e9"}, {"die0": "99999999999"}):
        assert page.answer("winnings", **faces).status == 422
    assert not MatchAnswer.objects.filter(key="winnings", side="home").exists()


def test_the_coach_splits_expenses_between_treasury_and_bank(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 600_000)
    team_builders.append_entries(two_teams.home, GoldMoved(amount=60_000, source="treasury", target="bank"))
    match = played(two_teams)
    page = page_at(two_teams, match, "expenses_from_bank")
    for amount in ("-10", "1000", "ten", "0.0001", "nan", "inf", "1e400"):
        assert page.answer("expenses_from_bank", "Confirm payment", amount=amount).status == 422, amount
    assert page.answer("expenses_from_bank", "Confirm payment", amount="10").status == 200
    assert closed(two_teams, match).bank == 50_000


def test_deposits_and_withdrawals_respect_the_banks_limits(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 200_000)
    match = played(two_teams)
    page = page_at(two_teams, match, "bank")
    wrong = [{"in": text} for text in ("101", "-5", "x", "1e9999999")]
    for typed in (*wrong, {"out": "1"}, {"in": "10", "out": "10"}):
        refused = page.answer("bank", "Move the gold", **typed)
        assert refused.status == 422, typed
        assert not MatchAnswer.objects.filter(key="bank").exists()
    assert page.answer("bank", "Move the gold", **{"in": "70"}).status == 200
    assert closed(two_teams, match).bank == 70_000


def test_a_released_player_gives_no_refund(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    page = page_at(two_teams, match, "release")
    theirs = match_builders.players_of(match, "away")[0]
    mine = match_builders.players_of(match, "home")[11]
    for typed in ({"player": [str(theirs)]}, {"player": ["0"]}, {"player": ["x"]}, {"rerolls": "3"}, {}):
        assert page.answer("release", "Let them go", **typed).status == 422, typed
    before = MatchState(match).outcomes["home"].sheet.treasury
    assert page.answer("release", "Let them go", player=[str(mine)], rerolls="1").status == 200
    after = closed(two_teams, match)
    assert after.player(mine) is None
    assert (after.rerolls, after.treasury) == (1, before)


def test_a_new_player_joins_at_once_with_number_and_name(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 200_000)
    match = played(two_teams)
    page = page_at(two_teams, match, "buy")
    fields = {"player.0": "Blitzer", "number.0": "77", "name.0": "Grashnak  the   Bold"}
    page = page.answer("buy", "Calculate cost", **fields)
    assert "Spent 80k" in page.text
    assert page.form_of("buy").fields["name.0"] == ["Grashnak  the   Bold"]
    count = Player.objects.count()
    assert not MatchAnswer.objects.filter(key="buy").exists()
    page = page.answer("buy", "Buy")
    assert Player.objects.count() == count + 1
    after = closed(two_teams, match)
    line = after.numbered(77)
    assert line.position == "Blitzer"
    assert Player.objects.get(pk=line.player).name == "Grashnak the Bold"


CANNOT_BE: list[dict[str, str]] = [
    {"player.0": "Dragon"},
    {"player.0": "Blitzer", "number.0": "1"},
    {"player.0": "Blitzer", "number.0": "0"},
    {"player.0": "Blitzer", "number.0": "100"},
    {"player.0": "Blitzer", "name.0": "a\u202eb"},
    {"player.0": "Blitzer", "name.0": "x" * 61},
    {"rerolls": "9"},
    {"rerolls": "-1"},
    {"staff.apothecary": "1"},
    {"staff.cheerleader": "99999"},
    {f"player.{row}": "Lineman" for row in range(16)},
    {},
]


def test_a_forbidden_purchase_is_refused_and_makes_no_player(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 200_000)
    match = played(two_teams)
    page = page_at(two_teams, match, "buy")
    count = Player.objects.count()
    for typed in CANNOT_BE:
        assert page.answer("buy", "Buy", **typed).status == 422, typed
        assert Player.objects.count() == count, typed
    assert not MatchAnswer.objects.filter(key="buy").exists()


def test_dead_players_leave_the_roster_and_injured_ones_miss_the_next_match(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    dead, hurt = match_builders.players_of(match, "home")[4:6]
    injured = [Injury(player=dead, casualty=61, cause="crowd"), Injury(player=hurt, casualty=51, cause="crowd")]
    match = match_builders.confirm_match(match, home=1, home_injuries=injured)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert f"Orc {5}" in page.text
    after = closed(two_teams, match)
    assert after.player(dead) is None
    assert after.player(hurt).niggling == 1
    text = two_teams.page(two_teams.coach, match).text
    assert "Damaged back" in text


def test_a_dead_opponent_is_raised_with_a_name(two_teams: TwoTeams) -> None:
    add_member(two_teams.league, two_teams.cast.elsewhere)
    undead = team_builders.team_from_list(two_teams.league, two_teams.cast.elsewhere, "Shufflers", "Undead")
    match = match_builders.ready_match(undead, two_teams.away)
    victim = match_builders.players_of(match, "away")[6]
    match = match_builders.confirm_match(
        match, home=1, away_injuries=[Injury(player=victim, casualty=62, cause="crowd")]
    )
    values = {"by": two_teams.cast.elsewhere}
    page = None
    for _round in range(20):
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        mine = [question for question in state.questions() if question.side == "home"]
        if mine[0].key == "raise":
            page = two_teams.page(signed_in(two_teams.cast.elsewhere), match, "post-match/")
            break
        answer(
            match=state.match,
            given=[match_builders.answer_for(state.match, mine[0], values)],
            by=two_teams.cast.elsewhere,
        )
    assert page is not None
    assert page.answer("raise", "Raise them").status == 422
    assert page.answer("raise", "Raise them", player=["999999"]).status == 422
    assert page.answer("raise", "Raise them", player=[str(victim)], **{f"name.{victim}": "Old Bones"}).status == 200
    match_builders.answer_all(match, by=two_teams.cast.elsewhere)
    lines = ledger.sheet_in(TeamState.objects.get(team=undead)).players
    raised = next(line for line in lines if line.joined == "raised")
    assert Player.objects.get(pk=raised.player).name == "Old Bones"


def test_a_commissioner_answers_for_an_absent_coach(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    page = two_teams.page(two_teams.commissioner, match, "post-match/?side=home")
    first = page.form_of("mvp.1").options["choice"][0]
    assert page.answer("mvp.1", choice=first).status == 200
    assert LogEntry.objects.get(kind="matches.answered_for").args["answers"] == ["mvp.1"]
    log = two_teams.page(two_teams.commissioner, match, "post-match/?side=home").text
    assert "commissioner" in log


def test_a_commissioner_without_a_team_sees_the_side_with_open_questions(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    for _step in range(20):
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        mine = [question for question in state.questions() if question.side == "home"]
        if not mine:
            break
        answer(match=state.match, given=[match_builders.answer_for(state.match, mine[0], {})], by=two_teams.cast.coach)
    page = two_teams.page(two_teams.commissioner, match, "post-match/")
    assert "You answer for Harbour Humans as commissioner" in page.text
    page = page.answer("mvp.1", choice=page.form_of("mvp.1").options["choice"][0])
    assert "You answer for Harbour Humans as commissioner" in page.text


def test_a_coach_of_both_teams_answers_for_each(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    Team.objects.filter(pk=two_teams.away.pk).update(coach=two_teams.cast.coach)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert "Ironside Orcs" in page.text
    assert "Back to your own team, Harbour Humans" in page.text
    page = two_teams.page(two_teams.coach, match, "post-match/?side=away")
    page = page.answer("mvp.1", choice=page.form_of("mvp.1").options["choice"][0])
    assert page.response.redirect_chain[-1][0].startswith(f"/matches/{match.public_id}/post-match/?side=away")
    assert MatchAnswer.objects.get(key="mvp.1").side == "away"
    assert not LogEntry.objects.filter(kind="matches.answered_for").exists()


def test_answers_out_of_order_are_refused(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    page = page_at(two_teams, match, "mvp.1")
    form = page.form_of("mvp.1")
    for key in ("buy", "bank", "winnings_reroll.die", "improvements.1.1.roll", "mvp.2", "", "x" * 500):
        refused = page.send(form, key=key, die0="6", choice=form.options["choice"][0])
        assert refused.status == 409, key
    assert set(MatchAnswer.objects.filter(sequence="post_match").values_list("key", flat=True)) == set()


def test_the_sheet_on_the_page_is_provisional_until_both_coaches_finish(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    page_at(two_teams, match, "bank", winnings=[6])
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert "provisional" in page.text
    treasury = MatchState(match).outcomes["home"].sheet.treasury
    assert f"{treasury // 1000}k" in page.text
    assert sheet(two_teams).treasury < treasury
    team = two_teams.coach.get(f"/teams/{two_teams.home.public_id}/").content.decode()
    assert "provisional" in team
    assert f"{treasury // 1000}k" in team


def test_a_permanent_injury_shows_in_the_next_matchs_roster(two_teams: TwoTeams) -> None:
    team_builders.add_entry(
        two_teams.home, 3, lambda player: PlayerInjured(player=player, misses_next=True, lost=("MA",))
    )
    page = two_teams.coach.get(f"/teams/{two_teams.home.public_id}/").content.decode()
    assert "misses the next match" in page


def test_a_hired_player_can_be_mvp_without_a_line_in_the_report(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    match.sides.filter(side="home").update(inducements=[{"kind": "mercenary", "position": "Catcher", "count": 2}])
    match_builders.confirm_match(match)
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    (drawn,) = [question for question in state.questions() if (question.side, question.label) == ("home", "mvp")]
    assert [option for option in drawn.options if option.startswith("induced")] == ["induced.1", "induced.2"]


def test_a_list_of_candidates_shows_each_number_once(two_teams: TwoTeams) -> None:
    """The shirt number is the only number of a player."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    html = two_teams.page(two_teams.coach, match, "post-match/").response.content.decode()
    listed = html[html.index('class="candidates"') :]
    assert "<ol" not in listed[: listed.index("</details>")] and "No. 1 Orc 1" in listed
    two_teams.typed_dice()
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert "1. No. 1" not in page.text and "No. 1 Orc 1" in page.text


def test_an_improvement_explains_its_dice(two_teams: TwoTeams) -> None:
    match = played(two_teams, home_lines={})
    scorer = match_builders.players_of(match, "home")[0]
    page = page_at(two_teams, match, f"improvements.{scorer}.1.choice", mvp=str(scorer), improvements=[4, 6])
    assert "4 + 6 = 10: +1 MA, +1 AV or a new skill" in page.text
    assert "improvement no. 1" in page.text


def test_expenses_are_explained_before_they_are_paid(two_teams: TwoTeams) -> None:
    team_builders.append_entries(two_teams.home, GoldMoved(amount=900_000, source="winnings", target="treasury"))
    team_builders.append_entries(two_teams.home, GoldMoved(amount=50_000, source="treasury", target="bank"))
    page = page_at(two_teams, played(two_teams), "expenses_from_bank")
    assert re.search(r"for every 200k, or part of it, above 1,500k; team value 1,\d{3}k", page.text)


def test_positions_for_hire_explain_their_skills(two_teams: TwoTeams) -> None:
    team_builders.append_entries(two_teams.home, GoldMoved(amount=300_000, source="winnings", target="treasury"))
    page = page_at(two_teams, played(two_teams), "buy")
    called = set(re.findall(r'popovertarget="(skill-[^"]+)"', page.html))
    notes = re.findall(r'popover id="(skill-[^"]+)"', page.html)
    assert "skill-always-hungry" in called, "a Troll's, and this team has none"
    assert {note for note in called if notes.count(note) != 1} == set()
    assert re.search(r'<th scope="row" class="stay"><a href="/rules/[^"]*/lists/orc/#troll">Troll</a></th>', page.html)


def test_the_price_of_a_reroll_is_what_the_run_says(two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch) -> None:
    team_builders.append_entries(two_teams.home, GoldMoved(amount=300_000, source="winnings", target="treasury"))
    monkeypatch.setattr(roster, "later_reroll_price", lambda _book, _team_list: 123_000)
    page = page_at(two_teams, played(two_teams), "buy")
    assert "123k" in page.text


def test_a_match_whose_purchase_was_stored_without_the_price_goes_on(two_teams: TwoTeams) -> None:
    """Earlier versions stored the question without what it tells of a re-roll."""
    team_builders.append_entries(two_teams.home, GoldMoved(amount=300_000, source="winnings", target="treasury"))
    match = played(two_teams)
    page = page_at(two_teams, match, "buy")
    price = 2 * sheet(two_teams).reroll_cost
    page.answer("buy", "Buy", rerolls="1")
    rows = MatchAnswer.objects.filter(match=match, key="buy", side="home")
    row = rows.get()
    assert row.question.pop("told") == [["reroll_price", price]]
    rows.update(question=row.question)
    rerolls = sheet(two_teams).rerolls
    after = closed(two_teams, match)
    assert after.rerolls == rerolls + 1
    assert RerollsBought(count=1, price=price) in [record.fact for record in ledger.records_of(two_teams.home)]


def test_one_press_makes_all_rolls_up_to_the_next_decision(two_teams: TwoTeams) -> None:
    """In a league where the server rolls: nobody has to press for each of them."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert page.keys == ["mvp.1"]
    page = page.send(page.form_of("mvp.1"))
    rolled = MatchAnswer.objects.filter(match=match, sequence="post_match", rolled=True)
    assert set(rolled.exclude(key__startswith="mint").values_list("side", flat=True)) == {"home"}
    assert {"mvp.1", "winnings"} <= set(rolled.values_list("key", flat=True))
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    mine = [question for question in state.questions() if question.side == "home"]
    assert mine and any(question.optional or question.kind not in ("roll", "draw") for question in mine)


def test_where_coaches_roll_each_roll_is_entered(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    page.answer("mvp.1", choice=page.form_of("mvp.1").options["choice"][0])
    answers = MatchAnswer.objects.filter(match=match, sequence="post_match")
    assert list(answers.values_list("key", flat=True)) == ["mvp.1"]


def test_the_new_roster_is_folded_while_something_is_asked(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    assert '<details class="fold new-roster"><summary>' in two_teams.coach.get(page_of(match)).text
    while mine := [
        question for question in MatchState(Match.objects.get(pk=match.pk)).questions() if question.side == "home"
    ]:
        given = match_builders.answer_for(match, mine[0], {})
        answer(match=match, given=[given], by=two_teams.cast.coach)
    assert '<details class="fold new-roster" open><summary>' in two_teams.coach.get(page_of(match)).text


def test_a_question_without_a_running_sum_is_shown_where_one_is_asked_for(two_teams: TwoTeams) -> None:
    match = played(two_teams)
    sent = {"side": "home", "key": "mvp.1", "work_out": "yes"}
    page = two_teams.coach.post(page_of(match), sent, headers={"HX-Request": "true"})
    assert page.status_code in (200, 422) and "mvp.1" in page.text
    assert not MatchAnswer.objects.filter(match=match, key="mvp.1", side="home").exists()


def page_of(match: Match) -> str:
    return f"/matches/{match.public_id}/post-match/"
