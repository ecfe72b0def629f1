"""The next steps of a commissioner once a season is played: play-offs, trophies, its end, the next season."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.models import Competition, Holding, Season, Tie, Trophy
from competitions.names import page, with_the
from competitions.trophies.gifts import gift_of
from teams.models import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonStep:
    """A step: a link with its label."""

    label: str
    url: str


def season_steps(season: Season, competitions: Sequence[Competition]) -> list[SeasonStep]:
    """The next steps of a season: its end if all ``competitions`` are finished, the next season if it is closed.

    None while matches are open, or if a later season exists. At most four queries.
    """
    place = season.league.slug, season.number
    if season.state == Season.State.CLOSED:
        if season.league.seasons.filter(number__gt=season.number).exists():
            return []
        return [SeasonStep(label=_("Open the next season with its teams"), url=page("competitions:carry_on", *place))]
    if not all_finished(season, competitions):
        return []
    steps = []
    if not any(each.format.eliminates for each in competitions):
        steps.append(SeasonStep(label=_("Draw semi-finals and final"), url=page("competitions:play_offs", *place)))
    for trophy in _not_awarded(season, competitions):
        label = _("Award %(trophy)s") % {"trophy": with_the(trophy.name)}
        steps.append(SeasonStep(label=label, url=page("competitions:hand_over", season.league.slug, trophy.address)))
    for holding in _gifts_open(season, competitions):
        words = {"trophy": with_the(holding.trophy.name), "team": holding.team.name}
        label = _("Choose the gifts of %(trophy)s for %(team)s") % words
        steps.append(SeasonStep(label=label, url=page("competitions:gifts", holding.pk)))
    for holding, winner in _held_by_others(season, competitions):
        words = {"trophy": with_the(holding.trophy.name), "team": holding.team.name, "winner": winner}
        label = _("%(winner)s won %(trophy)s, but %(team)s holds it") % words
        steps.append(
            SeasonStep(label=label, url=page("competitions:trophy", season.league.slug, holding.trophy.address))
        )
    return [*steps, SeasonStep(label=_("Close the season"), url=page("competitions:end_season", *place))]


def all_finished(season: Season, competitions: Sequence[Competition]) -> bool:
    """Whether an open season has competitions and all of them are finished; records stay as they are."""
    over = all(each.state == Competition.State.FINISHED and not each.recorded for each in competitions)
    return season.state == Season.State.OPEN and bool(competitions) and over


def _not_awarded(season: Season, competitions: Sequence[Competition]) -> list[Trophy]:
    """The trophies that a season's competitions are for and that are not awarded for it."""
    wanted = {each.played_for_id for each in competitions if each.played_for_id is not None}
    if not wanted:
        return []
    handed = season.holdings.filter(taken_back_at__isnull=True).values("trophy")
    return list(Trophy.objects.filter(pk__in=wanted).exclude(pk__in=handed).order_by("pk"))


def _gifts_open(season: Season, competitions: Sequence[Competition]) -> list[Holding]:
    """The trophies awarded in a season that still have gifts for their winner's players."""
    if not any(each.played_for_id is not None for each in competitions):
        return []
    rows = season.holdings.filter(ended_at__isnull=True, gifts_given_at__isnull=True)
    rows = rows.filter(team__ruleset__isnull=False, team__state=Team.State.ACTIVE)
    return [each for each in rows.select_related("trophy", "team__ruleset").order_by("pk") if gift_of(each)]


def _held_by_others(season: Season, competitions: Sequence[Competition]) -> list[tuple[Holding, str]]:
    """Trophies of a season held by another team than the winner of the bracket: a match was corrected since."""
    last = {each.played_for_id: each.pk for each in competitions if each.played_for_id is not None}
    if not last:
        return []
    rows = season.holdings.filter(trophy__in=last, role=Holding.Role.HOLDER, ended_at__isnull=True)
    holdings = list(rows.filter(taken_back_at__isnull=True).select_related("trophy", "team").order_by("pk"))
    finals = Tie.objects.filter(competition__in=last.values(), third_place=False, winner__isnull=False)
    ties = finals.order_by("round", "number").values_list("competition", "winner", "winner__name") if holdings else ()
    winners = {competition: (team, name) for competition, team, name in ties}
    found = ((holding, winners.get(last[holding.trophy_id])) for holding in holdings)
    return [(holding, winner[1]) for holding, winner in found if winner and winner[0] != holding.team_id]
