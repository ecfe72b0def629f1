"""A table as templates show it: lines with their teams' names, worded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.explanations import NAMES, signed, why_here
from competitions.lines import Line
from competitions.models import Competition
from competitions.names import TeamName, plain_names
from competitions.standings import Standings
from leagues.errors import Text

FORM_CLASSES = {"W": "won", "D": "drawn", "L": "lost", "B": "won", "F": "lost", "C": "lost"}
MARKS = {letter: f'<span class="form-mark form-{name}">{letter}</span>' for letter, name in FORM_CLASSES.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Short:
    """A column's short word and what it means."""

    abbr: Text
    text: Text


HEADS = {
    "played": Short(abbr=gettext_lazy("P"), text=gettext_lazy("matches played")),
    "won": Short(abbr=gettext_lazy("W"), text=gettext_lazy("won")),
    "drawn": Short(abbr=gettext_lazy("D"), text=gettext_lazy("drawn")),
    "lost": Short(abbr=gettext_lazy("L"), text=gettext_lazy("lost")),
    "touchdowns_for": Short(abbr="TD+", text=gettext_lazy("touchdowns scored")),
    "touchdowns_against": Short(abbr="TD−", text=gettext_lazy("touchdowns conceded")),
    "touchdown_difference": Short(abbr="TD±", text=gettext_lazy("touchdown difference")),
    "casualties_for": Short(abbr="Cas+", text=gettext_lazy("casualties inflicted")),
    "casualties_against": Short(abbr="Cas−", text=gettext_lazy("casualties suffered")),
    "casualty_difference": Short(abbr="Cas±", text=gettext_lazy("casualty difference")),
    "points": Short(abbr=gettext_lazy("Pts"), text=gettext_lazy("points")),
}
FULL = (
    "played",
    "won",
    "drawn",
    "lost",
    "touchdowns_for",
    "touchdowns_against",
    "touchdown_difference",
    "casualties_for",
    "casualties_against",
    "casualty_difference",
)
"""The columns of the whole table, beside the points."""
NARROW = ("played", "touchdown_difference", "casualty_difference")
ROOMY = ("played", "won", "drawn", "lost", "touchdown_difference", "casualty_difference")
HIDDEN_ON_PHONES = frozenset({"won", "drawn", "lost"})
LETTERS = (
    Short(abbr="W D L", text=gettext_lazy("won, drawn, lost; the latest last")),
    Short(abbr="B", text=gettext_lazy("bye or walkover")),
    Short(abbr="F", text=gettext_lazy("forfeit")),
    Short(abbr="C", text=gettext_lazy("conceded")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """A line of a table; ``place`` is empty for a team without a rank, ``why`` says why it is not higher."""

    place: str
    team: TeamName
    cells: SafeString
    points: str
    form: SafeString
    why: str = ""


def shown_lines(
    standings: Standings, teams: Mapping[int, TeamName], columns: tuple[str, ...] = FULL, *, why: bool = False
) -> list[ShownLine]:
    """All lines, with these columns; ``why`` words the reason for each place."""
    names = plain_names(teams.values()) if why else {}
    begun = bool(standings.rounds)
    return [
        _shown(line, teams, columns, begun, why_here(standings, place, names) if why and begun else "")
        for place, line in enumerate(standings.lines)
    ]


def head_of_table(
    standings: Standings, teams: Mapping[int, TeamName], columns: tuple[str, ...], length: int
) -> list[ShownLine]:
    """The first lines of a table, and the reader's own teams wherever they stand."""
    kept = [line for place, line in enumerate(standings.lines) if place < length or teams[int(line.team)].mine]
    return [_shown(line, teams, columns, bool(standings.rounds)) for line in kept]


def heads(columns: tuple[str, ...]) -> list[Short]:
    """The heads of these columns."""
    return [HEADS[column] for column in columns]


def hidden_on_phones(columns: tuple[str, ...]) -> list[bool]:
    """Which of these columns a narrow table leaves out on a phone."""
    return [column in HIDDEN_ON_PHONES for column in columns]


def legend(columns: tuple[str, ...], standings: Standings) -> list[Short]:
    """What the short words of a table mean; letters of the form only where one stands in it."""
    written = {letter for line in standings.lines for letter in line.recent}
    letters = [each for each in LETTERS if written.intersection(str(each.abbr).split())]
    return [*heads(("points", *columns)), *letters]


def how_ranked(competition: Competition) -> tuple[str, str]:
    """The points and the order of the tie-breakers, in words."""
    points = {**competition.points}
    words = _("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss") % points
    if points["conceded"] != points["loss"]:
        words += _(", %(conceded)s for conceding") % points
    if competition.byes_count:
        words += _(", %(bye)s for a bye") % points
    return words, ", ".join(str(NAMES[key]) for key in competition.tie_breakers)


def _shown(
    line: Line, teams: Mapping[int, TeamName], columns: tuple[str, ...], begun: bool, why: str = ""
) -> ShownLine:
    """A line in words; before anything is played there are no places."""
    return ShownLine(
        place="" if line.rank is None or not begun else str(line.rank),
        team=teams[int(line.team)],
        cells=SafeString("".join(_cell(line, column) for column in columns)),
        points=str(line.points),
        form=form_marks(line.recent),
        why=why,
    )


def _cell(line: Line, column: str) -> str:
    """A figure as a cell; written here, since a template takes ten times as long for a large table."""
    amount: int = getattr(line, column)
    figure = signed(amount) if column.endswith("difference") else amount
    return f'<td class="num roomy">{figure}</td>' if column in HIDDEN_ON_PHONES else f'<td class="num">{figure}</td>'


def form_marks(form: str) -> SafeString:
    """Letters in their colours, each a letter still."""
    return SafeString("".join(MARKS[letter] for letter in form))
