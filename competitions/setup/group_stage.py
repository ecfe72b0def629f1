"""Creating a group stage: a competition for each group with its teams, all with the same group name."""

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
from competitions.setup.books import edition_of, need_its_pack, pack_shared_by
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
    text=gettext_lazy("{groups} groups are too many: at most {most} can be named by letters."),
    remedy=gettext_lazy("Choose fewer groups."),
)
SPLIT = log.kind(
    "competitions.split",
    gettext_lazy("{by} split {teams} teams into {groups} groups of {name} (seed {seed})."),
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupStage:
    """The settings of a group stage. ``teams`` are the best first. They are split ``by_lot`` or in a snake."""

    name: str
    teams: Sequence[Team]
    groups: int
    by_lot: bool = False
    legs: int = 1
    seed: str = ""


@transaction.atomic
def make_groups(*, season: Season, by: User, stage: GroupStage) -> list[Competition]:
    """Create the groups and enter their teams. Raises ``Refusal`` for an impossible split or a name that is taken.

    Teams that were built for a tournament bring its pack; then all others have to be allowed by that too.
    """
    league = locked(season.league)
    season = league.seasons.get(pk=season.pk)
    refuse_closed(season)
    if stage.groups > len(LETTERS):
        raise Refusal(TOO_MANY_GROUPS, field="groups", groups=stage.groups, most=len(LETTERS))
    idle = sorted(team.name for team in stage.teams if team.state != Team.State.ACTIVE or team.league_id != league.pk)
    if idle:
        raise Refusal(NOT_ACTIVE, field="teams", teams=", ".join(idle))
    edition = edition_of(stage.teams, field="teams")
    seed = stage.seed or secrets.token_hex(8)
    rng = Random(seed)  # noqa: S311 - everybody can repeat the draw from the seed
    try:
        split = split_into_groups([team.pk for team in stage.teams], stage.groups, by_lot=stage.by_lot, rng=rng)
    except GroupsRefused as why:
        raise Refusal(CANNOT_SPLIT, field="groups", why=str(why)) from why
    pack, league_teams = pack_shared_by(league, edition, stage.teams)
    shape = Shape(group_name=stage.name)
    setup = Setup(name=stage.name, legs=stage.legs, shape=shape, pack=pack, league_teams=league_teams)
    made = []
    for letter, teams in zip(LETTERS, split, strict=False):
        name = _("%(stage)s, group %(letter)s") % {"stage": stage.name, "letter": letter}
        group = create_competition(season=season, by=by, setup=replace(setup, name=name), edition=edition)
        need_its_pack(group, stage.teams, field="teams")
        Entrant.objects.bulk_create(
            Entrant(competition=group, team_id=int(team), seed=place) for place, team in enumerate(teams, 1)
        )
        made.append(group)
    log.record(SPLIT, league=league, by=by, teams=len(stage.teams), groups=stage.groups, name=stage.name, seed=seed)
    return made
