"""The context of the report's page: each side's players with their counts, hired players, injuries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from matches import wording
from matches.casualty_words import casualty_die, result_words, results_words
from matches.report.causes import CAUSES
from matches.report.form.fields import MOST_INJURIES, culprit_values, joined
from matches.report.form.form import ReportForm
from matches.report.form.injury_fields import blank_row
from matches.report.form.numbers import most_score
from matches.report.form.reading import InjuryRow, asks_who_took_part
from matches.report.injury_rows import asked_of, drawn_fields
from matches.report.result_words import early_words
from matches.report.score_sheet import dice_are_sound
from matches.report.table_view import table_context
from matches.sequence.hired import HIRED, hired_lines, hired_players, hired_words, kind_words
from matches.sequence.sequences import MatchState
from rules.book.rows.shape import Deed
from rules.match_day.casualties import results
from rules.match_day.victims import hired_injury_matters, killer_matters
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import RAISED, InducedLine, Injury
from rules.sheet.sheet import PlayerSheet
from teams.presentation.presentation import deed_heads
from web.crests.shown import shown_crest

BLANK = MOST_INJURIES + 2
"""The number of the template injury that the script copies. The form never reads its fields."""


def report_context(form: ReportForm) -> dict[str, Any]:
    """The context of the report's page."""
    state, ending = form.state, shown_ending(form)
    return {
        "match": state.match,
        "form": form,
        "report_url": reverse("matches:report", args=[state.match.public_id]),
        "check_url": reverse("matches:check", args=[state.match.public_id]),
        "device_key": f"report-{state.match.public_id}",
        "send_words": _("Send report"),
        "report_sides": [shown_side(form, side) for side in SIDES],
        "columns": deed_heads(state.ruleset.book.reported),
        "most_score": most_score(state.ruleset.book),
        "results": result_choices(state),
        "die": casualty_die(state.ruleset.book),
        "credited": state.ruleset.book.credited,
        "credited_causes": state.ruleset.credited_causes,
        "ending": ending,
        "summary": summary(form),
        **table_context(form, ending),
    }


def hints_context(form: ReportForm) -> dict[str, Any]:
    """The context of the hints while a user types."""
    to_check = sum(map(len, form.hints.values()))
    return {"form": form, "summary": summary(form), "to_check": to_check, "places": places(form)}


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


