"""Post-match step 1: points, injuries, MVP and improvement rolls of the players (G1-G6, K2, K7, M4, L6)."""

from __future__ import annotations

from rules.book.reads import reads
from rules.journal import ConditionChanged, PlayerRecovered, PointsEarned, injured
from rules.match_day.cards import extra_players, kept_out
from rules.match_day.casualties import InjuredPlayer
from rules.match_day.improvement import improve
from rules.match_day.run import Run
from rules.sequence.explanations import RuleBroken
from rules.sequence.forms import Pick
from rules.sequence.sequence import Side
from rules.sheet.match import RAISED, InducedLine, PlayerLine
from rules.sheet.sheet import PlayerSheet
from rules.team.learning.levels import rolls_owed
from rules.team.trophies import medal

INDUCED = "induced"
"""In the key of an MVP award: a hired player, who loses it for the team."""


def end_missed_match(run: Run) -> None:
    """Players who missed this match have one less to miss (K7, p32), and what lasts for some matches passes."""
    for line in run.fielded.players:
        if line.misses:
            run.record(PlayerRecovered(player=line.player, misses=line.misses - 1))
        for key, _count in line.conditions:
            known = run.ruleset.book.conditions.get(key)
            if known is not None and known.lasts:
                run.record(ConditionChanged(player=line.player, condition=key, change=-1))


def earn_points(run: Run) -> None:
    """Star player points from the report (M4, p33), and MVPs for everyone in a final with medals (L6, p42)."""
    for line in run.report.lines:
        _earn(run, line.player, line)
    for player in _took_part(run):
        _take_medal(run, player)


def _earn(run: Run, player: int, line: PlayerLine | InducedLine) -> None:
    if (spp := points_for(run, line)) > 0:
        run.record(
            PointsEarned(
                player=player,
                spp=spp,
                deeds=line.deeds,
            )
        )


def _take_medal(run: Run, player: int) -> None:
    if due := medal(run.ruleset, run.match.terms):
        _take_mvps(run, player, due.amount)


def _take_mvps(run: Run, player: int, count: int) -> None:
    award = run.ruleset.book.awarded
    assert award is not None, "medals and this step need it"
    run.record(PointsEarned(player=player, spp=count * award.points, deeds=((award.key, count),)))


def points_for(run: Run, line: PlayerLine | InducedLine) -> int:
    """The SPP for a player's line in the report, without MVP."""
    return sum(count * run.ruleset.book.deeds[deed].points for deed, count in line.deeds)


def _took_part(run: Run) -> tuple[int, ...]:
    if run.report.took_part is not None:
        return run.report.took_part
    return tuple(line.player for line in _eligible(run))


def _eligible(run: Run) -> tuple[PlayerSheet, ...]:
    """The players who could play: not those who miss the match, nor those whom a card kept out of it (K7, S5)."""
    absent = kept_out(run.ruleset, run.match, run.side)
    return tuple(line for line in run.fielded.available if line.player not in absent)


@reads("casualty_tables")
def record_injuries(run: Run) -> None:
    """Writes lasting injuries on the sheet; a later step removes the dead from the roster (K1-K6, p32)."""
    for hurt in injured_players_of(run, run.side):
        if hurt.lasting and hurt.death is None:
            run.record(injured(hurt.player, misses=hurt.misses, conditions=hurt.conditions, changes=hurt.changes))


def injured_players_of(run: Run, side: Side) -> tuple[InjuredPlayer, ...]:
    """The injuries of a side's players, as the edition carries them: it may ask either coach, and roll.

    Raises ``RuleBroken`` for an injury that the rules do not allow.
    """
    if side not in run.injured:
        run.injured[side] = run.ruleset.edition.injuries.carry(run, side)
    return run.injured[side]


def hurt_opponents(run: Run) -> tuple[InjuredPlayer, ...]:
    """The injured opponents; nobody while one of their injuries is refused: until it is corrected no one is dead."""
    try:
        return injured_players_of(run, run.opponent)
    except RuleBroken:
        return ()


def dead(run: Run) -> frozenset[int]:
    """The ids of this side's players who died in the match."""
    return frozenset(hurt.player for hurt in injured_players_of(run, run.side) if hurt.death is not None)


@reads("awarded")
def award_mvp(run: Run) -> None:
    """Awards the MVP: one for each team, or two for a team whose opponent conceded (G1, p33, 38, 43)."""
    award_mvps(run, mvps_due(run), mvp_candidates(run))


def award_mvps(run: Run, due: int, candidates: tuple[str, ...]) -> None:
    """So many awards, each to one of the candidates."""
    run.asking.each(range(1, due + 1), lambda index: _award(run, index, candidates))


