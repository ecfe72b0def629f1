"""Questions and their options in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext

from rules.book.book import Book
from rules.sequence.forms import AnyForm, Basket, Pick
from rules.sequence.sequence import Question
from rules.words import words
from rules.words.words import opened

Names = Mapping[int, str]


def question(
    asked: Question, names: Names | None = None, book: Book | None = None, ended: words.Ended | None = None
) -> words.QuestionWords:
    """A question's title, and its help where a book is given; its label if it has no words."""
    try:
        return words.say_question(asked, book=book, names=names, translate=gettext, ended=ended)
    except KeyError:
        return words.QuestionWords(title=plain(asked.label.split(".")[0]), help="")


def option(choice: str, names: Names | None = None, book: Book | None = None) -> str:
    """One of a question's options."""
    return opened(words.say_option(choice, book=book, names=names, translate=gettext))


def thing(key: str, *, many: bool = False, book: Book | None = None) -> str:
    """The name of an item of the rules."""
    return gettext(name) if (name := words.name_of(key, many=many, book=book)) else plain(key)


def plain(key: str) -> str:
    """A key as words, for items without a name."""
    return opened(key.replace("_", " "))


def answer(asked: Question, value: Any, called: Callable[[str], str]) -> str:
    """A decision in words, by what it looks like; ``called`` names an option."""
    if value in (None, [], {}):
        return nothing(asked)
    if isinstance(value, int):
        return words.say_amount(value, getattr(asked.form, "unit", "number"))
    if isinstance(value, list):
        named = [called(str(one)) for one in value]
        return ("; " if any(", " in each for each in named) else ", ").join(named)
    if isinstance(value, dict):
        between = "; " if any(isinstance(inner, dict) for inner in value.values()) else ", "
        return between.join(_part(key, inner, called) for key, inner in value.items())
    return called(str(value))


def nothing(asked: Question) -> str:
    """The answer of a coach who takes none of what a question offers: players, or things."""
    offered = asked.options or _offered(asked.form)
    return gettext("nobody") if offered and all_players(offered) else gettext("nothing")


def all_players(options: Iterable[str]) -> bool:
    """Whether these options are players, and nothing else."""
    return all(words.player_of(each) is not None for each in options)


def _offered(form: AnyForm | None) -> tuple[str, ...]:
    if isinstance(form, Basket):
        return tuple(good.key for good in form.goods)
    return form.options if isinstance(form, Pick) else ()


def _part(key: str, inner: Any, called: Callable[[str], str]) -> str:
    """A row of a table, or a good with its number."""
    if not isinstance(inner, dict):
        return f"{inner} × {called(key)}"
    return f"{called(key)}: {', '.join(called(one) if isinstance(one, str) else str(one) for one in inner.values())}"
