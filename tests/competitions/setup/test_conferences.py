"""Conferences: named groups of teams inside one competition, in its draw and in its tables."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import combinations
from typing import Any

import pytest
from django.urls import reverse

from competitions.formats import draws
from competitions.models import Competition, Season
from competitions.prints.prints import standings_print
from competitions.prints.standings_pdf import standings_pdf
from competitions.rulings import latecomers
from competitions.season_end import next_season
from competitions.setup import services
from competitions.setup.conferences import deal_conferences, set_conferences
from competitions.setup.shape import Shape
from competitions.standings.standings import standings_of
from leagues.models import LogEntry
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.competitions.pages import main_of, queries_of
from tests.leagues.cast import Cast, form_data, signed_in
from tests.printing.reading import page_texts
from web.errors import Refusal, StaleVersion

pytestmark = pytest.mark.once


def put(cast: Cast, competition: Competition, names: dict[Team, str]) -> Competition:
    current = Competition.objects.get(pk=competition.pk)
    return set_conferences(
        competition=current,
        by=cast.commissioner,
        expected=current.version,
        names={team.pk: name for team, name in names.items()},
    )


def halves(cast: Cast, size: int = 4, **setup: Any) -> tuple[Competition, list[Team]]:
    """The first half of the teams in the North, the others in the South, nothing drawn yet."""
    teams = bare_teams(cast.league, size)
    competition = competition_in(cast.league, teams, **setup)
    names = {team: "North" if place < size // 2 else "South" for place, team in enumerate(teams)}
    return put(cast, competition, names), teams


def begin(cast: Cast, competition: Competition) -> Competition:
    drawn = draws.draw_fixtures(
        competition=competition, by=cast.commissioner, expected=competition.version, seed="a fair draw"
    )
    return draws.start_competition(competition=drawn, by=cast.commissioner, expected=drawn.version)


def conferences_in(competition: Competition) -> dict[str, str]:
    return dict(competition.entrants.values_list("team__name", "conference"))


def captions(response: Any) -> list[str]:
    page = unescape(response.content.decode())
    return [" ".join(words.split()) for words in re.findall(r"<caption[^>]*>(.*?)</caption>", page, re.DOTALL)]


def test_teams_are_put_into_conferences_and_the_log_says_who(cast: Cast) -> None:
    competition, _teams = halves(cast)
    assert conferences_in(competition) == {"Anvils": "North", "Badgers": "North", "Comets": "South", "Dragons": "South"}
    entry = LogEntry.objects.get(kind="competitions.conferences_set")
    assert entry.args["conferences"] == "North: Anvils, Badgers; South: Comets, Dragons"


def test_names_that_look_alike_are_one_conference(cast: Cast) -> None:
    competition, teams = halves(cast)
    put(cast, competition, dict(zip(teams, ("West", "WEST", "west", "East"), strict=True)))
    assert sorted(conferences_in(competition).values()) == ["East", "West", "West", "West"]


def test_empty_fields_remove_the_conferences(cast: Cast) -> None:
    competition, teams = halves(cast)
    current = put(cast, competition, dict.fromkeys(teams, ""))
    assert standings_of(current).conferences == ()
    assert LogEntry.objects.filter(kind="competitions.conferences_taken_away").exists()


def test_an_impossible_change_is_refused(cast: Cast) -> None:
    competition, teams = halves(cast)
    before = conferences_in(competition)
    with pytest.raises(Refusal, match="not in Cup 1 cannot be put"):
        put(cast, competition, {bare_team(cast.league, "Strangers"): "North"})
    with pytest.raises(StaleVersion):
        set_conferences(competition=competition, by=cast.commissioner, expected=1, names={teams[0].pk: "South"})
    assert conferences_in(competition) == before
    bracket = competition_in(cast.league, teams, shape=Shape(scheduling="knock_out"))
    with pytest.raises(Refusal, match="no table to split"):
        put(cast, bracket, {teams[0]: "North"})
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    with pytest.raises(Refusal, match="Nothing was changed"):
        put(cast, competition, {teams[0]: "South"})


def deal(cast: Cast, competition: Competition, number: int, seed: str = "") -> Competition:
    current = Competition.objects.get(pk=competition.pk)
    return deal_conferences(
        competition=current, by=cast.commissioner, expected=current.version, number=number, seed=seed
    )


def test_teams_are_dealt_evenly_and_the_saved_seed_repeats_the_draw(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 7))
    deal(cast, competition, 3, "fair")
    first = conferences_in(competition)
    assert sorted(Counter(first.values()).items()) == [("Conference A", 3), ("Conference B", 2), ("Conference C", 2)]
    assert LogEntry.objects.get(kind="competitions.conferences_dealt").args["seed"] == "fair"
    deal(cast, competition, 3, "other")
    assert conferences_in(competition) != first
    deal(cast, competition, 3, "fair")
    assert conferences_in(competition) == first


def test_dealing_keeps_the_names_of_conferences(cast: Cast) -> None:
    competition, _teams = halves(cast)
    deal(cast, competition, 2)
    assert Counter(conferences_in(competition).values()) == {"North": 2, "South": 2}


def test_conferences_of_one_team_cannot_be_dealt(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 5))
    with pytest.raises(Refusal, match="5 teams are too few for 3 conferences"):
        deal(cast, competition, 3)
    small = competition_in(cast.league, list(cast.league.teams.all()[:3]))
    with pytest.raises(Refusal, match="need four teams"):
        deal(cast, small, 2)


def met(competition: Competition) -> Counter[frozenset[int]]:
    return Counter(frozenset((fixture.home_id, fixture.away_id)) for fixture in matches_of(competition))


@pytest.mark.parametrize("across", [0, 1, 3])
def test_a_round_robin_is_drawn_within_and_across(cast: Cast, across: int) -> None:
    competition, teams = halves(cast, 6, legs=2, shape=Shape(options={"legs_across": across}))
    begin(cast, competition)
    north = {team.pk for team in teams[:3]}
    found = met(competition)
    for one, other in combinations(teams, 2):
        wanted = 2 if (one.pk in north) == (other.pk in north) else across
        assert found[frozenset((one.pk, other.pk))] == wanted
    busy = Counter((fixture.round_id, team) for fixture in fixtures_of(competition)
                   for team in (fixture.home_id, fixture.away_id) if team)  # fmt: skip
    assert set(busy.values()) == {1}
    rounds = competition.rounds.count()
    assert len(busy) == rounds * 6  # a team without a match has a bye


@pytest.mark.parametrize("across", [None, 2])
def test_without_the_setting_all_teams_meet(cast: Cast, across: int | None) -> None:
    competition, teams = halves(cast, legs=2, shape=Shape(options={"legs_across": across}))
    begin(cast, competition)
    assert set(met(competition).values()) == {2} and len(met(competition)) == 6
    plain = competition_in(cast.league, teams, started=True, legs=2)
    assert [(each.home, each.away) for each in fixtures_of(plain)] == [
        (each.home, each.away) for each in fixtures_of(competition)
    ]


def test_a_setting_without_conferences_changes_nothing(cast: Cast) -> None:
    competition = competition_in(
        cast.league, bare_teams(cast.league, 4), started=True, shape=Shape(options={"legs_across": 0})
    )
    assert len(met(competition)) == 6


def test_a_draw_across_conferences_needs_each_team_in_one(cast: Cast) -> None:
    competition, teams = halves(cast, shape=Shape(options={"legs_across": 0}))
    current = put(cast, competition, {teams[0]: ""})
    with pytest.raises(Refusal, match="how often Anvils would meet"):
        begin(cast, current)
    current = put(cast, current, {teams[0]: "West"})
    with pytest.raises(Refusal, match="alone in its conference would have no opponent"):
        begin(cast, current)
    assert not current.rounds.exists()


def test_byes_that_count_must_be_shared_equally(cast: Cast) -> None:
    teams = bare_teams(cast.league, 5)
    competition = competition_in(cast.league, teams, byes_count=True, shape=Shape(options={"legs_across": 0}))
    current = put(cast, competition, {team: "North" if place < 3 else "South" for place, team in enumerate(teams)})
    with pytest.raises(Refusal, match="more byes than others"):
        begin(cast, current)


def test_a_change_of_the_meetings_removes_drawn_fixtures(cast: Cast) -> None:
    competition, _teams = halves(cast)
    drawn = draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version)
    setup = services.Setup(name=drawn.name, shape=Shape(options={"legs_across": 0}))
    services.change_competition(competition=drawn, by=cast.commissioner, expected=drawn.version, setup=setup)
    assert not competition.rounds.exists()


def test_a_late_team_meets_the_others_like_teams_of_other_conferences(cast: Cast) -> None:
    competition, teams = halves(cast, legs=2, shape=Shape(options={"legs_across": 1}))
    running = begin(cast, competition)
    late = bare_team(cast.league, "Latecomers")
    latecomers.join_late(competition=running, by=cast.commissioner, expected=running.version, team=late)
    assert all(met(competition)[frozenset((late.pk, team.pk))] == 1 for team in teams)


def test_conferences_are_copied_to_the_next_season(cast: Cast) -> None:
    competition, _teams = halves(cast, shape=Shape(options={"legs_across": 0}))
    begin(cast, competition)
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    Season.objects.filter(pk=competition.season_id).update(state=Season.State.CLOSED)
    following = next_season.carry_on(season=competition.season, by=cast.commissioner, name="Season 2")
    copy = following.competitions.get()
    assert copy.options.legs_across == 0
    assert conferences_in(copy) == conferences_in(competition)


@pytest.fixture
def played(cast: Cast) -> Competition:
    """The best two are Anvils and Badgers of the North, who drew; Comets lost to both, and beat Dragons."""
    competition, teams = halves(cast)
    begin(cast, competition)
    rank = {team.pk: place for place, team in enumerate(teams)}
    for fixture in matches_of(competition):
        home, away = rank[fixture.home_id], rank[fixture.away_id]
        decide_match(fixture, *((1, 1) if {home, away} == {0, 1} else (2, 0) if home < away else (0, 2)))
    return Competition.objects.select_related("season__league").get(pk=competition.pk)


def test_each_conference_is_ranked_by_all_matches_of_its_teams(played: Competition) -> None:
    standings = standings_of(played)
    names = dict(played.entrants.values_list("team", "team__name"))
    lines = {
        name: [(names[int(line.team)], line.rank, line.points, line.played, line.level) for line in part]
        for name, part in standings.conferences
    }
    assert lines == {
        "North": [("Anvils", 1, 7, 3, True), ("Badgers", 1, 7, 3, True)],
        "South": [("Comets", 1, 3, 3, False), ("Dragons", 2, 0, 3, False)],
    }
    assert [line.rank for line in standings.lines] == [1, 1, 3, 4]


def test_only_the_teams_of_a_conference_are_compared_head_to_head(cast: Cast) -> None:
    """Three teams are level and each beat one of the others; in the North, Anvils beat Badgers."""
    teams = bare_teams(cast.league, 4)
    competition = competition_in(
        cast.league, teams, started=True, points={"win": 3}, tie_breakers=("points", "head_to_head")
    )
    put(cast, competition, dict(zip(teams, ("North", "North", "South", "South"), strict=True)))
    winners = {(0, 1): 0, (1, 2): 1, (0, 2): 2, (0, 3): 0, (1, 3): 1, (2, 3): 2}
    rank = {team.pk: place for place, team in enumerate(teams)}
    for fixture in matches_of(competition):
        home, away = rank[fixture.home_id], rank[fixture.away_id]
        decide_match(fixture, *((1, 0) if winners[min(home, away), max(home, away)] == home else (0, 1)))
    standings = standings_of(Competition.objects.get(pk=competition.pk))
    assert [(line.rank, line.points) for line in standings.lines] == [(1, 6), (1, 6), (1, 6), (4, 0)]
    (north, lines), _south = standings.conferences
    assert north == "North"
    assert [(line.team, line.rank, line.points) for line in lines] == [(teams[0].pk, 1, 6), (teams[1].pk, 2, 6)]
    assert lines[1].why is not None and lines[1].why.key == "head_to_head"


def test_teams_without_a_conference_have_a_table_at_the_end(cast: Cast, played: Competition) -> None:
    team = played.entrants.get(team__name="Anvils").team
    current = put(cast, played, {team: ""})
    parts = standings_of(current).conferences
    assert [(name, len(lines)) for name, lines in parts] == [("North", 1), ("South", 2), ("", 1)]
    page = signed_in(None).get(reverse("competitions:table", args=[current.public_id]))
    assert "Without a conference" in main_of(page)


def test_each_conference_has_a_table_and_the_whole_one_is_below(cast: Cast, played: Competition) -> None:
    visitor, name = signed_in(None), played.name
    parts = [f"Table of {name}, North", f"Table of {name}, South"]
    whole = [*parts, f"Table of {name}"]
    for route, wanted in (("table", whole), ("competition", parts)):
        response = visitor.get(reverse(f"competitions:{route}", args=[played.public_id]))
        assert [caption for caption in captions(response) if caption.startswith("Table of")] == wanted, route
    front = visitor.get(reverse("competitions:league", args=[cast.league.slug]))
    assert [caption for caption in captions(front) if caption.startswith("Table of")] == parts
    assert "Full table, and why" in main_of(front)


def test_conferences_take_no_more_queries(cast: Cast, played: Competition) -> None:
    visitor, address = signed_in(None), reverse("competitions:table", args=[played.public_id])
    split = queries_of(visitor, address)
    put(cast, played, {entrant.team: "" for entrant in played.entrants.select_related("team")})
    assert queries_of(visitor, address) == split


def test_the_printed_table_has_a_part_for_each_conference(played: Competition) -> None:
    (text, *_more) = page_texts(standings_pdf([standings_print(played)]))
    places = [text.index(words) for words in ("North", "South", "All teams")]
    assert places == sorted(places)
    north, south = text[places[0] : places[1]], text[places[1] : places[2]]
    assert "Anvils" in north and "Comets" not in north
    assert "Dragons" in south and "Badgers" not in south


def test_a_ladder_with_conferences_is_not_split(cast: Cast) -> None:
    competition, _teams = halves(cast)
    Competition.objects.filter(pk=competition.pk).update(scheduling="ladder")
    page = signed_in(None).get(reverse("competitions:table", args=[competition.public_id]))
    assert "North" not in main_of(page)


def fields_of(competition: Competition) -> dict[str, str]:
    """The name of each team's field."""
    return {entrant.team.name: f"conference_{entrant.pk}" for entrant in competition.entrants.select_related("team")}


