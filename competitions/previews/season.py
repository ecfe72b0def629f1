"""Which teams the table would have promoted and relegated in a closed season, after one of its matches changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Competition, Season, SeasonMark
from competitions.pairing.movers import Placed, first_of, last_of
from competitions.previews.moment import Followed, Moment
from matches.previews import StageLine, StagePreview
from teams.models import Team

Mark = SeasonMark.Mark


def _order(moment: Moment) -> list[Placed] | None:
    if moment.competition.season.state != Season.State.CLOSED:
        return None
    parts = moment.standings.conferences if moment.competition.format.ranked_by_table else ()
    within = {line.team: (name, place) for name, lines in parts if name for place, line in enumerate(lines, 1)}
    return [Placed(int(line.team), *within.get(line.team, ("", 0))) for line in moment.standings.lines]


def _other_moves(moment: Moment, before: list[Placed], after: list[Placed]) -> list[StagePreview]:
    """The season's end, if its tables would promote or relegate other teams."""
    competition = moment.competition
    marks = SeasonMark.objects.filter(source=competition, mark__in=(Mark.UP, Mark.DOWN)).order_by("pk")
    moved = {mark: [each.team_id for each in marks if each.mark == mark] for mark in (Mark.UP, Mark.DOWN)}
    if not any(moved.values()):
        return []
    there = [row.team for row in after]
    names = dict(Team.objects.filter(pk__in={*there, *moved[Mark.UP], *moved[Mark.DOWN]}).values_list("pk", "name"))
    lines = []
    for mark, text in (
        (Mark.UP, _("Promoted: %(moved)s. By the new table it would be %(others)s.")),
        (Mark.DOWN, _("Relegated: %(moved)s. By the new table it would be %(others)s.")),
    ):
        others = _ends(after, mark, len(moved[mark]))
        if others != _ends(before, mark, len(moved[mark])) and others != set(moved[mark]):
            words = {"moved": _listed(moved[mark], names), "others": _listed([t for t in there if t in others], names)}
            lines.append(text % words)
    return [_preview(competition, lines)] if lines else []


SEASON = Followed(read=_order, describe=_other_moves)


def _ends(order: Sequence[Placed], mark: str, count: int) -> set[int]:
    """The first or last ``count`` teams of a table, or of its conferences."""
    return set(first_of(order, count) if mark == Mark.UP else last_of(order, count))


def _listed(teams: Sequence[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[team] for team in teams)


def _preview(competition: Competition, lines: Sequence[str]) -> StagePreview:
    season = competition.season
    url = reverse("competitions:season", args=[season.league.slug, season.number])
    stays = _("Promotions and relegations stay. You can move teams before the next season starts.")
    shown = tuple(StageLine(text=text) for text in (*lines, stays))
    return StagePreview(name=season.name, url=url, lines=shown)
