"""A closed match run again for its correction, with the rosters of that time and the corrected report.

Earlier answers are kept where the sequence still asks for them and the rules still allow them. The rest is asked again.
Nothing here writes; ``matches.correction.correcting`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cached_property, partial
from typing import Any

from django.db.models import Q

from matches.correction.journals import AffectedJournal, rows_of
from matches.correction.kept_answers import KeptAnswers
from matches.correction.new_players import with_ids
from matches.models import Match, MatchAnswer, MatchCorrection, Report
from matches.models.reports import current_of
from matches.sequence.reported import Reported
from matches.sequence.sequences import Answers, MatchState
from matches.sequence.taking_back import what_no_longer_fits
from rules.correcting.across_teams import CorrectedJournals, correct_journals
from rules.correcting.correcting import GRANT, KEEP, Corrected, changes_history, sheet_before
from rules.correcting.open_journal import TeamJournal
from rules.journal import Entry, Impossible
from rules.match_day.post_match import post_match
from rules.match_day.run import Outcome
from rules.sequence.codec import decode
from rules.sequence.sequence import SIDES, Answer, Answerer, Key, Question, Side
from rules.sheet.match import Pair
from rules.sheet.sheet import TeamSheet
from teams.asking.server_dice import still_fits
from teams.models import Trade


class CorrectedMatch(MatchState):
    """The match as if its post-match were open again. Its ``match`` is a copy that is never saved."""

    def __init__(self, correction: MatchCorrection, *, coaches: bool = False) -> None:
        match = copy(correction.match)
        match.state, match.version = Match.State.POST_MATCH, correction.version
        super().__init__(match, coaches=coaches)
        self.correction = correction
        self.refused_then: set[Key] = set()
        self._ids: dict[Side, dict[int, int]] = {}

    # -- the journals of that time --

    @cached_property
    def journals(self) -> dict[Side, AffectedJournal]:
        """Both teams' journals."""
        rows = rows_of(self.teams.values())
        return {
            side: AffectedJournal(self.correction, side, team, self.ruleset, rows[team.pk])
            for side, team in self.teams.items()
        }

    @cached_property
    def sheets(self) -> Pair[TeamSheet]:
        """Both rosters as fielded, after all corrections so far."""
        home, away = (
            sheet_before(each.records, each.own, each.before) for each in map(self.journals.__getitem__, SIDES)
        )
        return Pair(home=home, away=away)

    # -- the sequence, run again --

    @cached_property
    def reported(self) -> Reported | None:
        """The corrected report; before any change, the current one."""
        return decode(Reported, self.correction.report) if self.correction.report else self.standing

    @cached_property
    def reports(self) -> list[Report]:
        """The current report alone: a match that was corrected often has many versions."""
        return current_reports(self.match)

    @cached_property
    def standing(self) -> Reported | None:
        """The current report."""
        return self.read(self.report) if self.report else None

    @cached_property
    def then(self) -> dict[Key, MatchAnswer]:
        """The answers of the post-match."""
        return {(row.side, row.key): row for row in self.rows if row.sequence == MatchAnswer.Sequence.POST_MATCH}

    @cached_property
    def before_that(self) -> dict[Key, dict[str, Any]]:
        """The answers that earlier corrections of this match replaced, and the server's rolls of discarded
        corrections; the latest of each.

        So nobody gets a new roll by starting another correction, or by going back to an earlier report.
        """
        accepted, given_up = MatchCorrection.State.ACCEPTED, MatchCorrection.State.GIVEN_UP
        over = self.match.corrections.filter(
            Q(state=accepted, accepted_at__gt=self.match.opened_at) | Q(state=given_up, at__gt=self.match.opened_at),
            annuls=False,
        )
        found: dict[Key, dict[str, Any]] = {}
        for row in over.order_by("pk"):
            known = row.undone if row.state == accepted else [each for each in row.answers if each["rolled"]]
            found |= {(each["side"], each["key"]): each for each in known}
        return found

    @cached_property
    def new_answers(self) -> dict[Key, dict[str, Any]]:
        """The answers given for this correction."""
        return {(each["side"], each["key"]): each for each in self.correction.answers}

    def new_answer(self, key: Key) -> dict[str, Any] | None:
        """The answer given to a question for this correction; new players have real ids once they have them."""
        ids = self._ids.get(key[0])
        return (self._new_answers(ids) if ids else self.new_answers).get(key)

    def _new_answers(self, ids: Mapping[int, int]) -> Mapping[Key, dict[str, Any]]:
        rows = (with_ids(each, ids) for each in self.correction.answers)
        return {(each["side"], each["key"]): each for each in rows}

    def answers(self, sequence: str) -> dict[Key, Answer]:
        """The answers of a sequence; for the post-match, earlier answers that still fit and new ones."""
        if sequence != MatchAnswer.Sequence.POST_MATCH:
            return super().answers(sequence)
        given = (answer for side in SIDES for answer in self.outcomes[side].fresh)
        return {(answer.question.side, answer.question.key): answer for answer in given}

    def post_match(self, side: Side, more: Answers | None = None, answerer: Answerer | None = None) -> Outcome:
        """How far a side's post-match comes with the kept answers; ``more`` and ``answerer`` come first."""
        return self._run(side, self.played, more or {}, answerer, with_new=True)

    def unchanged(self, side: Side) -> Outcome:
        """The same with the current report and the earlier answers: any difference comes from newer rules only."""
        return self._run(side, self.played_as(self.standing), {}, None, with_new=False)

    def _run(
        self, side: Side, played: Any, more: Mapping[Key, Answer], answerer: Answerer | None, *, with_new: bool
    ) -> Outcome:
        dropped: set[Key] = set()
        saved = partial(self._affected, with_new=with_new)
        while True:
            kept = KeptAnswers(more=more, saved=saved, dropped=dropped, answerer=answerer)
            if with_new:
                self._ids[side] = kept.ids
            try:
                outcome = post_match(self.ruleset, played, side, {}, kept.answer)
            except Impossible:  # decisions that fit one by one, such as gold that is spent twice
                if not kept.decided:
                    raise
                dropped.add(kept.decided[-1])
                continue
            culprit = kept.refused_by(outcome) or kept.of_somebody_else(outcome, self.journals[side].positions)
            if culprit is None:
                return outcome
            dropped.add(culprit)

    def _affected(self, question: Question, *, with_new: bool) -> tuple[Any, bool]:
        """A saved answer to this question, if it still fits."""
        key = (question.side, question.key)
        new = self.new_answer(key) if with_new else None
        if new is not None and question.asks_the_same(decode(Question, new["question"])):
            return new["value"], True
        row = self.then.get(key)
        if row is not None and still_fits(decode(Question, row.question), row.value, question):
            return row.value, True
        old = self.before_that.get(key)
        if with_new and old is not None and still_fits(decode(Question, old["question"]), old["value"], question):
            return old["value"], True
        return None, False

    def questions(self) -> tuple[Question, ...]:
        """The open questions; none for an annulment, nor before a report that fits the rosters was sent."""
        if self.correction.report is None or self.unfit:
            return ()
        return super().questions()

    @cached_property
    def unfit(self) -> list[str]:
        """What the rules forbid in the corrected report, in words, since another correction changed a roster."""
        return what_no_longer_fits(self) if self.correction.report is not None else []

    # -- what comes of it --

    def new_entries(self, side: Side) -> tuple[Entry, ...]:
        """The entries that the journal should have; the existing ones if only newer rules would change them."""
        if self.correction.annuls:
            return ()
        outcome = self.outcomes[side]
        baseline = self.baselines[side]
        same = baseline is not None and outcome.entries == baseline.entries
        return self.journals[side].old_entries if same else outcome.entries

    @cached_property
    def baselines(self) -> dict[Side, Outcome | None]:
        """Both sides' sequences without the correction's changes; None if a roster was corrected so that they end, or
        so that an answer fits no more."""
        return {side: self._baseline(side) for side in SIDES}

    def _baseline(self, side: Side) -> Outcome | None:
        try:
            found = self.unchanged(side)
        except Impossible:
            return None
        return found if found.done else None

    def newer_rules(self, side: Side) -> bool:
        """Whether newer rules give other entries even without a change."""
        if self.correction.annuls or (baseline := self.baselines[side]) is None:
            return False
        return baseline.entries != self.journals[side].old_entries

    @cached_property
    def reached(self) -> CorrectedJournals:
        """The effects on both journals, and on the journals of teams to which a player moved."""
        journals = [self.journals[side].for_rules(self.new_entries(side), self._choices(side)) for side in SIDES]
        return correct_journals(journals, self._partner)

    def settle(self, outcomes: dict[Side, Outcome]) -> None:
        """Uses these outcomes from now on. Their new players have real ids."""
        self.__dict__["outcomes"] = outcomes
        self.__dict__.pop("reached", None)

    @cached_property
    def elsewhere(self) -> dict[int, AffectedJournal]:
        """The journals of other teams that the correction changes, by the team's id."""
        return {}

    def _partner(self, team: int, trade: int) -> TeamJournal | None:
        """The journal of the other team of a trade."""
        row = Trade.objects.select_related("offering__ruleset", "asked__ruleset").filter(pk=trade).first()
        if row is None:
            return None
        other = row.asked if row.offering_id == team else row.offering
        known = next(
            (each for each in self.journals.values() if each.team.pk == other.pk), self.elsewhere.get(other.pk)
        )
        if known is None:
            rows = rows_of([other])[other.pk]
            known = AffectedJournal(self.correction, other.public_id, other, other.ruleset.rules(), rows)
            self.elsewhere[other.pk] = known
        return known.for_rules((), self._choices(known.label))

    def _choices(self, label: str) -> Mapping[str, Any]:
        return dict(self.correction.choices.get(label, {}))

    @property
    def touched(self) -> list[AffectedJournal]:
        """The journals of both teams, and of other teams with changes or conflicts."""
        worked = self.reached.worked
        others = (each for each in self.elsewhere.values() if each.team.pk in worked)
        return [*self.journals.values(), *(each for each in others if self.changes(each) or self.worked(each).findings)]

    @property
    def for_commissioner(self) -> bool:
        """Whether a commissioner has to accept: it changes a third team, or keeps a conflict by a ruling."""
        if any(journal.label not in SIDES for journal in self.touched):
            return True
        findings = (finding for worked in self.reached.worked.values() for finding in worked.findings)
        return any(finding.choice in (KEEP, GRANT) for finding in findings)

    def worked(self, journal: AffectedJournal) -> Corrected:
        """The effects of the correction on a journal."""
        return self.reached.worked[journal.team.pk]

    def changes(self, journal: AffectedJournal) -> bool:
        """Whether the correction changes this journal."""
        return changes_history(journal.records, self.worked(journal).correction)

    def touches(self, side: Side) -> bool:
        """Whether the correction changes a side's journal."""
        return self.changes(self.journals[side])


def current_reports(match: Match) -> list[Report]:
    """The version of a match's report that was not replaced; none before there is a report."""
    return current_of(match.pk)
