"""What this room asks of rooms above it, and how it asks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from accounts.registry import Registry
from matches.models import Match
from matches.previews import Preview, Read
from rules.sheet.sheet import PlayerSheet
from teams.models import Team
from web.charts.drawing import NOTHING
from web.errors import Refusal
from web.preview import rolled_back
from web.tabs import Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Dating:
    """How coaches date a match that is not opened: the address of the form, the ``version`` that it was drawn from, and
    the date proposed last, as the field ``value`` and in ``words``, both in the league's zone, which ``zone`` names.

    ``waits_for`` is the side that has to agree to it; ``late``: it is after the deadline of its round, which is there
    in words too. Value and words are empty without a date, the deadline where its round has none.
    """

    url: str
    version: int
    value: str
    words: str
    zone: str
    waits_for: str
    late: bool = False
    deadline: str = ""


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a match is played for, ``Riverside Championship``, in which round, ``round 8``, and the page it links to.

    ``round`` is empty where there are none. ``dating`` is there while its date can be set.
    """

    name: str
    round: str
    url: str
    dating: Dating | None = None

    @property
    def words(self) -> str:
        """Both in words."""
        return ", ".join(filter(None, (self.name, self.round)))


@dataclass(frozen=True, slots=True)
class Changes:
    """What a commissioner can change about a match that is not opened: a template of the room above, and what it needs
    as ``given``."""

    template: str
    given: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownHonour:
    """A trophy or award that a team or its player has won. ``player``, ``prize`` and ``season`` may be empty.

    ``cup`` is its drawing, if it has one; ``team_id`` is the team's row id, or None where it is not told.
    """

    trophy: str
    url: str
    role: str
    team: str
    player: str
    prize: str
    season: str
    cup: str = ""
    team_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCareer:
    """What rooms above know of a player: a picture of the career, what each match was played for (in short and in full,
    by the match's id), and what the player has won, the latest first.
    """

    chart: SafeString = NOTHING
    places: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    honours: Sequence[ShownHonour] = ()


match_changed: Registry[Callable[[Match], None]] = Registry()
"""Functions called when a match has been opened, changed, closed, called off or annulled.

Called after the change, inside its transaction; they only write rows. An exception undoes the change.
"""

past_changed: Registry[Callable[[Sequence[Match]], None]] = Registry()
"""Functions called when a match that was over has been corrected or annulled, with it and others that it changed.

Called once after `match_changed` for all of them, inside the same transaction; they only write rows or wait for its
commit. An exception undoes the change.
"""

turn_changed: Registry[Callable[[Match], None]] = Registry()
"""Functions called when a step of a match may wait for other people than before, without a change of the match.

Called after an answer, its withdrawal, or a report that was taken back, inside its transaction; they only write rows.
"""

other_leg_decides: Registry[Callable[[Match], bool]] = Registry()
"""Functions that say whether a match may end level because another leg decides together with it.

Called when a match of a stage that needs a winner is played, reported or printed, inside or outside of a transaction;
they only read.
"""

occasions: Registry[Callable[[Match], Occasion | None]] = Registry()
"""Functions that say what a match is played for; None for a match that they do not know.

Called for a match's page and its printed sheet, outside any transaction; they only read.
"""

stages: Registry[Callable[[Collection[int]], Mapping[int, str]]] = Registry()
"""Functions that name the rounds of these matches (row ids), such as quarter-final, by the match's id.

Called for a team's record with matches of a later stage, outside any transaction; they only read.
"""

changes: Registry[Callable[[HttpRequest, Match], Changes | None]] = Registry()
"""Functions that say what the request's commissioner can change about a match; None for a match that they do not know.

Called for the page of a match that is not opened, outside any transaction; they only read.
"""

seasons: Registry[Callable[[Match], QuerySet[Match] | None]] = Registry()
"""Functions that give all matches of the season of a match; None for a match that they do not know.

Called when a match that is no league match is opened, inside its transaction; they only read.
"""

packs: Registry[Callable[[Match], str]] = Registry()
"""Functions that give the pack that a match is played by, besides that of its league; empty if there is none.

Called when a match is opened by a book whose lists have tiers, inside its transaction; they only read.
"""

