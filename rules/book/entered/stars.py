"""Star players of a league's own, as its commissioner enters them: one star a line.

    name; price; teams or Any; characteristics; skills
    Old Ironbelly; 220,000; Dwarf, Human; 5 4 3 9; Loner, Block

Where rules ask what kind of player a star is, a sixth field can say it. A star of the book that is named has these
figures in place of the printed ones. Lines are checked like the rows of a book, and kept in one way of writing, so that
equal stars compare equal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.book.book import Book
from rules.book.entered.faults import fault
from rules.book.rows.options import STARS, Option, Value
from rules.book.rows.shape import Characteristic
from rules.book.rows.teams import Pairs, Star, without_value
from rules.book.toml_tables import no_such

ANY, NONE = "Any", "-"
MOST_STARS, MOST_CHARACTERS, LONGEST_NAME = 100, 600, 60
LEAST_PRICE, MOST_PRICE, PRICE_STEP = 1_000, 5_000_000, 1_000
BETWEEN_FIELDS, BETWEEN_STARS = ";", "|"
"""What separates the fields of a line, and stars that are written in one line, as in the address of a page."""
FIELDS = ("name", "price", "teams", "characteristics", "skills", "kind")


class Misread(ValueError):
    """Raised for a field of a line that cannot be read: the field, and what is wrong and would fit."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """Lines as they were read: the stars in their order, and the problems by line (from 1), field and text."""

    stars: tuple[Star, ...] = ()
    problems: tuple[tuple[int, str, str], ...] = ()


def lines_of(text: str) -> tuple[str, ...]:
    """The lines of a typed text, without empty ones."""
    return tuple(line.strip() for line in re.split(r"[\r\n|]+", text) if line.strip())


def format_of(book: Book, option: Option) -> str:
    """How a line is written in a book: its fields, with the characteristics by name."""
    with_kind = "star.format_with_kind" if option.choices else "star.format"
    return fault(with_kind, any=ANY, profile=" ".join(book.profile))


def read_stars(book: Book, option: Option, lines: Iterable[str]) -> Entered:
    """The stars of these lines, and everything that is wrong with them."""
    reader = _Reader(book=book, kinds=tuple(key for key, _label in option.choices), wanted=format_of(book, option))
    for nth, line in enumerate(lines, start=1):
        reader.read(nth, line)
    return Entered(stars=tuple(reader.stars), problems=tuple(reader.problems))


def line_of(book: Book, star: Star) -> str:
    """The one way of writing a star of the league's own."""
    profile = " ".join(written for _key, written in book.written(star.profile))
    teams = ANY if set(star.lists) == set(book.lists) else ", ".join(star.lists)
    kind = (", ".join(star.keywords),) if star.keywords else ()
    return "; ".join((star.name, str(star.cost), teams, profile, ", ".join(star.skills) or NONE, *kind))


def entered_stars(book: Book, values: Mapping[str, Value]) -> tuple[Star, ...]:
    """The stars of all options for such stars, by the values of a league's checked house rules."""
    found: list[Star] = []
    for name, option in book.options.items():
        lines = values.get(name, ())
        if option.type == STARS and isinstance(lines, tuple):
            found += read_stars(book, option, lines).stars
    return tuple(found)


def known_by(name: str) -> str:
    """What tells stars apart: the letters and digits of a name, in lower case."""
    return "".join(filter(str.isalnum, name.casefold()))


