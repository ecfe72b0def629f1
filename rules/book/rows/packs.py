"""Packs: what teams of an exhibition or a tournament have besides their list, as a commissioner writes it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.book.rows.doubt import Doubtful
from rules.book.rows.teams import Pairs


@dataclass(frozen=True, slots=True, kw_only=True)
class PackTier:
    """What teams of a tier have: `gold` to begin with (0: that of the league), and how many skills for their players.

    There are `skills` in all at most, of which so many `primary` and `secondary` ones at most, and they cost `points`
    at most together, with the `stars` of which a team hires so many at most. What is None has no limit of its own;
    without `tier` the row is for all lists.
    """

    tier: int = 0
    gold: int = 0
    skills: int | None = None
    primary: int | None = None
    secondary: int | None = None
    points: int | None = None
    stars: int | None = None

    @property
    def gives_skills(self) -> bool:
        """Whether coaches give any skills to the players of a new team."""
        return self.skills != 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A pack: its tiers, and what holds for all teams.

    Only teams of these `lists` play, with these `stars` (none named: as in the league); `barred` skills are given to
    nobody. A team has the `same_skill` so often at most (0: any number), those that are `limited` so often instead, a
    player `on_a_player` at most. A primary skill costs `primary_points`, a secondary one `secondary_points`, a star
    `star_points` besides the gold, or what `keyword_points` say for one of the star's keywords. Of stars with a keyword
    a team has `keyword_stars` at most. `tier_of` gives lists another tier than the book. A new team begins with `fans`
    dedicated fans, or points of fan factor (None: as in the book).
    """

    name: str
    tiers: tuple[PackTier, ...]
    lists: tuple[str, ...] = ()
    stars: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    same_skill: int = 0
    on_a_player: int = 1
    primary_points: int = 1
    secondary_points: int = 2
    star_points: int = 0
    keyword_points: Pairs = ()
    keyword_stars: Pairs = ()
    tier_of: Pairs = ()
    limited: Pairs = ()
    fans: int | None = None

    def points_of(self, keywords: Collection[str]) -> int:
        """What a star with these keywords costs in points."""
        return next((points for keyword, points in self.keyword_points if keyword in keywords), self.star_points)

    def row(self, team_list: str, tier: int) -> PackTier | None:
        """The row for a list that has this tier in the book; None for a list that cannot play."""
        wanted = dict(self.tier_of).get(team_list, tier)
        if self.lists and team_list not in self.lists:
            return None
        return next((row for row in self.tiers if row.tier in (wanted, 0)), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyPack(Doubtful):
    """A pack of the book itself: a league has it by writing its name alone. `about` is what the pack leaves out."""

    pack: Pack
    page: int
    about: str = ""
