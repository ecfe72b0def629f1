"""Who would stand where on a ladder if a match had ended otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.bracket_preview import as_ended
from competitions.ladders import ladder_of
from competitions.models import Competition, Fixture
from matches.lines import Ending
from matches.models import Match
from matches.previews import StageLine, StagePreview, previews_stages
from rules.sequence import Side
from teams.models import Team


@previews_stages
def rungs_after(match: Match, ended: Mapping[Side, Ending] | None) -> list[StagePreview]:
    """The teams of the match's ladder that would stand on another rung, the top first; nothing for other matches."""
    rows = Fixture.objects.select_related("round__competition")
    ladders = rows.filter(round__competition__scheduling=Competition.Scheduling.LADDER)
    fixture = ladders.filter(match=match).first()
    if fixture is None:
        return []
    competition = fixture.round.competition
    now, then = ladder_of(competition), ladder_of(competition, {fixture.pk: as_ended(ended)})
    moved = [team for place, team in enumerate(then) if now[place] != team]
    if not moved:
        return []
    names = dict(Team.objects.filter(pk__in=moved).values_list("pk", "name"))
    lines = (
        StageLine(
            text=_("%(team)s: from place %(now)s to place %(then)s.")
            % {"team": names[team], "now": now.index(team) + 1, "then": then.index(team) + 1}
        )
        for team in moved
    )
    url = reverse("competitions:ladder", args=[competition.public_id])
    return [StagePreview(name=competition.name, url=url, lines=tuple(lines))]
