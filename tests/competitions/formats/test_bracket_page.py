"""The bracket's page: what everyone sees, and what a commissioner can do there."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from competitions.formats.draws import start_competition
from competitions.formats.open_play import report_game
from competitions.models import Competition
from competitions.models.bracket_names import round_names
from competitions.rulings.decisions import give_double_loss
from competitions.season_end.season_end import Ending, end_season
from competitions.setup.finishing import finish_competition
from competitions.setup.shape import Shape
from matches.extensions import match_changed
from matches.models import Match
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import text_of, visit

pytestmark = pytest.mark.once

MOST_QUERIES = 20


def cup_of(cast: Cast, teams: int, *, legs: int = 1, **options: Any) -> Competition:
    shape = Shape(scheduling="knock_out", options=options)
    return competition_in(cast.league, bare_teams(cast.league, teams), started=True, legs=legs, shape=shape)


def page_of(client: Client, cup: Competition) -> str:
    answer = client.get(reverse("competitions:bracket", args=[cup.public_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_bracket_shows_pairs_and_teams_that_wait_for_an_opponent(cast: Cast) -> None:
    cup = cup_of(cast, 6, third_place=True)
    page = page_of(signed_in(None), cup)
    for words in ("Quarter-finals", "Semi-finals", "Final", "has a bye", "Winner of tie 2", "Match for third place",
                  "Loser of tie 5"):  # fmt: skip
        assert words in page
    assert "Choose who advances" not in page


def test_a_result_is_shown_with_the_team_that_advanced(cast: Cast) -> None:
    cup = cup_of(cast, 2)
    decide_match(matches_of(cup)[0], 3, 1)
    page = page_of(signed_in(None), cup)
    assert "Won by" in page
    assert '<span class="tie-score">3</span>' in page and '<span class="tie-score">1</span>' in page


def test_a_tie_that_both_teams_lost_waits_for_the_commissioner(cast: Cast) -> None:
    cup = cup_of(cast, 2)
    fixture = matches_of(cup)[0]
    give_double_loss(fixture=fixture, by=cast.commissioner, expected=fixture.version, reason="Nobody came.")
    page = page_of(signed_in(cast.commissioner), cup)
    assert "Nobody won. The commissioner has to choose who advances" in page and "Level" not in page


def test_a_commissioner_rules_on_a_level_tie_and_revokes_the_ruling(cast: Cast) -> None:
    cup = cup_of(cast, 2)
    decide_match(matches_of(cup)[0], 1, 1)
    client = signed_in(cast.commissioner)
    assert "Level. The commissioner has to choose who advances" in page_of(client, cup)
    url = reverse("competitions:send_on", args=[cup.public_id, 1])
    assert client.get(url).status_code == 200
    cup.refresh_from_db()
    typed = {"team": "away", "reason": "a shoot-out at the pub", "version": cup.version, "command_id": str(uuid4())}
    for _ in range(2):  # sent twice, done once
        assert client.post(url, typed).status_code == 302
    assert "Badgers advances by the commissioner&#x27;s ruling" in page_of(client, cup)
    cup.refresh_from_db()
    back = reverse("competitions:take_back_word", args=[cup.public_id, 1])
    client.post(back, {"version": cup.version, "command_id": str(uuid4())})
    assert "Level. The commissioner" in page_of(client, cup)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"decided_by": "overtime", "decided_for": "away"}, "Badgers won it after overtime."),
        ({"decided_by": "shoot_out", "decided_for": "away"}, "Badgers won it after a shoot-out."),
        ({"conceded_by": "home"}, "Anvils: conceded"),
    ],
)
def test_a_level_match_with_a_winner_says_how_and_the_commissioner_can_decide_otherwise(
    cast: Cast, columns: dict[str, str], said: str
) -> None:
    cup = cup_of(cast, 2)
    final = matches_of(cup)[0]
    Match.objects.filter(pk=final.match_id).update(state=Match.State.CLOSED, **columns)
    results = ("conceded" if "conceded_by" in columns else "loss", "win")
    for side, result in zip(("home", "away"), results, strict=True):
        final.match.sides.filter(side=side).update(score=1, casualties=0, result=result)
    match_changed.call(final.match)
    page = page_of(signed_in(cast.commissioner), cup)
    assert said in page and "Won by" in page
    assert "Change who advances" in page and "Choose who advances" not in page
    assert page.count(">Final<") == 1  # a round with one tie is named once


@pytest.mark.parametrize(
    ("state", "way"),
    [
        (Match.State.PRE_MATCH, "The bracket changes if a commissioner calls it off"),
        (Match.State.CLOSED, "This match was played"),
    ],
)
def test_a_tie_with_the_wrong_teams_says_so_and_what_to_do(cast: Cast, state: str, way: str) -> None:
    cup = cup_of(cast, 4)
    first, second = matches_of(cup)
    decide_match(first, 1, 0)
    decide_match(second, 1, 0)
    final = matches_of(cup)[2]
    if state == Match.State.CLOSED:
        decide_match(final, 2, 1)
    Match.objects.filter(pk=final.match_id).update(state=state)
    decide_match(first, 0, 1)
    page = page_of(signed_in(None), cup)
    assert f"By the result of tie 1, {first.away.name} would play here instead of {first.home.name}." in page
    assert way in page


def test_a_finished_bracket_links_to_the_decision_that_a_correction_requires(cast: Cast) -> None:
    cup = cup_of(cast, 2)
    decide_match(matches_of(cup)[0], 3, 1)
    cup.refresh_from_db()
    cup = finish_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    client, address = signed_in(cast.commissioner), reverse("competitions:bracket", args=[cup.public_id])
    assert "Choose who advances , Final" not in links(client, address)
    decide_match(matches_of(cup)[0], 1, 1)
    way = reverse("competitions:send_on", args=[cup.public_id, 1])
    assert links(client, address)["Choose who advances , Final"] == way
    assert "Choose who advances , Final" not in links(signed_in(cast.coach), address)
    page = visit(client, way)
    assert "Your ruling reopens it" in page.text
    page = page.press("Save ruling", team="away", reason="a shoot-out")
    assert "Badgers advances by the commissioner's ruling" in page.text
    cup.refresh_from_db()
    assert cup.state == Competition.State.RUNNING
    kinds = ("competitions.resumed", "competitions.sent_on")
    assert set(cast.league.log.filter(kind__in=kinds).values_list("kind", flat=True)) == set(kinds)
    finish_competition(competition=cup, by=cast.commissioner, expected=cup.version)


def test_in_a_closed_season_the_decision_requires_reopening_it(cast: Cast) -> None:
    cup = cup_of(cast, 2)
    decide_match(matches_of(cup)[0], 3, 1)
    season = end_season(season=cup.season, by=cast.commissioner, expected=cup.season.version, ending=Ending())
    decide_match(matches_of(cup)[0], 1, 1)
    client, address = signed_in(cast.commissioner), reverse("competitions:bracket", args=[cup.public_id])
    found = links(client, address)
    assert "Choose who advances , Final" not in found
    place = reverse("competitions:season", args=[cast.league.slug, season.number])
    assert found["Reopen the season to choose who advances , Final"] == place
    way = visit(client, reverse("competitions:send_on", args=[cup.public_id, 1]))
    page = way.press("Save ruling", team="away", reason="a shoot-out")
    assert page.status == 409 and "Season 1 is closed" in page.text


def test_a_decided_tie_of_a_finished_bracket_cannot_change(cast: Cast) -> None:
    cup = cup_of(cast, 2)
    decide_match(matches_of(cup)[0], 3, 1)
    cup.refresh_from_db()
    cup = finish_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    typed = {"team": "away", "reason": "no", "version": cup.version, "command_id": str(uuid4())}
    answer = signed_in(cast.commissioner).post(reverse("competitions:send_on", args=[cup.public_id, 1]), typed)
    assert answer.status_code == 409
    assert Competition.objects.get(pk=cup.pk).state == Competition.State.FINISHED


def links(client: Client, address: str) -> dict[str, str]:
    """The links of a page by their text."""
    found = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', client.get(address).text, re.DOTALL)
    return {text_of(words): href for href, words in found}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("typed", "status"),
    [
        ({"team": "no one"}, 422),
        ({"team": ""}, 422),
        ({"reason": ""}, 422),
        ({"reason": "x" * 501}, 422),
        ({"reason": "a\x00b"}, 422),
        ({"version": "0"}, 422),
        ({"version": "99"}, 409),
    ],
)
def test_invalid_input_is_refused(cast: Cast, typed: dict[str, str], status: int) -> None:
    cup = cup_of(cast, 2)
    sound = {"team": "home", "reason": "as agreed", "version": cup.version, "command_id": str(uuid4())}
    url = reverse("competitions:send_on", args=[cup.public_id, 1])
    answer = signed_in(cast.commissioner).post(url, sound | typed)
    assert answer.status_code == status
    assert cup.ties.filter(winner=None).count() == 1


def test_a_tie_with_an_unknown_number_is_not_found(cast: Cast) -> None:
    cup = cup_of(cast, 2)
    client = signed_in(cast.commissioner)
    assert client.get(reverse("competitions:send_on", args=[cup.public_id, 9])).status_code == 404


def test_the_page_takes_as_many_queries_for_many_teams_as_for_few(
    cast: Cast, django_assert_max_num_queries: Any
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for league, teams in ((cast.league, 4), (cast.private, 32)):
        made = bare_teams(league, teams)
        cup = competition_in(league, made, started=True, shape=Shape(scheduling="knock_out"))
        client = signed_in(cast.staff)
        page_of(client, cup)
        with CaptureQueriesContext(connection) as queries:
            page_of(client, cup)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= MOST_QUERIES


def test_rounds_also_have_names_in_the_list_of_fixtures(cast: Cast) -> None:
    cup = cup_of(cast, 8)
    page = signed_in(None).get(reverse("competitions:fixtures", args=[cup.public_id])).content.decode()
    assert "Quarter-finals" in page and "Round 1" not in page


@pytest.mark.parametrize(
    ("rounds", "legs", "names"),
    [
        (1, 1, ["Final"]),
        (4, 1, ["Last 16", "Quarter-finals", "Semi-finals", "Final"]),
        (3, 2, ["Semi-finals, first leg", "Semi-finals, second leg", "Final"]),
    ],
)
def test_each_round_has_its_name(rounds: int, legs: int, names: list[str]) -> None:
    assert round_names(rounds, legs) == names


def test_the_two_matches_of_a_tie_are_labelled(cast: Cast) -> None:
    cup = cup_of(cast, 4, legs=2)
    page = page_of(signed_in(None), cup)
    assert (page.count(">First leg<"), page.count(">Second leg<")) == (2, 2)
    decide_match(matches_of(cup)[0], 1, 0)
    assert page_of(signed_in(None), cup).count(">First leg<") == 2


def test_lists_of_several_competitions_name_semi_finals_and_finals(cast: Cast) -> None:
    cup = cup_of(cast, 4, third_place=True)
    client = signed_in(None)
    url = f"/leagues/{cast.league.slug}/"
    assert client.get(url).text.count("<span>semi-final</span>") == 2
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
    page = client.get(url).text
    assert "<span>final</span>" in page and "<span>match for third place</span>" in page
    assert "<span>round 2</span>" not in page


@pytest.mark.parametrize("scheduling", ["open", "ladder"])
def test_games_that_coaches_arrange_have_no_round(cast: Cast, scheduling: str) -> None:
    teams = bare_teams(cast.league, 3)
    found = competition_in(cast.league, teams, shape=Shape(scheduling=scheduling))
    found = start_competition(competition=found, by=cast.commissioner, expected=found.version)
    game = report_game(competition=found, by=cast.commissioner, home=teams[0], away=teams[1], own=None)
    for url in (f"/leagues/{cast.league.slug}/", f"/fixtures/{game.pk}/"):
        page = signed_in(cast.commissioner).get(url, follow=True).text
        assert teams[0].name in page and "round 1" not in page, url
