"""What a search found: groups of hits, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from competitions.names import TeamName
from web.errors import Text

FEW, MANY = 6, 50
"""How many hits of a kind are shown among the others, and alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A state in a word, and the kind of its tag."""

    word: Text
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """Something that was found: its name, its page (or empty), what stands beside it, and its state.

    ``team`` is the team that it is or belongs to, ``places`` are further pages of it (label, address).
    """

    name: str
    url: str
    beside: Sequence[Text] = ()
    state: State | None = None
    team: TeamName | None = None
    places: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The hits of one kind. ``more``: there are more of them than are shown."""

    kind: str
    label: Text
    hits: Sequence[Hit]
    more: bool


def limited(kind: str, label: Text, hits: Sequence[Hit], most: int) -> Group:
    """A group of at most so many of these hits."""
    return Group(kind=kind, label=label, hits=hits[:most], more=len(hits) > most)
