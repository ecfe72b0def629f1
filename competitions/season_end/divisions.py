"""The divisions of a season at its end: their teams in the order of the tables, and who is promoted and relegated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from competitions.models import Competition, Entrant, Season
from competitions.pairing.movers import Placed, first_of, last_of
from competitions.standings.conferences import places_within
from competitions.standings.standings import standings_of_all
from teams.models import Team


def entries_of(season: Season, competitions: Sequence[Competition] | None = None) -> list[Entrant]:
    """The entries that the next season is made from: those in leagues, or in brackets if there are no leagues.

    ``competitions`` are the season's, for callers that have them already.
    """
    rows = Entrant.objects.filter(competition__season=season).exclude(competition__state=Competition.State.DRAFT)
    found = list(rows.select_related("team", "withdrawal").defer("team__draft").order_by("competition", "pk"))
    of_all = {each.pk: each for each in competitions} if competitions is not None else season.competitions.in_bulk()
    for entry in found:
        entry.competition = of_all[entry.competition_id]
    leagues = [each for each in found if not each.competition.format.eliminates]
    return leagues or found


def in_order(entries: Sequence[Entrant]) -> dict[Competition, list[Entrant]]:
    """The entries of each competition in the order of its table; teams that left come last."""
    divisions: dict[Competition, list[Entrant]] = {}
    for entry in entries:
        divisions.setdefault(entry.competition, []).append(entry)
    tables = standings_of_all(list(divisions))
    for competition, several in divisions.items():
        place = {int(line.team): number for number, line in enumerate(tables[competition.pk].lines)}
        several.sort(key=lambda entry: place.get(entry.team_id, len(place)))
    return divisions


def places_in_conferences(divisions: Mapping[Competition, Sequence[Entrant]]) -> dict[int, int]:
    """The place within its conference, from 1, of each entry that has one, by entry id; all teams in the table count.

    No query where no team is in a conference, or where the tables are cached.
    """
    divided = [each for each, entries in divisions.items() if any(entry.conference for entry in entries)]
    tables = standings_of_all(divided) if divided else {}
    found: dict[int, int] = {}
    for competition in divided:
        within = places_within(competition, tables[competition.pk])
        found |= {entry.pk: within[entry.team_id].place for entry in divisions[competition] if entry.team_id in within}
    return found


def placed(entries: Sequence[Entrant], within: Mapping[int, int]) -> list[Placed]:
    """The entries that can be promoted or relegated, in the order of the table; ``within`` has places in conferences.

    Teams that left or retired do not move and take no place.
    """
    return [
        Placed(entry.pk, entry.conference if entry.pk in within else "", within.get(entry.pk, 0))
        for entry in entries
        if entry.team.state == Team.State.ACTIVE and not has_left(entry)
    ]


def suggested(divisions: Mapping[Competition, Sequence[Entrant]], movers: int) -> dict[int, Competition]:
    """The promotions and relegations, by entry id: ``movers`` teams from each division to the next one above or below.

    The divisions are those of one group, in the order of their setup. A team cannot be both promoted and relegated.
    Conferences share out the places if each can have as many (``competitions.pairing.movers``).
    """
    moves: dict[int, Competition] = {}
    within = places_in_conferences(divisions) if movers else {}
    rows = {division: placed(entries, within) for division, entries in divisions.items()}
    order = list(divisions)
    for above, below in pairwise(order):
        if above.group_name != below.group_name:
            continue
        for entry in first_of(rows[below], movers):
            moves[entry] = above
        for entry in last_of(rows[above], movers):
            moves.setdefault(entry, below)
    return moves


def has_left(entry: Entrant) -> bool:
    """Whether a team left a competition during the season."""
    return getattr(entry, "withdrawal", None) is not None
