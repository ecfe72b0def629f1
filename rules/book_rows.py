"""What a row of each of the book's tables holds.

The fields are the keys of the TOML files; one without a default must stand there. Money is in gp; `page` is the printed
page of the rulebook; a range of dice is `low` to `high`, both included.
"""

from dataclasses import dataclass

Pairs = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A skill, its category by full name, and what it does in one line of our own."""

    name: str
    category: str
    summary: str
    page: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A line of a team list. `normal` and `double` are the skill categories open on any roll and only on a double."""

    name: str
    plural: str
    minimum: int
    maximum: int
    cost: int
    profile: Pairs
    skills: tuple[str, ...]
    normal: tuple[str, ...]
    double: tuple[str, ...]
    page: int
    confidence: str = "high"
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamList:
    """A team list. `apothecary_positions` empty means that the apothecary treats every position."""

    name: str
    reroll_cost: int
    reroll_maximum: int
    apothecary: bool
    necromancer: bool
    positions: tuple[Position, ...]
    stars: tuple[str, ...]
    page: int
    apothecary_positions: tuple[str, ...] = ()

    def position(self, name: str) -> Position:
        """The position called `name` (singular). Raises KeyError, naming those that there are."""
        for position in self.positions:
            if position.name == name:
                return position
        known = ", ".join(position.name for position in self.positions)
        raise KeyError(f"the {self.name} list has no position {name!r}; it has {known}")

    @property
    def journeyman_positions(self) -> tuple[Position, ...]:
        """The positions without a limit of their own (0-16 in the list), from which journeymen come."""
        most = max(position.maximum for position in self.positions)
        return tuple(position for position in self.positions if position.maximum == most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Star:
    """A star player. One of a pair names its partner; the pair is hired together, its fee stands on one of the two."""

    name: str
    cost: int
    lists: tuple[str, ...]
    profile: Pairs
    skills: tuple[str, ...]
    page: int
    pair: str = ""
    confidence: str = "high"
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Staff:
    """A kind of coaching staff; `maximum` None is any number."""

    key: str
    name: str
    plural: str
    price: int
    rule: str
    page: int
    maximum: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Creation:
    """What a new team may have. `later_reroll_multiplier` is for re-rolls bought after creation."""

    starting_treasury: int
    minimum_players: int
    maximum_players: int
    maximum_rerolls: int
    fan_factor_start: int
    fan_factor_maximum: int
    fan_factor_price: int
    fan_factor_value: int
    free_fan_factor: int
    later_reroll_multiplier: int
    page: int


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
    low: int
    high: int
    name: str
    effect: str
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
class MatchStage:
    """A stage of a competition. A match that `needs_winner` goes to overtime or a shoot-out if it is level."""

    key: str
    gate_factor: int
    inducement_gold: bool
    needs_winner: bool
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """How many players of a side stand on the field."""

    players: int
    page: int


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
class Healing:
    """What is done about a casualty, on how much of D`die`; `second_roll_skill` suffers two casualty rolls."""

    die: int
    healer_from: int
    healer_result: str
    healer_page: int
    regeneration_from: int
    regeneration_skill: str
    regeneration_page: int
    second_roll_skill: str
    second_roll_page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A level of experience: reached at `minimum` SPP, with `rolls` improvement rolls due up to it."""

    title: str
    minimum: int
    rolls: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementRow:
    """What an improvement roll gives beside the choice of a skill; no characteristic: a skill only."""

    low: int
    high: int
    characteristics: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement:
    """The improvement table, what each improvement adds to a player's cost, and how far characteristics may move.

    `unlisted_categories` are open to a player whose position the list does not have.
    """

    dice: tuple[int, ...]
    rows: tuple[ImprovementRow, ...]
    skill_cost: int
    double_cost: int
    characteristic_costs: Pairs
    maximum_rise: int
    maximum_value: int
    maximum_loss: int
    minimum_value: int
    unlisted_categories: tuple[str, ...]
    page: int
    cost_page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inducement:
    """An inducement. `price` 0 where it depends on who or what is hired; `maximum` None is any number.

    One that `needs_apothecary` is only for lists that may have an apothecary.
    `surcharge` is added to a hired position's cost; up to `skill_maximum` more skills cost `skill_price` each.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """A deck of special play cards; `price` for one card drawn at random."""

    name: str
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A special play card. `suit` (1 or 2) tells apart equal ranks of a deck; `timing` is a CardTiming's key."""

    deck: str
    name: str
    suit_or_number: str
    suit: int
    timing: str
    effect: str
    duration: str
    condition: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTiming:
    key: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Winnings:
    """(D`die` + FAME) x `unit`, and what is added for a win."""

    die: int
    unit: int
    winner_bonus: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expenses:
    """Spiralling expenses: `price` for each `step` of team value, or part of one, above `breakpoint`."""

    breakpoint: int
    step: int
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FanFactorRoll:
    """The roll after a match: the winner gains with more than his fan factor, the loser loses with less."""

    dice: tuple[int, ...]
    gain: int
    loss: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceding:
    """What a concession costs: fan factor, and players of `leaving_spp` or more who roll `leaving_up_to` or less."""

    fan_factor_loss: int
    leaving_spp: int
    leaving_die: int
    leaving_up_to: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """A position (`name`) that the opponent's dead take; `maximum` None is any number in a match.

    Without a `skill` the list's Necromancer raises them, else whoever has it and killed them in one of `causes`.
    """

    name: str
    rule: str
    strongest: int
    barred_skills: tuple[str, ...]
    page: int
    maximum: int | None = None
    skill: str = ""
    causes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyEffect:
    """Something that a trophy does, by `kind`.

    For its holder: `reroll` and `fan_factor` lend `amount` of it, `winnings` adds `amount` gp a match, with
    `inducement_price` the named inducement costs `amount`. For others too: with `medal` everybody who took part in that
    `stage` earns `amount` MVPs, `best_player` gets one of `skills`, and with `gift` as many players of the winner as
    D`die` says get one of `skills` or of the skills of `categories`.
    """

    kind: str
    page: int
    amount: int = 0
    inducement: str = ""
    stage: str = ""
    die: int = 0
    skills: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trophy:
    """A trophy and its effects, each with its own page."""

    key: str
    name: str
    season: str
    summary: str
    page: int
    effects: tuple[TrophyEffect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SppValues:
    """What deeds are worth; a casualty only from one of `casualty_causes`."""

    completion: int
    casualty: int
    casualty_causes: tuple[str, ...]
    interception: int
    touchdown: int
    mvp: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house rule that the edition declares: an integer has bounds, a choice its (value, label).

    One that is not `offered` has a place in the book that is not carried out yet; it keeps its default.
    """

    name: str
    type: str
    default: bool | int | str | tuple[str, ...]
    label: str
    help: str
    page: int
    rule: str
    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    offered: bool = True