def _award(run: Run, index: int, candidates: tuple[str, ...]) -> None:
    kind, _dot, which = _mvp(run, index, candidates).partition(".")
    if kind == RAISED:
        run.raised_mvps.append(int(which))
    elif kind != INDUCED:
        _take_mvps(run, int(kind), 1)


def _mvp(run: Run, index: int, options: tuple[str, ...]) -> str:
    key = f"mvp.{index}"
    if not options:
        return INDUCED
    label = "mvp" if index == 1 else "second_mvp"
    if run.ruleset.house["mvp"] == "coach":
        return run.asking.choose(run.side, key, options, label=label, **run.source("mvp"))
    if run.ruleset.house["mvp"] == "nominated":
        options = _nominees(run, index, options)
    return run.asking.draw(run.side, key, options, label=label, **run.source("mvp"))


def _nominees(run: Run, index: int, options: tuple[str, ...]) -> tuple[str, ...]:
    """The candidates of whom one is drawn: some whom the coach names, or all if there are no more."""
    award = run.ruleset.book.awarded
    assert award is not None, "this step needs it"
    count = award.nominees
    if count >= len(options):
        return options
    form = Pick(options=options, least=count, most=count)
    key, args = f"mvp_nominees.{index}", (("count", count),)
    return run.asking.ask(run.side, key, form, label="mvp_nominees", args=args, **run.source("mvp"))


def mvps_due(run: Run) -> int:
    """How many MVPs this side awards: 1, after a concession 2 for the winner and none for the loser (N1, N2)."""
    result = run.match.result
    if result.conceded_by is None or waived(run):
        return 1
    return 0 if result.conceded_by == run.side else 2


def waived(run: Run) -> bool:
    """Whether the house rules waive all penalties because the concession came before the kick-off (N1)."""
    result = run.match.result
    return result.conceded_before_kick_off and run.ruleset.house["concession_before_kick_off"] == "no_penalty"


def mvp_candidates(run: Run) -> tuple[str, ...]:
    """Who can be MVP (G1): all players who could play, by id; then the raised as ``raised.1``, hired as ``induced.1``.

    All hired players count, even if the report does not list them. If one of them is drawn, the award is lost. Players
    who were raised in the match could play from then on (p18, 33); the house rules say what an award is to them.
    """
    eligible = [line.player for line in _eligible(run)]
    risen, raised_are = raised_lines(run), run.ruleset.house["raised_in_match"]
    raised = [f"{RAISED}.{nth}" for nth in range(1, len(risen) + 1)] if raised_are == "as_roster" else []
    if run.ruleset.house["mvp"] in ("random_survivor", "nominated"):
        killed = dead(run)
        return (*(str(player) for player in eligible if player not in killed), *raised)
    joined = run.match.hired.of(run.side) + len(extra_players(run.ruleset, run.report.cards))
    hired = max(len(run.report.induced) - len(risen), joined) + (len(risen) if raised_are == "as_hired" else 0)
    induced = [f"{INDUCED}.{index}" for index in range(1, hired + 1)]
    return (*(str(player) for player in eligible), *raised, *induced)


def raised_lines(run: Run) -> tuple[InducedLine, ...]:
    """The lines of the players of this side who were raised during the match and could play from then on (J8, p18)."""
    return tuple(line for line in run.report.induced if line.kind == RAISED)


def join_with_points(run: Run, player: int, nth: int) -> None:
    """Gives a player raised in the match, who has just joined, what they earned in it: SPP, MVP awards, rolls.

    ``nth`` is their place among the raised, from 1. Without a line in the report they did not play on, and unless the
    house rules treat them like players of the roster, they earned nothing. Source: PBBL 1.10, G1, J8 (p18, 33).
    """
    lines = raised_lines(run)
    if run.ruleset.house["raised_in_match"] != "as_roster" or not 0 < nth <= len(lines):
        return
    _earn(run, player, lines[nth - 1])
    _take_medal(run, player)
    if awards := run.raised_mvps.count(nth):
        _take_mvps(run, player, awards)
    joined = run.sheet.player(player)
    assert joined is not None, "only a player on the roster can improve"
    if run.ruleset.book.levels:
        _improve(run, joined)


@reads("levels", "improvement")
def roll_improvements(run: Run) -> None:
    """An improvement roll for each new level of each living player (G2-G5, p33-34)."""
    killed = dead(run)
    due = [line for line in run.sheet.players if line.player not in killed and rolls_owed(run.ruleset, line) > 0]
    run.asking.each(due, lambda line: _improve(run, line))


def _improve(run: Run, line: PlayerSheet) -> None:
    for _ in range(rolls_owed(run.ruleset, line)):
        present = run.sheet.player(line.player)
        if present is None:
            raise RuleBroken(f"improvements.{line.player}")
        run.record(improve(run, present))
