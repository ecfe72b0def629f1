"""A team's sheet as templates show it: plain data in, data in words out. No queries; every sum comes from the rules.

``templates/teams/roster/_roster.html``, ``_goods.html`` and ``_departed.html`` show the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from guide.addresses import of_position
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.rows.shape import Deed
from rules.sheet.sheet import ENDLESS, JOURNEYMAN, Departed, PlayerSheet, TeamSheet, value_in
from rules.team.profile import figure, steps_gained
from rules.team.special_rules import known_rules
from rules.words.words import k
from teams.presentation.columns import RosterColumn, roster_columns
from teams.presentation.figures import ShownFigure, ShownTerm
from teams.presentation.goods import Good, goods
from teams.presentation.injury_words import injuries, marks, misses_words
from teams.presentation.shirts import LIKE_OTHERS, cut_of, mark_of
from teams.presentation.skills import ShownSkill, shown_skills, skill_notes

Names = Mapping[int, str]

IMPROVED, INJURED = "improved", "injured"
SEPARATED, TWO_LINES, BESIDE_A_BAR = 3, 112, 84
"""Letters: a dot between two skills with its blanks, and about what two lines of a phone have, with and without a bar
of points beside them."""


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: a short word and its meaning."""

    abbr: str
    text: str


@dataclass(frozen=True, slots=True)
class Characteristic:
    """One characteristic of a player as the book writes it. ``mark``: is it better or worse than at the start."""

    name: str
    value: str
    start: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Career:
    """What a player did in all matches (``counts`` under their heads), and what their points mean.

    The player has ``progress`` of ``stretch`` points to the next level, which ``ahead`` names. On the last level all
    three are empty. Where points are spent there is no ``level``, and ``ahead`` says how many are left. ``due`` counts
    the improvement rolls that the player has not had yet.
    """

    counts: tuple[tuple[Head, str], ...]
    spp: str
    level: str
    ahead: str = ""
    progress: str = ""
    stretch: str = ""
    due: str = ""


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A line of the roster."""

    player: int
    number: int | str
    name: str
    position: str
    characteristics: tuple[Characteristic, ...]
    skills: tuple[ShownSkill, ...]
    gained: tuple[ShownSkill, ...]
    injuries: tuple[str, ...]
    marks: tuple[str, ...]
    misses_next: bool
    absence: str
    career: Career
    cost: ShownFigure | None
    joined: str = ""
    url: str = ""
    """Of the position in the guide; empty for one that the list does not have."""
    doubt: str = ""
    """Why the position's figures are unsure."""
    marks_in_short: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()
    """How many marks and conditions of each kind, in the book's order."""
    cut: str = LIKE_OTHERS
    shirt_mark: str = ""
    """The cut of the shirt, and what is on it besides the number (`web.crests.shirts`)."""

    @property
    def is_long(self) -> bool:
        """Whether what stands below the name on a phone takes more than two lines."""
        words = (self.position, *(skill.name for skill in (*self.skills, *self.gained)), *self.injuries)
        return sum(len(word) + SEPARATED for word in words) > (BESIDE_A_BAR if self.career.stretch else TWO_LINES)

    def cell(self, column: RosterColumn) -> Any:
        """What stands in a column of which there are several; nothing for the others."""
        several = {
            "profile": self.characteristics,
            "mark": self.marked,
            "condition": self.lasting,
            "deeds": tuple(count for _head, count in self.career.counts),
        }
        return several[column.kind][column.place] if column.kind in several else None


