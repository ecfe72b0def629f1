"""A table as templates show it: lines with their teams' names, worded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competitions.models import Competition
from competitions.names import TeamName, plain_names
from competitions.ranking.amounts import plain, signed
from competitions.ranking.cut_lines import Cut, CutLine, cuts_in
from competitions.ranking.lines import Line, on_rungs
from competitions.ranking.points import BONUSES, Points
from competitions.ranking.tie_breakers import tie_breaker_of
from competitions.standings.explanations import TERM_WORDS, points_words, why_here
from competitions.standings.standings import Standings
from web.errors import Text

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
BESIDE = ("place", "team", "points", "form")
"""What stands in every table beside its columns."""
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
    """A line of a table; ``place`` is empty for a team without a rank, ``why`` says why it is not higher.

    ``sums`` say what the points come from; ``cut`` is the line below it, ``span`` how many cells that takes.
    """

    place: str
    team: TeamName
    cells: SafeString
    points: str
    form: SafeString
    why: str = ""
    sums: str = ""
    cut: Cut | None = None
    span: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ConferenceTable:
    """The table of a conference, or of the teams that are in none."""

    name: str
    lines: list[ShownLine]


def conference_tables(
    competition: Competition,
    standings: Standings,
    teams: Mapping[int, TeamName],
    columns: tuple[str, ...] = FULL,
    *,
    length: int = 0,
    why: bool = False,
) -> list[ConferenceTable]:
    """A table for each conference, with all lines or the first ``length``; nothing where there are no conferences."""
    parts = split_by_conference(competition, standings)
    return [
        ConferenceTable(
            name=name,
            lines=head_of_table(part, teams, columns, length) if length else shown_lines(part, teams, columns, why=why),
        )
        for name, part in parts
    ]


def split_by_conference(competition: Competition, standings: Standings) -> list[tuple[str, Standings]]:
    """The table of each conference under its name in words."""
    parts = standings.split() if competition.ranked_by_table else []
    return [(name or _("Without a conference"), part) for name, part in parts]


def shown_lines(
    standings: Standings,
    teams: Mapping[int, TeamName],
    columns: tuple[str, ...] = FULL,
    *,
    why: bool = False,
    cut_lines: Sequence[CutLine] = (),
) -> list[ShownLine]:
    """All lines, with these columns; ``why`` words the reason for each place and its points."""
    names = plain_names(teams.values()) if why else {}
    told = why and bool(standings.rounds)
    cuts = _cuts(standings, cut_lines)
    return [
        replace(
            _shown(line, teams, columns, bool(standings.rounds)),
            why=why_here(standings, place, names) if told else "",
            sums=points_words(line) if told else "",
            cut=cuts.get(place),
            span=len(columns) + len(BESIDE) + why,
        )
        for place, line in enumerate(standings.lines)
    ]


def head_of_table(
    standings: Standings,
    teams: Mapping[int, TeamName],
    columns: tuple[str, ...],
    length: int,
    cut_lines: Sequence[CutLine] = (),
    rungs: Sequence[int] = (),
) -> list[ShownLine]:
    """The first lines of a table, and the reader's own teams wherever they stand; a ladder's in its order."""
    cuts = {} if rungs else _cuts(standings, cut_lines)
    lines = on_rungs(standings.lines, rungs) if rungs else standings.lines
    return [
        replace(
            _shown(line, teams, columns, bool(rungs or standings.rounds)),
            cut=cuts.get(place),
            span=len(columns) + len(BESIDE),
        )
        for place, line in enumerate(lines)
        if place < length or teams[int(line.team)].mine
    ]


def _cuts(standings: Standings, cut_lines: Sequence[CutLine]) -> dict[int, Cut]:
    """Where lines stand; nowhere before anything is played."""
    return cuts_in(standings.lines, cut_lines) if standings.rounds else {}


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
    points = Points(**competition.points)
    words = _("%(win)s for a win, %(draw)s for a draw, %(loss)s for a loss") % {
        "win": plain(points.win),
        "draw": plain(points.draw),
        "loss": plain(points.loss),
    }
    usual = {"walkover": points.win, "forfeit": points.loss, "conceded": points.loss}
    told = [(getattr(points, key), key) for key in usual if getattr(points, key) != usual[key]]
    if competition.byes_count:
        told.append((points.bye, "bye"))
    parts = [words, *(f"{plain(amount)} {TERM_WORDS[key]}" for amount, key in told), *_bonus_words(points)]
    return ", ".join(parts), ", ".join(str(tie_breaker_of(key).name) for key in competition.tie_breakers)


def _bonus_words(points: Points) -> list[str]:
    """Each bonus with its size and what earns it."""
    by = points.narrow_loss_by
    narrow = ngettext("for a loss by one touchdown", "for a loss by up to %(by)s touchdowns", by) % {"by": by}
    words = {
        "touchdown_bonus": _("for %(needed)s touchdowns or more") % {"needed": points.touchdowns_needed},
        "clean_sheet_bonus": _("for letting no touchdown in"),
        "casualty_bonus": _("for %(needed)s casualties or more") % {"needed": points.casualties_needed},
        "narrow_loss_bonus": narrow,
    }
    return [f"{signed(size)} {words[key]}" for key in BONUSES if (size := getattr(points, key))]


def _shown(line: Line, teams: Mapping[int, TeamName], columns: tuple[str, ...], begun: bool) -> ShownLine:
    """A line in words; before anything is played there are no places."""
    return ShownLine(
        place="" if line.rank is None or not begun else str(line.rank),
        team=teams[int(line.team)],
        cells=SafeString("".join(_cell(line, column) for column in columns)),
        points=str(line.points),
        form=form_marks(line.recent),
    )


def _cell(line: Line, column: str) -> str:
    """A figure as a cell; written here, since a template takes ten times as long for a large table."""
    amount: int = getattr(line, column)
    figure = signed(amount) if column.endswith("difference") else amount
    return f'<td class="num roomy">{figure}</td>' if column in HIDDEN_ON_PHONES else f'<td class="num">{figure}</td>'


def form_marks(form: str) -> SafeString:
    """Letters in their colours, each a letter still."""
    return SafeString("".join(MARKS[letter] for letter in form))
