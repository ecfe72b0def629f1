"""Rename approved teams and their players, and change shirt numbers.

Names are no part of the journal; shirt numbers are, because the sheet has them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.services import locked
from rules.journal import PlayerRenumbered
from teams.building.checks import need_state, one_team_each, write_named
from teams.building.drafts import HIGHEST_NUMBER, NOT_A_NUMBER
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from web.errors import Message, Refusal

PLAYER_OF_ANOTHER_TEAM = Message(
    id="teams.not_his_player",
    text=_("One of these players is not on {team}. No name was changed."),
    remedy=_("Type the names of the players listed on the page."),
)
WORN_TWICE = Message(
    id="teams.worn_twice",
    text=_("More than one player would have the number {numbers}. Nothing was saved."),
    remedy=_("Give each player another number."),
)

RENUMBERED = log.kind("teams.renumbered", _("{by} changed shirt numbers of {team}."))
RENAMED = log.kind("teams.renamed", _("{by} renamed {team} to {name}."))


def rename(
    *,
    team: Team,
    expected: int,
    by: User,
    name: str,
    players: Mapping[int, str],
    coach_name: str | None = None,
    numbers: Mapping[int, int] | None = None,
) -> Team:
    """Change the name of an approved team, its players' names and ``numbers`` on their shirts, by id.

    Names do not change the history; each changed number is an entry of it. ``coach_name`` is for a coach without an
    account; None leaves it unchanged. Raises ``Refusal`` for a taken name, a player of another team, a retired team, a
    number that two players would have, or numbers while a match holds the team; ``StaleVersion``.
    """
    need_state(team, Team.State.ACTIVE, refusal=ledger.RETIRED)
    with transaction.atomic():
        league = locked(team.league)
        if coach_name is not None:
            one_team_each(league, league.ruleset_for(team.edition).rules(), None, besides=team, coach_name=coach_name)
        called = {} if coach_name is None else {"coach_name": coach_name}
        renamed = write_named(team, expected, {"name": name} | called)
        rows = list(Player.objects.filter(team=team, pk__in=players))
        if len(rows) < len(players):
            raise Refusal(PLAYER_OF_ANOTHER_TEAM, team=team.name)
        for row in rows:
            row.name = players[row.pk]
        Player.objects.bulk_update(rows, ["name"])
        if numbers:
            _renumber(renamed, numbers, by)
        if name != team.name:
            log.record(RENAMED, league=league, by=by, about=team.coach, team=team.name, name=name)
        return renamed


def renumbered(current: Mapping[int, int], wanted: Mapping[int, int]) -> list[PlayerRenumbered]:
    """The entries that give players their ``wanted`` numbers, where players by id have the ``current`` ones.

    Each entry swaps two numbers if somebody has the wanted one, so no number is ever on two shirts. ``wanted`` may not
    give one number to two players.
    """
    now, entries = dict(current), []
    for player, number in wanted.items():
        if now[player] == number:
            continue
        other = next((each for each, worn in now.items() if worn == number), player)
        now[other], now[player] = now[player], number
        entries.append(PlayerRenumbered(player=player, number=number))
    return entries


def _renumber(team: Team, numbers: Mapping[int, int], by: User) -> None:
    """Write changed shirt numbers into the journal and the log. Raises ``Refusal`` as ``rename`` does."""
    state = TeamState.objects.get(team=team)
    current = {line.player: line.number for line in ledger.sheet_in(state).players}
    if not current.keys() >= numbers.keys():
        raise Refusal(PLAYER_OF_ANOTHER_TEAM, team=team.name)
    if wrong := [number for number in numbers.values() if not 1 <= number <= HIGHEST_NUMBER]:
        raise Refusal(NOT_A_NUMBER, value=wrong[0], maximum=HIGHEST_NUMBER)
    counts = Counter((current | dict(numbers)).values())
    if twice := sorted(number for number, count in counts.items() if count > 1):
        raise Refusal(WORN_TWICE, numbers=", ".join(map(str, twice)))
    facts = [ledger.Fact(entry) for entry in renumbered(current, current | dict(numbers))]
    if facts:
        ledger.append(team=team, ruleset=team.ruleset.rules(), expected=state.seq, facts=facts, source="numbers", by=by)
        log.record(RENUMBERED, league=team.league, by=by, about=team.coach, team=team.name)
