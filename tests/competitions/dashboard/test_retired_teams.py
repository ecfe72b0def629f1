"""A team that is retired with matches to play: who runs the competition is told, as home says it."""

from __future__ import annotations

from competitions.dashboard.dashboard import dashboard_of
from competitions.models import Competition, Withdrawal
from notices.models import Notice
from teams.models import Team
from tests.competitions.competition_builders import competition_in
from tests.leagues.cast import Cast, form_data, signed_in
from tests.teams import pages
from tests.teams.team_builders import approved_team


def running(cast: Cast) -> tuple[Competition, Team]:
    teams = [approved_team(cast.league, cast[who], who, by=cast.commissioner) for who in ("coach", "other_coach")]
    return competition_in(cast.league, teams, started=True), teams[0]


def retire(cast: Cast, team: Team) -> None:
    team.refresh_from_db()
    sent = form_data(version=team.version, reason="moved away")
    assert signed_in(cast.coach).post(pages.url("retire", team), sent).status_code == 302


def waiting(cast: Cast) -> list[str]:
    rows = Notice.objects.filter(reader=cast.commissioner, done_at=None, happening__kind="competitions.retired_team")
    return [row.happening.kind for row in rows.select_related("happening")]


def test_the_commissioner_is_told_at_once(cast: Cast) -> None:
    cup, team = running(cast)
    retire(cast, team)
    words = [task["text"] for task in dashboard_of(cast.commissioner)["to_do"]]
    assert f"{team.name} is retired: its matches in {cup.name} wait for you" in words
    assert waiting(cast) == ["competitions.retired_team"]


def test_the_notice_ends_when_the_team_is_withdrawn(cast: Cast) -> None:
    cup, team = running(cast)
    retire(cast, team)
    cup.refresh_from_db()
    address = f"/competitions/{cup.public_id}/teams/{team.public_id}/leave/"
    sent = form_data(version=cup.version, how=Withdrawal.How.WALKOVERS.value, reason="retired")
    assert signed_in(cast.commissioner).post(address, sent).status_code == 302
    assert waiting(cast) == []


def test_a_team_without_matches_waits_for_nobody(cast: Cast) -> None:
    team = approved_team(cast.league, cast.coach, "Idle", by=cast.commissioner)
    retire(cast, team)
    assert waiting(cast) == []
