"""Post-match scenarios (see ``rules.scenarios.scenario``).

The ``raised`` of a report is the line of a player who rose in the match and could play from then on (J8), ``{}`` if
they did nothing. As an answer to ``mvp``, ``raised`` is that player. If they join, their improvements are under their
new number.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.book.edition import Ruleset
from rules.match_day.casualties import treats
from rules.match_day.post_match import post_match
from rules.match_day.run import Outcome
from rules.match_day.victims import positions_at_once
from rules.scenarios.answers import Answers
from rules.scenarios.fielded import facts_in, friendly_facts, with_casualties, with_journeymen
from rules.scenarios.players import players_found
from rules.scenarios.pre_match import sheets_of, terms_of
from rules.scenarios.team import FIRST_ID, ScenarioError, known_keys, one_of
from rules.sequence.explanations import Args, RuleBroken
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import (
    CAUSES,
    DECISIONS,
    RAISED,
    STOPPED,
    InducedLine,
    Injury,
    MatchPlayed,
    Pair,
    PlayedCard,
    PlayerLine,
    Result,
    SideReport,
    further,
    with_values,
)
from rules.sheet.sheet import Counts, TeamSheet, counts
from rules.team.hired import lasting_fate

REPORT_KEYS = ("score", "players", "injuries", "induced", "raised", "took_part", "cards")
INJURY_KEYS = ("player", "by", "cause")


def play_post_match(rules: Ruleset, scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Plays the post-match of both sides of a scenario."""
    table = Answers(rules, scenario.get("answers", {}))
    match = _match(rules, scenario)
    outcomes = {side: post_match(rules, match, side, {}, table.answer) for side in SIDES}
    return {side: _found(rules, match, outcomes[side], table) for side in SIDES}


def _match(rules: Ruleset, scenario: Mapping[str, Any]) -> MatchPlayed:
    match, report = scenario.get("match", {}), scenario.get("report", {})
    known_keys("report", report, SIDES)
    sheets, report = with_journeymen(rules, sheets_of(rules, scenario), report)
    fame = match.get("fame", {})
    known_keys("match.fame", fame, SIDES)
    for side in fame:
        one_of(f"match.fame.{side}", fame[side], range(rules.book.most_fame + 1))
    for key, allowed in (("conceded_by", SIDES), ("winner", SIDES), ("decided_by", (*DECISIONS, *STOPPED))):
        one_of(f"match.{key}", match.get(key), (None, *allowed))
    answers = scenario.get("answers", {})
    home, away = report.get("home", {}), report.get("away", {})
    lines = with_casualties(rules, home.get("induced"), away.get("induced"))
    return MatchPlayed(
        terms=terms_of(rules, scenario),
        sheets=sheets,
        fame=Pair(home=fame.get("home", 0), away=fame.get("away", 0)),
        reports=Pair(
            home=_report(rules, sheets.home, home, "home", lines.home),
            away=_report(rules, sheets.away, away, "away", lines.away),
        ),
        hired=Pair(home=_hired(home, answers.get("home", {})), away=_hired(away, answers.get("away", {}))),
        result=Result(
            conceded_by=match.get("conceded_by"),
            conceded_before_kick_off=match.get("conceded_without_penalty", False),
            decided_by=match.get("decided_by", ""),
            decided_for=match.get("winner"),
        ),
        facts=(*facts_in(rules, answers), *friendly_facts(rules, bool(match.get("friendly")))),
    )


def _report(
    rules: Ruleset, sheet: TeamSheet, report: Mapping[str, Any], side: Side, induced: tuple[InducedLine, ...]
) -> SideReport:
    known_keys(f"report.{side}", report, REPORT_KEYS)
    numbers = [line.number for line in sheet.players]
    first = FIRST_ID[side]
    lines = []
    for number, line in report.get("players", {}).items():
        one_of(f"report.{side}.players", int(number), numbers)
        deeds = _deeds(rules, f"report.{side}.players.{number}", line)
        lines.append(PlayerLine(player=first + int(number), deeds=deeds))
    took_part = report.get("took_part")
    for number in took_part or ():
        one_of(f"report.{side}.took_part", int(number), numbers)
    return SideReport(
        score=report.get("score", 0),
        lines=tuple(lines),
        injuries=tuple(_injury(rules, injury, side) for injury in report.get("injuries", ())),
        induced=(*induced, *_raised(rules, sheet, report, side, induced)),
        took_part=None if took_part is None else tuple(first + int(number) for number in took_part),
        cards=_cards(report["cards"], side) if "cards" in report else None,
        bought=_bought(rules, report["induced"]) if "induced" in report else None,
    )


def _bought(rules: Ruleset, induced: Any) -> tuple[str, ...]:
    """The kinds of inducements, those who treat injuries as often as they were bought."""
    return tuple(
        item["kind"] for item in induced for _ in range(item.get("count", 1) if treats(rules, item["kind"]) else 1)
    )


def _deeds(rules: Ruleset, place: str, line: Mapping[str, int]) -> Counts:
    """What a player did, as counts; the keys are those of the edition's reported deeds."""
    known_keys(place, line, [deed.key for deed in rules.book.deeds.values() if not deed.awarded])
    return counts(**line)


