"""What comes after a match: SPP and improvement, gold, fans, concessions, who is raised, trophies."""

from dataclasses import dataclass

from rules.book.rows.teams import Pairs


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
    rule: str
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
    rule: str
    page: int
    effects: tuple[TrophyEffect, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsScheme:
    """Points for a win, a draw and a loss that the book prints for a league's table."""

    win: int
    draw: int
    loss: int
    rule: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MinorPrizes:
    """The gold that a minor tournament gives: so many per cent of normal winnings at the most."""

    percent: int
    rule: str
    page: int
