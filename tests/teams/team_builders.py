"""Teams for tests: a legal choice of the Human list, drafts and founded teams made by the room's own services."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction

from accounts.models import User
from leagues.models import League
from rules.journal import (
    CharacteristicRaised,
    Entry,
    GoldMoved,
    PlayerInjured,
    PlayerKilled,
    PlayerLeft,
    PointsEarned,
    SkillGained,
    TrophyWon,
)
from rules.sheet.sheet import counts
from rules.team.founding_run import Choice
from teams.building import approval, drafting
from teams.building.drafts import Draft
from teams.ledger import ledger
from teams.models import Team, TeamState

LINEUP = ("Lineman",) * 7 + ("Thrower",) + ("Catcher",) + ("Blitzer",) * 3
STAFF = (("apothecary", 1), ("cheerleader", 2))
NAMES = ("Griff Oberwald", "", "Jürgen <b>Weiß</b>", "Nobby O'Keefe")

ORCS = ("Orc Blitzer",) * 4 + ("Black Orc Blocker",) * 4 + ("Orc Thrower",) + ("Orc Lineman",) * 3
HUMANS = ("Human Blitzer",) * 4 + ("Human Catcher",) * 2 + ("Human Thrower",) + ("Human Lineman",) * 5
"""Twelve players each, so that a team can lose one without journeymen."""


def legal_choice(**changes: Any) -> Choice:
    """A legal Human team for 960k: 12 players, 2 re-rolls, fan factor 3, an apothecary and two cheerleaders."""
    plain: dict[str, Any] = {"team_list": "Human", "players": LINEUP, "rerolls": 2, "fan_factor": 3, "staff": STAFF}
    return Choice(**(plain | changes))


def drafted_team(league: League, coach: User, name: str = "Reikland Reavers", draft: Draft | None = None) -> Team:
    """A saved draft; legal unless ``draft`` is given."""
    draft = draft or Draft(choice=_with_goods_of(league), names=NAMES)
    team = drafting.draft_team(league=league, coach=coach, name=name, team_list=draft.choice.team_list)
    return drafting.save_draft(team=team, expected=team.version, draft=draft, name=name)


def _with_goods_of(league: League) -> Choice:
    """A legal choice, without what the league's book does not have."""
    book = league.ruleset.rules().book
    lacking: dict[str, Any] = {good: 0 for good in ("rerolls", "fan_factor") if good not in book.goods}
    return legal_choice(**lacking, **({} if book.staff else {"staff": ()}))


def submitted_team(league: League, coach: User, name: str = "Reikland Reavers") -> Team:
    """A team that waits for approval."""
    team = drafted_team(league, coach, name)
    return approval.submit_team(team=team, expected=team.version, by=coach)


def approved_team(league: League, coach: User, name: str = "Reikland Reavers", by: User | None = None) -> Team:
    """An approved team; ``by`` approves it if the league needs approval."""
    team = submitted_team(league, coach, name)
    if team.state == Team.State.ACTIVE:
        return team
    return approval.approve_team(team=team, expected=team.version, by=by or coach)


def player_ids(team: Team) -> list[int]:
    """The players on the roster, in the order of their shirts."""
    return [line.player for line in ledger.sheet_in(TeamState.objects.get(team=team)).players]


def append_entries(team: Team, *entries: Entry, **how: Any) -> TeamState:
    """Append entries to a team's journal, as a match would."""
    state = TeamState.objects.get(team=team)
    plain: dict[str, Any] = {"expected": state.seq, "source": "test", "by": None, "ruleset": team.ruleset.rules()}
    with transaction.atomic():
        return ledger.append(team=team, facts=[ledger.Fact(entry) for entry in entries], **(plain | how))


def veteran_team(league: League, coach: User, name: str = "Reikland Reavers") -> Team:
    """A founded team after a hard season: improved, injured, absent, dead and released players, and a trophy."""
    team = approved_team(league, coach, name)
    first, second, third, fourth, fifth, *_ = player_ids(team)
    append_entries(
        team,
        PointsEarned(player=first, spp=31, deeds=counts(completions=3, touchdowns=6, casualties=0, mvps=2)),
        SkillGained(player=first, skill="Block", cost=20_000),
        SkillGained(player=first, skill="Dodge", cost=30_000),
        CharacteristicRaised(player=first, characteristic="AG", cost=40_000),
        PlayerInjured(player=second, niggling=2, misses_next=False),
        PlayerInjured(player=second, lost=("MA",)),
        PointsEarned(player=third, spp=4, deeds=counts(casualties=2)),
        PlayerKilled(player=third),
        PlayerLeft(player=fourth, how="released"),
        CharacteristicRaised(player=fifth, characteristic="MA", cost=30_000),
        PlayerInjured(player=fifth, lost=("MA", "AV")),
        TrophyWon(trophy="spike"),
    )
    return team


def team_from_list(
    league: League,
    coach: User,
    name: str,
    team_list: str,
    players: Sequence[str] | None = None,
    *,
    rerolls: int = 2,
    fan_factor: int = 3,
    staff: tuple[tuple[str, int], ...] = (),
    colours: int = 0,
    edition: str = "",
) -> Team:
    """An approved team of a league, with goods if its book has them. A player's name is their position and place."""
    book = league.ruleset_for(edition).rules().book
    positions = book.lists[team_list].positions
    rerolls, fan_factor = (
        n if good in book.goods else 0 for good, n in (("rerolls", rerolls), ("fan_factor", fan_factor))
    )
    chosen = tuple(players or positions_for(positions, 12))
    choice = Choice(team_list=team_list, players=chosen, rerolls=rerolls, fan_factor=fan_factor, staff=staff)
    draft = Draft(choice=choice, names=tuple(f"{team_list} {place}" for place in range(1, len(chosen) + 1)))
    begun = {"name": name, "team_list": team_list, "colours": colours, "edition": edition}
    team = drafting.draft_team(league=league, coach=coach, **begun)
    team = drafting.save_draft(team=team, expected=team.version, draft=draft, name=name)
    team = approval.submit_team(team=team, expected=team.version, by=coach)
    if team.state == Team.State.SUBMITTED:
        team = approval.approve_team(team=team, expected=team.version, by=coach)
    return team


def positions_for(positions: Any, wanted: int) -> tuple[str, ...]:
    """That many players of a list: one of each position with a limit, the rest of the unlimited one."""
    common = max(positions, key=lambda position: position.maximum)
    few = [position.name for position in positions if position is not common]
    return (*few[: wanted - 1], *(common.name,) * (wanted - len(few[: wanted - 1])))


def injure_player(team: Team, place: int) -> int:
    """The id of a player of the team who misses its next match."""
    return add_entry(team, place, lambda player: PlayerInjured(player=player, misses_next=True))


def add_entry(team: Team, place: int, entry: Callable[[int], Entry]) -> int:
    """Adds an entry about the player at that place of the roster; returns the player's id."""
    player = ledger.sheet_in(TeamState.objects.get(team=team)).players[place].player
    append_entries(team, entry(player))
    return player


def add_gold(team: Team, gold: int) -> None:
    """Adds gold to the treasury, which raises the team value as much."""
    append_entries(team, GoldMoved(amount=gold, source="winnings", target="treasury"))
