"""Why one team ranks above another, in a sentence.

``rank_teams`` names for each row the tie-breaker that put it below the row above. For any two rows, the deciding
tie-breaker is the earliest, in the competition's order, of those named between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile

from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from competitions.models import Competition
from competitions.ranking.amounts import plain, signed
from competitions.ranking.book_words import filled, is_counted
from competitions.ranking.lines import Line
from competitions.ranking.points import ADJUSTMENT, BONUSES, RECORDED, Key, Points
from competitions.ranking.tallies import Sum
from competitions.ranking.tie_breakers import HEAD_TO_HEAD, tie_breaker_of
from competitions.standings.standings import Standings
from rules.book.book import Book


def why_above(standings: Standings, above: Key, below: Key, names: Mapping[Key, str], book: Book) -> str:
    """Why one team ranks above another, or not. Raises KeyError for a team that is not in the table."""
    places = {line.team: place for place, line in enumerate(standings.lines)}
    return _why(standings, *sorted((places[above], places[below])), names, book)


def why_here(standings: Standings, place: int, names: Mapping[Key, str], book: Book) -> str:
    """Why the line at ``place`` (from 0) is below the one before it, or for the first line, above the second.

    Empty for the only line, and for a first one that shares its rank or has none: the second line says so.
    """
    if place:
        return _why(standings, place - 1, place, names, book)
    first, second = standings.lines[0], standings.lines[1] if len(standings.lines) > 1 else None
    if second is None or first.rank is None or second.rank in (None, first.rank):
        return ""
    return _why(standings, 0, 1, names, book)


def points_words(line: Line, book: Book) -> str:
    """What a line's points come from: "7 points: 2 × 3 for a win, 1 × 1 for a draw"."""
    return _points_words(line.points, line.sums, book, get_language())


@lru_cache(maxsize=2048)
def _points_words(points: int, sums: tuple[Sum, ...], book: Book, _language: str | None) -> str:
    """The same few sums for many teams, and for most of them the same after a result."""
    told = ngettext("%(points)s point", "%(points)s points", abs(points)) % {"points": plain(points)}
    parts = [_sum_words(each, book) for each in sums if each.points]
    return f"{told}: {', '.join(parts)}." if parts else f"{told}."


TERM_WORDS = {
    "win": gettext_lazy("for a win"),
    "draw": gettext_lazy("for a draw"),
    "loss": gettext_lazy("for a loss"),
    "bye": gettext_lazy("for a bye"),
    "walkover": gettext_lazy("for a walkover"),
    "forfeit": gettext_lazy("for a forfeit"),
    "conceded": gettext_lazy("for conceding"),
    "touchdown_bonus": gettext_lazy("bonus for %(scores)s"),
    "clean_sheet_bonus": gettext_lazy("bonus for conceding no %(score)s"),
    "casualty_bonus": gettext_lazy("bonus for %(injuries)s"),
    "narrow_loss_bonus": gettext_lazy("bonus for a narrow loss"),
    RECORDED: gettext_lazy("as recorded"),
    ADJUSTMENT: gettext_lazy("by a commissioner's adjustment"),
}


def _sum_words(each: Sum, book: Book) -> str:
    if each.key == ADJUSTMENT:
        return f"{signed(each.points)} {TERM_WORDS[ADJUSTMENT]}"
    return f"{each.times} × {plain(each.each)} {filled(TERM_WORDS[each.key], book)}"


def how_ranked(competition: Competition) -> tuple[str, str]:
    """The points for each outcome, and the tie-breakers in order, in words."""
    points, book = Points(**competition.points), competition.book
    shown = [key for key in competition.tie_breakers if is_counted(tie_breaker_of(key).counts, book)]
    words = (
        _("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss")
        if book.result.may_be_level
        else _("%(win)s for a win, %(loss)s for a loss")
    ) % {"win": plain(points.win), "draw": plain(points.draw), "loss": plain(points.loss)}
    usual = {"walkover": points.win, "forfeit": points.loss, "conceded": points.loss}
    told = [(getattr(points, key), key) for key in usual if getattr(points, key) != usual[key]]
    if competition.byes_count:
        told.append((points.bye, "bye"))
    parts = [
        words,
        *(f"{plain(amount)} {TERM_WORDS[key]}" for amount, key in told),
        *_bonus_words(points, book),
    ]
    return ", ".join(parts), ", ".join(tie_breaker_of(key).named(book) for key in shown)


