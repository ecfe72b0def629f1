"""What a match that counts leaves in its rows: result, lines, injured stars. Tables and records are made from them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from matches.models import POINTS, Match, MatchSide, PlayerLine, StarInjury
from matches.sequence.locking import write
from matches.sequence.sequences import MatchState
from rules.book.edition import Ruleset
from rules.journal import PointsEarned
from rules.match_day.cards import kept_out
from rules.match_day.casualties import InjuredPlayer, injured_players
from rules.match_day.report_problem import SideChecked
from rules.match_day.run import Outcome
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import RAISED, InducedLine, MatchPlayed, facts_of
from rules.sheet.match import PlayerLine as ReportedLine
from rules.sheet.sheet import PlayerSheet, value_in
from rules.team.hired import is_dead, keeps_injuries, lasting_fate

SELF_INFLICTED = ("eaten", "other")
NOTHING: Counter[str] = Counter()

Line = tuple[PlayerLine, Mapping[str, int]]
"""A line with what its player did, by the key of the deed."""


def write_outcome(state: MatchState, match: Match, /, **columns: Any) -> None:
    """Writes the result and the injured stars by the current report; ``columns`` are written to ``match`` as well.

    ``match`` must be locked. ``write_lines`` writes the players' part.
    """
    result = state.played.result
    write(
        match,
        conceded_by=result.conceded_by or "",
        conceded_before_kick_off=result.conceded_before_kick_off,
        decided_by=result.decided_by,
        decided_for=result.decided_for or "",
        **columns,
    )
    write_results(state)
    _write_star_injuries(state)


def write_results(state: MatchState) -> None:
    """Writes both sides' score, casualties and result, and their winnings if these are known."""
    for side, ended in endings(state.ruleset, state.played).items():
        row = state.sides[side]
        row.score, row.casualties, row.result = ended.score, ended.casualties, ended.result
        row.winnings = winnings_of(state.outcomes[side], row.winnings)
        row.save(update_fields=["score", "casualties", "result", "winnings"])


def winnings_of(outcome: Outcome, before: int | None) -> int | None:
    """A side's winnings in gold, ``before`` while they are not rolled."""
    return next((figure.amount for _step, figure in outcome.figures if figure.id == "winnings"), before)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a match ended for one side, as tables count it."""

    score: int
    casualties: int
    result: str


def casualties_of(ruleset: Ruleset, played: MatchPlayed, side: Side) -> int:
    """The casualties that a side inflicted (R1, p32): the opponent's injuries, and those of players on no roster.

    A report lists the latter only where it matters how they were hurt. Else they count by the player who caused them.
    Some books record only the injuries that players are credited with.
    """
    own, theirs = played.reports.of(side), played.reports.of(other(side))
    deed = ruleset.book.credited
    key = deed.key if deed is not None else ""
    credited = sum(line.deed(key) for line in own.lines) + sum(line.deed(key) for line in own.induced)
    if ruleset.book.result.credited_only:
        return credited
    hurt = [injury for injury in theirs.injuries if injury.is_casualty]
    listed = sum(injury.cause not in SELF_INFLICTED for injury in hurt)
    if not SideChecked(ruleset=ruleset, match=played, side=other(side)).has_unlisted:
        return listed
    by_blocks = sum(injury.cause in ruleset.credited_causes for injury in hurt)
    return listed + max(credited - by_blocks, sum(line.casualty > 0 for line in theirs.induced), 0)


def endings(ruleset: Ruleset, played: MatchPlayed) -> dict[Side, Ending]:
    """How a match ended for both sides."""
    winner, conceded, scores = played.winner(), played.result.conceded_by, ruleset.counted_scores(played)
    found: dict[Side, Ending] = {}
    for side in SIDES:
        result = "draw" if winner is None else "win" if winner == side else "loss"
        found[side] = Ending(
            score=scores.of(side),
            casualties=casualties_of(ruleset, played, side),
            result="conceded" if conceded == side else result,
        )
    return found


def _write_star_injuries(state: MatchState) -> None:
    """Writes the stars who were hurt (I3); none if the league waives it."""
    if not keeps_injuries(state.ruleset):
        return
    StarInjury.objects.filter(side__in=[row.pk for row in state.sides.values()]).delete()
    StarInjury.objects.bulk_create(star_injuries_of(state))


def star_injuries_of(state: MatchState) -> list[StarInjury]:
    """The stars who were hurt by the current report, not stored yet."""
    reports = state.played.reports
    return [
        StarInjury(side=state.sides[side], star=line.name, casualty=line.casualty, fate=fate)
        for side in SIDES
        for line in reports.of(side).induced
        if (fate := lasting_fate(state.ruleset, line))
    ]


def write_lines(state: MatchState) -> None:
    """Writes a line for each player who took part, in place of earlier ones: the post-match adds MVPs and SPP."""
    PlayerLine.objects.filter(side__in=[row.pk for row in state.sides.values()]).remove()
    PlayerLine.objects.store(line for side in SIDES for line in lines_of(state, side))


def lines_of(state: MatchState, side: Side) -> list[Line]:
    """A side's lines, not stored yet: first its players who took part, then those it hired."""
    played, names = state.played, state.names
    sheet, report, row = state.sheets.of(side), played.reports.of(side), state.sides[side]
    hurts = hurt_players(state, side)
    absent = kept_out(state.ruleset, played, side)
    earned = _earned(state, side)
    foes = {foe.player for foe in state.sheets.of(other(side)).players}
    took_part = report.took_part
    lines: list[Line] = [
        (
            _line(row, line, hurts.get(line.player), earned.get(line.player, NOTHING), names, foes),
            _deeds(state, report.line(line.player), earned.get(line.player, NOTHING)),
        )
        for line in sheet.available
        if line.player not in absent and (took_part is None or line.player in took_part)
    ]
    joined = iter(_joined(state, side, earned))
    for induced in report.induced:
        line = next(joined, None) if induced.kind == RAISED else None
        did = earned[line.player] if line is not None else NOTHING
        lines.append((_induced(state, row, induced, line, did[POINTS]), _deeds(state, induced, did)))
    return lines


