"""The proposal for closing a reopened season: the decisions of its last end, place by place.

A promotion or relegation belongs to a place in a division: the team now in that place is proposed for it. Teams that
had left or retired keep their own decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.models import Competition, Entrant, Season, SeasonEnd, SeasonMark
from competitions.season_end.season_end import GONE, RETIRES, STAYS, Ending
from teams.models import Team

Mark = SeasonMark.Mark
Fate = Competition | str
"""Where a team goes, or one of ``STAYS``, ``RETIRES``, ``GONE``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Otherwise:
    """A team for which something else is proposed than was decided, and why, in words that follow its name."""

    entry: Entrant
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """What is proposed, and what of it is not as it was decided; ``places_known`` where the tables can be compared."""

    ending: Ending
    otherwise: list[Otherwise]
    places_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The last end: its marks by team and competition, and who had left by then, by the ids of the entries."""

    marks: Mapping[tuple[int, int | None], SeasonMark]
    left: frozenset[int]

    def mark_of(self, entry: Entrant) -> SeasonMark | None:
        """What was decided for an entry, if it was there and was to go on."""
        return self.marks.get((entry.team_id, entry.competition_id))

    def fate_of(self, entry: Entrant) -> Fate | None:
        """What was decided for an entry; None for one that was not there."""
        mark = self.mark_of(entry)
        if mark is None:
            return GONE if entry.pk in self.left else None
        return _fate_in(mark)

    def in_the_table(self, competition: Competition, entries: Sequence[Entrant]) -> list[SeasonMark]:
        """The marks of the teams that had a place to go up or down from, the first of the table first."""
        had_left = {entry.team_id for entry in entries if entry.pk in self.left}
        several = [
            mark
            for mark in self.marks.values()
            if mark.source_id == competition.pk and mark.mark != Mark.RETIRED and mark.team_id not in had_left
        ]
        return sorted(several, key=lambda mark: mark.place or 0)


def proposed_again(season: Season, divisions: Mapping[Competition, Sequence[Entrant]]) -> Again | None:
    """What is proposed for a season that was closed before; None for one that was not. A query, or none.

    ``divisions`` are its entries in the order of the tables of today, with their teams and withdrawals.
    """
    end: SeasonEnd | None = getattr(season, "end", None)
    if end is None or season.state == Season.State.CLOSED:
        return None
    before = _before(season, end, divisions)
    places_known = all(mark.place is not None for mark in before.marks.values())
    fates: dict[int, Fate] = {}
    otherwise = []
    for competition, entries in divisions.items():
        by_place = _by_place(before, competition, entries) if places_known else {}
        for place, entry in enumerate(entries, start=1):
            fate = fates[entry.pk] = _offered(_fate(before, entry, by_place), divisions)
            if fate != (before.fate_of(entry) or STAYS):
                otherwise.append(_otherwise(before, entry, fate, place))
    ending = Ending(
        clear_injuries=end.injuries_cleared,
        moves={pk: None if fate == RETIRES else fate for pk, fate in fates.items() if fate not in (STAYS, GONE)},
        gone=[pk for pk, fate in fates.items() if fate == GONE],
    )
    return Again(ending=ending, otherwise=otherwise, places_known=places_known)


def _before(season: Season, end: SeasonEnd, divisions: Mapping[Competition, Sequence[Entrant]]) -> Before:
    marks = SeasonMark.objects.filter(season=season).select_related("into")
    left = frozenset(
        entry.pk for several in divisions.values() for entry in several
        if (withdrawal := getattr(entry, "withdrawal", None)) is not None and withdrawal.at < end.at
    )  # fmt: skip
    return Before(marks={(mark.team_id, mark.source_id): mark for mark in marks}, left=left)


def _by_place(before: Before, competition: Competition, entries: Sequence[Entrant]) -> dict[int, Fate]:
    """The fates of those in a table by their entries: ways up are counted from its top, ways down from its foot."""
    then = before.in_the_table(competition, entries)
    now = [entry for entry in entries if entry.team.state == Team.State.ACTIVE and not _left(entry)]
    up = {place: mark.into for place, mark in enumerate(then) if mark.mark == Mark.UP}
    down = {place: mark.into for place, mark in enumerate(reversed(then)) if mark.mark == Mark.DOWN}
    return {
        entry.pk: up.get(place) or down.get(len(now) - 1 - place) or STAYS for place, entry in enumerate(now)
    }  # fmt: skip


def _fate(before: Before, entry: Entrant, by_place: Mapping[int, Fate]) -> Fate:
    if entry.team.state != Team.State.ACTIVE:
        return RETIRES
    if _left(entry) and entry.pk not in before.left:
        return GONE
    decided = before.fate_of(entry) or STAYS
    if _left(entry):
        return STAYS if decided == RETIRES else decided
    return by_place.get(entry.pk, STAYS if decided in (RETIRES, GONE) else decided)


def _offered(fate: Fate, divisions: Mapping[Competition, Sequence[Entrant]]) -> Fate:
    """A fate that can be chosen today."""
    return fate if isinstance(fate, str) or fate in divisions else STAYS


def _fate_in(mark: SeasonMark) -> Fate:
    if mark.mark == Mark.RETIRED:
        return RETIRES
    return STAYS if mark.into is None or mark.mark == Mark.STAYS else mark.into


def _left(entry: Entrant) -> bool:
    return getattr(entry, "withdrawal", None) is not None


def _otherwise(before: Before, entry: Entrant, fate: Fate, place: int) -> Otherwise:
    was = before.fate_of(entry)
    words = {"before": _was(was), "now": _now(fate), "why": _why(before, entry, fate, place)}
    return Otherwise(entry=entry, words=_("%(before)s, now %(now)s: %(why)s.") % words)


def _was(fate: Fate | None) -> str:
    if fate is None:
        return _("was not there")
    return _("was %(fate)s") % {"fate": _now(fate)}


def _now(fate: Fate) -> str:
    if isinstance(fate, Competition):
        return _("to go to %(name)s") % {"name": fate.name}
    return {STAYS: _("to stay"), RETIRES: _("to be retired"), GONE: _("not to come back")}[fate]


def _why(before: Before, entry: Entrant, fate: Fate, place: int) -> str:
    """Why it is not what was decided; ``place`` is where the team stands now."""
    was, mark, name = before.fate_of(entry), before.mark_of(entry), entry.competition.name
    if fate == RETIRES:
        return _("it has been retired since")
    if fate == GONE:
        return _("it has left since")
    if was == RETIRES:
        return _("it is active again")
    if was == GONE:
        return _("it has come back")
    if isinstance(was, Competition) and was.state == Competition.State.DRAFT:
        return _("%(name)s is being set up") % {"name": was.name}
    if mark is not None and mark.place is not None and mark.place != place:
        words = {"name": name, "before": mark.place, "now": place}
        return _("place %(before)s of %(name)s then, place %(now)s now") % words
    return _("teams around it in %(name)s have come or gone") % {"name": name}
