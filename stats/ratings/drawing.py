"""Rating lines: a figure for each round, or, if there are too many, for each competition or season."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from stats.played.initials import MOST_NAMED, initials_of, told
from stats.played.names import CompetitionName
from stats.ratings.courses import Change, Place
from stats.ratings.rating import System
from web.charts import Axis, Drawing, Series, Wearer, line_chart
from web.charts.layout import kept_chart
from web.errors import Text

MOST_PLACES = 60
"""With more, the lines are drawn by competitions, and then by seasons."""


@dataclass(frozen=True, slots=True)
class Called:
    """What seasons and competitions are called, by row id."""

    seasons: Mapping[int, str]
    competitions: Mapping[int, CompetitionName]

    def season(self, place: Place) -> str:
        """The season of a match."""
        return self.seasons.get(place.season or 0, _("Friendlies"))

    def competition(self, place: Place) -> str:
        """The competition of a match."""
        found = self.competitions.get(place.competition or 0)
        return found.name if found is not None else _("Friendlies")

    def round(self, place: Place) -> str:
        """The round of a match in words; empty for a friendly, and where there are no rounds."""
        found = self.competitions.get(place.competition or 0)
        return found.rounds.words(place.round, place.stage) if found is not None else ""

    def letters(self, place: Place) -> str:
        """The round of a match of a bracket in letters; empty for all others."""
        found = self.competitions.get(place.competition or 0)
        return found.rounds.letters(place.round, place.stage) if found is not None else ""


def rating_lines(
    lines: Sequence[tuple[Wearer, Sequence[Change]]],
    matches: Sequence[Place],
    called: Called,
    system: System,
    title: Text,
) -> Drawing | None:
    """The lines of these, each with what it wears; None before the first match."""
    played = sorted({change.played for _wearer, changes in lines for change in changes})
    if not played:
        return None
    name, of, short, full, note = _steps([matches[number] for number in played], called)
    places = list(dict.fromkeys(of(matches[number]) for number in played))
    start, number_of = system.start.points, {place: number for number, place in enumerate(places)}

    def figures(changes: Sequence[Change]) -> tuple[float | None, ...]:
        return _figures(changes, [number_of[of(matches[each.played])] for each in changes], len(places), start)

    first = {of(matches[number]): matches[number] for number in reversed(played)}
    return line_chart(
        name="ratings",
        title=title,
        words=_("Time runs from left to right, higher is stronger. Each line starts with %(start)d points.")
        % {"start": start},
        axis=Axis(
            name=name,
            places=("", *(short(first[place]) for place in places)),
            full=(_("Start"), *(full(first[place]) for place in places)),
        ),
        series=[
            Series(
                name=wearer.name,
                wearer=wearer if wearer.first else None,
                tone=tone,
                figures=figures(changes),
            )
            for tone, (wearer, changes) in enumerate(lines, start=1)
        ],
        unit=_("points"),
        written=_whole,
        crests=True,
        note=note,
    )


def kept_rating_lines(
    lines: Sequence[tuple[Wearer, Sequence[Change]]],
    matches: Sequence[Place],
    called: Called,
    system: System,
    title: Text,
) -> SafeString:
    """The same laid out (`web.charts.layout`)."""
    played = sorted({change.played for _wearer, changes in lines for change in changes})
    points = [(worn, [(each.played, each.after) for each in changes]) for worn, changes in lines]
    places = [matches[number][2:] for number in played]
    sign = (system.key, str(title), points, places, called.seasons, called.competitions)
    return kept_chart("ratings", sign, lambda: rating_lines(lines, matches, called, system, title))


def _figures(changes: Sequence[Change], at: Sequence[int], count: int, start: float) -> tuple[float | None, ...]:
    """The rating at the start and after each place; a line begins at the place before its first match."""
    found: list[float | None] = [None] * (count + 1)
    for change, place in zip(changes, at, strict=True):
        found[place + 1] = change.after / 10
    begin = min(at, default=0)
    found[begin] = start
    for place in range(begin + 1, count + 1):
        found[place] = found[place - 1] if found[place] is None else found[place]
    return tuple(found)


Steps = tuple[Text, Callable[[Place], Hashable], Callable[[Place], str], Callable[[Place], str], str]


def _steps(played: Sequence[Place], called: Called) -> Steps:
    """What a place on the axis is: its name, its key, its short and full name, for so many matches; and what is short.

    Rounds of several competitions have the initials of theirs before the number, or one could not tell them apart.
    """
    several = list(dict.fromkeys(called.competition(place) for place in played))
    initials = initials_of(several) if 1 < len(several) <= MOST_NAMED else {}
    order: dict[Hashable, int] = {}

    def short_round(place: Place) -> str:
        letters = called.letters(place)
        number = letters or str(place.round or "–")
        if len(several) > MOST_NAMED:
            return str(order.setdefault(tuple(place[2:]), len(order) + 1))
        if initials:
            return f"{initials[called.competition(place)]} {number}"
        return _("R%(number)s") % {"number": number} if place.round and not letters else number

    def of_round(place: Place) -> str:
        number = called.round(place) if place.competition else _("friendly")
        return ", ".join(filter(None, (of_competition(place), number)))

    def of_competition(place: Place) -> str:
        return f"{called.season(place)}, {called.competition(place)}"

    ways: tuple[Steps, ...] = (
        (
            _("Round"),
            lambda place: (place.season, place.competition, place.round),
            short_round,
            of_round,
            told(initials),
        ),
        (_("Competition"), lambda place: (place.season, place.competition), called.competition, of_competition, ""),
        (_("Season"), lambda place: place.season, called.season, called.season, ""),
    )
    return next((way for way in ways if len({way[1](place) for place in played}) <= MOST_PLACES), ways[-1])


def _whole(figure: float) -> str:
    return f"{figure:.0f}"
