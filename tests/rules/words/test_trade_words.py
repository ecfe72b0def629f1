"""Trades (C8): values at the limits, and refusals with names, amounts and numbers."""

from dataclasses import replace
from datetime import date

import pytest

from rules.journal import GoldMoved, PlayerJoined, PlayerKilled, PlayerLost, fold
from rules.sheet.sheet import TeamSheet, changed
from rules.team.trades import PURSE, Offer, Party, Stake, end_of_loan, exchange, judge, trades_allowed
from rules.words.words import say_violation
from tests.rules.build import PBBL, team
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
    TODAY,
    UNDEAD,
    judged,
    lent,
    of,
)


def violation_texts(offer: Offer, theirs: TeamSheet = KHEMRI, coach: int = 2) -> list[str]:
    """The violations of an offer of the Ghosts to the Kings, without the remedies."""
    ours = Party(name="Ghosts", coach=1, sheet=UNDEAD)
    found = judge(FREE, offer, ours, Party(name="Kings", coach=coach, sheet=theirs), TODAY)
    return [say_violation(violation).partition(" (C")[0] for violation in found]


@pytest.mark.rules("C8", "C1", "C2")
@pytest.mark.parametrize(
    ("offer", "theirs", "text"),
    [
        (
            Offer(gives=Stake(players_lent=(SKELETON,)), takes=NOTHING, until=date(2026, 2, 28)),
            KHEMRI,
            "The loan cannot end on 2026-02-28: it must end after today.",
        ),
        (Offer(gives=Stake(gold=-5_000), takes=Stake(gold=1)), KHEMRI, "Ghosts cannot give −5k."),
        (Offer(gives=NOTHING, takes=Stake(gold=7, gold_lent=-5_000), until=LATER), KHEMRI, "Kings cannot give −5k."),
        (
            Offer(gives=Stake(gold=60_000, gold_lent=50_000), takes=NOTHING, until=LATER),
            KHEMRI,
            "Ghosts would give 110k, but has only 100k in its treasury.",
        ),
        (
            Offer(gives=NOTHING, takes=Stake(players=(MUMMY,))),
            KHEMRI,
            "One of the players is not on the roster of Kings.",
        ),
        (
            Offer(gives=Stake(players=(SKELETON,) * 2), takes=NOTHING),
            KHEMRI,
            "A player of Ghosts is in this trade twice.",
        ),
        (
            Offer(gives=NOTHING, takes=Stake(players=(MUMMY,))),
            BORROWING,
            f"No. {BORROWING.player(MUMMY).number} is only on loan at Kings, and cannot be traded.",
        ),
        (
            Offer(gives=Stake(players=(GHOUL,)), takes=NOTHING),
            KHEMRI,
            "No. 1 cannot join Kings: the Khemri list has no such Ghoul.",
        ),
        (
            Offer(gives=NOTHING, takes=Stake(players=(THEIR_MUMMY,))),
            KHEMRI,
            "Ghosts would have 3 × Mummy, including players out on loan. Its list allows 2.",
        ),
        (
            Offer(gives=Stake(players=(SKELETON,)), takes=NOTHING),
            FULL,
            "Kings would have 17 players, including players out on loan. The maximum is 16.",
        ),
    ],
)
def test_a_refusal_names_the_team_and_the_amounts(offer: Offer, theirs: TeamSheet, text: str) -> None:
    assert violation_texts(offer, theirs) == [text]


@pytest.mark.rules("C8")
def test_a_traded_player_is_named_if_the_name_is_known() -> None:
    parties = (Party(name="Ghosts", coach=1, sheet=UNDEAD), Party(name="Kings", coach=2, sheet=KHEMRI))
    (violation,) = judge(FREE, Offer(gives=Stake(players=(GHOUL,)), takes=NOTHING), *parties, TODAY)
    assert say_violation(violation, names={GHOUL: "Gnaw"}).startswith("Gnaw (no.\xa01) cannot join Kings: ")


@pytest.mark.rules("C8")
def test_the_refusal_for_two_teams_of_one_coach_has_both_names() -> None:
    assert violation_texts(Offer(gives=Stake(gold=1), takes=NOTHING), coach=1) == [
        "Ghosts and Kings have the same coach, and a coach cannot trade between their own teams."
    ]


@pytest.mark.rules("C8")
def test_every_player_of_an_offer_is_checked() -> None:
    offer = Offer(gives=Stake(players=(99, GHOUL)), takes=NOTHING)
    assert judged(offer) == [("C8", "trade.not_on_roster"), ("C2", "trade.no_such_position")]


@pytest.mark.rules("C2", "C8")
def test_a_position_with_the_same_name_but_other_values_is_not_on_the_list() -> None:
    """Both lists have a Skeleton, but not one that started with another profile or other skills."""
    line = UNDEAD.player(SKELETON)
    assert line is not None
    stronger = replace(line, start=tuple((name, value + (name == "ST")) for name, value in line.start))
    skilled = replace(line, starting_skills=(*line.starting_skills, "Block"))
    for namesake in (stronger, skilled):
        players = tuple(namesake if one.player == SKELETON else one for one in UNDEAD.players)
        offer = Offer(gives=Stake(players=(SKELETON,)), takes=NOTHING)
        assert judged(offer, ours=changed(UNDEAD, players=players)) == [("C2", "trade.no_such_position")]


