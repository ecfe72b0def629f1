"""House rules: a league's values for the options of an edition, on top of the defaults.

An overlay with an unknown option, a wrong type or a value out of bounds is refused as a whole. All problems are
reported together, as data that pages turn into text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard, cast

from rules.book.book import Book
from rules.book.entered.adding import with_own_lists
from rules.book.entered.faults import Translate, fault, worded
from rules.book.entered.list_limits import cheapest_team
from rules.book.entered.lists import MOST_LISTS, entered_lists, read_lists
from rules.book.entered.packs import read_pack
from rules.book.entered.stars import MOST_STARS, line_of, read_stars
from rules.book.entered.tiers import MOST_LINES, entered_tiers, read_tiers, with_tiers
from rules.book.required_options import not_needed
from rules.book.rows.options import ENTERED, LISTS, PACK, STARS, TIERS, Option, Value

WORDS = {
    "house_rules.unknown": "there is no such option; there are {options}",
    "house_rules.not_integer": "must be a whole number from {minimum} to {maximum}, not {value}",
    "house_rules.out_of_bounds": "must be from {minimum} to {maximum}, not {value}",
    "house_rules.off_step": "must be {minimum} or a multiple of {step} above it, not {value}",
    "house_rules.not_boolean": "must be true or false, not {value}",
    "house_rules.not_a_choice": "must be one of {choices}, not {value}",
    "house_rules.not_choices": "must be a list of any of {choices}, not {value}",
    "house_rules.repeated_choice": "names {value} more than once",
    "house_rules.not_stars": "must be lines of text, one for each star and at most {most}, not {value}",
    "house_rules.not_tiers": "must be lines of text, at most {most}, not {value}",
    "house_rules.not_lists": "must be team lists as text, at most {most}, not {value}",
    "house_rules.unfit_list": "{problem}",
    "house_rules.not_pack": "must be a pack as text, not {value}",
    "house_rules.unfit_pack": "{problem}",
    "house_rules.dear_list": "the cheapest team of {name} costs {cost:,} gp; a new team of the league has {gold:,} gp",
    "house_rules.unfit_line": "Line {line}: {problem}",
    "house_rules.unfit_star": "Line {line}, {field:text}: {problem}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionProblem:
    """What is wrong with the value of one option: `message` is a key of WORDS, `args` fill its gaps."""

    option: str
    message: str
    args: tuple[tuple[str, object], ...]

    def __str__(self) -> str:
        return self.say(str)

    def say(self, translate: Translate) -> str:
        """The problem in another language: `translate` gets each text before its gaps are filled."""
        return worded(WORDS[self.message], self.args).say(translate)


class HouseRulesError(ValueError):
    """Raised for an overlay that the edition does not allow. `problems` lists all problems."""

    def __init__(self, problems: tuple[OptionProblem, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(f"{problem.option}: {problem}" for problem in problems))


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """The value of every option of an edition: `rules["mvp"]` or `rules.mvp`. Made by `house_rules()`.

    `settled` are values that the edition fixes, and those of options about things that it does not have: they are read
    like any other, and never stored.
    """

    edition: str
    revision: str
    values: tuple[tuple[str, Value], ...]
    defaults: tuple[tuple[str, Value], ...]
    settled: tuple[tuple[str, Value], ...] = ()
    _by_name: dict[str, Value] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Keeps the values by name: a match asks for about fifty."""
        object.__setattr__(self, "_by_name", dict((*self.settled, *self.values)))

    def __getitem__(self, name: str) -> Value:
        if name in self._by_name:
            return self._by_name[name]
        known = ", ".join(option for option, _ in (*self.values, *self.settled))
        raise KeyError(f"{self.edition} declares no option {name!r}; it has {known}")

    def __getattr__(self, name: str) -> Value:
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def integer(self, name: str) -> int:
        """The value of an integer option. Raises TypeError for an option of another type."""
        value = self[name]
        if type(value) is not int:
            raise TypeError(f"option {name!r} is not an integer but {value!r}")
        return value

    def flag(self, name: str) -> bool:
        """The value of a boolean option. Raises TypeError for an option of another type."""
        value = self[name]
        if not isinstance(value, bool):
            raise TypeError(f"option {name!r} is not a boolean but {value!r}")
        return value

    def choice(self, name: str) -> str:
        """The value of a choice. Raises TypeError for an option of another type."""
        value = self[name]
        if not isinstance(value, str):
            raise TypeError(f"option {name!r} is not a choice but {value!r}")
        return value

    def choices(self, name: str) -> tuple[str, ...]:
        """The values of a list of choices, in the order declared. Raises TypeError for an option of another type."""
        value = self[name]
        if not isinstance(value, tuple):
            raise TypeError(f"option {name!r} is not a list of choices but {value!r}")
        return value

    def changed(self) -> dict[str, Value]:
        """The options with a value that is not the edition's default."""
        defaults = dict(self.defaults)
        return {name: value for name, value in self.values if value != defaults[name]}

    def as_json(self) -> dict[str, bool | int | str | list[str]]:
        """Every option's value as JSON; `house_rules(book, ...)` turns it into the same rules again."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self.values}


def house_rules(book: Book, overlay: Mapping[str, object]) -> HouseRules:
    """The edition's defaults, changed by `overlay`. Raises HouseRulesError with all problems of the overlay."""
    problems = [unknown_option(name, book) for name in overlay if name not in book.options]
    values: list[tuple[str, Value]] = []
    printed, book = book, _with_own(book, overlay)
    for name, option in book.options.items():
        given = overlay.get(name, option.default)
        tables = printed if option.type == LISTS else book
        wrong = problems_with(tables, option, given)
        problems += wrong
        if not wrong:
            values.append((name, in_order(tables, option, given)))
    problems += _too_dear(printed, dict(values))
    if problems:
        raise HouseRulesError(tuple(problems))
    defaults = tuple((name, option.default) for name, option in book.options.items())
    return HouseRules(
        edition=book.key,
        revision=book.revision,
        values=tuple(values),
        defaults=defaults,
        settled=(*book.settled.items(), *not_needed(book)),
    )


