"""Teams of scenario files: from the description of a roster to a sheet (see ``rules.scenarios.scenario``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.book.edition import Ruleset
from rules.sheet.sheet import PlayerSheet, TeamSheet, value_in, with_value
from rules.team.founding import Choice
from rules.team.skill_access import improvement_cost

STAFF = {"assistant_coaches": "assistant_coach", "cheerleaders": "cheerleader"}
TEAM_KEYS = frozenset(
    {"list", "rerolls", "fan_factor", *STAFF, "apothecary", "treasury", "bank", "trophies", "players"}
)
PLAYER_KEYS = frozenset({"position", "count", "spp", "gained", "lost", "history", "misses_next_game"})


class ScenarioError(ValueError):
    """Raised for a scenario that cannot be read; the message names the wrong key."""


def known_keys(where: str, given: Mapping[Any, Any], allowed: Iterable[str]) -> None:
    """Raises ``ScenarioError`` for a key that the format does not have."""
    known = sorted(allowed)
    for key in given:
        if key not in known:
            raise ScenarioError(f"{where}: unknown key {key!r}; there are {', '.join(known)}")


def one_of(where: str, value: Any, allowed: Iterable[Any]) -> Any:
    """The value, if it is allowed. Raises ``ScenarioError``, which lists the allowed values."""
    known = tuple(allowed)
    if value not in known:
        raise ScenarioError(f"{where}: {value!r}; there are {', '.join(map(str, known))}")
    return value


def team_choice(ruleset: Ruleset, team: Mapping[str, Any]) -> Choice:
    """The coach's choice for a new team."""
    known_keys("team", team, TEAM_KEYS - {"treasury", "bank", "trophies"})
    _team_list(ruleset, team)
    players: list[str] = []
    for player in team.get("players", []):
        known_keys("player", player, PLAYER_KEYS)
        players.extend([player["position"]] * player.get("count", 1))
    return Choice(
        team_list=team["list"],
        players=tuple(players),
        rerolls=team.get("rerolls", 0),
        fan_factor=team.get("fan_factor", 0),
        staff=_staff(team),
    )


def team_sheet(ruleset: Ruleset, team: Mapping[str, Any], first_id: int) -> TeamSheet:
    """The sheet of a team with a history; players have the ids ``first_id + number``."""
    known_keys("team", team, TEAM_KEYS)
    _team_list(ruleset, team)
    for trophy in team.get("trophies", ()):
        one_of("team.trophies", trophy, ruleset.book.trophies)
    sheet = TeamSheet(
        edition=ruleset.book.key,
        team_list=team["list"],
        rerolls=team.get("rerolls", 0),
        reroll_cost=ruleset.book.lists[team["list"]].reroll_cost,
        fan_factor=team.get("fan_factor", 0),
        staff=_staff(team),
        treasury=team.get("treasury", 0),
        bank=team.get("bank", 0),
        trophies=tuple(team.get("trophies", ())),
    )
    lines: list[PlayerSheet] = []
    for player in team.get("players", []):
        known_keys("player", player, PLAYER_KEYS)
        for _ in range(player.get("count", 1)):
            number = len(lines) + 1
            lines.append(_player(ruleset, sheet, player, first_id + number, number))
    return replace(sheet, players=tuple(lines))


def _team_list(ruleset: Ruleset, team: Mapping[str, Any]) -> None:
    one_of("team.list", team.get("list"), ruleset.book.lists)


def _staff(team: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    counts = [(kind, team.get(key, 0)) for key, kind in STAFF.items()]
    counts.append(("apothecary", int(team.get("apothecary", False))))
    return tuple((kind, count) for kind, count in counts if count)


def _player(ruleset: Ruleset, sheet: TeamSheet, player: Mapping[str, Any], id: int, number: int) -> PlayerSheet:
    try:
        position = ruleset.book.lists[sheet.team_list].position(player["position"])
    except KeyError as error:
        raise ScenarioError(f"player {number}: {error.args[0]}") from None
    spp = player.get("spp", 0)
    line = PlayerSheet(
        player=id,
        number=number,
        position=position.name,
        start=position.profile,
        profile=position.profile,
        starting_skills=position.skills,
        cost=position.cost,
        spp=spp,
        improvements=ruleset.book.level_for(spp).rolls,
        misses_next=player.get("misses_next_game", False),
    )
    if "history" in player and player.keys() & {"gained", "lost"}:
        raise ScenarioError(f"player {number}: history replaces gained and lost")
    past = player.get("history", [*player.get("gained", ()), *player.get("lost", ())])
    for change in past:
        line = _changed(ruleset, sheet, line, str(change))
    return line


def _changed(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, change: str) -> PlayerSheet:
    if change == "niggling":
        return replace(line, niggling=line.niggling + 1, history=(*line.history, (change, 0)))
    if change[0] in "+-":
        name, step = change[1:], 1 if change[0] == "+" else -1
        if name not in ruleset.book.characteristics:
            raise ScenarioError(f"player {line.number}: no characteristic {name!r}")
        profile = with_value(line.profile, name, value_in(line.profile, name) + step)
        cost = improvement_cost(ruleset, sheet, line, change) if step > 0 else 0
        history = (*line.history, (change, cost))
        return replace(line, profile=profile, cost=line.cost + cost, history=history)
    try:
        skill = ruleset.book.skill(change).name
    except KeyError as error:
        raise ScenarioError(f"player {line.number}: {error.args[0]}") from None
    cost = improvement_cost(ruleset, sheet, line, skill)
    return replace(
        line,
        gained_skills=(*line.gained_skills, skill),
        cost=line.cost + cost,
        history=(*line.history, (skill, cost)),
    )
