"""The shape of a book: what it says of every player and team, what it counts, and what can hold in a match."""

from dataclasses import dataclass, replace

from rules.book.rows.doubt import Doubtful
from rules.sheet.match import ABANDONED

MISSING = "-"


ROSTER_COLUMNS = (
    "number", "name", "position", "profile:*", "mark:*", "condition:*", "skills", "injuries", "deeds:*", "spp", "cost",
    "notes", "score",
)  # fmt: skip
"""What a roster can have columns for. ``:*`` is a column for each characteristic, mark, condition or deed. Injuries
right behind the skills stand with these on pages. ``score`` is a place for a match's score below the lines on paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristic(Doubtful):
    """A figure of a player's profile.

    `better` says which way it improves: "higher" or "lower". `shown` is how it is written, with `{n}` for the figure:
    "{n}", "{n}+"; a player who does not have it (0, if `may_be_missing`) has a "-". It never leaves `floor` to
    `ceiling`, however a player is hurt or improves; if losses are `kept`, it is only shown so, and a later gain makes
    good what was lost beyond. If it `can_be_gained`, a player who does not have it and improves it has it at its worst.
    """

    key: str
    name: str
    floor: int
    ceiling: int
    page: int
    better: str = "higher"
    shown: str = "{n}"
    may_be_missing: bool = False
    kept: bool = False
    can_be_gained: bool = False

    @property
    def step(self) -> int:
        """What one improvement adds: -1 where lower is better."""
        return -1 if self.better == "lower" else 1

    @property
    def worst(self) -> int:
        """The bound beyond which it cannot become worse."""
        return self.ceiling if self.better == "lower" else self.floor

    @property
    def best(self) -> int:
        """The bound beyond which it cannot become better."""
        return self.floor if self.better == "lower" else self.ceiling

    def with_worst(self, figure: int) -> "Characteristic":
        """The same with another bound beyond which it cannot become worse."""
        return replace(self, ceiling=figure) if self.better == "lower" else replace(self, floor=figure)

    def missing(self, figure: int) -> bool:
        """Whether a player with this figure does not have the characteristic."""
        return self.may_be_missing and figure == 0

    def written(self, figure: int) -> str:
        """A figure as the book writes it: 3, 3+, or - for a player who does not have it."""
        return MISSING if self.missing(figure) else self.shown.replace("{n}", str(figure))

    def improved(self, figure: int, steps: int) -> int:
        """A figure that is better by so many steps, or worse if they are negative."""
        return figure + steps * self.step

    def bettered(self, figure: int) -> int:
        """A figure after one improvement; the worst that there is for a player who did not have it."""
        return self.worst if self.missing(figure) else self.improved(figure, 1)

    def may_be_bettered(self, figure: int) -> bool:
        """Whether a player with this figure can improve it: they have it or can gain it, and it is not the best."""
        better = self.bettered(figure)
        return (self.can_be_gained or not self.missing(figure)) and self.within(better) == better

    def steps(self, start: int, now: int) -> int:
        """By how many steps a figure is better than at the start, worse if negative."""
        if self.missing(start) and not self.missing(now):
            return 1 + self.gain(now - self.worst)
        return self.gain(now - start)

    def gain(self, change: int) -> int:
        """How many steps better a change of the figure is; negative if it is worse."""
        return change * self.step

    def within(self, figure: int) -> int:
        """A figure within the bounds."""
        return min(max(figure, self.floor), self.ceiling)


NO_DEEDS = frozenset({"name", "number", "position", "spp", "cost", "niggling", "skills", "score", "there", "d68"})
"""Names that no deed can have as its key: fields of reports and of teams' files have them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed(Doubtful):
    """Something that a book counts for each player, and the star player points for each time.

    `short` heads its column; `one` and `many` are its words, `how` says how it is done where `name` does not tell.
    `scores`: each one counts for the score. `awarded`: it is given after the match, not reported. `causes`: it is
    counted for an injury of an opponent by one of these causes; with an `option`, a choice of the book, by those in
    `other_causes` where a league has made another choice. A report with more than `most` for one player is a typing
    mistake: no one has seen so many in a match. `award` names the award for the most of a season, if there is one.
    Where a coach nominates players for it, they are so many `nominees`. If it is `listed`, competitions have a list
    of the players with the most. If it `follows` another deed (its key), a side has at least as many of it: a catch
    follows every pass that succeeds.
    """

    key: str
    name: str
    short: str
    one: str
    many: str
    points: int
    page: int
    most: int = 20
    how: str = ""
    award: str = ""
    listed: bool = False
    scores: bool = False
    awarded: bool = False
    causes: tuple[str, ...] = ()
    option: str = ""
    other_causes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    follows: str = ""
    nominees: int = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsName(Doubtful):
    """What a book calls the points that players earn, if not star player points: `short` heads their column."""

    name: str
    short: str
    one: str
    many: str
    page: int


