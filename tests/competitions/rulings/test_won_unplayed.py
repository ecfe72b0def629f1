"""A book may give the winner of a walkover gold and awards: its coach is asked, and it goes if that is revoked."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from competitions.fixtures.audit import audit_won_unplayed
from competitions.fixtures.won_unplayed import SOURCE, answer_won, sequence_of
from competitions.friendlies.friendlies import arrange_friendly
from competitions.models import Competition, Decision, Fixture, Withdrawal, WonUnplayed
from competitions.rulings import decisions, withdrawals
from competitions.setup.shape import Shape
from leagues import services
from matches.sequence import annulling, opening
from notices.models import Notice
from rules import editions
from rules.correcting.manual_correction import ManualCorrection
from rules.journal import GoldMoved
from rules.journal.history import placed
from rules.sheet.sheet import TeamSheet
from rules.team.won_unplayed import score_of
from teams.ledger import ledger
from teams.ledger.audit import audit
from teams.ledger.manual_correction import correct_figure
from teams.models import JournalEntry, Team, TeamAnswer, TeamState
from teams.roster.retiring import retire_team
from tests.competitions.competition_builders import (
    bare_teams,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.competitions.formats.swiss_builders import pair, pair_again
from tests.leagues.cast import PEOPLE, Cast, add_member, form_data, signed_in
from tests.matches.forms import visit
from tests.teams.team_builders import team_from_list
from tests.web.hostile_forms import attack, forms_on
from tests.web.hostile_values import guard as guard  # an autouse fixture
from web.errors import Refusal

State = WonUnplayed.State


@pytest.fixture
def fixture(cast: Cast) -> Fixture:
    """A match of two teams in a book that gives the winner of a walkover something; the coach's team is at home."""
    cast.league = services.create_league(
        by=cast.commissioner, details=services.Details(name="Modern Cup"), edition="bb2025"
    )
    teams = []
    for coach, name in ((cast.coach, "Anvils"), (cast.other_coach, "Badgers")):
        add_member(cast.league, coach)
        teams.append(team_from_list(cast.league, coach, name, "Dwarf", ["Dwarf Lineman"] * 11, rerolls=1, fan_factor=1))
    found = matches_of(competition_in(cast.league, teams, started=True))[0]
    Fixture.objects.filter(pk=found.pk).update(home=teams[0], away=teams[1])
    return again(found)


def again(fixture: Fixture) -> Fixture:
    return Fixture.objects.select_related("round", "home", "away", "match").get(pk=fixture.pk)


def asked(cast: Cast, fixture: Fixture) -> dict[str, Any]:
    return {"fixture": fixture, "by": cast.commissioner, "expected": fixture.version, "reason": "They are ill."}


def awarded(cast: Cast, fixture: Fixture) -> WonUnplayed:
    decisions.award_walkover(**asked(cast, fixture), to="home")
    return WonUnplayed.objects.select_related("team").get()


def page_of(row: WonUnplayed) -> str:
    return reverse("competitions:won_unplayed", args=[row.pk])


def answer_all(row: WonUnplayed, by: User) -> WonUnplayed:
    """All that is asked: the server rolls, and the first six are the nominees."""
    while row.state == State.OPEN and (asked := sequence_of(row).outcome.questions):
        nominees = asked[0].key.startswith("unplayed_mvp_nominees")
        players = [line.player for line in sheet_of(row).players[:6]]
        row = answer_won(row=row, key=asked[0].key, value=[str(each) for each in players] if nominees else None, by=by)
    return row


def sheet_of(row: WonUnplayed) -> TeamSheet:
    return ledger.sheet_in(TeamState.objects.get(team=row.team))