def _with_own(book: Book, overlay: Mapping[str, object]) -> Book:
    """The book with the team lists and tiers of an overlay, as far as they are right: stars and packs go by them."""
    for name, option in book.options.items():
        given = overlay.get(name)
        if option.type == LISTS and given and _are_texts(given):
            book = with_own_lists(book, read_lists(book, option, tuple(given)).lists)
    tiers = {name: tuple(given) for name, given in overlay.items() if _are_texts(given)}
    return with_tiers(book, entered_tiers(book, tiers))


def _too_dear(book: Book, values: Mapping[str, Value]) -> list[OptionProblem]:
    """The team lists of a league of which no new team can be paid."""
    gold = values.get("starting_treasury", book.settled.get("starting_treasury"))
    if not book.with_costs or type(gold) is not int:
        return []
    found = []
    for name, option in book.options.items():
        if option.type == LISTS:
            for each in entered_lists(book, {name: values.get(name, ())}):
                cost = cheapest_team(book, each.row)
                if cost > gold and not each.row.closed:
                    args = (("name", each.row.name), ("cost", cost), ("gold", gold))
                    found.append(OptionProblem(option=name, message="house_rules.dear_list", args=args))
    return found


def unknown_option(name: str, book: Book) -> OptionProblem:
    """The problem that a book has no option of that name."""
    return OptionProblem(option=name, message="house_rules.unknown", args=(("options", ", ".join(book.options)),))


def in_order(book: Book, option: Option, value: object) -> Value:
    """A checked value as it is stored: choices in the order of the declaration, so that equal rules compare equal.

    Stars and team lists are written in one way.
    """
    if option.type == PACK:
        return read_pack(book, str(value)).text
    if option.type == TIERS:
        return read_tiers(book, cast(Sequence[str], value)).lines
    if option.type == LISTS:
        return tuple(each.text for each in read_lists(book, option, tuple(cast(Sequence[str], value))).lists)
    if option.type == STARS:
        return tuple(line_of(book, star) for star in read_stars(book, option, cast(Sequence[str], value)).stars)
    if option.type == "choices":
        chosen = cast(Sequence[str], value)
        return tuple(choice for choice, _ in option.choices if choice in chosen)
    return cast(Value, value)


def problems_with(book: Book, option: Option, value: object) -> tuple[OptionProblem, ...]:
    """Everything that is wrong with `value` for an option of the book."""
    if option.type in ENTERED:
        look = {STARS: star_problems, LISTS: list_problems, PACK: pack_problems, TIERS: tier_problems}
        return look[option.type](book, option, value)
    found = problem_with(option, value)
    return (found,) if found else ()


