"""What this room asks of rooms above it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from accounts.models import User
from accounts.registry import Registry
from leagues.models import League
from teams.models import Team
from web.errors import Text


@dataclass(frozen=True, slots=True)
class JournalSource:
    """What wrote an entry of a team's journal: for entries whose source is `prefix`, or begins with `prefix:`.

    `route` shows it; it takes what follows the colon.
    """

    prefix: str
    label: Text
    route: str = ""


journal_sources: Registry[JournalSource] = Registry(key=attrgetter("prefix"))
"""The sources of journal entries, by their stored prefix. Read when a history is drawn, outside any transaction."""


@dataclass(frozen=True, slots=True)
class TeamPage:
    """The route of a page about a team: of the team itself (`about` is "team"), or of one of its players ("player").

    A team's route takes its public id, a player's also the player's number in the journal.
    """

    about: str
    route: str


team_pages: Registry[TeamPage] = Registry(key=attrgetter("about"))
"""The pages to which links about teams and players lead, by what they are about. Read when an address is needed."""

coach_changed: Registry[Callable[[Team], None]] = Registry()
"""Functions called when a team has another coach: what waited for the old one waits for the new one.

Called at the end of the change, inside its transaction; they only write rows. An exception undoes the change.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedPack:
    """A pack for teams of one purpose, such as a tournament: its key and what it is for, its book and its text.

    ``edition`` is stored as that of teams is: empty for the book that the league was created with.
    """

    key: str
    name: str
    edition: str
    text: str

    @property
    def digest(self) -> str:
        """A sign of its text, by which a form says which one its reader saw."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


offered_packs: Registry[Callable[[League], list[OfferedPack]]] = Registry()
"""Functions that give the packs by which new teams of a league can be built, besides its house rules.

Called when a team is begun, and for the page on which it is; they only read.
"""

team_founded: Registry[Callable[[Team, User], None]] = Registry()
"""Functions called when a team was founded, new or from elsewhere, with who approved it: what waited for it goes on.

Called at the end of the founding, inside its transaction; they only write rows. An exception undoes the founding.
"""

team_retired: Registry[Callable[[Team], None]] = Registry()
"""Functions called when a team was retired: its matches may wait for somebody.

Called at the end of the change, inside its transaction; they only write rows. An exception undoes the change.
"""

sheet_corrected: Registry[Callable[[Team], None]] = Registry()
"""Functions called when a commissioner has corrected a figure of a team outside a match.

Called at the end of the correction, inside its transaction; they only write rows. An exception undoes the correction.
"""