def test_the_coach_is_told_and_answers_on_a_page(cast: Cast, fixture: Fixture) -> None:
    row, before = awarded(cast, fixture), TeamState.objects.get(team=fixture.home).treasury
    told = Notice.objects.filter(happening__kind="competitions.won_unplayed_asks", done_at=None)
    assert [each.reader for each in told] == [cast.coach]
    fixture_page = signed_in(cast.commissioner).get(reverse("competitions:fixture", args=[fixture.pk]))
    assert page_of(row) in fixture_page.content.decode()
    page = visit(signed_in(cast.coach), page_of(row))
    assert "D6" in page.text and page.keys[0] == "unplayed_gold"
    page = page.send(page.form_of("unplayed_gold"), "Roll")
    row = answer_all(row, cast.coach)
    assert row.state == State.DONE and not told.all().exists()
    face = TeamAnswer.objects.get(key="unplayed_gold").value[0]
    sheet = sheet_of(row)
    assert sheet.treasury == before + face * 10_000
    assert sum(line.spp for line in sheet.players) == 8 == sum(line.spp for line in sheet.players[:6])
    assert {each.source for each in JournalEntry.objects.filter(team=row.team, seq__in=row.entries)} == {SOURCE}


def test_what_it_brought_is_struck_if_the_walkover_is_revoked_and_its_dice_stay(cast: Cast, fixture: Fixture) -> None:
    before = TeamState.objects.get(team=fixture.home).treasury
    row = answer_all(awarded(cast, fixture), cast.coach)
    gold = sheet_of(row).treasury
    decisions.revoke_decision(**asked(cast, again(fixture)))
    row.refresh_from_db()
    sheet = sheet_of(row)
    assert (row.state, sheet.treasury, sum(line.spp for line in sheet.players)) == (State.GONE, before, 0)
    row = awarded(cast, again(fixture))
    assert (row.state, sheet_of(row).treasury) == (State.DONE, gold)


def test_what_was_used_cannot_be_revoked(cast: Cast, fixture: Fixture) -> None:
    row = answer_all(awarded(cast, fixture), cast.coach)
    state = TeamState.objects.get(team=row.team)
    all_of_it = ledger.Fact(GoldMoved(amount=state.treasury, source="treasury", target="lost"))
    with transaction.atomic():
        ledger.append(
            team=row.team, ruleset=row.team.ruleset.rules(), expected=state.seq, facts=[all_of_it], source="word",
            by=cast.commissioner, reason="a test",
        )  # fmt: skip
    with pytest.raises(Refusal, match="used what it got"):
        decisions.revoke_decision(**asked(cast, again(fixture)))
    assert Decision.objects.filter(fixture=fixture).exists()


def test_a_team_in_a_match_has_it_once_that_is_over(cast: Cast, fixture: Fixture) -> None:
    friendly = arrange_friendly(league=cast.league, by=cast.commissioner, home=fixture.home, away=fixture.away)
    friendly = opening.open_match(match=friendly, by=cast.coach)
    row = answer_all(awarded(cast, fixture), cast.coach)
    assert (row.state, row.entries) == (State.HELD, [])
    annulling.call_off(match=friendly, by=cast.commissioner, reason="They are ill.")
    row.refresh_from_db()
    assert row.state == State.DONE and row.entries


def test_nothing_is_asked_after_other_decisions_or_of_a_team_that_retires(cast: Cast, fixture: Fixture) -> None:
    decisions.give_double_loss(**asked(cast, fixture))
    assert not WonUnplayed.objects.exists()
    decisions.revoke_decision(**asked(cast, again(fixture)))
    row = awarded(cast, again(fixture))
    team = Team.objects.select_related("league", "coach").get(pk=row.team_id)
    retire_team(team=team, expected=team.version, by=cast.coach)
    row.refresh_from_db()
    assert row.state == State.GONE
    with pytest.raises(Refusal):
        answer_won(row=row, key="unplayed_gold", value=None, by=cast.coach)


def test_the_opponent_of_a_team_that_leaves_gets_the_same_until_it_comes_back(cast: Cast, fixture: Fixture) -> None:
    competition, leaver = fixture.round.competition, fixture.away
    assert leaver is not None
    before = TeamState.objects.get(team=fixture.home).treasury
    about: dict[str, Any] = {
        "competition": competition,
        "by": cast.commissioner,
        "team": leaver,
        "reason": "They moved.",
    }
    left = withdrawals.leave(**about, expected=competition.version, how=Withdrawal.How.WALKOVERS)
    row = answer_all(WonUnplayed.objects.select_related("team").get(), cast.coach)
    assert row.team == fixture.home and row.state == State.DONE
    assert sheet_of(row).treasury > before and sum(line.spp for line in sheet_of(row).players) == 8
    about["competition"] = withdrawals.come_back(**about, expected=left.version)
    row.refresh_from_db()
    assert row.state == State.GONE and sheet_of(row).treasury == before
    WonUnplayed.objects.all().delete()
    withdrawals.leave(**about, expected=about["competition"].version, how=Withdrawal.How.KEPT)
    assert not WonUnplayed.objects.exists()


