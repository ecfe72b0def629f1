"""The list of a league's members: whose teams it shows to whom, and who was active."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from leagues.models import League
from leagues.selectors import last_activity
from teams.roster import retiring
from tests.leagues.cast import Cast, add_member, create_league, create_user, form_data, signed_in
from tests.teams import pages, team_builders
from web.models import Command

pytestmark = pytest.mark.once


def members(client: Client, league: League) -> str:
    response = client.get(reverse("leagues:members", args=[league.slug]))
    assert response.status_code == 200
    return pages.text_of(response)


def test_everybody_sees_the_teams_and_only_those_who_may_the_drafts(cast: Cast) -> None:
    team_builders.approved_team(cast.league, cast.coach, "Reavers")
    team_builders.drafted_team(cast.league, cast.other_coach, "Secrets")
    for name, sees_draft in (("stranger", False), ("coach", False), ("other_coach", True), ("commissioner", True)):
        text = members(signed_in(cast[name]), cast.league)
        assert "coach Reavers coach" in text
        assert ("other_coach Secrets (being built) coach" in text) == sees_draft, name
        assert "commissioner no team commissioner" in text


def test_a_crest_stands_before_a_team(cast: Cast) -> None:
    team_builders.approved_team(cast.league, cast.coach, "Reavers")
    html = signed_in(None).get(reverse("leagues:members", args=[cast.league.slug])).text
    assert re.search(r'<span\s+class="with-badge"><svg.*?</svg><a href="[^"]+">Reavers</a></span>', html, re.DOTALL)


def test_teams_of_other_leagues_and_retired_teams_are_not_listed(cast: Cast) -> None:
    retired = team_builders.approved_team(cast.league, cast.coach, "Old Boys")
    retiring.retire_team(team=retired, expected=retired.version, by=cast.coach)
    other = create_league("Other League", by=cast.commissioner)
    add_member(other, cast.coach)
    team_builders.approved_team(other, cast.coach, "Travellers")
    text = members(signed_in(cast.commissioner), cast.league)
    assert "Old Boys" not in text and "Travellers" not in text


def test_only_commissioners_see_who_was_active_and_when(cast: Cast) -> None:
    draft = team_builders.drafted_team(cast.league, cast.coach, "Reavers")
    sent = pages.typed(draft)
    assert signed_in(cast.coach).post(pages.url("build", draft), sent).status_code == 302
    then = timezone.now() - timedelta(days=400)
    Command.objects.filter(user=cast.coach).update(made_at=then)
    assert last_activity(cast.league, [cast.coach.pk, cast.other_coach.pk]) == {cast.coach.pk: then}
    text = members(signed_in(cast.commissioner), cast.league)
    assert "Last activity" in text and then.strftime("%-d %b %Y") in text and "none yet" in text
    text = members(signed_in(cast.coach), cast.league)
    assert "Last activity" not in text and then.strftime("%-d %b %Y") not in text


def test_what_was_done_in_another_league_is_no_activity_here(cast: Cast) -> None:
    other = create_league("Other League", by=cast.coach)
    sent = form_data(note="", role="coach", days=1, max_uses=1)
    assert signed_in(cast.coach).post(reverse("leagues:invite", args=[other.slug]), sent).status_code == 302
    assert last_activity(cast.league, [cast.coach.pk]) == {}
    assert set(last_activity(other, [cast.coach.pk])) == {cast.coach.pk}


def test_the_number_of_queries_is_the_same_for_many_members_with_teams(cast: Cast) -> None:
    client = signed_in(cast.commissioner)

    def counted() -> int:
        members(client, cast.league)
        with CaptureQueriesContext(connection) as queries:
            members(client, cast.league)
        return len(queries)

    team_builders.drafted_team(cast.league, cast.coach, "Reavers")
    few = counted()
    for number in range(4):
        coach = create_user(f"member{number}")
        add_member(cast.league, coach)
        team_builders.drafted_team(cast.league, coach, f"Team {number}")
    assert counted() == few
