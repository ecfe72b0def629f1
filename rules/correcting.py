"""Correcting the past: what other entries for a match long over do to a journal, and what can no longer stand.

The corrected match's own entries are replaced at their place; everything later carries over as a fact. What cannot
follow any more, or is in doubt, is found and put to whoever corrects. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.edition import Ruleset
from rules.explanations import Args
from rules.history import Correction, Place, Record, ordered, placed
from rules.journal import (
    CharacteristicRaised,
    Entry,
    GoldMoved,
    Impossible,
    PlayerHired,
    PlayerJoined,
    PlayerLost,
    PlayerTraded,
    SkillGained,
    apply,
    fold,
)
from rules.sheet import PlayerSheet, TeamSheet
from rules.trades import PURSE

Choice = Literal["strike", "keep", "grant"]
STRIKE: Choice = "strike"
KEEP: Choice = "keep"
GRANT: Choice = "grant"
COMMISSIONER = "commissioner"
Order = list[tuple[Place, Entry]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A later entry that cannot stand, or is in doubt: why, what may be done about it, and what was chosen.

    ``strike`` takes it out, ``keep`` lets it stand by the commissioner's word, ``grant`` gives the gold that is missing
    (``missing`` gp, into ``purse``). Without any choice it stands in the way of the correction. ``choice`` is
    empty while nobody has chosen; it is worked on without it then.
    """

    place: Place
    entry: Entry
    id: str
    args: Args = ()
    choices: tuple[Choice, ...]
    choice: str = ""
    purse: str = ""
    missing: int = 0

    @property
    def key(self) -> str:
        """Its name in a form."""
        return f"{self.place[0]}.{self.place[1]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """A journal as it would be: the one record to write, the sheet that it makes, and everything found on the way."""

    correction: Correction
    sheet: TeamSheet
    findings: tuple[Finding, ...]

    @property
    def undecided(self) -> tuple[Finding, ...]:
        """What waits for a choice."""
        return tuple(finding for finding in self.findings if not finding.choice)


def sheet_before(records: Sequence[Record], own: Collection[Place], before: int = 0) -> TeamSheet:
    """The sheet as it was, by what is true now, before the first of a match's ``own`` entries.

    Where it has none, before the record ``before``, or at the end for 0. Raises ``Impossible``.
    """
    order = placed(records)
    starts = (index for index, (place, _) in enumerate(order) if place in own or (not own and place[0] == before))
    first = next(starts, len(order))
    return fold(entry for _, entry in order[:first])


def work_out(
    ruleset: Ruleset,
    records: Sequence[Record],
    own: Collection[Place],
    entries: Sequence[Entry],
    choices: Mapping[str, str],
    *,
    before: int = 0,
    restore: Collection[Place] = (),
) -> Corrected:
    """The journal with ``entries`` in the place of a match's ``own`` ones, and what of later can no longer stand.

    ``choices`` are what was chosen, by the finding's key. ``before`` is the seq of the record before which the entries
    belong where the match has none of its own; 0 is the end. ``restore`` are the places of later entries that earlier
    corrections of this match struck: they are tried again.
    """
    order = placed(records)
    at = _where(order, own, before)
    known = {(place, id) for place, id, _args in _doubts(ruleset, order)}
    walk = _Walk(ruleset=ruleset, choices=choices, known=known)
    everything = [(item.place, item.entry) for item in ordered(records) if item.counts or item.place in restore]
    walk.go(_replaced(everything, own, entries, at))
    grants = tuple(GoldMoved(amount=gold, source=COMMISSIONER, target=purse) for purse, gold in walk.granted.items())
    later = (place for place in walk.struck if place not in restore and place[0])
    struck = (*(place for place, _ in order if place in own), *later)
    fresh = (entry for nth, entry in enumerate(entries) if (0, nth) not in walk.struck)
    restored = tuple(place for place, _ in everything if place in restore and place not in walk.struck)
    correction = Correction(struck=struck, entries=(*fresh, *grants), before=at, restored=restored)
    return Corrected(correction=correction, sheet=walk.sheet, findings=tuple(walk.findings))


def _where(order: Order, own: Collection[Place], before: int) -> int:
    """The seq of the record that follows a match's own entries; 0 where they are the last."""
    last = max((index for index, (place, _) in enumerate(order) if place in own), default=None)
    if last is None:
        return before
    return next((place[0] for place, _ in order[last + 1 :] if place not in own), 0)


def _replaced(order: Order, own: Collection[Place], entries: Sequence[Entry], at: int) -> Order:
    index = next((index for index, (place, _) in enumerate(order) if at and place[0] == at), len(order))
    fresh: Order = [((0, nth), entry) for nth, entry in enumerate(entries)]
    before, after = ([item for item in part if item[0] not in own] for part in (order[:index], order[index:]))
    return [*before, *fresh, *after]


