"""A match's state read from its rows, and its pre-match and post-match sequences run with that state.

Nothing here decides a rule: ``rules.match_day.pre_match`` and ``rules.match_day.post_match`` do. New player ids are
made only while somebody gives an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from typing import Any

from accounts.models import User
from matches import wording
from matches.extensions import may_stay_level
from matches.models import CardPlay, Match, MatchAnswer, MatchSide, Report
from matches.models.match_rows import answers_of, reports_of, sides_with_coaches, sides_with_teams
from matches.refusals import QUESTION_CHANGED, WRONG_STATE
from matches.sequence.match_facts import CARRIED, STATED, stored
from matches.sequence.reported import Reported
from matches.sequence.server_rolls import ServerRolls
from matches.sequence.uses import used_before_in
from rules.book.edition import Ruleset
from rules.match_day.facts import after_match
from rules.match_day.post_match import post_match
from rules.match_day.pre_match import PreMatchOutcome, prepare
from rules.match_day.run import Outcome
from rules.sequence.codec import decode
from rules.sequence.sequence import SIDES, Answer, Answerer, Key, Question, QuestionChanged, Side
from rules.sheet.match import Facts, MatchPlayed, Pair, PlayedCard, Terms
from rules.sheet.sheet import TeamSheet
from rules.team.hired import hired_count
from rules.team.inducements import Item, parse_items
from teams.ledger import ledger
from teams.models import Team
from teams.selectors import names_of
from web.errors import Refusal
from web.prepared import Prepared

BY_CHANCE = ("roll", "draw")
"""The kinds of questions that dice or a draw decide."""
DRAWN = "drawn"
"""The first word of the keys of drawn cards."""
Answers = Mapping[Key, Answer]
Found = PreMatchOutcome | dict[Side, Outcome]
"""How far a sequence has come: the pre-match of both sides, or each side's post-match."""


@contextmanager
def questions_unchanged() -> Iterator[None]:
    """Raises ``Refusal`` if a run meets another question than the recorded one: newer rules ask something else."""
    try:
        yield
    except QuestionChanged as changed:
        raise Refusal(QUESTION_CHANGED, what=f"{changed.asked.side} {changed.asked.key}") from changed