def test_a_commissioner_sets_conferences_on_a_page(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4))
    browser, address = signed_in(cast.commissioner), reverse("competitions:conferences", args=[competition.public_id])
    manage = browser.get(reverse("competitions:manage", args=[competition.public_id])).content.decode()
    assert address in manage
    fields = fields_of(competition)
    sent = {fields["Anvils"]: " North  Side ", fields["Badgers"]: "north side", fields["Comets"]: "South"}
    answer = browser.post(address, form_data(version=competition.version, **sent))
    assert answer.status_code == 302
    assert conferences_in(competition) == {
        "Anvils": "North Side", "Badgers": "North Side", "Comets": "South", "Dragons": "",
    }  # fmt: skip
    page = browser.get(address).content.decode()
    assert re.findall(r'<option value="([^"]*)"', page) == ["North Side", "South"]


@pytest.mark.parametrize(
    ("name", "words"),
    [("x" * 41, "at most 40 characters"), ("a‮b", "Leave it out"), ("⠀", "This name is invisible")],
)
def test_an_impossible_name_is_refused_at_its_field_and_stays(cast: Cast, name: str, words: str) -> None:
    competition, _teams = halves(cast)
    address, before = reverse("competitions:conferences", args=[competition.public_id]), conferences_in(competition)
    sent = {fields_of(competition)["Anvils"]: name, fields_of(competition)["Comets"]: "Kept as typed"}
    answer = signed_in(cast.commissioner).post(address, form_data(version=competition.version, **sent))
    assert answer.status_code == 422
    assert words in unescape(answer.content.decode())
    assert "Kept as typed" in answer.content.decode()
    assert conferences_in(competition) == before


