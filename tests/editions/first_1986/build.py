"""Rules, teams and runs of the first edition for tests."""

from __future__ import annotations

from typing import Any

from rules.book.edition import Ruleset
from rules.book.house_rules import house_rules
from rules.editions.first_1986 import EDITION
from rules.scenarios.team import team_sheet
from rules.sheet.sheet import TeamSheet

BOOK = EDITION.book


def first(**house: object) -> Ruleset:
    """The rules with these house rules."""
    return Ruleset(edition=EDITION, house=house_rules(BOOK, house))


def team(name: str, players: str, *, rules: Ruleset | None = None, first_id: int = 0, **more: Any) -> TeamSheet:
    """A team such as ``4 Ogre, 12 Lesser Goblin``; other keys as in a scenario."""
    listed = [part.strip().partition(" ") for part in players.split(",")]
    wanted = [{"position": position, "count": int(count)} for count, _, position in listed]
    return team_sheet(rules or first(), {"list": name, "players": wanted, **more}, first_id)
