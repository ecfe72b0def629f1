"""Injuries: the tables of casualties, and the conditions that last. Marks change a player in the same way."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import Pairs
from rules.sequence.sequence import totals_of


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyRow(Doubtful):
    """A result of a casualty table, and what it does in the long run.

    The player `misses` so many matches, gets `conditions` (each so often, or for so many matches), and loses what
    `changes` says of characteristics, with its sign; or is `dead`. `leads_to` is the key of a table to roll on next:
    what both rolls do adds up.
    """

    low: int
    high: int
    key: str
    name: str
    page: int
    misses: int = 0
    conditions: Pairs = ()
    changes: Pairs = ()
    dead: bool = False
    leads_to: str = ""

    @property
    def misses_next(self) -> bool:
        """Whether the player misses the next match."""
        return self.misses > 0

    @property
    def harmless(self) -> bool:
        """Whether nothing lasts of it, as far as this row says."""
        return not (self.misses or self.conditions or self.changes or self.dead or self.leads_to)


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyTable(Doubtful):
    """A table of casualties. Its `dice` are added up; a D66 and a D68 are two dice read as tens and units.

    Each of the condition `raised_by` that the victim has adds 1 to the roll, as far as the table goes, and so does the
    skill `raised_by_skill`.
    """

    key: str
    name: str
    dice: tuple[int, ...]
    rows: tuple[CasualtyRow, ...]
    page: int
    raised_by: str = ""
    raised_by_skill: str = ""

    def with_raise(self, total: int, conditions: Pairs, skills: Collection[str] = ()) -> int:
        """A roll with what conditions and skills of the victim add; one that the dice cannot show stays as it is."""
        more = next((count for key, count in conditions if key == self.raised_by), 0)
        more += int(bool(self.raised_by_skill) and self.raised_by_skill in skills)
        return min(total + more, max(totals_of(self.dice))) if more and self.has(total) else total

    def has(self, total: int) -> bool:
        """Whether the dice can show this total."""
        return total in totals_of(self.dice)

    def find(self, total: int) -> CasualtyRow | None:
        """The result of a total; None for one that the dice cannot show."""
        if self.has(total):
            for row in self.rows:
                if row.low <= total <= row.high:
                    return row
        return None

    def row(self, total: int) -> CasualtyRow:
        """The result of a total. Raises ValueError for one that the dice cannot show."""
        if (row := self.find(total)) is not None:
            return row
        raise ValueError(f"{total} is not a result of {' + '.join(f'D{faces}' for faces in self.dice)}")


def results_of(tables: Mapping[str, CasualtyTable], totals: Mapping[str, int]) -> tuple[CasualtyRow, ...]:
    """The results of one casualty, from the first table on, by what was rolled on each, as far as it was rolled."""
    found: list[CasualtyRow] = []
    key = next(iter(tables), "")
    while key and (row := tables[key].find(totals.get(key, 0))) is not None:
        found.append(row)
        key = row.leads_to
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition(Doubtful):
    """Something that lasts of an injury: how often a player has it, or, if it `lasts`, for how many more matches.

    `short` stands for it where there is little room; `one` and `many` are its words. While a player has it, each time
    adds `injury_roll` to injury rolls against the player, and it changes characteristics by `change`, once. Nobody has
    it twice if it is `only_once`.
    """

    key: str
    name: str
    short: str
    one: str
    many: str
    page: int
    lasts: bool = False
    only_once: bool = False
    injury_roll: int = 0
    change: Pairs = ()

    @property
    def sign(self) -> str:
        """One letter for it."""
        return self.short[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Doubtful):
    """What a coach can make a player, such as a kicker: it changes characteristics by `change` as long as it stays.

    Players in the positions that it `spares` are not changed. A player with one that is `kept` is not released, unless
    an injury has made a characteristic worse.
    """

    key: str
    name: str
    short: str
    page: int
    change: Pairs = ()
    spares: tuple[str, ...] = ()
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldOption:
    """A choice in a field of an injury."""

    key: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuryField(Doubtful):
    """What the report asks about an injury besides who it was, the cause, and the casualty roll.

    `kind`: a "casualty" is another roll on the casualty tables, a "die" one with so many `faces`, a "tick" a box, a
    "choice" one of the `options`, a "card" one of the side's cards that heal, a "card_die" its die. It is asked if the
    player has the `skill`, and the side one of the staff or inducements in `by`; fields with the same `by` are one
    treatment. If it is `lent`, the opponent must have them instead.
    `label` stands at the field, `other_label` if the player has the skill `beside`, `name` in a message about its
    number, `said` in the text of a report. `{dice}` in them is what is rolled, `{value}` what was entered. If an
    `unhurt` one is ticked, the player had no casualty at all. It may be asked only of players in some `positions`; with
    `no_roll`, a tick stands in place of their casualty roll.
    """

    key: str
    kind: str
    label: str
    page: int
    name: str = ""
    said: str = ""
    faces: int = 0
    options: tuple[FieldOption, ...] = ()
    skill: str = ""
    by: tuple[str, ...] = ()
    beside: str = ""
    other_label: str = ""
    unhurt: bool = False
    positions: tuple[str, ...] = ()
    no_roll: bool = False
    lent: bool = False

    @property
    def some_only(self) -> bool:
        """Whether it is asked of some players only, by what they are."""
        return bool(self.skill or self.positions)

    def asks(self, position: str, skills: Collection[str]) -> bool:
        """Whether it is asked of a player in this position with these skills."""
        return (not self.skill or self.skill in skills) and (not self.positions or position in self.positions)

    @property
    def treatment(self) -> bool:
        """Whether it says how an injury was treated, and not what was rolled anyway."""
        return bool(self.by) or not self.some_only
