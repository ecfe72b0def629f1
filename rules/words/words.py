"""Figures, violations, questions and entries in words: the texts of an edition and those of ``rules.words.catalogue``.

Every function takes ``book``, whose words come first, ``names`` (players' names by id; the rules hold none) and
``translate``, which translates each text before its gaps are filled. Without a book, an id that only one edition has is
still found; without the others the text is English, and players are named by their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from string import Formatter
from typing import Any, Literal, get_args

from rules import editions
from rules.book import syntax
from rules.book.book import Book
from rules.book.toml_tables import in_book
from rules.correcting.correcting import Finding
from rules.journal import Impossible, PlayerTraded
from rules.sequence.explanations import Args, Figure, Note, Term, Unit, Violation
from rules.sequence.sequence import Question
from rules.words import catalogue
from rules.words.completeness import check_texts
from rules.words.texts import Texts, texts_for

Translate = Callable[[str], str]
Names = Mapping[int, str]
Ended = Literal["won", "lost", "drawn"]
ENDS: tuple[Ended, ...] = get_args(Ended)
# Default arguments for terms that were stored before they had these arguments.
BEFORE: Mapping[str, int | str] = {"each": 1_000}


def k(gp: int) -> str:
    """An amount of gold as a page shows it: ``60k`` for 60000 gp, ``1,250k`` for 1250000 gp."""
    whole, rest = divmod(abs(gp), 1000)
    text = f"{whole:,}" + (f".{rest:03}".rstrip("0") if rest else "")
    return ("−" if gp < 0 else "") + (f"{text}k" if gp else "0")


def signed(number: int) -> str:
    """A change with its sign: ``+1``, ``−1``, ``±0``."""
    return f"{'+' if number > 0 else '−' if number else '±'}{abs(number):,}"


def say_amount(amount: int, unit: Unit = "gp") -> str:
    """A figure's amount in its unit: gold as ``60k``, anything else as a number such as ``12,000``."""
    return k(amount) if unit == "gp" else f"{amount:,}".replace("-", "−")


def name_of(key: str, *, many: bool = False, book: Book | None = None) -> str:
    """The name of a thing that is stored by a key; the plural with ``many``. Empty if the key is unknown."""
    found = texts_for(book)["things"].get(key)
    return str(found[many]) if found else ""


def step_name(step: str, book: Book) -> str:
    """The name of a step of an edition; empty if the edition has no such step."""
    return book.words.steps[step].name if step in book.words.steps else ""


def notation(dice: tuple[int, ...], translate: Translate = str) -> str:
    """Dice as players write them, from their numbers of faces: 2D6, D8, D6 + D8."""
    kinds = dict.fromkeys(dice)
    die = translate(catalogue.PARTS["die"])
    return " + ".join(
        f"{dice.count(faces) if dice.count(faces) > 1 else ''}{die.format(faces=faces)}" for faces in kinds
    )


def say_worth(book: Book, amount: int | None) -> str:
    """An amount of worth in the unit of the book; empty if it is unknown, or in an edition that knows no worth."""
    if book.worth is None or amount is None:
        return ""
    return k(amount) if book.worth.unit == "gp" else f"{amount:,}"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionWords:
    """A question in words: its title, and a help text with the rule and its page."""

    title: str
    help: str


