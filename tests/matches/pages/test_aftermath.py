"""The roster changes that a match's page shows."""

from __future__ import annotations

from django.db import transaction

from matches.models import Match
from matches.pages.aftermath import aftermath
from matches.sequence.answering import Given, answer
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from rules.journal.history import Correction
from rules.sheet.match import Injury
from teams.ledger import ledger
from teams.models import JournalEntry, TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


def closed(two_teams: TwoTeams) -> Match:
    """A closed match: the home side's first player is MVP and has improved, the second has died."""
    two_teams.typed_dice()
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    first, second, *_ = match_builders.players_of(match, "home")
    match = match_builders.confirm_match(
        match, home=2, home_injuries=[Injury(player=second, casualty=66, cause="crowd")]
    )
    for side, player in (("home", first), ("away", match_builders.players_of(match, "away")[0])):
        given = [Given(side=side, key="mvp.1", value=str(player))]
        answer(match=Match.objects.get(pk=match.pk), given=given, by=two_teams.cast.coach)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def test_it_shows_improvements_departures_and_figures(two_teams: TwoTeams) -> None:
    match = closed(two_teams)
    lines = aftermath(MatchState(match))
    learned, died = lines["home"]
    assert learned.startswith("Orc 1: ") and "learned" in learned and died == "Orc 2 died"
    text = two_teams.page(two_teams.coach, match).text
    for line in lines["home"]:
        assert line in text
    assert "After the match" in text and "Team value" in text and "Fan factor" in text
    printed = dict(match_sheet(MatchState(match)).sides[0].words)["After the match"]
    assert printed.startswith(f"{learned}; Orc 2 died; Spiralling expenses 0; Fan factor ")
    assert "Team value" in printed


def test_it_is_empty_until_the_match_is_closed(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    assert aftermath(MatchState(match)) == {}
    assert "After the match" not in two_teams.page(two_teams.coach, match).text


def test_entries_removed_by_an_earlier_matchs_correction_are_not_shown(two_teams: TwoTeams) -> None:
    match = closed(two_teams)
    learned, died = aftermath(MatchState(match))["home"]
    row = JournalEntry.objects.get(team=two_teams.home, kind="skill_gained", source=f"post_match:{match.public_id}")
    with transaction.atomic():
        ledger.append(
            team=two_teams.home,
            ruleset=match.ruleset.rules(),
            expected=TeamState.objects.get(team=two_teams.home).seq,
            facts=[ledger.Fact(Correction(struck=((row.seq, 0),), entries=()))],
            source="correction:another",
            by=None,
        )
    assert aftermath(MatchState(match))["home"] == [died]
    assert learned not in two_teams.page(two_teams.coach, match).text
