"""The draft of a corrected report: saved on the server, deleted when the correction is accepted or discarded."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from matches.correction.corrected import CorrectedMatch
from matches.correction.correcting import accept, begin_correction, correct_report, discard_correction
from matches.models import Match, MatchCorrection
from matches.report.unsent import unsent_of
from rules.journal import PlayerInjured
from rules.journal.history import Correction
from teams.models import JournalEntry, TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_pages import answer_and_decide
from tests.matches.forms import Page
from tests.teams import team_builders

SAVE, TAKE_OVER, SEND = "Save draft", "Take over and save", "Preview changes"
PLACE = "correction/report/"


@pytest.fixture(scope="module", autouse=True)
def shared_match(shared_two_teams: TwoTeams, django_db_blocker: DjangoDbBlocker) -> Match:
    """A match that the home team won 1 to 0 and the home coach corrects. Every test sees it unchanged."""
    with django_db_blocker.unblock():
        match = match_builders.closed_match(shared_two_teams.home, shared_two_teams.away, home=1)
        begin_correction(match=match, by=shared_two_teams.cast.coach, reason="It was the other Blitzer.")
        return match


@pytest.fixture
def match(two_teams: TwoTeams, shared_match: Match) -> Match:
    return Match.objects.get(pk=shared_match.pk)


def form_of(two_teams: TwoTeams, match: Match, who: Client | None = None) -> Page:
    return two_teams.page(who or two_teams.coach, match, PLACE)


def fields_of(page: Page) -> dict[str, list[str]]:
    return page.form_with(SEND).fields


def test_typed_values_are_there_on_another_device_valid_or_not(two_teams: TwoTeams, match: Match) -> None:
    other = match_builders.players_of(match, "home")[1]
    page = form_of(two_teams, match).press(SAVE, **{"score.home": "3", f"line.home.{other}.touchdowns": "many"})
    assert "Draft saved, not sent" in page.text
    again = form_of(two_teams, match)
    assert "Draft saved at" in again.text
    assert (fields_of(again)["score.home"], fields_of(again)[f"line.home.{other}.touchdowns"]) == (["3"], ["many"])
    assert MatchCorrection.objects.get().report is None
    assert "is changing the report (last saved" in two_teams.page(two_teams.coach, match, "correction/").text


def test_the_script_saves_without_a_page_change(two_teams: TwoTeams, match: Match) -> None:
    page = form_of(two_teams, match)
    fields = {**fields_of(page), "score.home": "4", "quietly": "yes"}
    said = two_teams.coach.post(f"{page.address}save/", fields).json()
    assert said["writes"] and said["told"].startswith("Saved ")
    assert fields_of(form_of(two_teams, match))["score.home"] == ["4"]


def test_only_a_commissioner_can_take_the_draft_over(two_teams: TwoTeams, match: Match) -> None:
    form_of(two_teams, match).press(SAVE, **{"score.home": "3"})
    page = form_of(two_teams, match, two_teams.commissioner)
    assert f"{two_teams.cast.coach} is writing the report" in page.text
    assert fields_of(page)["score.home"] == ["3"]
    page.press(TAKE_OVER, **{"score.home": "5"})
    assert unsent_of(match).by == two_teams.cast.commissioner
    fields = {**fields_of(page), "score.home": "9"}
    for name in ("save/", "begin-anew/"):
        answer = two_teams.other.post(f"/matches/{match.public_id}/{PLACE}{name}", fields)
        assert answer.status_code in (403, 409, 422)
    assert unsent_of(match).fields["score.home"] == "5"


def test_the_second_writer_sees_both_versions_and_loses_nothing(two_teams: TwoTeams, match: Match) -> None:
    mine = form_of(two_teams, match)
    form_of(two_teams, match, two_teams.commissioner).press(SAVE, **{"score.home": "2"})
    page = mine.press(SAVE, **{"score.home": "3"})
    assert page.status == 409
    assert "Ironside Orcs: score 2 3" in page.text
    assert unsent_of(match).fields["score.home"] == "2"
    page = mine.press(SEND, **{"score.home": "0", **_nobody_scored(match)})
    assert page.status == 409
    assert MatchCorrection.objects.get().report is None
    assert page.press(SEND).status == 200
    assert sent_score() == 0


def test_a_second_sender_can_send_again_after_a_change(two_teams: TwoTeams, match: Match) -> None:
    mine = form_of(two_teams, match)
    found = MatchCorrection.objects.select_related("match").get()
    correct_report(correction=found, expected=found.version, reported=match_builders.report_with(match, home=2))
    page = mine.press(SEND, **{"score.home": "0", **_nobody_scored(match)})
    assert page.status == 409
    assert "Ironside Orcs: score 2 0" in page.text
    assert page.press(SEND).status == 200
    assert sent_score() == 0


def sent_score() -> int:
    """The home team's score as the correction has it."""
    report = CorrectedMatch(MatchCorrection.objects.select_related("match").get()).reported
    assert report is not None
    return report.home.score


