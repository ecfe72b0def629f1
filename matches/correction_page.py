"""What the page of a correction shows: what was changed, what is asked anew, what comes of it, what cannot stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from matches import wording
from matches.asking import AnswerForm, form_for
from matches.corrected import CorrectedTable
from matches.differences import differences
from matches.lines import endings
from matches.models import MatchCorrection
from matches.presentation import shown_sides
from matches.previews import Otherwise, stage_previews, table_previews
from rules.catalogue import CHOICES, THINGS
from rules.correcting import Change, Finding
from rules.correcting import differences as sheet_differences
from rules.passed_on import PassedOn, passed_on
from rules.sequence import SIDES, Side
from rules.sheet import TeamSheet
from rules.value import team_value
from rules.words import k, say_choice, say_entry, say_finding
from teams import ledger
from teams.models import Player, TeamState

FINDING_KEY = re.compile(r"[0-9]{1,9}\.[0-9]{1,4}")
GOLD = ("treasury", "bank", "cost", "value")
WHAT = {
    "treasury": gettext_lazy("Treasury"),
    "bank": gettext_lazy("Bank"),
    "value": gettext_lazy("Team value"),
    "rerolls": gettext_lazy("Team re-rolls"),
    "fan_factor": gettext_lazy("Fan factor"),
    "spp": gettext_lazy("star player points"),
    "cost": gettext_lazy("cost"),
    "niggling": gettext_lazy("niggling injuries"),
    "misses_next": gettext_lazy("misses the next match"),
    "completions": gettext_lazy("completions"),
    "touchdowns": gettext_lazy("touchdowns"),
    "interceptions": gettext_lazy("interceptions"),
    "casualties": gettext_lazy("casualties"),
    "mvps": gettext_lazy("MVP awards"),
    "profile": gettext_lazy("profile"),
    "skills": gettext_lazy("skills gained"),
    "owed": gettext_lazy("improvement rolls to come"),
    "fate": gettext_lazy("where he is"),
}
FATES = {
    "here": gettext_lazy("on the roster"),
    "never": gettext_lazy("never there"),
    "dead": gettext_lazy("dead"),
    "released": gettext_lazy("released"),
    "walked_out": gettext_lazy("walked out"),
    "traded": gettext_lazy("traded away"),
    "lent": gettext_lazy("out on loan"),
    "returned": gettext_lazy("back with his own team"),
}


def correction_context(
    correction: MatchCorrection, table: CorrectedTable, forms: list[AnswerForm], **rights: bool
) -> dict[str, Any]:
    """The context of the page."""
    ready = not forms and (correction.annuls or correction.report is not None)
    sides = corrected_sides(table) if ready else []
    undecided = sum(side["undecided"] for side in sides)
    ended = None if correction.annuls or not ready else endings(table.ruleset, table.played())
    otherwise = Otherwise(match=table.match, ended=ended)
    return {
        "match": table.match,
        "correction": correction,
        "sides": shown_sides(table),
        "changed": changed_report(table),
        "forms": forms,
        "ready": ready,
        "corrected_sides": sides,
        "undecided": undecided,
        "tables": table_previews(otherwise) if ready else [],
        "stages": stage_previews(otherwise) if ready else [],
        "seen": {side: seq_of(table, side) for side in SIDES},
        **rights,
    }


def changed_report(table: CorrectedTable) -> list[Any]:
    """Where the corrected report differs from the one that stands."""
    if table.correction.report is None or table.standing is None or table.reported is None:
        return []
    return list(differences(table, table.standing, table.reported))


def asked_forms(table: CorrectedTable, data: Any = None) -> list[AnswerForm]:
    """The forms of what the corrected match asks; all but one folded."""
    forms = [form_for(question, table, data) for question in table.questions()]
    shown = next((form for form in forms if form.is_bound), forms[0] if forms else None)
    for form in forms:
        form.folded = form is not shown
    return forms


def seq_of(table: CorrectedTable, side: Side) -> int:
    """How far a side's journal is."""
    return max((row.seq for row in table.journals[side]), default=0)


def corrected_sides(table: CorrectedTable) -> list[dict[str, Any]]:
    """What a correction does to both teams."""
    states = {state.team_id: state for state in TeamState.objects.filter(team__in=table.teams.values())}
    return [shown_side(table, side, states[table.teams[side].pk]) for side in SIDES]


