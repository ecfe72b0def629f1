"""Rules, teams and runs of the Competition Rules for tests."""

from __future__ import annotations

from typing import Any

from rules.book.edition import Ruleset
from rules.editions import ruleset
from rules.editions.crp import EDITION
from rules.scenarios.team import team_sheet
from rules.sheet.sheet import TeamSheet

BOOK = EDITION.book


def crp(**house: object) -> Ruleset:
    """The rules with these house rules."""
    return ruleset("crp", house)


def team(name: str, players: str, *, rules: Ruleset | None = None, first_id: int = 0, **more: Any) -> TeamSheet:
    """A team such as ``11 Lineman, 1 Ogre``; other keys as in a scenario."""
    listed = [part.strip().partition(" ") for part in players.split(",")]
    wanted = [{"position": position, "count": int(count)} for count, _, position in listed]
    return team_sheet(rules or crp(), {"list": name, "players": wanted, **more}, first_id)
