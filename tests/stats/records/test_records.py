"""The record book and streaks of a league: what holds, who held it before, for whom, and what cannot break them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.models import Competition, Fixture, Season
from leagues.books import add_book
from leagues.models import League
from matches.models import Match, MatchAnswer, MatchSide, PlayerLine
from rules import editions
from stats.played.scope import Scope, whole
from stats.records.book import records_in
from stats.records.luck import FEWEST, spells_in
from stats.records.page import CROWD
from stats.records.run import legend_of
from stats.records.streaks import streaks_in
from stats.records.succession import Record
from teams.models import Player, Team
from tests.competitions.competition_builders import add_player_line, annul_match, decide_match, matches_of
from tests.competitions.pages import main_of
from tests.leagues.cast import PEOPLE, Cast, signed_in

ROUTES = ("stats:records", "stats:streaks")
MOST_QUERIES = 12


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


def book(league: League, **scope: Any) -> dict[str, Record]:
    return {each.key: each for each in records_in(Scope(league=league, **scope))}


def holders(record: Record) -> set[str]:
    return set(Team.objects.filter(pk__in={mark.team for mark in record.now.marks}).values_list("name", flat=True))


def shown(league: League, route: str = "stats:records", **query: str) -> str:
    response = signed_in(None).get(reverse(route, args=[league.slug]), query)
    assert response.status_code == 200
    return main_of(response)


def test_the_biggest_win_is_by_the_difference_then_by_the_score(division: Competition, league: League) -> None:
    first, second, third, fourth = matches_of(division)[:4]
    decide_match(first, 4, 1)
    decide_match(second, 3, 0)
    found = book(league)["match:win"]
    assert (found.now.value, holders(found)) == ((3, 4), {first.home.name})
    assert found.now.since.round == 1 and not found.former
    decide_match(third, 0, 5)
    found = book(league)["match:win"]
    assert found.now.value == (5, 5) and [each.value for each in found.former] == [(3, 4)]
    assert "5–0" in shown(league) and "1 earlier record" in shown(league)
    annul_match(third)
    assert book(league)["match:win"].now.value == (3, 4)
    decide_match(fourth, 4, 1)
    assert holders(book(league)["match:win"]) == {first.home.name, fourth.home.name}
    assert "2 holders" in shown(league)


def test_earlier_records_are_counted_not_their_holders(division: Competition, league: League) -> None:
    """One that two teams shared is one; of a team that beats its own there are two."""
    first, second, *others = matches_of(division)
    decide_match(first, 3, 0)
    decide_match(second, 3, 0)
    Match.objects.update(played_on=None)
    its_own = [match for match in others if first.home_id in (match.home_id, match.away_id)]
    for score, match in zip((4, 5), its_own, strict=True):
        decide_match(match, *((score, 0) if match.home_id == first.home_id else (0, score)))
    found = book(league)["match:win"]
    assert [len(reign.marks) for reign in found.former] == [1, 2] and holders(found) == {first.home.name}
    assert "2 earlier records" in shown(league)


def test_a_record_of_a_season_does_not_name_the_season_again(division: Competition, league: League) -> None:
    decide_match(fixture := matches_of(division)[0], 4, 1)
    opponent, season = fixture.away.name, division.season.name
    of_all, of_one = shown(league), shown(league, season=str(division.season.number))
    assert f"v {opponent}, {season}" in of_all
    assert f"v {opponent}" in of_one and f"v {opponent}, {season}" not in of_one


def test_a_kept_record_shows_every_new_name_and_crest_at_once(division: Competition, league: League) -> None:
    fixture = matches_of(division)[0]
    thrower = fixture.home.players.create(name="Longarm")
    add_player_line(fixture, "home", thrower, number=7, position="Thrower", completions=9)
    decide_match(fixture, 8, 0)
    Match.objects.filter(pk=fixture.match_id).update(played_on=None)
    whole_league, alone = "stats:records", reverse("stats:competition_records", args=[division.public_id])
    for change, told in (
        (lambda: Player.objects.filter(pk=thrower.pk).update(name="Shortarm"), "Shortarm"),
        (lambda: Team.objects.filter(pk=fixture.home_id).update(name="New Owls"), "New Owls"),
        (lambda: Team.objects.filter(pk=fixture.away_id).update(name="Old Larks"), "v Old Larks"),
        (lambda: Season.objects.filter(pk=division.season_id).update(name="The Long Year"), "The Long Year"),
        (lambda: Player.objects.filter(pk=thrower.pk).update(name=""), "No. 7"),
        (lambda: PlayerLine.objects.filter(player=thrower).update(number=8), None),
        (lambda: Match.objects.filter(pk=fixture.match_id).update(version=F("version") + 1), "No. 8"),
    ):
        before = shown(league, whole_league)
        change()
        after = shown(league, whole_league)
        assert told is None or (told in after and told not in before), told
    assert "New Owls" in main_of(signed_in(None).get(alone))


def test_sums_go_on_from_match_to_match(division: Competition, league: League) -> None:
    first, second = matches_of(division)[:2]
    thrower = first.home.players.create(name="Longarm")
    victim = first.away.players.create(name="Shortlife")
    for fixture, side in ((first, "home"), (second, "away")):
        add_player_line(fixture, side, thrower, completions=3)
    add_player_line(first, "away", victim, died=True, killed_by=thrower)
    add_player_line(second, "home", victim, died=True, killed_by=thrower)
    found = book(league)
    assert found["match:deed-completions"].now.value == (3,) and found["sum:deed-completions"].now.value == (6,)
    assert found["sum:kills"].now.marks[0].player == thrower.pk and found["sum:kills"].now.value == (2,)
    assert "match:kills" not in found  # one is no record
    assert found["sum:matches"].now.value == (2,)
    assert book(league, competition=division.pk).keys() == {key for key in found if not key.startswith("season")}
    html = shown(league)
    assert "Deadliest player Longarm" in html and "Most completions Longarm" in html


def test_the_fastest_legend_needs_fewest_matches(division: Competition, league: League) -> None:
    title, points = legend_of(league.ruleset.book)
    first, second = matches_of(division)[:2]
    slow, fast = first.home.players.create(name="Slow"), first.away.players.create(name="Fast")
    add_player_line(first, "home", slow, spp=points - 1)
    add_player_line(second, "home", slow, spp=1)
    assert book(league)["sum:legend"].now.value == (-2,)
    add_player_line(second, "away", fast, spp=points)
    found = book(league)["sum:legend"]
    assert [mark.player for mark in found.now.marks] == [fast.pk] and found.now.value == (-1,)
    assert f"Fastest to {title} Fast" in shown(league)
    assert "sum:legend" not in book(league, season=division.season_id)


def test_the_dearest_team_and_the_gate_are_there_where_the_book_has_them(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    Match.objects.filter(pk=first.match_id).update(gate=48_000)
    MatchSide.objects.filter(match=first.match_id, side="away").update(team_value=1_720_000)
    found = book(league)
    assert holders(found["match:worth"]) == {first.away.name} and found["match:gate"].now.value == (48_000,)
    html = shown(league)
    assert "Dearest team" in html and "1,720k" in html and "48,000" in html


def test_what_was_conceded_before_kick_off_is_no_record_but_goes_on_with_a_streak(
    division: Competition, league: League
) -> None:
    before = {each.key: each for each in streaks_in(whole(league))}
    Match.objects.filter(league=league).update(conceded_before_kick_off=True, conceded_by="away")
    assert not book(league)
    assert {each.key: each.now.value for each in streaks_in(whole(league))} == {
        key: each.now.value for key, each in before.items()
    }


def test_streaks_are_of_matches_in_a_row_and_say_whether_they_go_on(division: Competition, league: League) -> None:
    ravens = Team.objects.get(league=league, name="Ravens")
    theirs = [fixture for fixture in matches_of(division) if ravens.pk in (fixture.home_id, fixture.away_id)]
    for fixture in theirs:
        Match.objects.filter(pk=fixture.match_id).update(played_on=date(2026, 3, fixture.round.number))
        decide_match(fixture, *((2, 0) if fixture.home_id == ravens.pk else (0, 2)))
    found = {each.key: each for each in streaks_in(whole(league))}
    won = found["streak:won"]
    assert won.now.value == (3,) and [mark.team for mark in won.now.marks] == [ravens.pk] and won.lasting
    html = shown(league, "stats:streaks")
    assert "Most wins in a row Ravens" in html and "goes on" in html
    assert "Dice are those" not in html and "and dice" not in html
    decide_match(theirs[-1], 1, 1)
    found = {each.key: each for each in streaks_in(whole(league))}
    assert found["streak:won"].now.value == (2,) and not found["streak:won"].lasting
    assert found["streak:unbeaten"].now.value == (3,) and found["streak:unbeaten"].lasting


def test_dice_of_the_server_are_lucky_or_not_and_typed_ones_are_neither(division: Competition, league: League) -> None:
    first, second = matches_of(division)[:2]
    rolls = [(first, "home", 6, True), (first, "away", 1, True), (second, "home", 6, False), (second, "away", 2, True)]
    for fixture, side, face, rolled in rolls:
        number = FEWEST if face in (1, 6) else FEWEST - 1
        question, value = {"kind": "roll", "dice": [6] * number}, [face] * number
        MatchAnswer.objects.create(
            match=fixture.match, sequence="post_match", side=side, key="tried", question=question, value=value,
            rolled=rolled,
        )  # fmt: skip
    html = shown(league, "stats:streaks")
    assert f"Luckiest dice {first.home.name} 180 on 30 dice, 105 expected +71.4 %" in html
    assert f"Unluckiest dice {first.away.name} 30 on 30 dice, 105 expected -71.4 %" in html
    assert html.count("no proof of anything") == 2 and "Dice are those that the server rolled" in html
    assert "Streaks and dice" in html


def roll(fixture: Fixture, side: str, face: int, key: str = "tried") -> None:
    """So many dice as a word on luck needs, all with this face, by the server."""
    question, value = {"kind": "roll", "dice": [6] * FEWEST}, [face] * FEWEST
    MatchAnswer.objects.create(
        match=fixture.match, sequence="post_match", side=side, key=key, question=question, value=value, rolled=True
    )


def test_records_of_dice_have_earlier_ones(division: Competition, league: League) -> None:
    first, second, third = matches_of(division)[:3]
    roll(first, "home", 5)
    roll(second, "home", 6)
    roll(third, "home" if third.home_id == first.home_id else "away", 4)
    found = spells_in(whole(league))
    order = [each.luck.team for each in found]
    assert order == [first.home_id, second.home_id] and found[1].luck.off > found[0].luck.off
    assert [each.since.match for each in found] == [first.match.public_id, second.match.public_id]
    later = next(each for each in matches_of(division)[2:4] if first.home_id in (each.home_id, each.away_id))
    for key in ("once", "twice"):
        roll(later, "home" if later.home_id == first.home_id else "away", 6, key)
    assert [each.luck.team for each in spells_in(whole(league))] == [first.home_id, second.home_id, first.home_id]
    html = shown(league, "stats:streaks")
    assert "2 earlier records" in html and f"+42.9 % {first.home.name} · 30 dice from" in html
    annul_match(later)
    roll(first, "home", 6, "again")
    assert [each.luck.team for each in spells_in(whole(league))] == [first.home_id], "more dice, and further off"
    annul_match(first)
    assert [each.luck.team for each in spells_in(whole(league))] == [second.home_id]
    assert spells_in(whole(league), lucky=False) == spells_in(whole(league), "Ogre") == ()


def test_a_team_list_has_its_own_records(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    Team.objects.filter(pk=first.away_id).update(team_list="Ogre")
    decide_match(first, 0, 3)
    assert holders({each.key: each for each in records_in(whole(league), "Ogre")}["match:win"]) == {first.away.name}
    html = shown(league, list="Ogre")
    assert first.away.name in html and f"Biggest win {first.home.name}" not in html


def test_a_team_list_that_has_not_played_has_no_records_yet_and_not_those_of_others(
    division: Competition, league: League
) -> None:
    first = matches_of(division)[0]
    decide_match(first, 3, 0)
    assert first.home.name in shown(league) and "Ogre" not in shown(league)
    html = shown(league, list="Ogre")
    assert first.home.name not in html and "Ogre" in html
    assert first.home.name in shown(league, list="nonsense")


def test_a_competition_has_its_records_among_its_pages(division: Competition, league: League) -> None:
    response = signed_in(None).get(reverse("stats:competition_records", args=[division.public_id]))
    assert "In this competition" in main_of(response) and 'aria-current="page">Records' in response.content.decode()


def test_what_a_crowd_shares_is_no_record(division: Competition, league: League) -> None:
    first, second = matches_of(division)[:2]
    players = [first.home.players.create(name=f"Line {number}") for number in range(CROWD + 1)]
    for player in players:
        add_player_line(first, "home", player)
        add_player_line(second, "home", player)
    assert "Most matches by a player" not in shown(league)
    add_player_line(matches_of(division)[2], "home", players[0])
    assert "Most matches by a player Line 0" in shown(league)


def test_a_player_without_a_name_has_a_number(division: Competition, league: League) -> None:
    first = matches_of(division)[0]
    add_player_line(first, "home", first.home.players.create(), number=7, position="Blitzer", touchdowns=9)
    assert "No. 7, Blitzer" in shown(league)


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
def test_every_book_has_them_in_its_own_words(cast: Cast, division: Competition, league: League, edition: str) -> None:
    if edition != league.ruleset.edition:
        added = add_book(league=league, by=cast.commissioner, edition=edition)
        Match.objects.filter(league=league).update(ruleset=added.ruleset)
    MatchSide.objects.filter(match__league=league).update(team_value=5)
    found, own = shown(league, book=edition), editions.edition(edition).book
    assert f"Most {own.scoring.many} by a team" in found
    assert ("Dearest team" in found) == (own.worth is not None)
    assert ("casualties" in found) == (own.credited is not None)
    assert "row" in shown(league, "stats:streaks", book=edition)


HOSTILE: tuple[dict[str, str], ...] = (
    {"season": "\x00"}, {"season": "9" * 60}, {"list": "<script>alert(1)</script>"}, {"list": "x" * 9000},
    {"book": "no-such", "competition": "' OR 1=1 --"}, {"season": "all", "competition": "\ud7ff"},
)  # fmt: skip


@pytest.mark.parametrize("query", HOSTILE, ids=lambda query: "-".join(query))
def test_no_address_breaks_a_page(league: League, query: dict[str, str]) -> None:
    for route in ROUTES:
        response = signed_in(None).get(reverse(route, args=[league.slug]), query)
        assert response.status_code == 200 and b"<script>alert" not in response.content


def test_a_league_without_matches_says_so(cast: Cast) -> None:
    assert "No records yet" in shown(cast.league) and "No streaks yet" in shown(cast.league, "stats:streaks")


def test_the_number_of_queries_is_small_and_does_not_grow(cast: Cast, division: Competition, league: League) -> None:
    client, competition = signed_in(cast.coach), division.public_id
    urls = [reverse(route, args=[league.slug]) for route in ROUTES]
    urls.append(reverse("stats:competition_records", args=[competition]))
    urls += [f"{url}?{query}" for url in urls[:2] for query in ("season=1", f"competition={competition}", "list=Human")]

    def queries() -> list[int]:
        found = []
        for url in urls:
            client.get(url)
            Team.objects.filter(league=league).earliest("pk").save(update_fields=["name"])
            with CaptureQueriesContext(connection) as each:
                assert client.get(url).status_code == 200
            found.append(len(each))
        return found

    few = queries()
    for fixture in matches_of(division)[4:]:
        decide_match(fixture, 1, 3)
        add_player_line(fixture, "home", fixture.home.players.create(name="Late"), touchdowns=3)
    many = queries()
    assert max(many) <= MOST_QUERIES and max(many) <= max(few) + 1