class MatchState:
    """A match with its sides, report and answers. Each is read once, so a page needs no more queries."""

    def __init__(self, match: Match, *, coaches: bool = False) -> None:
        self.match = match
        self._coaches = coaches
        self._answers: dict[str, dict[Key, Answer]] = {}
        self.hired: dict[tuple[str, Side, str | None], Any] = {}
        """What `matches.sequence.hired` has worked out, by its functions' names, side and language."""

    @cached_property
    def sides(self) -> dict[Side, MatchSide]:
        """Both sides with their teams, and the coaches if asked for."""
        return {row.side: row for row in self._own(sides_with_coaches if self._coaches else sides_with_teams)}

    def _own(self, rows_of: Prepared) -> list[Any]:
        """Rows that belong to the match, which they know."""
        found = rows_of(self.match.pk)
        for row in found:
            row.match = self.match
        return found

    @property
    def teams(self) -> dict[Side, Team]:
        """Both teams."""
        return {side: self.sides[side].team for side in SIDES}

    @property
    def coaches(self) -> dict[int, User]:
        """The coaches of both teams by id; empty if they were not asked for."""
        if not self._coaches:
            return {}
        return {team.coach_id: team.coach for team in self.teams.values() if team.coach_id}

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of all players of both teams by id; empty for players without a name."""
        teams = [row.team_id for row in self.sides.values()]
        return names_of(*teams)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset of the match."""
        return self.match.ruleset.rules()

    @cached_property
    def rows(self) -> list[MatchAnswer]:
        """All answers of the match, oldest first."""
        return self._own(answers_of)

    @cached_property
    def reports(self) -> list[Report]:
        """All versions of the report, oldest first."""
        return self._own(reports_of)

    @cached_property
    def card_plays(self) -> list[CardPlay]:
        """All special play cards that were played, in that order. No query if the ruleset has no such cards."""
        return list(self.match.card_plays.select_related("by")) if self.with_cards else []

    @property
    def with_cards(self) -> bool:
        """Whether the match is played with special play cards (S2)."""
        return self.match.ruleset is not None and self.ruleset.house["special_play_cards"] != "off"

    @property
    def cards_at_the_table(self) -> bool:
        """Whether there may be cards to play. Where only dice bring cards, there are none before some are drawn."""
        return self.with_cards and (
            self.ruleset.house["special_play_cards"] != "dice" or any(self.hand(side) for side in SIDES)
        )

    def hand(self, side: Side) -> tuple[str, ...]:
        """The names of the cards that a side has drawn, in that order, including played ones."""
        if not self.with_cards:
            return ()
        drawn = [row for row in self.rows if row.side == side and row.key.startswith(f"{DRAWN}.")]
        return tuple(row.value for row in sorted(drawn, key=lambda row: int(row.key.partition(".")[2])))

    def played_cards(self, side: Side) -> tuple[PlayedCard, ...]:
        """The cards that a side played, as the rules read them."""
        return tuple(
            PlayedCard(card=row.card, player=row.player_id or 0) for row in self.card_plays if row.side == side
        )

    @property
    def report(self) -> Report | None:
        """The current report: the last version that was not replaced."""
        return next((row for row in reversed(self.reports) if row.state != Report.State.SUPERSEDED), None)

    @property
    def terms(self) -> Terms:
        """The terms of the match."""
        return Terms(stage=self.match.stage, tournament=self.match.tournament, friendly=self.match.friendly)

    @cached_property
    def sheets(self) -> Pair[TeamSheet]:
        """Both rosters as fielded.

        Raises ``Refusal`` if the match was reset to its start since it was read.
        """
        if any(self.sides[side].sheet is None for side in SIDES):
            raise Refusal(WRONG_STATE, state=Match.State.SCHEDULED.label)
        home, away = (decode(TeamSheet, self.sides[side].sheet) for side in SIDES)
        return Pair(home=home, away=away)

    @cached_property
    def who(self) -> dict[int, str]:
        """Number, name and position of each fielded player, for lists. Does not decode the sheets."""
        called: dict[int, str] = {}
        for row in self.sides.values():
            for line in (row.sheet or {}).get("players", ()):
                name = self.names.get(line["player"], "")
                called[line["player"]] = wording.called(line["number"], name, line["position"])
        return called

    @cached_property
    def known_as(self) -> dict[int, str]:
        """Each player's name for a sentence; number and position for players without a name."""
        return {player: name or self.who.get(player, "") for player, name in self.names.items()}

    def answers(self, sequence: str) -> dict[Key, Answer]:
        """The answers of a sequence, as the rules read them."""
        if sequence not in self._answers:
            self._answers[sequence] = {
                (row.side, row.key): Answer(question=decode(Question, row.question), value=row.value)
                for row in self.rows
                if row.sequence == sequence
            }
        return self._answers[sequence]

    def record(self, rows: Iterable[MatchAnswer], found: Found) -> None:
        """Adds answers that were just stored, and how far the sequence has come with them."""
        self.rows.extend(rows)
        self.forget()
        self.__dict__["prepared" if isinstance(found, PreMatchOutcome) else "outcomes"] = found

    def remove_answers(self, rows: Iterable[MatchAnswer]) -> None:
        """Removes answers that were just withdrawn."""
        gone = {row.pk for row in rows}
        self.rows[:] = [row for row in self.rows if row.pk not in gone]
        self.forget()

    def forget_sides(self) -> None:
        """Forgets what was read of the rows of both sides, since they have new rosters and inducements."""
        self.hired.clear()
        self.__dict__.pop("sheets", None)
        self.__dict__.pop("bought", None)

    def forget(self) -> None:
        """Forgets the results of the sequences, so that they run again."""
        self._answers.clear()
        self.__dict__.pop("outcomes", None)
        self.__dict__.pop("prepared", None)

    @cached_property
    def played(self) -> MatchPlayed:
        """The match by its current report: what the post-match sequence starts from."""
        assert self.reported is not None, "a match without a report has not been played"
        return self.played_as(self.reported)

    @property
    def facts_after(self) -> Facts:
        """The facts from before the match that hold after it too."""
        return after_match(self.ruleset.book, stored(self.match, CARRIED, STATED))

    def played_as(self, reported: Reported) -> MatchPlayed:
        """The match as another report describes it."""
        return MatchPlayed(
            terms=self.terms,
            sheets=self.sheets,
            fame=Pair(home=self.sides["home"].fame or 0, away=self.sides["away"].fame or 0),
            reports=reported.sides,
            result=reported.result,
            hired=hired_count(self.ruleset, self.bought),
            may_be_level=self._may_be_level(reported),
            facts=self.facts_after,
        )

    def _may_be_level(self, reported: Reported) -> bool:
        """Whether a match that needs a winner may end level. Only a level match is looked up."""
        if reported.home.score != reported.away.score or not self.ruleset.stage(self.terms).needs_winner:
            return False
        return may_stay_level(self.match)

    @cached_property
    def bought(self) -> Pair[tuple[Item, ...]]:
        """What both sides bought before the match."""
        home, away = (parse_items(self.sides[side].inducements) for side in SIDES)
        return Pair(home=home, away=away)

    @cached_property
    def reported(self) -> Reported | None:
        """The contents of the current report."""
        return self.read(self.report) if self.report else None

    @staticmethod
    def read(report: Report) -> Reported:
        """The contents of a version of the report."""
        return decode(Reported, report.data)

    def pre_match(self, more: Answers | None = None, answerer: Answerer | None = None) -> PreMatchOutcome:
        """How far the pre-match comes with ``more`` answers added to the recorded ones."""
        answers = self.answers(MatchAnswer.Sequence.PRE_MATCH) | dict(more or {})
        with questions_unchanged():
            return prepare(
                self.ruleset,
                self.terms,
                self.sheets,
                answers,
                answerer,
                absent_stars=frozenset(self.match.absent_stars),
                used_before=used_before_in(self.match),
                known=stored(self.match, CARRIED),
            )

    @cached_property
    def prepared(self) -> PreMatchOutcome:
        """The current pre-match."""
        return self.pre_match()

    def post_match(self, side: Side, more: Answers | None = None, answerer: Answerer | None = None) -> Outcome:
        """How far a side's post-match comes with ``more`` answers added to the recorded ones."""
        answers = self.answers(MatchAnswer.Sequence.POST_MATCH) | dict(more or {})
        with questions_unchanged():
            return post_match(self.ruleset, self.played, side, answers, answerer)

    @cached_property
    def outcomes(self) -> dict[Side, Outcome]:
        """Both sides' current post-match."""
        return {side: self.post_match(side) for side in SIDES}

    def tried(self, question: Question, value: Any) -> Outcome:
        """Where an answer to a post-match question would lead. Nothing is written; new players get negative ids."""
        placeholders = count(-1, -1)

        def placeholder(asked: Question) -> Answer | None:
            return Answer(question=asked, value=next(placeholders)) if asked.kind == "mint" else None

        more = {(question.side, question.key): Answer(question=question, value=value)}
        return self.post_match(question.side, more, placeholder)

    @cached_property
    def server_rolls(self) -> ServerRolls:
        """What the server rolls for this match."""
        return ServerRolls(self.match)

    def questions(self) -> tuple[Question, ...]:
        """All open questions of both sides, each once."""
        if self.match.state == Match.State.PRE_MATCH:
            found: Iterable[Question] = self.prepared.questions
        elif self.match.state == Match.State.POST_MATCH:
            found = [question for side in SIDES for question in self.outcomes[side].questions]
        else:
            found = ()
        return tuple({(question.side, question.key): question for question in found}.values())

    @property
    def turn(self) -> frozenset[Side]:
        """Whose turn it is: the sides with an open question."""
        return frozenset(question.side for question in self.questions())


def minter(state: MatchState, names: Mapping[str, str]) -> Answerer:
    """Answers questions for player ids with new ids, and no other questions; ``names`` by the question's key."""

    def answer(question: Question) -> Answer | None:
        if question.kind != "mint":
            return None
        team = state.teams[question.side]
        return Answer(question=question, value=ledger.mint(team, [names.get(question.key, "")])[0])

    return answer
