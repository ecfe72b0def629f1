"""Play-offs out of divisions and conferences are paired crosswise, as the page shows before the draw."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from competitions.formats import draws
from competitions.models import Competition
from competitions.season_end.play_offs import PLAY_OFFS, Plan, draw_play_offs
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.competitions.formats.qualification_builders import bring_in, cup, division, feed
from tests.leagues.cast import Cast, form_data, signed_in

CROSSED = {frozenset(("Alpha 1", "Beta 2")), frozenset(("Beta 1", "Alpha 2"))}
ACROSS = {"options": {"crosswise": True}}


@pytest.fixture
def divisions(cast: Cast) -> list[Competition]:
    """Two divisions. By results per match, both teams of Alpha are ahead of both of Beta."""
    alpha, beta = division(cast, "Alpha"), division(cast, "Beta", 4)
    return [alpha, beta]


def fed(cast: Cast, divisions: list[Competition], **shape: Any) -> Competition:
    target = cup(cast, **shape)
    for source in divisions:
        feed(cast, target, source, 1, 2)
    return target


def pairs(competition: Competition) -> set[frozenset[str]]:
    return {frozenset((fixture.home.name, fixture.away.name)) for fixture in matches_of(competition)}


def shown(answer: HttpResponse) -> set[frozenset[str]]:
    """The pairs that a page says will be drawn."""
    part = answer.text.split("First round, as it will be drawn", 1)[1].split("</ul>", 1)[0]
    return {frozenset(re.findall(r">([^<>]+)</a>", line)) for line in part.split("<li>")[1:]}


def draw(cast: Cast, competition: Competition) -> Competition:
    competition.refresh_from_db()
    return draws.draw_fixtures(competition=competition, by=cast.commissioner, expected=competition.version)


def test_winners_meet_the_seconds_of_the_other_division_as_the_pages_show(
    cast: Cast, divisions: list[Competition]
) -> None:
    made, client = fed(cast, divisions, **ACROSS), signed_in(cast.commissioner)
    assert shown(client.get(f"/competitions/{made.public_id}/feeds/")) == CROSSED
    bring_in(cast, made)
    assert shown(client.get(f"/competitions/{made.public_id}/manage/")) == CROSSED
    assert pairs(draw(cast, made)) == CROSSED
    assert "as it will be drawn" not in client.get(f"/competitions/{made.public_id}/manage/").text


def test_without_the_setting_the_best_meets_the_last(cast: Cast, divisions: list[Competition]) -> None:
    made = fed(cast, divisions)
    bring_in(cast, made)
    page = signed_in(cast.commissioner).get(f"/competitions/{made.public_id}/manage/")
    assert shown(page) == pairs(draw(cast, made))


def test_with_lots_the_pairs_are_not_shown_and_still_go_across(cast: Cast, divisions: list[Competition]) -> None:
    made = fed(cast, divisions, options={"crosswise": True, "by_lot": True})
    bring_in(cast, made)
    assert "as it will be drawn" not in signed_in(cast.commissioner).get(f"/competitions/{made.public_id}/manage/").text
    for _again in range(4):
        assert pairs(draw(cast, made)) == CROSSED


def test_teams_entered_by_hand_come_from_the_seasons_tables(cast: Cast, divisions: list[Competition]) -> None:
    teams = {team.name: team for team in cast.league.teams.all()}
    order = [teams[name] for name in ("Alpha 1", "Beta 1", "Beta 2", "Alpha 2")]
    assert pairs(competition_in(cast.league, order, drawn=True, shape=cup_shape())) == CROSSED


def cup_shape() -> Any:
    return Shape(scheduling="knock_out", options={"crosswise": True})


def test_conferences_of_one_competition_are_kept_apart(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    table = competition_in(cast.league, teams, started=True)
    for team, name in zip(teams, ("North", "South", "South", "North"), strict=True):
        table.entrants.filter(team=team).update(conference=name)
    made = competition_in(cast.league, teams, drawn=True, shape=cup_shape())
    one, two, three, four = (team.name for team in teams)
    assert pairs(made) == {frozenset((one, three)), frozenset((two, four))}


def plan(divisions: list[Competition], **more: Any) -> Plan:
    return Plan(**{"name": "Play-offs", "way": "points", "sources": divisions, "crosswise": True} | more)


def test_the_seasons_play_offs_are_paired_by_places(cast: Cast, divisions: list[Competition]) -> None:
    made = draw_play_offs(season=divisions[0].season, by=cast.commissioner, plan=plan(divisions))
    assert pairs(made) == CROSSED and made.options.by_lot is False


def test_ticked_teams_are_paired_by_their_places_too(cast: Cast, divisions: list[Competition]) -> None:
    teams = {team.name: team for team in cast.league.teams.all()}
    ticked = [teams[name] for name in ("Beta 2", "Alpha 2", "Beta 1", "Alpha 1")]
    given = plan(divisions, way=PLAY_OFFS, ticked=ticked)
    assert pairs(draw_play_offs(season=divisions[0].season, by=cast.commissioner, plan=given)) == CROSSED


@pytest.mark.django_db(transaction=True)
def test_the_page_of_the_play_offs_shows_the_pairs_and_saves_nothing(cast: Cast) -> None:
    divisions = [division(cast, "Alpha"), division(cast, "Beta", 4)]
    url = f"/leagues/{cast.league.slug}/seasons/{divisions[0].season.number}/play-offs/"
    typed = {"name": "Play-offs", "way": "points", "sources": [each.public_id for each in divisions]}
    client = signed_in(cast.commissioner)
    before = Competition.objects.count()
    assert shown(client.post(url, form_data(do="preview", crosswise="on", **typed))) == CROSSED
    assert "drawn by lot, so they are not known before" in client.post(url, form_data(do="preview", **typed)).text
    wrong = client.post(url, form_data(do="preview", crosswise="on", **typed | {"way": "luck"}))
    assert wrong.status_code == 422 and Competition.objects.count() == before
    none = client.post(url, form_data(do="preview", crosswise="on", **typed | {"way": PLAY_OFFS}))
    assert none.status_code == 422 and "Select at least 2" in none.text
    assert signed_in(cast.coach).post(url, form_data(do="preview", crosswise="on", **typed)).status_code == 403
    assert client.post(url, form_data(crosswise="on", **typed)).status_code == 302
    assert pairs(Competition.objects.latest("pk")) == CROSSED


def test_the_number_of_queries_does_not_grow_with_the_bracket(cast: Cast) -> None:
    everybody = bare_teams(cast.league, 16)

    def queries(teams: int) -> int:
        made = competition_in(cast.league, everybody[:teams], shape=cup_shape())
        with CaptureQueriesContext(connection) as counted:
            page = signed_in(cast.commissioner).get(f"/competitions/{made.public_id}/manage/")
        assert len(shown(page)) == teams // 2
        return len(counted)

    few = queries(4)
    assert queries(16) == few


def test_a_match_decided_later_changes_no_drawn_pair(cast: Cast, divisions: list[Competition]) -> None:
    made = draw_play_offs(season=divisions[0].season, by=cast.commissioner, plan=plan(divisions))
    first, second = matches_of(made)
    for fixture in (first, second):
        decide_match(fixture, 2, 0)
    final = [fixture for fixture in matches_of(made) if fixture.pk not in (first.pk, second.pk)]
    assert {final[0].home_id, final[0].away_id} == {first.home_id, second.home_id}
