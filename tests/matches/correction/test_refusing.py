"""A coach refuses a correction that was proposed to them: it stays open, and its author and commissioners are told."""

from __future__ import annotations

import pytest

from leagues.models import LogEntry
from matches.correction import correcting, refusing
from matches.models import Match, MatchCorrection
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.notices.mails import mails_to
from web.errors import Refusal

REASON = "That pass was dropped."


@pytest.fixture
def proposed(two_teams: TwoTeams) -> MatchCorrection:
    """A correction that the home coach has proposed: one of their players completed a pass."""
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=0)
    passer = match_builders.players_of(match, "home")[-1]
    made = correcting.begin_correction(match=match, by=two_teams.cast.coach, reason="miscounted")
    reported = match_builders.report_with(match, home=0, home_lines={passer: {"completions": 1}})
    made = correcting.correct_report(correction=made, expected=made.version, reported=reported)
    return correcting.propose(correction=made, expected=made.version)


def state() -> str:
    return MatchCorrection.objects.get().state


def test_a_coach_refuses_with_a_reason_and_everybody_learns_it(two_teams: TwoTeams, proposed: MatchCorrection) -> None:
    match = Match.objects.get()
    page = two_teams.page(two_teams.other, match, "correction/refuse/")
    after = page.press("Refuse the correction", reason=REASON)
    assert state() == MatchCorrection.State.REFUSED
    assert f"refused by {two_teams.cast.other_coach}" in after.text and REASON in after.text
    entry = LogEntry.objects.get(kind="matches.correction_refused")
    assert (entry.by, entry.reason) == (two_teams.cast.other_coach, REASON)
    for reader in (two_teams.cast.coach, two_teams.cast.commissioner):
        assert any("refuse" in mail and REASON in mail for mail in mails_to(reader, "corrections"))
    shown = two_teams.page(two_teams.coach, match, "correction/")
    assert f"They say: {REASON}" in shown.text
    shown.press("Propose to the other coach")
    two_teams.page(two_teams.other, match, "correction/").press("Accept correction")
    assert state() == MatchCorrection.State.ACCEPTED


def test_a_commissioner_accepts_what_a_coach_has_refused(two_teams: TwoTeams, proposed: MatchCorrection) -> None:
    refusing.refuse(correction=proposed, expected=proposed.version, by=two_teams.cast.other_coach)
    page = two_teams.page(two_teams.other, Match.objects.get(), "correction/")
    assert not any(form.has_button("Accept correction") for form in page.forms) and "They say" not in page.text
    two_teams.page(two_teams.commissioner, Match.objects.get(), "correction/").press("Accept correction")
    assert state() == MatchCorrection.State.ACCEPTED


def test_only_the_coach_who_is_asked_refuses_and_only_once(two_teams: TwoTeams, proposed: MatchCorrection) -> None:
    seen = proposed.version
    cast = two_teams.cast
    for person in (cast.coach, cast.commissioner, cast.stranger):
        with pytest.raises(Refusal):
            refusing.refuse(correction=proposed, expected=seen, by=person)
    refusing.refuse(correction=proposed, expected=seen, by=cast.other_coach)
    for version in (seen, seen + 1):
        with pytest.raises(Refusal) as refused:
            refusing.refuse(correction=proposed, expected=version, by=cast.other_coach)
        assert refused.value.id == "matches.correction_not_proposed"


def test_the_author_has_no_button_to_refuse_and_the_page_leads_back(
    two_teams: TwoTeams, proposed: MatchCorrection
) -> None:
    match = Match.objects.get()
    address = f"/matches/{match.public_id}/correction/refuse/"
    assert address not in two_teams.coach.get(f"/matches/{match.public_id}/correction/").content.decode()
    assert address in two_teams.other.get(f"/matches/{match.public_id}/correction/").content.decode()
    assert two_teams.coach.get(address).status_code == 302
