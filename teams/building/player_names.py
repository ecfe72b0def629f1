"""Names for players who have none, drawn from those of their people. The names are in `player_names.toml`.

A draw only proposes names: the coach sees them on the page and saves the draft, or not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random

DATA = Path(__file__).with_name("player_names.toml")
COMMON = "common"


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The names of one people, and the team lists that use them."""

    lists: tuple[str, ...]
    first: tuple[str, ...]
    last: tuple[str, ...]


@cache
def peoples() -> dict[str, People]:
    """All peoples by key."""
    read = tomllib.loads(DATA.read_text(encoding="utf-8"))["people"]
    return {key: People(**{name: tuple(values) for name, values in each.items()}) for key, each in read.items()}


def people_of(team_list: str) -> People:
    """The people of a team list. A list of which the data know nothing has the common names."""
    found = (each for each in peoples().values() if team_list in each.lists)
    return next(found, peoples()[COMMON])


def draw_names(team_list: str, count: int, taken: Collection[str], random: Random) -> list[str]:
    """Draw different names for ``count`` players of a team list: none that is ``taken``, whatever its case.

    First and last names repeat only when all were drawn. Fewer than ``count`` if the people has no more names.
    """
    people, used = people_of(team_list), {name.casefold() for name in taken}
    first, last = list(people.first), list(people.last)
    random.shuffle(first)
    random.shuffle(last)
    # Each turn pairs every first name with another last name, so that all pairs come, each once.
    turns = product(range(len(last)), range(len(first)))
    names = (f"{first[nth]} {last[(nth + turn) % len(last)]}" for turn, nth in turns)
    return list(islice((name for name in names if name.casefold() not in used), count))
