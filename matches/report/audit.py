"""Check matches: run each one again from its report and answers, and compare the result with the rows that pages read.

What a player did in a closed match is compared with the team's journal too, whose chain proves it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.db.models import Q

from matches.models import POINTS, Match, MatchCorrection, MatchSide, PlayerLine, Report, StarInjury
from matches.report.appearances import rosters, without
from matches.report.reporting import digest_of
from matches.sequence.lines import Line, endings, lines_of, star_injuries_of, winnings_of
from matches.sequence.sequences import MatchState
from rules.book.edition import Ruleset
from rules.journal import Impossible, PointsEarned
from rules.journal.history import CORRECTION, Correction, Journal, Record, from_json, ordered
from rules.match_day.run import Outcome
from rules.sequence.codec import CodecError
from rules.sequence.sequence import SIDES, Side
from rules.team.hired import keeps_injuries
from teams.models import JournalEntry, Team
from web.audit.findings import Finding
from web.errors import Refusal

CHUNK = 500
TRIES = 3
JOURNALS = 64
"""How many corrected journals an audit holds."""
RUN_AGAIN = (Match.State.POST_MATCH, Match.State.CLOSED)
SOURCES = ("post_match", "correction")
"""The first words of the sources of entries that a match wrote when it was closed or corrected."""
SHOWN = ("number", "position", "injuries", "died", "killed_by_id")

Totals = dict[tuple[str, int], Counter[str]]
"""What a team's players did and earned, by the match's public id and the player's id."""


def audit() -> Iterator[Finding]:
    """A finding for each match that counts, in the order of their ids, then one for each other match with results.

    Matches known from records were never run here, so there is nothing to compare them with.
    """
    _corrected_journal.cache_clear()
    played = Match.objects.filter(state__in=RUN_AGAIN).order_by("pk")
    for match in played.select_related("league", "ruleset").iterator(chunk_size=CHUNK):
        yield _finding(match, _differences(match))
    _corrected_journal.cache_clear()
    idle = Q(score__isnull=False) | ~Q(result="") | Q(winnings__isnull=False) | Q(lines__isnull=False)
    waiting = MatchSide.objects.exclude(match__state__in=Match.PLAYED).filter(idle).values("match")
    for match in Match.objects.filter(pk__in=waiting).order_by("pk"):
        yield _finding(match, ("it does not count, but has results",))


def audit_deeds() -> Iterator[Finding]:
    """A finding for each team that has played: whether its players' lines are what its journal says they earned."""
    lines = PlayerLine.objects.filter(side__match__state=Match.State.CLOSED, player__isnull=False)
    teams = Team.objects.in_bulk(set(lines.order_by().values_list("side__team", flat=True).distinct()))
    for team in sorted(teams):
        theirs = lines.filter(side__team=team).order_by("pk").rows("side__match__public_id", "player", "spp")
        wrong = tuple(_deeds(teams[team], theirs))
        yield Finding(subject=f"{teams[team].name} ({teams[team].public_id})", rows=len(theirs), differences=wrong)


def _finding(match: Match, differences: Iterable[str]) -> Finding:
    """The match in words, with its differences, read again until no write comes between.

    Those of a match that was run are read again at least once, with the journals: one may have been corrected
    meanwhile.
    """
    found, sure = tuple(differences), match.state not in RUN_AGAIN
    for _try in range(TRIES if found else 0):
        fresh = Match.objects.select_related("league", "ruleset").get(pk=match.pk)
        if sure and fresh.version == match.version:
            break
        match, sure = fresh, True
        _corrected_journal.cache_clear()
        found = tuple(_differences(match)) if match.state in RUN_AGAIN else ()
    names = dict(match.sides.values_list("side", "team__name")) if found else {}
    subject = f"{names.get('home')} against {names.get('away')} ({match.public_id})"
    return Finding(subject=subject, rows=1, differences=found)


def _differences(match: Match) -> Iterator[str]:
    state = MatchState(match)
    if state.report is None:
        yield "it counts, but has no report"
        return
    try:
        whole = _runs_as_then(state)
        if not whole and match.ruleset.revision == match.ruleset.book.revision:
            yield "its answers do not lead to where the match is"
        # Points, MVPs and winnings are written when the match closes.
        whole = whole and match.state == Match.State.CLOSED
        yield from _report(state)
        yield from _results(state, whole=whole)
        yield from _lines(state, whole=whole)
        yield from _star_injuries(state)
    except (CodecError, Impossible, Refusal, LookupError, ValueError, TypeError) as why:
        yield f"it cannot be run again: {why}"


