"""A season is closed again: the page proposes the earlier decisions, and shows what has changed with the tables."""

from __future__ import annotations

import pytest
from django.urls import reverse

from competitions.models import Competition, Fixture, Season, SeasonMark
from competitions.rulings import withdrawals
from competitions.season_end.divisions import entries_of, in_order, suggested
from competitions.season_end.next_season import carry_on
from competitions.season_end.repeated_end import RepeatedEnd, proposed_again
from competitions.season_end.season_end import Ending, end_season
from competitions.setup import seasons
from competitions.setup.services import results_changed
from teams.models import Team
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of, preview_result
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import visit

FOUR = 4


@pytest.fixture
def divisions(cast: Cast) -> list[Competition]:
    """Two divisions of four, played: Anvils to Dragons, and Eagles to Hammers, each in this order."""
    teams = bare_teams(cast.league, 2 * FOUR)
    made = [
        competition_in(cast.league, teams[:FOUR], started=True, name="First Division"),
        competition_in(cast.league, teams[FOUR:], started=True, name="Second Division"),
    ]
    for competition in made:
        for fixture in matches_of(competition):
            decide_match(fixture, *((1, 0) if fixture.home_id < fixture.away_id else (0, 1)))
    return made


def closed(cast: Cast, season: Season, **ending: object) -> Season:
    current = Season.objects.select_related("league").get(pk=season.pk)
    return end_season(season=current, by=cast.commissioner, expected=current.version, ending=Ending(**ending))


def opened_again(cast: Cast, season: Season, **ending: object) -> Season:
    """The season is closed in this way, then reopened."""
    ended = closed(cast, season, **ending)
    return seasons.reopen_season(season=ended, by=cast.commissioner, expected=ended.version)


def entry(name: str) -> int:
    return entries_by_name()[name]


def entries_by_name() -> dict[str, int]:
    season = Season.objects.get()
    return {each.team.name: each.pk for each in entries_of(season)}


def swapped(competition: Competition, winner: str, loser: str) -> None:
    """Change the match between two teams so that the other one wins."""
    (match,) = (each for each in matches_of(competition) if {each.home.name, each.away.name} == {winner, loser})
    decide_match(match, *((9, 0) if match.home.name == winner else (0, 9)))


def again(season: Season) -> RepeatedEnd:
    current = Season.objects.get(pk=season.pk)
    found = proposed_again(current, in_order(entries_of(current)))
    assert found is not None
    return found


def test_a_season_that_is_closed_for_the_first_time_has_no_earlier_decisions(divisions: list[Competition]) -> None:
    season = divisions[0].season
    assert proposed_again(season, in_order(entries_of(season))) is None


def test_earlier_decisions_are_proposed_again_if_the_tables_are_the_same(
    cast: Cast, divisions: list[Competition]
) -> None:
    first, second = divisions
    moves = {
        entry("Dragons"): second,
        entry("Falcons"): first,
        entry("Hammers"): None,
    }  # not the teams that the tables name
    opened_again(cast, first.season, moves=moves, clear_injuries=True)
    found = again(first.season)
    assert found.ending.moves == moves
    assert found.ending.clear_injuries
    assert found.differences == []


def test_the_team_that_is_now_in_the_place_is_proposed_with_a_reason(cast: Cast, divisions: list[Competition]) -> None:
    first, second = divisions
    moves = suggested(in_order(entries_of(first.season)), 1)
    opened_again(cast, first.season, moves=moves)
    swapped(first, "Dragons", "Comets")  # 6-0-0, ..., Dragons past Comets
    found = again(first.season)
    assert found.ending.moves == {entry("Comets"): second, entry("Eagles"): first}
    assert [(each.entry.team.name, each.words) for each in found.differences] == [
        ("Dragons", "was to move to Second Division, now stays: place 4 of First Division then, place 3 now."),
        ("Comets", "was to stay, now moves to Second Division: place 3 of First Division then, place 4 now."),
    ]


def test_a_place_without_promotion_or_relegation_changes_no_proposal(cast: Cast, divisions: list[Competition]) -> None:
    opened_again(cast, divisions[0].season, moves=suggested(in_order(entries_of(divisions[0].season)), 1))
    swapped(divisions[0], "Comets", "Badgers")
    assert again(divisions[0].season).differences == []


