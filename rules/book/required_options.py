"""The options and tables that shared code needs from every edition; they are checked when an edition is loaded.

An edition gives each option either as one that its leagues can set (``options``), or as a fixed value (``settled``). An
option or table that only certain steps read is needed only if the edition has such a step. An edition may have more
options, for its own steps.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.house_rules import Value
from rules.book.rows.options import Option

SPENDING = ("full", "treasury_only", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """How shared code reads an option: its type, and the choices that it knows (if none are listed, any inducement).

    With ``steps``, only these steps read it, each given by module and function; otherwise it is always read.
    """

    type: str
    choices: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.type}: {', '.join(self.choices)}" if self.choices else self.type


READ: Mapping[str, Read] = {
    "starting_treasury": Read(type="integer"),
    "several_teams_per_coach": Read(type="boolean"),
    "trades": Read(type="choice", choices=("off", "approval", "free")),
    "free_fan_factor": Read(type="boolean"),
    "inducement_time_limit": Read(type="integer"),
    "excluded_inducements": Read(type="choices"),
    "permanent_inducements": Read(type="choices"),
    "play_off_inducements": Read(type="choice", choices=SPENDING),
    "minor_tournament_inducements": Read(type="choice", choices=SPENDING),
    "star_injuries_waived": Read(type="boolean"),
    "special_play_cards": Read(type="choice", choices=("off", "with", "only", "budget")),
    "card_budget": Read(type="integer"),
    "mvp": Read(
        type="choice",
        choices=("random", "coach", "random_survivor"),
        steps=("rules.match_day.player_results.award_mvp",),
    ),
    "raised_in_match": Read(
        type="choice",
        choices=("as_roster", "as_hired", "none"),
        steps=("rules.match_day.player_results.award_mvp",),
    ),
    "spiralling_breakpoint": Read(type="integer", steps=("rules.match_day.gold.pay_expenses",)),
    "spiralling_step": Read(type="integer", steps=("rules.match_day.gold.pay_expenses",)),
    "concession_before_kick_off": Read(type="choice", choices=("winnings_and_mvp", "no_penalty")),
}


TABLES: Mapping[str, tuple[str, ...]] = {
    "expenses": ("rules.match_day.gold.pay_expenses",),
    "fan_factor_roll": ("rules.match_day.gold.change_fan_factor",),
}
"""Optional tables, with the steps that read them: a book may lack a table if the edition has none of these steps."""


def missing_tables(book: Book, steps: Collection[str]) -> Iterator[str]:
    """The tables that one of these steps reads and the book does not have."""
    for table, readers in TABLES.items():
        for reader in readers:
            if reader in steps and getattr(book, table) is None:
                yield f"{table}, read by {reader}"


def missing_options(book: Book, steps: Collection[str]) -> Iterator[str]:
    """The options that shared code or one of these steps reads and the book does not have, each with its type."""
    for name, read in READ.items():
        asked = not read.steps or any(step in steps for step in read.steps)
        if asked and name not in book.options and name not in book.settled:
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
