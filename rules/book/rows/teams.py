"""What teams are made of: skills, team lists, stars, staff, and what a new team may have."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from dataclasses import dataclass

from rules.book.rows.doubt import Doubtful

Pairs = tuple[tuple[str, int], ...]


def without_value(skill: str) -> str:
    """A skill without the value in brackets that stands behind it: ``Loner (4+)`` is Loner."""
    return skill.partition(" (")[0] if skill.endswith(")") else skill


class Skills(Mapping[str, "Skill"]):
    """Skills by name. One that has values is also found with any of them: ``Loner (4+)`` finds Loner."""

    def __init__(self, rows: Mapping[str, Skill]) -> None:
        self._rows = dict(rows)

    def __getitem__(self, name: str) -> Skill:
        """The skill. Raises KeyError for an unknown one, and for a value behind a skill that has none."""
        if (found := self._rows.get(name)) is not None:
            return found
        if (found := self._rows.get(without_value(name))) is not None and found.valued:
            return found
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def values(self) -> ValuesView[Skill]:
        """The skills themselves, not looked up one by one."""
        return self._rows.values()

    def items(self) -> ItemsView[str, Skill]:
        """The names with their skills, not looked up one by one."""
        return self._rows.items()


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill(Doubtful):
    """A skill, its category by full name, and what it does, in one line of our own words.

    A `valued` one has a value in brackets on every roster: ``Loner (4+)``; who learns it gets the value `learned`.
    A side that fields at least one player with it has `rerolls` more each half, and `fame` more for kick-off results.
    A player who has it can never learn a skill that it `bars`. Only players with one of those that it `needs` learn it.
    It `multiplies` characteristics as they are in play. `at_most_half` of the players of a new team have it.
    """

    name: str
    category: str
    summary: str
    page: int
    aliases: tuple[str, ...] = ()
    rerolls: int = 0
    fame: int = 0
    bars: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    multiplies: Pairs = ()
    valued: bool = False
    learned: str = ""
    at_most_half: bool = False

    @property
    def as_learned(self) -> str:
        """The skill as it stands on the roster of a player who has learned it."""
        return f"{self.name} ({self.learned})" if self.learned else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Doubtful):
    """A row of a team list. Skills of `normal` categories are allowed on any roll, of `double` only on a double.

    `keywords` say what its players are (their kind, their task), in books whose rules ask for it. Who hires one pays
    the `surcharge` too, which is no part of the player's cost.
    """

    name: str
    plural: str
    minimum: int
    maximum: int
    profile: Pairs
    skills: tuple[str, ...]
    normal: tuple[str, ...]
    double: tuple[str, ...]
    page: int
    cost: int = 0
    note: str = ""
    keywords: tuple[str, ...] = ()
    surcharge: int = 0

    @property
    def price(self) -> int:
        """What a team pays for such a player, in gp."""
        return self.cost + self.surcharge


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The names of one people: a player's name is one of `first` and one of `last`."""

    key: str
    first: tuple[str, ...]
    last: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Together(Doubtful):
    """Positions of which a team can have `maximum` in all, such as big guys; `one` and `many` are what they are.

    A league lifts the limit where its choice for `option` is `lifted`.
    """

    one: str
    many: str
    positions: tuple[str, ...]
    maximum: int
    rule: str
    page: int
    option: str = ""
    lifted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChoice:
    """Special rules of which a new team has one: its coach chooses. `name` is what they are together."""

    key: str
    name: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamList(Doubtful):
    """A team list. If `apothecary_positions` is empty, the apothecary can treat every position.

    Without a `reroll_maximum` there is no limit to its re-rolls.
    With an `option` (a boolean of the book), a league can switch the list off for new teams.
    `people` is the key of the people whose names its players have (`rules.book.peoples`); empty for the general ones.
    `minimum_players` and `maximum_players` are for a list whose teams are larger or smaller than those of others. Its
    teams never run out of players in the `endless` positions: one line of the roster stands for all of each. Lists of a
    low `tier` are the strongest, in books that say so. Its teams have all of its `special_rules`, by name, and one of
    each of its `choices`: leagues, patrons and the like. A rule that a team has may bring another one, `with_rule`. A
    list that a league has entered is on no page; its teams begin with the `emblem`, if it names one, and a `closed` one
    is only for the teams that have it.
    """

    name: str
    positions: tuple[Position, ...]
    page: int
    reroll_cost: int = 0
    reroll_maximum: int | None = None
    apothecary: bool = False
    necromancer: bool = False
    stars: tuple[str, ...] = ()
    apothecary_positions: tuple[str, ...] = ()
    people: str = ""
    option: str = ""
    together: tuple[Together, ...] = ()
    minimum_players: int | None = None
    maximum_players: int | None = None
    endless: tuple[str, ...] = ()
    tier: int = 0
    special_rules: tuple[str, ...] = ()
    choices: tuple[RuleChoice, ...] = ()
    with_rule: tuple[tuple[str, str], ...] = ()
    emblem: str = ""
    closed: bool = False

    @property
    def of_league(self) -> bool:
        """Whether the league has entered the list, which is not in the book."""
        return not self.page and not self.source

    def position(self, name: str) -> Position:
        """The position called `name` (singular). Raises KeyError, which lists the positions."""
        for position in self.positions:
            if position.name == name:
                return position
        known = ", ".join(position.name for position in self.positions)
        raise KeyError(f"the {self.name} list has no position {name!r}; it has {known}")

    @property
    def journeyman_positions(self) -> tuple[Position, ...]:
        """The positions for journeymen: those without a limit of their own (0-16 in the list)."""
        most = max(position.maximum for position in self.positions)
        return tuple(position for position in self.positions if position.maximum == most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Star(Doubtful):
    """A star player. Two stars that name each other as `pair` are hired together; only one of them has the fee.

    `keywords` say what the star is, in books whose rules ask for it. A star that a league has entered is on no page.
    With `plays_for`, a team also needs one of these special rules. `special_rule` is the name of what only this star
    can do on the field.
    """

    name: str
    cost: int
    lists: tuple[str, ...]
    profile: Pairs
    skills: tuple[str, ...]
    page: int
    pair: str = ""
    note: str = ""
    keywords: tuple[str, ...] = ()
    plays_for: tuple[str, ...] = ()
    special_rule: str = ""

    @property
    def of_league(self) -> bool:
        """Whether the league has entered the star, who is not in the book."""
        return not self.page and not self.source


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff(Doubtful):
    """A kind of staff, and what it does, in one line of our own words; `maximum` None means any number.

    If it `treats`, it treats injuries: only teams whose list has an apothecary have it. With `bars_necromancer`, no
    team has it whose list has a Necromancer.
    """

    key: str
    name: str
    plural: str
    price: int
    rule: str
    page: int
    maximum: int | None = None
    summary: str = ""
    treats: bool = False
    bars_necromancer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation(Doubtful):
    """Limits and prices for a new team. `later_reroll_multiplier` is for the price of re-rolls bought later.

    What is about gold, re-rolls or the fan factor must be there if the book has these, and only then. A new team has at
    least `fan_factor_minimum` points, and at most `fan_factor_maximum`, or what the choice `fan_factor_option` of the
    book says: a number, or something else for no limit. `maximum_rerolls` None means any number. With `rerolls_stay`
    nobody gives them up later, and with `kept_players` nobody is released if fewer than so many could play the next
    match.
    """

    minimum_players: int
    maximum_players: int
    page: int
    starting_treasury: int = 0
    maximum_rerolls: int | None = None
    later_reroll_multiplier: int = 0
    fan_factor_start: int = 0
    fan_factor_minimum: int = 0
    fan_factor_maximum: int = 0
    fan_factor_option: str = ""
    fan_factor_price: int = 0
    fan_factor_value: int = 0
    free_fan_factor: int = 0
    rerolls_stay: bool = False
    kept_players: int = 0