@dataclass(frozen=True, slots=True)
class ShownDeparted:
    """A player who is gone, and how they left."""

    line: ShownPlayer
    how: str
    dead: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTeam:
    """Everything on a sheet, in words."""

    columns: tuple[RosterColumn, ...]
    counts: tuple[Head, ...]
    points: Head
    legend: tuple[Head, ...]
    players: tuple[ShownPlayer, ...]
    goods: tuple[Good, ...]
    trophies: tuple[str, ...]
    special_rules: tuple[str, ...]
    value: ShownFigure | None
    costs: bool
    graveyard: tuple[ShownDeparted, ...]
    released: tuple[ShownDeparted, ...]
    notes: SafeString
    skills_called: str

    @property
    def is_long(self) -> bool:
        """Whether a player has more skills than two lines of a phone."""
        return any(player.is_long for player in self.players)


def shown_team(rules: Ruleset, sheet: TeamSheet, value: ShownFigure | None, names: Names) -> ShownTeam:
    """A sheet in words, with the figure of what it is worth and the players' names by id."""
    departed = tuple(_departed(rules, sheet, gone, names) for gone in sheet.departed)
    lines = (*sheet.players, *(gone.line for gone in sheet.departed))
    return ShownTeam(
        columns=roster_columns(rules.book),
        counts=count_heads(rules.book),
        points=points_head(rules.book),
        legend=legend(rules.book, lines),
        players=tuple(shown_player(rules, sheet, line, names) for line in sheet.players),
        goods=goods(rules, sheet),
        trophies=tuple(rules.book.trophies[key].name for key in sheet.trophies),
        special_rules=known_rules(rules, sheet),
        value=value,
        costs=rules.book.with_costs,
        graveyard=tuple(gone for gone in departed if gone.dead),
        released=tuple(gone for gone in departed if not gone.dead),
        skills_called=_(rules.book.skills_called or "Skills"),
        notes=skill_notes(rules.book, (skill for line in lines for skill in line.skills)),
    )


def characteristic_heads(book: Book) -> tuple[Head, ...]:
    """The edition's characteristics."""
    full = dict(book.characteristic_names)
    return tuple(Head(name, full.get(name, name)) for name in book.characteristics)


def deed_heads(deeds: Iterable[Deed]) -> tuple[Head, ...]:
    """The heads of columns that count these deeds."""
    return tuple(Head(deed.short, deed.many) for deed in deeds)


def count_heads(book: Book) -> tuple[Head, ...]:
    """The counts of a player's career, in the book's order."""
    return deed_heads(book.deeds.values())


def points_head(book: Book) -> Head:
    """What the book calls the points that players earn."""
    return Head(_(book.points_called.short), _(book.points_called.many))


def legend(book: Book, lines: Iterable[PlayerSheet]) -> tuple[Head, ...]:
    """The meaning of the short words and signs of a roster; of marks, those that one of its players has."""
    worn = {mark for line in lines for mark in line.marks}
    signs = (
        points_head(book),
        Head("↑", _("improved since joining")),
        Head("↓", _("injured since joining")),
        *((Head("+", _("gained since joining") if book.skills_called else _("skill gained")),) if book.skills else ()),
    )
    marks = tuple(Head(_(mark.short), _(mark.name)) for mark in book.marks.values() if mark.key in worn)
    counts = count_heads(book) if "deeds:*" in book.roster else ()
    return (*marks, *characteristic_heads(book), *counts, *signs)


def shown_player(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet, names: Names) -> ShownPlayer:
    """A line of the roster in words."""
    position = rules.position(sheet, line)
    return ShownPlayer(
        player=line.player,
        number="" if line.endless else line.number,
        name=names.get(line.player, ""),
        position=line.position,
        characteristics=tuple(_characteristic(rules.book, line, name) for name, _value in line.profile),
        skills=shown_skills(rules.book, line.starting_skills),
        gained=shown_skills(rules.book, line.gained_skills, gained=True),
        injuries=injuries(rules.book, line),
        marks=marks(rules.book, line),
        marks_in_short=tuple(_(mark.short) for mark in rules.book.marks.values() if mark.key in line.marks),
        misses_next=line.misses_next,
        absence=misses_words(line.misses),
        career=career(rules, line),
        cost=cost(rules, sheet, line) if rules.book.with_costs else None,
        joined=_joined(rules, sheet, line),
        url=of_position(rules.book, sheet.team_list, line.position),
        doubt=position.doubt if position is not None else "",
        marked=tuple(str(line.marks.count(key)) for key in rules.book.marks),
        lasting=tuple(str(value_in(line.conditions, key)) for key in rules.book.conditions),
        cut=cut_of(rules.book.lists.get(sheet.team_list), line.position),
        shirt_mark=mark_of(dead=False, absent=line.misses_next),
    )


