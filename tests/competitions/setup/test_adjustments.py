"""Adjustments of points: entered, shown, counted, withdrawn, never edited; and lots, drawn once."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from competitions.models import Adjustment, Competition, Entrant
from competitions.prints.prints import standings_print
from competitions.setup import seasons
from competitions.setup.adjustments.adjustments import adjust_points, withdraw_adjustment
from competitions.setup.lot_drawing import draw_lots, lots_drawn
from competitions.standings.standings import standings_of
from leagues.models import LogEntry
from leagues.services import archive_league
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal, StaleVersion


@pytest.fixture(scope="module", autouse=True)
def shared_cup(shared_cast: Cast, django_db_blocker: DjangoDbBlocker) -> Competition:
    """Four teams, the first round played; shared by all tests."""
    tie_breakers, league = ("points", "touchdown_difference", "coin_toss"), shared_cast.league
    with django_db_blocker.unblock():
        competition = competition_in(league, bare_teams(league, 4), started=True, name="Cup", tie_breakers=tie_breakers)
        for fixture in matches_of(competition)[:2]:
            decide_match(fixture, 1, 0)
    return competition


@pytest.fixture
def cup(cast: Cast, shared_cup: Competition) -> Competition:
    return again(shared_cup)


@pytest.fixture
def client(cast: Cast) -> Client:
    return signed_in(cast.commissioner)


def again(competition: Competition) -> Competition:
    return Competition.objects.select_related("season__league").get(pk=competition.pk)


def adjust(cast: Cast, competition: Competition, team: int, points: int = -2, reason: str = "Late") -> Adjustment:
    found = competition.entrants.get(team=team).team
    now = again(competition)
    return adjust_points(
        competition=now, by=cast.commissioner, expected=now.version, team=found, points=points, reason=reason
    )


def points(competition: Competition) -> dict[int, int]:
    return {int(line.team): line.points for line in standings_of(again(competition)).lines}


def words(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def post(client: Client, url: str, **fields: Any) -> HttpResponse:
    return client.post(url, form_data(**fields))


# -- entering --


def test_removed_points_count_immediately_and_are_shown_under_the_table(
    cast: Cast, cup: Competition, client: Client
) -> None:
    best = standings_of(cup).lines[0]
    team = cup.entrants.get(team=best.team).team
    url = f"/competitions/{cup.public_id}/adjust/"
    answer = post(client, url, version=cup.version, team=team.public_id, points="-2", reason="A report nine days late")
    assert answer["Location"] == f"/competitions/{cup.public_id}/table/"
    assert points(cup)[team.pk] == best.points - 2 == 1
    page = words(client.get(answer["Location"]))
    assert f"{team.name} −2" in page and "A report nine days late" in page and "Withdraw" in page
    assert "1 point: 1 × 3 for a win, −2 by a commissioner's adjustment." in page
    visitor = words(signed_in(None).get(answer["Location"]))
    assert "A report nine days late" in visitor and "Withdraw" not in visitor
    for other in ("",):
        assert "A report nine days late" in words(client.get(f"/competitions/{cup.public_id}/{other}"))


def test_the_log_says_who_adjusted_whose_points_and_why(cast: Cast, cup: Competition, client: Client) -> None:
    entry = adjust(cast, cup, cup.entrants.first().team_id, points=3, reason="Hosted the final")
    page = words(client.get(f"/leagues/{cast.league.slug}/log/"))
    assert f"adjusted the points of {entry.team.name} in Cup: +3." in page and "Hosted the final" in page


def test_a_print_shows_adjustments_but_not_withdrawn_ones(cast: Cast, cup: Competition) -> None:
    one, two = list(cup.entrants.values_list("team", flat=True))[:2]
    adjust(cast, cup, one, -2, "A late report")
    gone = adjust(cast, cup, two, 1, "A mistake")
    withdraw_adjustment(adjustment=gone, by=cast.commissioner, expected=again(cup).version, reason="It was one")
    Competition.objects.filter(pk=cup.pk).update(
        cut_lines=[{"after": 2, "label": "Play-offs"}, {"after": 9, "label": "x"}]
    )
    shown = standings_print(again(cup))
    notes = "\n".join(shown.notes)
    assert "−2 by adjustment, " in notes and "A late report" in notes and "A mistake" not in notes
    assert "Line after place 2: Play-offs." in notes and "place 9" not in notes
    assert [row.cut is not None for row in shown.view.rows] == [False, True, False, False]


def test_an_adjustment_counts_from_the_table_of_its_round_on(cast: Cast, cup: Competition) -> None:
    before = adjust(cast, cup, cup.entrants.first().team_id)
    for fixture in matches_of(cup)[2:4]:
        decide_match(fixture, 0, 0)
    after = adjust(cast, cup, cup.entrants.first().team_id)
    assert (before.round, after.round) == (1, 2)
    page = signed_in(None).get(f"/competitions/{cup.public_id}/table/?round=1")
    assert [each.id for each in page.context["adjustments"]] == [before.pk]
    assert {row.team.id: int(row.points) for row in page.context["view"].rows}[before.team_id] in (-2, 1)


def test_an_adjustment_before_the_first_result_counts_from_the_start(cast: Cast) -> None:
    competition = competition_in(cast.private, bare_teams(cast.private, 2))
    assert adjust(cast, competition, competition.entrants.first().team_id).round == 0
    assert sorted(points(competition).values()) == [-2, 0]


# -- withdrawing --


def test_an_adjustment_is_withdrawn_by_another_entry(cast: Cast, cup: Competition, client: Client) -> None:
    before = points(cup)
    entry = adjust(cast, cup, cup.entrants.first().team_id, reason="Late")
    url = f"/adjustments/{entry.pk}/withdraw/"
    assert "−2 for" in words(client.get(url))
    assert post(client, url, version=again(cup).version, reason="It was in time").status_code == 302
    assert points(cup) == before
    first, second = Adjustment.objects.order_by("pk")
    assert (first.points, first.reason, second.points, second.withdraws_id) == (-2, "Late", 2, first.pk)
    page = words(client.get(f"/competitions/{cup.public_id}/table/"))
    assert "withdraws an adjustment: It was in time" in page and "; withdrawn" in page
    assert "withdrew an adjustment of" in words(client.get(f"/leagues/{cast.league.slug}/log/"))


def test_an_adjustment_is_withdrawn_only_once(cast: Cast, cup: Competition, client: Client) -> None:
    entry = adjust(cast, cup, cup.entrants.first().team_id)
    back = withdraw_adjustment(adjustment=entry, by=cast.commissioner, expected=again(cup).version, reason="No")
    for each in (entry, back):
        with pytest.raises(Refusal, match="already been withdrawn") as refused:
            withdraw_adjustment(adjustment=each, by=cast.commissioner, expected=again(cup).version, reason="Again")
        assert "enter a new adjustment" in str(refused.value)
    answer = post(client, f"/adjustments/{entry.pk}/withdraw/", version=again(cup).version, reason="Again")
    assert answer.status_code == 409 and "has already been withdrawn" in words(answer)
    assert Adjustment.objects.count() == 2


# -- what is refused --


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"points": "0"}, "Enter at least one point"),
        ({"points": "100"}, "less than or equal to 99"),
        ({"points": "-100"}, "greater than or equal to -99"),
        ({"points": "two"}, "Enter a whole number"),
        ({"reason": "  "}, "This field is required"),
        ({"reason": "x" * 501}, "at most 500 characters"),
        ({"team": ""}, "This field is required"),
        ({"team": "no one"}, "is not one of the available choices"),
    ],
)
def test_errors_are_shown_at_their_fields(cup: Competition, client: Client, wrong: dict[str, str], said: str) -> None:
    fields = {"team": cup.entrants.first().team.public_id, "points": "-1", "reason": "Kept as it was typed"}
    answer = post(client, f"/competitions/{cup.public_id}/adjust/", version=cup.version, **(fields | wrong))
    assert answer.status_code == 422 and said in words(answer)
    if "reason" not in wrong:
        assert "Kept as it was typed" in words(answer)
    assert not Adjustment.objects.exists()


def test_the_service_refuses_no_points_no_reason_and_a_team_from_outside(cast: Cast, cup: Competition) -> None:
    team, stranger = cup.entrants.first().team, bare_team(cast.league, "Outsiders")
    given = {"competition": cup, "by": cast.commissioner, "expected": cup.version}
    for changes, said in (
        ({"points": 0}, "0 points cannot be given or taken"),
        ({"points": 100}, "100 points cannot be given or taken"),
        ({"reason": " "}, "needs a reason"),
        ({"team": stranger}, "Outsiders is not in"),
    ):
        with pytest.raises(Refusal, match=said):
            adjust_points(**(given | {"team": team, "points": 1, "reason": "Because"} | changes))
    assert not Adjustment.objects.exists()


def test_the_database_refuses_an_adjustment_of_zero(cup: Competition) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Adjustment.objects.create(competition=cup, team=cup.entrants.first().team, points=0, reason="Nothing")


def test_the_second_person_to_adjust_gets_a_message(cast: Cast, cup: Competition) -> None:
    team = cup.entrants.first().team
    adjust(cast, cup, team.pk)
    with pytest.raises(StaleVersion):
        adjust_points(competition=cup, by=cast.commissioner, expected=cup.version, team=team, points=-2, reason="Twice")
    assert Adjustment.objects.count() == 1


def test_a_closed_season_and_an_archived_league_keep_their_tables(cast: Cast) -> None:
    competition = competition_in(cast.private, bare_teams(cast.private, 2))
    team = competition.entrants.first().team_id
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    seasons.close_season(season=competition.season, by=cast.commissioner, expected=competition.season.version)
    with pytest.raises(Refusal, match="closed"):
        adjust(cast, competition, team)
    archive_league(league=cast.private, by=cast.commissioner, reason="The end")
    with pytest.raises(Refusal, match="archive"):
        adjust(cast, competition, team)


@pytest.mark.parametrize("person", ["coach", "stranger"])
def test_only_a_commissioner_adjusts_withdraws_or_draws_lots(cast: Cast, cup: Competition, person: str) -> None:
    entry = adjust(cast, cup, cup.entrants.first().team_id)
    client = signed_in(cast[person])
    for url in (f"/competitions/{cup.public_id}/adjust/", f"/adjustments/{entry.pk}/withdraw/"):
        assert client.get(url).status_code == 403
        assert post(client, url, version=again(cup).version, points="1", reason="Mine").status_code == 403
    assert post(client, f"/competitions/{cup.public_id}/lots/", version=again(cup).version).status_code == 403
    assert "Adjust points" not in words(client.get(f"/competitions/{cup.public_id}/table/"))


def test_an_unknown_adjustment_is_not_found(client: Client, cup: Competition) -> None:
    assert client.get("/adjustments/999999/withdraw/").status_code == 404


# -- lots --


def test_lots_are_drawn_once_and_separate_level_teams(cast: Cast, cup: Competition, client: Client) -> None:
    table = f"/competitions/{cup.public_id}/table/"
    assert "Draw the lots" in words(client.get(table))
    assert [line.rank for line in standings_of(cup).lines] == [1, 1, 3, 3]
    assert post(client, f"/competitions/{cup.public_id}/lots/", version=cup.version)["Location"] == table
    assert sorted(cup.entrants.values_list("coin_toss", flat=True)) == [1, 2, 3, 4]
    lines = standings_of(again(cup)).lines
    assert [line.rank for line in lines] == [1, 2, 3, 4]
    lots = dict(cup.entrants.values_list("team", "coin_toss"))
    assert lots[int(lines[0].team)] > lots[int(lines[1].team)]
    page = words(client.get(table))
    assert "Draw the lots" not in page and "by drawn lot:" in page
    entry = LogEntry.objects.get(kind="competitions.lots_drawn")
    names = dict(Entrant.objects.filter(competition=cup).values_list("coin_toss", "team__name"))
    assert entry.args["teams"] == ", ".join(names[lot] for lot in (4, 3, 2, 1))


def test_lots_are_drawn_only_once(cast: Cast, cup: Competition) -> None:
    draw_lots(competition=cup, by=cast.commissioner, expected=cup.version)
    lots = dict(cup.entrants.values_list("team", "coin_toss"))
    with pytest.raises(Refusal, match="lots are drawn only once"):
        draw_lots(competition=cup, by=cast.commissioner, expected=again(cup).version)
    assert dict(cup.entrants.values_list("team", "coin_toss")) == lots


def test_no_lots_are_drawn_if_they_are_no_tie_breaker(cast: Cast, client: Client) -> None:
    competition = competition_in(cast.private, bare_teams(cast.private, 2), started=True)
    assert "Draw the lots" not in words(client.get(f"/competitions/{competition.public_id}/table/"))
    with pytest.raises(Refusal, match=r"Lots are not a tie-breaker.*Add the drawn lot"):
        draw_lots(competition=competition, by=cast.commissioner, expected=competition.version)


@given(st.sets(st.integers(1, 99), min_size=1, max_size=12), st.data())
def test_the_lot_of_a_late_team_keeps_the_order_of_the_others(teams: set[int], data: st.DataObject) -> None:
    kept = data.draw(st.permutations(sorted(teams)))[: data.draw(st.integers(0, len(teams)))]
    before = {team: lot for lot, team in enumerate(kept, start=1)}
    drawn = lots_drawn(sorted(teams), before, lambda most: data.draw(st.integers(0, most - 1)))
    assert sorted(drawn.values()) == list(range(1, len(teams) + 1))
    assert sorted(kept, key=drawn.__getitem__) == list(kept)
