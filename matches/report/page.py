"""The context of the report's page: each side's players with their counts, hired players, injuries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from matches import wording
from matches.casualty_die import casualty_die
from matches.models import PlayerLine
from matches.report.form.fields import COUNTS, HIRED, INJURY_FIELDS, MOST_INJURIES, joined
from matches.report.form.form import ReportForm
from matches.report.form.reading import InjuryRow, asks_who_took_part
from matches.report.score_sheet import CAUSES, dice_are_sound, result_words
from matches.sequence.hired import hired_players
from matches.sequence.sequences import MatchState
from rules.match_day.casualties import may_treat, results
from rules.sequence.sequence import SIDES, Side, faces_of, other
from rules.sheet.match import RAISED, InducedLine, Injury
from rules.sheet.sheet import PlayerSheet
from rules.team.hired import injury_matters
from rules.words.words import notation
from teams.presentation.badges import badge_for
from teams.presentation.presentation import Head

TREATMENTS = ("apothecary", "reroll", "healer", "chirurgeon", "card")
APPLYING = {"decay": "second", "regeneration": "regeneration", "apothecary": "apothecary", "healer": "healer"}
"""The fields that only some injuries have, by their names."""
BLANK = MOST_INJURIES + 2
"""The number of the template injury that the script copies. The form never reads its fields."""


def report_context(form: ReportForm) -> dict[str, Any]:
    """The context of the report's page."""
    state = form.state
    return {
        "match": state.match,
        "form": form,
        "report_url": reverse("matches:report", args=[state.match.public_id]),
        "check_url": reverse("matches:check", args=[state.match.public_id]),
        "device_key": f"report-{state.match.public_id}",
        "send_words": _("Send report"),
        "report_sides": [shown_side(form, side) for side in SIDES],
        "columns": columns(),
        "results": result_choices(state),
        **dice(state),
        "credited": state.ruleset.book.credited_causes,
        "ending": shown_ending(form),
        "summary": summary(form),
    }


def dice(state: MatchState) -> dict[str, Any]:
    """The dice of injuries, for the labels and limits of their fields."""
    book = state.ruleset.book
    return {
        "die": casualty_die(book),
        "healing": book.healing,
        "healing_die": notation((book.healing.die,), _),
        "healing_faces": [str(face) for face in faces_of(book.healing.die)],
    }


def hints_context(form: ReportForm) -> dict[str, Any]:
    """The context of the hints while a user types."""
    return {"form": form, "summary": summary(form), "places": places(form)}


def summary(form: ReportForm) -> list[str]:
    """Every mistake of the report, with its place."""
    return [f"{place_name(form, where)}: {text}" for where, texts in form.wrong.items() for text in texts]


def place_name(form: ReportForm, where: str) -> str:
    """The name of a place in the report."""
    side, what, nth = [*where.split("."), "", ""][:3]
    if side not in SIDES:
        return _("How it ended")
    state, team = form.state, form.state.teams[side].name
    line = state.sheets.of(side).player(int(nth)) if what == "players" else None
    if line is not None:
        return f"{team}, {wording.player(line, state.names)}"
    beside = joined(state, side) if what == "induced" and nth else ()
    if nth and len(beside) >= int(nth):
        return f"{team}, {beside[int(nth) - 1].name}"
    return f"{team}, " + _("injury %(nth)s") % {"nth": nth} if what == "injuries" and nth else team


def columns() -> list[Head]:
    """The four counts of a line, in the order of the official sheet."""
    return [
        Head(_("Cp"), _("completions")),
        Head(_("TD"), _("touchdowns")),
        Head(_("Int"), _("interceptions")),
        Head(_("Cas"), _("casualties")),
    ]


def shown_side(form: ReportForm, side: Side) -> dict[str, Any]:
    """One side of the form."""
    state = form.state
    team, sheet, heads = state.teams[side], state.sheets.of(side), columns()
    return {
        "side": side,
        "name": team.name,
        "badge": badge_for(team.name, team.colours),
        "score": form.typed(f"score.{side}"),
        "score_place": place(form, f"{side}.score"),
        "rows": [
            *(shown_player(form, side, line, heads) for line in sheet.players),
            *(shown_hired(form, side, nth, hired, heads) for nth, hired in enumerate(joined(state, side), start=1)),
        ],
        "hired_place": place(form, f"{side}.induced"),
        "injuries": [shown_injury(form, side, nth, row) for nth, row in enumerate(form.injuries[side], start=1)],
        "blank_injury": blank_injury(form, side),
        "injuries_place": place(form, f"{side}.injuries"),
        "victims": [{"value": line.player, "label": wording.player(line, state.names)} for line in sheet.available],
        "culprits": culprits(state, side),
        "add": form.typed(f"add.{side}") if form.wrong else "",
        "asks_who_took_part": asks_who_took_part(state),
    }


