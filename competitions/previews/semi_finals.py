"""What a match that ended otherwise would change in who was chosen for the semi-finals.

A choice by league points alone feeds its tournament: of that ``competitions.previews.qualification`` tells. How the
four were chosen is on record since there is a ``FinalistChoice``; of tournaments drawn before, the log knows the way
alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.formats.qualification_refresh import Changes, change_words, stage_has_begun
from competitions.models import Competition, FinalistChoice, Fixture
from competitions.pairing.semi_finalists import WAYS, Chosen, choose
from competitions.previews.hypothetical import fixture_in, rows_in, standings_in
from competitions.season_end.play_offs import CHOSEN, CHOSEN_BY_LOT, WAY_NAMES, candidates_of
from competitions.standings.standings import standings_of_all
from matches.models import Match
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages
from teams.models import Team

BY_VALUE = ("team_value", "value_times_ratio")


@previews_stages
def semi_finalists_after(otherwise: Otherwise) -> list[StagePreview]:
    """The tournaments for which others would have been chosen; of those chosen by team value it is always told."""
    fixture, match = fixture_in(otherwise), otherwise.match
    if fixture is None:
        return []
    source = fixture.round.competition
    chosen, drawn_before = Q(choice__sources=source), Q(choice=None, season=source.season, by_lot=True, recorded=False)
    if match.confirmed_at is not None:
        chosen &= Q(choice__made_at__gte=match.confirmed_at)
    drawn = Competition.objects.filter(scheduling=Competition.Scheduling.KNOCK_OUT, feeds=None).exclude(pk=source.pk)
    targets = list(drawn.filter(chosen | drawn_before).select_related("choice").order_by("pk"))
    unknown = _ways_told([each for each in targets if not hasattr(each, "choice")], source, match)
    found = (
        _preview(each.choice, fixture, otherwise) if hasattr(each, "choice") else _unknown(each, unknown, otherwise)
        for each in targets
    )
    return [preview for preview in found if preview is not None]


def _ways_told(targets: Sequence[Competition], source: Competition, match: Match) -> dict[str, str]:
    """In which way the four of these tournaments were chosen, by their names: by the log, since the match counts."""
    if not targets:
        return {}
    since = source.season.opened_at  # a later season may have one of the same name: the first told of is this one
    told = source.season.league.log.filter(kind__in=[CHOSEN.id, CHOSEN_BY_LOT.id], at__gte=since).order_by("-pk")
    if match.confirmed_at is not None:
        told = told.filter(at__gte=match.confirmed_at)
    ways = {entry.args["competition"]: entry.args["way"] for entry in told}
    return {each.name: ways[each.name] for each in targets if ways.get(each.name) in WAYS}


def _unknown(target: Competition, ways: Mapping[str, str], otherwise: Otherwise) -> StagePreview | None:
    """What can be said of a tournament of which only the way is known; nothing where the table stays as it is."""
    way = ways.get(target.name)
    now, then = rows_in(otherwise)
    if way is None or (now == then and way not in BY_VALUE):
        return None
    words = {"way": WAY_NAMES[way]}
    text = _("Drawn: %(way)s. By which figures was not kept then, so it cannot be told whether others would be in it.")
    return _shown(target, [text % words])


def _preview(choice: FinalistChoice, fixture: Fixture, otherwise: Otherwise) -> StagePreview | None:
    target = choice.competition
    there = list(target.entrants.values_list("team", flat=True))
    changes = _changes(there, *_chosen(choice, there, fixture, otherwise))
    lines = [_("Who would have been chosen: %(change)s.") % {"change": words} for words in change_words(changes)]
    if choice.way in BY_VALUE:
        lines.append(_("They were chosen by the team values of that day, without what this changes of a team's value."))
    return _shown(target, lines) if lines else None


def _shown(target: Competition, lines: Sequence[str]) -> StagePreview:
    """The preview, with what can still be done."""
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
