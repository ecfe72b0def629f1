"""The hall of fame in an almanac: who was chosen by the season's time, in words and colours of its page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.account_deletion import forget
from competitions.models import Season
from stats.almanac.gathering import almanac_of
from stats.almanac.hall import hall_of
from stats.almanac.pdf import almanac_pdf
from stats.honours.hall import Candidate, induct
from stats.models import Inductee
from stats.played.coaches import Coach
from tests.competitions.competition_builders import (
    add_player_line,
    bare_team,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast
from tests.printing.reading import outline, page_texts, syntax_problems

pytestmark = pytest.mark.once


@pytest.fixture
def season(cast: Cast) -> Season:
    """A season of one match, with a player, a team and a coach in the hall; the coach was chosen before it."""
    teams = [bare_team(cast.league, "Ravens", cast.coach), bare_team(cast.league, "Stompers")]
    competition = competition_in(cast.league, teams, started=True, name="Cup")
    first = matches_of(competition)[0]
    decide_match(first, 2, 1)
    player = first.home.players.create(name="Drog Stumptoof")
    add_player_line(first, "home", player, touchdowns=2, spp=6, number=8, position="Blitzer")
    for candidate, citation in (
        (Candidate(name="Drog", team=first.home, player=player), "Two in the first match. " * 8),
        (Candidate(name="team", team=first.away), "They lost well."),
        (Candidate(name="coach", coach=Coach(cast.coach.pk)), "Always there."),
    ):
        induct(league=cast.league, by=cast.commissioner, candidate=candidate, citation=citation.strip())
    long_ago = competition.season.opened_at - timedelta(days=400)
    Inductee.objects.filter(coach=cast.coach).update(at=long_ago)
    return competition.season


def told(season: Season) -> dict[str, list[str]]:
    return {heading: [each.citation for each in several] for heading, several in hall_of(season)}


def test_the_book_ends_with_the_hall(season: Season) -> None:
    pdf = almanac_pdf(almanac_of(season))
    assert outline(pdf)[-1] == "Hall of fame" and syntax_problems(pdf) == []
    last = page_texts(pdf)[-1]
    for words in ("Chosen this season", "Chosen before", "Drog Stumptoof", "They lost well.", "Always there.", "2 TD"):
        assert words in last, words
    assert "Hall of fame" in page_texts(pdf)[1], "the contents"


def test_it_is_the_hall_before_the_next_season_began(cast: Cast, season: Season) -> None:
    assert [len(several) for several in told(season).values()] == [2, 1]
    following = Season.objects.create(league=cast.league, name="Next", number=season.number + 1)
    Inductee.objects.filter(citation="They lost well.").update(at=timezone.now() + timedelta(days=1))
    assert "They lost well." not in str(told(season)) and "They lost well." in str(told(following))
    assert all(each.figures == "" for _heading, several in hall_of(season) for each in several)


def test_nobody_who_left_is_named_and_no_page_is_empty(cast: Cast, season: Season) -> None:
    forget(cast.coach)
    assert list(told(season)) == ["Chosen this season"]
    Inductee.objects.all().delete()
    assert "Hall of fame" not in outline(almanac_pdf(almanac_of(season)))


def test_the_number_of_queries_does_not_depend_on_how_many_are_in_it(cast: Cast, season: Season) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            hall_of(Season.objects.select_related("league").get(pk=season.pk))
        return len(found)

    few = queries()
    for number in range(12):
        player = season.league.teams.first().players.create(name=f"Player {number}")
        Inductee.objects.create(
            league=season.league, team=player.team, player=player, citation="Well.", place=9 + number
        )
    assert queries() == few <= 12


def test_many_go_on_over_pages(cast: Cast, season: Season) -> None:
    for number in range(21):
        player = season.league.teams.first().players.create(name=f"Player {number}")
        Inductee.objects.create(
            league=season.league, team=player.team, player=player, citation="Well.", place=9 + number
        )
    texts = page_texts(almanac_pdf(almanac_of(season)))
    assert all(any(f"Player {number}" in text for text in texts) for number in range(21))
