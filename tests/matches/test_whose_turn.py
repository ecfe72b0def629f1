"""Who still has to act in a match: on its page, on the team's page, on each coach's to-do list."""

from __future__ import annotations

import pytest
from django.test import Client

from matches.models import Match
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from matches.sequence.turns import sides_asked
from tests.leagues.cast import let_in, person
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.forms import visit


@pytest.fixture
def half_done(ground: Ground) -> Match:
    """A match in whose post-match the home coach has done his part."""
    match = scene.confirmed(ground.home, ground.away)
    while mine := [question for question in MatchState(match).questions() if question.side == "home"]:
        answering.answer(match=match, given=[scene.answer_to(match, mine[0], {})], by=ground.cast.coach)
        match = Match.objects.get(pk=match.pk)
    assert match.state == Match.State.POST_MATCH
    return match


def desk(client: Client) -> str:
    return visit(client, "/").text


def test_both_are_told_at_first(ground: Ground) -> None:
    match = scene.confirmed(ground.home, ground.away)
    assert sides_asked([match.pk]) == {match.pk: {"home", "away"}}
    for who in (ground.coach, ground.other):
        assert "Post-match of Ironside Orcs – Harbour Humans: it is your turn" in desk(who)
    text = ground.page(ground.coach, match).text
    assert "Ironside Orcs: Most Valuable Player" in text
    assert "Harbour Humans: Most Valuable Player" in text


def test_who_has_done_his_part_is_told_for_whom_the_match_waits(ground: Ground, half_done: Match) -> None:
    assert sides_asked([half_done.pk]) == {half_done.pk: {"away"}}
    assert "Post-match of Ironside Orcs – Harbour Humans: waiting for Harbour Humans" in desk(ground.coach)
    assert "Post-match of Ironside Orcs – Harbour Humans: it is your turn" in desk(ground.other)


def test_the_match_page_tells_whose_part_is_done(ground: Ground, half_done: Match) -> None:
    mine, theirs = (ground.page(who, half_done).text for who in (ground.coach, ground.other))
    assert "Your part is done." in mine
    assert "Your part is done." not in theirs
    for text in (mine, theirs):
        assert "Ironside Orcs: done" in text
        assert "Harbour Humans: Most Valuable Player" in text


def test_the_teams_pages_tell_it_too(ground: Ground, half_done: Match) -> None:
    for team in (ground.home, ground.away):
        text = visit(ground.coach, f"/teams/{team.public_id}/").text
        assert "Harbour Humans still has to finish." in text
        assert "Ironside Orcs is done." in text


def test_in_the_pre_match_the_stronger_buys_first_and_the_desks_say_so(ground: Ground) -> None:
    scene.paid(ground.home, 150_000)
    match = scene.opened(ground.home, ground.away)
    ground.page(ground.coach, match, "pre-match/").answer("weather")
    assert "Pre-match of Ironside Orcs – Harbour Humans: it is your turn" in desk(ground.coach)
    assert "Pre-match of Ironside Orcs – Harbour Humans: waiting for Ironside Orcs" in desk(ground.other)


def test_many_matches_take_as_many_queries_as_one(ground: Ground, half_done: Match, django_assert_num_queries) -> None:
    coaches = [person(name) for name in ("third", "fourth")]
    for coach in coaches:
        let_in(ground.league, coach)
    third, fourth = (scene.founded(ground.league, coach, coach.username, "Human") for coach in coaches)
    matches = [half_done, scene.confirmed(third, fourth)]
    for some in (matches[:1], matches):
        with django_assert_num_queries(3):
            found = sides_asked([match.pk for match in some])
        assert len(found) == len(some)
    with django_assert_num_queries(0):
        assert sides_asked([]) == {}


def test_a_match_at_no_sequence_is_left_out(ground: Ground) -> None:
    match = scene.ready(ground.home, ground.away)
    assert sides_asked([match.pk]) == {}
