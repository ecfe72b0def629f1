"""A team's worth and gold after each of its matches, and the points of its squad, from its journal as it is true now.

Worth is what the edition makes of the roster by the team's rules of today, gold what is in the edition's purses. A book
without gold has no line for it, one without a worth none for that. A team known only from records has the worth that
its matches were recorded with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.safestring import SafeString
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _

from competitions.names import TeamName
from rules.journal import fold
from rules.journal.history import Record, ordered
from rules.sheet.sheet import PlayerSheet, TeamSheet
from stats.played.everything import PLAYED
from stats.played.matches import PlayedMatch
from stats.played.names import names_for
from stats.played.scope import whole
from teams.ledger.facts import as_text, fact_of
from teams.models import JournalEntry, Team
from teams.presentation.wearers import wearer
from web.charts import Axis, Bar, Drawing, Part, Series, Wearer, bar_chart, line_chart
from web.charts.drawing import NOTHING
from web.charts.layout import kept_chart, laid_out
from web.crests.shown import shown_crest
from web.kept import kept_html
from web.prepared import Prepared

GOLD = "gp"
OF_MATCH = ("pre_match", "post_match")
CORRECTION = "correction"


class After(NamedTuple):
    """A roster after a match, by the public id of the match; empty for the roster before the first one."""

    match: str
    sheet: TeamSheet


Entries = Sequence[tuple[int, str, str, str]]
"""The journal of a team in its order: number, kind, fact as text, and what each entry came from."""


@Prepared
def _entries(team: int) -> QuerySet[JournalEntry, Any]:
    return JournalEntry.objects.filter(team=team).order_by("seq").values_list("seq", "kind", as_text(), "source")


def sheets_after(entries: Entries, matches: Sequence[str]) -> list[After]:
    """The roster before the first of these matches (by public id), and after each that the journal knows.

    An entry that a correction put somewhere counts in its place.
    """
    records, source_of = [], {}
    for seq, kind, text, source in entries:
        records.append(Record(seq=seq, fact=fact_of(kind, text)))
        step, _colon, match = source.partition(":")
        source_of[seq] = step, match
    items = ordered(records)
    first, last = len(items), dict[str, int]()
    for place, item in enumerate(items):
        step, match = source_of.get(item.place[0], ("", ""))
        # What a correction put elsewhere, as a consequence for a later match, belongs to that match.
        if step in OF_MATCH or (step == CORRECTION and last.get(match) == place):
            last[match] = place + 1
            first = min(first, place)
    found, sheet, done = [], TeamSheet(), 0
    for stop, match in sorted([(first, ""), *((last[match], match) for match in matches if match in last)]):
        sheet, done = fold((item.entry for item in items[done:stop] if item.counts), sheet), stop
        found.append(After(match, sheet))
    return found


def matches_of(team: Team) -> tuple[PlayedMatch, ...]:
    """The matches of a team by its book, friendlies too, in their order of play."""
    matches = PLAYED.of(whole(team.league, team.edition, friendlies=True))
    return tuple(match for match in matches if team.pk in (match.home.team, match.away.team))


class Course(NamedTuple):
    """What the worth of a team is worked out from: its matches with the names of their teams, and its journal, which is
    empty for a team known from records."""

    matches: Sequence[PlayedMatch]
    names: Mapping[int, TeamName]
    entries: Entries


def course_of(
    team: Team, matches: Sequence[PlayedMatch] | None = None, names: Mapping[int, TeamName] | None = None
) -> Course:
    """That of a team. Six queries at most, one if its ``matches`` and the ``names`` of their teams are known."""
    matches = matches_of(team) if matches is None else matches
    names = names_for(teams={side.team for match in matches for side in match.sides}).teams if names is None else names
    return Course(matches, names, _entries(team.pk) if matches and team.founded else ())


def kept_worth(team: Team, course: Course) -> SafeString:
    """Worth and gold laid out, drawn once for all that they are worked out from."""
    matches, names, entries = course
    if not matches:
        return NOTHING
    met = [
        (match.public_id, names[_other(match, team.pk)].name, [side.team_value for side in match.sides])
        for match in matches
    ]
    ruleset = team.ruleset  # none for a team known from records
    rules = (team.book.key, (ruleset.edition, sorted(ruleset.values.items())) if ruleset is not None else None)
    sign = (team.pk, team.name, shown_crest(team), rules, met, entries)

    def draw(_team: int) -> str:
        return "".join(map(laid_out, worth_charts(team, course)))

    return kept_html("worth", {team.pk: sign}, draw)[team.pk]


def worth_charts(team: Team, course: Course) -> list[Drawing]:
    """Worth and gold over a team's matches: in one chart if both are in gold.

    Empty before its first match, and for a book that has neither.
    """
    matches, names, entries = course
    if not matches:
        return []
    worn = wearer(team.name, shown_crest(team))
    places = {match.public_id: number for number, match in enumerate(matches, start=1)}
    against = {
        match.public_id: _("%(number)d, against %(team)s")
        % {"number": places[match.public_id], "team": names[_other(match, team.pk)].name}
        for match in matches
    }
    series = _from_journal(team, matches, entries, worn) if team.founded else _from_records(team, matches, worn)
    axis = Axis(
        name=_("Match"),
        places=("0", *(str(place) for place in places.values())),
        full=(_("Before the first"), *against.values()),
    )
    return [
        chart for unit in dict.fromkeys(unit for unit, _each in series) for chart in [_chart(unit, series, axis, team)]
    ]


def _other(match: PlayedMatch, team: int) -> int:
    return match.away.team if match.home.team == team else match.home.team


Lines = list[tuple[str, Series]]
"""Each line with its unit."""


def _from_journal(team: Team, matches: Sequence[PlayedMatch], entries: Entries, worn: Wearer) -> Lines:
    """By the rosters after each match; a match of which the journal knows nothing has no figure."""
    rules = team.ruleset.rules()
    order = ["", *(match.public_id for match in matches)]
    sheets = {after.match: after.sheet for after in sheets_after(entries, order[1:])}

    def figures(read: Callable[[TeamSheet], float | None]) -> tuple[float | None, ...]:
        return tuple(read(sheets[match]) if match in sheets else None for match in order)

    def worth(sheet: TeamSheet) -> float | None:
        figure = rules.worth(sheet)
        return figure.amount if figure is not None else None

    found: Lines = []
    if rules.book.worth is not None:
        name = _(rules.book.worth.name)
        found.append(
            (
                rules.book.worth.unit,
                Series(name=name, end=_(rules.book.worth.short), wearer=worn, figures=figures(worth)),
            )
        )
    for tone, purse in enumerate(rules.book.purses.values(), start=3):
        gold = figures(lambda sheet, key=purse.key: getattr(sheet, key))  # type: ignore[misc]  # a default binds the purse
        found.append((GOLD, Series(name=_(purse.name), end=_(purse.name), tone=tone, figures=gold)))
    return found


def _from_records(team: Team, matches: Sequence[PlayedMatch], worn: Wearer) -> Lines:
    """By what the matches were recorded with."""
    book, sides = team.book, [side for match in matches for side in match.sides if side.team == team.pk]
    if book.worth is None or all(side.team_value is None for side in sides):
        return []
    figures = (None, *(side.team_value for side in sides))
    return [(book.worth.unit, Series(name=_(book.worth.name), end=_(book.worth.short), wearer=worn, figures=figures))]


def _chart(unit: str, series: Lines, axis: Axis, team: Team) -> Drawing:
    lines = [each for of, each in series if of == unit]
    gold = unit == GOLD
    title = get_text_list([lines[0].name, *(each.name.lower() for each in lines[1:])], _("and"))
    return line_chart(
        name=f"worth-{unit}",
        title=capfirst(title),
        words=_("The matches of %(team)s run from left to right; higher is more. Each figure is that after the match.")
        % {"team": team.name},
        axis=axis,
        series=lines,
        unit=_("thousand gp") if gold else _(unit),
        written=_thousands if gold else _plain,
    )


def _thousands(figure: float) -> str:
    return f"{figure / 1000:,g}"


def _plain(figure: float) -> str:
    return f"{figure:,g}"


def kept_squad(team: Team, sheet: TeamSheet | None, names: dict[int, str]) -> SafeString:
    """The points of the players on a roster laid out, drawn once for all that they say."""
    lines = [(line.number, names.get(line.player), line.position, line.spp) for line in _squad(sheet)]
    sign = (team.name, shown_crest(team), team.book.key, lines)
    return kept_chart("squad", sign, lambda: squad_chart(team, sheet, names))


def _squad(sheet: TeamSheet | None) -> list[PlayerSheet]:
    return [line for line in sheet.players if not line.endless] if sheet is not None else []


def squad_chart(team: Team, sheet: TeamSheet | None, names: dict[int, str]) -> Drawing | None:
    """The points of the players on a roster, most first; None if nobody has any."""
    lines = _squad(sheet)
    if not any(line.spp for line in lines):
        return None
    book, order = team.book, sorted(lines, key=lambda line: (-line.spp, line.number))
    return bar_chart(
        name="squad",
        title=_("%(points)s of the squad") % {"points": _(book.points_called.name)},
        words=_("Each player has a bar as long as the points that they have earned."),
        bars=[
            Bar(
                name=f"{line.number} {names.get(line.player) or _(line.position)}",
                wearer=Wearer(name=team.name, first=worn.first, second=worn.second),
                figures=(line.spp,),
            )
            for worn in [wearer(team.name, shown_crest(team))]
            for line in order
        ],
        parts=[Part(name=_(book.points_called.short))],
        head=_("Player"),
    )
