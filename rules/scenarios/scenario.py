"""Scenarios: small test stories with an expected end, played with the same functions as real matches.

A scenario is plain data (a mapping from YAML or JSON). ``play`` returns the differences between what was expected and
what was found. An unknown key is an error, which names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.book.edition import Ruleset
from rules.book.house_rules import HouseRulesError
from rules.editions import ruleset
from rules.scenarios.post_match import play_post_match
from rules.scenarios.pre_match import play_pre_match
from rules.scenarios.team import ScenarioError, known_keys, team_choice, team_sheet
from rules.team.founding import judge
from rules.team.value import team_value

KEYS = ("title", "edition", "rules", "house_rules", "do", "teams", "match", "report", "answers", "expect")
Difference = tuple[str, Any, Any]


def play(scenario: Mapping[str, Any]) -> list[Difference]:
    """Plays a scenario and returns the differences as (where, expected, found). Raises ``ScenarioError``."""
    if not isinstance(scenario, Mapping):
        raise ScenarioError("a scenario is a mapping")
    known_keys("scenario", scenario, KEYS)
    try:
        rules = ruleset(scenario.get("edition", "pbbl-1.10"), scenario.get("house_rules"))
    except (KeyError, HouseRulesError) as error:
        raise ScenarioError(str(error)) from None
    player = PLAYERS.get(scenario.get("do", ""))
    if player is None:
        raise ScenarioError(f"do: {scenario.get('do')!r}; there are {', '.join(PLAYERS)}")
    found = player(rules, scenario)
    return compare(scenario.get("expect", {}), found)


def compare(expected: Any, found: Any, where: str = "") -> list[Difference]:
    """The differences in the expected keys; other keys of the result do not matter."""
    if not isinstance(expected, Mapping) or not isinstance(found, Mapping):
        return [] if _equal(expected, found) else [(where, expected, found)]
    differences: list[Difference] = []
    for key, value in expected.items():
        place = f"{where}.{key}" if where else str(key)
        if str(key) not in found and str(key).isdigit():
            differences.append((place, value, None))
            continue
        if str(key) not in found:
            known = ", ".join(map(str, found))
            raise ScenarioError(f"expect: unknown key {place!r}; there are {known}")
        differences.extend(compare(value, found[str(key)], place))
    return differences


def _equal(expected: Any, found: Any) -> bool:
    if isinstance(expected, list) and isinstance(found, (list, tuple)):
        return sorted(map(str, expected)) == sorted(map(str, found))
    return bool(expected == found)


def _found(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    known_keys("teams", scenario["teams"], ("home",))
    founding = judge(rules, team_choice(rules, scenario["teams"]["home"]))
    return {
        "legal": founding.legal,
        "violations": sorted({violation.rule for violation in founding.violations}),
        "cost": founding.cost.amount,
        "treasury": founding.treasury,
        "team_value": founding.team_value,
    }


def _value(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    known_keys("teams", scenario["teams"], ("home",))
    return {"team_value": team_value(rules, team_sheet(rules, scenario["teams"]["home"], 0)).amount}


PLAYERS: dict[str, Callable[[Ruleset, Mapping[str, Any]], dict[str, Any]]] = {
    "found": _found,
    "value": _value,
    "pregame": play_pre_match,
    "postgame": play_post_match,
}