def _joined(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> str:
    """How the player came if not hired, whether they are on loan, and whether the list has their position (C9)."""
    words = {"raised": _("raised from the dead"), "brought_over": _("imported"), JOURNEYMAN: _("journeyman")}
    words[ENDLESS] = _("as many as needed")
    came = words.get(line.joined, "")
    gone = _("no longer on the list") if rules.position(sheet, line) is None else ""
    lent = _("on loan") if line.loan else ""
    return ", ".join(filter(None, (came, lent, gone)))


def career(rules: Ruleset, line: PlayerSheet) -> Career:
    """What a player did, their level, and the points to the next level (G2, p33)."""
    counts = tuple(zip(count_heads(rules.book), (str(line.deed(key)) for key in rules.book.deeds), strict=True))
    standing = rules.standing(line)
    rolls = max(standing.owed, 0)
    due = ngettext("%(rolls)d improvement roll due", "%(rolls)d improvement rolls due", rolls) % {"rolls": rolls}
    done = Career(counts, str(line.spp), standing.title, due=due if rolls else "")
    further = standing.ahead
    if not standing.milestones:
        return replace(done, ahead=_("%(left)d to spend") % {"left": standing.left} if standing.left else "")
    if further is None:
        return done
    return replace(
        done,
        ahead=_("%(missing)d to %(level)s") % {"missing": further.points - line.spp, "level": further.title},
        progress=str(line.spp - standing.here),
        stretch=str(further.points - standing.here),
    )


def cost(rules: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> ShownFigure:
    """A player's cost, with what each improvement added. Without improvements only the number (G5, p34)."""
    gains = [(what, added) for what, added in line.history if added]
    position = rules.position(sheet, line)
    start = line.cost - sum(added for _what, added in gains)
    terms = (
        ShownTerm(line.position, k(start), page=position.page if position else 0),
        *(ShownTerm(_gain(what), k(added), page=rules.source("improvement_cost")["page"]) for what, added in gains),
    )
    label = _("Cost of number %(number)d") % {"number": line.number}
    return ShownFigure(label, k(line.cost), terms if gains else ())


def _characteristic(book: Book, line: PlayerSheet, name: str) -> Characteristic:
    what, now, start = book.profile[name], figure(book, line, name), line.starting_characteristic(name)
    better = steps_gained(book, line, name)
    mark = IMPROVED if better > 0 else INJURED if better < 0 else ""
    return Characteristic(name, what.written(now), what.written(start), mark)


def _gain(what: str) -> str:
    return _("+1 %(name)s") % {"name": what[1:]} if what.startswith("+") else what


def how_left(how: str) -> str:
    """How a player left a roster, in words."""
    words = {
        "dead": _("died"),
        "released": _("released"),
        "retired": _("retired"),
        "walked_out": _("walked out"),
        JOURNEYMAN: _("left as a journeyman"),
        "traded": _("traded away"),
        "lent": _("out on loan"),
        "returned": _("back with their own team"),
    }
    return words.get(how, how)


def _departed(rules: Ruleset, sheet: TeamSheet, gone: Departed, names: Names) -> ShownDeparted:
    dead = gone.how == "dead"
    line = shown_player(rules, sheet, gone.line, names)
    line = replace(line, shirt_mark=mark_of(dead=dead, absent=False), misses_next=False, absence="")
    return ShownDeparted(line, how_left(gone.how), dead)
