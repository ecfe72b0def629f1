"""A page of statistics, gathered with a fixed number of queries: the same for everybody who may see it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.paginator import Page
from django.utils.functional import cached_property
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.names import key_of
from leagues.models import League
from stats.played.coaches import Tenures, tenures_in
from stats.played.names import names_for
from stats.tables import filters, rows
from stats.tables.filters import Choices, Filters, Rows, filters_for
from stats.tables.heading import BESIDE, CALLED, Heading, around
from stats.tables.kept_sums import totals_of
from stats.tables.league_parts import Part, parts_of
from stats.tables.measures import (
    COACHES,
    LISTS,
    MATCHES,
    OF_SIDES,
    PLAYERS,
    POINTS,
    STARS,
    TEAMS,
    Measure,
    first_measure,
    measures_of,
)
from stats.tables.names import Called, Names, names_of
from stats.tables.rows import Coaches, Only, Row
from stats.tables.sums import Together
from stats.tables.table import NAME, FigureTable, MeasureColumn, Sorted
from stats.tables.wanted import Wanted
from web.kept import piece, worth_keeping

GATHERERS: Mapping[str, Callable[[Together, Coaches, Only], list[Row]]] = {
    PLAYERS: rows.players,
    TEAMS: rows.teams,
    COACHES: rows.by_coach,
    LISTS: rows.lists,
    STARS: rows.stars,
}
ON_PHONES = 2
"""How many figures a phone shows beside the one that sorts."""
RECORDED = {"winnings": "winnings", "worth": "valued"}
"""Figures that imported records may lack, and what says of a sum of a side whether it is known."""
KEPT_CHOICES = 2
"""A page with more choices about whom than these is drawn for each reader: there are too many such pages to keep."""


class Line(NamedTuple):
    """A line of the page: its place, what it is called, and its cells."""

    place: str
    called: Called
    cells: SafeString

    @property
    def html(self) -> SafeString:
        """The row of the table; what only its own coach sees are pieces (`web.kept`)."""
        called, mine, yours = self.called, "", ""
        if called.mark:
            mine = piece(called.mark, " me")
            yours = piece(called.mark, f'<span class="visually-hidden"> ({escape(_("yours"))})</span>')
        beside = "".join([f'<td class="no-p po">{conditional_escape(each)}</td>' for each in called.beside])
        return SafeString(
            f'<tr class="{called.css}{mine}"><td class="rk">{self.place}</td><th scope="row">{called.link}{yours}</th>'
            f"{beside}{self.cells}</tr>"
        )


class Statistics:
    """One table of a league, with its choices. Everything is read when it is first asked for."""

    def __init__(self, league: League, asked: Wanted) -> None:
        self.league, self.asked, self.kind = league, asked, asked.kind

    @cached_property
    def part(self) -> Part:
        """The part of the league's life; one query, two where friendlies can be chosen."""
        return parts_of(self.league, self.asked.chosen)

    @cached_property
    def totals(self) -> Together:
        """The sums."""
        return totals_of(self.part.scope, self.part.competitions, self.tenures)

    @cached_property
    def tenures(self) -> Tenures:
        """Who coached teams before; one query."""
        return tenures_in(self.league.pk, None)

    @cached_property
    def coaches(self) -> Coaches:
        """The teams that played, with who coached them; one query."""
        played = {side.team for side in self.totals.sides}
        return Coaches(tenures=self.tenures, teams=names_for(teams=played).teams)

    @cached_property
    def names(self) -> Names:
        """What rows and choices are called."""
        everybody = self.coaches.all(self.totals.sides)
        return names_of(self.league.slug, self.kind, self.part.scope.book, self.coaches.teams, everybody)

    @cached_property
    def choices(self) -> Filters:
        """What a reader can choose, and what they chose."""
        return filters_for({**self.part.chosen, **self._about}, self._shown)

    @cached_property
    def _shown(self) -> Mapping[str, Choices]:
        """The choices of which there are several, and those that the reader made."""
        about = filters.OF_KIND[self.kind]
        offered = {**self.part.offered, **{name: self._choices(name) for name in about}}
        return {name: each for name, each in offered.items() if len(each) > 1 or name in self.asked.chosen}

    @cached_property
    def _about(self) -> Mapping[str, str]:
        """About whom the reader asks."""
        chosen = self.asked.chosen.items()
        return {name: value for name, value in chosen if name not in filters.SCOPES and name in self._shown}

    @cached_property
    def _only(self) -> Only:
        teams = {team.public_id: team.id for team in self.coaches.teams.values()}
        coaches = {coach.key: coach for coach in self.names.coaches}
        lists = {team.team_list for team in self.coaches.teams.values()}
        team_list = self._about.get("list")
        return Only(
            team=teams.get(self._about.get("team", "")),
            coach=coaches.get(self._about.get("coach", "")),
            team_list=team_list if team_list in lists else None,
        )

    def _choices(self, name: str) -> Choices:
        teams = self.coaches.teams.values()
        if name == "team":
            return [(team.public_id, team.name) for team in teams]
        if name == "position":
            return [(each, each) for each in rows.positions_in(self.totals)]
        if name == "list":
            return [(each, each) for each in sorted({team.team_list for team in teams if team.team_list})]
        if name == "who":
            return [(filters.ALIVE, _("Alive")), (filters.DEAD, _("Killed"))]
        named = sorted(self.names.coaches.items(), key=lambda item: key_of(item[1]))
        return [(coach.key, called) for coach, called in named if called]

    @property
    def all_measures(self) -> tuple[Measure, ...]:
        """The figures that such a table of the book has."""
        return measures_of(self.part.scope.book, self.kind)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        """The figures of the table, without gold and the worth of teams where no record has them."""
        found = self.all_measures
        if self.kind not in OF_SIDES or not (sides := self.totals.sides):
            return found
        known = {key: any(getattr(side, of) for side in sides) for key, of in RECORDED.items()}
        return tuple(each for each in found if known.get(each.key, True))

    @cached_property
    def sort(self) -> str:
        """What the table is sorted by: as asked, else by its first figure, the highest first."""
        asked = self.asked.sort
        return asked if asked.removeprefix("-") in {NAME, *self._by_key} else f"-{first_measure(self.measures).key}"

    @cached_property
    def _by_key(self) -> dict[str, Measure]:
        rates = [each.rate for each in self.measures if each.rated]
        return {each.key: each for each in (*self.measures, *rates)}

    @property
    def sorted_by(self) -> Measure | None:
        """The figure that the table is sorted by; None for names."""
        return self._by_key.get(self.sort.removeprefix("-"))

    @cached_property
    def rows(self) -> Sorted:
        """The rows in their order."""
        left = self.choices.left(Rows(GATHERERS[self.kind](self.totals, self.coaches, self._only)))
        if self.sort.removeprefix("-") == NAME:
            self.names.read(left)
        ties = [first_measure(self.measures), *(each for each in self.measures if each.key in (POINTS, MATCHES))]
        found = Sorted(left, self._by_key, ties, named=lambda row: key_of(self.names.name(row)))
        found.order_by([self.sort])
        return found

    @cached_property
    def columns(self) -> list[tuple[str, MeasureColumn]]:
        """The columns of the page: the figures, the one that sorts with its rate beside it."""
        by = self.sorted_by
        base = by.key.removesuffix(".rate") if by is not None else ""
        phone = [key for key in self._by_weight() if key != base][:ON_PHONES]
        found: list[tuple[str, MeasureColumn]] = []
        for measure in self.measures:
            sorts = by is not None and measure.key == by.key
            found.append((measure.key, MeasureColumn(measure, by=sorts, on_phones=measure.key in phone)))
            if measure.rated and measure.key == base:
                rate = measure.rate
                found.append((rate.key, MeasureColumn(rate, by=by is not None and by.key == rate.key)))
        return found

    def _by_weight(self) -> list[str]:
        """The keys of the figures for which a phone has room: the first two that lead, points, then the others."""
        leading = [each.key for each in self.measures if each.leads]
        return [*leading[:2], *(key for key in leading[2:] if key == POINTS), *(key for key in leading[2:])]

    @property
    def heading(self) -> Heading:
        """What stands around the lines."""
        columns = tuple((column.measure, column.css) for _key, column in self.columns)
        beside = BESIDE.get(self.kind, ())
        beside = beside if self._with_positions else beside[:-1]
        return Heading(self.kind, self.measures, columns, beside, self.sort, tuple(self.asked.chosen.items()))

    @cached_property
    def _with_positions(self) -> bool:
        """Whether a row has a position: imported records may have none. Other tables have no such column."""
        return self.kind != PLAYERS or any(row.position for row in self.rows.data)

    def page(self) -> tuple[FigureTable, list[Line]]:
        """The table with the lines of its page; a page that does not exist is the nearest one."""
        table = FigureTable(self.rows, extra_columns=self.columns)
        table._order_by = (self.sort,)
        table.paginate(page=1)
        table.page = table.paginator.get_page(self.asked.page or 1)
        shown = [each.record for each in table.page.object_list]
        self.names.read(shown)
        places = self._places(table.page, shown)
        lines = [
            Line(place, self.names.of(row, with_position=self._with_positions), table.cells(row))
            for place, row in zip(places, shown, strict=True)
        ]
        return table, lines

    def _places(self, page: Page[Any], shown: Sequence[Row]) -> list[str]:
        """The places of the page's rows; level rows share one. By name there are none."""
        by = self.sorted_by
        if by is None:
            return ["" for _row in shown]
        first = page.start_index() - 1 if shown else 0
        figures = [by.value(row) for row in self.rows.data]
        return [str(figures.index(figure) + 1) for figure in figures[first : first + len(shown)]]

    def address(self, **changes: str) -> str:
        """The query of the same page with other choices; an empty one is left out."""
        now = {**self.asked.chosen, "sort": self.asked.sort, **changes}
        return "?" + urlencode({name: value for name, value in now.items() if value})

    @property
    def known(self) -> bool:
        """Whether the address asks only for what there is, and so little that such pages are worth keeping."""
        about = [name for name in self.asked.chosen if name not in filters.SCOPES]
        right = self.choices.valid and set(self.asked.chosen) <= set(self.choices.filters)
        return right and len(about) <= KEPT_CHOICES and self.asked.sort in ("", self.sort)


