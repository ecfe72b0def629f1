"""Stages feed one another: places of each table, and the best of a place; no circles, no more teams than places."""

from __future__ import annotations

from random import Random

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from competitions.formats import draws
from competitions.formats.qualification import qualification
from competitions.models import StageFeed, Withdrawal
from competitions.pairing.qualifying import Finisher, Places, how_many, leads_to, qualified
from competitions.rulings import withdrawals
from competitions.season_end.play_offs import candidates_of
from competitions.setup import finishing, seasons, services
from competitions.setup.shape import Shape
from competitions.standings.standings import results_changed
from leagues import log
from leagues.models import LogEntry
from teams.models import Team
from tests.competitions.competition_builders import competition_in, decide_match, matches_of
from tests.competitions.formats.qualification_builders import bring_in, cup, division, feed
from tests.leagues.cast import Cast, signed_in
from web.errors import Refusal

tables = st.dictionaries(st.sampled_from("ABCD"), st.integers(1, 6), min_size=1)


@given(tables, st.integers(1, 3), st.integers(0, 3), st.integers())
def test_the_number_of_qualified_teams_is_right_and_none_comes_twice(
    sizes: dict[str, int], top: int, best: int, seed: int
) -> None:
    lines = {
        name: [Finisher(team=f"{name}{place}", played=3, points=9 - place) for place in range(1, size + 1)]
        for name, size in sizes.items()
    }
    wanted = [Places(source=name, first=1, last=top) for name in sizes]
    wanted += [Places(source=name, first=top + 1, last=top + 1, best=best) for name in sizes if best]
    found = qualified(wanted, lines, Random(seed))
    teams = [each.team for each in found]
    assert len(set(teams)) == len(teams) <= how_many(wanted)
    if min(sizes.values()) > top:
        assert len(teams) == how_many(wanted)
    places = [each.place for each in found]
    assert places == sorted(places)


def test_the_first_two_of_each_division_and_the_best_third() -> None:
    lines = {
        "North": [Finisher(team=f"n{place}", played=4, points=12 - 3 * place) for place in range(1, 5)],
        "South": [Finisher(team=f"s{place}", played=2, points=6 - place) for place in range(1, 5)],
    }
    wanted = [Places(source=name, first=1, last=2) for name in lines]
    wanted += [Places(source=name, first=3, last=3, best=1) for name in lines]
    assert how_many(wanted) == 5
    found = [each.team for each in qualified(wanted, lines, Random(1))]
    # By points a match: s1 2.5 before n1 2.25, s2 2 before n2 1.5, and s3 1.5 is better than n3 0.75.
    assert found == ["s1", "n1", "s2", "n2", "s3"]


def test_level_teams_for_the_last_place_are_drawn_by_lot_and_it_is_shown() -> None:
    lines = {name: [Finisher(team=f"{name}1", played=2, points=3)] for name in "AB"}
    wanted = [Places(source=name, first=1, last=1, best=1) for name in lines]
    drawn = {each.team for seed in range(20) for each in qualified(wanted, lines, Random(seed))}
    assert drawn == {"A1", "B1"}
    assert qualified(wanted, lines, Random(1))[0].by_lot
    assert qualified(wanted, lines, Random(1)) == qualified(wanted[::-1], lines, Random(1))


@pytest.mark.parametrize(
    ("edges", "circle"),
    [({}, False), ({"cup": ["a"]}, True), ({"cup": ["x"], "x": ["a"]}, True), ({"a": ["cup"], "b": ["cup"]}, False)],
)
def test_a_circle_of_any_length_is_found(edges: dict[str, list[str]], circle: bool) -> None:
    assert leads_to(edges, "cup", "a") is circle


# -- with rows --


@pytest.mark.rules("L3")
def test_the_best_teams_of_the_season_enter_its_tournament_seeded(cast: Cast) -> None:
    north, south, target = division(cast, "North"), division(cast, "South"), cup(cast)
    for source in (north, south):
        feed(cast, target, source, 1, 2)
    brought = bring_in(cast, target)
    seeded = list(brought.entrants.order_by("seed").values_list("team__name", flat=True))
    assert {*seeded[:2]} == {"North 1", "South 1"} and {*seeded[2:]} == {"North 2", "South 2"}
    drawn = draws.draw_fixtures(competition=brought, by=cast.commissioner, expected=brought.version)
    semi_finals = [{tie.home.name, tie.away.name} for tie in drawn.ties.filter(round=1)]
    assert all(len(pair & {"North 1", "South 1"}) == 1 for pair in semi_finals)


