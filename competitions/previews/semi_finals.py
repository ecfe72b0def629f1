"""What a changed match changes in the choice of the teams for the semi-finals.

A choice by league points feeds its tournament: ``competitions.previews.qualification`` covers it. Newer tournaments
have a ``FinalistChoice`` that records how the four were chosen. Of older ones the log knows only the way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.formats.qualification.refresh import Changes, change_words, stage_has_begun
from competitions.models import Competition, FinalistChoice
from competitions.pairing.semi_finalists import WAYS, Chosen, choose
from competitions.previews.moment import Followed, Moment
from competitions.ranking.book_words import filled
from competitions.season_end.play_offs import CHOSEN, CHOSEN_BY_LOT, candidates_of, way_words
from competitions.standings.standings import Standings, standings_of_all
from matches.models import Match
from matches.previews import StageLine, StagePreview
from teams.models import Team

BY_VALUE = ("team_value", "value_times_ratio")
USED_WORTH = gettext_lazy(
    "The choice went by the %(worth)s that each team had that day. Later changes are not included."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """The tournaments that a table was used for, with the teams that it chooses for each; ``way`` for older ones."""

    standings: Standings
    chosen: Mapping[FinalistChoice, Chosen]
    older: Mapping[Competition, str]


def _choices(moment: Moment) -> Choices | None:
    source, match = moment.competition, moment.match
    by_choice = Q(choice__sources=source)
    before_choices = Q(choice=None, season=source.season, format_options__by_lot=True, recorded=False)
    if match.confirmed_at is not None:
        by_choice &= Q(choice__made_at__gte=match.confirmed_at)
    drawn = Competition.objects.of_formats(lambda each: each.eliminates).filter(feeds=None).exclude(pk=source.pk)
    targets = list(drawn.filter(by_choice | before_choices).select_related("choice").order_by("pk"))
    if not targets:
        return None
    older = [each for each in targets if not hasattr(each, "choice")]
    ways = _ways_logged(older, source, match)
    return Choices(
        standings=moment.standings,
        chosen={each.choice: _chosen(each.choice) for each in targets if hasattr(each, "choice")},
        older={each: ways[each.name] for each in older if each.name in ways},
    )


def _others_chosen(_moment: Moment, before: Choices, after: Choices) -> list[StagePreview]:
    """The tournaments for which other teams would be chosen; those chosen by team value are always listed."""
    found = [_preview(choice, before.chosen.get(choice), chosen) for choice, chosen in after.chosen.items()]
    same = before.standings.lines == after.standings.lines
    found += [_unknown(target, way) for target, way in after.older.items() if not same or way in BY_VALUE]
    return [preview for preview in found if preview is not None]


SEMI_FINALS = Followed(read=_choices, describe=_others_chosen)


def _ways_logged(targets: Sequence[Competition], source: Competition, match: Match) -> dict[str, str]:
    """The criterion by which the teams of these tournaments were chosen, by tournament name, from the log."""
    if not targets:
        return {}
    since = (
        source.season.opened_at
    )  # a later season may have a tournament of the same name: the first entry is the right one
    told = source.season.league.log.filter(kind__in=[CHOSEN.id, CHOSEN_BY_LOT.id], at__gte=since).order_by("-pk")
    if match.confirmed_at is not None:
        told = told.filter(at__gte=match.confirmed_at)
    ways = {entry.args["competition"]: entry.args["way"] for entry in told}
    return {each.name: ways[each.name] for each in targets if ways.get(each.name) in WAYS}


def _unknown(target: Competition, way: str) -> StagePreview:
    """The words for a tournament of which only the criterion is known."""
    text = _("Chosen %(way)s. Its figures were not saved then, so Dugout cannot tell whether others would be in.")
    return _shown(target, [text % {"way": way_words(way, target.book)}])


def _preview(choice: FinalistChoice, before: Chosen | None, after: Chosen) -> StagePreview | None:
    target = choice.competition
    there = list(target.entrants.values_list("team", flat=True))
    changes = _changes(there, after) if after != before else Changes()
    lines = [_("Would be chosen: %(change)s.") % {"change": words} for words in change_words(changes)]
    if choice.way in BY_VALUE:
        lines.append(filled(USED_WORTH, target.book))
    return _shown(target, lines) if lines else None


def _shown(target: Competition, lines: Sequence[str]) -> StagePreview:
    """The preview, with what can still be done."""
    shown = [StageLine(text=text) for text in lines]
    if stage_has_begun(target):
        shown.append(StageLine(text=_("One of its matches was opened or decided, so its teams stay.")))
    else:
        again = _("None of its matches is open yet: you can undo its start, enter other teams and draw pairs again.")
        shown.append(StageLine(text=again, url=reverse("competitions:manage", args=[target.public_id])))
    url = reverse("competitions:competition", args=[target.public_id])
    return StagePreview(name=target.name, url=url, lines=tuple(shown))


def _chosen(choice: FinalistChoice) -> Chosen:
    """The choice by the current tables and the team values of that day."""
    there = list(choice.competition.entrants.values_list("team", flat=True))
    sources, values = list(choice.sources.order_by("pk")), dict(choice.values)
    pool = candidates_of(sources, standings_of_all(sources), besides=there)
    pool = [replace(each, team_value=values.get(each.team, each.team_value)) for each in pool]
    return choose(pool, choice.way, by_conference=choice.by_conference)


def _changes(there: Sequence[int], after: Chosen) -> Changes:
    """The teams that would certainly be in but are not, and those that are in but would not even be level."""
    names = dict(Team.objects.filter(pk__in={*there, *after.certain}).values_list("pk", "name"))
    coming = tuple(names[team] for team in after.certain if team not in there)
    left = (*after.certain, *after.level)
    return Changes(coming=coming, going=tuple(names[team] for team in there if team not in left))
