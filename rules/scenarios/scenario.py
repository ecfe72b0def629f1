"""Scenarios: small test stories with an expected end, played with the same functions as real matches.

A scenario is plain data (a mapping from YAML or JSON). ``play`` returns the differences between what was expected and
what was found. An unknown key is an error, which names it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.book.book import row_for
from rules.book.edition import Ruleset
from rules.book.house_rules import HouseRulesError
from rules.editions import ruleset
from rules.scenarios.outside import play_founding, play_season_end, play_won_unplayed
from rules.scenarios.post_match import play_post_match
from rules.scenarios.pre_match import play_pre_match
from rules.scenarios.team import ScenarioError, known_keys, team_sheet

KEYS = (
    "title",
    "edition",
    "rules",
    "house_rules",
    "do",
    "teams",
    "league",
    "match",
    "report",
    "season",
    "answers",
    "expect",
)
Difference = tuple[str, Any, Any]


def play(scenario: Mapping[str, Any]) -> list[Difference]:
    """Plays a scenario and returns the differences as (where, expected, found). Raises ``ScenarioError``."""
    if not isinstance(scenario, Mapping):
        raise ScenarioError("a scenario is a mapping")
    known_keys("scenario", scenario, KEYS)
    try:
        rules = _rules_of(scenario.get("edition", "pbbl-1.10"), scenario.get("house_rules"))
    except (KeyError, HouseRulesError) as error:
        raise ScenarioError(str(error)) from None
    player = PLAYERS.get(scenario.get("do", ""))
    if player is None:
        raise ScenarioError(f"do: {scenario.get('do')!r}; there are {', '.join(PLAYERS)}")
    found = player(rules, scenario)
    return compare(scenario.get("expect", {}), found)


def _rules_of(edition: str, house: Mapping[str, Any] | None) -> Ruleset:
    """The ruleset of a scenario; a choice that is a number may stand without quotation marks."""
    options = ruleset(edition).book.options
    numbers = {name for name, value in (house or {}).items() if type(value) is int}
    choices = {name for name in numbers if name in options and options[name].type == "choice"}
    texts = {name: str(value) for name, value in (house or {}).items() if name in choices}
    return ruleset(edition, {**(house or {}), **texts})


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


def _value(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    known_keys("teams", scenario["teams"], ("home",))
    return {"team_value": rules.value(team_sheet(rules, scenario["teams"]["home"], 0))}


def _kick_off(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Reads the kick-off table with the ``dice`` of the match."""
    known_keys("match", match := scenario["match"], ("dice",))
    dice, rolled = rules.book.kick_off_dice, match["dice"]
    if len(rolled) != len(dice) or any(not 1 <= roll <= faces for roll, faces in zip(rolled, dice, strict=True)):
        raise ScenarioError(
            f"match: dice: {rolled} are no roll of {' + '.join(f'D{faces}' for faces in dice) or 'any'}"
        )
    row = row_for(rules.book.kick_off, sum(rolled), dice)
    return {"result": row.name, "rolled_by_both": f"D{row.die}" if row.die else "", "staff": row.staff}


PLAYERS: dict[str, Callable[[Ruleset, Mapping[str, Any]], dict[str, Any]]] = {
    "found": play_founding,
    "value": _value,
    "pregame": play_pre_match,
    "postgame": play_post_match,
    "season_end": play_season_end,
    "won_unplayed": play_won_unplayed,
    "kick_off": _kick_off,
}
"""What a scenario can do; rooms above add what they do, such as a table of a division."""