def gather(league: League, asked: Wanted) -> dict[str, Any]:
    """What everybody sees on a page of statistics. Twelve queries at most, with those of the league and its reader."""
    found = Statistics(league, asked)
    table, lines = found.page()
    by = found.sorted_by
    return {
        "league": league,
        "kind": found.kind,
        "lines": lines,
        "page_obj": table.page,
        "around": around(found.heading),
        "choices": found.choices.drawn,
        "sort": asked.sort,
        "summary": found.choices.summary or _("All time"),
        "count": len(found.rows),
        "matches": found.totals.matches,
        "caption": by.name if by is not None else CALLED[found.kind],
        "csv_url": found.address(format="csv"),
        "pages": _pages(found, table.page),
        **worth_keeping(found.known and asked.page in {"", *map(str, table.paginator.page_range)}),
    }


def _pages(found: Statistics, page: Page[Any]) -> list[dict[str, Any]]:
    """Links to the pages: the first, the last, and those next to this one; None for a gap."""
    last, now = page.paginator.num_pages, page.number
    near = sorted({1, last, *range(max(1, now - 1), min(last, now + 1) + 1)})
    links: list[dict[str, Any]] = []
    for before, number in zip([0, *near], near, strict=False):
        if number > before + 1:
            links.append({})
        links.append({"number": number, "url": found.address(page=str(number)), "current": number == now})
    return links
