"""What a scheduling format is: one object for each way in which a competition finds its opponents.

This module declares a format and keeps the list of them. The formats themselves are in ``competitions.formats``, and
``competitions.formats.kinds`` names them all. Code of every wing asks ``competition.format`` and compares no keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Generic, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _

from teams.models import Team
from web.errors import Text

C = TypeVar("C")
"""The model ``Competition``: its module imports this one."""

PRINT_TABLE = _("Table as PDF")


class Latecomers(StrEnum):
    """What happens to a team that joins a competition under way."""

    ENTER = "enter"
    """It enters: opponents are found during play."""
    FIT_IN = "fit in"
    """Its matches are added to the rounds still to come."""
    REFUSED = "refused"
    """There is no place for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A setting of some formats, stored in ``Competition.format_options`` under its name.

    ``label`` is what the log of changed settings calls it. ``field`` makes the form field, which also checks the value
    that is stored. ``settled_by_draw``: a change removes drawn fixtures, and none is possible after the start.
    """

    name: str
    default: Any
    label: Text
    field: Callable[[], forms.Field]
    settled_by_draw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A button that fills in common settings of a competition.

    ``name`` is the competition's name if none was entered, ``fields`` are the values by form field.
    """

    key: str
    label: Text
    name: Text
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A page that competitions of a format have: its key, its route (which takes the public id) and its name."""

    key: str
    route: str
    label: Text


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Format(Generic[C]):
    """A way in which a competition finds its opponents.

    Facts:

    - ``key``: the stored value of ``Competition.scheduling``; ``name``: what lists call it
    - ``label``: what the settings say about it; ``presets``: its buttons on the page that creates a competition
    - ``options``: the settings that only it has; ``competition.options`` reads them
    - ``most_legs``: how often two teams can meet
    - ``fewest_teams`` and ``most_teams``: how many teams it needs and can hold (None: any number); a draw and a start
      are refused with fewer or more
    - ``chosen_by_coaches``: coaches find their opponents; nothing is drawn and there are no rounds
    - ``eliminates``: losers are out. Results make the next pairs, so fixtures cannot be added or moved by hand, and a
      team that leaves gives a walkover to each opponent
    - ``paired_by_round``: each round is drawn from the table after the one before it, up to the option
      ``planned_rounds``, which such a format has
    - ``ranked_by_table``: the table says who is ahead, so it can be split by conferences
    - ``follows_corrections``: ``go_on`` is also called for a finished competition, and when a result is revoked
    - ``keeps_order``: next season's competition begins in the order in which this one ended
    - ``takes_challenges``: coaches can write challenges whatever the settings say (L5)
    - ``latecomers``: what happens to a team that joins late
    - ``tabs``: the pages that only this format has; ``print_label``: the button that prints a drawn competition

    Behaviour, each a function or None where the format has none:

    - ``draw``: writes what is drawn before the start. Raises ``competitions.pairing.refusals.DrawRefused``, ``Refusal``
    - ``first_round``: the pairs that a draw of these teams (ids, the best first) would make, None for a bye; empty if a
      lot decides, or if they cannot be drawn
    - ``go_on``: what a changed result sets going, in the transaction of that change
    - ``places``: the ids of the teams, the best first, where the table does not say it; asked once teams have entered
    - ``order_heading`` and ``order_rule``: pages and prints list the teams by ``places`` under this heading, with this
      rule
    - ``order_before_draw``: what the order of the teams before the draw means
    - ``refuse_game``: raises ``Refusal`` for a game that coaches cannot report
    - ``game_rule``: what the page for reporting a game says, with the rule that it cites (or an empty text)
    - ``refuse_challenge``: raises ``Refusal`` for a challenge that the format does not allow
    - ``why_no_challenge``: for one competition, a function of challenger and challenged that gives the reason against a
      challenge, or an empty text
    - ``round_names``: the names of so many rounds
    - ``overview``: what the competition's page shows in place of its table: the name of a template as ``shown``, and
      what that needs. Empty while there is nothing to show; then the table is shown
    - ``printed``: the bracket that is printed in place of the table, with its notes, or None
    """

    key: str
    name: Text
    label: Text
    presets: Sequence[Preset] = ()
    options: Sequence[Option] = ()
    most_legs: int | None = None
    fewest_teams: int = 2
    most_teams: int | None = None
    chosen_by_coaches: bool = False
    eliminates: bool = False
    paired_by_round: bool = False
    ranked_by_table: bool = True
    follows_corrections: bool = False
    keeps_order: bool = False
    takes_challenges: bool = False
    latecomers: Latecomers = Latecomers.REFUSED
    tabs: Sequence[Tab] = ()
    print_label: Text = PRINT_TABLE
    draw: Callable[[C, Random], None] | None = None
    first_round: Callable[[C, Sequence[int]], list[tuple[int, int | None]]] | None = None
    go_on: Callable[[C], None] | None = None
    places: Callable[[C], list[int]] | None = None
    order_heading: Text = ""
    order_rule: Callable[[C], str] | None = None
    order_before_draw: Callable[[C], str] | None = None
    refuse_game: Callable[[C, Team, Team], None] | None = None
    game_rule: Callable[[C], tuple[str, str]] | None = None
    refuse_challenge: Callable[[C, Team, Team], None] | None = None
    why_no_challenge: Callable[[C], Callable[[Team, Team], str]] | None = None
    round_names: Callable[[C, int], list[str]] | None = None
    overview: Callable[[C, Mapping[int, Any], bool], dict[str, Any]] | None = None
    printed: Callable[[C, Mapping[int, Any]], tuple[Any, list[str]] | None] | None = None

    def options_from(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """All options of the format, those without a value (or with None) by default; other names are left out.

        Raises ValidationError for a value that the option's field does not accept.
        """
        found = {}
        for option in self.options:
            value = option.field().clean(values.get(option.name, option.default))
            found[option.name] = option.default if value is None else value
        return found

    @property
    def has_bracket(self) -> bool:
        """Whether a bracket can be printed in place of the table."""
        return self.printed is not None

    @property
    def lists_order(self) -> bool:
        """Whether pages list the teams in an order of the format's own."""
        return self.order_rule is not None


formats_by_key: dict[str, Format[Any]] = {}
"""All formats by the stored value of ``Competition.scheduling``, in the order in which the settings offer them."""


def register(*formats: Format[Any]) -> None:
    """Make formats known, in the order in which the settings offer them.

    Raises ValueError if a key is taken, or if a format that is paired by round does not say how many rounds there are.
    """
    for each in formats:
        if formats_by_key.get(each.key, each) is not each:
            raise ValueError(f"there is a format {each.key!r} already")
        if each.paired_by_round and "planned_rounds" not in {option.name for option in each.options}:
            raise ValueError(f"{each.key!r} is paired by round and needs the option planned_rounds")
    formats_by_key.update({each.key: each for each in formats})


def all_formats() -> tuple[Format[Any], ...]:
    """All formats, in the order in which the settings offer them."""
    return tuple(formats_by_key.values())


def all_options() -> dict[str, Option]:
    """The options of all formats by name."""
    return {option.name: option for each in all_formats() for option in each.options}


def keys_where(holds: Callable[[Format[Any]], object]) -> list[str]:
    """The keys of the formats that satisfy ``holds``, for a query."""
    return [each.key for each in all_formats() if holds(each)]
