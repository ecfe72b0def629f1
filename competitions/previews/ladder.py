"""Who would stand where on a ladder if a match had ended otherwise."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Competition
from competitions.previews.hypothetical import as_ended, fixture_in
from competitions.standings.ladders import ladder_of
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages
from teams.models import Team


@previews_stages
def rungs_after(otherwise: Otherwise) -> list[StagePreview]:
    """The teams of the match's ladder that would stand on another rung, the top first; nothing for other matches."""
    fixture = fixture_in(otherwise)
    if fixture is None or fixture.round.competition.scheduling != Competition.Scheduling.LADDER:
        return []
    competition = fixture.round.competition
    now, then = ladder_of(competition), ladder_of(competition, {fixture.pk: as_ended(otherwise.ended)})
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
