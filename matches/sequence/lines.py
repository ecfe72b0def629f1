"""What a confirmed match leaves in the rows that tables and records are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from matches.models import Match, MatchSide, PlayerLine
from matches.sequence.opening import write
from matches.sequence.sequences import MatchState
from matches.sequence.star_injuries import write_star_injuries
from rules.book.edition import Ruleset
from rules.journal import PointsEarned
from rules.match_day.cards import kept_out
from rules.match_day.casualties import Hurt, suffered
from rules.match_day.report_problem import SideChecked
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import InducedLine, MatchPlayed, SideReport
from rules.sheet.sheet import PlayerSheet
from rules.team.hired import is_dead

SELF_INFLICTED = ("eaten", "other")


def write_outcome(state: MatchState, match: Match, /, **columns: Any) -> None:
    """Write what the report comes to in the rows of the locked ``match``, with the given columns beside it."""
    result = state.played().result
    write(
        match,
        conceded_by=result.conceded_by or "",
        conceded_before_kick_off=result.conceded_before_kick_off,
        decided_by=result.decided_by,
        decided_for=result.decided_for or "",
        **columns,
    )
    write_results(state)
    write_lines(state)
    write_star_injuries(state)


def write_results(state: MatchState) -> None:
    """Score, casualties and result of both sides."""
    for side, ended in endings(state.ruleset, state.played()).items():
        row = state.sides[side]
        row.score, row.casualties, row.result = ended.score, ended.casualties, ended.result
        row.save(update_fields=["score", "casualties", "result"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a match ended for a side, as tables count it."""

    score: int
    casualties: int
    result: str


def casualties_of(ruleset: Ruleset, played: MatchPlayed, side: Side) -> int:
    """The casualties that a side inflicted (R1, p32): the opponent's injuries, and those of players on no roster.

    The latter are listed only where it matters how they were hurt; else whoever hurt them by a block tells of it.
    """
    own, theirs = played.reports.of(side), played.reports.of(other(side))
    listed = sum(injury.cause not in SELF_INFLICTED for injury in theirs.injuries)
    if not SideChecked(ruleset=ruleset, match=played, side=other(side)).has_unlisted:
        return listed
    credited = sum(line.casualties for line in (*own.lines, *own.induced))
    by_blocks = sum(injury.cause in ruleset.book.spp.casualty_causes for injury in theirs.injuries)
    return listed + max(credited - by_blocks, sum(line.casualty > 0 for line in theirs.induced), 0)


def endings(ruleset: Ruleset, played: MatchPlayed) -> dict[Side, Ending]:
    """How a match ended for both sides."""
    winner, conceded = played.winner(), played.result.conceded_by
    found: dict[Side, Ending] = {}
    for side in SIDES:
        result = "draw" if winner is None else "win" if winner == side else "loss"
        found[side] = Ending(
            score=played.reports.of(side).score,
            casualties=casualties_of(ruleset, played, side),
            result="conceded" if conceded == side else result,
        )
    return found


def write_lines(state: MatchState) -> None:
    """A line for everybody who was there; written again when the post-match has given MVPs and winnings."""
    PlayerLine.objects.filter(side__in=[row.pk for row in state.sides.values()]).delete()
    names = state.names
    lines: list[PlayerLine] = []
    for side in SIDES:
        lines.extend(lines_of(state, side, names))
        for _step, figure in state.outcomes[side].figures:
            if figure.id == "winnings":
                MatchSide.objects.filter(pk=state.sides[side].pk).update(winnings=figure.amount)
    PlayerLine.objects.bulk_create(lines)


def lines_of(state: MatchState, side: Side, names: dict[int, str]) -> list[PlayerLine]:
    """A side's lines, not stored yet: its players who were there, then whom it hired."""
    played = state.played()
    sheet, report, row = state.sheets.of(side), played.reports.of(side), state.sides[side]
    hurts = {hurt.player: hurt for hurt in suffered(state.ruleset, sheet, report.injuries, report.bought, report.cards)}
    absent = kept_out(state.ruleset, played, side)
    earned = _earned(state, side)
    foes = {foe.player for foe in state.sheets.of(other(side)).players}
    took_part = report.took_part
    lines = [
        _line(row, line, report, hurts.get(line.player), earned.get(line.player), names, foes)
        for line in sheet.available
        if line.player not in absent and (took_part is None or line.player in took_part)
    ]
    return [*lines, *(_induced(state, row, induced) for induced in report.induced)]


def _earned(state: MatchState, side: Side) -> dict[int, tuple[int, int]]:
    """SPP and MVPs by player, from the post-match as far as it is."""
    totals: dict[int, tuple[int, int]] = {}
    for entry in state.outcomes[side].entries:
        if isinstance(entry, PointsEarned):
            spp, mvps = totals.get(entry.player, (0, 0))
            totals[entry.player] = (spp + entry.spp, mvps + entry.mvps)
    return totals


def _line(
    row: MatchSide,
    line: PlayerSheet,
    report: SideReport,
    hurt: Hurt | None,
    earned: tuple[int, int] | None,
    names: dict[int, str],
    foes: set[int],
) -> PlayerLine:
    did = report.line(line.player)
    spp, mvps = earned or (0, 0)
    return PlayerLine(
        side=row,
        player_id=line.player,
        name=names.get(line.player, ""),
        number=line.number,
        position=line.position,
        completions=did.completions,
        touchdowns=did.touchdowns,
        interceptions=did.interceptions,
        casualties=did.casualties,
        mvps=mvps,
        spp=spp,
        injuries=list(hurt.results) if hurt else [],
        died=hurt is not None and hurt.death is not None,
        killed_by_id=hurt.death.by if hurt is not None and hurt.death is not None and hurt.death.by in foes else None,
    )


def _induced(state: MatchState, row: MatchSide, induced: InducedLine) -> PlayerLine:
    hurt = state.ruleset.book.casualty_for(induced.casualty).key if induced.casualty else ""
    return PlayerLine(
        side=row,
        kind=induced.kind,
        name=induced.name,
        completions=induced.completions,
        touchdowns=induced.touchdowns,
        interceptions=induced.interceptions,
        casualties=induced.casualties,
        injuries=[hurt] if hurt else [],
        died=is_dead(state.ruleset, induced),
    )
