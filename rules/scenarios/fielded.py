"""What a post-match scenario says of who was fielded: facts that still hold, journeymen, and hired players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.book.edition import Ruleset
from rules.scenarios.team import FIRST_ID, ScenarioError
from rules.sequence.sequence import SIDES
from rules.sheet.match import Fact, Facts, InducedLine, Pair
from rules.sheet.sheet import JOURNEYMAN, PlayerSheet, TeamSheet
from rules.team.hired import hired_lines
from rules.team.inducements import parse_items

HURT = ("casualty", "cause", "by")
"""What an item of hired players says of one who was hurt."""


def facts_in(rules: Ruleset, answers: Mapping[str, Any]) -> Facts:
    """The facts that a scenario gives among a side's answers, by their keys: the amount of each."""
    kinds = after_match(rules)
    return tuple(
        Fact(key=key, side=side, amount=answers[side][key], page=rules.book.facts[key].page)
        for side in SIDES
        for key in kinds
        if key in answers.get(side, {})
    )


def friendly_facts(rules: Ruleset, friendly: bool) -> Facts:
    """What is known of a friendly in an edition that says so before the match."""
    return tuple(Fact(key=kind.key, page=kind.page) for kind in rules.book.facts.values() if friendly and kind.harmless)


def after_match(rules: Ruleset) -> tuple[str, ...]:
    """The keys of the facts about a side that hold after the match."""
    return tuple(kind.key for kind in rules.book.facts.values() if kind.after_match and kind.scope == "side")


def with_casualties(rules: Ruleset, home: Any, away: Any) -> Pair[tuple[InducedLine, ...]]:
    """The lines of hired players, of both sides' ``induced``. An item may have its ``casualty``, the ``cause``, and
    ``by`` whom: the number of an opponent, or ``induced.2`` for the second one in the report whom they hired."""
    home_items, away_items = (
        [{key: each[key] for key in each if key not in HURT} for each in found or ()] for found in (home, away)
    )
    lines = hired_lines(rules, Pair(home=parse_items(home_items), away=parse_items(away_items)))
    return Pair(home=_hurt(lines.home, home, FIRST_ID["away"]), away=_hurt(lines.away, away, FIRST_ID["home"]))


def _hurt(lines: tuple[InducedLine, ...], induced: Any, foes: int) -> tuple[InducedLine, ...]:
    found = {each.get("name") or each.get("position", ""): each for each in induced or () if "casualty" in each}
    return tuple(replace(line, **_fate(found[line.name], foes)) if line.name in found else line for line in lines)


def _fate(item: Mapping[str, Any], foes: int) -> dict[str, Any]:
    number, _dot, place = str(item.get("by", 0)).partition(".")
    by = foes + int(number) if number.isdecimal() and int(number) else 0
    return {"casualty": item["casualty"], "cause": item.get("cause", "block"), "by": by, "by_hired": int(place or 0)}


def with_journeymen(
    rules: Ruleset, sheets: Pair[TeamSheet], report: Mapping[str, Any]
) -> tuple[Pair[TeamSheet], Mapping[str, Any]]:
    """The rosters with the journeymen whom the report names, and the report without them.

    Only in an edition in which they stand on the roster. They get the lowest free numbers, in the order of the report.
    """
    if rules.book.journeymen is None:
        return sheets, report
    found, left = {}, dict(report)
    for side in SIDES:
        sheet, induced = sheets.of(side), report.get(side, {}).get("induced")
        if induced is not None:
            names = [item["position"] for item in induced if item.get("kind") == JOURNEYMAN]
            sheet = replace(sheet, players=tuple(_filled(rules, sheet, names, FIRST_ID[side])))
            left[side] = {**report[side], "induced": [item for item in induced if item.get("kind") != JOURNEYMAN]}
        found[side] = sheet
    return Pair(home=found["home"], away=found["away"]), left


def _filled(rules: Ruleset, sheet: TeamSheet, names: list[str], first: int) -> list[PlayerSheet]:
    skills = rules.book.journeymen.skills if rules.book.journeymen is not None else ()
    players = list(sheet.players)
    for name, number in zip(names, sheet.free_numbers(len(names)), strict=True):
        try:
            position = rules.team_list(sheet).position(name)
        except KeyError as error:
            raise ScenarioError(f"report.induced: {error.args[0]}") from None
        players.append(
            PlayerSheet(
                player=first + number,
                number=number,
                position=name,
                start=position.profile,
                profile=position.profile,
                starting_skills=position.skills + skills,
                cost=position.cost,
                joined=JOURNEYMAN,
            )
        )
    return sorted(players, key=lambda line: line.number)
