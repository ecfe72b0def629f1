"""The report as one writes it at the table: both teams as shirts, what can happen, and the list of what has happened.

A script (`static/dugout/matches/report/table.js`) makes this view of the form's own fields; without it there are the
fields. What can happen, the dice and what they do come from the book, so the script knows no edition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from matches import wording
from matches.casualty_words import result_words
from matches.report.form.fields import joined
from matches.report.form.form import ReportForm
from matches.report.form.injury_fields import IN_FORM, Asked, asked
from matches.report.form.order import ORDER
from matches.sequence.hired import kind_words
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.book.rows.injuries import CasualtyRow
from rules.sequence.sequence import DIGIT_DICE, SIDES, Side, totals_of
from rules.sheet.match import further
from teams.presentation.shirts import cut_of, mark_of
from web.crests import kits
from web.crests.crest import Crest, crest_in
from web.crests.shown import shown_crest
from web.crests.svg import used_shirt

SHORT = 3
"""A last word with fewer letters, such as a number, is not shortened."""
SHIRT = 44
"""How wide a shirt is, in px."""
MOST_IN_A_ROW = 8
"""A phone has room for so many numbers beside each other."""


def table_context(form: ReportForm, ending: dict[str, Any]) -> dict[str, Any]:
    """The context of the view: its teams, and what its script knows. ``ending`` is how the match can end."""
    state = form.state
    shown = [shown_team(state, side) for side in SIDES]
    return {
        "table_sides": shown,
        "table_deeds": state.ruleset.book.reported,
        "table_points": state.ruleset.book.points_called.short,
        "table_halves": halves(state.ruleset.book, over=bool(ending["can_go_on"])),
        "table_order": form.typed(ORDER),
        "table_data": known(state, shown),
    }


def shown_team(state: MatchState, side: Side) -> dict[str, Any]:
    """A team with its shirts."""
    team = state.teams[side]
    crest = crest_in(team.crest)
    return {
        "side": side,
        "name": team.name,
        "badge": shown_crest(team),
        "kit": kits.classes(crest.first, crest.second),
        "shirts": [*shirts_of(state, side, crest), *hired_shirts(state, side, crest)],
    }


def shirts_of(state: MatchState, side: Side, crest: Crest) -> Iterator[dict[str, Any]]:
    """The players of the roster."""
    sheet = state.sheets.of(side)
    lines, team_list = sheet.players, state.ruleset.team_list(sheet)
    names = {line.player: state.names.get(line.player, "") for line in lines}
    first = Counter(name.split()[0] for name in names.values() if name.split())
    for line in lines:
        name = names[line.player]
        yield {
            "who": str(line.player),
            "number": str(line.number),
            "name": short_name(name, first) or line.position,
            "full": f"{line.number} {name or line.position}",
            "called": wording.player(line, state.names),
            "what": line.position if name else "",
            "absent": line.misses_next,
            "drawn": used_shirt(
                crest,
                cut_of(team_list, line.position),
                str(line.number),
                SHIRT,
                mark_of(dead=False, absent=line.misses_next),
            ),
        }


def hired_shirts(state: MatchState, side: Side, crest: Crest) -> Iterator[dict[str, Any]]:
    """Who plays besides the roster: a letter says what they are."""
    for nth, line in enumerate(joined(state, side), start=1):
        kind = kind_words(state.ruleset.book, line.kind)
        yield {
            "who": f"h{nth}",
            "number": "",
            "name": line.name,
            "full": line.name,
            "called": line.name,
            "what": wording.opened(kind),
            "absent": False,
            "drawn": used_shirt(crest, "plain", kind[:1].upper(), SHIRT),
        }


def short_name(name: str, first: Counter[str]) -> str:
    """A name where there is little room: the first word, and a letter of the last one if others share it."""
    words = name.split()
    if len(words) < 2 or len(words[-1]) < SHORT:
        return name
    return f"{words[0]} {words[-1][0]}." if first[words[0]] > 1 else words[0]


def halves(book: Book, *, over: bool) -> list[dict[str, Any]]:
    """The parts of a match, in which turns are counted; empty if its book has none."""
    ending = book.result
    if not (ending.halves and ending.turns):
        return []
    names = [_("1st half"), _("2nd half")] if ending.halves == 2 else [str(nth + 1) for nth in range(ending.halves)]
    more = [_("Overtime")] if over and "overtime" in ending.decided_by else []
    return [{"nth": nth, "name": name} for nth, name in enumerate((*names, *more), start=1)]


def known(state: MatchState, shown: list[dict[str, Any]]) -> dict[str, Any]:
    """What the script knows of the book and of the players."""
    book = state.ruleset.book
    return {
        "deeds": {
            deed.key: {
                "one": deed.one,
                "many": deed.many,
                "short": deed.short,
                "points": deed.points,
                "scores": deed.scores,
                "hurts": deed is book.credited,
            }
            for deed in book.reported
        },
        "credited": book.credited.key if book.credited is not None else "",
        "causes": list(state.ruleset.credited_causes),
        "points": book.points_called.short,
        "turns": book.result.turns,
        "rolls": {each.name: roll(book, each) for each in asked(book) if each.table is not None},
        "players": {side["side"]: {each["who"]: named(each) for each in side["shirts"]} for side in shown},
        "teams": {side["side"]: side["name"] for side in shown},
        "kits": {side["side"]: side["kit"] for side in shown},
        "words": words(),
    }


def named(shirt: dict[str, Any]) -> dict[str, str]:
    """What the script says of a player."""
    return {key: shirt[key] for key in ("name", "full", "what")}


def roll(book: Book, each: Asked) -> dict[str, Any]:
    """A roll on a casualty table: every total in rows as a phone shows them, and what each of them does."""
    table = each.table
    assert table is not None
    totals = sorted(totals_of(table.dice))
    digits = DIGIT_DICE.get(table.dice[0]) if len(table.dice) == 1 else None
    base = each.field.key if each.field is not None else "casualty"
    keys = {row.key: place for place, row in enumerate(table.rows)}
    return {
        "columns": digits[1] if digits else min(len(totals), MOST_IN_A_ROW),
        "totals": [[total, keys[row.key]] for total in totals if (row := table.find(total)) is not None],
        "results": [
            {"words": result_words(book, row), "tone": tone(book, row), "leads": next_field(base, row.leads_to)}
            for row in table.rows
        ],
        "follows": each.key != base,
    }


def next_field(base: str, table: str) -> str:
    """The name of the field for the roll to which a result leads; empty for none."""
    key = further(base, table)
    return IN_FORM.get(key, key) if table else ""


def tone(book: Book, row: CasualtyRow) -> str:
    """How bad a result is; one that leads to another table at least as bad as the mildest result there."""
    if row.dead:
        return "dead"
    later = {tone(book, each) for each in book.casualty_tables[row.leads_to].rows} if row.leads_to else set()
    if row.conditions or row.changes or (later and later <= {"lasting", "dead"}):
        return "lasting"
    return "missing" if row.misses or row.leads_to else "harmless"


def words() -> dict[str, str]:
    """The sentences of the script; ``{}`` are filled in."""
    return {
        "hurt": _("{by} hurt {who}"),
        "was_hurt": _("{who} was hurt"),
        "undone": _("Undone: {what}"),
        "undo": _("Undo: {what}"),
        "change": _("Change: {what}"),
        "score": _("{what}. Score {home} to {away}"),
        "most": _("No more than {most} for one player."),
        "when": _("{half}, turn {turn}"),
        "turn": _("T{turn}"),
        "casualty_by": _("Casualty by {who}"),
        "hurt_title": _("{who} was hurt"),
        "save": _("Save"),
        "save_points": _("Save: {who} +{points}"),
        "no_roll": _("Not rolled yet"),
        "rolled": _("{roll}: {what}"),
        "untreated": _("{roll}: {what} before treatment"),
        "chosen": _("{what}: now tap who did it"),
        "chosen_hurt": _("Now tap who was hurt"),
        "which": _("{nth}. injury of {team}"),
        "not_noted": _("Not noted"),
        "hired": _("a hired or raised player"),
    }
