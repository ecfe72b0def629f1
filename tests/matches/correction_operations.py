"""Random operations with corrections: begun, gone on with, accepted, discarded, refused."""

from __future__ import annotations

import random
from functools import partial

from matches.correction import correcting, refusing
from matches.correction.changes import Changes
from matches.correction.corrected import CorrectedMatch
from matches.models import MatchCorrection
from rules.sequence.sequence import SIDES
from tests.matches.answer_operations import AnswerOperations, first_allowed
from tests.matches.report_operations import ReportOperations


class CorrectionOperations(AnswerOperations, ReportOperations):
    """What a commissioner and coaches do with corrections; ``annuls`` says how many annul their match."""

    annuls: float

    def begin_correction(self, chance: random.Random) -> MatchCorrection:
        """Starts a correction or an annulment of a closed match, and leaves it."""
        match, annuls = self._any(chance, "closed"), chance.random() < self.annuls
        return correcting.begin_correction(match=match, by=self.commissioner, reason="It was so.", annuls=annuls)

    def correct(self, chance: random.Random) -> None:
        """Corrects a closed match from start to end."""
        made = self.begin_correction(chance)
        while made.state in MatchCorrection.OPEN:
            made = self._step(chance, made)

    def go_on_correcting(self, chance: random.Random) -> None:
        """The next step of an open correction; now and then, another report."""
        rows = MatchCorrection.objects.open().filter(match__league=self.league).order_by("pk")
        made = chance.choice(list(rows.select_related("match__league", "match__ruleset")))
        if made.report is not None and chance.random() < 0.2:
            made.report = None
        self._step(chance, made)

    def discard(self, chance: random.Random) -> None:
        """Discards an open correction."""
        made = chance.choice(list(MatchCorrection.objects.open().filter(match__league=self.league).order_by("pk")))
        correcting.discard_correction(correction=made, by=self.commissioner)

    def refuse(self, chance: random.Random) -> None:
        """Proposes a correction if it can be, and a coach refuses it."""
        made = chance.choice(list(MatchCorrection.objects.open().filter(match__league=self.league).order_by("pk")))
        if made.state == MatchCorrection.State.DRAFT:
            made = correcting.propose(correction=made, expected=made.version)
        coach = made.match.sides.get(side=chance.choice(SIDES)).team.coach
        refusing.refuse(correction=made, expected=made.version, by=coach, reason="It was not so.")

    def _step(self, chance: random.Random, made: MatchCorrection) -> MatchCorrection:
        """Changes the report, answers, decides or accepts: what comes next."""
        state = CorrectedMatch(made)
        if state.unfit or (made.report is None and not made.annuls):
            reported = self._reported(chance, state)
            return correcting.correct_report(correction=made, expected=made.version, reported=reported)
        if questions := state.questions():
            found = self._given(chance, state, questions[0])
            return first_allowed(partial(correcting.answer_question, correction=made, given=given) for given in found)
        Changes(state).teams()  # as the page shows them before each decision
        undecided = {journal.label: state.worked(journal).undecided for journal in state.touched}
        if any(undecided.values()):
            choices = {
                label: {each.key: chance.choice(each.choices) for each in found} for label, found in undecided.items()
            }
            return correcting.decide(correction=made, expected=made.version, choices=choices)
        seen = {journal.label: journal.seq for journal in state.touched}
        correcting.accept(correction=made, expected=made.version, by=self.commissioner, seen=seen, commissioner=True)
        return MatchCorrection.objects.get(pk=made.pk)
