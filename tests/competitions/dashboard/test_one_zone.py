"""Home and the pages of a league show a deadline in the same time zone: the league's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.formats import date_format

from accounts.models import User
from accounts.zones import zone
from competitions.models import Round
from leagues.models import League
from matches.models import Match, Report
from matches.report.deadlines import deadline_of
from tests.competitions.competition_builders import bare_team, competition_in
from tests.leagues.cast import Cast, signed_in
from tests.matches import match_builders
from tests.teams.team_builders import team_from_list

WHERE = "Pacific/Kiritimati"


@pytest.fixture(autouse=True)
def zones(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(zone=WHERE, confirm_days=3)
    User.objects.filter(pk=cast.other_coach.pk).update(time_zone="America/New_York")
    cast.league.refresh_from_db()


def test_the_deadline_of_a_report(cast: Cast) -> None:
    home = team_from_list(cast.league, cast.coach, "Orcs", "Orc")
    away = team_from_list(cast.league, cast.other_coach, "Humans", "Human")
    match = Match.objects.get(pk=match_builders.reported_match(home, away).pk)
    deadline = deadline_of(Report.objects.get(), match.league)
    assert deadline is not None
    words = date_format(deadline.astimezone(zone(WHERE)), "D j M, H:i T")
    client = signed_in(cast.other_coach)
    for address in ("/", f"/matches/{match.public_id}/"):
        assert words in client.get(address).content.decode()


def test_the_deadline_of_a_round_and_the_date_of_a_match(cast: Cast) -> None:
    teams = [bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)]
    made = competition_in(cast.league, teams, started=True)
    Round.objects.filter(competition=made).update(deadline=datetime(2026, 12, 5, 12, tzinfo=UTC))
    assert "by " in signed_in(cast.other_coach).get("/").content.decode()
    assert "Sun 6 Dec, 02:00 +14" in signed_in(cast.other_coach).get("/").content.decode()
