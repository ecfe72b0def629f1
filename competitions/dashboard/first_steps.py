"""What all commissioners of a league see on its front page: the steps of a new league to its first match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from competitions.dashboard.front_page import now_of
from competitions.models import Competition, Season
from competitions.names import page, teams_of_league
from leagues.models import League
from teams.models import Team


def commissioners(league: League) -> dict[str, Any]:
    """What all commissioners of a league see beside it: the steps of a new league, and links to run it."""
    seasons, season, competitions = now_of(league)
    steps = first_steps(league, seasons, competitions)
    return {"league": league, "season": season, "steps": steps, "cards": competitions}


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step that a new league takes before its first match; ``state`` as in ``components/_steps.html``."""

    label: str
    url: str
    state: str


def first_steps(league: League, seasons: Sequence[Season], competitions: Sequence[Competition]) -> list[Step]:
    """The commissioner's steps to a first match; empty once a competition has started."""
    if any(competition.state != Competition.State.DRAFT for competition in competitions) or len(seasons) > 1:
        return []
    teams = teams_of_league(league.pk, None)
    active = sum(team.state == Team.State.ACTIVE for team in teams.values())
    first = competitions[0] if competitions else None
    chosen = first is not None and first.format.chosen_by_coaches
    season = seasons[0] if seasons else None
    opening = page("competitions:open_season", league.slug)
    set_up = page("competitions:create", league.slug, season.number) if season else ""
    manage = page("competitions:manage", first.public_id) if first else ""
    ways = [
        (_("Invite coaches"), page("leagues:invite", league.slug), len(teams) > 1),
        (_("Approve two teams or more"), page("teams:approvals", league.slug), active > 1),
        (_("Open a season"), opening, season is not None),
        (_("Create a competition"), set_up, first is not None),
        *([] if chosen else [(_("Draw fixtures"), manage, bool(first and first.seed))]),
        (_("Start it"), manage, False),
    ]
    now = next(place for place, (_label, _url, done) in enumerate(ways) if not done)
    return [
        Step(label=label, url="" if done else url, state="done" if done else "now" if place == now else "to come")
        for place, (label, url, done) in enumerate(ways)
    ]