def hurt_players(state: MatchState, side: Side) -> dict[int, InjuredPlayer]:
    """The injured players of a side by the current report, by id."""
    report, facts = state.played.reports.of(side), facts_of(state.played.facts, side)
    sheet = state.sheets.of(side)
    hurts = injured_players(state.ruleset, sheet, report.injuries, report.bought, report.cards, facts)
    return {hurt.player: hurt for hurt in hurts}


def _joined(state: MatchState, side: Side, earned: Mapping[int, Counter[str]]) -> tuple[PlayerSheet, ...]:
    """The players raised in the match who brought along what they earned in it, once the match is over (J8)."""
    if not all(outcome.done for outcome in state.outcomes.values()):
        return ()
    here = {line.player for line in state.sheets.of(side).players}
    lines = state.outcomes[side].sheet.players
    return tuple(line for line in lines if line.joined == RAISED and line.player in earned and line.player not in here)


def _earned(state: MatchState, side: Side) -> Mapping[int, Counter[str]]:
    """SPP (``POINTS``), awards, and all that counts for the score, by player, as far as the post-match has come."""
    awarded = [deed.key for deed in state.ruleset.book.deeds.values() if deed.awarded or deed.scores]
    totals: dict[int, Counter[str]] = defaultdict(Counter)
    for entry in state.outcomes[side].entries:
        if isinstance(entry, PointsEarned):
            totals[entry.player][POINTS] += entry.spp
            totals[entry.player].update({key: value_in(entry.deeds, key) for key in awarded})
    return dict(totals)


def _deeds(state: MatchState, did: ReportedLine | InducedLine, earned: Counter[str]) -> dict[str, int]:
    """What a player did by the report, and what they were awarded after the match; a concession may give scores too."""
    deeds = state.ruleset.book.deeds.values()
    return {deed.key: max(earned[deed.key], 0 if deed.awarded else did.deed(deed.key)) for deed in deeds}


def _line(
    row: MatchSide,
    line: PlayerSheet,
    hurt: InjuredPlayer | None,
    earned: Counter[str],
    names: dict[int, str],
    foes: set[int],
) -> PlayerLine:
    return PlayerLine(
        side=row,
        player_id=line.player,
        name=names.get(line.player, ""),
        number=line.number,
        position=line.position,
        spp=earned[POINTS],
        injuries=list(hurt.results) if hurt else [],
        died=hurt is not None and hurt.death is not None,
        killed_by_id=hurt.death.by if hurt is not None and hurt.death is not None and hurt.death.by in foes else None,
    )


def _induced(
    state: MatchState, row: MatchSide, induced: InducedLine, joined: PlayerSheet | None, spp: int
) -> PlayerLine:
    hurt = state.ruleset.book.casualty_for(induced.casualty).key if induced.casualty else ""
    return PlayerLine(
        side=row,
        player_id=joined.player if joined is not None else None,
        kind=induced.kind,
        name=(state.names.get(joined.player) if joined is not None else "") or induced.name,
        number=joined.number if joined is not None else None,
        position=joined.position if joined is not None else "",
        spp=spp,
        injuries=[hurt] if hurt else [],
        died=is_dead(state.ruleset, induced),
    )
