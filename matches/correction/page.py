"""The context of a correction's page: changes, open questions, effects and conflicts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from matches.correction.changes import Changes
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection
from matches.questions.asking import QuestionForm, form_for
from matches.report.differences import differences
from matches.sequence.presentation import shown_sides
from rules.sequence.sequence import SIDES
from rules.words.catalogue import CHOICES
from teams.models import Team

FINDING_KEY = re.compile(r"[0-9]{1,9}\.[0-9]{1,4}")


def correction_context(
    correction: MatchCorrection, state: CorrectedMatch, forms: list[QuestionForm], **rights: bool
) -> dict[str, Any]:
    """The context of the page."""
    ready = is_ready(state, forms)
    changes = Changes(state) if ready else None
    sides = changes.teams() if changes is not None else []
    for_commissioner = ready and state.for_commissioner
    undecided = sum(side["undecided"] for side in sides)
    return {
        "match": state.match,
        "correction": correction,
        "sides": shown_sides(state),
        "changed": changed_report(state),
        "forms": forms,
        "unfit": state.unfit,
        "ready": ready,
        "corrected_sides": sides,
        "elsewhere": [side["team"] for side in sides if side["elsewhere"]],
        "findings": any(side["findings"] for side in sides),
        "undecided": undecided,
        "for_commissioner": for_commissioner,
        "sent_again": changes.sent_again() if changes is not None else [],
        "seen": changes.seen if changes is not None else {},
        **rights,
        "may_accept": rights["may_accept"] and (rights["may_rule"] or not for_commissioner),
    }


def is_ready(state: CorrectedMatch, forms: list[QuestionForm]) -> bool:
    """Whether a correction changes something, fits the rosters and has no open questions."""
    changes = state.correction.annuls or state.correction.report is not None
    return changes and not forms and not state.unfit


def changed_report(state: CorrectedMatch) -> list[Any]:
    """Where the corrected report differs from the current one."""
    if state.correction.report is None or state.standing is None or state.reported is None:
        return []
    return list(differences(state, state.standing, state.reported))


def asked_forms(state: CorrectedMatch, data: Any = None) -> list[QuestionForm]:
    """The forms for the corrected match's questions; all but one are folded."""
    forms = [form_for(question, state, data) for question in state.questions()]
    shown = next((form for form in forms if form.is_bound), forms[0] if forms else None)
    for form in forms:
        form.folded = form is not shown
    return forms


def chosen(match: Match, data: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The choices of a form, by side or by another team's public id, and by conflict."""
    parts = [(*name.partition(".")[::2], value) for name, value in data.items()]
    fitting = [(label, key, value) for label, key, value in parts if FINDING_KEY.fullmatch(key) and value in CHOICES]
    others = {label for label, _key, _value in fitting if label not in SIDES}
    known = Team.objects.filter(league=match.league_id, public_id__in=others) if others else Team.objects.none()
    found: dict[str, dict[str, str]] = {side: {} for side in (*SIDES, *known.values_list("public_id", flat=True))}
    for label, key, value in fitting:
        if label in found:
            found[label][key] = value
    return found
