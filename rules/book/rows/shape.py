"""The shape of a book: what it says of every player, and what it counts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Characteristic:
    """A figure of a player's profile.

    `better` says which way it improves: "higher" or "lower". `shown` is how it is written, with `{n}` for the figure:
    "{n}", "{n}+". It never leaves `floor` to `ceiling`, however a player is hurt or improves.
    """

    key: str
    name: str
    floor: int
    ceiling: int
    page: int
    better: str = "higher"
    shown: str = "{n}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Something that a book counts for each player, and the star player points for each time.

    `short` heads its column; `one` and `many` are its words, `how` says how it is done where `name` does not tell.
    `scores`: each one counts for the score. `awarded`: it is given after the match, not reported. `causes`: it is
    counted for an injury of an opponent by one of these causes. A report with more than `most` for one player is
    a typing mistake: no one has seen so many in a match.
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
    scores: bool = False
    awarded: bool = False
    causes: tuple[str, ...] = ()
