"""The list of a league's teams is kept until the league changes; drafts are for their coach and commissioners."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from leagues.models import League
from leagues.services import archive_league
from teams.building.approval import approve_team
from teams.models import Team
from teams.roster.retiring import retire_team
from tests.leagues.cast import Cast, add_member, create_cast, signed_in
from tests.teams import pages
from tests.teams.team_builders import add_gold, approved_team, drafted_team, submitted_team
from tests.web.kept_pages import assert_up_to_date, shown

PEOPLE = ("visitor", "stranger", "coach", "other_coach", "commissioner", "staff")


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


def address_of(league: League) -> str:
    return f"/leagues/{league.slug}/teams/"


def check(cast: Cast) -> None:
    assert_up_to_date([signed_in(cast[person]) for person in PEOPLE], address_of(cast.league))


def seen_by(cast: Cast, words: str) -> set[str]:
    return {person for person in PEOPLE if words in pages.text_of(signed_in(cast[person]).get(address_of(cast.league)))}


def test_the_list_is_up_to_date_after_each_change(cast: Cast) -> None:
    check(cast)
    team = approved_team(cast.league, cast.coach, name="Listed Orcs")
    check(cast)
    add_gold(team, 50_000)
    check(cast)
    Team.objects.filter(pk=team.pk).update(name="Renamed Orcs")
    check(cast)
    cast.coach.display_name = "Coach the Coach"
    cast.coach.save()
    check(cast)
    assert seen_by(cast, "Renamed Orcs") == seen_by(cast, "Coach the Coach") == set(PEOPLE)
    current = Team.objects.get(pk=team.pk)
    retire_team(team=current, expected=current.version, by=cast.commissioner, reason="Left.")
    check(cast)
    archive_league(league=cast.league, by=cast.commissioner, reason="Over.")
    check(cast)


def test_a_draft_is_listed_for_its_coach_and_commissioners_until_it_is_approved(cast: Cast) -> None:
    approved_team(cast.league, cast.coach, name="Listed Orcs")
    check(cast)
    drafted_team(cast.league, cast.other_coach, name="Secret Draft")
    check(cast)
    assert seen_by(cast, "Secret Draft") == {"other_coach", "commissioner", "staff"}
    add_member(cast.league, cast.elsewhere)
    team = submitted_team(cast.league, cast.elsewhere, name="New Team")
    assert seen_by(cast, "1 team to approve") == seen_by(cast, "New Team") == {"commissioner", "staff"}
    approve_team(team=team, by=cast.commissioner, expected=team.version)
    check(cast)
    assert seen_by(cast, "New Team") == set(PEOPLE)


def test_each_reader_sees_their_own_marks_and_buttons(cast: Cast) -> None:
    assert seen_by(cast, "Build a team") == {"coach", "other_coach", "commissioner", "staff"}
    approved_team(cast.league, cast.coach, name="Listed Orcs")
    for _each in range(2):
        assert seen_by(cast, "(your team)") == {"coach"}


def test_a_kept_list_of_a_private_league_is_shown_to_no_stranger(cast: Cast) -> None:
    approved_team(cast.private, cast.coach, name="Hidden Orcs", by=cast.commissioner)
    for _each in range(2):
        assert "Hidden Orcs" in shown(signed_in(cast.other_coach), address_of(cast.private))
        for person in ("visitor", "stranger"):
            assert signed_in(cast[person]).get(address_of(cast.private)).status_code == 404


def test_each_page_of_a_long_list_is_kept_for_itself(cast: Cast) -> None:
    for number in range(32):
        name = f"Team {number:02}"
        Team.objects.create(league=cast.league, ruleset=cast.league.ruleset, name=name, state=Team.State.RECORDED)
    check(cast)
    address = address_of(cast.league)
    assert_up_to_date([Client(), signed_in(cast.coach)], address, f"{address}?page=2", f"{address}?page=nonsense")
    assert "Team 31" in shown(Client(), f"{address}?page=2") and "Team 31" not in shown(Client(), address)


def test_a_kept_list_takes_few_queries(cast: Cast, django_assert_num_queries: Any) -> None:
    approved_team(cast.league, cast.coach, name="Listed Orcs")
    for person, queries in (("visitor", 1), ("coach", 4), ("commissioner", 4)):
        browser = signed_in(cast[person])
        shown(browser, address_of(cast.league))
        with django_assert_num_queries(queries):
            shown(browser, address_of(cast.league))