def test_the_page_deals_them_out_and_shows_refusals(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4))
    browser, address = (
        signed_in(cast.commissioner),
        reverse("competitions:deal_conferences", args=[competition.public_id]),
    )
    for number, words in (("", "required"), ("3", "too few for 3 conferences"), ("999", "less than or equal to 26")):
        answer = browser.post(address, form_data(version=competition.version, number=number))
        assert answer.status_code in (400, 409, 422)
        assert words in main_of(answer)
    assert browser.post(address, form_data(version=competition.version, number=2)).status_code == 302
    assert Counter(conferences_in(competition).values()) == {"Conference A": 2, "Conference B": 2}
    assert browser.post(address, form_data(version=competition.version, number=2)).status_code == 409


def test_a_change_of_conferences_after_the_draw_keeps_the_fixtures_and_says_so(cast: Cast, played: Competition) -> None:
    address = reverse("competitions:conferences", args=[played.public_id])
    before = [(each.home_id, each.away_id, each.round_id) for each in fixtures_of(played)]
    browser = signed_in(cast.commissioner)
    assert "Fixtures are already drawn and do not change" in main_of(browser.get(address))
    sent = dict.fromkeys(fields_of(played).values(), "One")
    answer = browser.post(address, form_data(version=played.version, **sent), follow=True)
    assert "the fixtures have not changed" in unescape(answer.content.decode())
    assert [(each.home_id, each.away_id, each.round_id) for each in fixtures_of(played)] == before
    assert [name for name, _lines in standings_of(Competition.objects.get(pk=played.pk)).conferences] == ["One"]


