"""What teams hired in the league matches of a season: in play-offs, some books let them hire only that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from matches.extensions import matches_of_season
from matches.models import Match, MatchSide
from rules.book.edition import Ruleset
from rules.sequence.sequence import SIDES
from rules.sheet.match import Pair
from rules.team.hired import barred_stars
from rules.team.inducements import Item, parse_items, used_as


def used_before(match: Match, sides: Sequence[MatchSide], ruleset: Ruleset) -> dict[str, dict[str, int]]:
    """In how many league matches of the season each side of a match had what, by side and `used_as`.

    Empty for a match of the league itself, and by a book that does not ask for it: then it takes no query. A star whom
    both teams had hired played for neither, and is not counted; nor is what was had in a friendly, or for a match that
    was conceded before its kick-off (LL6). Without a season nothing counts.
    """
    asked = any(row.uses_before_play_offs for row in ruleset.book.inducements.values())
    if not asked or match.stage == Match.Stage.LEAGUE:
        return {}
    season = matches_of_season(match).filter(stage=Match.Stage.LEAGUE, state__in=Match.PLAYED)
    kicked_off = season.filter(conceded_before_kick_off=False)
    earlier = kicked_off.filter(sides__team__in=[side.team_id for side in sides]).distinct().prefetch_related("sides")
    teams: dict[int, Counter[str]] = {side.team_id: Counter() for side in sides}
    for each in earlier:
        for team, used in _used_in(each, ruleset).items():
            if team in teams:
                teams[team].update(used)
    return {side.side: dict(teams[side.team_id]) for side in sides}


def used_before_in(match: Match) -> Pair[Mapping[str, int]]:
    """What was stored for an opened match."""
    home, away = (match.used_before.get(side, {}) for side in SIDES)
    return Pair(home=home, away=away)


def _used_in(match: Match, ruleset: Ruleset) -> dict[int, set[str]]:
    """What each team had in a match, by the team's id."""
    bought: dict[str, tuple[Item, ...]] = {side.side: parse_items(side.inducements) for side in match.sides.all()}
    barred = barred_stars(ruleset, Pair(home=bought["home"], away=bought["away"]))
    return {
        side.team_id: {used_as(item) for item in bought[side.side] if item.count and item.name not in barred}
        for side in match.sides.all()
    }
