"""Workers draw the pages of figures ahead of their readers: the same pages, only after results, for nobody else."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.dashboard import public_parts
from competitions.dashboard.public_parts import draw_ahead
from competitions.models import Competition
from leagues.models import League
from matches.models import Match
from stats import drawn_ahead
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast

MOST_QUERIES = 2
"""Of a page that is kept: its league and, for a competition or a team, that one."""


@pytest.fixture
def cup(cast: Cast) -> Competition:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    decide_match(matches_of(competition)[0], 2, 1)
    return competition


def pages_of(cup: Competition) -> list[str]:
    league = [reverse(f"stats:{name}", args=[cup.season.league.slug]) for name in drawn_ahead.OF_LEAGUE]
    first = matches_of(cup)[0]
    teams = (first.home.public_id, first.away.public_id)
    return [
        *league,
        reverse("news:list", args=[cup.season.league.slug]),
        reverse("stats:competition_pictures", args=[cup.public_id]),
        *(reverse(f"stats:{name}", args=[team]) for team in teams for name in drawn_ahead.OF_TEAM),
    ]


def test_visitors_find_the_pages_as_they_would_have_been_drawn_for_them(cup: Competition) -> None:
    visitor = Client(headers={"Accept-Encoding": "gzip"})
    alone = {address: visitor.get(address).content for address in pages_of(cup)}
    cache.clear()
    draw_ahead(cup.season.league_id)
    for address, page in alone.items():
        with CaptureQueriesContext(connection) as seen:
            assert visitor.get(address).content == page, address
        read = [each["sql"] for each in seen if each["sql"].startswith("SELECT")]
        assert len(read) <= MOST_QUERIES, (address, read)


def test_pages_are_drawn_again_for_every_result_but_not_for_other_changes(cup: Competition) -> None:
    league = cup.season.league
    Match.objects.filter(league=league, state__in=Match.PLAYED).update(state=Match.State.CLOSED)
    assert drawn_ahead.draw_figures(fresh(league))
    League.objects.filter(pk=league.pk).update(name="Another name")
    assert not drawn_ahead.draw_figures(fresh(league))
    decide_match(matches_of(cup)[1], 7, 6)
    assert drawn_ahead.draw_figures(fresh(league))


def test_pages_are_drawn_after_each_command_while_a_match_is_in_its_post_match(cup: Competition) -> None:
    league = cup.season.league
    Match.objects.filter(league=league, state__in=Match.PLAYED).update(state=Match.State.POST_MATCH)
    for name in ("One", "Two"):
        League.objects.filter(pk=league.pk).update(name=name)
        assert drawn_ahead.draw_figures(fresh(league))
        assert not drawn_ahead.draw_figures(fresh(league))


def fresh(league: League) -> League:
    return League.objects.select_related("change_counter", "ruleset").get(pk=league.pk)


def test_a_league_without_a_match_has_no_figures_to_draw(cast: Cast) -> None:
    assert not drawn_ahead.draw_figures(fresh(cast.league))


def test_no_page_of_a_private_league_is_drawn_for_visitors_or_shown_to_them(
    cup: Competition, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(public_parts, "draw_for_visitors", drawn.extend)
    League.objects.filter(pk=cup.season.league_id).update(public=False)
    draw_ahead(cup.season.league_id)
    assert not drawn
    for address in pages_of(cup):
        assert client.get(address).status_code in (302, 403, 404), address
