"""A closed match run again for its correction: on the sheets of that time, with the report as it should have been.

What was answered then carries over wherever it is still asked and still allowed; the rest is asked anew. Nothing here
writes; ``matches.correcting`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cached_property
from itertools import count
from typing import Any

from matches.models import Match, MatchAnswer, MatchCorrection
from matches.sequences import Answers, Reported, Table
from rules.codec import decode
from rules.correcting import Corrected, sheet_before, work_out
from rules.history import CORRECTION, Correction, Place, Record, from_json, placed
from rules.journal import Entry
from rules.match import Pair
from rules.post_match import post_match
from rules.run import Outcome
from rules.sequence import SIDES, Answer, Answerer, Key, Question, Side
from rules.sheet import TeamSheet
from teams.models import JournalEntry

BEFORE, AFTER, CORRECTED = "pre_match", "post_match", "correction"


class CorrectedTable(Table):
    """The match as if it stood in its post-match again. Its ``match`` is a copy that is never saved."""

    def __init__(self, correction: MatchCorrection, *, coaches: bool = False) -> None:
        match = copy(correction.match)
        match.state, match.version = Match.State.POST_MATCH, correction.version
        super().__init__(match, coaches=coaches)
        self.correction = correction
        self.refused_then: set[Key] = set()

    # -- the books of that time --

    @cached_property
    def journals(self) -> dict[Side, list[Any]]:
        """Both teams' journals, row by row: seq, kind, data, source and time."""
        rows = JournalEntry.objects.filter(team__in=[team.pk for team in self.teams.values()]).order_by("seq")
        found: dict[Side, list[Any]] = {side: [] for side in SIDES}
        sides = {team.pk: side for side, team in self.teams.items()}
        for row in rows.values_list("team", "seq", "kind", "data", "source", "at", named=True):
            found[sides[row.team]].append(row)
        return found

    @cached_property
    def records(self) -> dict[Side, list[Record]]:
        """Both journals as the rules read them."""
        return {
            side: [Record(seq=row.seq, fact=from_json(row.kind, row.data)) for row in rows]
            for side, rows in self.journals.items()
        }

    def own(self, side: Side) -> frozenset[Place]:
        """The places of the entries that this match's post-match has left in a side's journal."""
        seqs = self._ever_own(side)
        return frozenset(place for place in self._counting(side) if place[0] in seqs)

    def old_entries(self, side: Side) -> tuple[Entry, ...]:
        """Those entries."""
        own = self.own(side)
        return tuple(entry for place, entry in placed(self.records[side]) if place in own)

    def _struck_for_it(self, side: Side) -> frozenset[Place]:
        """Later entries that earlier corrections of this match took out.

        Not the match's own: what was bought before it was called off or annulled stays struck (L1).
        """
        source, own = f"{CORRECTED}:{self.match.public_id}", self._left_by(side, BEFORE, AFTER, CORRECTED)
        return frozenset(
            place
            for row, record in zip(self.journals[side], self.records[side], strict=True)
            if row.source == source and isinstance(record.fact, Correction)
            for place in record.fact.struck
            if place[0] not in own and place not in self._counting(side)
        )

    def _ever_own(self, side: Side) -> frozenset[int]:
        return self._left_by(side, *((BEFORE,) if self.correction.annuls else ()), AFTER, CORRECTED)

    def _left_by(self, side: Side, *sources: str) -> frozenset[int]:
        """The seqs of the records that these parts of the match have left in a side's journal."""
        mine = {f"{source}:{self.match.public_id}" for source in sources}
        return frozenset(row.seq for row in self.journals[side] if row.source in mine)

    def _counting(self, side: Side) -> frozenset[Place]:
        return frozenset(place for place, _entry in placed(self.records[side]))

    def _before(self, side: Side) -> int:
        """Where entries belong that the match had none of: before the first record after its closing.

        Not before a correction: its entries stand where they took effect, if it has any.
        """
        closed, records = self.match.closed_at, [row for row in self.journals[side] if row.kind != CORRECTION]
        return next((row.seq for row in records if closed is not None and row.at > closed), 0)

    @cached_property
    def sheets(self) -> Pair[TeamSheet]:
        """Both rosters as they were fielded, by what is true now."""
        home, away = (sheet_before(self.records[side], self.own(side), self._before(side)) for side in SIDES)
        return Pair(home=home, away=away)

    # -- the sequence, run again --

    @cached_property
    def reported(self) -> Reported | None:
        """The report as it should have been; until it is changed, the one that stands."""
        return decode(Reported, self.correction.report) if self.correction.report else self.standing

    @cached_property
    def standing(self) -> Reported | None:
        """The report that stands."""
        return self.read(self.report) if self.report else None

    @cached_property
    def then(self) -> dict[Key, MatchAnswer]:
        """What was answered in the post-match."""
        return {(row.side, row.key): row for row in self.rows if row.sequence == MatchAnswer.Sequence.POST_MATCH}

    @cached_property
    def before_that(self) -> dict[Key, dict[str, Any]]:
        """What earlier corrections of the match, as it was played, have replaced; the latest of each.

        A roll that an earlier correction left out is no new roll when the report comes back that asks for it.
        """
        accepted = self.match.corrections.filter(
            state=MatchCorrection.State.ACCEPTED, annuls=False, accepted_at__gt=self.match.opened_at
        ).order_by("accepted_at")
        return {(each["side"], each["key"]): each for row in accepted for each in row.undone}

    @cached_property
    def anew(self) -> dict[Key, dict[str, Any]]:
        """What was answered for this correction."""
        return {(each["side"], each["key"]): each for each in self.correction.answers}

    def answers(self, sequence: str) -> dict[Key, Answer]:
        """The answers of a sequence; of the post-match those of then that still hold, and those given anew."""
        if sequence != MatchAnswer.Sequence.POST_MATCH:
            return super().answers(sequence)
        given = (answer for side in SIDES for answer in self.outcomes[side].fresh)
        return {(answer.question.side, answer.question.key): answer for answer in given}

    def post_match(self, side: Side, more: Answers | None = None, answerer: Answerer | None = None) -> Outcome:
        """How far a side's post-match comes with what carries over; ``more`` and ``answerer`` come first."""
        return self._run(side, self.played(), more or {}, answerer, use_anew=True)

    def unchanged(self, side: Side) -> Outcome:
        """The same with the report that stands and the answers of then: what differs comes from newer rules alone."""
        return self._run(side, self.played(self.standing), {}, None, use_anew=False)

    def _run(
        self, side: Side, played: Any, more: Mapping[Key, Answer], answerer: Answerer | None, *, use_anew: bool
    ) -> Outcome:
        dropped: set[Key] = set()
        while True:
            carried: dict[Key, str] = {}
            ghosts = count(-1, -1)

            def answered(question: Question, carried: dict[Key, str] = carried, ghosts: Any = ghosts) -> Answer | None:
                key = (question.side, question.key)
                if key in more and question.asks_the_same(more[key].question):
                    return more[key]
                value, known = self._carried(question, use_anew=use_anew)
                if known and key not in dropped:
                    if key not in self.anew or not use_anew:
                        carried[key] = question.label
                    return Answer(question=question, value=value)
                if answerer is not None and (given := answerer(question)) is not None:
                    return given
                return Answer(question=question, value=next(ghosts)) if question.kind == "mint" else None

            outcome = post_match(self.ruleset, played, side, {}, answered)
            culprit = _culprit(outcome, carried)
            if culprit is None:
                return outcome
            dropped.add(culprit)

    def _carried(self, question: Question, *, use_anew: bool) -> tuple[Any, bool]:
        """An answer that is on record for this question, if it still is one."""
        key = (question.side, question.key)
        if use_anew and key in self.anew and question.asks_the_same(decode(Question, self.anew[key]["question"])):
            return self.anew[key]["value"], True
        row = self.then.get(key)
        if row is not None and _fits(decode(Question, row.question), row.value, question):
            return row.value, True
        old = self.before_that.get(key)
        if use_anew and old is not None and _fits(decode(Question, old["question"]), old["value"], question):
            return old["value"], True
        return None, False

    def questions(self) -> tuple[Question, ...]:
        """What is asked anew; nothing for a match that is taken out of the books."""
        return () if self.correction.annuls else super().questions()

    # -- what comes of it --

    def new_entries(self, side: Side) -> tuple[Entry, ...]:
        """The entries to be in the books; those that are there where only newer rules would have others (keep)."""
        if self.correction.annuls:
            return ()
        outcome = self.outcomes[side]
        return self.old_entries(side) if outcome.entries == self.baselines[side].entries else outcome.entries

    @cached_property
    def baselines(self) -> dict[Side, Outcome]:
        """Both sides' sequences with nothing changed."""
        return {side: self.unchanged(side) for side in SIDES}

    def newer_rules(self, side: Side) -> bool:
        """Whether the rules as they are carried out today give other entries even with nothing changed."""
        return not self.correction.annuls and self.baselines[side].entries != self.old_entries(side)

    def worked_out(self, side: Side) -> Corrected:
        """What the correction does to a side's journal."""
        choices = {key: str(choice) for key, choice in self.correction.choices.get(side, {}).items()}
        return work_out(
            self.ruleset,
            self.records[side],
            self.own(side),
            self.new_entries(side),
            choices,
            before=self._before(side),
            restore=self._struck_for_it(side),
        )

    def touches(self, side: Side) -> bool:
        """Whether the correction changes anything in a side's journal."""
        return self.new_entries(side) != self.old_entries(side)


def _fits(then: Question, value: Any, now: Question) -> bool:
    """Whether what was answered to a question then answers the one that is asked now."""
    same = (then.kind, then.dice) == (now.kind, now.dice)
    return same and (not now.options or value in now.possible)


def _culprit(outcome: Outcome, carried: Mapping[Key, str]) -> Key | None:
    """The answer of then that the rules no longer allow; None where nothing is refused, or something else is."""
    if outcome.refused is None:
        return None
    label = outcome.refused.label
    return next((key for key in reversed(carried) if label in (carried[key], key[1])), None)
