"""What a correction changes: all differences between two sheets of a team."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.sheet.sheet import PlayerSheet, TeamSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A figure that differs between two sheets: of a player, or of the team if ``player`` is 0."""

    what: str
    before: int | str
    after: int | str
    player: int = 0


TEAM_FIGURES = ("treasury", "bank", "rerolls", "fan_factor")
PLAYER_FIGURES = ("spp", "cost")


def differences(ruleset: Ruleset, before: TeamSheet, after: TeamSheet) -> tuple[Change, ...]:
    """All differences between two sheets of a team: first the team's figures, then each player."""
    return (*_team_changes(before, after), *_player_changes(ruleset, before, after))


def _team_changes(before: TeamSheet, after: TeamSheet) -> Iterator[Change]:
    for what in TEAM_FIGURES:
        if getattr(before, what) != getattr(after, what):
            yield Change(what=what, before=getattr(before, what), after=getattr(after, what))
    kinds = dict.fromkeys([kind for kind, _ in (*before.staff, *after.staff)])
    for kind in kinds:
        if before.staff_count(kind) != after.staff_count(kind):
            yield Change(what=kind, before=before.staff_count(kind), after=after.staff_count(kind))


def _player_changes(ruleset: Ruleset, before: TeamSheet, after: TeamSheet) -> Iterator[Change]:
    lines = {line.player: line for line in (*before.players, *after.players)}
    lines |= {
        gone.line.player: gone.line for gone in (*before.departed, *after.departed) if gone.line.player not in lines
    }
    for player in lines:
        old, new = _line(before, player), _line(after, player)
        if (fate := _fate(before, player)) != _fate(after, player):
            yield Change(what="fate", before=fate, after=_fate(after, player), player=player)
        if old is None or new is None:
            continue
        here = before.player(player) is not None and after.player(player) is not None
        if here and old.number != new.number:
            yield Change(what="number", before=old.number, after=new.number, player=player)
        yield from line_changes(ruleset.book, old, new)
        owed = [max(0, ruleset.standing(line).owed) for line in (old, new)]
        if owed[0] != owed[1] and after.player(player) is not None:
            yield Change(what="owed", before=owed[0], after=owed[1], player=player)


def line_changes(book: Book, old: PlayerSheet, new: PlayerSheet | None) -> Iterator[Change]:
    """The differences between two lines of a player; none if there is no second line."""
    if new is None:
        return
    for what in PLAYER_FIGURES:
        if getattr(old, what) != getattr(new, what):
            yield Change(what=what, before=getattr(old, what), after=getattr(new, what), player=old.player)
    for key in dict.fromkeys(key for key, _ in (*old.conditions, *new.conditions)):
        if old.condition(key) != new.condition(key):
            yield Change(what=key, before=old.condition(key), after=new.condition(key), player=old.player)
    if old.misses != new.misses:
        yield Change(what="misses_next", before=old.misses, after=new.misses, player=old.player)
    if old.marks != new.marks:
        before, after = (", ".join(book.marks[key].name for key in line.marks) for line in (old, new))
        yield Change(what="marks", before=before, after=after, player=old.player)
    for deed in dict.fromkeys(key for key, _ in (*old.deeds, *new.deeds)):
        if old.deed(deed) != new.deed(deed):
            yield Change(what=deed, before=old.deed(deed), after=new.deed(deed), player=old.player)
    if old.profile != new.profile:
        yield Change(what="profile", before=_profile(book, old), after=_profile(book, new), player=old.player)
    if old.gained_skills != new.gained_skills:
        skills = (", ".join(line.gained_skills) for line in (old, new))
        yield Change(what="skills", before=next(skills), after=next(skills), player=old.player)


def _line(sheet: TeamSheet, player: int) -> PlayerSheet | None:
    gone = next((gone.line for gone in sheet.departed if gone.line.player == player), None)
    return sheet.player(player) or gone


def _fate(sheet: TeamSheet, player: int) -> str:
    """Where a player is: ``here``, how they left, or ``never`` if they were never there."""
    if sheet.player(player) is not None:
        return "here"
    return next((gone.how for gone in sheet.departed if gone.line.player == player), "never")


def _profile(book: Book, line: PlayerSheet) -> str:
    return " ".join(figure for _name, figure in book.written(line.profile))
