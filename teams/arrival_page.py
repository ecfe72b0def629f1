"""What the pages of bringing a team over show: a told team judged, as the sheet that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count

from django.utils.translation import ngettext

from rules.edition import Ruleset
from rules.elsewhere import entries
from rules.journal import fold
from teams import arrivals
from teams.figures import ShownFigure, ShownViolation, shown_figure, shown_violations
from teams.presentation import ShownTeam, shown_team
from teams.team_json import Past, Told


@dataclass(frozen=True, slots=True)
class ShownArrival:
    """A told team judged: what cannot be read, which rules it breaks, what is odd, its sheet if legal."""

    violations: list[ShownViolation]
    hints: list[ShownViolation]
    errors: Sequence[tuple[str, str, str]]
    value: ShownFigure | None
    sheet: ShownTeam | None
    past: Past

    @property
    def problems(self) -> str:
        """How many things are to be mended, in words; empty if none is."""
        wrong = len(self.violations) + len(self.errors)
        return (
            ngettext("%(count)d thing to mend", "%(count)d things to mend", wrong) % {"count": wrong} if wrong else ""
        )


def shown_arrival(rules: Ruleset, told: Told, errors: Sequence[tuple[str, str, str]] = ()) -> ShownArrival:
    """A told team in words; ``errors`` are what could not be read of it, and then nothing is judged."""
    if errors:
        return ShownArrival([], [], errors, None, None, told.past)
    found = arrivals.judged(rules, told)
    names = {nth: name for nth, name in enumerate(told.names, start=1) if name}
    value = shown_figure(found.value, names) if found.value else None
    sheet = None
    if value is not None:
        ids = count(1)
        sheet = shown_team(rules, fold(entries(rules, told.arrival, lambda: next(ids))), value, names)
    return ShownArrival(
        violations=shown_violations(found.violations),
        hints=shown_violations(found.hints),
        errors=(),
        value=value,
        sheet=sheet,
        past=told.past,
    )
