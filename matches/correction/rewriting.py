"""Writes an accepted correction: the match's own rows, and an entry in each history."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone

from accounts.models import User
from matches.correction.corrected import CorrectedMatch, current_reports
from matches.correction.journals import CORRECTED, AffectedJournal
from matches.models import Match, MatchAnswer, Report
from matches.report.reporting import digest_of
from matches.sequence.closing import facts_after, is_before_match
from matches.sequence.lines import write_lines, write_outcome
from matches.sequence.locking import write
from matches.sequence.sequences import MatchState
from rules.sequence.codec import encode
from rules.sequence.sequence import SIDES, Answer, Side
from teams.ledger import ledger
from teams.models import Player, TeamState


def rewrite(state: CorrectedMatch, match: Match, by: User) -> list[dict[str, Any]]:
    """Writes the match's corrected rows; returns the answers that they replace."""
    undone = [
        {"side": row.side, "key": row.key, "question": row.question, "value": row.value, "rolled": row.rolled}
        for row in state.then.values()
    ]
    for side in SIDES:
        row = state.sides[side]
        row.sheet = encode(state.sheets.of(side))
        before = {name: figure for name, figure in row.figures.items() if is_before_match(name)}
        row.figures = before | {figure.id: encode(figure) for _step, figure in state.outcomes[side].figures}
        row.save(update_fields=["sheet", "figures"])
    write(match, facts=facts_after(state))
    _replace_answers(state, match, by)
    played_on = state.correction.played_on or match.played_on
    _replace_report(state, match, played_on, by)
    fresh = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    fresh.__dict__["reports"] = current_reports(match)
    write_outcome(fresh, match, played_on=played_on)
    write_lines(fresh)
    return undone


def _replace_answers(state: CorrectedMatch, match: Match, by: User) -> None:
    rows = {
        (answered.question.side, answered.question.key): _answer_row(state, match, answered, by)
        for side in SIDES
        for answered in state.outcomes[side].fresh
    }
    match.answers.filter(sequence=MatchAnswer.Sequence.POST_MATCH).delete()
    MatchAnswer.objects.bulk_create(rows.values())


def _replace_report(state: CorrectedMatch, match: Match, played_on: date | None, by: User) -> None:
    """Stores the corrected report as confirmed, in place of the old one."""
    correction = state.correction
    match.reports.filter(state=Report.State.CONFIRMED).update(state=Report.State.SUPERSEDED)
    Report.objects.create(
        match=match,
        number=match.reports.count() + 1,
        data=correction.report,
        digest=digest_of(correction.report, played_on),
        state=Report.State.CONFIRMED,
        by=correction.by,
        answered_by=by,
        answered_at=timezone.now(),
    )


def _answer_row(state: CorrectedMatch, match: Match, answered: Answer, by: User) -> MatchAnswer:
    """The row of an answer: by its first author, or by the user who corrects."""
    question = answered.question
    key = (question.side, question.key)
    old, new = state.then.get(key), state.new_answer(key)
    minted = question.kind == "mint"
    keeps = old is not None and new is None and old.value == answered.value
    rolled = not keeps and bool((new or state.before_that.get(key) or {}).get("rolled"))
    return MatchAnswer(
        match=match,
        sequence=MatchAnswer.Sequence.POST_MATCH,
        side=question.side,
        key=question.key,
        question=encode(question),
        value=answered.value,
        rolled=old.rolled if keeps and old is not None else minted or rolled,
        by=old.by if keeps and old is not None else None if minted else by,
    )


def write_journal(state: CorrectedMatch, journal: AffectedJournal, team_state: TeamState, by: User) -> None:
    """Writes the one entry in a team's history, if the correction changes it."""
    if not state.changes(journal):
        return
    ledger.append(
        team=journal.team,
        ruleset=journal.rules,
        expected=team_state.seq,
        records=journal.records,
        facts=[ledger.Fact(state.worked(journal).correction)],
        source=f"{CORRECTED}:{state.match.public_id}",
        by=by,
        decided_by=state.correction.by_id,
        holder=team_state.held_by,
    )


def name_players(state: CorrectedMatch, names: Mapping[Side, Mapping[str, str]]) -> None:
    """Gives players whose purchase stays the names that were typed for it again, by the keys of their ids."""
    for side in SIDES:
        for given in state.outcomes[side].fresh:
            name = names[side].get(given.question.key, "") if given.question.kind == "mint" else ""
            if name:
                Player.objects.filter(pk=given.value, team=state.teams[side]).exclude(name=name).update(name=name)


def move_players(state: CorrectedMatch) -> None:
    """Moves the rows of players to their true current or last team.

    Must run inside a transaction, after all journals are written.
    """
    ends, teams = state.reached.whereabouts(), {journal.team.pk: journal.team for journal in state.touched}
    for row in Player.objects.filter(pk__in=ends).select_related("team"):
        if row.team_id != ends[row.pk]:
            ledger.hand_over([row.pk], left=row.team, joined=teams[ends[row.pk]])
