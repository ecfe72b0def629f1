"""Names for players who have none, drawn from those of a people (`rules.book.peoples`).

A draw only proposes names: the coach sees them on the page and saves the draft, or not.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice, product
from random import Random

from rules.book.rows.teams import People


def draw_names(people: People, count: int, taken: Collection[str], random: Random) -> list[str]:
    """Draw different names for ``count`` players of a people: none that is ``taken``, whatever its case.

    First and last names repeat only when all were drawn. Fewer than ``count`` if the people has no more names.
    """
    used = {name.casefold() for name in taken}
    first, last = list(people.first), list(people.last)
    random.shuffle(first)
    random.shuffle(last)
    # Each turn pairs every first name with another last name, so that all pairs come, each once.
    turns = product(range(len(last)), range(len(first)))
    names = (f"{first[nth]} {last[(nth + turn) % len(last)]}" for turn, nth in turns)
    return list(islice((name for name in names if name.casefold() not in used), count))
