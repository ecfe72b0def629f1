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
    """A kick-off result. Where each side rolls a D`die` for it, FAME may be added, and how many `staff` it employs."""

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
    """A stage of a competition. A match that `needs_winner` goes to overtime or a shoot-out if it is level."""

    key: str
    gate_factor: int
    inducement_gold: bool
    needs_winner: bool
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """How many players of a side stand on the field; and how a level match comes by a winner, where it needs one."""

    players: int
    page: int
    overtime: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Fans: (`dice` + fan factor) x `spectators`. FAME for more than the opponent, and for `many_times` as many."""

    dice: tuple[int, ...]
    spectators: int
    fame_for_more: int
    fame_for_many: int
    many_times: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyRow:
    """A result of the casualty table (D68). `characteristic` is the one that falls by a point, "" where none does."""

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
    """What is done about a casualty, on how much of D`die`; `second_roll_skill` suffers two casualty rolls; whoever
    has `eating_skill` may eat a team-mate.

    A skill or result that a book does not have is empty, and the number from which it works 0.
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
    """An inducement. `price` 0 where it depends on who or what is hired; `maximum` None is any number.

    One that `needs_apothecary` is only for lists that may have an apothecary.
    `surcharge` is added to a hired position's cost; up to `skill_maximum` more skills cost `skill_price` each.
    `skills` are those that whoever is hired so has besides his position's; each is worth `rerolls` in the match.
    """

    key: str
    name: str
    price: int
    summary: str
    rule: str
    page: int
    maximum: int | None = None
    prices_by_list: Pairs = ()
    needs_apothecary: bool = False
    surcharge: int = 0
    skill_price: int = 0
    skill_maximum: int = 0
    skills: tuple[str, ...] = ()
    rerolls: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck of special play cards; `price` for one card drawn at random."""

    name: str
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A special play card. `suit` (1 or 2) tells apart equal ranks of a deck; `timing` is a CardTiming's key.

    What reaches the roster: casualty results that it `heals`, on so much of a D6 (0 without a roll); whether it
    `keeps_out` a player of the opponent; the name of a player whom it `brings` for the match.
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