def star_problems(book: Book, option: Option, value: object) -> tuple[OptionProblem, ...]:
    """What is wrong with each line of the stars that a league has entered."""
    if not isinstance(value, list | tuple) or not _are_texts(value) or len(value) > MOST_STARS:
        shown = fault("star.lines", count=len(value)) if _are_texts(value) else f"{value!r:.80}"
        args = (("value", shown), ("most", MOST_STARS))
        return (OptionProblem(option=option.name, message="house_rules.not_stars", args=args),)
    return tuple(
        OptionProblem(
            option=option.name,
            message="house_rules.unfit_star" if field else "house_rules.unfit_line",
            args=(("line", line), *((("field", field),) if field else ()), ("problem", text)),
        )
        for line, field, text in read_stars(book, option, value).problems
    )


def list_problems(book: Book, option: Option, value: object) -> tuple[OptionProblem, ...]:
    """What is wrong with the team lists that a league has entered."""
    if not isinstance(value, list | tuple) or not _are_texts(value) or len(value) > MOST_LISTS:
        args = (("value", f"{value!r:.80}"), ("most", MOST_LISTS))
        return (OptionProblem(option=option.name, message="house_rules.not_lists", args=args),)
    read = read_lists(book, option, tuple(value))
    found = [each.told for each in read.problems]
    played = with_own_lists(book, read.lists)
    if not found and played.own is not book.own and (look := getattr(played.own, "problems", None)) is not None:
        found += [fault("placed", place=(key,), problem=text) for _table, key, text in look(played)]
    return tuple(
        OptionProblem(option=option.name, message="house_rules.unfit_list", args=(("problem", text),)) for text in found
    )


def tier_problems(book: Book, option: Option, value: object) -> tuple[OptionProblem, ...]:
    """What is wrong with each line of the tiers that a league has entered."""
    if not isinstance(value, list | tuple) or not _are_texts(value) or len(value) > MOST_LINES:
        args = (("value", f"{value!r:.80}"), ("most", MOST_LINES))
        return (OptionProblem(option=option.name, message="house_rules.not_tiers", args=args),)
    return tuple(
        OptionProblem(option=option.name, message="house_rules.unfit_line", args=(("line", line), ("problem", text)))
        for line, text in read_tiers(book, value).problems
    )


def pack_problems(book: Book, option: Option, value: object) -> tuple[OptionProblem, ...]:
    """What is wrong with the pack that a league has written."""
    if not isinstance(value, str):
        return (OptionProblem(option=option.name, message="house_rules.not_pack", args=(("value", f"{value!r:.80}"),)),)
    return tuple(
        OptionProblem(option=option.name, message="house_rules.unfit_pack", args=(("problem", each),))
        for each in read_pack(book, value).problems
    )


def _are_texts(value: object) -> TypeGuard[list[str] | tuple[str, ...]]:
    return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)


def problem_with(option: Option, value: object) -> OptionProblem | None:
    """What is wrong with `value` for an option whose values need no tables; None if it is allowed."""
    if option.type == "integer":
        return integer_problem(option, value)
    if option.type == "boolean":
        return None if isinstance(value, bool) else problem(option, "not_boolean", value)
    names = [name for name, _ in option.choices]
    listed = ("choices", ", ".join(names))
    if option.type == "choice":
        return None if isinstance(value, str) and value in names else problem(option, "not_a_choice", value, listed)
    if not isinstance(value, list | tuple) or any(each not in names for each in value):
        return problem(option, "not_choices", value, listed)
    return problem(option, "repeated_choice", value) if len(set(value)) < len(value) else None


def integer_problem(option: Option, value: object) -> OptionProblem | None:
    """What is wrong with a value for an option that is a number; None if it is allowed."""
    assert option.minimum is not None and option.maximum is not None and option.step is not None
    bounds = (("minimum", option.minimum), ("maximum", option.maximum))
    if type(value) is not int:
        return problem(option, "not_integer", value, *bounds)
    if not option.minimum <= value <= option.maximum:
        return problem(option, "out_of_bounds", value, *bounds)
    if (value - option.minimum) % option.step:
        return problem(option, "off_step", value, bounds[0], ("step", option.step))
    return None


def problem(option: Option, message: str, value: object, *args: tuple[str, object]) -> OptionProblem:
    """A problem with a value for an option; the message shows the value and ``args``."""
    shown = ", ".join(map(str, value)) if isinstance(value, list | tuple) else repr(value)
    return OptionProblem(option=option.name, message=f"house_rules.{message}", args=(("value", shown), *args))
