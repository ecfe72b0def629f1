"""The ledger: the one writer of team state."""

from __future__ import annotations

import pytest
from django.db import transaction

from rules.journal import FanFactorChanged, GoldMoved, PlayerHired, PlayerKilled
from rules.journal.history import Correction, as_true
from rules.sequence.codec import encode
from rules.sequence.explanations import Figure, Term
from rules.team.value import team_value
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState
from tests.leagues.cast import Cast, create_cast
from tests.teams import team_builders
from tests.teams.threads import at_once
from web.errors import Refusal, StaleVersion
from web.written_once import WrittenOnceError

WINNINGS = GoldMoved(amount=50_000, source="winnings", target="treasury")


def state_of(team: Team) -> TeamState:
    return TeamState.objects.get(team=team)


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.approved_team(cast.league, cast.coach)


def test_a_state_is_the_sum_of_its_journal(team: Team) -> None:
    team_builders.append_entries(team, WINNINGS, FanFactorChanged(change=1))
    state, records = state_of(team), ledger.records_of(team)
    assert state.seq == len(records) == JournalEntry.objects.filter(team=team).count()
    assert ledger.sheet_in(state) == as_true(records)
    assert (state.treasury, state.players) == (90_000, 12)
    assert state.value == 960_000 + 40_000 + 50_000 + 10_000


def test_the_team_value_is_stored_with_its_explanation(team: Team) -> None:
    state = team_builders.append_entries(team, WINNINGS)
    figure = ledger.value_in(state_of(team))
    assert figure == team_value(team.ruleset.rules(), ledger.sheet_in(state))
    assert figure.amount == state.value


def test_an_append_returns_what_it_wrote(team: Team) -> None:
    returned, stored = team_builders.append_entries(team, WINNINGS), state_of(team)
    for name in ("seq", "sheet", "value", "value_figure", "treasury", "players", "held_by", "changed_at"):
        assert getattr(returned, name) == getattr(stored, name), name


def test_an_entry_stores_its_figure_source_and_author(cast: Cast, team: Team) -> None:
    why = Figure(id="winnings", amount=50_000, terms=(Term(id="winnings.die", amount=50_000, dice=(5,)),))
    with transaction.atomic():
        ledger.append(
            team=team,
            ruleset=team.ruleset.rules(),
            expected=state_of(team).seq,
            facts=[ledger.Fact(WINNINGS, why)],
            source="match:x",
            by=cast.coach,
        )
    entry = JournalEntry.objects.filter(team=team).last()
    assert (entry.kind, entry.source, entry.by, entry.why) == ("gold_moved", "match:x", cast.coach, encode(why))


def test_a_second_writer_gets_stale_version(team: Team) -> None:
    seen = state_of(team).seq
    team_builders.append_entries(team, WINNINGS)
    with pytest.raises(StaleVersion) as refused:
        team_builders.append_entries(team, WINNINGS, expected=seen)
    assert refused.value.current.seq == seen + 1
    assert state_of(team).treasury == 90_000


def test_only_the_match_that_holds_a_team_can_write(team: Team) -> None:
    ledger.hold(team, "match:1")
    for holder in ("", "match:2"):
        with pytest.raises(Refusal) as refused:
            team_builders.append_entries(team, WINNINGS, holder=holder)
        assert refused.value.id == "teams.held"
    with pytest.raises(Refusal):
        ledger.hold(team, "match:2")
    team_builders.append_entries(team, WINNINGS, holder="match:1")
    ledger.release(team, "match:2")
    assert state_of(team).held_by == "match:1"
    ledger.release(team, "match:1")
    team_builders.append_entries(team, WINNINGS)
    assert state_of(team).treasury == 140_000


def test_an_impossible_entry_writes_nothing(team: Team) -> None:
    before = state_of(team)
    dead = team_builders.player_ids(team)[0]
    for impossible in (
        [WINNINGS, GoldMoved(amount=500_000, source="treasury", target="bank")],
        [PlayerKilled(player=dead), PlayerKilled(player=dead)],
        [PlayerKilled(player=dead + 10_000)],
    ):
        with pytest.raises(Refusal) as refused:
            team_builders.append_entries(team, *impossible)
        assert refused.value.id == "teams.impossible"
        assert "Nothing was saved." in str(refused.value)
    assert encode(ledger.sheet_in(state_of(team))) == before.sheet
    assert JournalEntry.objects.filter(team=team).count() == before.seq


