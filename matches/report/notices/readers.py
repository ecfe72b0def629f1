"""Who is told of a match and its report, each group as the notices ask for it, and the words about the report."""

from __future__ import annotations

from django.db.models import Prefetch
from django.utils.translation import gettext as _now

from accounts.models import User
from accounts.zones import moment_in
from leagues.notices import commissioners
from matches.models import Match, Report
from matches.models.reports import current_of
from matches.notices import SIDES, coaches_of, teams_of, words_of
from matches.report.deadlines import deadline_of
from matches.report.reporting import judges
from matches.sequence.sequences import MatchState
from matches.sequence.turns import sides_asked
from notices.extensions import Subject
from teams.models import Team

DATA = ("data",)


def report_of(match: Match) -> Report | None:
    """The report of a match that was not replaced; None if there is none."""
    rows = sorted(match.reports.all(), key=lambda report: -report.number)
    return next((row for row in rows if row.state != Report.State.SUPERSEDED), None)


def report_words(match: Match, reader: User) -> dict[str, str]:
    """The words for a match with a report."""
    report = report_of(match)
    words = words_of(match, reader) | {"by": words_of(match, reader)["home"], "why": "", "deadline": ""}
    if report is None:
        return words
    words["why"] = report.dispute
    if report.by is not None:
        words["by"] = report.by.name
    if deadline := deadline_of(report, match.league):
        when = {"when": moment_in(match.league.zone, deadline)}
        words["deadline"] = "\n\n" + _now("If nobody answers by %(when)s, the report counts as confirmed.") % when
    return words


REPORT = Subject(
    key="report_of_match",
    things=Match.objects.select_related("league").prefetch_related(
        SIDES, Prefetch("reports", Report.objects.select_related("by").defer(*DATA))
    ),
    league=lambda match: match.league,
    words=report_words,
)


def asked(match: Match) -> list[Team]:
    """The teams whose turn it is before or after the match."""
    sides = match.turn if match.turn is not None else sides_asked([match.pk]).get(match.pk, frozenset())
    return [team for side, team in teams_of(match).items() if side in sides]


def coaches_asked(match: Match) -> list[int | None]:
    """The coaches whose turn it is, by their ids; None for one without an account."""
    return [team.coach_id for team in asked(match)]


def commissioners_for_the_absent(match: Match) -> list[int]:
    """The commissioners, if it is the turn of a coach who has no account."""
    if all(team.coach_id is not None for team in teams_of(match).values()):
        return []
    return commissioners(match.league) if any(team.coach_id is None for team in asked(match)) else []


def reporters(match: Match) -> list[int]:
    """Who can report: the coaches, or the commissioners if neither coach has an account."""
    return coaches_of(match) or commissioners(match.league)


def current_report(match: Match) -> Report | None:
    """The current report, read once for all kinds: `notices.follow_match` gives them a copy of the match for this."""
    if not hasattr(match, "current_report"):
        match.current_report = next(iter(current_of(match.pk)), None)
    return match.current_report


def report_id(match: Match) -> object:
    """The id of the current report, which tells one occasion from another; empty if there is none."""
    report = current_report(match)
    return report.pk if report is not None else ""


def judging_coaches(match: Match) -> list[int | None]:
    """The coaches who confirm or dispute the report."""
    state = MatchState(match)
    state.sides = {side.side: side for side in match.sides.all()}
    return [team.coach_id for team in judges(state, state.report)]


def commissioners_alone(match: Match) -> list[int]:
    """The commissioners, if no coach can confirm the report."""
    return [] if any(judging_coaches(match)) else commissioners(match.league)


def impartial_commissioners(match: Match) -> list[int]:
    """The commissioners who do not coach in the match; all of them if there are no others."""
    runs, coaches = commissioners(match.league), coaches_of(match)
    return [each for each in runs if each not in coaches] or runs


def author_of_report(match: Match) -> list[int | None]:
    """Who sent the report, once somebody has answered it."""
    report = current_report(match)
    return [report.by_id] if report is not None and report.answered_by_id is not None else []


def told_after_the_deadline(match: Match) -> list[int]:
    """The coaches, if the report was confirmed because nobody answered."""
    report = current_report(match)
    confirmed = report is not None and report.state == Report.State.CONFIRMED and report.answered_by_id is None
    return coaches_of(match) if confirmed else []


def deadline_words(match: Match, what: str) -> str:
    """The occasion of a notice about the deadline of the report."""
    deadline = deadline_of(current_report(match), match.league)
    return f"{what} {deadline.isoformat()}" if deadline else what
