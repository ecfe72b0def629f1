"""A player's page: corrections are in the player's history, and a record says how a level match was won."""

from __future__ import annotations

from django.utils.html import strip_tags

from matches.correction import correcting
from matches.models import Match
from matches.pages.records import record_of
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


def test_a_players_history_has_the_corrections_that_name_the_player(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    other, *_rest, passer = match_builders.players_of(match, "home")
    match_builders.confirm_match(match, home=0, home_lines={passer: {"completions": 1}})
    match_builders.answer_all(match, by=cast.coach, at_once=True)
    made = correcting.begin_correction(match=match, by=cast.coach, reason="miscounted")
    reported = match_builders.report_with(match, home=0, home_lines={passer: {"completions": 2}})
    made = correcting.correct_report(correction=made, expected=made.version, reported=reported)
    correcting.propose(correction=made, expected=made.version)
    two_teams.page(two_teams.other, match, "correction/").press("Accept correction")
    address = f"/teams/{two_teams.home.public_id}/players/"
    page = two_teams.coach.get(f"{address}{passer}/").content.decode()
    assert "Corrected" in page and "miscounted" not in page
    assert "coach, accepted by other_coach" in strip_tags(page)
    assert "Corrected" not in two_teams.coach.get(f"{address}{other}/").content.decode()


def test_a_record_says_that_a_level_match_was_won_in_a_shoot_out(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1, away=1)
    Match.objects.filter(pk=match.pk).update(decided_by="shoot_out", decided_for="home")
    match.sides.filter(side="home").update(result="win")
    match.sides.filter(side="away").update(result="loss")
    lines = {team.pk: record_of(team)[0] for team in (two_teams.home, two_teams.away)}
    assert [(line.letter, line.score, line.against, line.note) for line in lines.values()] == [
        ("W", 1, 1, "after a shoot-out"),
        ("L", 1, 1, "after a shoot-out"),
    ]
    loser = two_teams.away.public_id
    player = match.sides.get(side="away").lines.values_list("player", flat=True)[0]
    pages = f"/teams/{two_teams.home.public_id}/", f"/teams/{loser}/record/", f"/teams/{loser}/players/{player}/"
    for page in pages:
        assert "after a shoot-out" in two_teams.coach.get(page).text, page
    Match.objects.filter(pk=match.pk).update(stage="semi_final")
    assert record_of(two_teams.home)[0].remarks == "after a shoot-out, semi-final"
