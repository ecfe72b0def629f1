"""Stars who are dead or injured, in a league that does not waive it (I3): written with a match, read when one opens."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from leagues.models import League
from matches.models import Match, MatchSide, StarInjury
from matches.sequence.sequences import MatchState
from rules.book.edition import Ruleset
from rules.match_day.casualties import star_fate
from rules.sequence.sequence import SIDES


def write_star_injuries(state: MatchState) -> None:
    """What the report says of stars; nothing where the league waives it."""
    if state.ruleset.house.flag("star_injuries_waived"):
        return
    StarInjury.objects.filter(side__in=[row.pk for row in state.sides.values()]).delete()
    reports = state.played().reports
    found = [
        StarInjury(side=state.sides[side], star=line.name, casualty=line.casualty, fate=fate)
        for side in SIDES
        for line in reports.of(side).induced
        if line.kind == "star" and line.casualty and (fate := star_fate(state.ruleset, line.casualty))
    ]
    StarInjury.objects.bulk_create(found)


def absent_stars(league: League, ruleset: Ruleset) -> list[str]:
    """The names of the stars who cannot be hired in a match of the league that opens now, in order.

    The dead for ever; an injured one until the team with which he was hurt has played its next match.
    """
    if ruleset.house.flag("star_injuries_waived"):
        return []
    later = MatchSide.objects.filter(
        team=OuterRef("side__team"),
        match__opened_at__gt=OuterRef("side__match__opened_at"),
        match__state__in=Match.PLAYED,
    )
    rows = StarInjury.objects.filter(side__match__league=league).annotate(served=Exists(later))
    return sorted({row.star for row in rows if row.fate == StarInjury.Fate.DEAD or not row.served})
