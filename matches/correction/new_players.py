"""New players of a correction: they get their ids when it is accepted. Until then negative numbers stand for them.

What is asked before that names these numbers, and so do its answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PLAYER = "player"
"""The name of the fact of a question that has a player's id."""


def with_ids(stored: Any, ids: Mapping[int, int]) -> Any:
    """A question, its key or its answer, as it is stored, with the ids of new players by what stood for them.

    An id is a text, a part of a text between dots, or the number in a fact about a player.
    """
    if isinstance(stored, dict):
        return {with_ids(key, ids): with_ids(value, ids) for key, value in stored.items()}
    if isinstance(stored, list):
        if len(stored) == 2 and stored[0] == PLAYER and type(stored[1]) is int:
            return [PLAYER, ids.get(stored[1], stored[1])]
        return [with_ids(each, ids) for each in stored]
    if isinstance(stored, str) and "-" in stored:
        known = {str(ghost): str(player) for ghost, player in ids.items()}
        return ".".join(known.get(part, part) for part in stored.split("."))
    return stored