def place(form: ReportForm, where: str) -> dict[str, Any]:
    """The mistakes and hints at a place; live hints replace the element with this id."""
    return {
        "id": "place-" + where.replace(".", "-"),
        "wrong": form.wrong.get(where, []),
        "hints": form.hints.get(where, []),
    }


def shown_player(form: ReportForm, side: Side, line: PlayerSheet, heads: Sequence[Head]) -> dict[str, Any]:
    """A player's row; ``absent``: the player misses the match."""
    name, ticked = form.state.names.get(line.player), form.ticked(f"took_part.{side}")
    return {
        "player": line.player,
        "number": line.number,
        "who": name or line.position,
        "what": line.position if name else "",
        "called": wording.player(line, form.state.names),
        "absent": line.misses_next,
        "cells": cells(form, f"line.{side}.{line.player}", heads),
        "took_part": ticked is None or str(line.player) in ticked,
        "place": place(form, f"{side}.players.{line.player}"),
    }


def shown_hired(form: ReportForm, side: Side, nth: int, hired: Any, heads: Sequence[Head]) -> dict[str, Any]:
    """A hired player's row."""
    return {
        "who": hired.name,
        "called": hired.name,
        "what": wording.opened(str(PlayerLine.Kind(hired.kind).label)),
        "cells": cells(form, f"hired.{side}.{nth}", heads),
        "injury": hired_injury(form, side, f"hired.{side}.{nth}.d68", hired),
        "rose": rose(form, f"hired.{side}.{nth}.there", hired),
        "place": place(form, f"{side}.induced.{nth}"),
    }


def hired_injury(form: ReportForm, side: Side, name: str, hired: InducedLine) -> dict[str, str] | None:
    """The field for the casualty of a hired player, if the result matters (I3, J8)."""
    if not injury_matters(form.state.ruleset, hired, form.state.sheets.of(other(side)).team_list):
        return None
    return {"name": name, "value": form.typed(name)}


def rose(form: ReportForm, name: str, hired: InducedLine) -> dict[str, Any] | None:
    """The box that says that this player was raised in the match, even if they did nothing in it (J8)."""
    return {"name": name, "ticked": bool(form.typed(name))} if hired.kind == RAISED else None


def cells(form: ReportForm, name: str, heads: Sequence[Head]) -> list[dict[str, str]]:
    """The four counts of a row, under their heads."""
    return [
        {"name": f"{name}.{count}", "value": form.typed(f"{name}.{count}"), "label": head.text, "abbr": head.abbr}
        for count, head in zip(COUNTS, heads, strict=True)
    ]


def shown_injury(form: ReportForm, side: Side, nth: int, row: InjuryRow) -> dict[str, Any]:
    """An injury's fields: only those that can apply to this player and team."""
    state = form.state
    sheet = state.sheets.of(side)
    line = sheet.player(int(row["player"])) if row["player"].isdecimal() and len(row["player"]) < 16 else None
    apply = applying(state, side, line) if line else {}
    return {
        "nth": nth,
        "name": f"injury.{side}.{nth - 1}",
        "id": f"injury-{side}-{nth - 1}",
        "row": row,
        "who": wording.player(line, state.names) if line else _("another player"),
        "causes": causes(state, side, row["cause"]),
        **{field: apply.get(field) or row[typed] for field, typed in APPLYING.items()},
        "chirurgeon": has_bought(state, side, "chirurgeon") or row["chirurgeon"],
        "cards": healing_cards(state, side, row["card"]),
        "treated": any(row[field] for field in TREATMENTS),
        "place": place(form, f"{side}.injuries.{nth}") | {"outcome": outcome(form, side, nth)},
        "remove": f"{side}.{nth}",
        "side": side,
    }


def applying(state: MatchState, side: Side, line: PlayerSheet) -> dict[str, bool]:
    """Which of the fields in ``APPLYING`` this player's injury has."""
    sheet = state.sheets.of(side)
    treatable, healing = may_treat(state.ruleset, sheet, line), state.ruleset.book.healing
    return {
        "decay": healing.second_roll_skill in line.skills,
        "regeneration": healing.regeneration_skill in line.skills,
        "apothecary": treatable and sheet.staff_count("apothecary") > 0,
        "healer": treatable and has_bought(state, side, "healer"),
    }


