"""A competition that never started is discarded while others are asked, or have agreed, to a decision about it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from competitions.formats.draws import undo_start
from competitions.models import Competition, Withdrawal
from competitions.rulings.withdrawal_rights import leaving
from competitions.season_end.season_end import Ending, end_season
from competitions.setup.adjustments.adjustments import adjusting
from leagues.agreements import own_matches
from leagues.agreements.who_agrees import Deed
from notices.models import Notice
from teams.models import Team
from tests.competitions.competition_builders import bare_team, competition_in
from tests.leagues.cast import Cast, signed_in
from tests.matches.own_match_builders import runs_too


@pytest.fixture
def idea(cast: Cast) -> Competition:
    teams = [bare_team(cast.league, "Ours", cast.coach), bare_team(cast.league, "Theirs", cast.other_coach)]
    return competition_in(cast.league, teams, started=True, name="Idea")


def discard(cast: Cast, idea: Competition) -> None:
    idea.refresh_from_db()
    undo_start(competition=idea, by=cast.commissioner, expected=idea.version)
    ending = Ending(discard_drafts=True)
    end_season(season=idea.season, by=cast.commissioner, expected=idea.season.version, ending=ending)
    assert not Competition.objects.filter(pk=idea.pk).exists()


def deed(cast: Cast, idea: Competition, about: str) -> Deed:
    if about == "points":
        return adjusting(idea, Team.objects.get(name="Ours"), cast.coach, 3)
    return leaving(idea, Team.objects.get(name="Theirs"), cast.coach, Withdrawal.How.WALKOVERS)


@pytest.mark.parametrize("about", ["points", "withdrawal"])
def test_what_was_asked_about_it_waits_for_nobody_and_breaks_no_page(cast: Cast, idea: Competition, about: str) -> None:
    runs_too(cast)
    own_matches.ask(deed(cast, idea, about), "It was a mistake.")
    waiting = Notice.objects.filter(reader=cast.commissioner, happening__kind="leagues.asked_to_agree", done_at=None)
    assert waiting.count() == 1
    discard(cast, idea)
    assert not waiting.exists()
    for route in ("home", "notices:inbox"):
        assert signed_in(cast.commissioner).get(reverse(route)).status_code == 200


def test_news_of_an_agreement_about_it_can_still_be_read(cast: Cast, idea: Competition) -> None:
    runs_too(cast)
    asked = own_matches.ask(deed(cast, idea, "points"), "It was a mistake.")
    own_matches.agree(agreement=asked, by=cast.commissioner)
    discard(cast, idea)
    shown = signed_in(cast.coach).get(reverse("notices:inbox"))
    assert shown.status_code == 200 and "Agreed: " in shown.text