def test_if_a_team_has_left_since_its_place_goes_to_the_others(cast: Cast, divisions: list[Competition]) -> None:
    first, second = divisions
    opened_again(cast, first.season, moves=suggested(in_order(entries_of(first.season)), 1))
    current = Competition.objects.get(pk=first.pk)
    Competition.objects.filter(pk=first.pk).update(state=Competition.State.RUNNING)
    withdrawals.leave(
        competition=current, by=cast.commissioner, expected=current.version,
        team=Team.objects.get(name="Dragons"), how="kept", reason="Moved away.",
    )  # fmt: skip
    found = again(first.season)
    assert found.ending.moves == {entry("Comets"): second, entry("Eagles"): first}
    assert list(found.ending.gone) == [entry("Dragons")]
    words = {each.entry.team.name: each.words for each in found.differences}
    assert words == {
        "Dragons": "was to move to Second Division, now does not return: it was withdrawn since.",
        "Comets": "was to stay, now moves to Second Division: teams around it in First Division have joined or left.",
    }


def test_a_team_that_had_left_keeps_its_own_decision(cast: Cast, divisions: list[Competition]) -> None:
    first = divisions[0]
    for name in ("Anvils", "Badgers"):
        current = Competition.objects.get(pk=first.pk)
        withdrawals.leave(
            competition=current, by=cast.commissioner, expected=current.version,
            team=Team.objects.get(name=name), how="kept", reason="Moved away.",
        )  # fmt: skip
    opened_again(cast, first.season, gone=[entry("Anvils")])
    found = again(first.season)
    assert list(found.ending.gone) == [entry("Anvils")]
    assert (found.ending.moves, found.differences) == ({}, [])


def test_a_retired_team_that_is_back_gets_the_decision_of_its_place(cast: Cast, divisions: list[Competition]) -> None:
    opened_again(cast, divisions[0].season, moves={entry("Badgers"): None})
    assert again(divisions[0].season).ending.moves == {entry("Badgers"): None}
    Team.objects.filter(name="Badgers").update(state=Team.State.ACTIVE)
    found = again(divisions[0].season)
    assert found.ending.moves == {}
    assert [each.words for each in found.differences] == ["was to retire, now stays: it is active again."]


def test_an_end_without_saved_places_is_proposed_team_by_team(cast: Cast, divisions: list[Competition]) -> None:
    first = divisions[0]
    moves = suggested(in_order(entries_of(first.season)), 1)
    opened_again(cast, first.season, moves=moves)
    SeasonMark.objects.update(place=None)
    swapped(first, "Dragons", "Comets")
    found = again(first.season)
    assert found.ending.moves == moves
    assert not found.places_known


def test_the_last_end_of_a_reopened_season_is_not_shown(cast: Cast, divisions: list[Competition]) -> None:
    season = divisions[1].season
    opened_again(cast, season, moves=suggested(in_order(entries_of(season)), 1))
    page = signed_in(None).get(reverse("competitions:season", args=[cast.league.slug, season.number])).text
    assert "End of the season" not in page
    (match,) = (each for each in matches_of(divisions[1]) if {each.home.name, each.away.name} == {"Eagles", "Falcons"})
    assert preview_result(match, (0, 9) if match.home.name == "Eagles" else (9, 0)).stages == ()
    closed(cast, season)
    assert set(season.marks.values_list("mark", flat=True)) == {"stays"}


def test_the_page_proposes_the_earlier_decisions_and_says_what_differs(
    cast: Cast, divisions: list[Competition]
) -> None:
    first, second = divisions
    season = opened_again(cast, first.season, moves=suggested(in_order(entries_of(first.season)), 1))
    swapped(first, "Dragons", "Comets")
    browser, place = signed_in(cast.commissioner), [cast.league.slug, season.number]
    url = reverse("competitions:end_season", args=place)
    page = visit(browser, url)
    filled_in = page.form_with("Close season").fields
    assert filled_in[f"entry_{entry('Comets')}"] == [str(second.pk)]
    assert filled_in[f"entry_{entry('Eagles')}"] == [str(first.pk)]
    assert filled_in[f"entry_{entry('Dragons')}"] == ["stays"]
    assert "Comets was to stay, now moves to Second Division" in page.text
    assert "was to stay" not in browser.get(url, {"movers": "0"}).text
    page.press("Close season")
    made = carry_on(season=Season.objects.get(), by=cast.commissioner, name="Season 2")
    entered = made.competitions.order_by("pk")[1].entrants.values_list("team__name", flat=True)
    assert set(entered) == {"Comets", "Falcons", "Griffons", "Hammers"}