STAR_PLAYER_POINTS = PointsName(
    name="Star player points", short="SPP", one="star player point", many="star player points", page=0
)


@dataclass(frozen=True, slots=True, kw_only=True)
class InducementsName:
    """What a book calls what teams buy for one match, if not inducements: by name, if there is none, and to choose."""

    name: str = "Inducements"
    none: str = "No inducements."
    choose: str = "Choose inducements"


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance(Doubtful):
    """The points for having played: a report of such a book says who took part."""

    points: int
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth(Doubtful):
    """What a book calls the worth of a team, and its unit: "gp" or "points". The edition's `worth` works it out."""

    name: str
    short: str
    unit: str
    page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse(Doubtful):
    """A place for a team's gold: "treasury" or "bank". `maximum` is in gp; None means that it holds any amount."""

    key: str
    name: str
    page: int
    maximum: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Good(Doubtful):
    """Something that a team has a number of: "rerolls" or "fan_factor". `printed` is its name in narrow prints."""

    key: str
    name: str
    short: str
    page: int
    printed: str = ""

    @property
    def on_paper(self) -> str:
        """What prints call it."""
        return self.printed or self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class FactKind(Doubtful):
    """A kind of facts that steps state about a match (`rules.sheet.match.Fact`).

    `scope` says whom it is about: a "player", a "side", or "both" sides. It is known until the match is played; with
    `after_match`, the steps after it know it too. It also holds in so many later `matches` of that team. `name` is a
    label for its amount, which is in `unit`. One that is `shown_elsewhere` is not listed with the others. If it names a
    `table` of the edition, the `effect` of the row with its key there is what it means at the table. `reroll_modifier`
    is added to the side's re-rolls in the match. The amount of one that `stands_for` a good, such as the fan factor, is
    read in its place at the table. While one that is `harmless` holds, all casualties are the lightest of the book.
    Without a table, `effect` says what it means.
    """

    key: str
    name: str
    scope: str
    page: int
    unit: str = "number"
    after_match: bool = False
    matches: int = 0
    shown_elsewhere: bool = False
    table: str = ""
    reroll_modifier: int = 0
    stands_for: str = ""
    harmless: bool = False
    effect: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending(Doubtful):
    """How a match ends. It is played for so many `halves` of so many `turns`, or until a side has scored `won_at`.

    `draw`: it may end level. `concede`: a side may give it up. A level match that needs a winner gets one in one of
    the ways of `decided_by`: "overtime", "shoot_out"; with `agreed`, so does another one if both coaches want it.
    `stopped`: how a match may end before it is over, whatever its score. One that is "abandoned" is drawn, if nobody
    names a winner; one with a team "wiped_out" is won by the other team. `credited_only`: tables count only injuries
    that players are credited with. A side with at most `few_to_concede` players to set up concedes early. What is 0 or
    empty does not exist.
    """

    page: int
    won_at: int = 0
    halves: int = 0
    turns: int = 0
    draw: bool = False
    concede: bool = False
    decided_by: tuple[str, ...] = ()
    agreed: bool = False
    stopped: tuple[str, ...] = ()
    credited_only: bool | None = None
    few_to_concede: int = 0

    @property
    def may_be_level(self) -> bool:
        """Whether a match may have no winner."""
        return self.draw or ABANDONED in self.stopped
