"""What a correction changes: all differences between two sheets of a team."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book.edition import Ruleset
from rules.correcting.findings import rolls_owed
from rules.sheet.sheet import PlayerSheet, TeamSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A figure that differs between two sheets: of a player, or of the team if ``player`` is 0."""

    what: str
    before: int | str
    after: int | str
    player: int = 0


TEAM_FIGURES = ("treasury", "bank", "rerolls", "fan_factor")
PLAYER_FIGURES = ("spp", "cost", "niggling", "misses_next")


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
        yield from line_changes(old, new)
        owed = [max(0, rolls_owed(ruleset, line)) for line in (old, new)]
        if owed[0] != owed[1] and after.player(player) is not None:
            yield Change(what="owed", before=owed[0], after=owed[1], player=player)


def line_changes(old: PlayerSheet, new: PlayerSheet | None) -> Iterator[Change]:
    """The differences between two lines of a player; none if there is no second line."""
    if new is None:
        return
    for what in PLAYER_FIGURES:
        if getattr(old, what) != getattr(new, what):
            yield Change(what=what, before=int(getattr(old, what)), after=int(getattr(new, what)), player=old.player)
    for deed in dict.fromkeys(key for key, _ in (*old.deeds, *new.deeds)):
        if old.deed(deed) != new.deed(deed):
            yield Change(what=deed, before=old.deed(deed), after=new.deed(deed), player=old.player)
    if old.profile != new.profile:
        yield Change(what="profile", before=_profile(old), after=_profile(new), player=old.player)
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


def _profile(line: PlayerSheet) -> str:
    return " ".join(str(value) for _name, value in line.profile)
