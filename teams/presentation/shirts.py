"""The shirt of a player: its cut says what kind of player wears it, a mark whether they can play."""

from __future__ import annotations

from functools import lru_cache

from rules.book.rows.teams import TeamList

LIKE_OTHERS = "plain"
STRENGTH, PACE = "ST", "MA"
"""The characteristics that decide, by the keys that books give them in their data."""
MUCH = 2
"""How many points of strength more than others a giant has at least."""


def cut_of(team_list: TeamList | None, position: str) -> str:
    """The cut (``web.crests.shirts.CUTS``) of a position, by its profile beside the commonest position of its list.

    Those who are much stronger wear the torn shirt of a giant, those who are stronger shoulder pads, those who are
    weaker a small shirt, those who are faster a vest, and other specialists long sleeves. A position or a list that is
    not known, or has no such figures, wears the plain shirt.
    """
    return _cut(team_list, position) if team_list else LIKE_OTHERS


@lru_cache(maxsize=2048)
def _cut(team_list: TeamList, position: str) -> str:
    own = next((each for each in team_list.positions if each.name == position), None)
    common = max(team_list.positions, key=lambda each: each.maximum, default=None)
    if own is None or common is None or own is common:
        return LIKE_OTHERS
    mine, usual = dict(own.profile), dict(common.profile)
    if not {STRENGTH, PACE} <= mine.keys() & usual.keys():
        return LIKE_OTHERS
    stronger = mine[STRENGTH] - usual[STRENGTH]
    if stronger:
        return "giant" if stronger >= MUCH else "pads" if stronger > 0 else "small"
    return "vest" if mine[PACE] > usual[PACE] else "long"


def mark_of(*, dead: bool, absent: bool) -> str:
    """The mark on a player's shirt: a skull for the dead, a bandage for those who miss the next match."""
    return "skull" if dead else "bandage" if absent else ""