@dataclass(slots=True, kw_only=True)
class _Reader:
    """One pass over the lines of one option."""

    book: Book
    kinds: tuple[str, ...]
    wanted: str
    stars: list[Star] = field(default_factory=list)
    problems: list[tuple[int, str, str]] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)

    def read(self, nth: int, line: str) -> None:
        """Reads a line: a star, or everything that is wrong with it."""
        if problem := self._wrong_line(line):
            self.problems.append((nth, "", problem))
            return
        parts = [" ".join(part.split()) for part in line.split(BETWEEN_FIELDS)]
        found: dict[str, object] = {}
        readers = (self._name, self._price, self._teams, self._profile, self._skills, self._kind)
        for name, read, text in zip(FIELDS, readers, (*parts, ""), strict=False):
            try:
                found[name] = read(text)
            except Misread as misread:
                self.problems.append((nth, misread.field, misread.problem))
        if isinstance(called := found.get(FIELDS[0]), str):
            self.taken[known_by(called)] = nth
        if len(found) == len(FIELDS):
            self.stars.append(_star(found))

    def _wrong_line(self, line: str) -> str:
        most, count = len(FIELDS) if self.kinds else len(FIELDS) - 1, line.count(BETWEEN_FIELDS) + 1
        if len(line) > MOST_CHARACTERS:
            return fault("star.characters", count=len(line), most=MOST_CHARACTERS)
        if not line.isprintable() or BETWEEN_STARS in line:
            return fault("signs")
        if not len(FIELDS) - 1 <= count <= most:
            return fault("star.fields", count=count, wanted=self.wanted)
        return ""

    def _name(self, text: str) -> str:
        known = known_by(text)
        if not known or len(text) > LONGEST_NAME:
            raise Misread("name", fault("star.name", most=LONGEST_NAME, found=repr(text)))
        if known in self.taken:
            raise Misread("name", fault("star.in_line", name=text, line=self.taken[known]))
        return next((name for name in self.book.stars if known_by(name) == known), text)

    @staticmethod
    def _price(text: str) -> int:
        plain = re.sub(r"[,.' ]|gp$", "", text.casefold())
        read = re.fullmatch(r"([0-9]{1,8})(k?)", plain)
        price = int(read[1]) * (1_000 if read[2] else 1) if read else -1
        if not LEAST_PRICE <= price <= MOST_PRICE or price % PRICE_STEP:
            raise Misread("price", fault("star.price", least=LEAST_PRICE, most=MOST_PRICE, found=repr(text)))
        return price

    def _teams(self, text: str) -> tuple[str, ...]:
        lists = tuple(self.book.lists)
        if text.casefold() == ANY.casefold():
            return lists
        chosen = _each("teams", text, {name.casefold(): name for name in lists}, "team list")
        if not chosen:
            raise Misread("teams", fault("star.teams", any=ANY))
        return tuple(name for name in lists if name in chosen)

    def _profile(self, text: str) -> Pairs:
        figures, kinds = text.split(), self.book.profile.values()
        if len(figures) != len(kinds):
            wanted = " ".join(self.book.profile)
            problem = fault("star.profile", count=len(kinds), wanted=wanted, found=repr(text))
            raise Misread("characteristics", problem)
        return tuple((kind.key, figure_of(kind, typed)) for kind, typed in zip(kinds, figures, strict=True))

    def _skills(self, text: str) -> tuple[str, ...]:
        if text in ("", NONE):
            return ()
        skills = self.book.skills.values()
        known = {name.casefold(): skill.name for skill in skills for name in (*skill.aliases, skill.name)}
        valued = {name: skill for skill in skills if skill.valued for name in (*skill.aliases, skill.name)}
        for typed in (part.strip() for part in text.split(",")):
            base = without_value(typed)
            found = next((skill for name, skill in valued.items() if name.casefold() == base.casefold()), None)
            if found is not None and base != typed:
                known[typed.casefold()] = found.name + typed[len(base) :]
        return _each("skills", text, known, "skill")

    def _kind(self, text: str) -> tuple[str, ...]:
        if text in ("", NONE):
            return ()
        return _each("kind", text, {kind.casefold(): kind for kind in self.kinds}, "kind of star")


def _star(found: Mapping[str, object]) -> Star:
    name, cost, lists, profile, skills, keywords = (found[each] for each in FIELDS)
    row = {"name": name, "cost": cost, "lists": lists, "profile": profile, "skills": skills, "keywords": keywords}
    return Star(page=0, **row)  # type: ignore[arg-type]  # each field has its reader


def _each(name: str, text: str, known: Mapping[str, str], what: str) -> tuple[str, ...]:
    """The names in a text, as the book writes them. Raises Misread for an unknown or repeated one."""
    found: list[str] = []
    for typed in filter(None, (part.strip() for part in text.split(","))):
        one = known.get(typed.casefold())
        if one is None:
            raise Misread(name, no_such(what, typed, dict.fromkeys(known.values())))
        if one in found:
            raise Misread(name, fault("star.twice", name=one))
        found.append(one)
    return tuple(found)


def figure_of(kind: Characteristic, typed: str) -> int:
    """A characteristic as it is typed: as the book writes it, or only the number."""
    if kind.may_be_missing and typed == kind.written(0):
        return 0
    before, _gap, after = kind.shown.partition("{n}")
    digits = typed.removeprefix(before).removesuffix(after)
    figure = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 5 else -1
    if not kind.floor <= figure <= kind.ceiling:
        told = {"key": kind.key, "least": kind.floor, "most": kind.ceiling, "found": repr(typed)}
        none = kind.written(0) if kind.may_be_missing else ""
        problem = fault("star.figure_or_none", none=none, **told) if none else fault("star.figure", **told)
        raise Misread("characteristics", problem)
    return figure
