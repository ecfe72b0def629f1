"""What records are called, in the words of their book and in the order of the page. What a book lacks has no name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from rules.book.book import Book
from rules.words.words import k
from stats.records.brought import (
    DEED,
    GATE,
    HURT,
    KILLS,
    MATCHES,
    POINTS,
    SCORE,
    TEAM_MATCHES,
    TEAM_WINS,
    WIN,
    WORTH,
)
from stats.records.run import LEGEND, MATCH, SEASON, SUM, legend_of
from stats.records.streaks import LOST, STREAK, UNBEATEN, WON
from stats.records.succession import Mark

GOLD = "gp"


class Kind(NamedTuple):
    """A record's key, its name, and how it is measured where the name does not say."""

    key: str
    name: str
    how: str = ""


def kinds_of(book: Book, group: str) -> list[Kind]:
    """The records of a group of keys: `MATCH`, `SEASON`, `SUM` or `STREAK`."""
    makers = {MATCH: _of_match, SEASON: _of_season, SUM: _of_all, STREAK: _of_streaks}
    return [Kind(f"{group}:{what}", name, how) for what, name, how in makers[group](book)]


Named = Iterator[tuple[str, str, str]]


def _of_match(book: Book) -> Named:
    yield WIN, _("Biggest win"), _("by the difference, then by the score")
    yield SCORE, _("Most %(what)s by a team") % {"what": _(book.scoring.many)}, ""
    if book.credited is not None:
        yield HURT, _("Most %(what)s by a team") % {"what": _(book.credited.many)}, ""
    for deed in (each for each in book.told if not each.awarded):
        yield f"{DEED}-{deed.key}", _("Most %(what)s by a player") % {"what": _(deed.many)}, ""
    yield POINTS, _("Most %(what)s by a player") % {"what": _(book.points_called.short)}, ""
    if KILLS not in book.deeds:
        yield KILLS, _("Most kills by a player"), ""
    if book.worth is not None:
        yield WORTH, _("Dearest team"), _("%(worth)s at the kick-off") % {"worth": capfirst(_(book.worth.name))}
    if book.with_gate:
        yield GATE, _("Largest gate"), ""


def _of_season(book: Book) -> Named:
    for deed in book.told:
        yield f"{DEED}-{deed.key}", _(deed.award) if deed.award else _("Most %(what)s") % {"what": _(deed.many)}, ""
    yield POINTS, _("Most %(what)s") % {"what": _(book.points_called.short)}, ""
    if KILLS not in book.deeds:
        yield KILLS, _("Deadliest player"), _("opponents killed")


def _of_all(book: Book) -> Named:
    yield from _of_season(book)
    yield MATCHES, _("Most matches by a player"), ""
    yield TEAM_MATCHES, _("Most matches by a team"), ""
    yield TEAM_WINS, _("Most wins by a team"), ""
    title, points = legend_of(book)
    how = _("fewest matches to %(points)d %(what)s, earned in these matches")
    name = _("Fastest to %(title)s") % {"title": title} if title else _("Fastest rise")
    yield LEGEND, name, how % {"points": points, "what": _(book.points_called.many)}


def _of_streaks(book: Book) -> Named:
    yield WON, _("Most wins in a row"), ""
    yield UNBEATEN, _("Most matches unbeaten"), ""
    yield LOST, _("Most losses in a row"), ""


def written(book: Book, key: str, mark: Mark) -> str:
    """The figure of a record as its page shows it."""
    what, figure = key.partition(":")[2], mark.value[0]
    if what == WIN and mark.score is not None:
        return f"{mark.score[0]}–{mark.score[1]}"
    if what == WORTH and book.worth is not None and book.worth.unit == GOLD:
        return k(figure)
    return f"{abs(figure):,}"


def headings(*, all_time: bool, of_season: bool) -> Mapping[str, str]:
    """What the groups are called in a scope."""
    whole = _("In a career") if all_time else _("In this season") if of_season else _("In this competition")
    return {MATCH: _("In a match"), SEASON: _("In a season"), SUM: whole}