honours: Registry[Callable[[Team], list[ShownHonour]]] = Registry()
"""Functions that list what a team and its players have won, the latest first.

Called for a team's page, outside any transaction; they only read.
"""

careers: Registry[Callable[[Team, int, str, PlayerSheet | None], ShownCareer]] = Registry()
"""Functions that tell the career of a player of a team by the player's id, name and line on the roster, if any.

Called for a player's page, outside any transaction; they only read.
"""

team_links: Registry[Callable[[HttpRequest, Team], Iterable[Link]]] = Registry()
"""Functions (request, team) -> pages with more about a founded team that the request's reader may open.

Called when a team's page is drawn, in its snapshot; without queries.
"""

player_links: Registry[Callable[[HttpRequest, Team, int], Iterable[Link]]] = Registry()
"""Functions (request, team, player) -> pages with more about a player that the request's reader may open.

Called when a player's page is drawn, in its snapshot; without queries.
"""

competition_names: Registry[Callable[[Sequence[Team]], Mapping[int, str]]] = Registry()
"""Functions that give the names of the competitions of these teams' matches, by the match's id.

Called by the job that prints a roster, outside any transaction; they only read.
"""

previewers: Registry[Callable[[Match], Read]] = Registry()
"""Functions that follow what a match changes. Each returns one that reads rows before the change; what that one returns
reads them again and compares.

Called for a preview of a correction: the functions themselves before the write lock is taken, so they may use the
cache; what they return inside the transaction that is rolled back (`preview_of`).
"""


def may_stay_level(match: Match) -> bool:
    """Whether a match may end level because another leg decides together with it."""
    return any(other_leg_decides.call(match))


def changes_of(request: HttpRequest, match: Match) -> Changes | None:
    """What the request's commissioner can change about a match that is not opened; None if no room knows anything."""
    return next((found for found in changes.call(request, match) if found is not None), None)


def occasion_of(match: Match) -> Occasion | None:
    """What a match is played for; None if no room knows, as for a friendly."""
    return next((found for found in occasions.call(match) if found is not None), None)


def rounds_of(matches: Collection[int]) -> dict[int, str]:
    """The rounds of these matches (row ids) in words, by the match's id, as far as a room knows them."""
    return {match: name for found in stages.call(matches) for match, name in found.items() if name}


def matches_of_season(match: Match) -> QuerySet[Match]:
    """The matches of the season of a match; none if no room knows its season."""
    return next((season for season in seasons.call(match) if season is not None), Match.objects.none())


def pack_of(match: Match) -> str:
    """The pack (TOML) that a match is played by, besides that of its league; empty if no room knows one."""
    return next(filter(None, packs.call(match)), "")


def honours_of(team: Team) -> list[ShownHonour]:
    """All that a team and its players have won, the latest first."""
    return [honour for found in honours.call(team) for honour in found]


def links_of(request: HttpRequest, team: Team, player: int | None = None) -> list[Link]:
    """The pages with more about a team, or about one of its players, that the request's reader may open."""
    found = team_links.call(request, team) if player is None else player_links.call(request, team, player)
    return [link for links in found for link in links]


def career_of(team: Team, player: int, called: str, line: PlayerSheet | None) -> ShownCareer:
    """The career of a player who is ``called`` so; an empty one if no room above tells any."""
    return next(iter(careers.call(team, player, called, line)), ShownCareer())


def competitions_of(team: Team) -> dict[int, str]:
    """The competitions of a team's matches, by the match's id."""
    return {match: name for found in competition_names.call([team]) for match, name in found.items()}


def preview_of(match: Match, deed: Callable[[], object]) -> Preview:
    """What ``deed`` would change around a match: it is done, and rolled back. Must not run inside a transaction."""
    try:
        readers: list[Read] = previewers.call(match)
        with rolled_back():
            compares = [read() for read in readers]
            deed()
            found = [compare() for compare in compares]
    except Refusal as refusal:
        return Preview(refused=refusal)
    return Preview(
        tables=tuple(table for each in found for table in each.tables),
        stages=tuple(stage for each in found for stage in each.stages),
    )
