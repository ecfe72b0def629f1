"""Sequences that stop for a missing answer and run again when it comes.

A procedure of the rulebook is a plain function that asks for each die roll and each decision. If the answer is stored,
the function goes on. If not, it stops and reports the open question. When the answer comes, the function runs again
from the top. Only answers are stored, each with its question: a different question under the same key stops the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any, Literal, TypeVar, cast

from rules.sequence.explanations import Args, RuleBroken, Violation
from rules.sequence.forms import AnyForm, Form, Unfit

Side = Literal["home", "away"]
SIDES: tuple[Side, Side] = ("home", "away")
Key = tuple[Side, str]
Kind = Literal["roll", "draw", "choose", "mint"]
T = TypeVar("T")
DIGIT_DICE = {66: (6, 6), 68: (6, 8)}
"""Dice that are two dice, for the tens and for the units, by their name."""


def other(side: Side) -> Side:
    """The opponent's side."""
    return "away" if side == "home" else "home"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of a sequence to one side, by kind:

    ``roll`` asks for ``dice`` (a tuple of their numbers of faces; a D68 is 68), ``draw`` for one of ``options`` at
    random, ``choose`` for a decision: one of ``options`` if there are any, else a value that the step checks. ``mint``
    asks the program for a new player id. ``label`` is a readable name of the answer (``improvements.3``). An
    ``optional`` question can be skipped: the answer is then the first option, or None. Options in ``taken`` cannot be
    drawn. Only the side that is asked may see a ``private`` question. A decision without options may have a ``form``
    (`rules.sequence.forms`) that says what its answer looks like; any program can then answer it. ``told`` are more
    figures for those who answer, such as prices: the answer does not contain them, and questions may be stored without.
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
    form: AnyForm | None = None
    told: Args = ()

    @property
    def possible(self) -> tuple[str, ...]:
        """The options that are not taken."""
        return tuple(option for option in self.options if option not in self.taken)

    def asks_the_same(self, other: Question) -> bool:
        """Whether an answer to this question is also an answer to ``other``.

        Label, rule, page, form and what is ``told`` may differ: they are worked out again with each run. Kind, dice,
        options and ``args`` may not.
        """
        return (self.side, self.key, self.kind, self.dice, self.options, self.args) == (
            other.side, other.key, other.kind, other.dice, other.options, other.args,
        )  # fmt: skip

    def offers_all_of(self, other: Question) -> bool:
        """Whether this question is the same as ``other``, but perhaps with more ``args``."""
        return set(other.args) <= set(self.args) and replace(self, args=other.args).asks_the_same(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer with its question. ``value`` is a JSON value; dice are a list of integers."""

    question: Question
    value: Any


class Suspended(BaseException):
    """Raised to stop a run that needs answers to these questions."""

    def __init__(self, questions: tuple[Question, ...]) -> None:
        super().__init__(questions)
        self.questions = questions


class QuestionChanged(Exception):
    """Raised if a stored answer belongs to a different question than the one that now has its key."""

    def __init__(self, recorded: Question, asked: Question) -> None:
        super().__init__(f"{asked.side} {asked.key}: answered {recorded}, now asked {asked}")
        self.recorded = recorded
        self.asked = asked


Answerer = Callable[[Question], Answer | None]


@dataclass(slots=True)
class Asking:
    """What a sequence asks its questions through: the stored answers, and an optional function that answers at once.

    ``answerer`` is called for a question without a stored answer; it returns an ``Answer``, or None to stop the run.
    ``fresh`` collects its answers; ``used`` collects the keys of all answers that the run needed.
    """

    answers: Mapping[Key, Answer]
    answerer: Answerer | None = None
    fresh: dict[Key, Answer] = field(default_factory=dict)
    used: set[Key] = field(default_factory=set)

    def roll(
        self, side: Side, key: str, *dice: int, label: str = "", rule: str, page: int, args: Args = ()
    ) -> tuple[int, ...]:
        """The faces of a dice roll. Raises ``RuleBroken`` for a number that a die does not have."""
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
        """A random one of ``options`` that is not ``taken``."""
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
        private: bool = False,
    ) -> str:
        """The coach's choice from ``options``; if the choice is optional, the first one is the default."""
        question = Question(
            side=side, key=key, kind="choose", label=label or key, options=options, args=args, rule=rule, page=page,
            optional=optional, private=private,
        )  # fmt: skip
        return chosen(question, self._answer(question))

    def decide(
        self,
        side: Side,
        key: str,
        *,
        label: str = "",
        rule: str,
        page: int,
        args: Args = (),
        offers: bool = False,
        form: AnyForm | None = None,
        told: Args = (),
    ) -> Any:
        """A decision with any JSON value, which the step checks; None means that the coach decided nothing.

        With ``offers``, ``args`` list what is on offer, and an answer stays valid if more is on offer now. A ``form``
        tells others what the step takes; ``ask`` has the form check it. ``told`` are more figures for those who answer.
        """
        question = Question(
            side=side, key=key, kind="choose", label=label or key, rule=rule, page=page, args=args, optional=True,
            form=form, told=told,
        )  # fmt: skip
        return self._answer(question, offers=offers)

    def ask(
        self,
        side: Side,
        key: str,
        form: Form[T],
        *,
        label: str = "",
        rule: str,
        page: int,
        args: Args = (),
        optional: bool = False,
    ) -> T:
        """A decision in a form, as the form reads it. An optional one can be skipped, which is the form's ``nothing``.

        Raises ``RuleBroken`` for an answer that does not fit the form.
        """
        question = Question(
            side=side, key=key, kind="choose", label=label or key, args=args, rule=rule, page=page, optional=optional,
            form=cast(AnyForm, form),
        )  # fmt: skip
        return read(question, form, self._answer(question))

    def mint(self, side: Side, key: str) -> int:
        """A new player id, never used before, from the program outside the rules."""
        value = self._answer(Question(side=side, key=key, kind="mint", label=key))
        return int(value)

    def recorded(self, step: str, *, apart_from: Key) -> frozenset[Any]:
        """All values answered so far, by both sides, under keys that begin with ``step.``, except one key."""
        return frozenset(
            answer.value
            for answers in (self.answers, self.fresh)
            for key, answer in answers.items()
            if key != apart_from and key[1].startswith(f"{step}.")
        )

    def each(self, items: Iterable[T], step: Callable[[T], None]) -> None:
        """Runs ``step`` for every item, even if an earlier item lacks an answer.

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
        same = recorded is question or question.asks_the_same(recorded)
        if not (same or (offers and question.offers_all_of(recorded))):
            raise QuestionChanged(recorded, question)
        self.used.add(key)
        return answer.value


def rolled(question: Question, value: Any) -> tuple[int, ...]:
    """The dice of an answer. Raises ``RuleBroken`` if they do not fit the question."""
    faces = list(value) if isinstance(value, (list, tuple)) else [value]
    if len(faces) != len(question.dice):
        raise _refused(question, "dice_count", wanted=len(question.dice), found=len(faces))
    for face, sides in zip(faces, question.dice, strict=True):
        if type(face) is not int or not face_exists(face, sides):
            raise _refused(question, "no_such_face", face=str(face), die=sides)
    return tuple(faces)


def face_exists(face: int, sides: int) -> bool:
    """Whether a die with that many sides has this number."""
    return face in faces_of(sides)


@cache
def faces_of(sides: int) -> tuple[int, ...]:
    """All numbers of a die, the smallest first; a D68 is a D6 for the tens and a D8 for the units."""
    if sides in DIGIT_DICE:
        tens, units = DIGIT_DICE[sides]
        return tuple(10 * ten + unit for ten in range(1, tens + 1) for unit in range(1, units + 1))
    return tuple(range(1, sides + 1))


@cache
def totals_of(dice: tuple[int, ...]) -> frozenset[int]:
    """Every total that the dice can show."""
    return frozenset(sum(faces) for faces in product(*map(faces_of, dice)))


def chosen(question: Question, value: Any) -> str:
    """The option of an answer. Raises ``RuleBroken`` if it is not an option, or taken."""
    if not isinstance(value, str) or value not in question.options:
        raise _refused(question, "not_an_option", found=str(value)[:60])
    if value in question.taken:
        raise _refused(question, "taken", found=value)
    return value


def read(question: Question, form: Form[T], value: Any) -> T:
    """The answer to a question in a form. Raises ``RuleBroken`` if it does not fit."""
    if value is None and question.optional:
        return form.nothing
    try:
        return form.read(value)
    except Unfit as unfit:
        raise _refused(question, unfit.id, **unfit.args_) from None


def _refused(question: Question, id: str, **args: int | str) -> RuleBroken:
    violation = Violation(rule=question.rule, id=id, args=tuple(args.items()), page=question.page)
    return RuleBroken(question.label, violation)