@dataclass(frozen=True)
class Speaker(Formatter):
    """Finds the texts of an edition, and fills their gaps in one language."""

    names: Names = field(default_factory=dict)
    translate: Translate = str
    book: Book | None = None

    @property
    def texts(self) -> Texts:
        return texts_for(self.book)

    def say(self, text: str, args: Args | Iterable[tuple[str, Any]] = (), **more: Any) -> str:
        return self.vformat(self.translate(text), (), dict(args) | more)

    def get_value(self, key: int | str, args: Any, kwargs: Mapping[str, Any]) -> Any:
        return self.who(kwargs) if key == "who" else kwargs[str(key)]

    def who(self, args: Mapping[str, Any]) -> str:
        """A player's name and number, as far as they are known."""
        name, number = self.names.get(args.get("player", 0), ""), args.get("number")
        if number is None:
            return name or self.translate(catalogue.PARTS["somebody"])
        part = self.translate(catalogue.PARTS["named" if name else "numbered"])
        return part.format(name=name, number=number)

    def format_field(self, value: Any, format_spec: str) -> str:
        match format_spec:
            case "k":
                return k(value)
            case "+k":
                return ("+" if value > 0 else "") + k(value)
            case "typed_gold":
                return k(int(value)) if str(value).removeprefix("-").isdecimal() else str(value)
            case "+":
                return signed(value)
            case ",":
                return f"{value:,}"
            case "thing" | "things":
                return self.thing(value, many=format_spec == "things")
            case "improvement":
                return self.improvement(value)
            case "limits":
                return self.limits(value)
        if "|" in format_spec:
            one, many = format_spec.removeprefix("+").split("|")
            count = signed(value) if format_spec.startswith("+") else f"{value:,}"
            return f"{count} {one if abs(value) == 1 else many}"
        return str(value)

    def thing(self, key: str, *, many: bool = False) -> str:
        return self.translate(name_of(key, many=many, book=self.book) or key)

    def improvement(self, choice: str) -> str:
        """A skill, or a better characteristic: by one step, or by as many as are said (``+2 ST``)."""
        if not choice.startswith("+") or " " in choice:
            return choice
        return self.translate(catalogue.PARTS["characteristic"]).format(name=choice[1:])

    def limits(self, limits: str) -> str:
        """What a pack gives, from each limit's key, number and skill: ``skills=4;limited=2=Block``."""
        said = []
        for key, most, *skill in (limit.split("=") for limit in filter(None, limits.split(";"))):
            said.append(self.say(catalogue.LIMITS[key], count=int(most), skill="".join(skill)))
        return ", ".join(said) or self.translate(catalogue.LIMITS["none"])

    def source(self, rule: str, page: int) -> str:
        """The rule and its page, to put after a sentence."""
        return " " + self.translate(catalogue.PARTS["source"]).format(rule=rule, page=page) if rule and page else ""


def say_term(term: Term, *, book: Book | None = None, names: Names | None = None, translate: Translate = str) -> str:
    """One line of a sum, without its amount: ``D6: 4``, ``FAME 1``."""
    dice, faces = "+".join(map(str, term.dice)), notation(term.faces or (6,) * len(term.dice), translate)
    args = {**BEFORE, **dict(term.args)}
    speaker = Speaker(names or {}, translate, book)
    return speaker.say(speaker.texts["terms"][term.id], args.items(), dice=dice, faces=faces)


def say_label(figure: Figure, *, book: Book | None = None, translate: Translate = str) -> str:
    """The name of a figure: ``Winnings``, ``Team value``."""
    speaker = Speaker({}, translate, book)
    return speaker.say(speaker.texts["figures"][figure.id], figure.args)


def say_earnings(book: Book, translate: Translate = str) -> str:
    """What a book calls the gold that a match brings: ``Winnings``. Empty for a book without gold."""
    return Speaker({}, translate, book).say(texts_for(book)["figures"]["winnings"]) if book.with_costs else ""


def say_figure(
    figure: Figure, *, book: Book | None = None, names: Names | None = None, translate: Translate = str
) -> str:
    """A figure with its sum in one line: ``Winnings 50k = 40k (D6: 4) + 10k (for the win) (U2, p38)``."""
    speaker = Speaker(names or {}, translate, book)
    text = f"{say_label(figure, book=book, translate=translate)} {say_amount(figure.amount, figure.unit)}"
    for index, term in enumerate(figure.terms):
        sign = " = " if index == 0 else " − " if term.amount < 0 else " + "
        amount = term.amount if index == 0 else abs(term.amount)
        text += (
            f"{sign}{say_amount(amount, figure.unit)} ({say_term(term, book=book, names=names, translate=translate)})"
        )
    return text + speaker.source(figure.rule, figure.page)


def say_note(note: Note, teams: Mapping[str, str], *, book: Book | None = None, translate: Translate = str) -> str:
    """What a step tells both sides, as a sentence with the rule and its page; ``teams`` are their names by side."""
    speaker = Speaker({}, translate, book)
    args = {name: teams.get(str(value), value) for name, value in note.args}
    return f"{speaker.say(speaker.texts['notes'][note.id], args.items())}{speaker.source(note.rule, note.page)}."