def test_a_walkover_counts_one_nil_in_the_book_that_says_so() -> None:
    scores = {each.key: score_of(each.book) for each in editions.EDITIONS}
    assert {key for key, score in scores.items() if score == 1} == {"bb2020"}
    assert set(scores.values()) == {1, 2}


def set_rules(cast: Cast, **options: Any) -> None:
    rules = {"league": cast.league, "by": cast.commissioner, "expected": cast.league.ruleset_id}
    services.change_house_rules(**rules, options=options)
    cast.league.refresh_from_db()


def test_a_league_of_2020_sets_the_score_and_what_was_awarded_keeps_its_own(cast: Cast) -> None:
    details = services.Details(name="Older Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2020")
    found = matches_of(competition_in(cast.league, bare_teams(cast.league, 2), started=True))[0]
    page, client = reverse("competitions:decide_fixture", args=[found.pk]), signed_in(cast.commissioner)
    assert "Walkover: 1–0 to" in client.get(page).content.decode()
    set_rules(cast, walkover_score=3, walkover_gold=15_000)
    told = client.get(page).content.decode()
    assert "Walkover: 3–0 to" in told and "D6 × 15k and 2 most valuable player awards" in told
    decisions.award_walkover(**asked(cast, again(found)), to="away")
    set_rules(cast, walkover_score=2)
    assert again(found).counted == {"away": {"score": 3}, "home": {"score": 0}}
    shown = client.get(reverse("competitions:fixture", args=[found.pk])).content.decode()
    assert f"3–0 to {found.away}, a walkover" in shown


def test_teams_get_what_the_house_rules_of_that_day_say(cast: Cast) -> None:
    details = services.Details(name="Older Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2020")
    add_member(cast.league, cast.coach)
    team = team_from_list(cast.league, cast.coach, "Lions", "Human", ["Human Lineman"] * 11, fan_factor=1)
    teams = [team, *bare_teams(cast.league, 1)]
    found = matches_of(competition_in(cast.league, teams, started=True))[0]
    set_rules(cast, walkover_gold=15_000, walkover_awards=0)
    to = "home" if found.home == team else "away"
    decisions.award_walkover(**asked(cast, again(found)), to=to)
    set_rules(cast, walkover_gold=50_000, walkover_awards=2)
    row = answer_all(WonUnplayed.objects.select_related("team").get(), cast.coach)
    face, after = TeamAnswer.objects.get(key="unplayed_gold").value[0], sheet_of(row)
    assert row.state == State.DONE and sum(line.spp for line in after.players) == 0
    assert [entry.amount for _at, entry in placed(ledger.records_of(team)) if isinstance(entry, GoldMoved)][
        -1
    ] == face * 15_000


def test_only_the_coach_and_commissioners_answer(cast: Cast, fixture: Fixture) -> None:
    row = awarded(cast, fixture)
    for person in PEOPLE:
        allowed = person in ("coach", "commissioner", "staff")
        assert (signed_in(cast[person]).get(page_of(row)).status_code == 200) == allowed, person


def test_no_value_in_its_fields_breaks_the_page(cast: Cast, fixture: Fixture) -> None:
    row, coach = awarded(cast, fixture), signed_in(cast.coach)
    answer_won(row=row, key="unplayed_gold", value=None, by=cast.coach)
    shown = list(forms_on(coach, page_of(row), re.compile("competitions:won_unplayed")))
    assert shown
    for _page, action, form in shown:
        attack(coach, action, form)