def _nobody_scored(match: Match) -> dict[str, str]:
    return {f"line.home.{match_builders.players_of(match, 'home')[0]}.touchdowns": ""}


def test_a_sent_draft_becomes_part_of_the_correction(two_teams: TwoTeams, match: Match) -> None:
    page = form_of(two_teams, match).press(SAVE, **{"score.home": "0", **_nobody_scored(match)})
    page = page.press(SEND)
    assert page.status == 200
    assert sent_score() == 0
    assert not unsent_of(match).begun
    assert fields_of(form_of(two_teams, match))["score.home"] == ["0"]


def test_the_draft_is_deleted_when_the_correction_is_discarded_or_accepted(two_teams: TwoTeams, match: Match) -> None:
    found = MatchCorrection.objects.select_related("match").get()
    form_of(two_teams, match).press(SAVE, **{"score.home": "3"})
    discard_correction(correction=found, by=two_teams.cast.coach)
    assert not unsent_of(match).begun
    found = begin_correction(match=match, by=two_teams.cast.commissioner, reason="Once more.")
    page = form_of(two_teams, match, two_teams.commissioner)
    assert fields_of(page)["score.home"] == ["1"]
    thrown = match_builders.report_with(match, home=1, home_completions=1)
    found = correct_report(correction=found, expected=found.version, reported=thrown)
    form_of(two_teams, match, two_teams.commissioner).press(SAVE, **{"score.home": "3"})
    answer_all(two_teams, match)
    found.refresh_from_db()
    seen = {side.side: TeamState.objects.get(team=side.team_id).seq for side in match.sides.all()}
    accept(correction=found, expected=found.version, by=two_teams.cast.commissioner, seen=seen, commissioner=True)
    assert not unsent_of(match).begun
    page = form_after(two_teams, match)
    assert page.status_code == 409
    assert "accepted or discarded in the meantime" in page.content.decode()


def answer_all(two_teams: TwoTeams, match: Match) -> None:
    """Answers every question of the correction."""
    answer_and_decide(two_teams.page(two_teams.commissioner, match, "correction/"))


def form_after(two_teams: TwoTeams, match: Match):
    """The page after saving when the correction has ended."""
    return two_teams.commissioner.post(f"/matches/{match.public_id}/{PLACE}save/", {"score.home": "7"})


def test_the_writer_can_start_over(two_teams: TwoTeams, match: Match) -> None:
    page = form_of(two_teams, match).press(SAVE, **{"score.home": "3"})
    page = page.press("Delete draft")
    assert "You can start over" in page.text
    assert fields_of(page)["score.home"] == ["1"]


def test_a_draft_older_than_a_roster_change_has_a_notice_until_saved_again(two_teams: TwoTeams, match: Match) -> None:
    form_of(two_teams, match).press(SAVE, **{"score.home": "3"})
    assert "Another correction has changed the rosters" not in form_of(two_teams, match).text
    open_page = form_of(two_teams, match)
    struck = match_builders.players_of(match, "home")[4]
    earlier_injury(match, struck)
    page = form_of(two_teams, match)
    assert "Another correction has changed the rosters for this match since this was saved: Ironside Orcs" in (
        page.text
    )
    quiet = {**fields_of(open_page), "score.home": "4", "quietly": "yes"}
    assert two_teams.coach.post(f"{open_page.address}save/", quiet).status_code == 200
    page = form_of(two_teams, match)
    assert "Another correction has changed the rosters" in page.text
    page = page.press(SAVE)
    assert "Another correction has changed the rosters" not in page.text


def earlier_injury(match: Match, player: int) -> None:
    """Gives a player a niggling injury from before the match, as a correction of an earlier match does."""
    team = match.sides.get(side="home").team
    own = JournalEntry.objects.filter(team=team, source=f"post_match:{match.public_id}").order_by("seq")
    injury = PlayerInjured(player=player, niggling=1)
    team_builders.append_entries(team, Correction(struck=(), entries=(injury,), before=own[0].seq))


def test_other_users_do_not_see_the_draft(two_teams: TwoTeams, match: Match) -> None:
    form_of(two_teams, match).press(SAVE, **{"score.home": "3"})
    assert "is changing the report" not in two_teams.page(two_teams.other, match).text
