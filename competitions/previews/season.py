"""Who would have gone up and down at a closed season's end where one of its matches had ended otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Competition, Season, SeasonMark
from competitions.previews.hypothetical import fixture_in, rows_in
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages
from teams.models import Team

Mark = SeasonMark.Mark


@previews_stages
def movers_after(otherwise: Otherwise) -> list[StagePreview]:
    """The season's end, where its places would send others up or down; nothing while the season goes on."""
    fixture = fixture_in(otherwise)
    if fixture is None:
        return []
    competition = fixture.round.competition
    if competition.season.state != Season.State.CLOSED:
        return []
    marks = SeasonMark.objects.filter(source=competition, mark__in=(Mark.UP, Mark.DOWN)).order_by("pk")
    moved = {mark: [each.team_id for each in marks if each.mark == mark] for mark in (Mark.UP, Mark.DOWN)}
    if not any(moved.values()):
        return []
    now, then = ([int(row.team) for row in rows] for rows in rows_in(otherwise))
    names = dict(Team.objects.filter(pk__in={*then, *moved[Mark.UP], *moved[Mark.DOWN]}).values_list("pk", "name"))
    lines = []
    for mark, text in (
        (Mark.UP, _("Promoted was %(moved)s; by its table it would be %(others)s.")),
        (Mark.DOWN, _("Relegated was %(moved)s; by its table it would be %(others)s.")),
    ):
        others = _ends(then, mark, len(moved[mark]))
        if others != _ends(now, mark, len(moved[mark])) and others != set(moved[mark]):
            words = {"moved": _listed(moved[mark], names), "others": _listed([t for t in then if t in others], names)}
            lines.append(text % words)
    return [_preview(competition, lines)] if lines else []


def _ends(order: Sequence[int], mark: str, count: int) -> AbstractSet[int]:
    """So many from the top, or from the foot, of a table."""
    return set(order[:count] if mark == Mark.UP else order[len(order) - count :])


def _listed(teams: Sequence[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[team] for team in teams)


def _preview(competition: Competition, lines: Sequence[str]) -> StagePreview:
    season = competition.season
    url = reverse("competitions:season", args=[season.league.slug, season.number])
    stands = _("What the season's end decided stays; teams can be entered otherwise before the next one starts.")
    shown = tuple(StageLine(text=text) for text in (*lines, stands))
    return StagePreview(name=season.name, url=url, lines=shown)
