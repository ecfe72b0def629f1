"""New players of a correction: they get their ids when it is accepted. Until then negative numbers stand for them.

What is asked before that names these numbers, and so do its answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

PLAYER = "player"
"""What a question calls a player's id among its facts, and a list of what leaves among its items."""


def with_ids(stored: Any, ids: Mapping[int, int]) -> Any:
    """A question, its key or its answer, as it is stored, with the ids of new players by what stood for them.

    An id is a text, a part of a text between dots, or the number in a fact or an item about a player.
    """
    if isinstance(stored, dict):
        return {with_ids(key, ids): _value(key, value, ids) for key, value in stored.items()}
    if isinstance(stored, list):
        if len(stored) == 2 and stored[0] == PLAYER:
            return [PLAYER, _value(PLAYER, stored[1], ids)]
        return [with_ids(each, ids) for each in stored]
    if isinstance(stored, str) and "-" in stored:
        known = {str(ghost): str(player) for ghost, player in ids.items()}
        return ".".join(known.get(part, part) for part in stored.split("."))
    return stored


def _value(name: str, value: Any, ids: Mapping[int, int]) -> Any:
    """What has this name: numbers are ids only if they are called so."""
    if type(value) is int:
        return ids.get(value, value) if name == PLAYER else value
    return with_ids(value, ids)
