"""Trades and loans between teams of different coaches (C8, p31): refusals, entries, and the end of loans."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions import ruleset
from rules.journal import (
    GoldMoved,
    PlayerInjured,
    PlayerJoined,
    PlayerKilled,
    PlayerLeft,
    PlayerTraded,
    SkillGained,
    apply,
    fold,
)
from rules.simulation.simulation import Club, season
from rules.team.founding import judge as judge_founding
from rules.team.founding_run import Choice
from rules.team.roster_places import places_taken
from rules.team.trades import Offer, Party, Stake, end_of_loan, exchange, exchanged, judge, trades_allowed
from rules.words.entries import say_entry
from tests.rules.build import PBBL, after, humans, orcs, played, team
from tests.rules.season_checks import (
    check_departed_players_have_no_entries,
    check_gold_is_conserved,
    check_ids_are_unique,
    check_limits,
    check_team_value,
    check_trades_conserve_gold_and_players,
    seasons,
)
from tests.rules.team.trade_sheets import (
    BORROWING,
    FREE,
    FULL,
    GHOUL,
    KHEMRI,
    LATER,
    MUMMY,
    NOTHING,
    SKELETON,
    THEIR_MUMMY,
    THEIR_SKELETON,
    TODAY,
    UNDEAD,
    judged,
    lent,
    of,
    stake,
)

REFUSED = [
    (Offer(gives=NOTHING, takes=NOTHING), ("C8", "trade.nothing")),
    (Offer(gives=NOTHING, takes=NOTHING, until=LATER), ("C8", "trade.nothing")),
    (Offer(gives=Stake(gold=-1), takes=Stake(gold=5)), ("C8", "trade.negative_gold")),
    (Offer(gives=Stake(gold=5), takes=Stake(gold_lent=-5), until=LATER), ("C8", "trade.negative_gold")),
    (Offer(gives=Stake(gold=100_001), takes=NOTHING), ("C1", "trade.gold_not_there")),
    (Offer(gives=Stake(gold=60_000, gold_lent=60_000), takes=NOTHING, until=LATER), ("C1", "trade.gold_not_there")),
    (Offer(gives=NOTHING, takes=Stake(gold=50_001)), ("C1", "trade.gold_not_there")),
    (Offer(gives=Stake(players=(THEIR_MUMMY,)), takes=NOTHING), ("C8", "trade.not_on_roster")),
    (Offer(gives=NOTHING, takes=Stake(players=(MUMMY,))), ("C8", "trade.not_on_roster")),
    (Offer(gives=Stake(players=(SKELETON, SKELETON)), takes=NOTHING), ("C8", "trade.named_twice")),
    (
        Offer(gives=Stake(players=(SKELETON,), players_lent=(SKELETON,)), takes=NOTHING, until=LATER),
        ("C8", "trade.named_twice"),
    ),
    (Offer(gives=Stake(players=(GHOUL,)), takes=NOTHING), ("C2", "trade.no_such_position")),
    (Offer(gives=NOTHING, takes=Stake(players=(THEIR_MUMMY,))), ("C2", "trade.position_full")),
    (Offer(gives=Stake(gold_lent=10_000), takes=NOTHING), ("C8", "trade.no_day")),
    (Offer(gives=Stake(players_lent=(SKELETON,)), takes=NOTHING, until=TODAY), ("C8", "trade.day_over")),
    (Offer(gives=Stake(players_lent=(SKELETON,)), takes=NOTHING, until=date(2020, 1, 1)), ("C8", "trade.day_over")),
    (Offer(gives=Stake(gold=10_000), takes=NOTHING, until=LATER), ("C8", "trade.nothing_lent")),
]


@pytest.mark.rules("C8")
@pytest.mark.parametrize(("offer", "wrong"), REFUSED)
def test_a_refused_trade_names_its_rule(offer: Offer, wrong: tuple[str, str]) -> None:
    assert judged(offer) == [wrong]


@pytest.mark.rules("C8")
def test_two_teams_of_one_coach_cannot_trade() -> None:
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    assert judged(offer) == []
    assert judged(offer, coaches=(3, 3)) == [("C8", "trade.one_coach")]


@pytest.mark.rules("C8")
def test_the_book_lets_two_coaches_trade_as_they_agree() -> None:
    assert trades_allowed(PBBL) == "free"
    assert judged(Offer(gives=Stake(gold=10_000), takes=NOTHING), rules=PBBL) == []


@pytest.mark.rules("C8")
def test_the_house_rules_decide_whether_trades_are_allowed() -> None:
    offer = Offer(gives=Stake(gold=10_000), takes=NOTHING)
    for choice in ("off", "approval", "free"):
        rules = ruleset("pbbl-1.10", {"trades": choice})
        assert trades_allowed(rules) == choice
        assert judged(offer, rules=rules) == ([("C8", "trade.off")] if choice == "off" else [])


@pytest.mark.rules("C2", "C8")
def test_a_full_roster_can_take_a_player_only_if_another_leaves() -> None:
    gift = Offer(gives=Stake(players=(SKELETON,)), takes=NOTHING)
    assert judged(gift, theirs=FULL) == [("C2", "trade.squad_full")]
    assert judged(replace(gift, takes=Stake(players=(of(FULL, "Skeleton"),))), theirs=FULL) == []


@pytest.mark.rules("C2", "C8")
def test_a_lent_player_keeps_a_place_at_home() -> None:
    out, _ = exchanged(Offer(gives=Stake(players_lent=(of(FULL, "Skeleton"),)), takes=NOTHING), FULL, UNDEAD)
    assert len(out.players) == 15 and places_taken(out) == 16
    offer = Offer(gives=Stake(players=(SKELETON,)), takes=NOTHING)
    assert judged(offer, theirs=out) == [("C2", "trade.squad_full")]
    mummies = fold(exchange(Offer(gives=Stake(players_lent=(MUMMY,)), takes=NOTHING), UNDEAD, KHEMRI, 7)[0], UNDEAD)
    assert places_taken(mummies, "Mummy") == 2
    assert judged(Offer(gives=NOTHING, takes=Stake(players=(THEIR_MUMMY,))), ours=mummies) == [
        ("C2", "trade.position_full")
    ]


@pytest.mark.rules("C8")
def test_two_full_rosters_can_lend_each_other_a_player() -> None:
    """Both return on the same day, so neither roster is ever too large."""
    ours = team("Undead", "2 Mummy", "14 Skeleton")
    swap = Offer(
        gives=Stake(players_lent=(of(ours, "Mummy"),)), takes=Stake(players_lent=(of(FULL, "Mummy"),)), until=LATER
    )
    assert judged(swap, ours=ours, theirs=FULL) == []
    first, second = exchanged(swap, ours, FULL)
    assert (places_taken(first), places_taken(second), places_taken(first, "Mummy")) == (16, 16, 2)


@pytest.mark.rules("C8")
def test_a_player_on_loan_cannot_be_traded_or_released() -> None:
    borrowed = next(line.player for line in BORROWING.players if line.loan)
    assert borrowed == MUMMY
    assert judged(Offer(gives=NOTHING, takes=Stake(players=(borrowed,))), theirs=BORROWING) == [("C8", "trade.on_loan")]
    sheets = (BORROWING, orcs())
    outcome = after(played(sheets=sheets), home={"mvp.1": str(THEIR_MUMMY), "release": [{"player": borrowed}]})
    assert outcome.refused is not None
    assert [violation.id for violation in outcome.refused.violations] == ["release.on_loan"]


@pytest.mark.rules("C8", "U6")
def test_the_place_of_a_lent_player_cannot_be_filled_by_a_purchase() -> None:
    rich = replace(FULL, treasury=100_000)
    out, _ = exchanged(Offer(gives=Stake(players_lent=(of(FULL, "Skeleton"),)), takes=NOTHING), rich, UNDEAD)
    outcome = after(
        played(sheets=(out, orcs())), home={"mvp.1": str(out.players[0].player), "buy": [{"player": "Skeleton"}]}
    )
    assert outcome.refused is not None
    assert [violation.id for violation in outcome.refused.violations] == ["buy.squad_full"]


@pytest.mark.rules("C8")
def test_a_trade_moves_gold_and_players_with_all_their_figures() -> None:
    learned = apply(UNDEAD, SkillGained(player=MUMMY, skill="Guard", cost=20_000))
    hurt = apply(learned, PlayerInjured(player=MUMMY, niggling=1))
    offer = Offer(gives=Stake(players=(MUMMY,), gold=20_000), takes=Stake(gold=50_000, players=(THEIR_SKELETON,)))
    first, second = exchange(offer, hurt, KHEMRI, 7)
    ours, theirs = fold(first, hurt), fold(second, KHEMRI)
    assert (ours.treasury, theirs.treasury) == (130_000, 20_000)
    line, before = theirs.player(MUMMY), hurt.player(MUMMY)
    assert line is not None and before is not None
    assert replace(line, number=before.number) == before
    assert [(gone.how, gone.line) for gone in ours.departed] == [("traded", before)]
    assert ours.player(MUMMY) is None and ours.player(THEIR_SKELETON) is not None
    assert all(say_entry(entry) for entry in (*first, *second))


def test_a_player_who_joins_keeps_a_free_number() -> None:
    number = next(line.number for line in UNDEAD.players if line.player == MUMMY)
    _, theirs = exchanged(Offer(gives=Stake(players=(MUMMY,)), takes=NOTHING), UNDEAD, KHEMRI)
    worn = {line.number for line in KHEMRI.players}
    joined = theirs.player(MUMMY)
    assert joined is not None
    assert joined.number == (number if number not in worn else min({*range(1, 20)} - worn))
    away = next(line.player for line in KHEMRI.players if line.number == number)
    _, theirs = exchanged(
        Offer(gives=Stake(players=(MUMMY,)), takes=Stake(players=(away,))), UNDEAD, replace(KHEMRI, treasury=0)
    )
    assert [line.number for line in theirs.players if line.player == MUMMY] == [number]


@pytest.mark.rules("C8")
def test_a_lent_player_returns_as_they_are_now() -> None:
    ours, theirs = lent()
    assert (ours.treasury, theirs.treasury) == (70_000, 80_000)
    theirs = apply(theirs, SkillGained(player=MUMMY, skill="Guard", cost=20_000))
    ended = end_of_loan(7, ours, theirs, (0, 40_000))
    home, away = fold(ended.entries[0], ours), fold(ended.entries[1], theirs)
    assert ended.paid == (0, 40_000)
    assert (home.treasury, away.treasury) == (110_000, 40_000)
    back = home.player(MUMMY)
    assert back is not None
    assert (back.loan, back.gained_skills) == (0, ("Guard",))
    assert home.departed == ()
    assert {gone.how for gone in away.departed} == {"returned"}
    assert not any(line.loan for line in (*home.players, *away.players))


@pytest.mark.rules("C8")
def test_a_player_who_died_or_walked_out_on_loan_does_not_come_back() -> None:
    ours, theirs = lent()
    theirs = fold([PlayerKilled(player=MUMMY), PlayerLeft(player=SKELETON, how="walked_out")], theirs)
    ended = end_of_loan(7, ours, theirs, (0, 0))
    home, away = fold(ended.entries[0], ours), fold(ended.entries[1], theirs)
    assert {gone.line.player: gone.how for gone in home.departed} == {MUMMY: "dead", SKELETON: "walked_out"}
    assert away == theirs
    assert places_taken(home) == len(home.players) == len(UNDEAD.players) - 2


@pytest.mark.rules("C8")
def test_lent_gold_is_paid_back_as_far_as_the_treasury_has_it() -> None:
    ours, theirs = lent()
    theirs = apply(theirs, GoldMoved(amount=65_000, source="treasury", target="expenses"))
    ended = end_of_loan(7, ours, theirs, (0, 40_000))
    assert ended.paid == (0, 15_000)
    assert fold(ended.entries[1], theirs).treasury == 0
    again = end_of_loan(7, fold(ended.entries[0], ours), fold(ended.entries[1], theirs), (0, 25_000))
    assert again.paid == (0, 0) and again.entries == ((), ())


@pytest.mark.rules("C8")
def test_ending_a_loan_does_not_change_another() -> None:
    ours, theirs = lent()
    more = Offer(gives=Stake(players_lent=(of(ours, "Skeleton"),)), takes=NOTHING, until=LATER)
    first, second = exchange(more, ours, theirs, 8)
    ours, theirs = fold(first, ours), fold(second, theirs)
    ended = end_of_loan(8, ours, theirs, (0, 0))
    home, away = fold(ended.entries[0], ours), fold(ended.entries[1], theirs)
    assert {line.loan for line in away.players} == {0, 7}
    assert {gone.line.loan for gone in home.departed} == {7}


def market(chance: random.Random, clubs: list[Club], loans: dict[int, tuple[Club, Club, list[int]]]) -> int:
    """Makes a few random trades between the clubs and ends some loans. Returns the number of trades."""
    done = 0
    for _ in range(6):
        ours, theirs = chance.sample(clubs, 2)
        gives, takes = stake(chance, ours.sheet), stake(chance, theirs.sheet)
        lends = gives.lends or takes.lends
        offer = Offer(gives=gives, takes=takes, until=LATER if lends else None)
        parties = [Party(name="x", coach=id(club), sheet=club.sheet) for club in (ours, theirs)]
        if judge(FREE, offer, parties[0], parties[1], TODAY):
            continue
        loan = len(loans) + 1
        first, second = exchange(offer, ours.sheet, theirs.sheet, loan)
        ours.follow(fold(first, ours.sheet), first)
        theirs.follow(fold(second, theirs.sheet), second)
        loans[loan] = (ours, theirs, [takes.gold_lent, gives.gold_lent])
        done += 1
    for loan, (ours, theirs, owed) in loans.items():
        if chance.random() < 0.4:
            ended = end_of_loan(loan, ours.sheet, theirs.sheet, (owed[0], owed[1]))
            for club, entries in zip((ours, theirs), ended.entries, strict=True):
                club.follow(fold(entries, club.sheet), entries)
            owed[:] = [owed[0] - ended.paid[0], owed[1] - ended.paid[1]]
    return done


LISTS = st.lists(
    st.sampled_from(["Human", "Orc", "Goblin", "Undead", "Khemri", "Necromantic"]), min_size=2, max_size=4
).map(lambda lists: [*lists, lists[0]])


@pytest.mark.rules("C2", "C8")
@seasons(150)
@given(seed=st.integers(0, 2**32), lists=LISTS, rounds=st.sampled_from([1, 2, 4]))
def test_a_season_with_trades_keeps_every_law(seed: int, lists: list[str], rounds: int) -> None:
    chance = random.Random(seed)
    clubs: dict[int, Club] = {}
    loans: dict[int, tuple[Club, Club, list[int]]] = {}
    for match in season(chance, FREE, lists, rounds):
        clubs |= {id(club): club for club in (match.home, match.away)}
        if len(clubs) > 1:
            gold = sum(club.sheet.treasury for club in clubs.values())
            market(chance, list(clubs.values()), loans)
            assert sum(club.sheet.treasury for club in clubs.values()) == gold
        check_trades_conserve_gold_and_players(clubs.values())
        for club in clubs.values():
            check_limits(FREE, club.sheet)
            check_team_value(FREE, club.sheet)
            assert places_taken(club.sheet) <= 16
    for club in clubs.values():
        assert fold(club.entries) == club.sheet
        check_gold_is_conserved(club)
        check_departed_players_have_no_entries(club.entries)
    check_ids_are_unique(clubs.values())


def test_the_trading_season_has_many_trades() -> None:
    chance = random.Random(8)
    clubs: dict[int, Club] = {}
    loans: dict[int, tuple[Club, Club, list[int]]] = {}
    done = 0
    for match in season(chance, FREE, ["Orc", "Orc", "Undead", "Khemri"], 12):
        clubs |= {id(club): club for club in (match.home, match.away)}
        done += market(chance, list(clubs.values()), loans) if len(clubs) > 1 else 0
    entries = [entry for club in clubs.values() for entry in club.entries]
    assert done > 10
    assert {entry.how for entry in entries if isinstance(entry, PlayerTraded)} == {"traded", "lent", "returned"}
    assert {entry.how for entry in entries if isinstance(entry, PlayerJoined)} == {"traded", "borrowed", "returned"}


@pytest.mark.rules("C1")
def test_the_teams_of_these_tests_could_be_founded() -> None:
    """Apart from their gold; trades have the same limits as founding."""
    for sheet in (UNDEAD, KHEMRI, FULL, humans()):
        choice = Choice(team_list=sheet.team_list, players=tuple(line.position for line in sheet.players))
        assert {violation.id for violation in judge_founding(PBBL, choice).violations} <= {"founding.too_dear"}
