"""A group stage made in one go: a competition for each group, its teams entered, all of one name's parts."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from competitions.models import Competition, Entrant, Season
from competitions.pairing.groups import GroupsRefused, split_into_groups
from competitions.setup.seasons import refuse_closed
from competitions.setup.services import NOT_ACTIVE, create_competition
from competitions.setup.setup import Setup
from competitions.setup.shape import Shape
from leagues import log
from leagues.services import locked
from teams.models import Team
from web.errors import Message, Refusal

CANNOT_SPLIT = Message(id="competitions.cannot_split", text=gettext_lazy("{why}"))
TOO_MANY_GROUPS = Message(
    id="competitions.too_many_groups",
    text=gettext_lazy("{groups} groups are more than the {most} letters to name them by."),
    remedy=gettext_lazy("Choose fewer groups."),
)
SPLIT = log.kind(
    "competitions.split",
    gettext_lazy("{by} split {teams} teams into the {groups} groups of {name}, with the seed {seed}."),
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStage:
    """What a commissioner says: ``teams`` are the best first; drawn ``by_lot``, or seeded in a snake."""

    name: str
    teams: Sequence[Team]
    groups: int
    by_lot: bool = False
    legs: int = 1
    seed: str = ""


@transaction.atomic
def make_groups(*, season: Season, by: User, stage: GroupStage) -> list[Competition]:
    """Set up the groups and enter their teams. Raises ``Refusal`` for what cannot be split, or a name that is taken."""
    league = locked(season.league)
    season = league.seasons.get(pk=season.pk)
    refuse_closed(season)
    if stage.groups > len(LETTERS):
        raise Refusal(TOO_MANY_GROUPS, field="groups", groups=stage.groups, most=len(LETTERS))
    idle = sorted(team.name for team in stage.teams if team.state != Team.State.ACTIVE or team.league_id != league.pk)
    if idle:
        raise Refusal(NOT_ACTIVE, field="teams", teams=", ".join(idle))
    seed = stage.seed or secrets.token_hex(8)
    rng = Random(seed)  # noqa: S311 - to be drawn again by all
    try:
        split = split_into_groups([team.pk for team in stage.teams], stage.groups, by_lot=stage.by_lot, rng=rng)
    except GroupsRefused as why:
        raise Refusal(CANNOT_SPLIT, field="groups", why=str(why)) from why
    setup = Setup(name=stage.name, legs=stage.legs, shape=Shape(group_name=stage.name))
    made = []
    for letter, teams in zip(LETTERS, split, strict=False):
        name = _("%(stage)s, group %(letter)s") % {"stage": stage.name, "letter": letter}
        group = create_competition(season=season, by=by, setup=replace(setup, name=name))
        Entrant.objects.bulk_create(
            Entrant(competition=group, team_id=int(team), seed=place) for place, team in enumerate(teams, 1)
        )
        made.append(group)
    log.record(SPLIT, league=league, by=by, teams=len(stage.teams), groups=stage.groups, name=stage.name, seed=seed)
    return made
