"""House rules that an edition declares."""

from dataclasses import dataclass

from rules.book.rows.doubt import Doubtful

Value = bool | int | str | tuple[str, ...]

STARS = "stars"
"""The type of an option for star players of a league's own: its value is one line for each (`rules.book.entered`)."""

LISTS = "lists"
"""The type of an option for team lists of a league's own: its value is a text for each (`rules.book.entered.lists`)."""
PACK = "pack"
"""The type of an option for a pack: its value is a text (`rules.book.entered.packs`), empty for none."""
TIERS = "tiers"
"""The type of an option for other tiers of team lists: its value is one line for each (`rules.book.entered.tiers`)."""
ENTERED = (STARS, LISTS, PACK, TIERS)
"""The types of options whose values are rows of a book, which commissioners write as text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option(Doubtful):
    """A house rule that a league can set: an integer has limits, a choice has pairs of (value, label).

    `part` is its section in the form: ``teams`` (and the league), ``before`` a match, ``cards``, or ``after`` (and
    during) a match. Stars that a league enters have its `choices` for their kinds. An option that is not `offered`
    always has its default: the program cannot change this rule yet. One that is `for_one_team` can also be set for a
    single new team.
    """

    name: str
    type: str
    default: bool | int | str | tuple[str, ...]
    label: str
    help: str
    part: str
    page: int
    rule: str
    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    offered: bool = True
    for_one_team: bool = False
