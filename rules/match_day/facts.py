"""The facts of a match: what steps state and read, as the edition declares the kinds of facts.

A fact is about a player, a side, or both sides. It holds until the match is played, and also after it or in later
matches if its kind says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.book.book import Book
from rules.book.rows.shape import FactKind
from rules.sequence.sequence import Side
from rules.sheet.match import Fact, Facts, facts_about


def checked(book: Book, fact: Fact) -> Fact:
    """A fact that a step states, with the number of later matches that its kind gives it.

    Raises ``ValueError`` for a kind that the book does not declare, or if the fact is not about what its kind is about.
    """
    kind = book.facts.get(fact.key)
    if kind is None:
        raise ValueError(f"{book.key} declares no fact {fact.key!r}; it has {', '.join(book.facts) or 'none'}")
    scope = "both" if fact.side is None else "player" if fact.player else "side"
    if scope != kind.scope:
        raise ValueError(f"{fact.key} is stated about {scope}, but declared about {kind.scope}")
    return replace(fact, left=kind.matches)


def about(book: Book, facts: Facts, key: str, side: Side | None, player: int | None) -> Facts:
    """The facts of a kind. Raises ``KeyError`` for a kind that the book does not declare."""
    if key not in book.facts:
        raise KeyError(f"{book.key} declares no fact {key!r}; it has {', '.join(book.facts) or 'none'}")
    return facts_about(facts, key, side, player)


def meaning(book: Book, kind: FactKind) -> str:
    """What a kind of facts means at the table, in its own words or those of the edition's table; empty if none says."""
    rows = getattr(book.own, kind.table) if kind.table else ()
    return next((str(row.effect) for row in rows if row.key == kind.key), kind.effect)


def rerolls_by(book: Book, facts: Iterable[Fact], side: Side, have: int) -> int:
    """How many re-rolls the facts of a match give a side that has so many, or take from it: never more than it has."""
    change = sum(
        book.facts[fact.key].reroll_modifier for fact in facts if fact.side in (side, None) and fact.key in book.facts
    )
    return max(-have, change)


def after_match(book: Book, facts: Iterable[Fact]) -> Facts:
    """The facts that the steps after the match know too."""
    return tuple(fact for fact in facts if (kind := book.facts.get(fact.key)) is not None and kind.after_match)


def carried(facts: Iterable[Fact], side: Side, players: Iterable[int], *, to: Side) -> Facts:
    """The facts of a team's last match that also hold in its next, where it is the side ``to``.

    Facts about players who have left the team are left out.
    """
    staying = frozenset(players)
    return tuple(
        replace(fact, side=to, left=fact.left - 1, audience=to if fact.audience else None)
        for fact in facts
        if fact.left and fact.side in (side, None) and (not fact.player or fact.player in staying)
    )
