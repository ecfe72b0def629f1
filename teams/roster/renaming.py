"""Rename approved teams and their players."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.services import locked
from teams.building.checks import need_state, one_team_each, write_named
from teams.ledger import ledger
from teams.models import Player, Team
from web.errors import Message, Refusal

PLAYER_OF_ANOTHER_TEAM = Message(
    id="teams.not_his_player",
    text=_("One of these players is not on {team}. No name was changed."),
    remedy=_("Type the names of the players listed on the page."),
)

RENAMED = log.kind("teams.renamed", _("{by} renamed {team} to {name}."))


def rename(
    *,
    team: Team,
    expected: int,
    by: User,
    name: str,
    colours: int,
    players: Mapping[int, str],
    coach_name: str | None = None,
) -> Team:
    """Change the name and colours of an approved team, and its players' names by id. The history does not change.

    ``coach_name`` is for a coach without an account; None leaves it unchanged.
    Raises ``Refusal`` for a taken name, a player of another team or a retired team, ``StaleVersion``.
    """
    need_state(team, Team.State.ACTIVE, refusal=ledger.RETIRED)
    with transaction.atomic():
        league = locked(team.league)
        if coach_name is not None:
            one_team_each(league, league.ruleset.rules(), None, besides=team, coach_name=coach_name)
        called = {} if coach_name is None else {"coach_name": coach_name}
        renamed = write_named(team, expected, {"name": name, "colours": colours} | called)
        rows = list(Player.objects.filter(team=team, pk__in=players))
        if len(rows) < len(players):
            raise Refusal(PLAYER_OF_ANOTHER_TEAM, team=team.name)
        for row in rows:
            row.name = players[row.pk]
        Player.objects.bulk_update(rows, ["name"])
        if name != team.name:
            log.record(RENAMED, league=league, by=by, about=team.coach, team=team.name, name=name)
        return renamed