def _cards(played: Any, side: Side) -> tuple[PlayedCard, ...]:
    """Cards by name, or with the number of the opposing player that they were played on."""
    found = []
    for one in played:
        card = one if isinstance(one, Mapping) else {"card": one}
        known_keys("report.cards", card, ("card", "opponent"))
        victim = FIRST_ID[other(side)] + int(card["opponent"]) if "opponent" in card else 0
        found.append(PlayedCard(card=card["card"], player=victim))
    return tuple(found)


def _hired(report: Mapping[str, Any], answers: Mapping[str, Any]) -> int:
    """How many hired players a side has besides those that its report names (G1, p33).

    A report without ``induced`` does not say what was hired: then there is one if one was drawn as MVP.
    """
    mvps = answers.get("mvp")
    drawn = "induced" in (mvps if isinstance(mvps, list) else [mvps])
    return int(drawn and "induced" not in report)


def _raised(
    rules: Ruleset, sheet: TeamSheet, report: Mapping[str, Any], side: Side, induced: tuple[InducedLine, ...]
) -> tuple[InducedLine, ...]:
    """The line of a player who was raised in the match and could play from then on (J8); empty counts mean nothing."""
    if "raised" not in report:
        return ()
    positions = positions_at_once(rules, sheet, induced)
    if not positions:
        raise ScenarioError(f"report.{side}.raised: {sheet.team_list} teams cannot raise anybody during a match")
    deeds = _deeds(rules, f"report.{side}.raised", report["raised"])
    return (InducedLine(kind=RAISED, name=positions[0], deeds=deeds),)


def _injury(rules: Ruleset, injury: Mapping[str, Any], side: Side) -> Injury:
    """An injury. Its fields are the edition's; those of one treatment can be together: ``apothecary: {reroll: 44}``."""
    known = _injury_keys(rules)
    values: dict[str, Any] = {}
    for key, value in injury.items():
        if isinstance(value, Mapping) and not value and key in known:
            values[key] = 1  # a treatment that needs no more words
        elif isinstance(value, Mapping):
            parts = [each.removeprefix(f"{key}_") for each in known if each.startswith(f"{key}_")]
            known_keys(f"injury.{key}", value, parts)
            values |= {f"{key}_{part}": found for part, found in value.items()}
        elif key not in INJURY_KEYS:
            values[key] = value
    known_keys("injury", values, known)
    by, cause = injury.get("by", 0), one_of("injury.cause", injury.get("cause", "block"), CAUSES)
    induced, _dot, place = str(by).partition(".") if str(by).startswith("induced") else ("", "", "")
    bare = Injury(
        player=FIRST_ID[side] + int(injury["player"]),
        casualty=0,
        by=FIRST_ID[other(side)] + int(by) if by and not induced else 0,
        by_induced=bool(induced),
        by_hired=int(place or 0),
        cause=cause,
    )
    dice = {key: sum(value) if isinstance(value, list) else value for key, value in values.items()}
    first = rules.book.casualty_table.key
    return with_values(bare, {"casualty" if key == first else key: value for key, value in dice.items()})


def _injury_keys(rules: Ruleset) -> tuple[str, ...]:
    """The fields of an injury, with those of the tables to which a roll leads; the first table also by its own key."""
    first, *more = rules.book.casualty_tables
    rolls = [each.key for each in rules.book.injury_fields.values() if each.kind == "casualty"]
    deeper = [further(key, table) for key in ("casualty", *rolls) for table in more]
    return ("casualty", first, *rules.book.injury_fields, *deeper)


def _found(rules: Ruleset, match: MatchPlayed, outcome: Outcome, table: Answers) -> dict[str, Any]:
    sheet, side = outcome.sheet, outcome.side
    refused = _refused(match, outcome.refused, side) if outcome.refused else None
    if refused and (telling := table.telling.get(side)) is not None:
        refused = telling.label(refused)
    left_over = table.left_over(side)
    if outcome.done and left_over:
        refused, sheet = left_over[0], match.sheets.of(side)
    figures = dict(outcome.figures)
    waits = dict.fromkeys(_label(match, question.label, question.side, question.args) for question in outcome.questions)
    fielded = {line.number for line in match.sheets.of(side).players}
    gone = {gone.line.number for gone in sheet.departed}
    return {
        "counted_score": rules.counted_scores(match).of(side),
        "treasury": sheet.treasury,
        "bank": sheet.bank,
        "fan_factor": sheet.fan_factor,
        "team_value": figures["value"].amount if "value" in figures else None,
        "winnings": figures["winnings"].amount if "winnings" in figures else None,
        "spiralling_expenses": figures["expenses"].amount if "expenses" in figures else None,
        "gone": sorted(gone & fielded),
        "players": players_found(rules, sheet),
        "raised": [line.position for line in sheet.players if line.joined == "raised"],
        "waits_for": list(waits),
        "refused": refused,
        "stars": {line.name: fate for line in match.reports.of(side).induced if (fate := lasting_fate(rules, line))},
    }


def _refused(match: MatchPlayed, refused: RuleBroken, side: Side) -> str:
    return _label(match, refused.label, side, refused.violations[0].args if refused.violations else ())


def _label(match: MatchPlayed, label: str, side: Side, args: Args) -> str:
    """A label with a player's number in place of the id; the number of one who joined in the match is in the args."""
    name, _, player = label.partition(".")
    if name not in ("improvements", "defections"):
        return label
    line = match.sheets.of(side).player(int(player))
    number = line.number if line else dict(args).get("number", player)
    return f"{name}.{number}"