def say_violation(
    violation: Violation, *, book: Book | None = None, names: Names | None = None, translate: Translate = str
) -> str:
    """What is wrong, with the rule and its page, and what to do about it."""
    speaker = Speaker(names or {}, translate, book)
    remedy = speaker.say(speaker.texts["violations"][violation.id][1], violation.args)
    return f"{say_reason(violation, book=book, names=names, translate=translate)} {remedy}"


def say_reason(
    violation: Violation, *, book: Book | None = None, names: Names | None = None, translate: Translate = str
) -> str:
    """What is wrong, with the rule and its page, but without what to do about it."""
    speaker = Speaker(names or {}, translate, book)
    wrong, _remedy = speaker.texts["violations"][violation.id]
    return opened(speaker.say(wrong, violation.args)) + speaker.source(violation.rule, violation.page)


def say_impossible(
    impossible: Impossible, *, book: Book | None = None, names: Names | None = None, translate: Translate = str
) -> str:
    """Why an entry is impossible."""
    speaker = Speaker(names or {}, translate, book)
    return opened(speaker.say(speaker.texts["impossible"][impossible.id], impossible.args_.items()))


def say_finding(
    finding: Finding, *, book: Book | None = None, names: Names | None = None, translate: Translate = str
) -> str:
    """Why a later entry is impossible or in doubt after a correction."""
    speaker = Speaker(names or {}, translate, book)
    sort = "findings" if finding.id in speaker.texts["findings"] else "impossible"
    return opened(speaker.say(speaker.texts[sort][finding.id], finding.args))


def say_choice(choice: str, finding: Finding, *, translate: Translate = str) -> str:
    """What can be done about a finding."""
    passing = f"{choice}.passing" if isinstance(finding.entry, PlayerTraded) else choice
    text = catalogue.CHOICES.get(passing) or catalogue.CHOICES[choice]
    return Speaker({}, translate).say(text, (("missing", finding.missing),))


def say_question(
    question: Question,
    *,
    book: Book | None = None,
    names: Names | None = None,
    translate: Translate = str,
    ended: Ended | None = None,
) -> QuestionWords:
    """A question's title and help text. The help needs figures from the book; without a book it is empty.

    ``ended`` is how the match ended for the side that is asked; where it is not known, the help tells of every end.

    Raises ``KeyError`` for a question of the kind ``mint``, which people never see.
    """
    speaker = Speaker(names or {}, translate, book)
    key = f"{question.label.split('.')[0]}.{question.kind}"
    title, help, *more = speaker.texts["questions"][key]
    own = book.words.questions.get(key) if book is not None else None
    without, args = dict(own.without) if own is not None else catalogue.WITHOUT.get(key, {}), dict(question.args)
    purses = {purse for each in without for purse in each.split()}
    help = without.get(" ".join(sorted(purse for purse in purses if args.get(purse) == 0)), help)
    said = QuestionWords(title=opened(speaker.say(title, question.args)), help="")
    if book is None:
        return said
    figures = {
        "dice": notation(question.dice, translate),
        "mvp": book.awarded.points if book.awarded else 0,
        "leaving": book.conceding.leaving_up_to if book.conceding else 0,
    }
    said_more = [text for end, text in zip(ENDS, more, strict=False) if text and ended in (None, end)]
    help = " ".join(speaker.say(text, question.args, **figures) for text in (help, *said_more)) + speaker.source(
        question.rule, question.page
    )
    return replace(said, help=help)


def say_option(option: str, *, book: Book | None = None, names: Names | None = None, translate: Translate = str) -> str:
    """One of a question's options: a player (by id), ``+ST``, a skill, to keep a roll, or a thing by its key."""
    speaker = Speaker(names or {}, translate, book)
    if (player := player_of(option)) is not None:
        return speaker.who({"player": player})
    key, _, index = option.partition(".")
    if key in speaker.texts["options"]:
        return speaker.say(speaker.texts["options"][key], index=index)
    return translate(name) if (name := name_of(option, book=book)) else speaker.improvement(option)


def player_of(option: str) -> int | None:
    """The id of the player that an option is; None for any other. A player who has no id yet is a negative number."""
    return int(option) if option.removeprefix("-").isdecimal() else None


def opened(sentence: str) -> str:
    """The sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


for _edition in editions.EDITIONS:
    with in_book(_edition.key):
        check_texts(_edition)
syntax.forget()
