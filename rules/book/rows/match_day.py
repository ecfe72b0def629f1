"""Match day: weather, kick-off, stages, fans, casualties, inducements and cards."""

from dataclasses import dataclass

from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import Pairs, TeamList


@dataclass(frozen=True, slots=True, kw_only=True)
class WeatherRow(Doubtful):
    """A row of the weather table, for the rolls from ``low`` to ``high``."""

    low: int
    high: int
    key: str
    name: str
    effect: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class KickOffRow(Doubtful):
    """A kick-off result. If each side rolls a D`die` for it, or `rolled` of them, they may add FAME, their fan factor
    (`fans`), and the number of their `staff`.
    """

    low: int
    high: int
    name: str
    effect: str
    page: int
    die: int = 0
    rolled: int = 1
    fame: bool = False
    fans: bool = False
    staff: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStage(Doubtful):
    """A stage of a competition. If it `needs_winner`, a draw goes to overtime or a shoot-out."""

    key: str
    needs_winner: bool
    page: int
    gate_factor: int = 1
    inducement_gold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Friendlies(Doubtful):
    """Which teams coaches can have a friendly with: `across` divisions alone, `once` in a season.

    The edition's steps say what such a match brings.
    """

    page: int
    across: bool = False
    once: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Doubtful):
    """How many players of a side are on the field, and how `overtime` finds the winner of a draw."""

    players: int
    page: int
    overtime: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate(Doubtful):
    """Fans: (`dice` + fan factor) x `spectators`. FAME for more fans than the opponent, or `many_times` as many."""

    dice: tuple[int, ...]
    spectators: int
    fame_for_more: int
    fame_for_many: int
    many_times: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing(Doubtful):
    """Treatments of a casualty, with the lowest roll that works, and skills that matter for injuries.

    A player with `second_roll_skill` needs two casualty rolls; a player with `eating_skill` can eat a team-mate. If a
    book does not have a skill or result, it is empty, and its lowest roll is 0.
    """

    healer_from: int = 0
    healer_result: str = ""
    healer_page: int = 0
    regeneration_from: int = 0
    regeneration_skill: str = ""
    regeneration_page: int = 0
    second_roll_skill: str = ""
    second_roll_page: int = 0
    eating_skill: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inducement(Doubtful):
    """An inducement. `price` is in gp, 0 if it depends on who or what is hired; `maximum` None means any number.

    With `needs_apothecary`, only teams that can have an apothecary can buy it, with `bars_apothecary` only the
    others; with `bars_necromancer` only those without a Necromancer, with `only_for` only teams of these lists,
    with `only_tier` only those of lists of this tier, with `sold_to` only teams with one of these special rules;
    and no team that has the staff `unless_staff`. It also counts towards the limit of the inducement `counts_as`;
    of all those of one `group` a side has at most `group_maximum`. Lists in `prices_by_list` have a price of their
    own, and lists in `maximum_by_list` can have another number of it; those of a league with the special rule
    `cheaper_with` have the first of these. Nobody has it together with the star `bars_star`. In play-offs, a team
    can have it only if it had the same in `uses_before_play_offs` league matches of that season.
    For a hired position or star its cost is paid, or only `cost_percent` per cent of it, and the `surcharge`; up to
    `skill_maximum` extra skills cost `skill_price` each. A list in `percent_by_list` pays that in place of it, but not
    for stars of the kind that `spared_by_list` has for it. Where injuries of stars are waived, the deaths of those of
    the kinds `deaths_kept` are not. With `absent_count`, players who miss the match keep their
    places.
    Players hired with it have `skills` in addition to those of their position. Each inducement gives `rerolls` for the
    match. If it `treats`, it treats injuries like an apothecary. `more_pages` are other pages of its summary. Stars
    whom both sides hire play for neither, or, with `for_both`, for both. So it is with a `named` one: staff, wizards or
    referees of whom there is only one.
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
    cheaper_with: str = ""
    needs_apothecary: bool = False
    bars_apothecary: bool = False
    bars_necromancer: bool = False
    only_for: tuple[str, ...] = ()
    only_tier: int = 0
    unless_staff: str = ""
    counts_as: str = ""
    sold_to: tuple[str, ...] = ()
    group: str = ""
    group_maximum: int = 0
    maximum_by_list: Pairs = ()
    bars_star: str = ""
    for_both: bool = False
    named: bool = False
    uses_before_play_offs: int = 0
    cost_percent: int = 0
    percent_by_list: Pairs = ()
    spared_by_list: tuple[tuple[str, str], ...] = ()
    deaths_kept: tuple[str, ...] = ()
    absent_count: bool = False
    surcharge: int = 0
    skill_price: int = 0
    skill_maximum: int = 0
    skills: tuple[str, ...] = ()
    treats: bool = False
    rerolls: int = 0

    def sold_by_list(self, team_list: TeamList) -> bool:
        """Whether teams of a list can buy it, by the list's name and tier."""
        named = not self.only_for or team_list.name in self.only_for
        return named and self.only_tier in (0, team_list.tier)

    def most_for(self, team_list: str) -> int | None:
        """How many of it a team of a list can have; None for any number."""
        return dict(self.maximum_by_list).get(team_list, self.maximum)

    @property
    def pages(self) -> str:
        """All pages that the summary is from, such as ``35, 37, 41``; empty where it is from no printed page."""
        return ", ".join(str(page) for page in (self.page, *self.more_pages) if page)


@dataclass(frozen=True, slots=True, kw_only=True)
class Journeymen(Doubtful):
    """Players who fill a team up for nothing, until it hires them: their `skills` besides those of their position."""

    skills: tuple[str, ...]
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck(Doubtful):
    """A deck of special play cards; `price` (gp) is for one random card."""

    name: str
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Doubtful):
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
    """When a special play card can be played, by its key, and what that means."""

    key: str
    meaning: str
