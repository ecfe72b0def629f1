"""A record as a page shows it: who has it, and the line of those who had it before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString

from competitions.names import TeamName
from stats.records.kinds import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who has a record, with their ``team``, and a link to the match with the words for it."""

    name: str
    url: str
    team: TeamName
    where: str
    match_url: str
    of_player: bool
    lasting: bool

    @property
    def html(self) -> str:
        """The holder in the line of succession. A record has up to 168: a template would take most of its time."""
        team = f",\n          {escape(self.team.name)}" if self.of_player else ""
        return (
            f'<span><a href="{escape(self.url)}">{escape(self.name)}</a>{team} · '
            f'<a href="{escape(self.match_url)}">{escape(self.where)}</a></span>'
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownReign:
    """A line of the succession: the figure, who had it, how many ``more``, and since when."""

    figure: str
    holders: Sequence[Holder]
    more: int
    since: str
    since_url: str

    @property
    def named(self) -> SafeString:
        """Its holders as HTML."""
        return SafeString("".join([each.html for each in self.holders]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRecord:
    """A record: the ``picture`` of its first holder, its first holders and how many ``others``; its ``reigns``, the
    present one first, and what they are."""

    kind: Kind
    figure: str
    picture: SafeString
    holders: Sequence[Holder]
    others: int
    reigns: Sequence[ShownReign]
    unfold: str
