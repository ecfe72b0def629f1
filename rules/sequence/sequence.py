"""Sequences that suspend by replay.

A procedure of the rulebook is a plain function that asks for each die and each decision. If the answer is on record
it goes on; if not, the run stops there and reports what it waits for. When the answer comes, the function runs again
from the top. What is kept is the answers, each with its question: another question under the same key stops the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Literal, TypeVar

from rules.sequence.explanations import Args, RuleBroken, Violation

Side = Literal["home", "away"]
SIDES: tuple[Side, Side] = ("home", "away")
Key = tuple[Side, str]
Kind = Literal["roll", "draw", "choose", "mint"]
T = TypeVar("T")
D68 = 68


def other(side: Side) -> Side:
    """The opponent's side."""
    return "away" if side == "home" else "home"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a sequence wants to know from one side.

    ``roll`` wants ``dice`` (a tuple of their numbers of faces; D68 is written 68); ``draw`` one of ``options`` by
    chance; ``choose`` a decision: one of ``options`` if there are any, else a structure that the step checks; ``mint``
    a player id from the shell. ``label`` names the answer as a person would (``improvements.3``). An ``optional``
    question may be left: the first option, or None, is the choice not taken. What is ``taken`` of the options cannot
    be drawn any more. What a ``private`` question is about is for the side that is asked alone.
    """

    side: Side
    key: str
    kind: Kind
    label: str
    dice: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    args: Args = ()
    rule: str = ""
    page: int = 0
    optional: bool = False
    taken: tuple[str, ...] = ()
    private: bool = False

    @property
    def possible(self) -> tuple[str, ...]:
        """The options that are left."""
        return tuple(option for option in self.options if option not in self.taken)

    def asks_the_same(self, other: Question) -> bool:
        """Whether an answer to this one answers ``other``.

        Wording, rule and page may change; what is asked, and the figures upon which it was decided, may not.
        """
        return (self.side, self.key, self.kind, self.dice, self.options, self.args) == (
            other.side, other.key, other.kind, other.dice, other.options, other.args,
        )  # fmt: skip

    def offers_all_of(self, other: Question) -> bool:
        """Whether this one offers all that ``other`` did, as it did, and maybe more."""
        return set(other.args) <= set(self.args) and replace(self, args=other.args).asks_the_same(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with the question that it answers. ``value`` is a JSON value; dice are a list of integers."""

    question: Question
    value: Any


