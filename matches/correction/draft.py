"""What is kept of a corrected report while it is written, beside its fields: the rosters that it was written for.

An earlier match of a team can be corrected meanwhile: then others may have been fielded than those in the draft.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.http import QueryDict

from matches.report.form import ReportForm
from matches.report.unsent_fields import cleaned, typed_in
from matches.sequence.sequences import MatchState
from rules.sequence.codec import encode
from rules.sequence.sequence import SIDES

MADE_FROM = "made_from"
"""The field in which a page keeps the rosters that it was drawn from."""
DIGITS = 12


def rosters_of(state: MatchState) -> str:
    """Both rosters as they were fielded, in a few letters that change with them."""
    sheets = (json.dumps(encode(state.sheets.of(side)), sort_keys=True) for side in SIDES)
    return ".".join(hashlib.sha256(sheet.encode()).hexdigest()[:DIGITS] for sheet in sheets)


def typed_for(data: QueryDict, state: MatchState) -> Mapping[str, Any]:
    """The fields of a corrected report as they were sent, and what it was written for. Raises ``Refusal``."""
    return {**typed_in(data, state), MADE_FROM: cleaned(data.get(MADE_FROM, ""))}


def made_from(form: ReportForm) -> str:
    """What the page was drawn from: rosters of today, or of the page that came back with what was typed."""
    return form.typed(MADE_FROM) if form.is_bound else rosters_of(form.state)


def rosters_changed(form: ReportForm) -> list[str]:
    """The teams whose rosters of that time have changed since what is being written was saved, or typed."""
    before = form.typed(MADE_FROM) if form.is_bound else _kept(form)
    if not before:
        return []
    then, now = before.split("."), rosters_of(form.state).split(".")
    return [
        form.state.teams[side].name
        for side, one, other in zip(SIDES, then, now, strict=False)
        if one != other
    ]  # fmt: skip


def _kept(form: ReportForm) -> str:
    return str(form.unsent.fields.get(MADE_FROM, "")) if form.unsent is not None and form.unsent.begun else ""