def leave(cast: Cast, competition: Competition, team: Team) -> None:
    competition.refresh_from_db()
    given = {"competition": competition, "by": cast.commissioner, "expected": competition.version, "team": team}
    withdrawals.leave(**given, how=Withdrawal.How.WALKOVERS, reason="They moved.")


def come_back(cast: Cast, competition: Competition, team: Team) -> None:
    competition.refresh_from_db()
    given = {"competition": competition, "by": cast.commissioner, "expected": competition.version, "team": team}
    withdrawals.come_back(**given, reason="They are here again.")


def rows() -> list[tuple[str, str]]:
    """The state and the round of each match that brought a team something."""
    found = WonUnplayed.objects.order_by("fixture__round__number", "pk")
    return list(found.values_list("state", "fixture__round__stage"))


def answered(cast: Cast) -> int:
    """Answers what is open; returns the treasury of the team."""
    for row in WonUnplayed.objects.select_related("team").filter(state=State.OPEN):
        answer_all(row, cast.coach)
    return treasury()


def treasury() -> int:
    assert [each for found in (*audit(), *audit_won_unplayed()) for each in found.differences] == []
    return TeamState.objects.get(team__name="Anvils").treasury


def four(cast: Cast, scheduling: str, **options: Any) -> tuple[Competition, list[Team]]:
    """Anvils, who have a roster, with three others, by a book that gives the winner of a walkover something."""
    details = services.Details(name="Modern Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2025")
    add_member(cast.league, cast.coach)
    anvils = team_from_list(cast.league, cast.coach, "Anvils", "Dwarf", ["Dwarf Lineman"] * 11, rerolls=1, fan_factor=1)
    teams = [anvils, *create_bare_teams(cast.league, "Badgers", "Comets", "Dragons")]
    shape = Shape(scheduling=scheduling, options=options)
    return competition_in(cast.league, teams, started=True, shape=shape), teams


def tie_of(cup: Competition, *teams: Team) -> Fixture:
    return next(each for each in matches_of(cup) if {each.home, each.away} == set(teams))


def won_by(fixture: Fixture, team: Team) -> None:
    decide_match(fixture, *((2, 1) if fixture.home == team else (1, 2)))


def revoked_on_page(cast: Cast, fixture: Fixture) -> Any:
    url = reverse("competitions:take_back_decision", args=[fixture.pk])
    fields = form_data(version=again(fixture).version, reason="They came.")
    return signed_in(cast.commissioner).post(url, fields, follow=True)


def test_in_a_bracket_a_walkover_brings_the_same_until_the_team_comes_back(cast: Cast) -> None:
    cup, (anvils, badgers, comets, dragons) = four(cast, "knock_out", by_lot=False)
    before = treasury()
    leave(cast, cup, dragons)  # before its semi-final
    assert rows() == [(State.OPEN, "semi_final")]
    semi = answered(cast)
    assert semi > before and rows() == [(State.DONE, "semi_final")]
    leave(cast, cup, badgers)  # so Comets are in the final, who have no roster and get nothing
    leave(cast, cup, comets)
    assert rows() == [(State.DONE, "semi_final"), (State.OPEN, "final")]
    assert answered(cast) > semi
    come_back(cast, cup, comets)
    assert rows() == [(State.DONE, "semi_final"), (State.GONE, "final")] and treasury() == semi
    come_back(cast, cup, dragons)
    assert rows() == [(State.GONE, "semi_final")] and treasury() == before, "the final has no match any more"
    assert tie_of(cup, anvils, dragons).match is not None


def test_a_corrected_bracket_leaves_nothing_of_a_match_that_is_no_more(cast: Cast) -> None:
    cup, (anvils, badgers, comets, dragons) = four(cast, "knock_out", by_lot=False)
    won_by(tie_of(cup, badgers, comets), comets)
    leave(cast, cup, comets)
    before, semi = treasury(), tie_of(cup, anvils, dragons)
    won_by(semi, anvils)
    after = answered(cast)
    assert after > before and rows() == [(State.DONE, "final")]
    won_by(semi, dragons)
    assert rows() == [(State.DONE, "final")] and treasury() == after, "a decided match keeps its teams"
    final = tie_of(cup, anvils, comets)
    answer = revoked_on_page(cast, final)
    assert "other teams play there now" in answer.text and answer.request["PATH_INFO"].endswith("/bracket/")
    assert rows() == [] and treasury() == before
    assert tie_of(cup, dragons, comets).decision.withdrawal is not None
    won_by(semi, anvils)
    decisions.revoke_decision(**asked(cast, again(tie_of(cup, dragons, comets))))
    assert rows() == [(State.OPEN, "final")] and answered(cast) > before


