"""Entries of a match name the coach who decided and, apart, who entered it."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.html import strip_tags

from accounts.models import User
from matches.correction import correcting
from matches.models import Match
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Side
from teams.models import JournalEntry, Team
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


def answer_side(match: Match, side: Side, by: User, *, for_league: bool = False) -> None:
    """Answers a side's questions as this person, until it has none."""
    while True:
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        asked = [each for each in state.questions() if each.side == side]
        if not asked or state.match.state == Match.State.CLOSED:
            return
        given = [match_builders.answer_for(state.match, asked[0], {})]
        answering.answer(match=state.match, given=given, by=by, for_league=for_league)


def entries(match: Match, team: Team) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(team=team, source=f"post_match:{match.public_id}")


def test_each_teams_entries_are_those_of_its_own_coach(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_side(match, "home", cast.coach)
    answer_side(match, "away", cast.other_coach)
    assert Match.objects.get().state == Match.State.CLOSED
    for team, coach in ((two_teams.home, cast.coach), (two_teams.away, cast.other_coach)):
        assert set(entries(match, team).values_list("decided_by", flat=True)) == {coach.pk}
    winnings = entries(match, two_teams.home).filter(kind="gold_moved").first()
    assert winnings is not None and winnings.by == cast.coach


def test_what_a_commissioner_enters_for_a_coach_is_the_coachs_decision(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    answer_side(match, "home", cast.commissioner, for_league=True)
    answer_side(match, "away", cast.other_coach)
    found = entries(match, two_teams.home).filter(kind="gold_moved").get()
    assert (found.decided_by, found.by) == (cast.coach, cast.commissioner)
    page = two_teams.coach.get(f"/teams/{two_teams.home.public_id}/history/").content.decode()
    assert "coach, entered by commissioner" in strip_tags(page)


def test_a_correction_names_its_author_and_who_accepted_it(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=0)
    made = correcting.begin_correction(match=match, by=two_teams.cast.coach, reason="a pass")
    passer = match_builders.players_of(match, "home")[-1]
    reported = match_builders.report_with(match, home=0, home_lines={passer: {"completions": 1}})
    made = correcting.correct_report(correction=made, expected=made.version, reported=reported)
    correcting.propose(correction=made, expected=made.version)
    two_teams.page(two_teams.other, match, "correction/").press("Accept correction")
    found = JournalEntry.objects.get(team=two_teams.home, kind="correction")
    assert (found.decided_by, found.by) == (two_teams.cast.coach, two_teams.cast.other_coach)
    page = two_teams.coach.get(f"/teams/{two_teams.home.public_id}/history/").content.decode()
    assert "coach, accepted by other_coach" in strip_tags(page)
