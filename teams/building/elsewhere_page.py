"""A team file as pages show it: judged, and as the roster that it makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.book.edition import Ruleset
from rules.journal import fold
from rules.team.arriving.arrivals import entries
from rules.words.words import k
from teams.building import elsewhere
from teams.presentation.figures import ShownFigure, ShownViolation, shown_figure, shown_violations
from teams.presentation.presentation import ShownTeam, shown_team
from teams.team_json import Loan, Past, TeamFile


@dataclass(frozen=True, slots=True)
class ShownArrival:
    """A judged team file: reading errors, broken rules, unusual facts, and the sheet if it is legal."""

    violations: list[ShownViolation]
    hints: list[ShownViolation]
    errors: Sequence[tuple[str, str, str]]
    value: ShownFigure | None
    sheet: ShownTeam | None
    past: Past
    loans: tuple[str, ...] = ()

    @property
    def problems(self) -> str:
        """The number of problems in words, empty if there are none."""
        wrong = len(self.violations) + len(self.errors)
        return (
            ngettext("%(count)d problem to fix", "%(count)d problems to fix", wrong) % {"count": wrong} if wrong else ""
        )


def shown_arrival(rules: Ruleset, team_file: TeamFile, errors: Sequence[tuple[str, str, str]] = ()) -> ShownArrival:
    """A team file in words. With reading ``errors`` nothing is judged."""
    if errors:
        return ShownArrival([], [], errors, None, None, team_file.past, tuple(map(loan_words, team_file.loans)))
    found = elsewhere.judged(rules, team_file)
    names = {nth: name for nth, name in enumerate(team_file.names, start=1) if name}
    value = shown_figure(found.value, names, rules.book) if found.value else None
    sheet = None
    if not found.violations:
        ids = count(1)
        sheet = shown_team(rules, fold(entries(rules, team_file.arrival, lambda: next(ids))), value, names)
    return ShownArrival(
        violations=shown_violations(found.violations, book=rules.book),
        hints=shown_violations(found.hints, book=rules.book),
        errors=(),
        value=value,
        sheet=sheet,
        past=team_file.past,
        loans=tuple(map(loan_words, team_file.loans)),
    )


def loan_words(loan: Loan) -> str:
    """A loan in the file, in a sentence."""
    who = [_called(one.number, name, one.position) for one, name in zip(loan.players, loan.names, strict=True)]
    what = "; ".join(who + ([k(loan.gold)] if loan.gold else []))
    words = _("lent to %(team)s until %(day)s: %(what)s") if loan.way == "out" else None
    words = words or _("borrowed from %(team)s until %(day)s: %(what)s")
    day = date_format(date.fromisoformat(loan.until), "j F Y")
    return words % {"team": loan.team, "day": day, "what": what}


def _called(number: int, name: str, position: str) -> str:
    words = _("No. %(number)d %(name)s, %(position)s") if name else _("No. %(number)d, %(position)s")
    return words % {"number": number, "name": name, "position": position}