def _runs_as_then(state: MatchState) -> bool:
    """Whether the answers still lead as far as the match has come. Newer rules may ask something else."""
    try:
        runs = state.outcomes.values()
    except Refusal:
        state.__dict__["outcomes"] = {side: _no_outcome(state, side) for side in SIDES}
        return False
    if any(run.refused is not None for run in runs):
        return False
    return state.match.state != Match.State.CLOSED or all(run.done for run in runs)


def _no_outcome(state: MatchState, side: Side) -> Outcome:
    return Outcome(side=side, sheet=state.sheets.of(side), entries=(), figures=(), step="")


def _report(state: MatchState) -> Iterator[str]:
    match, report = state.match, state.report
    assert report is not None
    if report.state != Report.State.CONFIRMED:
        yield f"its report is {report.get_state_display()}"
    if report.digest not in (digest_of(report.data), digest_of(report.data, match.played_on)):
        yield "its report is not the one that was confirmed"


def _results(state: MatchState, *, whole: bool) -> Iterator[str]:
    match, result = state.match, state.played.result
    reported = {
        "conceded_by": result.conceded_by or "",
        "conceded_before_kick_off": result.conceded_before_kick_off,
        "decided_by": result.decided_by,
        "decided_for": result.decided_for or "",
    }
    yield from _unequal("it", reported, match)
    for side, ended in endings(state.ruleset, state.played).items():
        figures = {name: getattr(ended, name) for name in ("score", "casualties", "result")}
        if whole:
            figures["winnings"] = winnings_of(state.outcomes[side], None)
        yield from _unequal(state.teams[side].name, figures, state.sides[side])


def _unequal(who: str, due: Mapping[str, Any], row: object) -> Iterator[str]:
    for name, value in due.items():
        if getattr(row, name) != value:
            yield f"{who} has {name} {getattr(row, name)!r}, by the report {value!r}"


def _lines(state: MatchState, *, whole: bool) -> Iterator[str]:
    """Names are not compared: a player may be renamed later."""
    to_come = set() if whole else _awarded(state.ruleset) | _handed_over(state)
    columns = (*SHOWN, *(("spp",) if whole else ()))
    gone = frozenset[int]().union(*(_gone(state, side) for side in SIDES))
    for side in SIDES:
        team, right_lines = state.teams[side].name, lines_of(state, side)
        without((line for line, _deeds in right_lines), gone)
        rows = PlayerLine.objects.filter(side=state.sides[side]).prefetch_related("deeds")
        stored, due = _by_player((row, row.counts) for row in rows), _by_player(right_lines)
        for key in sorted(stored.keys() | due.keys()):
            if key not in stored or key not in due:
                yield f"{team}: {_player(key)} {'took no part' if key in stored else 'has no line'}, by the report"
                continue
            (row, done), (right, did) = stored[key], due[key]
            figures = [(name, getattr(row, name), getattr(right, name)) for name in columns]
            figures += [(name, done.get(name, 0), did.get(name, 0)) for name in sorted({*done, *did} - to_come)]
            for name, one, other in figures:
                if one != other:
                    yield f"{team}: {_player(key)} has {name} {one!r}, by the report {other!r}"


def _gone(state: MatchState, side: Side) -> frozenset[int]:
    """The players of a side whom a correction of an earlier match had killed or removed by then."""
    read = _corrected_journal(state.teams[side].pk) if state.match.state == Match.State.CLOSED else None
    if read is None:
        return frozenset()
    rows, journal = read
    fielded = frozenset(line.player for line in state.sheets.of(side).players)
    return fielded - rosters(rows, journal, [state.match])[state.match.pk]


@lru_cache(maxsize=JOURNALS)
def _corrected_journal(team: int) -> tuple[list[JournalEntry], Journal] | None:
    """A team's journal, if something in it was corrected and it can be read: the audit of journals says where not."""
    entries = JournalEntry.objects.filter(team=team).order_by("seq")
    if not entries.filter(kind=CORRECTION).exists():
        return None
    rows = list(entries)
    try:
        journal = Journal(Record(seq=row.seq, fact=from_json(row.kind, row.data)) for row in rows)
        journal.sheet_after(len(journal.order))
    except (CodecError, Impossible):
        return None
    return rows, journal


