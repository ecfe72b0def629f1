"""Who has to act in a match: on its page, on the team's page, on each coach's to-do list."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Match
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from matches.sequence.turns import sides_asked
from tests.leagues.cast import add_member, create_user
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import visit
from tests.teams import team_builders


@pytest.fixture
def half_done(two_teams: TwoTeams) -> Match:
    """A match whose post-match the home coach has finished."""
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    while mine := [question for question in MatchState(match).questions() if question.side == "home"]:
        answering.answer(match=match, given=[match_builders.answer_for(match, mine[0], {})], by=two_teams.cast.coach)
        match = Match.objects.get(pk=match.pk)
    assert match.state == Match.State.POST_MATCH
    return match


def todo_list(client: Client) -> str:
    return visit(client, "/").text


def test_at_first_both_coaches_have_it_on_their_lists(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    assert sides_asked([match.pk]) == {match.pk: {"home", "away"}}
    for who in (two_teams.coach, two_teams.other):
        assert "Post-match of Ironside Orcs – Harbour Humans: it is your turn" in todo_list(who)
    text = two_teams.page(two_teams.coach, match).text
    assert "Ironside Orcs: Most Valuable Player" in text
    assert "Harbour Humans: Most Valuable Player" in text


def test_a_match_does_not_wait_for_a_coach_who_has_finished(two_teams: TwoTeams, half_done: Match) -> None:
    assert sides_asked([half_done.pk]) == {half_done.pk: {"away"}}
    assert "Post-match of Ironside" not in todo_list(two_teams.coach)
    assert "Post-match of Ironside Orcs – Harbour Humans: it is your turn" in todo_list(two_teams.other)


def test_the_match_page_shows_which_side_has_finished(two_teams: TwoTeams, half_done: Match) -> None:
    mine, theirs = (two_teams.page(who, half_done).text for who in (two_teams.coach, two_teams.other))
    assert "Your part is done." in mine
    assert "Your part is done." not in theirs
    for text in (mine, theirs):
        assert "Ironside Orcs: done" in text
        assert "Harbour Humans: Most Valuable Player" in text


def test_leather_is_for_the_coach_whose_turn_it_is(two_teams: TwoTeams, half_done: Match) -> None:
    mine, theirs = (two_teams.page(who, half_done).html for who in (two_teams.coach, two_teams.other))
    assert '<section class="panel" aria-labelledby="to-do">' in mine and 'class="move"' not in mine
    assert '<section class="move" aria-labelledby="to-do">' in theirs


def test_the_teams_pages_show_it_too(two_teams: TwoTeams, half_done: Match) -> None:
    for team in (two_teams.home, two_teams.away):
        text = visit(two_teams.coach, f"/teams/{team.public_id}/").text
        assert "Harbour Humans still has to finish." in text
        assert "Ironside Orcs is done." in text


def test_in_the_pre_match_the_to_do_lists_say_that_the_stronger_team_buys_first(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 150_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    assert "Pre-match of Ironside Orcs – Harbour Humans: it is your turn" in todo_list(two_teams.coach)
    assert "Pre-match of Ironside" not in todo_list(two_teams.other)


def test_many_matches_take_no_more_queries_than_one(
    two_teams: TwoTeams, half_done: Match, django_assert_num_queries
) -> None:
    coaches = [create_user(name) for name in ("third", "fourth")]
    for coach in coaches:
        add_member(two_teams.league, coach)
    third, fourth = (
        team_builders.team_from_list(two_teams.league, coach, coach.username, "Human") for coach in coaches
    )
    matches = [half_done, match_builders.confirmed_match(third, fourth)]
    for some in (matches[:1], matches):
        with django_assert_num_queries(3):
            found = sides_asked([match.pk for match in some])
        assert len(found) == len(some)
    with django_assert_num_queries(0):
        assert sides_asked([]) == {}


def test_a_match_without_an_open_sequence_is_left_out(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    assert sides_asked([match.pk]) == {}
