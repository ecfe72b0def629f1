"""The rosters that a draft of a corrected report was written for, stored beside its fields.

An earlier match of a team can be corrected in the meantime. Then other players may be fielded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.http import QueryDict

from matches.report.form.form import ReportForm
from matches.report.unsent_fields import cleaned, typed_in
from matches.sequence.sequences import MatchState
from rules.sequence.codec import encode
from rules.sequence.sequence import SIDES
from rules.sheet.sheet import TeamSheet

MADE_FROM = "made_from"
"""The field of the page that holds the rosters of its draft."""
DIGITS = 12


def rosters_of(state: MatchState) -> str:
    """A short fingerprint of both fielded rosters."""
    return ".".join(_fingerprint(state.sheets.of(side)) for side in SIDES)


@lru_cache(maxsize=32)
def _fingerprint(sheet: TeamSheet) -> str:
    """The fingerprint of one roster; a page that is checked while it is typed asks for it again and again."""
    written = json.dumps(encode(sheet), sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:DIGITS]


def typed_for(data: QueryDict, state: MatchState) -> Mapping[str, Any]:
    """The sent fields of a corrected report, with its rosters. Raises ``Refusal``."""
    return {**typed_in(data, state), MADE_FROM: cleaned(data.get(MADE_FROM, ""))}


def made_from(form: ReportForm) -> str:
    """The rosters of the page: the current ones, or those that the sent form names."""
    return form.typed(MADE_FROM) if form.is_bound else rosters_of(form.state)


def rosters_changed(form: ReportForm) -> list[str]:
    """The teams whose fielded rosters have changed since the draft was saved or typed."""
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