@pytest.mark.rules("C2", "C8")
def test_the_last_place_and_the_last_place_of_a_position_can_be_filled() -> None:
    fifteen = team("Khemri", "2 Mummy", "13 Skeleton", first_id=1000)
    assert judged(Offer(gives=Stake(players=(SKELETON,)), takes=NOTHING), theirs=fifteen) == []
    assert judged(Offer(gives=Stake(players=(MUMMY,)), takes=NOTHING)) == []  # their fourth of four
    one_mummy = team("Undead", "1 Mummy", "11 Skeleton")
    assert judged(Offer(gives=NOTHING, takes=Stake(players=(THEIR_MUMMY,))), ours=one_mummy) == []


@pytest.mark.rules("C2", "C8")
def test_a_roster_that_is_too_large_can_trade_if_it_does_not_grow() -> None:
    """Seventeen players after a manual correction: one player for one is allowed."""
    many = team("Khemri", "5 Mummy", "12 Skeleton", first_id=1000)
    swap = Offer(gives=Stake(players=(SKELETON,)), takes=Stake(players=(of(many, "Skeleton"),)))
    assert judged(swap, theirs=many) == []
    mummies = Offer(gives=Stake(players=(MUMMY,)), takes=Stake(players=(of(many, "Mummy"),)))
    assert judged(mummies, theirs=many) == []
    assert judged(Offer(gives=Stake(players=(SKELETON,)), takes=NOTHING), theirs=many) == [("C2", "trade.squad_full")]


@pytest.mark.rules("C8")
def test_traded_gold_goes_through_the_trade_purse_in_both_directions() -> None:
    offer = Offer(gives=Stake(gold=20_000, gold_lent=10_000), takes=Stake(gold=5_000), until=LATER)
    first, second = exchange(offer, UNDEAD, KHEMRI, 7)
    handed = GoldMoved(amount=30_000, source="treasury", target=PURSE)
    taken = GoldMoved(amount=5_000, source=PURSE, target="treasury")
    assert first == (handed, taken)
    assert second == (
        GoldMoved(amount=5_000, source="treasury", target=PURSE),
        GoldMoved(amount=30_000, source=PURSE, target="treasury"),
    )
    ended = end_of_loan(7, fold(first, UNDEAD), fold(second, KHEMRI), (0, 10_000))
    assert ended.entries == (
        (GoldMoved(amount=10_000, source=PURSE, target="treasury"),),
        (GoldMoved(amount=10_000, source="treasury", target=PURSE),),
    )


def with_numbers(sheet: TeamSheet, *numbers: int) -> TeamSheet:
    """The team's first players, with these shirt numbers."""
    return changed(
        sheet,
        players=tuple(changed(line, number=number) for line, number in zip(sheet.players, numbers, strict=False)),
    )


@pytest.mark.parametrize(
    ("worn", "coming", "given"),
    [
        ((1, 5), (1, 5), [2, 3]),
        ((5,), (5, 1), [1, 2]),  # 5 is taken, so the first gets 1; then the other's 1 is taken
        ((2, 3), (3, 9), [1, 9]),
        ((1, 2, 3), (2, 3), [4, 5]),
    ],
)
def test_a_player_who_joins_gets_the_lowest_free_number(
    worn: tuple[int, ...], coming: tuple[int, ...], given: list[int]
) -> None:
    ours, theirs = with_numbers(UNDEAD, *coming), with_numbers(KHEMRI, *worn)
    offer = Offer(gives=Stake(players=tuple(line.player for line in ours.players)), takes=NOTHING)
    _, entries = exchange(offer, ours, theirs, 7)
    assert [entry.line.number for entry in entries if isinstance(entry, PlayerJoined)] == given


@pytest.mark.rules("C8")
def test_a_loan_ends_only_for_the_players_who_are_out_on_it() -> None:
    """One player is already back, another is out on another loan: neither returns twice."""
    ours, theirs = lent()
    home_again = changed(ours, departed=tuple(replace(gone, how="traded") for gone in ours.departed))
    ended = end_of_loan(7, home_again, theirs, (0, 0))
    assert not any(isinstance(entry, (PlayerJoined, PlayerLost)) for entry in ended.entries[0])
    elsewhere = changed(ours, departed=tuple(replace(gone, line=changed(gone.line, loan=8)) for gone in ours.departed))
    ended = end_of_loan(7, elsewhere, theirs, (0, 0))
    assert not any(isinstance(entry, (PlayerJoined, PlayerLost)) for entry in ended.entries[0])


@pytest.mark.rules("C8")
def test_a_lent_player_who_left_in_an_unknown_way_is_gone() -> None:
    ours, theirs = lent()
    vanished = changed(theirs, players=tuple(line for line in theirs.players if line.player != MUMMY))
    dead = fold([PlayerKilled(player=SKELETON)], vanished)
    lost = [entry for entry in end_of_loan(7, ours, dead, (0, 0)).entries[0] if isinstance(entry, PlayerLost)]
    assert {entry.player: entry.how for entry in lost} == {MUMMY: "gone", SKELETON: "dead"}


def test_a_player_who_is_not_on_the_roster_cannot_be_traded() -> None:
    with pytest.raises(ValueError, match="player 99 is not on the roster"):
        exchange(Offer(gives=Stake(players=(99,)), takes=NOTHING), UNDEAD, KHEMRI, 7)


def test_an_edition_can_fix_whether_trades_are_allowed() -> None:
    house = replace(PBBL.house, values=tuple(pair for pair in PBBL.house.values if pair[0] != "trades"))
    for settled in ("off", "free"):
        assert trades_allowed(replace(PBBL, house=replace(house, settled=(("trades", settled),)))) == settled