class Suspended(BaseException):
    """The run waits for these questions."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        super().__init__(questions)
        self.questions = questions


class QuestionChanged(Exception):
    """A recorded answer belongs to another question than the one that is asked under its key now."""

    def __init__(self, recorded: Question, asked: Question) -> None:
        super().__init__(f"{asked.side} {asked.key}: answered {recorded}, now asked {asked}")
        self.recorded = recorded
        self.asked = asked


Answerer = Callable[[Question], Answer | None]


@dataclass(slots=True)
class Asking:
    """The table at which a sequence asks: the answers on record and, where there is one, somebody who answers at once.

    ``answerer`` is called for a question without a recorded answer; it returns an ``Answer`` or None to suspend.
    New answers are kept in ``fresh``; ``used`` tells which recorded ones were needed.
    """

    answers: Mapping[Key, Answer]
    answerer: Answerer | None = None
    fresh: dict[Key, Answer] = field(default_factory=dict)
    used: set[Key] = field(default_factory=set)

    def roll(
        self, side: Side, key: str, *dice: int, label: str = "", rule: str, page: int, args: Args = ()
    ) -> tuple[int, ...]:
        """What the dice showed. Raises ``RuleBroken`` for a number that a die does not have."""
        question = Question(
            side=side, key=key, kind="roll", label=label or key, dice=dice, rule=rule, page=page, args=args
        )
        return rolled(question, self._answer(question))

    def draw(
        self,
        side: Side,
        key: str,
        options: tuple[str, ...],
        *,
        label: str = "",
        rule: str,
        page: int,
        args: Args = (),
        taken: tuple[str, ...] = (),
        private: bool = False,
    ) -> str:
        """One of ``options`` that is not ``taken``, by chance."""
        question = Question(
            side=side, key=key, kind="draw", label=label or key, options=options, args=args, rule=rule, page=page,
            taken=taken, private=private,
        )  # fmt: skip
        return chosen(question, self._answer(question))

    def choose(
        self,
        side: Side,
        key: str,
        options: tuple[str, ...],
        *,
        label: str = "",
        rule: str,
        page: int,
        args: Args = (),
        optional: bool = False,
    ) -> str:
        """The coach's pick from ``options``; the first one is the default of an optional choice."""
        question = Question(
            side=side, key=key, kind="choose", label=label or key, options=options, args=args, rule=rule, page=page,
            optional=optional,
        )  # fmt: skip
        return chosen(question, self._answer(question))

    def decide(
        self, side: Side, key: str, *, label: str = "", rule: str, page: int, args: Args = (), offers: bool = False
    ) -> Any:
        """A decision with a structure of its own, which the step checks; None is the choice not taken.

        Where ``args`` are what it ``offers``, an answer stands that was given when there was less of it on offer.
        """
        question = Question(
            side=side, key=key, kind="choose", label=label or key, rule=rule, page=page, args=args, optional=True
        )
        return self._answer(question, offers=offers)

    def mint(self, side: Side, key: str) -> int:
        """A player id that was never used before, from the shell."""
        value = self._answer(Question(side=side, key=key, kind="mint", label=key))
        return int(value)

    def recorded(self, step: str, *, apart_from: Key) -> frozenset[Any]:
        """All values answered so far, by either side, under keys that begin with ``step.``, but for one key."""
        return frozenset(
            answer.value
            for answers in (self.answers, self.fresh)
            for key, answer in answers.items()
            if key != apart_from and key[1].startswith(f"{step}.")
        )

    def each(self, items: Iterable[T], step: Callable[[T], None]) -> None:
        """Runs ``step`` for every item, so that nobody waits for somebody else's answer.

        Raises ``Suspended`` with the open questions of all items together.
        """
        waiting: list[Question] = []
        for item in items:
            try:
                step(item)
            except Suspended as suspended:
                waiting.extend(suspended.questions)
        if waiting:
            raise Suspended(tuple(waiting))

    def _answer(self, question: Question, *, offers: bool = False) -> Any:
        key = (question.side, question.key)
        answer = self.answers.get(key) or self.fresh.get(key)
        if answer is None and self.answerer is not None:
            answer = self.answerer(question)
            if answer is not None:
                self.fresh[key] = answer
        if answer is None:
            raise Suspended((question,))
        recorded = answer.question
        if not (question.asks_the_same(recorded) or (offers and question.offers_all_of(recorded))):
            raise QuestionChanged(recorded, question)
        self.used.add(key)
        return answer.value


def rolled(question: Question, value: Any) -> tuple[int, ...]:
    """The dice of an answer, checked against the question. Raises ``RuleBroken``."""
    faces = list(value) if isinstance(value, (list, tuple)) else [value]
    if len(faces) != len(question.dice):
        raise _refused(question, "dice_count", wanted=len(question.dice), found=len(faces))
    for face, sides in zip(faces, question.dice, strict=True):
        if type(face) is not int or not face_exists(face, sides):
            raise _refused(question, "no_such_face", face=str(face), die=sides)
    return tuple(faces)


def face_exists(face: int, sides: int) -> bool:
    """Whether a die shows this number."""
    return face in faces_of(sides)


@cache
def faces_of(sides: int) -> tuple[int, ...]:
    """All numbers that a die shows, from the smallest; a D68 is a D6 for the tens and a D8 for the units."""
    if sides == D68:
        return tuple(10 * tens + units for tens in range(1, 7) for units in range(1, 9))
    return tuple(range(1, sides + 1))


def chosen(question: Question, value: Any) -> str:
    """The option that an answer picked, checked. Raises ``RuleBroken``."""
    if not isinstance(value, str) or value not in question.options:
        raise _refused(question, "not_an_option", found=str(value)[:60])
    if value in question.taken:
        raise _refused(question, "taken", found=value)
    return value


def _refused(question: Question, id: str, **args: int | str) -> RuleBroken:
    violation = Violation(rule=question.rule, id=id, args=tuple(args.items()), page=question.page)
    return RuleBroken(question.label, violation)
