"""Which teams the table would have promoted and relegated in a closed season, after one of its matches changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.models import Competition, Entrant, Season, SeasonMark
from competitions.pairing.movers import Placed
from competitions.previews.moment import Followed, Moment
from competitions.season_end.moved_places import moved_now, parts_of
from competitions.standings.conferences import places_within
from matches.previews import StageLine, StagePreview
from teams.models import Team

Mark = SeasonMark.Mark


def _order(moment: Moment) -> list[Placed] | None:
    if moment.competition.season.state != Season.State.CLOSED:
        return None
    within = places_within(moment.competition, moment.standings)
    return [
        Placed(team, within[team].conference, within[team].place) if team in within else Placed(team)
        for team in (int(line.team) for line in moment.standings.lines)
    ]


def _other_moves(moment: Moment, before: list[Placed], after: list[Placed]) -> list[StagePreview]:
    """The season's end, if its tables would promote or relegate other teams.

    Its marks say which places it moved, as when a reopened season is closed again. Of ends that did not store places,
    they are those of the table before the change.
    """
    competition = moment.competition
    then = _could_move(competition, before)
    moved = {mark: [each.team_id for each in then if each.mark == mark] for mark in (Mark.UP, Mark.DOWN)}
    if not any(moved.values()):
        return []
    old, new = (_moved(then, rows) for rows in (before, after))
    there = [row.team for row in after]
    names = dict(Team.objects.filter(pk__in={*there, *moved[Mark.UP], *moved[Mark.DOWN]}).values_list("pk", "name"))
    lines = []
    for mark, text in (
        (Mark.UP, _("Promoted: %(moved)s. By the new table it would be %(others)s.")),
        (Mark.DOWN, _("Relegated: %(moved)s. By the new table it would be %(others)s.")),
    ):
        others = new[mark]
        if others != old[mark] and others != set(moved[mark]):
            words = {"moved": _listed(moved[mark], names), "others": _listed([t for t in there if t in others], names)}
            lines.append(text % words)
    return [_preview(competition, lines)] if lines else []


SEASON = Followed(read=_order, describe=_other_moves)


def _could_move(competition: Competition, before: Sequence[Placed]) -> list[SeasonMark]:
    """The marks of the teams that the end could promote or relegate, in the order of the table of that day."""
    left = Entrant.objects.filter(competition=competition, withdrawal__isnull=False).values("team")
    there = SeasonMark.objects.filter(source=competition).exclude(mark=Mark.RETIRED)
    marks = list(there.exclude(team__in=left).order_by("place", "pk"))
    if all(mark.place is not None for mark in marks):
        return marks
    places = {row.team: place for place, row in enumerate(before)}
    return sorted(marks, key=lambda mark: places.get(mark.team_id, len(places)))


def _moved(then: Sequence[SeasonMark], rows: Sequence[Placed]) -> dict[str, set[int]]:
    """Which of the same teams are in the promoted and the relegated places of a table."""
    same = {mark.team_id for mark in then}
    found = moved_now(parts_of(then, [row for row in rows if row.team in same]))
    return {mark: {team for team, each in found.items() if each.mark == mark} for mark in (Mark.UP, Mark.DOWN)}


def _listed(teams: Sequence[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[team] for team in teams)


def _preview(competition: Competition, lines: Sequence[str]) -> StagePreview:
    season = competition.season
    url = reverse("competitions:season", args=[season.league.slug, season.number])
    stays = _("Promotions and relegations stay. You can move teams before the next season starts.")
    shown = tuple(StageLine(text=text) for text in (*lines, stays))
    return StagePreview(name=season.name, url=url, lines=shown)