def _bonus_words(points: Points, book: Book) -> list[str]:
    """Each bonus with its size and what earns it."""
    by = points.narrow_loss_by
    narrow = ngettext("for a loss by one %(score)s", "for a loss by up to %(by)s %(scores)s", by)
    words = {
        "touchdown_bonus": filled(_("for %(needed)s %(scores)s or more"), book, needed=points.touchdowns_needed),
        "clean_sheet_bonus": filled(_("for conceding no %(score)s"), book),
        "casualty_bonus": filled(_("for %(needed)s %(injuries)s or more"), book, needed=points.casualties_needed),
        "narrow_loss_bonus": filled(narrow, book, by=by),
    }
    return [f"{signed(size)} {words[key]}" for key in BONUSES if (size := getattr(points, key))]


def _why(standings: Standings, first: int, last: int, names: Mapping[Key, str], book: Book) -> str:
    upper, lower = standings.lines[first], standings.lines[last]
    if first == last:
        return _("This is the same team twice.")
    if lower.rank is None:
        return _("%(team)s has no rank yet: it has no result.") % {"team": names[lower.team]}
    if upper.rank == lower.rank:
        return _("%(one)s and %(other)s share rank %(rank)s: no tie-breaker of this competition separates them.") % {
            "one": names[upper.team],
            "other": names[lower.team],
            "rank": upper.rank,
        }
    between = {line.why.key for line in standings.lines[first + 1 : last + 1] if line.why is not None}
    key = next(key for key in standings.tie_breakers if key in between)
    level = _level_before(standings.tie_breakers[: standings.tie_breakers.index(key)], upper, book, get_language())
    one, other = names[upper.team], names[lower.team]
    if key == HEAD_TO_HEAD.key:
        decided = _head_to_head(standings, upper, lower, one, other)
    else:
        values = upper.value(key), lower.value(key)
        assert values[0] is not None and values[1] is not None
        decided = _decided(key, values[0].amount, values[1].amount, one, other, book, get_language())
    return " ".join(filter(None, (level, decided)))


@lru_cache(maxsize=2048)
def _level_before(keys: tuple[str, ...], line: Line, book: Book, _language: str | None) -> str:
    """The tie-breakers before the deciding one, on which the two teams are level."""
    parts = []
    for before in keys:
        value = line.value(before)
        assert value is not None
        tie_breaker = tie_breaker_of(before)
        amount = _("undecided") if value.amount is None else tie_breaker.in_words(value.amount, book)
        parts.append(f"{tie_breaker.named(book)} ({amount})")
    return _("Level on %(parts)s.") % {"parts": ", ".join(parts)} if parts else ""


@lru_cache(maxsize=2048)
def _decided(
    key: str, above: int | None, own: int | None, one: str, other: str, book: Book, _language: str | None
) -> str:
    tie_breaker = tie_breaker_of(key)
    figures = {
        "one": one,
        "other": other,
        "name": tie_breaker.named(book),
        "above": tie_breaker.in_words(above, book),
        "own": tie_breaker.in_words(own, book),
    }
    return _("%(one)s ranks above %(other)s by %(name)s: %(above)s against %(own)s.") % figures


def _head_to_head(standings: Standings, upper: Line, lower: Line, one: str, other: str) -> str:
    """The sweep in words: which team beat, or lost to, all the teams level with it."""
    tied = tied_with(standings, upper, HEAD_TO_HEAD.key)
    words = {"one": one, "other": other}
    if len(tied) == 2:
        return _("%(one)s ranks above %(other)s: it won more of the matches between the two.") % words
    place = upper.value(HEAD_TO_HEAD.key)
    assert place is not None
    if place.amount == 1 and sum(line.value(HEAD_TO_HEAD.key) == place for line in tied) == 1:
        return _("%(one)s ranks above %(other)s: it beat each of the teams level with it.") % words
    return _("%(one)s ranks above %(other)s, which lost to each of the teams level with it.") % words


def tied_with(standings: Standings, line: Line, key: str) -> tuple[Line, ...]:
    """The lines that reached the tie-breaker ``key`` together with ``line``: they are level on all before it.

    They stand together in the table.
    """
    before = standings.tie_breakers[: standings.tie_breakers.index(key)]

    def level(other: Line) -> bool:
        value = other.value(key)
        return value is not None and value.asked and all(other.value(each) == line.value(each) for each in before)

    lines, place = standings.lines, standings.lines.index(line)
    above = takewhile(level, reversed(lines[:place]))
    return (*reversed(tuple(above)), *takewhile(level, lines[place:]))
