"""Small worlds, entry by entry: three teams of Linemen; the first team's first match is ``1``."""

from __future__ import annotations

from rules.correcting.across_teams import CorrectedJournals
from rules.journal import (
    Entry,
    GoldMoved,
    PointsEarned,
    SkillGained,
    TeamFounded,
    fold,
)
from rules.sheet.sheet import AWAY, LENT, TeamSheet, counts
from rules.team.trades import Offer, Stake, end_of_loan, exchange
from tests.rules.correcting.short_journal import lineman
from tests.rules.season_journals import World


def check_journals_agree(world: World) -> None:
    """Players join as they left, no player is on two rosters, and borrowed players are lent out at home."""
    sheets = world.sheets()
    on = [line.player for sheet in sheets.values() for line in sheet.players]
    assert len(on) == len(set(on))
    out = {
        (gone.line.player, gone.line.loan) for sheet in sheets.values() for gone in sheet.departed if gone.how == LENT
    }
    borrowed = {(line.player, line.loan) for sheet in sheets.values() for line in sheet.players if line.loan}
    assert borrowed <= out
    for sheet in sheets.values():
        for gone in sheet.departed:
            if gone.how in AWAY:
                assert any(
                    other.player(gone.line.player)
                    or any(each.line.player == gone.line.player for each in other.departed)
                    for other in sheets.values()
                    if other is not sheet
                )


FOUNDED = TeamFounded(edition="pbbl-1.10", team_list="Human", reroll_cost=50_000, gold=200_000)
EARNED = (PointsEarned(player=1, spp=6, deeds=counts(touchdowns=2)), SkillGained(player=1, skill="Block", cost=20_000))
GOLD = (
    GoldMoved(amount=10_000, source="treasury", target="trade"),
    GoldMoved(amount=10_000, source="trade", target="treasury"),
)


def three_teams() -> World:
    """Three teams: players 1 and 2 with the first, 3 and 4 with the second, 5 and 6 with the third."""
    world = World()
    for team in (1, 2, 3):
        world.write(team, "", FOUNDED, lineman(2 * team - 1, price=0), lineman(2 * team, price=0))
    world.write(1, "match:1", *EARNED)
    return world


def trade_player(
    world: World, trade: int, player: int, giver: int, taker: int, *, lent: bool = False, gold: bool = False
) -> None:
    """Moves a player to another team, for good or on loan, for 10k or for nothing."""
    world.trades[trade] = (giver, taker)
    offer = Offer(
        gives=Stake(players=(() if lent else (player,)), players_lent=(player,) if lent else ()), takes=Stake()
    )
    sheets = world.sheets()
    first, second = exchange(offer, sheets[giver], sheets[taker], trade)
    world.write(giver, f"trade:{trade}", *first, *(GOLD[1:] if gold else ()))
    world.write(taker, f"trade:{trade}", *second, *(GOLD[:1] if gold else ()))


def end_loan(world: World, trade: int) -> None:
    """Ends a loan."""
    lender, borrower = world.trades[trade]
    sheets = world.sheets()
    first, second = end_of_loan(trade, sheets[lender], sheets[borrower], (0, 0)).entries
    world.write(borrower, f"trade:{trade}", *second)
    world.write(lender, f"trade:{trade}", *first)


def correct_match(world: World, team: int, *entries: Entry, match: str = "1", **choices: str) -> CorrectedJournals:
    """Corrects a team's match; a choice is ``at_2__7_0="strike"`` for the second team's finding ``7.0``."""
    chosen: dict[int, dict[str, str]] = {}
    for name, choice in choices.items():
        whose, _, key = name.removeprefix("at_").partition("__")
        chosen.setdefault(int(whose), {})[key.replace("_", ".")] = choice
    return world.reached(match, {team: entries}, chosen)


def reversal_restores(world: World, before: dict[int, TeamSheet], team: int, match: str = "1") -> bool:
    """Whether reversing the correction of a match leaves all teams as they were."""
    back = correct_match(world, team, *world.entries(team, match), match=match)
    assert [worked.findings for worked in back.worked.values() if worked.findings] == []
    world.accept(match, back)
    return world.sheets() == before


def findings_of(made: CorrectedJournals, team: int) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(finding.key, finding.id, finding.choices) for finding in made.worked[team].findings]


def founded_world(world: World, team: int) -> TeamSheet:
    """A team as it was founded."""
    return fold([fact for fact, source, _at in world.journals[team] if source == ""])  # type: ignore[misc]  # triples