def test_the_settings_say_how_often_conferences_meet(cast: Cast) -> None:
    competition, _teams = halves(cast, legs=2)
    browser, address = signed_in(cast.commissioner), reverse("competitions:change", args=[competition.public_id])
    sent = {"name": competition.name, "scheduling": "round_robin", "legs": "2", "when_lapsed": "commissioner"}
    wrong = browser.post(address, form_data(version=competition.version, **sent, legs_across="9"))
    assert wrong.status_code == 422
    right = browser.post(address, form_data(version=competition.version, **sent, legs_across="0"))
    assert right.status_code == 302
    assert Competition.objects.get(pk=competition.pk).options.legs_across == 0
    page = browser.get(reverse("competitions:conferences", args=[competition.public_id]))
    assert "Teams of the same conference meet 2 times, teams of different conferences never." in main_of(page)


def test_commissioners_are_told_of_teams_in_no_conference_while_others_are_in_one(cast: Cast) -> None:
    """Such as a team that was promoted: in its new division it is in none yet."""
    competition, teams = halves(cast, name="Premier")
    home, manage = "/", reverse("competitions:manage", args=[competition.public_id])
    places = [("Put 1 team of Premier into a conference", home), (f"{teams[3].name} is in no conference", manage)]

    def told() -> list[bool]:
        return [words in main_of(signed_in(cast.commissioner).get(url)) for words, url in places]

    assert told() == [False, False]
    competition = put(cast, competition, {teams[3]: ""})
    assert told() == [True, True], "while it is set up"
    begin(cast, competition)
    assert told() == [True, True], "and when it has begun"
    link = reverse("competitions:conferences", args=[competition.public_id])
    assert link in signed_in(cast.commissioner).get(home).text and link not in signed_in(cast.coach).get(home).text
    put(cast, competition, {teams[3]: "South"})
    assert told() == [False, False]
    put(cast, competition, dict.fromkeys(teams, ""))
    assert told() == [False, False], "without conferences nobody misses one"


def test_several_teams_without_a_conference_are_one_task(cast: Cast) -> None:
    competition, teams = halves(cast, 6, name="Premier")
    put(cast, competition, {teams[0]: "", teams[5]: ""})
    page = main_of(signed_in(cast.commissioner).get("/"))
    assert page.count("Put 2 teams of Premier into conferences") == 1
    page = main_of(signed_in(cast.commissioner).get(reverse("competitions:manage", args=[competition.public_id])))
    assert f"{teams[0].name}, {teams[5].name} are in no conference, but other teams are." in page
