"""The draft of a corrected report: saved on the server, deleted when the correction is accepted or discarded."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from matches.correction.corrected import CorrectedMatch
from matches.correction.correcting import accept, begin_correction, correct_report, give_up
from matches.models import Match, MatchCorrection
from matches.report.unsent import unsent_of
from rules.journal import PlayerInjured
from rules.journal.history import Correction
from teams.models import JournalEntry, TeamState
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.forms import Page

SAVE, TAKE_OVER, SEND = "Save draft", "Take over and save", "Preview changes"
PLACE = "correction/report/"


@pytest.fixture(scope="module", autouse=True)
def standing_match(standing_ground: Ground, django_db_blocker: DjangoDbBlocker) -> Match:
    """A match that the home team won, 1 to 0, which the home coach corrects: the same in the eyes of every test."""
    with django_db_blocker.unblock():
        match = scene.closed(standing_ground.home, standing_ground.away, home=1)
        begin_correction(match=match, by=standing_ground.cast.coach, reason="It was the other Blitzer.")
        return match


@pytest.fixture
def match(ground: Ground, standing_match: Match) -> Match:
    return Match.objects.get(pk=standing_match.pk)


def form_of(ground: Ground, match: Match, who: Client | None = None) -> Page:
    return ground.page(who or ground.coach, match, PLACE)


def fields_of(page: Page) -> dict[str, list[str]]:
    return page.form_with(SEND).fields


def test_what_is_typed_is_there_again_on_another_device_right_or_wrong(ground: Ground, match: Match) -> None:
    other = scene.players_of(match, "home")[1]
    page = form_of(ground, match).press(SAVE, **{"score.home": "3", f"line.home.{other}.touchdowns": "many"})
    assert "Draft saved, not sent" in page.text
    again = form_of(ground, match)
    assert "Draft saved at" in again.text
    assert (fields_of(again)["score.home"], fields_of(again)[f"line.home.{other}.touchdowns"]) == (["3"], ["many"])
    assert MatchCorrection.objects.get().report is None
    assert "is changing the report (last saved" in ground.page(ground.coach, match, "correction/").text


def test_its_script_saves_it_quietly(ground: Ground, match: Match) -> None:
    page = form_of(ground, match)
    fields = {**fields_of(page), "score.home": "4", "quietly": "yes"}
    said = ground.coach.post(f"{page.address}save/", fields).json()
    assert said["writes"] and said["told"].startswith("Saved ")
    assert fields_of(form_of(ground, match))["score.home"] == ["4"]


def test_a_commissioner_takes_it_over_and_nobody_else_can_touch_it(ground: Ground, match: Match) -> None:
    form_of(ground, match).press(SAVE, **{"score.home": "3"})
    page = form_of(ground, match, ground.commissioner)
    assert f"{ground.cast.coach} is writing the report" in page.text
    assert fields_of(page)["score.home"] == ["3"]
    page.press(TAKE_OVER, **{"score.home": "5"})
    assert unsent_of(match).by == ground.cast.commissioner
    fields = {**fields_of(page), "score.home": "9"}
    for name in ("save/", "begin-anew/"):
        answer = ground.other.post(f"/matches/{match.public_id}/{PLACE}{name}", fields)
        assert answer.status_code in (403, 409, 422)
    assert unsent_of(match).fields["score.home"] == "5"


def test_who_comes_second_sees_both_and_keeps_what_he_typed(ground: Ground, match: Match) -> None:
    mine = form_of(ground, match)
    form_of(ground, match, ground.commissioner).press(SAVE, **{"score.home": "2"})
    page = mine.press(SAVE, **{"score.home": "3"})
    assert page.status == 409
    assert "Ironside Orcs: score 2 3" in page.text
    assert unsent_of(match).fields["score.home"] == "2"
    page = mine.press(SEND, **{"score.home": "0", **_nobody_scored(match)})
    assert page.status == 409
    assert MatchCorrection.objects.get().report is None
    assert page.press(SEND).status == 200
    assert sent_score() == 0


def test_who_sends_second_after_the_correction_was_changed_can_send_again(ground: Ground, match: Match) -> None:
    mine = form_of(ground, match)
    found = MatchCorrection.objects.select_related("match").get()
    correct_report(correction=found, expected=found.version, reported=scene.told(match, home=2))
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
    return {f"line.home.{scene.players_of(match, 'home')[0]}.touchdowns": ""}


def test_sent_it_is_in_the_correction_and_no_draft_any_more(ground: Ground, match: Match) -> None:
    page = form_of(ground, match).press(SAVE, **{"score.home": "0", **_nobody_scored(match)})
    page = page.press(SEND)
    assert page.status == 200
    assert sent_score() == 0
    assert not unsent_of(match).begun
    assert fields_of(form_of(ground, match))["score.home"] == ["0"]


def test_it_goes_when_the_correction_is_given_up_or_accepted(ground: Ground, match: Match) -> None:
    found = MatchCorrection.objects.select_related("match").get()
    form_of(ground, match).press(SAVE, **{"score.home": "3"})
    give_up(correction=found, by=ground.cast.coach)
    assert not unsent_of(match).begun
    found = begin_correction(match=match, by=ground.cast.commissioner, reason="Once more.")
    page = form_of(ground, match, ground.commissioner)
    assert fields_of(page)["score.home"] == ["1"]
    thrown = scene.told(match, home=1, home_completions=1)
    found = correct_report(correction=found, expected=found.version, reported=thrown)
    form_of(ground, match, ground.commissioner).press(SAVE, **{"score.home": "3"})
    answer_all(ground, match)
    found.refresh_from_db()
    seen = {side.side: TeamState.objects.get(team=side.team_id).seq for side in match.sides.all()}
    accept(correction=found, expected=found.version, by=ground.cast.commissioner, seen=seen)
    assert not unsent_of(match).begun
    page = form_after(ground, match)
    assert page.status_code == 409
    assert "accepted or discarded in the meantime" in page.content.decode()


def answer_all(ground: Ground, match: Match) -> None:
    """Answers whatever the correction asks."""
    from tests.matches.correction.test_page import through

    through(ground.page(ground.commissioner, match, "correction/"))


def form_after(ground: Ground, match: Match):
    """What somebody is told who saves when all is over."""
    return ground.commissioner.post(f"/matches/{match.public_id}/{PLACE}save/", {"score.home": "7"})


def test_its_writer_starts_over(ground: Ground, match: Match) -> None:
    page = form_of(ground, match).press(SAVE, **{"score.home": "3"})
    page = page.press("Delete draft")
    assert "You can start over" in page.text
    assert fields_of(page)["score.home"] == ["1"]


def test_a_draft_from_before_a_change_of_the_rosters_says_so_until_it_is_saved_again(
    ground: Ground, match: Match
) -> None:
    form_of(ground, match).press(SAVE, **{"score.home": "3"})
    assert "Another correction has changed the rosters" not in form_of(ground, match).text
    open_page = form_of(ground, match)
    struck = scene.players_of(match, "home")[4]
    earlier_injury(match, struck)
    page = form_of(ground, match)
    assert "Another correction has changed the rosters for this match since this was saved: Ironside Orcs" in (
        page.text
    )
    quiet = {**fields_of(open_page), "score.home": "4", "quietly": "yes"}
    assert ground.coach.post(f"{open_page.address}save/", quiet).status_code == 200
    page = form_of(ground, match)
    assert "Another correction has changed the rosters" in page.text
    page = page.press(SAVE)
    assert "Another correction has changed the rosters" not in page.text


def earlier_injury(match: Match, player: int) -> None:
    """Lets a player have had a niggling injury before the match, as a correction of an earlier one would."""
    team = match.sides.get(side="home").team
    own = JournalEntry.objects.filter(team=team, source=f"post_match:{match.public_id}").order_by("seq")
    injury = PlayerInjured(player=player, niggling=1)
    scene.appended(team, Correction(struck=(), entries=(injury,), before=own[0].seq))


def test_no_draft_of_a_correction_is_shown_to_others(ground: Ground, match: Match) -> None:
    form_of(ground, match).press(SAVE, **{"score.home": "3"})
    assert "is changing the report" not in ground.page(ground.other, match).text
