"""The players of a sheet as a scenario expects them."""

from __future__ import annotations

from typing import Any

from rules.book.edition import Ruleset
from rules.scenarios.team import points_key
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.team.profile import figure


def players_found(rules: Ruleset, sheet: TeamSheet) -> dict[str, dict[str, Any]]:
    """Each player of a sheet, by number, as a scenario expects them."""
    return {str(line.number): _player(rules, line) for line in sheet.players}


def _player(rules: Ruleset, line: PlayerSheet) -> dict[str, Any]:
    profile = {name.lower(): figure(rules.book, line, name) for name, _value in line.profile}
    standing = rules.standing(line)
    found = profile | {
        "spp": line.spp,
        "level": standing.title,
        "cost": line.cost,
        "skills": list(line.skills),
        "items": list(line.gained_skills),
        "niggling": line.niggling,
        "misses": line.misses,
        "misses_next_game": line.misses_next,
    }
    found |= {key: line.condition(key) for key in rules.book.conditions}
    found |= {mark: mark in line.marks for mark in rules.book.marks}
    if rules.book.points is not None:
        found[points_key(rules)] = standing.left
    elif line.spent:
        found["spent"] = line.spent
    if rules.edition.derived is not None:
        found |= {each.key: each.figure for each in rules.edition.derived(rules, line)}
    return found