def test_no_team_enters_before_the_divisions_are_finished(cast: Cast) -> None:
    north, target = division(cast, "North", played=False), cup(cast)
    feed(cast, target, north, 1, 2)
    with pytest.raises(Refusal, match="North is not finished"):
        bring_in(cast, target)
    assert [each.place for each in qualification.qualifiers(target, Random(1))] == [1, 2]  # as they are ranked


def test_a_cup_feeds_the_next_one_by_how_far_its_teams_came(cast: Cast) -> None:
    north, first = division(cast, "North", 4), cup(cast)
    feed(cast, first, north, 1, 4)
    first = bring_in(cast, first)
    first = draws.draw_fixtures(competition=first, by=cast.commissioner, expected=first.version)
    first = draws.start_competition(competition=first, by=cast.commissioner, expected=first.version)
    for _ in range(2):
        for fixture in matches_of(first):
            if fixture.match.state == "scheduled":
                decide_match(fixture, 0, 1)
    first.refresh_from_db()
    first = finishing.finish_competition(competition=first, by=cast.commissioner, expected=first.version)
    champion = first.ties.get(stage="final").winner
    second = competition_in(cast.league, name="Super cup", shape=Shape(scheduling="knock_out"))
    feed(cast, second, first, 1, 2)
    assert bring_in(cast, second).entrants.get(seed=1).team == champion


def test_a_circle_of_stages_is_refused(cast: Cast) -> None:
    one, other, third = (competition_in(cast.league, name=name) for name in ("One", "Other", "Third"))
    feed(cast, other, one, 1, 1)
    feed(cast, third, other, 1, 1)
    with pytest.raises(Refusal, match="One already qualifies teams for Third, directly or by others") as refused:
        feed(cast, one, third, 1, 1)
    assert refused.value.field == "source"
    with pytest.raises(Refusal, match="already qualifies teams"):
        feed(cast, one, one, 1, 1)
    assert StageFeed.objects.count() == 2


def test_nineteen_teams_do_not_fit_into_a_bracket_of_sixteen(cast: Cast) -> None:
    north, south = competition_in(cast.league, name="North"), competition_in(cast.league, name="South")
    target = cup(cast, places=16)
    feed(cast, target, north, 1, 10)
    with pytest.raises(Refusal, match="19 teams would qualify for Play-offs, which has 16 places") as refused:
        feed(cast, target, south, 1, 9)
    assert "Let 3 fewer qualify" in str(refused.value)
    assert target.feeds.count() == 1


@pytest.mark.parametrize(
    ("first", "last", "best", "words"),
    [
        (3, 2, None, "There is no place from 3 to 2"),
        (0, 2, None, "There is no place from 0"),
        (1, 2, 1, "Only teams at the same place can be compared"),
        (2, 3, None, "Place 2 of North would qualify for Play-offs twice"),
    ],
)
def test_an_impossible_rule_is_refused(cast: Cast, first: int, last: int, best: int | None, words: str) -> None:
    north, target = competition_in(cast.league, name="North"), cup(cast)
    feed(cast, target, north, 1, 2)
    with pytest.raises(Refusal, match=words):
        feed(cast, target, north, first, last, **({"best": best} if best else {}))
    assert target.feeds.count() == 1


def test_a_competition_of_another_season_cannot_feed_a_stage(cast: Cast) -> None:
    target = cup(cast)
    other = seasons.open_season(league=cast.league, by=cast.commissioner, name="Another")
    elsewhere = services.create_competition(season=other, by=cast.commissioner, setup=services.Setup(name="Elsewhere"))
    with pytest.raises(Refusal, match="is not in the same season"):
        feed(cast, target, elsewhere, 1, 1)


def test_the_next_team_replaces_one_that_has_retired(cast: Cast) -> None:
    north, target = division(cast, "North"), cup(cast)
    feed(cast, target, north, 1, 2)
    Team.objects.filter(name="North 2").update(state=Team.State.RETIRED)
    shown = signed_in(cast.commissioner).get(f"/competitions/{target.public_id}/feeds/").text
    bring_in(cast, target)
    entered = list(target.entrants.order_by("seed").values_list("team__name", flat=True))
    assert entered == ["North 1", "North 3"]
    assert all(name in shown for name in entered) and "North 2" not in shown


