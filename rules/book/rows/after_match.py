"""What comes after a match: SPP and improvement, gold, fans, concessions, who is raised, trophies."""

from dataclasses import dataclass

from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class Level(Doubtful):
    """A level of experience: reached at `minimum` SPP, with `rolls` improvement rolls in total."""

    title: str
    minimum: int
    rolls: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ImprovementRow(Doubtful):
    """A result of the improvement roll: the characteristics that can rise instead of a new skill, if any."""

    low: int
    high: int
    characteristics: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvement(Doubtful):
    """The improvement table, the cost of each improvement (gp), and how far a characteristic may leave its start.

    `unlisted_categories` are the skill categories for a player in a position that is not on the team list.
    """

    dice: tuple[int, ...]
    rows: tuple[ImprovementRow, ...]
    skill_cost: int
    double_cost: int
    characteristic_costs: Pairs
    maximum_rise: int
    maximum_loss: int
    unlisted_categories: tuple[str, ...]
    page: int
    cost_page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Winnings(Doubtful):
    """Winnings: (D`die` + FAME) x `unit`, and `winner_bonus` for a win, in gp."""

    die: int
    unit: int
    winner_bonus: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expenses(Doubtful):
    """Spiralling expenses: `price` for each `step` of team value, or part of a step, above `breakpoint`; all in gp."""

    breakpoint: int
    step: int
    price: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FanFactorRoll(Doubtful):
    """The roll after a match: above the fan factor a winner gains `gain`, below it a loser loses `loss`."""

    dice: tuple[int, ...]
    gain: int
    loss: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Conceding(Doubtful):
    """The cost of a concession: fan factor, and players with `leaving_spp` or more who roll `leaving_up_to` or less.

    With a `leaving_option`, nobody leaves unless the league has switched that on. `early_alike`: it costs the same
    before a kick-off for which a team has too few players, unless the league waives that.
    """

    fan_factor_loss: int
    leaving_spp: int
    leaving_die: int
    leaving_up_to: int
    page: int
    leaving_option: str = ""
    early_alike: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplayed(Doubtful):
    """What a team has of a match that the other side cannot play: it wins by so many `touchdowns` to nothing.

    It gets D`die` times `step_gold`, and so many `awards` go to its players. A die of 0 means that it gets neither.
    """

    touchdowns: int
    page: int
    die: int = 0
    step_gold: int = 0
    awards: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised(Doubtful):
    """A position (`name`) in which the opponent's dead can join; `maximum` for a match, None for any number.

    With a `special_rule`, a team that has it raises them after the match; with a `skill`, a player with the skill must
    have killed them, in one of the ways in `causes`; without both the team list's Necromancer raises them. A victim has
    at most `strongest` in `characteristic`, and none of `barred_skills`. With `at_once` a way by a skill works during
    the match: it takes anybody, also hired players and journeymen, and who rises plays on. With `for_fee` the team pays
    the price of the position.
    """

    name: str
    rule: str
    characteristic: str
    strongest: int
    barred_skills: tuple[str, ...]
    page: int
    maximum: int | None = None
    skill: str = ""
    special_rule: str = ""
    causes: tuple[str, ...] = ()
    at_once: bool = False
    for_fee: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyEffect(Doubtful):
    """An effect of a trophy, by `kind`.

    For its holder: `reroll` and `fan_factor` add `amount`, `winnings` adds `amount` gp a match, and `inducement_price`
    sets the price of an inducement to `amount` gp. Others: with `medal`, everyone who took part in a match of that
    `stage` gets `amount` MVPs; `best_player` gets one of `skills`; with `gift`, D`die` players of the winner get one of
    `skills` or a skill from `categories`.
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
class Trophy(Doubtful):
    """A trophy and its effects, each with its own page.

    Where a season's end gives it, `place_gold` is the prize of each place in gp, the first place first.
    """

    key: str
    name: str
    season: str
    summary: str
    rule: str
    page: int
    effects: tuple[TrophyEffect, ...]
    place_gold: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsScheme(Doubtful):
    """Points for a win, a draw and a loss, as the book prints them for league tables.

    A new competition starts from the `usual` one of its book, if there is one, and from its `tie_breakers`.
    """

    win: int
    draw: int
    loss: int
    rule: str
    page: int
    usual: bool = False
    tie_breakers: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """How people write it: ``2/1/0``."""
        return f"{self.win}/{self.draw}/{self.loss}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlay(Doubtful):
    """How a season is played: a division has `fewest_teams` or more, and two of its teams have so many `meetings`.

    In the play-offs that follow (`play_off_rule`), the losers of the semi-finals can have a match for the
    `third_place`, and the first pairs be of teams of different divisions (`across_divisions`).
    """

    fewest_teams: int
    meetings: int
    third_place: bool
    across_divisions: bool
    rule: str
    play_off_rule: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MinorPrizes(Doubtful):
    """The limit for the prize gold of a minor tournament, in per cent of normal winnings."""

    percent: int
    rule: str
    page: int
