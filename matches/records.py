"""A team's record of matches, as the back of its printed roster shows it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.errors import Text
from matches.models import Match, MatchSide
from rules.match import Terms
from teams.models import Team
from teams.roster_print import MatchLine

RESULTS: dict[str, Text] = {
    "win": gettext_lazy("won"),
    "draw": gettext_lazy("drawn"),
    "loss": gettext_lazy("lost"),
    "conceded": gettext_lazy("conceded"),
}


def record_lines(team: Team, competitions: Mapping[int, str] | None = None) -> list[MatchLine]:
    """A team's matches that count, the oldest first. ``competitions`` are names by the match's id."""
    return record_lines_of([team], competitions)[team.pk]


def record_lines_of(
    teams: Collection[Team], competitions: Mapping[int, str] | None = None
) -> dict[int, list[MatchLine]]:
    """The matches of several teams by the team's id, with one query for all of them."""
    names, found = competitions or {}, {team.pk: [] for team in teams}
    for own, theirs in _pairs(found):
        found[own.team_id].append(_line(own, theirs, names.get(own.match_id, "")))
    return found


def _pairs(teams: Collection[int]) -> list[tuple[MatchSide, MatchSide]]:
    """Each of these teams' sides with the other one, in the order in which the matches were played."""
    matches = MatchSide.objects.filter(team__in=teams, match__state__in=Match.PLAYED).values("match")
    sides = (
        MatchSide.objects.filter(match__in=matches)
        .select_related("match", "team")
        .defer("sheet", "figures", "story", "team__draft")
    )
    pairs: dict[int, list[MatchSide]] = {}
    for side in sides.order_by("match__played_on", "match__confirmed_at", "match_id"):
        pairs.setdefault(side.match_id, []).append(side)
    both = [(one, other) for one, other in pairs.values()]
    return [(own, theirs) for pair in both for own, theirs in (pair, pair[::-1]) if own.team_id in teams]


def _line(own: MatchSide, theirs: MatchSide, competition: str) -> MatchLine:
    match = own.match
    return MatchLine(
        date=date_format(match.played_on, "j M Y") if match.played_on else "",
        opponent=theirs.team.name,
        competition=competition,
        score=f"{own.score} : {theirs.score}",
        casualties_for=own.casualties,
        casualties_against=theirs.casualties,
        gate=gate_of(own, theirs),
        winnings=own.winnings,
        result=str(RESULTS.get(own.result, own.result)),
        notes=_notes(match, own),
    )


def gate_of(own: MatchSide, theirs: MatchSide) -> int | None:
    """All spectators of a match (M1), twice as many in semi-finals and finals (L4); None where nobody counted them."""
    if own.fans is None or theirs.fans is None:
        return None
    return (own.fans + theirs.fans) * Terms(stage=own.match.stage).gate_factor


def _notes(match: Match, own: MatchSide) -> str:
    """What the figures do not tell: the stage, and a match that overtime or a shoot-out decided."""
    notes = [] if match.stage == Match.Stage.LEAGUE else [str(match.get_stage_display())]
    if match.decided_for:
        notes.append(_("decided for it") if match.decided_for == own.side else _("decided against it"))
    return ", ".join(notes)
