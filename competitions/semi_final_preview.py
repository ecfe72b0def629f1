"""What a match that ended otherwise would change in who was chosen for the semi-finals.

A choice by league points alone feeds its tournament: of that ``competitions.feed_preview`` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.fed_anew import Changes, change_words, stage_has_begun
from competitions.models import FinalistChoice, Fixture
from competitions.otherwise import fixture_in, standings_in
from competitions.play_offs import candidates_of
from competitions.semi_finalists import Chosen, choose
from competitions.standings import standings_of_all
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages
from teams.models import Team

BY_VALUE = ("team_value", "value_times_ratio")


@previews_stages
def semi_finalists_after(otherwise: Otherwise) -> list[StagePreview]:
    """The tournaments for which others would have been chosen; of those chosen by team value it is always told."""
    fixture, match = fixture_in(otherwise), otherwise.match
    if fixture is None:
        return []
    choices = FinalistChoice.objects.filter(sources=fixture.round.competition, competition__feeds__isnull=True)
    if match.confirmed_at is not None:
        choices = choices.filter(made_at__gte=match.confirmed_at)
    found = (_preview(choice, fixture, otherwise) for choice in choices.select_related("competition").order_by("pk"))
    return [preview for preview in found if preview is not None]


def _preview(choice: FinalistChoice, fixture: Fixture, otherwise: Otherwise) -> StagePreview | None:
    target = choice.competition
    there = list(target.entrants.values_list("team", flat=True))
    changes = _changes(there, *_chosen(choice, there, fixture, otherwise))
    lines = [_("Who would have been chosen: %(change)s.") % {"change": words} for words in change_words(changes)]
    if choice.way in BY_VALUE:
        lines.append(_("They were chosen by the team values of that day, without what this changes of a team's value."))
    if not lines:
        return None
    shown = [StageLine(text=text) for text in lines]
    if stage_has_begun(target):
        shown.append(StageLine(text=_("A match of it was opened or decided, so those who are in stay.")))
    else:
        again = _("No match of it was opened: its start can be taken back, others entered, and the pairs drawn again.")
        shown.append(StageLine(text=again, url=reverse("competitions:manage", args=[target.public_id])))
    url = reverse("competitions:competition", args=[target.public_id])
    return StagePreview(name=target.name, url=url, lines=tuple(shown))


def _chosen(
    choice: FinalistChoice, there: Sequence[int], fixture: Fixture, otherwise: Otherwise
) -> tuple[Chosen, Chosen]:
    """Who would be chosen from the tables as they are, and as they would be, by the team values of that day."""
    sources = list(choice.sources.order_by("pk"))
    source = fixture.round.competition
    now, values = standings_of_all(sources), dict(choice.values)
    found = []
    for tables in (now, {**now, source.pk: standings_in(otherwise)}):
        pool = candidates_of(sources, tables, besides=there)
        pool = [replace(each, team_value=values.get(each.team, each.team_value)) for each in pool]
        found.append(choose(pool, choice.way))
    return found[0], found[1]


def _changes(there: Sequence[int], before: Chosen, after: Chosen) -> Changes:
    """Who would be in for certain and is not, and who is in and would not even be level; or nothing."""
    if after == before:
        return Changes()
    names = dict(Team.objects.filter(pk__in={*there, *after.certain}).values_list("pk", "name"))
    coming = tuple(names[team] for team in after.certain if team not in there)
    left = (*after.certain, *after.level)
    return Changes(coming=coming, going=tuple(names[team] for team in there if team not in left))