def test_a_correction_cancels_entries_and_recalculates_the_state(team: Team) -> None:
    state = team_builders.append_entries(team, WINNINGS)
    struck = Correction(struck=((state.seq, 0),), entries=(GoldMoved(amount=20_000, source="winnings", target="bank"),))
    team_builders.append_entries(team, struck)
    sheet = ledger.sheet_in(state_of(team))
    assert (sheet.treasury, sheet.bank) == (40_000, 20_000)
    assert sheet == as_true(ledger.records_of(team))


def test_a_draft_has_no_journal(cast: Cast) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach)
    for refused in (lambda: ledger.hold(draft, "match:1"), lambda: append_to(draft)):
        with pytest.raises(Refusal) as why:
            refused()
        assert why.value.id == "teams.not_founded"


def append_to(team: Team) -> None:
    with transaction.atomic():
        rules = team.league.ruleset.rules()
        facts = [ledger.Fact(WINNINGS)]
        ledger.append(team=team, ruleset=rules, expected=0, facts=facts, source="test", by=None)


@pytest.mark.django_db(transaction=True)
def test_writing_needs_a_transaction() -> None:
    cast = create_cast()
    team = team_builders.approved_team(cast.league, cast.coach)
    before = state_of(team)
    with pytest.raises(AssertionError):
        ledger.append(
            team=team,
            ruleset=team.ruleset.rules(),
            expected=before.seq,
            facts=[ledger.Fact(WINNINGS)],
            source="test",
            by=None,
        )
    assert state_of(team).seq == before.seq


def test_new_players_never_share_an_id(team: Team) -> None:
    minted = ledger.mint(team, ["Ann", "", "Bob"])
    assert len(set(minted)) == 3
    assert not set(minted) & set(team_builders.player_ids(team))
    assert [Player.objects.get(pk=player).name for player in minted] == ["Ann", "", "Bob"]


def test_the_orm_cannot_change_or_delete_an_entry(team: Team) -> None:
    entry = JournalEntry.objects.filter(team=team).first()
    entry.seq = 99
    for forbidden in (entry.save, entry.delete, JournalEntry.objects.all().delete):
        with pytest.raises(WrittenOnceError):
            forbidden()
    with pytest.raises(WrittenOnceError):
        JournalEntry.objects.filter(team=team).update(seq=99)


@pytest.mark.django_db(transaction=True)
def test_of_two_writers_at_once_one_succeeds_and_one_is_stale() -> None:
    cast = create_cast()
    team = team_builders.approved_team(cast.league, cast.coach)
    seen = state_of(team).seq
    outcomes = at_once(*[lambda: team_builders.append_entries(team, WINNINGS, expected=seen)] * 4)
    assert [type(outcome) for outcome in outcomes if isinstance(outcome, Exception)] == [StaleVersion] * 3
    assert state_of(team).treasury == 90_000
    assert state_of(team).seq == seen + 1 == JournalEntry.objects.filter(team=team).count()


@pytest.mark.django_db(transaction=True)
def test_of_two_matches_at_once_one_holds_the_team() -> None:
    cast = create_cast()
    team = team_builders.approved_team(cast.league, cast.coach)
    outcomes = at_once(*[lambda name=name: ledger.hold(team, name) for name in ("match:1", "match:2", "match:3")])
    assert sum(outcome is None for outcome in outcomes) == 1
    assert {outcome.id for outcome in outcomes if isinstance(outcome, Refusal)} == {"teams.held"}


def test_a_players_entry_alone_adds_them_to_the_team(team: Team) -> None:
    (fresh,) = ledger.mint(team, ["Late Lou"])
    profile = (("MA", 6), ("ST", 3), ("AG", 3), ("AV", 8))
    team_builders.append_entries(
        team,
        WINNINGS,
        PlayerHired(player=fresh, number=13, position="Lineman", profile=profile, skills=(), cost=50_000, price=50_000),
    )
    assert state_of(team).players == 13
    assert state_of(team).treasury == 40_000