def shown_side(form: ReportForm, side: Side) -> dict[str, Any]:
    """One side of the form."""
    state = form.state
    team, sheet, deeds = state.teams[side], state.sheets.of(side), state.ruleset.book.reported
    return {
        "side": side,
        "name": team.name,
        "badge": shown_crest(team),
        "score": form.typed(f"score.{side}"),
        "score_place": place(form, f"{side}.score"),
        "rows": [
            *(shown_player(form, side, line, deeds) for line in sheet.players),
            *(shown_hired(form, side, nth, hired, deeds) for nth, hired in enumerate(joined(state, side), start=1)),
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


def shown_player(form: ReportForm, side: Side, line: PlayerSheet, deeds: Sequence[Deed]) -> dict[str, Any]:
    """A player's row; ``absent``: the player misses the match."""
    name, ticked = form.state.names.get(line.player), form.ticked(f"took_part.{side}")
    return {
        "player": line.player,
        "number": line.number,
        "who": name or line.position,
        "what": line.position if name else "",
        "called": wording.player(line, form.state.names),
        "absent": line.misses_next,
        "cells": cells(form, f"line.{side}.{line.player}", deeds),
        "took_part": ticked is None or str(line.player) in ticked,
        "place": place(form, f"{side}.players.{line.player}"),
    }


def shown_hired(form: ReportForm, side: Side, nth: int, hired: Any, deeds: Sequence[Deed]) -> dict[str, Any]:
    """A hired player's row."""
    return {
        "who": hired.name,
        "called": hired.name,
        "what": wording.opened(kind_words(form.state.ruleset.book, hired.kind)),
        "cells": cells(form, f"hired.{side}.{nth}", deeds),
        "injury": hired_injury(form, side, f"hired.{side}.{nth}", hired),
        "rose": rose(form, f"hired.{side}.{nth}.there", hired),
        "place": place(form, f"{side}.induced.{nth}"),
    }


def hired_injury(form: ReportForm, side: Side, name: str, hired: InducedLine) -> dict[str, Any] | None:
    """The field for the casualty of a hired player, if the result matters (I3, J8), and who did it, if that does."""
    state, theirs = form.state, other(side)
    about = (state.ruleset, hired, state.sheets.of(theirs), hired_lines(state, theirs))
    if not hired_injury_matters(*about):
        return None
    found: dict[str, Any] = {"name": f"{name}.d68", "value": form.typed(f"{name}.d68")}
    if killer_matters(*about):
        cause, known = form.typed(f"{name}.cause") or "block", culprit_values(state, theirs)
        found["cause"] = {"name": f"{name}.cause", "value": cause, "choices": causes(state, theirs, cause, eaten=False)}
        by = [each for each in culprits(state, side) if each["value"] != HIRED or known == [HIRED]]
        found["by"] = {"name": f"{name}.by", "value": form.typed(f"{name}.by"), "choices": by}
    return found


def rose(form: ReportForm, name: str, hired: InducedLine) -> dict[str, Any] | None:
    """The box that says that this player was raised in the match, even if they did nothing in it (J8)."""
    return {"name": name, "ticked": bool(form.typed(name))} if hired.kind == RAISED else None


def cells(form: ReportForm, name: str, deeds: Sequence[Deed]) -> list[dict[str, str]]:
    """The counts of a row, under their heads."""
    return [
        {
            "name": f"{name}.{deed.key}",
            "value": form.typed(f"{name}.{deed.key}"),
            "label": deed.many,
            "abbr": deed.short,
            "most": str(deed.most),
        }
        for deed in deeds
    ]


def shown_injury(
    form: ReportForm, side: Side, nth: int, row: InjuryRow, keys: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """An injury's fields: only those that can apply to this player and team, and ``keys``."""
    state = form.state
    sheet = state.sheets.of(side)
    line = sheet.player(int(row["player"])) if row["player"].isdecimal() and len(row["player"]) < 16 else None
    keys |= asked_of(state, side, line) if line else frozenset()
    skills = frozenset(line.skills) if line else frozenset()
    fields = list(drawn_fields(state, side, row, keys, beside=lambda skill: skill in skills))
    treatments = [each for each in fields if each["treatment"]]
    return {
        "nth": nth,
        "name": f"injury.{side}.{nth - 1}",
        "id": f"injury-{side}-{nth - 1}",
        "row": row,
        "who": wording.player(line, state.names) if line else _("another player"),
        "causes": causes(state, side, row["cause"]),
        "fields": [each for each in fields if not each["treatment"]],
        "treatments": treatments,
        "treated": any(each["value"] for each in treatments),
        "place": place(form, f"{side}.injuries.{nth}") | {"outcome": outcome(form, side, nth)},
        "remove": f"{side}.{nth}",
        "side": side,
    }


def blank_injury(form: ReportForm, side: Side) -> dict[str, Any]:
    """An empty injury with every field that any player of this side may need. The page's script copies it, also
    without a connection. ``players`` are the ids of the players that each field is for."""
    state = form.state
    players: dict[str, list[int]] = {key: [] for key in state.ruleset.book.injury_fields}
    for line in state.sheets.of(side).available:
        for key in asked_of(state, side, line):
            players[key].append(line.player)
    keys = frozenset(key for key, theirs in players.items() if theirs)
    blank = shown_injury(form, side, BLANK, blank_row(state.ruleset.book), keys)
    ids = {key: " ".join(map(str, theirs)) for key, theirs in players.items()}
    return blank | {"players": ids, "who": "", "most": MOST_INJURIES}


def result_choices(state: MatchState) -> list[dict[str, str]]:
    """The first casualty table as choices by name."""
    book = state.ruleset.book
    return [
        {"value": each.key, "label": f"{dice_range(each)} {result_words(book, each)}"}
        for each in book.casualty_table.rows
    ]


def dice_range(row: Any) -> str:
    """The rolls of a row of the casualty table."""
    return str(row.low) if row.low == row.high else f"{row.low}–{row.high}"


def causes(state: MatchState, side: Side, picked: str, *, eaten: bool = True) -> list[dict[str, str]]:
    """The causes of an injury. Only teams with a hungry player, also a hired one, can lose one that way (K8)."""
    players = (*state.sheets.of(side).available, *hired_players(state, side))
    hungry = eaten and any(state.ruleset.book.eating_skill in each.skills for each in players)
    return [
        {"value": value, "label": label}
        for value, label in CAUSES.items()
        if value != "eaten" or hungry or picked == "eaten"
    ]


def culprits(state: MatchState, side: Side) -> list[dict[str, str]]:
    """The possible causers: the opponent's players who took part, and the hired ones, or one of them."""
    theirs = other(side)
    found = [
        {"value": str(line.player), "label": wording.player(line, state.names)}
        for line in state.sheets.of(theirs).available
    ]
    beside, values = joined(state, theirs), culprit_values(state, theirs)
    if len(beside) > 1:
        named = (hired_words(line, state.ruleset.book) for line in beside)
        found += [{"value": value, "label": label} for value, label in zip(values, named, strict=True)]
    if beside:
        found.append({"value": HIRED, "label": _("a hired or raised player")})
    return found


def outcome(form: ReportForm, side: Side, nth: int) -> str:
    """The result of an injury's dice, as far as they are typed."""
    reported = form.reported or (form.state.reported if not form.is_bound else None)
    injuries: tuple[Injury, ...] = reported.sides.of(side).injuries if reported is not None else ()
    if nth > len(injuries):
        return ""
    ruleset, injury = form.state.ruleset, injuries[nth - 1]
    line = form.state.sheets.of(side).player(injury.player)
    if not dice_are_sound(ruleset, injury, line):
        return ""
    rows = results(ruleset, line, injury)
    return results_words(ruleset.book, rows) or _("healed completely")


def shown_ending(form: ReportForm) -> dict[str, Any]:
    """How the match ended beyond its score."""
    state = form.state
    teams = [{"value": side, "label": state.teams[side].name} for side in SIDES]
    ending, early = state.ruleset.book.result, form.typed("conceded_before_kick_off")
    needed = state.ruleset.stage(state.terms).needs_winner and bool(ending.decided_by)
    ways = {
        "overtime": _("overtime"),
        "shoot_out": _("shoot-out"),
        "abandoned": _("abandoned (a draw, if you name no winner)"),
        "wiped_out": _("a team had nobody left who could play"),
    }
    known = (*ending.decided_by, *ending.stopped)
    return {
        "teams": teams,
        "concedes": ending.concede or bool(form.typed("conceded_by")),
        "ways": [{"value": way, "label": label} for way, label in ways.items() if way in known],
        "conceded_by": form.typed("conceded_by"),
        "concedes_early": "conceding_early" in state.ruleset.book.statements or bool(early),
        "early_words": early_words(state.ruleset.book),
        "conceded_before_kick_off": early,
        "needs_a_winner": needed or bool(form.typed("decided_by")),
        "can_go_on": needed or ending.agreed or bool(ending.stopped) or bool(form.typed("decided_by")),
        "can_stop": bool(ending.stopped),
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
