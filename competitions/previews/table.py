"""What a changed match changes in its own competition: table, ladder, last round of a Swiss draw, reopening."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.formats.swiss_rounds import round_to_pair_again
from competitions.models import Competition
from competitions.previews.moment import Followed, Moment
from competitions.ranking.lines import Line
from competitions.standings.columns import Column, columns_of
from competitions.standings.standings import Standings
from matches.previews import StageLine, StagePreview, TableLine, TablePreview
from teams.models import Team

ALWAYS = (gettext_lazy("Place"), gettext_lazy("Points"))
"""The columns of a preview that are shown even if nothing changes in them."""


def changed_table(competition: Competition, before: Standings, after: Standings) -> tuple[TablePreview, ...]:
    """The lines of the match's table that would change, in their new order; empty if none would."""
    columns = [column for column in columns_of(competition.book) if column.previewed]
    lines = _changed(before, after, columns)
    if not lines:
        return ()
    heads = [*((name, name) for name in ALWAYS), *((column.heading, column.name) for column in columns)]
    shown = [place for place in range(len(heads)) if place < len(ALWAYS) or _moves(lines, place)]
    return (
        TablePreview(
            name=competition.name,
            url=reverse("competitions:table", args=[competition.public_id]),
            heads=tuple(heads[place] for place in shown),
            lines=tuple(replace(line, figures=tuple(line.figures[place] for place in shown)) for line in lines),
        ),
    )


def _moves(lines: list[TableLine], place: int) -> bool:
    return any(before != after for before, after in (line.figures[place] for line in lines))


def _changed(before: Standings, after: Standings, columns: Sequence[Column]) -> list[TableLine]:
    old = {line.team: line for line in before.lines}
    changed = [line for line in after.lines if _figures(line, columns) != _figures(old[line.team], columns)]
    names = dict(Team.objects.filter(pk__in=[int(line.team) for line in changed]).values_list("pk", "name"))
    return [
        TableLine(
            team=names[int(line.team)],
            figures=tuple(zip(_figures(old[line.team], columns), _figures(line, columns), strict=True)),
        )
        for line in changed
    ]


def _figures(line: Line, columns: Sequence[Column]) -> tuple[str, ...]:
    rank = "–" if line.rank is None else str(line.rank)
    return rank, str(line.points), *(column.value(line) for column in columns)


def _order(moment: Moment) -> list[int] | None:
    its_format = moment.competition.format
    return its_format.places(moment.competition) if its_format.places is not None and its_format.lists_order else None


def _climbed(moment: Moment, before: list[int], after: list[int]) -> list[StagePreview]:
    """The teams that would get another place in the order that the format lists, the first on top."""
    moved = [team for place, team in enumerate(after) if before[place] != team]
    if not moved:
        return []
    names = dict(Team.objects.filter(pk__in=moved).values_list("pk", "name"))
    lines = (
        StageLine(
            text=_("%(team)s: from place %(now)s to place %(then)s.")
            % {"team": names[team], "now": before.index(team) + 1, "then": after.index(team) + 1}
        )
        for team in moved
    )
    url = reverse("competitions:ladder", args=[moment.competition.public_id])
    return [StagePreview(name=moment.competition.name, url=url, lines=tuple(lines))]


ORDER = Followed(read=_order, describe=_climbed)


def _order_to_pair_by(moment: Moment) -> list[tuple[object, ...]] | None:
    """Places and points, by which a Swiss draw pairs."""
    if not moment.competition.format.paired_by_round:
        return None
    return [(line.team, line.rank, line.points) for line in moment.standings.lines]


def _paired(moment: Moment, before: list[tuple[object, ...]], after: list[tuple[object, ...]]) -> list[StagePreview]:
    """Whether the last round was paired by a table that would change."""
    competition, number = moment.competition, moment.fixture.round.number
    last = competition.rounds.filter(number__gt=number).order_by("-number").first()
    if last is None or before == after:
        return []
    stays = _("Round %(number)s was paired by the current table. Its pairings stay.") % {"number": last.number}
    lines = [StageLine(text=stays)]
    if round_to_pair_again(competition) == last.number:
        again = _("None of its matches is open yet: after the correction, a commissioner can pair it again.")
        lines.append(StageLine(text=again, url=reverse("competitions:manage", args=[competition.public_id])))
    url = reverse("competitions:competition", args=[competition.public_id])
    return [StagePreview(name=competition.name, url=url, lines=tuple(lines))]


SWISS = Followed(read=_order_to_pair_by, describe=_paired)


def _state(moment: Moment) -> str:
    return str(moment.competition.state)


def _reopened(moment: Moment, before: str, after: str) -> list[StagePreview]:
    """Whether a finished competition would reopen."""
    if before == after:
        return []
    url = reverse("competitions:competition", args=[moment.competition.public_id])
    text = _("This competition is finished. It reopens until the match is played or decided.")
    return [StagePreview(name=moment.competition.name, url=url, lines=(StageLine(text=text, url=url),))]


REOPENING = Followed(read=_state, describe=_reopened)
