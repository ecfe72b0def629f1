"""The proposal for closing a reopened season: the decisions of its last end, place by place.

A promotion or relegation belongs to a place in a division: the team now in that place is proposed for it. If each
conference of the division sent as many teams, it belongs to a place within a conference. Teams that had left or retired
keep their own decision.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.models import Competition, Entrant, Season, SeasonEnd, SeasonMark
from competitions.season_end.divisions import has_left, placed, places_in_conferences
from competitions.season_end.moved_places import Part, moved_now, parts_of
from competitions.season_end.season_end import GONE, RETIRES, STAYS, Ending
from teams.models import Team

Mark = SeasonMark.Mark
Destination = Competition | str
"""Where a team goes, or one of ``STAYS``, ``RETIRES``, ``GONE``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A team whose proposal differs from the last decision, and why, in words that follow its name."""

    entry: Entrant
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedEnd:
    """The proposal, and how it differs from the last decisions. ``places_known``: the tables can be compared."""

    ending: Ending
    differences: list[Difference]
    places_known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LastEnd:
    """The last end: its marks by team and competition, and the ids of the entries of teams that had left."""

    marks: Mapping[tuple[int, int | None], SeasonMark]
    left: frozenset[int]

    def mark_of(self, entry: Entrant) -> SeasonMark | None:
        """The mark of an entry; None if it was not there or did not return."""
        return self.marks.get((entry.team_id, entry.competition_id))

    def destination_of(self, entry: Entrant) -> Destination | None:
        """The decision about an entry; None if it was not there."""
        mark = self.mark_of(entry)
        if mark is None:
            return GONE if entry.pk in self.left else None
        return _destination_of_mark(mark)

    def in_the_table(self, competition: Competition, entries: Sequence[Entrant]) -> list[SeasonMark]:
        """The marks of the teams that could be promoted or relegated, in the order of the table."""
        had_left = {entry.team_id for entry in entries if entry.pk in self.left}
        several = [
            mark
            for mark in self.marks.values()
            if mark.source_id == competition.pk and mark.mark != Mark.RETIRED and mark.team_id not in had_left
        ]
        return sorted(several, key=lambda mark: mark.place or 0)


def proposed_again(season: Season, divisions: Mapping[Competition, Sequence[Entrant]]) -> RepeatedEnd | None:
    """The proposal for a season that was closed before; None for other seasons. At most one query.

    ``divisions`` are its entries in the order of the current tables, with their teams and withdrawals.
    """
    end: SeasonEnd | None = getattr(season, "end", None)
    if end is None or season.state == Season.State.CLOSED:
        return None
    before = _before(season, end, divisions)
    places_known = all(mark.place is not None for mark in before.marks.values())
    within = places_in_conferences(divisions)
    destinations: dict[int, Destination] = {}
    differences = []
    for competition, entries in divisions.items():
        parts = parts_of(before.in_the_table(competition, entries), placed(entries, within))
        by_place = _by_place(parts) if places_known else {}
        by_conference = len(parts) > 1
        for place, entry in enumerate(entries, start=1):
            destination = destinations[entry.pk] = _available(_proposed(before, entry, by_place), divisions)
            if destination != (before.destination_of(entry) or STAYS):
                place_now = within.get(entry.pk) if by_conference else place
                differences.append(_difference(before, entry, destination, place_now, by_conference=by_conference))
    ending = Ending(
        clear_injuries=end.injuries_cleared,
        moves={
            pk: None if destination == RETIRES else destination
            for pk, destination in destinations.items()
            if destination not in (STAYS, GONE)
        },
        gone=[pk for pk, destination in destinations.items() if destination == GONE],
    )
    return RepeatedEnd(ending=ending, differences=differences, places_known=places_known)


def _before(season: Season, end: SeasonEnd, divisions: Mapping[Competition, Sequence[Entrant]]) -> LastEnd:
    marks = SeasonMark.objects.filter(season=season).select_related("into")
    left = frozenset(
        entry.pk for several in divisions.values() for entry in several
        if (withdrawal := getattr(entry, "withdrawal", None)) is not None and withdrawal.at < end.at
    )  # fmt: skip
    return LastEnd(marks={(mark.team_id, mark.source_id): mark for mark in marks}, left=left)


def _by_place(parts: Sequence[Part]) -> dict[int, Destination]:
    """The destinations that belong to the places of entries, by entry id."""
    moved = moved_now(parts)
    rows = [row.team for _then, now in parts for row in now]
    return {entry: (entry in moved and moved[entry].into) or STAYS for entry in rows}


def _proposed(before: LastEnd, entry: Entrant, by_place: Mapping[int, Destination]) -> Destination:
    if entry.team.state != Team.State.ACTIVE:
        return RETIRES
    if has_left(entry) and entry.pk not in before.left:
        return GONE
    decided = before.destination_of(entry) or STAYS
    if has_left(entry):
        return STAYS if decided == RETIRES else decided
    return by_place.get(entry.pk, STAYS if decided in (RETIRES, GONE) else decided)


def _available(destination: Destination, divisions: Mapping[Competition, Sequence[Entrant]]) -> Destination:
    """The destination if it can still be chosen, otherwise to stay."""
    return destination if isinstance(destination, str) or destination in divisions else STAYS


def _destination_of_mark(mark: SeasonMark) -> Destination:
    if mark.mark == Mark.RETIRED:
        return RETIRES
    return STAYS if mark.into is None or mark.mark == Mark.STAYS else mark.into


def _difference(
    before: LastEnd, entry: Entrant, destination: Destination, place: int | None, *, by_conference: bool
) -> Difference:
    was, why = before.destination_of(entry), _why(before, entry, destination, place, by_conference=by_conference)
    words = {"before": _was(was), "now": _now(destination), "why": why}
    return Difference(entry=entry, words=_("%(before)s, now %(now)s: %(why)s.") % words)


def _was(destination: Destination | None) -> str:
    if destination is None:
        return _("was not there")
    if isinstance(destination, Competition):
        return _("was to move to %(name)s") % {"name": destination.name}
    return {STAYS: _("was to stay"), RETIRES: _("was to retire"), GONE: _("was not to return")}[destination]


def _now(destination: Destination) -> str:
    if isinstance(destination, Competition):
        return _("moves to %(name)s") % {"name": destination.name}
    return {STAYS: _("stays"), RETIRES: _("retires"), GONE: _("does not return")}[destination]


def _why(before: LastEnd, entry: Entrant, destination: Destination, place: int | None, *, by_conference: bool) -> str:
    """Why the proposal differs from the last decision; ``place`` is the team's current place, in its conference or in
    the whole table."""
    was, mark, name = before.destination_of(entry), before.mark_of(entry), entry.competition.name
    then = mark and (mark.conference_place if by_conference else mark.place)
    where = entry.conference if by_conference and entry.conference else name
    if destination == RETIRES:
        return _("it has retired since")
    if destination == GONE:
        return _("it was withdrawn since")
    if was == RETIRES:
        return _("it is active again")
    if was == GONE:
        return _("it has returned")
    if isinstance(was, Competition) and was.state == Competition.State.DRAFT:
        return _("%(name)s is being set up") % {"name": was.name}
    if then is not None and place is not None and then != place:
        words = {"name": where, "before": then, "now": place}
        return _("place %(before)s of %(name)s then, place %(now)s now") % words
    return _("teams around it in %(name)s have joined or left") % {"name": where}
