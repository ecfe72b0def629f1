"""Head-to-head of two teams or coaches, and rivalries: what they count, for whom, and that nothing breaks them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.account_deletion import forget
from competitions.models import Competition, Season
from leagues.books import add_book
from leagues.models import League
from matches.models import Match
from rules import editions
from stats.opponents.meetings import COACHES, TEAMS, biggest, longest, meetings, record_of
from stats.opponents.rivalries import bloodiest, closest, most_met, rivalries
from stats.played.everything import PLAYED
from stats.played.scope import whole
from teams.models import Team
from tests.competitions.competition_builders import (
    add_player_line,
    bare_team,
    competition_in,
    decide_match,
    matches_of,
)
from tests.competitions.pages import main_of
from tests.leagues.cast import PEOPLE, Cast, signed_in

ROUTES = ("stats:rivalries", "stats:head_to_head")
MOST_QUERIES = 12


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


@pytest.fixture
def again(division: Competition, league: League) -> Competition:
    """A second competition of the same teams: each pair meets again, and the first of the fixture wins 3–0."""
    cup = competition_in(league, list(Team.objects.filter(league=league).order_by("pk")), started=True)
    for fixture in matches_of(cup):
        decide_match(fixture, 3, 0, (2, 0))
    return cup


def shown(league: League, route: str, **query: str) -> str:
    response = signed_in(None).get(reverse(route, args=[league.slug]), query)
    assert response.status_code == 200
    return main_of(response)


def shown_html(league: League, route: str, **query: str) -> str:
    return signed_in(None).get(reverse(route, args=[league.slug]), query).content.decode()


def pair_of(division: Competition) -> tuple[Team, Team]:
    first = matches_of(division)[0]
    assert first.away is not None
    return first.home, first.away


def test_two_teams_are_compared_across_competitions(division: Competition, league: League, again: Competition) -> None:
    one, other = pair_of(division)
    found = meetings(PLAYED.of(whole(league)), one.pk, other.pk)
    record = record_of(found)
    assert len(found) == record.matches == 2
    back = record_of(meetings(PLAYED.of(whole(league)), other.pk, one.pk))
    assert (record.won, record.drawn, record.lost) == (back.lost, back.drawn, back.won)
    assert (record.scored, record.against) == (back.against, back.scored)
    html = shown(league, "stats:head_to_head", one=one.public_id, other=other.public_id)
    assert f"{one.name} – {other.name}" in html and "Expected of the next match" in html and "Biggest wins" in html


def test_streaks_and_the_biggest_win_are_those_of_one_side(division: Competition, league: League) -> None:
    one = pair_of(division)[0]
    found = meetings(PLAYED.of(whole(league)), one.pk)
    letters = "".join(each.letter for each in found)
    assert longest(found, "wdl") == len(found) and longest(found, "") == 0
    assert longest(found, "w") == max(map(len, letters.replace("l", " ").replace("d", " ").split()), default=0)
    win = biggest(found)
    assert (win is not None) == ("w" in letters)


def test_sums_are_the_deeds_of_the_book(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    player = first.home.players.create(name="Passer")
    add_player_line(first, "home", player, completions=7)
    html = shown(league, "stats:head_to_head", one=first.home.public_id, other=first.away.public_id)
    assert "Completions 7" in html and "Touchdowns 2 1" in html


def test_rivalries_are_of_those_who_met_again(division: Competition, league: League, again: Competition) -> None:
    for kind in (TEAMS, COACHES):
        found = rivalries(whole(league), kind)
        assert sum(each.record.matches for each in found) == 4 + 6 and len(found) == 6
        assert len(most_met(found)) == 4 and not closest(found)
    assert not bloodiest(found)
    first = matches_of(division)[0]
    bruiser = first.home.players.create(name="Bruiser")
    credited = league.ruleset.book.credited
    assert credited is not None
    add_player_line(first, "home", bruiser, **{credited.key: 4})
    assert [each.hurt for each in bloodiest(rivalries(whole(league), TEAMS))] == [4]
    assert "Most matches" in shown(league, "stats:rivalries")
    assert "Most matches" in shown(league, "stats:rivalries", who=COACHES)


def test_head_to_head_and_rivalries_are_of_a_season_or_a_competition_too(
    division: Competition, league: League, again: Competition
) -> None:
    one, other = pair_of(division)
    two = {"one": one.public_id, "other": other.public_id}
    season = Season.objects.create(league=league, number=division.season.number + 1, name="Second spring")
    later = competition_in(league, [one, other], started=True)
    Competition.objects.filter(pk=later.pk).update(season=season)
    for fixture in matches_of(later):
        decide_match(fixture, 5, 0)
    for part, matches in (
        ({}, 3),
        ({"season": str(division.season.number)}, 2),
        ({"season": str(season.number)}, 1),
        ({"season": str(division.season.number), "competition": again.public_id}, 1),
        ({"competition": again.public_id}, 1),
        ({"season": "", "competition": again.public_id}, 1),
        ({"season": "all", "competition": again.public_id}, 3),
        ({"season": "all"}, 3),
        ({"competition": "no-such"}, 3),
        ({"season": "99"}, 3),
    ):
        html = shown_html(league, "stats:head_to_head", **two, **part)
        assert html.count('class="row"') == matches, part
    assert "Second spring" in shown(league, "stats:head_to_head", **two, season=str(season.number))
    assert "Most matches" in shown(league, "stats:rivalries", season=str(division.season.number))
    assert "No rivalries yet" in shown(league, "stats:rivalries", season=str(season.number))
    owls = bare_team(league, "Owls"), bare_team(league, "Larks")
    for fixture in matches_of(competition_in(league, list(owls), started=True)):
        decide_match(fixture, 1, 0)
    apart = {"one": one.public_id, "other": owls[0].public_id, "season": str(season.number)}
    assert "have not met in Second spring" in shown(league, "stats:head_to_head", **apart)


def test_the_part_of_the_leagues_life_stays_chosen_on_the_way(
    division: Competition, league: League, again: Competition
) -> None:
    season = str(division.season.number)
    html = shown_html(league, "stats:rivalries", season=season, who=COACHES)
    assert f"head-to-head/?who=coaches&amp;season={season}&amp;one=" in html
    assert f'head-to-head/?who=coaches&amp;season={season}"' in html
    assert f'value="{season}" selected' in html and '<option value="all">All time' in html
    one, other = pair_of(division)
    two = {"one": one.public_id, "other": other.public_id}
    for query in (two, {**two, "season": season}):
        form = shown_html(league, "stats:head_to_head", **query).partition("data-filters")[2].partition("</form>")[0]
        for name, value in two.items():
            assert f'<input type="hidden" name="{name}" value="{value}">' in form


@pytest.mark.parametrize("kind", [TEAMS, COACHES])
def test_before_a_choice_those_who_met_most_often_are_offered(
    division: Competition, league: League, again: Competition, kind: str
) -> None:
    one, other = pair_of(division)
    pair = f"{one.name} – {other.name}", f"{other.name} – {one.name}"
    html = shown(league, "stats:head_to_head", who=kind)
    assert "Most matches" in html and (kind == COACHES or any(each in html for each in pair))
    chosen = shown(league, "stats:head_to_head", one=one.public_id, other=other.public_id)
    assert "Most matches" not in chosen


def test_without_rivals_nobody_is_offered(division: Competition, league: League) -> None:
    html = shown(league, "stats:head_to_head")
    assert "Compare" in html and "Most matches" not in html and "No rivalries yet" not in html


def test_friendlies_are_among_the_matches_of_two(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    first_match, first.match = first.match, None
    first.save(update_fields=["match"])
    assert first_match is not None
    html = shown(league, "stats:head_to_head", one=first.home.public_id, other=first.away.public_id)
    assert "Friendly" in html


def test_coaches_are_compared_and_the_deleted_are_nameless(
    cast: Cast, division: Competition, league: League, again: Competition
) -> None:
    type(cast.coach).objects.filter(pk=cast.coach.pk).update(display_name="Grumbold")
    cast.coach.refresh_from_db()
    query = {"who": COACHES, "one": str(cast.coach.pk), "other": str(cast.other_coach.pk)}
    assert "Grumbold – other_coach" in shown(league, "stats:head_to_head", **query)
    forget(cast.coach)
    for route in ROUTES:
        assert "Grumbold" not in shown(league, route, **query)


@pytest.mark.parametrize("person", PEOPLE)
def test_everyone_sees_them_in_a_public_league_and_members_in_a_private_one(
    cast: Cast, division: Competition, person: str
) -> None:
    members = ("coach", "other_coach", "commissioner", "staff")
    for route in ROUTES:
        assert signed_in(cast[person]).get(reverse(route, args=[cast.league.slug])).status_code == 200
        expected = 200 if person in members else 404
        assert signed_in(cast[person]).get(reverse(route, args=[cast.private.slug])).status_code == expected


@pytest.mark.parametrize("edition", [each.key for each in editions.EDITIONS])
def test_every_book_has_them(cast: Cast, division: Competition, league: League, edition: str) -> None:
    if edition != league.ruleset.edition:
        added = add_book(league=league, by=cast.commissioner, edition=edition)
        Match.objects.filter(league=league).update(ruleset=added.ruleset)
    one, other = pair_of(division)
    html = shown(league, "stats:head_to_head", one=one.public_id, other=other.public_id, book=edition)
    assert "Won" in html and "not met yet" not in html
    shown(league, "stats:rivalries", book=edition)


def test_of_two_who_never_met_a_sentence_says_so(division: Competition, league: League) -> None:
    one, _opponent = pair_of(division)
    apart = bare_team(league, "Owls"), bare_team(league, "Larks")
    for fixture in matches_of(competition_in(league, list(apart), started=True)):
        decide_match(fixture, 1, 0)
    html = shown(league, "stats:head_to_head", one=one.public_id, other=apart[0].public_id)
    assert f"{one.name} and Owls have not met yet. With Elo ratings of 1" in html and "of their next match" in html
    page = signed_in(None).get(
        reverse("stats:head_to_head", args=[league.slug]), {"one": one.public_id, "other": apart[0].public_id}
    )
    assert "<table" not in page.text.partition("<main")[2]


HOSTILE: tuple[dict[str, str], ...] = (
    {"one": "\x00", "other": "\x00"}, {"one": "x" * 9000}, {"one": "~", "other": "~", "who": "coaches"},
    {"one": "<script>alert(1)</script>", "other": "' OR 1=1 --"}, {"book": "no-such"}, {"who": "\ud7ff"},
    {"one": "9" * 60, "who": "coaches"}, {"other": "only"},
    {"season": "\x00"}, {"season": "9" * 300}, {"season": "-1", "competition": "<script>alert(1)</script>"},
    {"competition": "\ud7ff" * 99},
)  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: "-".join(query))
def test_no_address_breaks_a_page(league: League, query: dict[str, str]) -> None:
    for route in ROUTES:
        response = signed_in(None).get(reverse(route, args=[league.slug]), query)
        assert response.status_code == 200 and b"<script>alert" not in response.content


@pytest.mark.parametrize("kind", [TEAMS, COACHES])
def test_where_nobody_has_played_there_is_nobody_to_choose(cast: Cast, kind: str) -> None:
    html = shown(cast.league, "stats:head_to_head", who=kind)
    assert "Nobody to compare yet" in html and 'name="one"' not in html


def test_nobody_is_compared_with_themselves(division: Competition, league: League) -> None:
    one = pair_of(division)[0].public_id
    assert "These are the same" in shown(league, "stats:head_to_head", one=one, other=one)


def test_the_choice_of_two_is_kept_until_a_name_changes(division: Competition, league: League) -> None:
    client, address = signed_in(None), reverse("stats:head_to_head", args=[league.slug])
    first = main_of(client.get(address))
    with CaptureQueriesContext(connection) as found:
        assert main_of(client.get(address)) == first
    assert len([each for each in found if each["sql"].startswith("SELECT")]) == 1
    Team.objects.filter(pk=pair_of(division)[0].pk).update(name="New Larks")
    assert "New Larks" not in first and "New Larks" in main_of(client.get(address))


def test_the_number_of_queries_is_small_and_does_not_grow(
    cast: Cast, division: Competition, league: League, request: Any
) -> None:
    client, (one, other) = signed_in(cast.coach), pair_of(division)
    urls = [reverse(route, args=[league.slug]) for route in ROUTES]
    urls += [f"{urls[0]}?who=coaches", f"{urls[1]}?one={one.public_id}&other={other.public_id}"]
    urls.append(f"{urls[1]}?who=coaches&one={cast.coach.pk}&other={cast.other_coach.pk}")

    def queries() -> list[int]:
        found = []
        for url in urls:
            client.get(url)
            Team.objects.filter(pk=one.pk).earliest("pk").save(update_fields=["name"])
            with CaptureQueriesContext(connection) as each:
                assert client.get(url).status_code == 200
            found.append(len(each))
        return found

    few = queries()
    request.getfixturevalue("again")
    many = queries()
    assert max(many) <= MOST_QUERIES and all(late <= early + 2 for early, late in zip(few, many, strict=True))