def test_a_team_that_left_a_competition_does_not_qualify(cast: Cast) -> None:
    north, target = division(cast, "North"), cup(cast)
    current = finishing.resume_competition(competition=north, by=cast.commissioner, expected=north.version)
    leaver = Team.objects.get(name="North 1")
    given = {"by": cast.commissioner, "team": leaver, "how": "kept", "reason": "Moved away."}
    current = withdrawals.leave(competition=current, expected=current.version, **given)
    finishing.finish_competition(competition=current, by=cast.commissioner, expected=current.version)
    assert qualification.finishers(current)[0].team == Team.objects.get(name="North 2").pk
    feed(cast, target, north, 1, 2)
    bring_in(cast, target)
    assert [entry.team.name for entry in target.entrants.order_by("seed")] == ["North 2", "North 3"]
    assert leaver.pk not in {each.team for each in candidates_of([current])}


def test_entering_qualified_teams_twice_enters_each_once(cast: Cast) -> None:
    north, target = division(cast, "North"), cup(cast)
    with pytest.raises(Refusal, match="No competition qualifies teams for Play-offs"):
        bring_in(cast, target)
    line = feed(cast, target, north, 1, 2)
    bring_in(cast, target)
    with pytest.raises(Refusal, match="have already entered Play-offs"):
        bring_in(cast, target)
    target.refresh_from_db()
    qualification.remove_feed(target=target, by=cast.commissioner, expected=target.version, feed=line.pk)
    target.refresh_from_db()
    with pytest.raises(Refusal, match="has already been removed"):
        qualification.remove_feed(target=target, by=cast.commissioner, expected=target.version, feed=line.pk)
    assert target.entrants.count() == 2


def test_the_first_two_of_each_conference_qualify(cast: Cast) -> None:
    table, target = division(cast, "North", 6), cup(cast)
    small = competition_in(cast.league, name="Small", shape=Shape(scheduling="knock_out", places=3))
    for name, places in (("East", "123"), ("West", "456")):
        table.entrants.filter(team__name__in=[f"North {place}" for place in places]).update(conference=name)
    results_changed([table.pk])
    with pytest.raises(Refusal) as refused:
        feed(cast, small, table, 1, 2, by_conference=True)
    assert refused.value.args_shown["teams"] == 4
    feed(cast, target, table, 1, 2, by_conference=True)
    with pytest.raises(Refusal, match="twice"):
        feed(cast, target, table, 2, 2, by_conference=True)
    feed(cast, target, table, 3, 3, by_conference=True, best=1)
    page = signed_in(cast.commissioner).get(reverse("competitions:feeds", args=[target.public_id])).content.decode()
    assert 'name="by_conference"' in page and "places 1 to 2 of each conference" in page
    assert "place 3 of each conference, if it is the best team at this place" in page
    logged = log.words(LogEntry.objects.get(kind="competitions.fed_best_each"))
    assert "at place 3 of a conference qualify for Play-offs, also from each conference of North" in logged
    assert "North, West, place 1" in page
    entered = bring_in(cast, target).entrants.order_by("seed").values_list("team__name", flat=True)
    assert list(entered) == ["North 1", "North 4", "North 2", "North 5", "North 3"]


def test_teams_without_a_conference_and_those_that_left_are_no_conference(cast: Cast) -> None:
    table, target = division(cast, "North", 7), cup(cast, places=4)
    for name, places in (("East", "13"), ("West", "45"), ("Gone", "2")):
        table.entrants.filter(team__name__in=[f"North {place}" for place in places]).update(conference=name)
    left = table.entrants.get(team__name="North 2")
    Withdrawal.objects.create(entrant=left, how=Withdrawal.How.KEPT, reason="Moved away.", by=cast.commissioner)
    results_changed([table.pk])
    feed(cast, target, table, 1, 2, by_conference=True)
    entered = bring_in(cast, target).entrants.order_by("seed").values_list("team__name", flat=True)
    assert list(entered) == ["North 1", "North 4", "North 3", "North 5"]


@pytest.mark.parametrize("within", [True, False])
def test_places_of_a_table_and_within_its_conferences_are_refused_together(cast: Cast, within: bool) -> None:
    table, target = competition_in(cast.league, name="North"), cup(cast)
    feed(cast, target, table, 1, 1, by_conference=within)
    with pytest.raises(Refusal, match="so one team could qualify twice") as refused:
        feed(cast, target, table, 4, 4, by_conference=not within)
    assert refused.value.field == "by_conference" and target.feeds.count() == 1
