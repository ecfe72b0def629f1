"""The options that shared code needs from every edition; they are checked when an edition is loaded.

An edition gives each option either as one that its leagues can set (``options``), or as a fixed value (``settled``). An
option that only certain steps read is needed only if the edition has such a step. An edition may have more options, for
its own steps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.rows.options import Option, Value

SPENDING = ("full", "treasury_only", "petty_cash_only", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """How shared code reads an option: its type, and the choices that it knows (if none are listed, any inducement).

    With ``steps``, only these steps read it, each given by module and function; otherwise it is always read. With
    ``about``, it is about something that a book may lack (`LACKING`): then nothing needs it, and it is read as
    ``without``.
    """

    type: str
    choices: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    about: str = ""
    without: Value = 0

    def __str__(self) -> str:
        return f"{self.type}: {', '.join(self.choices)}" if self.choices else self.type


LACKING: Mapping[str, Callable[[Book], bool]] = {
    "treasury": lambda book: "treasury" not in book.purses,
    "fan_factor": lambda book: "fan_factor" not in book.goods,
    "inducements": lambda book: not book.inducements,
    "stars": lambda book: not book.stars,
    "cards": lambda book: not book.cards,
    "card_limit": lambda book: "card_limit" not in book.options,
    "conceded_score": lambda book: "conceded_score" not in book.options,
    "conceding": lambda book: not book.result.concede,
    "hired_by_both": lambda book: "hired_by_both" not in book.options,
}
"""What options are about, and how to tell that a book does not have it."""

READ: Mapping[str, Read] = {
    "starting_treasury": Read(type="integer", about="treasury"),
    "several_teams_per_coach": Read(type="boolean"),
    "trades": Read(type="choice", choices=("off", "approval", "free")),
    "free_fan_factor": Read(type="boolean", about="fan_factor", without=False),
    "inducement_time_limit": Read(type="integer", about="inducements"),
    "excluded_inducements": Read(type="choices", about="inducements", without=()),
    "permanent_inducements": Read(type="choices", about="inducements", without=()),
    "play_off_inducements": Read(type="choice", choices=SPENDING, about="inducements", without="none"),
    "minor_tournament_inducements": Read(type="choice", choices=SPENDING, about="inducements", without="none"),
    "star_injuries_waived": Read(type="boolean", about="stars", without=True),
    "special_play_cards": Read(
        type="choice", choices=("off", "with", "only", "budget", "dice"), about="cards", without="off"
    ),
    "card_budget": Read(type="integer", about="cards"),
    "card_limit": Read(type="integer", about="card_limit"),
    "mvp": Read(
        type="choice",
        choices=("random", "coach", "random_survivor", "nominated"),
        steps=("rules.match_day.player_results.award_mvp", "rules.team.won_unplayed.give_awards"),
    ),
    "raised_in_match": Read(
        type="choice",
        choices=("as_roster", "as_hired", "none"),
        steps=("rules.match_day.player_results.award_mvp",),
    ),
    "spiralling_breakpoint": Read(type="integer", steps=("rules.match_day.gold.pay_expenses",)),
    "spiralling_step": Read(type="integer", steps=("rules.match_day.gold.pay_expenses",)),
    "conceded_score": Read(
        type="choice",
        choices=("as_played", "one_ahead", "two_nil", "handed_over"),
        about="conceded_score",
        without="as_played",
    ),
    "hired_by_both": Read(type="choice", choices=("neither", "both"), about="hired_by_both", without="neither"),
    "concession_before_kick_off": Read(
        type="choice", choices=("winnings_and_mvp", "no_penalty"), about="conceding", without="no_penalty"
    ),
}


def lacks(book: Book, read: Read) -> bool:
    """Whether a book lacks what an option is about."""
    return bool(read.about) and LACKING[read.about](book)


def not_needed(book: Book) -> tuple[tuple[str, Value], ...]:
    """The options about things that the book lacks and that it does not mention, with what they are read as."""
    return tuple(
        (name, read.without)
        for name, read in READ.items()
        if lacks(book, read) and name not in book.options and name not in book.settled
    )


def missing_options(book: Book, steps: Collection[str]) -> Iterator[str]:
    """The options that shared code or one of these steps reads and the book does not have, each with its type."""
    for name, read in READ.items():
        asked = not read.steps or any(step in steps for step in read.steps)
        if asked and not lacks(book, read) and name not in book.options and name not in book.settled:
            by = f", read by {' and '.join(read.steps)}" if read.steps else ""
            yield f"{name} ({read}{by})"


def option_problems(option: Option, inducements: Collection[str]) -> Iterator[tuple[str, str]]:
    """The keys of an option that shared code cannot read, and why: a wrong type, or an unknown choice."""
    read = READ.get(option.name)
    if read is None:
        return
    if option.type != read.type:
        yield "type", f"shared code reads this as {read.type}, not as {option.type}"
    elif unknown := _unknown_choices((choice for choice, _label in option.choices), read, inducements):
        yield "choices", unknown


def wrongly_settled(name: str, value: Value, inducements: Collection[str]) -> str:
    """Why a value cannot be the fixed value of an option; empty if it can."""
    read = READ.get(name)
    if read is None:
        return f"nothing reads this; there are {', '.join(READ)}"
    wanted = {"integer": int, "boolean": bool, "choice": str, "choices": tuple}[read.type]
    if type(value) is not wanted:
        return f"must be of the type {read.type}, not {value!r}"
    given = value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ()
    return _unknown_choices(given, read, inducements)


def _unknown_choices(choices: Iterable[str], read: Read, inducements: Collection[str]) -> str:
    known = read.choices or inducements
    unknown = [choice for choice in choices if choice not in known]
    return f"nothing knows {', '.join(unknown)}; there are {', '.join(known)}" if unknown else ""
