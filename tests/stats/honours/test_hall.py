"""The hall of fame: whom commissioners choose, what everybody sees of them, the log, and people who leave."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from competitions.models import Competition
from leagues.models import League, LogEntry
from stats.honours import page
from stats.honours.account_deletion import consequences, undo
from stats.honours.hall import Candidate, change_inductee, induct, remove_inductee
from stats.models import Inductee
from stats.played.coaches import Coach
from teams.models import Player, Team
from tests.competitions.competition_builders import add_player_line, bare_team, matches_of
from tests.competitions.pages import main_of
from tests.leagues.cast import PEOPLE, Cast, create_league, signed_in
from tests.matches.forms import visit
from web.errors import Refusal, StaleVersion

MOST_QUERIES = 12


@pytest.fixture
def league(division: Competition) -> League:
    return division.season.league


@pytest.fixture
def star(division: Competition) -> Player:
    """A scorer of the Ravens with 3 touchdowns in one match."""
    first = matches_of(division)[0]
    player = first.home.players.create(name="Drog Stumptoof")
    add_player_line(first, "home", player, touchdowns=3, spp=9, number=8, position="Blitzer")
    return player


def of_player(player: Player) -> Candidate:
    return Candidate(name=player.name, team=player.team, player=player)


def chosen(cast: Cast, candidate: Candidate, citation: str = "Captain of the champions.") -> Inductee:
    return induct(league=cast.league, by=cast.commissioner, candidate=candidate, citation=citation)


def hall(league: League, person: Any = None) -> str:
    response = signed_in(person).get(reverse("stats:hall", args=[league.slug]))
    assert response.status_code == 200
    return main_of(response)


def logged(league: League) -> list[str]:
    return list(LogEntry.objects.filter(league=league, kind__startswith="stats.").values_list("kind", flat=True))


def test_a_commissioner_chooses_a_player_a_team_and_a_coach_on_pages(cast: Cast, league: League, star: Player) -> None:
    client, team = signed_in(cast.commissioner), star.team
    addresses = [
        reverse("stats:induct_player", args=[team.public_id, star.pk]),
        reverse("stats:induct_team", args=[team.public_id]),
        reverse("stats:induct_coach", args=[league.slug, cast.coach.pk]),
    ]
    search = reverse("stats:choose_inductee", args=[league.slug])
    assert "Drog Stumptoof" in main_of(client.get(search)) and addresses[0] in client.get(search).content.decode()
    assert addresses[1] in client.get(search, {"q": "raven"}).content.decode()
    assert addresses[2] in client.get(search, {"q": "coach"}).content.decode()
    for address in addresses:
        shown = visit(client, address).press("Add to the hall", citation="  The best,\n of all. ")
        assert shown.status == 200 and "Now in the hall of fame." in shown.text
    html = hall(league)
    assert html.count("The best, of all.") == 3 and "Drog Stumptoof Blitzer · Ravens" in html
    assert "1 match · 9 SPP · 3 TD" in html and "Edit" not in html
    assert html.count("2 matches · 1 W · 0 D · 1 L") == 2
    assert sorted(logged(league)) == ["stats.coach_inducted", "stats.inducted", "stats.inducted"]
    assert hall(league, cast.commissioner).count("Edit") == 3


def test_nobody_is_chosen_twice_or_from_elsewhere(cast: Cast, league: League, star: Player) -> None:
    chosen(cast, of_player(star))
    chosen(cast, Candidate(name="Ravens", team=star.team))
    for candidate in (of_player(star), Candidate(name="Ravens", team=star.team)):
        with pytest.raises(Refusal):
            chosen(cast, candidate)
    given_up = bare_team(league, "Given up", cast.stranger)
    Team.objects.filter(pk=given_up.pk).update(state=Team.State.RETIRED)
    assert not page.candidates(league, "given up")["teams"]
    foreign = bare_team(create_league("Elsewhere", by=cast.commissioner), "Foreigners")
    for candidate in (
        Candidate(name="Foreigners", team=foreign),
        Candidate(name="Given up", team=given_up),
        Candidate(name="Drog", team=Team.objects.get(league=league, name="Comets"), player=star),
        Candidate(name="Nobody", coach=Coach(None, "Nobody")),
        Candidate(name="stranger", coach=Coach(cast.stranger.pk)),
    ):
        with pytest.raises(Refusal):
            chosen(cast, candidate)
    assert Inductee.objects.count() == 2


def test_the_hall_has_an_order_and_is_changed_in_the_version_that_was_seen(
    cast: Cast, league: League, star: Player
) -> None:
    first = chosen(cast, of_player(star))
    chosen(cast, Candidate(name="Ravens", team=star.team), "Won it all.")
    third = chosen(cast, Candidate(name="coach", coach=Coach(cast.coach.pk)))
    client, address = signed_in(cast.commissioner), reverse("stats:inductee", args=[league.slug, third.pk])
    page = visit(client, address)
    assert page.form_with("Save").fields["place"] == ["3"]
    assert "Saved." in page.press("Save", place="1", citation="First of all.").text
    third.refresh_from_db()
    assert third.place == 1 and third.version == 2
    assert list(Inductee.objects.order_by("place").values_list("version", flat=True)) == [2, 2, 2]
    assert hall(league).index("First of all.") < hall(league).index("Captain of the champions.")
    with pytest.raises(StaleVersion):
        change_inductee(inductee=third, by=cast.commissioner, expected=1, citation="Late.", place=1)
    with pytest.raises(StaleVersion):
        remove_inductee(inductee=third, by=cast.commissioner, expected=1)
    with pytest.raises(StaleVersion):
        change_inductee(inductee=first, by=cast.commissioner, expected=1, citation="Late.", place=1)
    page = visit(client, reverse("stats:inductee", args=[league.slug, first.pk]))
    for _ in range(2):
        assert "Removed from the hall of fame." in page.press("Remove from the hall").text
    with pytest.raises(Refusal) as refused:
        remove_inductee(inductee=first, by=cast.commissioner, expected=2)
    assert refused.value.status == 410
    assert "Drog" not in hall(league)
    assert {"stats.coach_inductee_changed", "stats.inductee_removed"} <= set(logged(league))


def test_pages_of_the_player_and_the_team_say_so(cast: Cast, league: League, star: Player) -> None:
    addresses = [
        reverse("matches:team", args=[star.team.public_id]),
        reverse("matches:player", args=[star.team.public_id, star.pk]),
    ]
    client = signed_in(cast.coach)
    assert all("Hall of fame" not in main_of(client.get(address)) for address in addresses)
    row = chosen(cast, of_player(star))
    for address in addresses:
        assert f"/hall-of-fame/#hall-{row.pk}" in client.get(address).content.decode()
    assert "Choose for the hall of fame" not in client.get(addresses[1]).content.decode()
    assert "Choose for the hall of fame" in signed_in(cast.commissioner).get(addresses[1]).content.decode()


def test_who_deletes_their_account_leaves_the_hall(cast: Cast, league: League) -> None:
    chosen(cast, Candidate(name="coach", coach=Coach(cast.coach.pk)), "Coach is a legend.")
    assert "Coach is a legend." in hall(league)
    assert list(consequences(cast.coach)) == [f"You leave the hall of fame of {league.name}."]
    undo(cast.coach)
    assert "legend" not in hall(league) and not Inductee.objects.exists()


@pytest.mark.parametrize("person", PEOPLE)
def test_everyone_sees_a_public_hall_and_members_a_private_one(cast: Cast, person: str) -> None:
    client = signed_in(cast[person])
    assert client.get(reverse("stats:hall", args=[cast.league.slug])).status_code == 200
    expected = 200 if person in ("coach", "other_coach", "commissioner", "staff") else 404
    assert client.get(reverse("stats:hall", args=[cast.private.slug])).status_code == expected


def test_a_league_that_is_archived_keeps_its_hall(cast: Cast, league: League, star: Player) -> None:
    row = chosen(cast, of_player(star))
    League.objects.filter(pk=league.pk).update(archived_at=row.at)
    with pytest.raises(Refusal):
        remove_inductee(inductee=row, by=cast.commissioner, expected=1)
    assert "Drog Stumptoof" in hall(league)


def test_the_number_of_queries_is_small_and_does_not_grow(cast: Cast, league: League, star: Player) -> None:
    client, url = signed_in(cast.commissioner), reverse("stats:hall", args=[league.slug])
    chosen(cast, of_player(star))
    chosen(cast, Candidate(name="Ravens", team=star.team))
    chosen(cast, Candidate(name="coach", coach=Coach(cast.coach.pk)))

    def queries() -> int:
        client.get(url)
        Team.objects.filter(league=league).earliest("pk").save(update_fields=["name"])
        with CaptureQueriesContext(connection) as found:
            assert client.get(url).status_code == 200
        return len(found)

    few = queries()
    for team in Team.objects.filter(league=league).exclude(pk=star.team_id):
        chosen(cast, Candidate(name=team.name, team=team))
        chosen(cast, of_player(team.players.create(name=f"Star of {team.name}")))
    assert few == queries() <= MOST_QUERIES