class _Walk:
    """A journal folded entry by entry, with a look at each of the later ones."""

    def __init__(self, *, ruleset: Ruleset, choices: Mapping[str, str], known: Collection[tuple[Place, str]]) -> None:
        self.ruleset, self.choices, self.known = ruleset, choices, known
        self.sheet = TeamSheet()
        self.findings: list[Finding] = []
        self.struck: list[Place] = []
        self.granted: dict[str, int] = {}
        self.unhired: set[int] = set()

    def go(self, order: Order) -> None:
        """Folds all entries; those that cannot follow are left out, and found."""
        for place, entry in order:
            doubt = next(
                (each for each in _doubts_of(self.ruleset, self.sheet, entry) if (place, each[0]) not in self.known),
                None,
            )
            try:
                after = apply(self.sheet, entry)
            except Impossible as why:
                if getattr(entry, "player", 0) in self.unhired and not is_shared(entry):
                    self.struck.append(place)  # it hangs on what was struck
                else:
                    self._cannot_stand(place, entry, why)
                continue
            if doubt is not None and self._choose(place, entry, *doubt, choices=(KEEP, STRIKE)) == STRIKE:
                self._strike(place, entry)
                continue
            self.sheet = after

    def _cannot_stand(self, place: Place, entry: Entry, why: Impossible) -> None:
        short = why.id == "gold_not_there"
        purse, missing = (str(why.args_["purse"]), int(why.args_["missing"])) if short else ("", 0)
        choices: tuple[Choice, ...] = ((GRANT,) if short else ()) + (() if is_shared(entry) else (STRIKE,))
        args: Args = tuple(why.args_.items())
        choice = self._choose(place, entry, why.id, args, choices=choices, purse=purse, missing=missing)
        if choice == GRANT:
            self.granted[purse] = self.granted.get(purse, 0) + missing
            self.sheet = apply(self.sheet, GoldMoved(amount=missing, source=COMMISSIONER, target=purse))
            self.sheet = apply(self.sheet, entry)
        elif choice == STRIKE:
            self._strike(place, entry)

    def _strike(self, place: Place, entry: Entry) -> None:
        self.struck.append(place)
        if isinstance(entry, PlayerHired):
            self.unhired.add(entry.player)

    def _choose(
        self,
        place: Place,
        entry: Entry,
        id: str,
        args: Args,
        *,
        choices: tuple[Choice, ...],
        purse: str = "",
        missing: int = 0,
    ) -> str:
        finding = Finding(place=place, entry=entry, id=id, args=args, choices=choices, purse=purse, missing=missing)
        chosen = self.choices.get(finding.key, "")
        choice = next((choice for choice in choices if choice == chosen), "")
        self.findings.append(replace(finding, choice=choice))
        return choice


def _doubts(ruleset: Ruleset, order: Order) -> Iterator[tuple[Place, str, Args]]:
    """What was in doubt in a journal before anything was corrected: it is nobody's affair now."""
    sheet = TeamSheet()
    for place, entry in order:
        for id, args in _doubts_of(ruleset, sheet, entry):
            yield place, id, args
        sheet = apply(sheet, entry)


def _doubts_of(ruleset: Ruleset, sheet: TeamSheet, entry: Entry) -> Iterator[tuple[str, Args]]:
    """What a fact alone cannot tell: an improvement that was not earned, a place or a position that was full."""
    if isinstance(entry, (SkillGained, CharacteristicRaised)) and entry.by_roll:
        line = sheet.player(entry.player)
        if line is not None and rolls_owed(ruleset, line) < 1:
            yield "correction.not_earned", (("player", entry.player), ("spp", line.spp))
    if isinstance(entry, PlayerHired):
        most = ruleset.book.creation.maximum_players
        if len(sheet.players) >= most:
            yield "correction.roster_full", (("maximum", most),)
        position = next(
            (each for each in ruleset.book.lists[sheet.team_list].positions if each.name == entry.position), None
        )
        have = sum(line.position == entry.position for line in sheet.players)
        if position is not None and have >= position.maximum:
            yield "correction.position_full", (("position", position.name), ("maximum", position.maximum))


def is_shared(entry: Entry) -> bool:
    """Whether another team's journal has its counterpart: what passed in a trade cannot be struck in one alone (C8)."""
    if isinstance(entry, GoldMoved):
        return PURSE in (entry.source, entry.target)
    return isinstance(entry, (PlayerTraded, PlayerJoined, PlayerLost))


def rolls_owed(ruleset: Ruleset, line: PlayerSheet) -> int:
    """How many improvement rolls a player has earned and not used; below 0 where he used more."""
    return ruleset.book.level_for(line.spp).rolls - line.improvements


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A figure that differs between two sheets: of a player, or of the team where ``player`` is 0."""

    what: str
    before: int | str
    after: int | str
    player: int = 0


TEAM_FIGURES = ("treasury", "bank", "rerolls", "fan_factor")
PLAYER_FIGURES = (
    "spp", "cost", "niggling", "misses_next", "completions", "touchdowns", "interceptions", "casualties", "mvps",
)  # fmt: skip


def differences(ruleset: Ruleset, before: TeamSheet, after: TeamSheet) -> tuple[Change, ...]:
    """Everything in which two sheets of a team differ: its figures first, then player by player."""
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
    """The figures in which two lines of a player differ; none where there is no other one."""
    if new is None:
        return
    for what in PLAYER_FIGURES:
        if getattr(old, what) != getattr(new, what):
            yield Change(what=what, before=int(getattr(old, what)), after=int(getattr(new, what)), player=old.player)
    if old.profile != new.profile:
        yield Change(what="profile", before=_profile(old), after=_profile(new), player=old.player)
    if old.gained_skills != new.gained_skills:
        skills = (", ".join(line.gained_skills) for line in (old, new))
        yield Change(what="skills", before=next(skills), after=next(skills), player=old.player)


def _line(sheet: TeamSheet, player: int) -> PlayerSheet | None:
    gone = next((gone.line for gone in sheet.departed if gone.line.player == player), None)
    return sheet.player(player) or gone


def _fate(sheet: TeamSheet, player: int) -> str:
    """Where a player is: ``here``, how he left, or ``never`` there."""
    if sheet.player(player) is not None:
        return "here"
    return next((gone.how for gone in sheet.departed if gone.line.player == player), "never")


def _profile(line: PlayerSheet) -> str:
    return " ".join(str(value) for _name, value in line.profile)