def has_bought(state: MatchState, side: Side, kind: str) -> bool:
    """Whether a side bought such an inducement for the match."""
    return any(item["kind"] == kind for item in state.sides[side].inducements)


def blank_injury(form: ReportForm, side: Side) -> dict[str, Any]:
    """An empty injury with every field that any player of this side may need. The page's script copies it, also
    without a connection. ``players`` are the players that each field in ``APPLYING`` is for."""
    state = form.state
    players: dict[str, list[int]] = {field: [] for field in APPLYING}
    for line in state.sheets.of(side).available:
        for field, applies in applying(state, side, line).items():
            if applies:
                players[field].append(line.player)
    return shown_injury(form, side, BLANK, dict.fromkeys(INJURY_FIELDS, "") | {"cause": "block"}) | {
        **players,
        "players": players,
        "who": "",
        "most": MOST_INJURIES,
    }


def healing_cards(state: MatchState, side: Side, picked: str) -> list[dict[str, Any]]:
    """The healing cards that a side played, and the card of the row."""
    played = {one.card for one in state.played_cards(side)} | {picked}
    return [
        {"value": card.name, "label": card.name, "die": bool(card.heals_from)}
        for card in state.ruleset.book.cards
        if card.heals and card.name in played
    ]


def result_choices(state: MatchState) -> list[dict[str, str]]:
    """The casualty table as choices by name."""
    return [
        {"value": each.key, "label": f"{dice_range(each)} {result_words(each)}"}
        for each in state.ruleset.book.casualties
    ]


def dice_range(row: Any) -> str:
    """The rolls of a row of the casualty table."""
    return str(row.low) if row.low == row.high else f"{row.low}–{row.high}"


def causes(state: MatchState, side: Side, picked: str) -> list[dict[str, str]]:
    """The causes of an injury. Only teams with a hungry player, also a hired one, can lose one that way (K8)."""
    players = (*state.sheets.of(side).available, *hired_players(state, side))
    hungry = any(state.ruleset.book.healing.eating_skill in each.skills for each in players)
    return [
        {"value": value, "label": label}
        for value, label in CAUSES.items()
        if value != "eaten" or hungry or picked == "eaten"
    ]


def culprits(state: MatchState, side: Side) -> list[dict[str, str]]:
    """The possible causers: the opponent's players who took part, and a hired one."""
    theirs = other(side)
    found = [
        {"value": str(line.player), "label": wording.player(line, state.names)}
        for line in state.sheets.of(theirs).available
    ]
    if joined(state, theirs):
        found.append({"value": HIRED, "label": _("a hired or raised player")})
    return found


def outcome(form: ReportForm, side: Side, nth: int) -> str:
    """The result of an injury's dice, as far as they are typed."""
    reported = form.reported or (form.state.reported if not form.is_bound else None)
    injuries: tuple[Injury, ...] = reported.sides.of(side).injuries if reported is not None else ()
    if nth > len(injuries) or not dice_are_sound(form.state.ruleset, injuries[nth - 1]):
        return ""
    rows = results(form.state.ruleset, injuries[nth - 1])
    return ", ".join(result_words(row) for row in rows) or _("healed completely")


def shown_ending(form: ReportForm) -> dict[str, Any]:
    """How the match ended beyond its score."""
    state = form.state
    teams = [{"value": side, "label": state.teams[side].name} for side in SIDES]
    return {
        "teams": teams,
        "conceded_by": form.typed("conceded_by"),
        "conceded_before_kick_off": form.typed("conceded_before_kick_off"),
        "needs_a_winner": state.ruleset.stage(state.terms).needs_winner or bool(form.typed("decided_by")),
        "decided_by": form.typed("decided_by"),
        "decided_for": form.typed("decided_for"),
        "place": place(form, "result"),
        "played_on": form.typed("played_on"),
    }


def places(form: ReportForm) -> list[dict[str, Any]]:
    """All places of the page, for the live hints."""
    found = [place(form, "result")]
    for side in SIDES:
        found += [place(form, f"{side}.{what}") for what in ("score", "induced", "injuries")]
        found += [place(form, f"{side}.players.{line.player}") for line in form.state.sheets.of(side).available]
        hired = joined(form.state, side)
        found += [place(form, f"{side}.induced.{nth}") for nth in range(1, len(hired) + 1)]
        for nth in range(1, len(form.injuries[side]) + 1):
            found.append(place(form, f"{side}.injuries.{nth}") | {"outcome": outcome(form, side, nth)})
    return found
