"""Post-match step 1: what the match did to the players, MVP and improvement rolls (G1-G6, K2, K7, M4, L6)."""

from __future__ import annotations

from rules.journal import PlayerInjured, PlayerRecovered, PointsEarned
from rules.match_day.cards import extra_players, kept_out
from rules.match_day.casualties import Hurt, suffered
from rules.match_day.improvement import improve
from rules.match_day.run import Run
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import Side
from rules.sheet.match import RAISED, PlayerLine
from rules.sheet.sheet import PlayerSheet
from rules.team.trophies import medal


def serve_missed_match(run: Run) -> None:
    """Players who missed this match are back for the next one (K7, p32)."""
    for line in run.fielded.players:
        if line.misses_next:
            run.record(PlayerRecovered(player=line.player))


def earn_points(run: Run) -> None:
    """Star player points of the report (M4, p33), and the medals of a final that brings them (L6, p42)."""
    for line in run.report.lines:
        if (spp := points_for(run, line)) > 0:
            run.record(
                PointsEarned(
                    player=line.player,
                    spp=spp,
                    completions=line.completions,
                    touchdowns=line.touchdowns,
                    interceptions=line.interceptions,
                    casualties=line.casualties,
                )
            )
    if due := medal(run.ruleset, run.match.terms):
        for player in _took_part(run):
            run.record(PointsEarned(player=player, spp=due.amount * run.ruleset.book.spp.mvp, mvps=due.amount))


def points_for(run: Run, line: PlayerLine) -> int:
    """The SPP of a player's line, MVP apart."""
    worth = run.ruleset.book.spp
    return (
        line.completions * worth.completion
        + line.touchdowns * worth.touchdown
        + line.interceptions * worth.interception
        + line.casualties * worth.casualty
    )


def _took_part(run: Run) -> tuple[int, ...]:
    if run.report.took_part is not None:
        return run.report.took_part
    return tuple(line.player for line in _eligible(run))


def _eligible(run: Run) -> tuple[PlayerSheet, ...]:
    """Who could play: not those who miss the match, nor those whom a card kept out of it (K7, S5)."""
    absent = kept_out(run.ruleset, run.match, run.side)
    return tuple(line for line in run.fielded.available if line.player not in absent)


def carry_injuries(run: Run) -> None:
    """Lasting injuries go on the sheet; the dead are struck off in the update of the roster (K1-K6, p32)."""
    for hurt in hurts(run, run.side):
        if hurt.lasting and hurt.death is None:
            run.record(
                PlayerInjured(player=hurt.player, misses_next=hurt.misses_next, niggling=hurt.niggling, lost=hurt.lost)
            )


def hurts(run: Run, side: Side) -> tuple[Hurt, ...]:
    """What the match did to the players of a side. Raises ``RuleBroken`` at an injury that the rules do not allow."""
    report = run.match.reports.of(side)
    return suffered(run.ruleset, run.match.sheets.of(side), report.injuries, report.bought, report.cards)


def dead(run: Run) -> frozenset[int]:
    """The ids of this side's players who died in the match."""
    return frozenset(hurt.player for hurt in hurts(run, run.side) if hurt.death is not None)


def award_mvp(run: Run) -> None:
    """The most valuable player: one for each team, both for the opponent of a team that conceded (G1, p33, 38, 43)."""
    run.asking.each(range(1, mvps_due(run) + 1), lambda index: _award(run, index))


def _award(run: Run, index: int) -> None:
    pick = _mvp(run, index)
    if not pick.startswith("induced"):
        run.record(PointsEarned(player=int(pick), spp=run.ruleset.book.spp.mvp, mvps=1))


def _mvp(run: Run, index: int) -> str:
    key, options = f"mvp.{index}", mvp_candidates(run)
    if not options:
        return "induced"
    label = "mvp" if index == 1 else "second_mvp"
    if run.ruleset.house["mvp"] == "coach":
        return run.asking.choose(run.side, key, options, label=label, **run.source("mvp"))
    return run.asking.draw(run.side, key, options, label=label, **run.source("mvp"))


def mvps_due(run: Run) -> int:
    """How many MVPs this side awards: 1, after a concession 2 for the winner and none for the loser (N1, N2)."""
    result = run.match.result
    if result.conceded_by is None or waived(run):
        return 1
    return 0 if result.conceded_by == run.side else 2


def waived(run: Run) -> bool:
    """Whether the house rules take every penalty off a concession before the kick-off (N1)."""
    result = run.match.result
    return result.conceded_before_kick_off and run.ruleset.house["concession_before_kick_off"] == "no_penalty"


def mvp_candidates(run: Run) -> tuple[str, ...]:
    """Who may be MVP (G1): everybody who was eligible to play, as ids; hired players as ``induced.1`` and so on.

    All hired players count, those whom the report does not list too; drawn by one of them the award is lost.
    """
    eligible = [line.player for line in _eligible(run)]
    mode = run.ruleset.house["mvp"]
    if mode == "random_survivor":
        fallen = dead(run)
        return tuple(str(player) for player in eligible if player not in fallen)
    joined = run.match.hired.of(run.side) + len(extra_players(run.ruleset, run.report.cards))
    hired = max(sum(line.kind != RAISED for line in run.report.induced), joined)
    induced = tuple(f"induced.{index}" for index in range(1, hired + 1))
    return (*(str(player) for player in eligible), *induced)


def roll_improvements(run: Run) -> None:
    """An improvement roll for each level newly reached by a living player (G2-G5, p33-34)."""
    fallen = dead(run)
    due = [line for line in run.sheet.players if line.player not in fallen and rolls_due(run, line) > 0]
    run.asking.each(due, lambda line: _improve(run, line))


def rolls_due(run: Run, line: PlayerSheet) -> int:
    """How many improvement rolls a player has earned and not used."""
    return run.ruleset.book.level_for(line.spp).rolls - line.improvements


def _improve(run: Run, line: PlayerSheet) -> None:
    for _ in range(rolls_due(run, line)):
        present = run.sheet.player(line.player)
        if present is None:
            raise RuleBroken(f"improvements.{line.player}")
        run.record(improve(run, present))
