"""Teams of scenario files: from the description of a roster to a sheet (see ``rules.scenarios.scenario``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.book.edition import Ruleset
from rules.sheet.sheet import NIGGLING, PlayerSheet, TeamSheet, added, value_in, with_value
from rules.team.founding_run import Choice
from rules.team.inducements import parse_items

FIRST_ID: dict[str, int] = {"home": 0, "away": 1000}
"""Added to a player's number, this is the player's id."""
STAFF = {"assistant_coaches": "assistant_coach", "cheerleaders": "cheerleader"}
TEAM_KEYS = frozenset(
    {"list", "rerolls", "fan_factor", *STAFF, "apothecary", "treasury", "bank", "trophies", "players", "special_rules"}
)
PLAYER_KEYS = frozenset(
    {
        *("position", "count", "spp", "gained", "lost", "history", "misses_next_game", "misses"),
        *("improvements", "spent", "seasons"),
    }
)


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


def player_keys(ruleset: Ruleset) -> frozenset[str]:
    """What can be said of a player: also the marks of the book, and its own word for points."""
    return PLAYER_KEYS | {points_key(ruleset), *ruleset.book.marks}


def points_key(ruleset: Ruleset) -> str:
    """What points are called here: ``spp``, or the book's short word for them."""
    return ruleset.book.points.short.lower() if ruleset.book.points is not None else "spp"


def marks_given(ruleset: Ruleset, team: Mapping[str, Any]) -> dict[str, list[int]]:
    """The numbers of the players with each mark of the book, if anybody is said to have one."""
    found: dict[str, list[int]] = {}
    players = [player for player in team.get("players", []) for _ in range(player.get("count", 1))]
    for number, player in enumerate(players, start=1):
        for mark in ruleset.book.marks:
            if player.get(mark):
                found.setdefault(mark, []).append(number)
    return found


def team_choice(ruleset: Ruleset, team: Mapping[str, Any]) -> Choice:
    """The coach's choice for a new team. Its ``inducements`` are bought for good, where a league allows that (L9)."""
    known_keys("team", team, (TEAM_KEYS | {"inducements"}) - {"treasury", "bank", "trophies", "special_rules"})
    _team_list(ruleset, team)
    players: list[str] = []
    for player in team.get("players", []):
        known_keys("player", player, player_keys(ruleset))
        players.extend([player["position"]] * player.get("count", 1))
    return Choice(
        team_list=team["list"],
        players=tuple(players),
        rerolls=team.get("rerolls", 0),
        fan_factor=team.get("fan_factor", 0),
        staff=_staff(team),
        inducements=parse_items(team.get("inducements")),
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
        special_rules=tuple(team.get("special_rules", ())),
    )
    lines: list[PlayerSheet] = []
    for player in team.get("players", []):
        known_keys("player", player, player_keys(ruleset))
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
    spp = player.get(points_key(ruleset), 0)
    line = PlayerSheet(
        player=id,
        number=number,
        position=position.name,
        start=position.profile,
        profile=position.profile,
        starting_skills=position.skills,
        cost=position.cost,
        spp=spp,
        misses=player.get("misses", int(player.get("misses_next_game", False))),
        marks=tuple(mark for mark in ruleset.book.marks if player.get(mark)),
    )
    line = replace(
        line,
        improvements=player.get("improvements", max(0, ruleset.standing(line).owed)),
        spent=player.get("spent", 0),
        seasons=player.get("seasons", 0),
    )
    if "history" in player and player.keys() & {"gained", "lost"}:
        raise ScenarioError(f"player {number}: history replaces gained and lost")
    past = player.get("history", [*player.get("gained", ()), *player.get("lost", ())])
    for change in past:
        line = _changed(ruleset, sheet, line, str(change))
    return line


def _changed(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet, change: str) -> PlayerSheet:
    if change == NIGGLING:
        return replace(line, conditions=added(line.conditions, ((change, 1),)), history=(*line.history, (change, 0)))
    if change in ruleset.book.conditions:
        return replace(line, conditions=added(line.conditions, ((change, 1),)))
    if change[0] in "+-" and " " in change:
        times, _, name = change[1:].partition(" ")
        for _nth in range(int(times)):
            line = _changed(ruleset, sheet, line, change[0] + name)
        return line
    if change[0] in "+-":
        name, step = change[1:], 1 if change[0] == "+" else -1
        if name not in ruleset.book.characteristics:
            raise ScenarioError(f"player {line.number}: no characteristic {name!r}")
        profile = with_value(line.profile, name, value_in(line.profile, name) + step)
        cost = ruleset.learning_cost(sheet, line, change) if step > 0 else 0
        history = (*line.history, (change, cost))
        return replace(line, profile=profile, cost=line.cost + cost, history=history)
    try:
        skill = ruleset.book.skill_called(change)
    except KeyError as error:
        raise ScenarioError(f"player {line.number}: {error.args[0]}") from None
    cost = ruleset.learning_cost(sheet, line, skill)
    return replace(
        line,
        gained_skills=(*line.gained_skills, skill),
        cost=line.cost + cost,
        history=(*line.history, (skill, cost)),
    )
