"""Team lists of a league's own, as its commissioner enters them: TOML in the form of an edition's own lists.

    [[lists]]
    name = "Frogs"
    reroll_cost = 60_000
    apothecary = true

    [[lists.positions]]
    name = "Jumper"
    maximum = 16
    cost = 50_000
    profile = { MA = 6, ST = 3, AG = 3, AV = 7 }
    skills = ["Leap"]
    normal = ["General"]
    double = ["Agility"]

They are checked like the lists of a book, and kept in one way of writing, so that equal lists compare equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import tomli

from rules.book.book import Book
from rules.book.entered.faults import Fault, fault
from rules.book.entered.list_checks import list_problems, position_problems
from rules.book.entered.list_keys import OwnRow, keys_of_list, keys_of_position, needed_keys, own_rows_of, row_type
from rules.book.entered.list_limits import limit_problems, name_problems, room_problems, special_rule_problems
from rules.book.entered.list_tables import rows_of, table_of
from rules.book.entered.list_text import line_of, places_in, written
from rules.book.entered.stars import Misread, figure_of
from rules.book.rows.options import LISTS, Option, Value
from rules.book.rows.teams import Position, TeamList
from rules.book.toml_tables import BookError, Place, read_row, unknown_key

MOST_LISTS, MOST_POSITIONS, MOST_TYPED, LONGEST_PROBLEM = 30, 20, 60_000, 300
WITHOUT: Mapping[str, Any] = {"minimum": 0, "skills": [], "normal": [], "double": [], "page": 0}
"""What a position says that leaves it out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnList:
    """A list of a league: its row, the rows that it has in the edition's own tables (by table), and its text."""

    row: TeamList
    more: tuple[tuple[str, Any], ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit:
    """What is wrong in a text: the line (0 if it is not known), the list or position, the key, and the problem."""

    line: int
    where: str
    key: str
    problem: str
    position: int = 0
    """Which position of its list, from 1; 0 for the list itself."""

    def __str__(self) -> str:
        return self.told

    @property
    def told(self) -> str:
        """The problem with its place, which pages can say in another language."""
        line = fault("line", line=self.line) if self.line else ""
        place = tuple(filter(None, [line, self.where, self.key]))
        return fault("placed", place=place, problem=self.problem) if place else self.problem


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredLists:
    """Texts as they were read: the lists in their order, and the problems."""

    lists: tuple[OwnList, ...] = ()
    problems: tuple[Unfit, ...] = ()


@lru_cache(maxsize=128)
def read_lists(book: Book, option: Option, texts: tuple[str, ...]) -> EnteredLists:
    """The team lists in these texts, and everything that is wrong with them. `book` is the printed one."""
    reader = _Reader(book=book, option=option)
    for text in texts:
        reader.read(text)
    return EnteredLists(lists=tuple(reader.lists), problems=tuple(reader.problems))


def entered_lists(book: Book, values: Mapping[str, Value]) -> tuple[OwnList, ...]:
    """The team lists of a league, by the values of its checked house rules."""
    found: list[OwnList] = []
    for name, option in book.options.items():
        texts = values.get(name, ())
        if option.type == LISTS and isinstance(texts, tuple) and texts:
            found += read_lists(book, option, texts).lists
    return tuple(found)


def text_of(book: Book, team_list: TeamList) -> str:
    """A list of the book or of a league as it is typed, to begin a new one with."""
    return written(table_of(book, team_list, rows_of(book, team_list)))


@dataclass(slots=True, kw_only=True)
class _Reader:
    """One pass over the texts of one option."""

    book: Book
    option: Option
    lists: list[OwnList] = field(default_factory=list)
    problems: list[Unfit] = field(default_factory=list)
    text: str = ""
    places: Mapping[tuple[int, int, str], int] = field(default_factory=dict)
    nth: int = 0
    name: str = ""

    def read(self, text: str) -> None:
        """Reads a text with one list or more."""
        self.places, self.nth, self.name = places_in(text[:MOST_TYPED]), 0, ""
        for table in self._tables(text):
            self.nth += 1
            self._list(table)

    def _tables(self, text: str) -> Sequence[Any]:
        if len(text) > MOST_TYPED:
            self._wrong(0, "", fault("too_long", count=len(text), most=MOST_TYPED))
            return ()
        try:
            document = tomli.loads(text.replace("\r\n", "\n"))
        except (ValueError, RecursionError) as error:
            self._wrong(0, "", fault("unreadable", why=str(error)[:120] or fault("too_deep")))
            return ()
        tables = document.get("lists")
        if set(document) != {"lists"} or not isinstance(tables, list) or not tables:
            self._wrong(0, "", fault("list.above_each"))
            return ()
        if len(self.lists) + len(tables) > MOST_LISTS:
            self._wrong(0, "", fault("list.too_many", most=MOST_LISTS))
            return ()
        return tables

    def _wrong(self, position: int, key: str, problem: str, where: str = "") -> None:
        line = line_of(self.places, self.nth, position, key) if self.nth else 0
        place = " / ".join(filter(None, [self.name, where]))
        problem = problem.cut(LONGEST_PROBLEM) if isinstance(problem, Fault) else problem[:LONGEST_PROBLEM]
        self.problems.append(Unfit(line=line, where=place, key=key, problem=problem, position=position))

    def _list(self, table: Any) -> None:
        before = len(self.problems)
        self.name = str(table.get("name", ""))[:60] if isinstance(table, dict) else ""
        if not isinstance(table, dict):
            self._wrong(0, "", fault("no_table"))
            return
        given, own = dict(table), own_rows_of(self.book)
        positions = given.pop("positions", [])
        more = self._own_rows(0, own.lists, given, self.name)
        row = self._row(TeamList, keys_of_list(self.book), (*own.lists, "positions"), self._prepared(given), 0)
        read = self._positions(positions, more)
        taken = [*self.book.lists, *(each.row.name for each in self.lists)]
        limits = limit_problems(row) if row is not None else ()
        for key, problem in (*name_problems(given.get("name"), taken), *limits):
            self._wrong(0, key, problem)
        if row is None or len(self.problems) > before:
            return
        team_list = replace(row, positions=read)
        checks = (room_problems, special_rule_problems, list_problems)
        for key, problem in (found for check in checks for found in check(self.book, team_list)):
            self._wrong(0, key, problem)
        if len(self.problems) == before:
            text = written(table_of(self.book, team_list, more))
            self.lists.append(OwnList(row=team_list, more=tuple(more), text=text))

    def _prepared(self, given: dict[str, Any]) -> dict[str, Any]:
        """The table of a list with what a row must say besides: it is on no page, its positions are read apart."""
        limits = given.get("together")
        if isinstance(limits, list):
            source = {"rule": self.option.rule, "page": 0}
            given["together"] = [{**each, **source} if isinstance(each, dict) else each for each in limits]
        return {**given, "page": 0, "positions": []}

    def _positions(self, tables: Any, more: list[tuple[str, Any]]) -> tuple[Position, ...]:
        if not isinstance(tables, list) or not 0 < len(tables) <= MOST_POSITIONS:
            self._wrong(0, "positions", fault("list.above_positions", most=MOST_POSITIONS))
            return ()
        found: list[Position] = []
        for nth, table in enumerate(tables, start=1):
            where = str(table.get("name", ""))[:60] if isinstance(table, dict) else ""
            given = dict(table) if isinstance(table, dict) else {}
            more += self._own_rows(nth, own_rows_of(self.book).positions, given, where)
            prepared = self._prepared_position(nth, given, where)
            keys = keys_of_position(self.book)
            row = self._row(Position, keys, tuple(own_rows_of(self.book).positions), prepared, nth, where)
            if row is None:
                continue
            names = name_problems(row.name, [each.name for each in found])
            for key, problem in (*names, *limit_problems(row), *position_problems(self.book, row)):
                if key != "profile":  # its problems are known already
                    self._wrong(nth, key, problem, where)
            found.append(row)
        return tuple(found)

    def _prepared_position(self, nth: int, given: dict[str, Any], where: str) -> dict[str, Any]:
        """The table of a position with what it leaves out, its skills and figures as the book writes them."""
        if "name" in given:
            given.setdefault("plural", f"{given['name']}s")
        categories = {skill.category.casefold(): skill.category for skill in self.book.skills.values()}
        for key in ("normal", "double"):
            if isinstance(given.get(key), list):
                given[key] = [categories.get(str(each).casefold(), each) for each in given[key]]
        if isinstance(given.get("skills"), list):
            given["skills"] = [_skill(self.book, each) for each in given["skills"]]
        if isinstance(given.get("profile"), dict):
            given["profile"] = self._profile(nth, given["profile"], where)
        return {**WITHOUT, **given}

    def _profile(self, nth: int, profile: dict[str, Any], where: str) -> dict[str, Any]:
        """The figures in the order of the book; those that cannot be are a problem."""
        found: dict[str, Any] = {}
        for key, kind in self.book.profile.items():
            if key not in profile:
                missing = fault("list.figure_missing", key=key, wanted=" ".join(self.book.profile))
                self._wrong(nth, "profile", missing, where)
                continue
            typed = profile[key]
            try:
                found[key] = figure_of(kind, typed if isinstance(typed, str) else str(typed)[:12])
            except Misread as misread:
                self._wrong(nth, "profile", misread.problem, where)
        for key in profile:
            if key not in self.book.profile:
                self._wrong(nth, "profile", unknown_key(str(key)[:40], "a profile", self.book.profile), where)
        return found

    def _own_rows(
        self, position: int, wanted: Mapping[str, OwnRow], given: dict[str, Any], name: str
    ) -> list[tuple[str, Any]]:
        """The rows of a list or a position in the edition's own tables; a row that the book has is left as it is."""
        found = []
        for key, own in wanted.items():
            told = given.pop(key, {})
            if name in getattr(self.book.own, own.table):
                if told:
                    self._wrong(position, key, fault("list.said_by_book", name=name))
                continue
            row = {**own.otherwise, **told, "name": name} if isinstance(told, dict) else told
            try:
                found.append((own.table, read_row(row_type(self.book, own.table), row, Place(file=""))))
            except BookError as error:
                inner = fault("placed", place=(error.key,), problem=error.problem)
                self._wrong(position, key, inner if error.key else error.problem)
        return found

    def _row(
        self, kind: type[Any], keys: Sequence[str], own: Sequence[str], given: dict[str, Any], nth: int, where: str = ""
    ) -> Any:
        """The row of a table; None if it is no such row. All its unknown and missing keys are problems."""
        before, hidden = len(self.problems), {"page", "positions", *WITHOUT}
        for key in given:
            if key not in keys and key not in hidden:
                problem = unknown_key(str(key)[:40], "a position" if kind is Position else "a team list", (*keys, *own))
                self._wrong(nth, str(key)[:40], problem, where)
        needed = needed_keys(self.book, kind)
        for key in keys:
            if key in needed and key not in given:
                self._wrong(nth, key, fault("missing_key"), where)
        if len(self.problems) > before:
            return None
        try:
            return read_row(
                kind, {key: value for key, value in given.items() if key in keys or key in hidden}, Place(file="")
            )
        except BookError as error:
            self._wrong(nth, error.key, error.problem, where)
            return None


def _skill(book: Book, typed: Any) -> Any:
    """A skill as the book writes it; one that is not known, or is no text, stays as it is."""
    try:
        return book.skill_called(typed) if isinstance(typed, str) else typed
    except KeyError:
        return typed