def shown_side(table: CorrectedTable, side: Side, state: TeamState) -> dict[str, Any]:
    """What a correction does to one team, whose state of today is ``state``."""
    team, worked = table.teams[side], table.worked_out(side)
    before = ledger.sheet_in(state)
    value = team_value(table.ruleset, worked.sheet).amount
    passed = passed_on(table.records[side], worked.correction)
    gone = {each.player for each in passed if worked.sheet.player(each.player) is None}
    with_whom = Player.objects.select_related("team__league").in_bulk([each.player for each in passed])
    changes = [
        shown_change(table, change, before, worked.sheet)
        for change in sheet_differences(table.ruleset, before, worked.sheet)
        if change.player not in gone
    ]
    if value != state.value:
        changes.append({"what": str(WHAT["value"]), "who": "", "before": k(state.value), "after": k(value)})
    return {
        "side": side,
        "team": team.name,
        "changes": changes,
        "passed_on": [
            shown_passed(table, each, before, worked.sheet) | {"team": with_whom[each.player].team} for each in passed
        ],
        "newer_rules": table.newer_rules(side),
        "findings": [shown_finding(table, side, finding) for finding in worked.findings],
        "undecided": len(worked.undecided),
    }


def shown_change(table: CorrectedTable, change: Change, before: TeamSheet, after: TeamSheet) -> dict[str, Any]:
    """A figure that changes, in words."""
    known = WHAT.get(change.what)
    one, other = _apart(change) if change.what == "skills" else (change.before, change.after)
    what = str(known) if known else _(THINGS[change.what][1]) if change.what in THINGS else wording.plain(change.what)
    return {
        "what": wording.opened(what),
        "who": _who(table, change.player, before, after) if change.player else "",
        "before": _amount(change.what, one),
        "after": _amount(change.what, other),
    }


def shown_passed(table: CorrectedTable, passed: PassedOn, before: TeamSheet, after: TeamSheet) -> dict[str, Any]:
    """A player whom the correction does not reach, and what would be otherwise."""
    changes = (replace(change, player=0) for change in passed.changes)
    return {
        "who": _who(table, passed.player, before, after),
        "changes": [shown_change(table, change, before, after) for change in changes],
    }


def _apart(change: Change) -> tuple[str, str]:
    """Of two lists of skills what stands in the one alone, and in the other alone."""
    lists = [Counter(filter(None, str(names).split(", "))) for names in (change.before, change.after)]
    one, other = (", ".join((mine - theirs).elements()) for mine, theirs in (lists, lists[::-1]))
    return one, other


def _who(table: CorrectedTable, player: int, before: TeamSheet, after: TeamSheet) -> str:
    for sheet in (before, after):
        line = sheet.player(player) or next((gone.line for gone in sheet.departed if gone.line.player == player), None)
        if line is not None:
            return wording.player(line, table.names)
    return table.names.get(player) or _("a player who would join")


def _amount(what: str, amount: int | str) -> str:
    if what in GOLD:
        return k(int(amount))
    if what == "fate":
        return str(FATES.get(str(amount), amount))
    if what == "misses_next":
        return _("yes") if amount else _("no")
    return str(amount) or "–"


def shown_finding(table: CorrectedTable, side: Side, finding: Finding) -> dict[str, Any]:
    """Something that can no longer stand: the entry, why, and what may be done."""
    return {
        "name": f"{side}.{finding.key}",
        "entry": say_entry(finding.entry, names=table.names, translate=gettext),
        "why": say_finding(finding, names=table.names, translate=gettext),
        "choices": [
            {
                "value": choice,
                "label": say_choice(choice, finding, translate=gettext),
                "picked": choice == finding.choice,
            }
            for choice in finding.choices
        ],
        "choice": finding.choice,
    }


def chosen(data: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The choices of a form, by side and finding."""
    found: dict[str, dict[str, str]] = {side: {} for side in SIDES}
    for name, value in data.items():
        side, _dot, key = name.partition(".")
        if side in found and FINDING_KEY.fullmatch(key) and value in CHOICES:
            found[side][key] = value
    return found
