"""Match day: weather, kick-off, stages, fans, casualties, inducements and cards."""

from dataclasses import dataclass

from rules.book.rows.teams import Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherRow:
    low: int
    high: int
    key: str
    name: str
    effect: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KickOffRow:
    """A kick-off result. If each side rolls a D`die` for it, they may add FAME, and the number of their `staff`."""

    low: int
    high: int
    name: str
    effect: str
    page: int
    die: int = 0
    fame: bool = False
    staff: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStage:
    """A stage of a competition. If it `needs_winner`, a draw goes to overtime or a shoot-out."""

    key: str
    gate_factor: int
    inducement_gold: bool
    needs_winner: bool
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """How many players of a side are on the field, and how `overtime` finds the winner of a draw."""

    players: int
    page: int
    overtime: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Fans: (`dice` + fan factor) x `spectators`. FAME for more fans than the opponent, or `many_times` as many."""

    dice: tuple[int, ...]
    spectators: int
    fame_for_more: int
    fame_for_many: int
    many_times: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyRow:
    """A result of the casualty table. `characteristic` is the one that loses a point, empty for none."""

    low: int
    high: int
    key: str
    name: str
    misses_next: bool
    niggling: int
    characteristic: str
    dead: bool
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing:
    """Treatments of a casualty, with the lowest D`die` roll that works, and skills that matter for injuries.

    A player with `second_roll_skill` needs two casualty rolls; a player with `eating_skill` can eat a team-mate. If a
    book does not have a skill or result, it is empty, and its lowest roll is 0.
    """

    die: int
    healer_from: int
    healer_result: str
    healer_page: int
    regeneration_from: int
    regeneration_skill: str
    regeneration_page: int
    second_roll_skill: str
    second_roll_page: int
    eating_skill: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inducement:
    """An inducement. `price` is in gp, 0 if it depends on who or what is hired; `maximum` None means any number.

    With `needs_apothecary`, only teams that can have an apothecary can buy it. `surcharge` is added to the cost of a
    hired position; up to `skill_maximum` extra skills cost `skill_price` each. Players hired with it have `skills`
    in addition to those of their position. Each inducement gives `rerolls` for the match. `more_pages` are other pages
    that its summary is from.
    """

    key: str
    name: str
    price: int
    summary: str
    rule: str
    page: int
    more_pages: tuple[int, ...] = ()
    maximum: int | None = None
    prices_by_list: Pairs = ()
    needs_apothecary: bool = False
    surcharge: int = 0
    skill_price: int = 0
    skill_maximum: int = 0
    skills: tuple[str, ...] = ()
    rerolls: int = 0

    @property
    def pages(self) -> str:
        """All pages that the summary is from, such as ``35, 37, 41``."""
        return ", ".join(map(str, (self.page, *self.more_pages)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck of special play cards; `price` (gp) is for one random card."""

    name: str
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A special play card. `suit` (1 or 2) separates equal ranks of a deck; `timing` is the key of a CardTiming.

    Effects on the roster: the casualty results that it `heals`, on a roll of `heals_from` or more (0 for no roll);
    whether it `keeps_out` an opposing player; the name of a player that it `brings` for the match.
    """

    deck: str
    name: str
    suit_or_number: str
    suit: int
    timing: str
    effect: str
    duration: str
    condition: str
    page: int
    heals: tuple[str, ...] = ()
    heals_from: int = 0
    keeps_out: bool = False
    brings: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTiming:
    key: str
    meaning: str
