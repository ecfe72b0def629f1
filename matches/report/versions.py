"""All versions of a report, for pages: who sent each, and what it changed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from leagues.members.linked_names import LinkedNames
from matches.models import Report
from matches.report.differences import differences
from matches.sequence.sequences import MatchState
from web.prepared import Prepared


@Prepared
def _people(accounts: Collection[int]) -> QuerySet[User]:
    return User.objects.filter(pk__in=accounts)


def version_rows(state: MatchState) -> list[dict[str, Any]]:
    """All versions of the report, newest first, each with its differences from the one before."""
    ids = {key for report in state.reports for key in (report.by_id, report.answered_by_id, report.agreed_by_id)} - {
        None
    }
    people = {person.pk: person for person in _people(sorted(ids))} if ids else {}
    coaches = [team.coach_id for team in state.teams.values() if team.coach_id]
    names = LinkedNames(state.match.league, people.values(), coaches)
    rows = []
    for before, report in zip([None, *state.reports], state.reports, strict=False):
        rows.append(
            {
                "report": report,
                "by": names.of(people.get(report.by_id)),
                "judge": names.of(people.get(report.answered_by_id)),
                "agreed": names.of(people.get(report.agreed_by_id)),
                "by_deadline": report.state == Report.State.CONFIRMED and report.answered_by_id is None,
                "differences": differences(state, state.read(before), state.read(report)) if before else [],
                "tag_kind": {Report.State.CONFIRMED: "good", Report.State.DISPUTED: "bad"}.get(report.state, "wait"),
            }
        )
    return rows[::-1]
