"""What the running command adds: who does it, and what is followed once at its end."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from accounts.models import User
from matches.models import Match
from matches.report import reporting
from notices.models import Notice
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams, shared_two_teams, two_teams
from web.commands import acting_user, at_end, once

__all__ = ["shared_two_teams", "two_teams"]


def run(user: User, work: Any) -> Any:
    return once(user=user, command_id=uuid4(), kind="test", body={}, work=work)


def test_the_one_who_disputes_a_report_knows_it_and_gets_no_mail(two_teams: TwoTeams) -> None:
    """No service passes the person on to what a match tells: it is the person who runs the command."""
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    digest = match.reports.get().digest

    def dispute() -> None:
        reporting.dispute_report(match=match, digest=digest, by=two_teams.cast.other_coach, what="no")

    run(two_teams.cast.other_coach, dispute)
    told = {row.reader: row for row in Notice.objects.filter(happening__kind="matches.report_disputed")}
    assert set(told) == {two_teams.cast.coach, two_teams.cast.other_coach}
    own, others = told[two_teams.cast.other_coach], told[two_teams.cast.coach]
    assert own.read_at is not None and own.mail == Notice.Mail.NONE
    assert others.read_at is None and others.mail == Notice.Mail.NOW
    assert Match.objects.get().state == Match.State.DISPUTED


def test_a_command_knows_its_user_only_while_it_runs(two_teams: TwoTeams) -> None:
    assert run(two_teams.cast.coach, lambda: acting_user().pk) == two_teams.cast.coach.pk
    assert acting_user() is None
    with pytest.raises(RuntimeError):
        run(two_teams.cast.coach, lambda: (_ for _ in ()).throw(RuntimeError))
    assert acting_user() is None


def test_work_for_the_end_is_done_once_and_after_all_else(two_teams: TwoTeams) -> None:
    done: list[str] = []

    def work() -> None:
        for _ in range(3):
            at_end("table", lambda: done.append("table"))
        at_end("season", lambda: at_end("later", lambda: done.append("later")))
        done.append("work")

    run(two_teams.cast.coach, work)
    assert done == ["work", "table", "later"]


def test_outside_commands_it_is_done_at_once() -> None:
    done: list[str] = []
    at_end("table", lambda: done.append("table"))
    assert done == ["table"]
