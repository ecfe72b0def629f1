"""The rows of a match that was played in the pure core."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.utils import timezone

from matches.models import Match, MatchAnswer, MatchSide, PlayerLine, Report
from matches.report.reporting import digest_of
from matches.sequence.answering import as_row
from matches.sequence.closing import as_json, before_match
from matches.sequence.lines import Line, lines_of, write_results
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.book.edition import Ruleset
from rules.journal import Entry, PlayerHired, fold
from rules.journal.history import to_json
from rules.sequence.codec import encode
from rules.sequence.explanations import Figure
from rules.sequence.sequence import SIDES, Side
from rules.simulation.simulation import Club, Played
from rules.team.value import team_value
from teams.ledger import chain
from teams.models import JournalEntry, Player, Team, TeamState

BATCH = 500
MATCH_COLUMNS = (
    "state",
    "version",
    "weather",
    "gate",
    "played_on",
    "conceded_by",
    "conceded_before_kick_off",
    "opened_at",
    "confirmed_at",
    "closed_at",
)
SIDE_COLUMNS = (
    "sheet",
    "team_value",
    "fans",
    "fame",
    "inducements",
    "figures",
    "winnings",
    "story",
)
STORY = "We came, we blocked, we counted those who could still count. The rest is between us and the apothecary."


class MatchRows:
    """Collects the rows of matches, to store them together. `names` gives a name to each player who joins."""

    def __init__(self, ruleset: Ruleset, teams: Sequence[Team], names: Callable[[PlayerHired], str]) -> None:
        self.ruleset = ruleset
        self.teams = {team.pk: team for team in teams}
        self.names = names
        self.sides = {
            (row.match_id, row.side): row
            for row in MatchSide.objects.filter(match__sides__team__in=teams).select_related("team")
        }
        self.clubs: dict[int, Club] = {}
        self.seqs: dict[int, int] = {}
        self.named: dict[int, str] = {}
        self.players: list[Player] = []
        self.journal: list[JournalEntry] = []
        self.matches: list[Match] = []
        self.reports: list[Report] = []
        self.answers: list[MatchAnswer] = []
        self.lines: list[Line] = []

    def found(self, team: Team, club: Club) -> None:
        """Add the creation of a team."""
        self.clubs[team.pk] = club
        self._append(team, "founding", [(entry, None) for entry in club.entries], timezone.now())

    def add(self, match: Match, played: Played, at: datetime) -> None:
        """Add a closed match."""
        match_state = self._match_state(match, played)
        for side in SIDES:
            self._side(match_state, played, side, at)
        write_results(match_state)
        self._answers(match, played.before.values(), MatchAnswer.Sequence.PRE_MATCH, match_state)
        self._answers(match, played.after.values(), MatchAnswer.Sequence.POST_MATCH, match_state)
        self._report(match_state, at)
        state, result = played.prepared.state, played.match.result
        match.state, match.version, match.weather, match.gate = (
            Match.State.CLOSED,
            12,
            state.weather,
            state.gate().amount,
        )
        match.played_on, match.opened_at, match.confirmed_at, match.closed_at = at.date(), at, at, at
        match.conceded_by = result.conceded_by or ""
        match.conceded_before_kick_off = result.conceded_before_kick_off
        self.matches.append(match)

    def store(self) -> None:
        """Write everything; the players exist already."""
        JournalEntry.objects.bulk_create(self.journal, batch_size=BATCH)
        for team, entries in groupby(sorted(self.journal, key=lambda row: (row.team_id, row.seq)), attrgetter("team")):
            chain.extend(team, list(entries))
        TeamState.objects.bulk_create([self._state(team) for team in self.teams.values()])
        Match.objects.bulk_update(self.matches, MATCH_COLUMNS, batch_size=40)
        played = {match.pk for match in self.matches}
        sides = [row for (match, _), row in self.sides.items() if match in played]
        MatchSide.objects.bulk_update(sides, SIDE_COLUMNS, batch_size=40)
        Report.objects.bulk_create(self.reports, batch_size=BATCH)
        MatchAnswer.objects.bulk_create(self.answers, batch_size=BATCH)
        PlayerLine.objects.store(self.lines, batch_size=BATCH)

    def _match_state(self, match: Match, played: Played) -> MatchState:
        """The match as the services read it, with everything already read."""
        match_state = MatchState(match)
        reports = played.match.reports
        match_state.__dict__ |= {
            "sides": {side: self.sides[match.pk, side] for side in SIDES},
            "names": self.named,
            "ruleset": self.ruleset,
            "sheets": played.match.sheets,
            "reported": Reported(home=reports.home, away=reports.away, result=played.match.result),
            "outcomes": {side: played.outcomes.of(side) for side in SIDES},
        }
        return match_state

    def _side(self, match_state: MatchState, played: Played, side: Side, at: datetime) -> None:
        row, state, outcome = match_state.sides[side], played.prepared.state, played.outcomes.of(side)
        purchase, fans, match = state.purchases[side], state.fans[side], match_state.match.public_id
        before = [(each.entry, each.why) for each in state.recorded if each.side == side]
        self._append(row.team, f"pre_match:{match}", before, at)
        figures = dict(outcome.figures)
        after = [
            (entry, figures.pop(step, None)) for step, entry in zip(outcome.entry_steps, outcome.entries, strict=True)
        ]
        row.sheet = encode(played.match.sheets.of(side))
        row.team_value = state.worths[side].amount
        row.fans, row.fame = fans.amount, state.fame(side)
        row.inducements = [as_json(item) for item in purchase.items if item.count]
        row.figures = {before_match(figure.id): encode(figure) for whose, figure in state.figures if whose == side}
        row.figures |= {figure.id: encode(figure) for _step, figure in outcome.figures}
        row.winnings = next((figure.amount for _step, figure in outcome.figures if figure.id == "winnings"), None)
        row.story = STORY
        self._append(row.team, f"post_match:{match}", after, at)
        self.lines += lines_of(match_state, side)

    def _answers(self, match: Match, answers: Any, sequence: str, match_state: MatchState) -> None:
        for answer in answers:
            minted = answer.question.kind == "mint"
            by = None if minted else match_state.sides[answer.question.side].team.coach
            self.answers.append(as_row(match, sequence, answer, by=by, rolled=minted))

    def _report(self, match_state: MatchState, at: datetime) -> None:
        data = encode(match_state.reported)
        home, away = (match_state.sides[side].team.coach_id for side in SIDES)
        state = Report.State.CONFIRMED
        self.reports.append(
            Report(
                match=match_state.match, number=1, data=data, digest=digest_of(data), state=state,
                by_id=home, answered_by_id=away, answered_at=at,
            )
        )  # fmt: skip

    def _append(self, team: Team, source: str, facts: Sequence[tuple[Entry, Figure | None]], at: datetime) -> None:
        """Add entries to a team's journal, and the players who join with them."""
        seq = self.seqs.get(team.pk, 0)
        for entry, figure in facts:
            seq += 1
            kind, data = to_json(entry)
            why = encode(figure) if figure else None
            self.journal.append(
                JournalEntry(team=team, seq=seq, kind=kind, data=data, why=why, source=source, by=team.coach, at=at)
            )
            if isinstance(entry, PlayerHired):
                self.named[entry.player] = self.names(entry)
                self.players.append(Player(pk=entry.player, team=team, name=self.named[entry.player]))
        self.seqs[team.pk] = seq

    def _state(self, team: Team) -> TeamState:
        sheet = self.clubs[team.pk].sheet
        assert sheet == fold(self.clubs[team.pk].entries)
        value = team_value(self.ruleset, sheet)
        return TeamState(
            team=team,
            seq=self.seqs[team.pk],
            sheet=encode(sheet),
            value=value.amount,
            value_figure=encode(value),
            treasury=sheet.treasury,
            players=len(sheet.players),
            changed_at=timezone.now(),
        )