def test_places_within_conferences_are_proposed_again(cast: Cast, divisions: list[Competition]) -> None:
    first, second = divisions
    for name, teams in (("East", ("Eagles", "Falcons")), ("West", ("Griffons", "Hammers"))):
        second.entrants.filter(team__name__in=teams).update(conference=name)
    results_changed([second.pk])
    moves = suggested(in_order(entries_of(first.season)), 2)
    assert moves == {
        entry("Eagles"): first, entry("Griffons"): first,  # the first of each, and not the second of the table
        entry("Comets"): second, entry("Dragons"): second,
    }  # fmt: skip
    url = reverse("competitions:end_season", args=[cast.league.slug, first.season.number])
    page = signed_in(cast.commissioner).get(url, {"movers": "2"}).text
    assert (
        "Hammers, Second Division (West, place 2)" in page
        and "each conference gets the same number of these places" in page
    )
    closed(cast, first.season, moves=moves)
    (match,) = (each for each in matches_of(second) if {each.home.name, each.away.name} == {"Griffons", "Hammers"})
    (preview,) = preview_result(match, (0, 9) if match.home.name == "Griffons" else (9, 0)).stages
    assert "Promoted: Eagles, Griffons. By the new table it would be Eagles, Hammers." in preview.lines[0].text
    season = Season.objects.get(pk=first.season_id)
    seasons.reopen_season(season=season, by=cast.commissioner, expected=season.version)
    assert again(season).differences == []
    swapped(second, "Hammers", "Griffons")
    found = again(season)
    del moves[entry("Griffons")]
    assert found.ending.moves == {**moves, entry("Hammers"): first}
    assert "place 2 of West then, place 1 now" in found.differences[0].words


def said(fixture: Fixture, winner: str) -> list[str]:
    """What the preview says of a season's end if this team wins a match instead."""
    found = preview_result(fixture, (9, 0) if fixture.home.name == winner else (0, 9)).stages
    return [preview.lines[0].text for preview in found]


def match_between(competition: Competition, *names: str) -> Fixture:
    return next(each for each in matches_of(competition) if {each.home.name, each.away.name} == set(names))


@pytest.mark.parametrize("stored", [True, False])
def test_an_end_by_the_whole_table_is_read_as_one_where_there_are_conferences(
    cast: Cast, divisions: list[Competition], stored: bool
) -> None:
    first, second = divisions
    for name, teams in (("East", ("Eagles", "Falcons")), ("West", ("Griffons", "Hammers"))):
        second.entrants.filter(team__name__in=teams).update(conference=name)
    results_changed([second.pk])
    closed(cast, first.season, moves={entry("Eagles"): first, entry("Falcons"): first})
    if not stored:
        SeasonMark.objects.update(conference="", conference_place=None)
    assert said(match_between(second, "Griffons", "Hammers"), "Hammers") == []
    other = match_between(second, "Falcons", "Griffons")
    assert said(other, "Griffons") == ["Promoted: Eagles, Falcons. By the new table it would be Eagles, Griffons."]
    SeasonMark.objects.update(place=None)  # as the oldest ends
    assert said(other, "Griffons") == ["Promoted: Eagles, Falcons. By the new table it would be Eagles, Griffons."]


def test_what_a_correction_would_move_is_a_place_without_teams_that_had_left(
    cast: Cast, divisions: list[Competition]
) -> None:
    first, second = divisions
    eagles = Team.objects.get(name="Eagles")
    given = {"competition": Competition.objects.get(pk=second.pk), "by": cast.commissioner, "team": eagles}
    withdrawals.leave(**given, expected=given["competition"].version, how="kept", reason="Moved away.")
    moves = suggested(in_order(entries_of(first.season)), 1)
    assert moves[entry("Falcons")] == first
    closed(cast, first.season, moves=moves, gone=[entry("Eagles")])
    told = said(match_between(second, "Falcons", "Griffons"), "Griffons")
    assert told == ["Promoted: Falcons. By the new table it would be Griffons."]
    assert said(match_between(second, "Griffons", "Hammers"), "Hammers") == []
