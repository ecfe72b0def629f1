"""Stories: one by each coach, plain text, and no version is lost."""

from __future__ import annotations

from matches.models import Match, MatchSide
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


def story_texts(match: Match, side: str) -> str:
    return MatchSide.objects.get(match=match, side=side).story


def test_each_coach_writes_their_own_story(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "story/").press("Save write-up", story="Ours.")
    two_teams.page(two_teams.other, match, "story/").press("Save write-up", story="Theirs.", side="home")
    assert (story_texts(match, "home"), story_texts(match, "away")) == ("Ours.", "Theirs.")
    text = two_teams.page(signed_in(None), match).text
    assert "As Ironside Orcs saw it Ours." in text
    assert "As Harbour Humans saw it Theirs." in text


def test_a_stale_story_shows_both(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    one, two = (two_teams.page(two_teams.coach, match, "story/") for _each in range(2))
    assert one.press("Save write-up", story="First.").status == 200
    page = two.press("Save write-up", story="Second.")
    assert page.status == 409
    assert "First." in page.text
    assert page.form_with("Save write-up").fields["story"][0].strip() == "Second."
    assert story_texts(match, "home") == "First."
    assert page.press("Save write-up").status == 200
    assert story_texts(match, "home").strip() == "Second."


def test_a_story_that_is_too_long_is_refused_and_stays_in_the_form(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "story/").press("Save write-up", story="x" * 5001)
    assert page.status == 422
    assert story_texts(match, "home") == ""
    assert "x" * 5001 in page.response.content.decode()


def test_nobody_else_can_write_it(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    for who in ("commissioner", "stranger"):
        assert signed_in(two_teams.cast[who]).get(f"/matches/{match.public_id}/story/").status_code == 403, who


def test_markup_is_shown_as_it_was_typed(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    story = "<script>alert(1)</script>\n\n& a second paragraph"
    two_teams.page(two_teams.coach, match, "story/").press("Save write-up", story=story)
    content = two_teams.page(signed_in(None), match).response.content.decode()
    assert "<script>alert(1)" not in content
    assert "<p>&amp; a second paragraph</p>" in content