def _by_player(lines: Iterable[Line]) -> dict[tuple[int, str, int], Line]:
    """Lines by player; those of nobody by kind and number, or by their names, numbered where several are alike."""
    found: dict[tuple[int, str, int], Line] = {}
    for line, deeds in sorted(lines, key=lambda each: sorted((+Counter(each[1])).items())):
        player, name = line.player_id or 0, "" if line.player_id else f"{line.kind} {line.number or line.name}"
        alike = sum(key[:2] == (player, name) for key in found)
        found[player, name, alike] = line, deeds
    return found


def _since(when: datetime | None, then: datetime) -> bool:
    return when is not None and when > then


def _player(key: tuple[int, str, int]) -> str:
    return f"player {key[0]}" if key[0] else key[1]


def _star_injuries(state: MatchState) -> Iterator[str]:
    if not keeps_injuries(state.ruleset):
        return
    columns = ("side_id", "star", "casualty", "fate")
    stored = StarInjury.objects.filter(side__match=state.match).values_list(*columns)
    if sorted(stored) != sorted(tuple(getattr(row, name) for name in columns) for row in star_injuries_of(state)):
        yield "its injured star players are not those of the report"


def _deeds(team: Team, lines: Iterable[Any]) -> Iterator[str]:
    try:
        earned, counted = earned_in(JournalEntry.objects.filter(team=team).order_by("seq"))
    except (CodecError, Impossible):
        return  # the audit of journals says so
    seen, awarded = set(), _awarded(team.ruleset.rules()) if team.ruleset is not None else set()
    for line in lines:
        key = (line["side__match__public_id"], line["player"])
        seen.add(key)
        has, due = Counter({POINTS: line["spp"], **line["deeds"]}), earned.get(key, Counter())
        compared = (
            {*has, *due} if key in earned else {POINTS, *awarded}
        )  # without an entry, deeds are not in the journal
        for name in sorted(compared):
            if has[name] != due[name]:
                yield (f"player {key[1]} has {name or 'spp'} {has[name]} in match {key[0]}, by the journal {due[name]}")
    for match, player in sorted(counted - seen):
        if Match.objects.filter(public_id=match, state=Match.State.CLOSED).exists():
            yield f"player {player} has no line in match {match}, but earned points there by the journal"


def earned_in(entries: Iterable[JournalEntry]) -> tuple[Totals, set[tuple[str, int]]]:
    """What players earned in each match by a team's journal: as the match itself, or its last correction, wrote it.

    What a correction of another match struck still stands in the lines of the match, until it is corrected itself; but
    not for players who were gone by then. Those who did not lose all of it are named beside it.
    Raises ``CodecError`` or ``Impossible`` for a journal that cannot be read.
    """
    rows = list(entries)
    written = {row.seq: row.at for row in rows}
    names = {row.source.partition(":")[2] for row in rows}
    rewritten = MatchCorrection.objects.last_accepted(names)
    wrote = {row.seq: row.source.partition(":")[::2] for row in rows}
    records = [Record(seq=row.seq, fact=from_json(row.kind, row.data)) for row in rows]
    struck_in: dict[tuple[int, int], int] = {}
    for record in records:
        if isinstance(record.fact, Correction):
            struck_in |= dict.fromkeys(record.fact.struck, record.seq)
    totals: Totals = defaultdict(Counter)
    counted: set[tuple[str, int]] = set()
    for item in ordered(records):
        part, match = wrote[item.place[0]]
        if part not in SOURCES or not isinstance(item.entry, PointsEarned):
            continue
        by = struck_in.get(item.place)
        elsewhere = by is None or (wrote[by][1] != match and not _since(rewritten.get(match), written[by]))
        if item.counts:
            counted.add((match, item.entry.player))
        if item.counts or elsewhere:
            total = totals[match, item.entry.player]
            total.update({POINTS: item.entry.spp, **dict(item.entry.deeds)})
    return totals, counted


def _awarded(ruleset: Ruleset) -> set[str]:
    """The deeds that are given after a match."""
    return {deed.key for deed in ruleset.book.deeds.values() if deed.awarded}


def _handed_over(state: MatchState) -> set[str]:
    """The deeds that a concession gives to players of the winner, whom their coach names after the match."""
    if state.played.result.conceded_by is None:
        return set()
    return {deed.key for deed in state.ruleset.book.deeds.values() if deed.scores}