def test_an_automatic_walkover_stays_while_the_team_is_out_also_if_its_gold_is_spent(cast: Cast) -> None:
    cup, (anvils, _badgers, _comets, dragons) = four(cast, "knock_out", by_lot=False)
    leave(cast, cup, dragons)
    spent = ledger.Fact(GoldMoved(amount=answered(cast), source="treasury", target="lost"))
    state = TeamState.objects.get(team=anvils)
    with transaction.atomic():
        ledger.append(
            team=anvils, ruleset=anvils.ruleset.rules(), expected=state.seq, facts=[spent], source="word",
            by=cast.commissioner, reason="a test",
        )  # fmt: skip
    entries = JournalEntry.objects.filter(team=anvils).count()
    told = revoked_on_page(cast, tie_of(cup, anvils, dragons)).text
    assert "Dragons was withdrawn" in told and "undo the withdrawal of Dragons" in told and "has used" not in told
    assert JournalEntry.objects.filter(team=anvils).count() == entries and rows() == [(State.DONE, "semi_final")]


def test_a_walkover_of_a_team_that_has_left_since_is_given_again_with_the_same_dice(cast: Cast) -> None:
    cup, (anvils, _badgers, _comets, dragons) = four(cast, "knock_out", by_lot=False)
    tie = tie_of(cup, anvils, dragons)
    decisions.award_walkover(**asked(cast, again(tie)), to="home" if tie.home == anvils else "away")
    gold = answered(cast)
    leave(cast, cup, dragons)
    assert "Decided again at once" in revoked_on_page(cast, tie).text
    assert rows() == [(State.DONE, "semi_final")] and treasury() == gold


def test_a_swiss_round_that_is_paired_again_takes_back_what_its_walkovers_brought(cast: Cast) -> None:
    cup, (anvils, *_others) = four(cast, "swiss", planned_rounds=3, pairs_itself=False)
    for fixture in matches_of(cup):
        decide_match(fixture, 2, 1)
    pair(cast, cup)
    before = treasury()
    match = next(each for each in matches_of(cup) if each.round.number == 2 and anvils in (each.home, each.away))
    other = match.away if match.home == anvils else match.home
    assert other is not None
    leave(cast, cup, other)
    assert answered(cast) > before
    pair_again(cast, cup)
    assert rows() == [] and treasury() == before


def test_the_audit_finds_what_a_match_that_is_gone_has_brought_until_it_is_taken_back(cast: Cast) -> None:
    cup, (anvils, _badgers, _comets, dragons) = four(cast, "knock_out", by_lot=False)
    before = treasury()
    leave(cast, cup, dragons)
    gold = answered(cast) - before
    WonUnplayed.objects.all().delete()
    found = left_over()
    assert any(f"({gold} gp) counts" in each and "is gone: take that back by hand" in each for each in found)
    for line in sheet_now(anvils).players:
        if line.spp:
            take_back(cast, anvils, ManualCorrection(figure="spp", amount=-line.spp, player=line.player))
    assert [f"({gold} gp)" in each for each in left_over()] == [True]
    take_back(cast, anvils, ManualCorrection(figure="treasury", amount=-gold))
    assert left_over() == [] and treasury() == before


def left_over() -> list[str]:
    return [each for found in audit_won_unplayed() for each in found.differences]


def sheet_now(team: Team) -> TeamSheet:
    return ledger.sheet_in(TeamState.objects.get(team=team))


def take_back(cast: Cast, team: Team, word: ManualCorrection) -> None:
    seq = TeamState.objects.get(team=team).seq
    correct_figure(team=team, by=cast.commissioner, expected=seq, word=word, reason="Its match is gone.")
