"""The players that a side hired for a match, one by one, as its report has a line for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar

from django.utils.translation import get_language, gettext

from matches.models import PlayerLine
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.book.rows.teams import Pairs
from rules.match_day.cards import extra_players
from rules.match_day.victims import positions_at_once
from rules.sequence.sequence import Side
from rules.sheet.match import BROUGHT_BY_CARD, INDUCED_KINDS, RAISED, InducedLine
from rules.team.hired import barred_stars, profile_of
from rules.team.inducements import Item, star_names
from rules.words.words import name_of

HIRED = "hired"
Found = TypeVar("Found")


def once(work: Callable[[MatchState, Side], Found]) -> Callable[[MatchState, Side], Found]:
    """Works something out once for a state, side and language: a report asks for it at each field."""

    @wraps(work)
    def found(state: MatchState, side: Side) -> Found:
        key = (work.__name__, side, get_language())
        if key not in state.hired:
            state.hired[key] = work(state, side)
        answer: Found = state.hired[key]
        return answer

    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class HiredPlayer:
    """A hired player. A player brought by a card has no profile: the card says what the player can do."""

    kind: str
    name: str
    profile: Pairs = ()
    skills: tuple[str, ...] = ()


@once
def hired_players(state: MatchState, side: Side) -> tuple[HiredPlayer, ...]:
    """Each hired player who could play. A star that both sides hired plays for neither (I3).

    Players brought by a played card come last (S5).
    """
    barred = barred_stars(state.ruleset, state.bought)
    brought = extra_players(state.ruleset, state.played_cards(side))
    items = [item for item in state.bought.of(side) if item.kind in INDUCED_KINDS]
    hired: Counter[str] = Counter()
    for item in items:
        hired[item.position] += item.count
    numbers: Counter[str] = Counter()
    return tuple(
        _hired_player(state, side, item, name)
        for item in items
        for name in _names(state, item, hired, numbers)
        if not (item.kind == "star" and name in barred)
    ) + tuple(HiredPlayer(kind=BROUGHT_BY_CARD, name=name) for name in brought)


def _hired_player(state: MatchState, side: Side, item: Item, name: str) -> HiredPlayer:
    profile, skills = profile_of(state.ruleset, state.sheets.of(side).team_list, item, name)
    return HiredPlayer(kind=item.kind, name=name, profile=profile, skills=skills)


def hired_value(nth: int) -> str:
    """The value of a side's hired player in a form: ``h2`` for the second one."""
    return f"h{nth}"


def hired_place(value: str) -> int:
    """Which hired player a value of a form names, from 1; 0 if it names none."""
    nth = value.removeprefix("h")
    return int(nth) if nth != value and nth.isascii() and nth.isdigit() and len(nth) < 4 else 0


@once
def hired_lines(state: MatchState, side: Side) -> tuple[InducedLine, ...]:
    """An empty report line for each hired player who could play."""
    return tuple(InducedLine(kind=each.kind, name=each.name) for each in hired_players(state, side))


def hired_called(state: MatchState, side: Side, key: str) -> str:
    """A hired player in words, by the key that the rules use: ``hired.2`` gives ``Lineman 2, mercenary``."""
    induced = state.reported.sides.of(side).induced if state.reported is not None else ()
    nth = key.removeprefix(f"{HIRED}.")
    if not (nth.isascii() and nth.isdigit() and 0 < int(nth) <= len(induced)):
        return key[:80]
    return hired_words(induced[int(nth) - 1], state.ruleset.book)


def hired_words(line: InducedLine, book: Book) -> str:
    """A hired player's name and kind: ``Griff Oberwald, star player``."""
    return gettext("%(name)s, %(kind)s") % {"name": line.name, "kind": kind_words(book, line.kind)}


def kind_words(book: Book, kind: str) -> str:
    """What a book calls a kind of hired players."""
    if kind in book.inducements:
        return gettext(name_of(kind, book=book))
    return str(PlayerLine.Kind(kind).label) if kind in PlayerLine.Kind.values else kind


@once
def raised_line(state: MatchState, side: Side) -> tuple[InducedLine, ...]:
    """An empty line for a Zombie that may rise in the match and play at once (J8), in teams that can raise one."""
    positions = positions_at_once(state.ruleset, state.sheets.of(side), hired_lines(state, side))
    return tuple(InducedLine(kind=RAISED, name=name) for name in positions)


def _names(state: MatchState, item: Item, hired: Mapping[str, int], numbers: Counter[str]) -> tuple[str, ...]:
    """The name of each of an item's players: stars by name, others by position, numbered if there are several.

    ``hired`` says how many the side has in each position, whatever they were hired as. ``numbers`` are the last of each
    position so far; goes on counting there.
    """
    if item.kind == "star":
        return star_names(state.ruleset, item)
    if hired[item.position] == 1:
        return (item.position,)
    first = numbers[item.position] + 1
    numbers[item.position] += item.count
    numbered = gettext("%(position)s %(nth)d")
    return tuple(numbered % {"position": item.position, "nth": nth} for nth in range(first, first + item.count))
