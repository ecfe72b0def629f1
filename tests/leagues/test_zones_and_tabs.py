"""Times are in the league's zone, and users see the tabs they may open."""

from datetime import UTC, datetime

import pytest
import time_machine
from django.urls import reverse

from accounts.zones import zone_names
from leagues.models import LogEntry
from tests.leagues.cast import Cast, create_league, signed_in
from web.policy import POLICY
from web.tabs import NO_TAB, ROWS, TAB_OF, TABS, front_page, row


def test_a_leagues_times_are_in_its_zone_for_every_reader(cast: Cast) -> None:
    with time_machine.travel(datetime(2026, 7, 1, 22, 30, tzinfo=UTC), tick=False):
        league = create_league("Far away", by=cast.coach, zone="Asia/Tokyo")
        cast.coach.time_zone = "America/New_York"
        cast.coach.save()
        for reader in ("coach", "visitor"):
            page = signed_in(cast[reader]).get(reverse("leagues:house_rules", args=[league.slug])).content.decode()
            assert "2 Jul 2026, 07:30" in page and "Asia/Tokyo" in page


def test_the_zone_of_one_page_is_not_the_next_ones(cast: Cast) -> None:
    from django.utils import timezone

    create_league("Far away", by=cast.coach, zone="Asia/Tokyo")
    signed_in(None).get(reverse("leagues:members", args=["far-away"]))
    assert timezone.get_current_timezone_name() == "UTC"


@pytest.mark.parametrize(
    ("person", "labels"),
    [
        ("visitor", {"Members", "House rules"}),
        ("stranger", {"Members", "House rules"}),
        ("coach", {"Members", "House rules", "Log"}),
        ("commissioner", {"Members", "House rules", "Log", "Settings"}),
        ("staff", {"Members", "House rules", "Log", "Settings"}),
    ],
)
def test_users_see_the_tabs_they_may_open(cast: Cast, person: str, labels: set[str]) -> None:
    context = signed_in(cast[person]).get(reverse("leagues:members", args=[cast.league.slug])).context
    ours = {str(tab.label) for tab in TABS.values() if tab.route.startswith("leagues:")}
    assert {str(tab["label"]) for tab in context["league_tabs"]} & ours == labels
    assert [str(tab["label"]) for tab in context["league_tabs"] if tab["current"]] == ["Members"]


def test_every_tab_leads_to_a_page_that_answers(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    tabs = client.get(reverse("leagues:members", args=[cast.league.slug])).context["league_tabs"]
    for tab in tabs:
        assert client.get(tab["url"]).status_code == 200


def test_every_page_inside_a_league_names_its_tab() -> None:
    inside = {route for route, rule in POLICY.items() if rule.scope == "league"}
    assert inside - set(TAB_OF) == set(), "routes.py names no tab for these"
    assert set(TAB_OF) - inside == set(), "these are not inside a league"
    assert set(TAB_OF.values()) <= {*TABS, NO_TAB}
    assert all(TAB_OF[tab.route] == key for key, tab in TABS.items())


def test_links_of_several_rooms_stand_in_one_order() -> None:
    assert [link["current"] for link in row("team", "orcs", current="rating")] == [False, True, False, False]
    assert [str(link["label"]) for link in row("team", "orcs")] == ["Record", "Rating", "History", "Pictures"]
    for links in ROWS.values():
        assert len({link.place for link in links}) == len({link.key for link in links}) == len(links)
        assert {link.route for link in links} <= set(POLICY)


def test_a_page_below_a_tab_shows_it_as_current(cast: Cast) -> None:
    context = signed_in(cast.commissioner).get(reverse("leagues:invite", args=[cast.league.slug])).context
    assert [str(tab["label"]) for tab in context["league_tabs"] if tab["current"]] == ["Members"]


@pytest.mark.parametrize(
    ("route", "part"), [("competitions:cabinet", "Records"), ("leagues:log", "League"), ("teams:list", "Teams")]
)
def test_one_part_of_the_league_is_current_in_the_bar(cast: Cast, route: str, part: str) -> None:
    context = signed_in(cast.coach).get(reverse(route, args=[cast.league.slug])).context
    assert [str(item["label"]) for item in context["bar"]["parts"] if item["current"]] == [part]


def test_a_league_has_a_front_page(cast: Cast) -> None:
    assert signed_in(cast.coach).get(front_page(cast.league)).status_code == 200


def test_a_log_entry_of_an_unknown_kind_is_shown_by_its_id(cast: Cast) -> None:
    LogEntry.objects.create(league=cast.league, by=None, kind="future.kind", args={"x": 1})
    page = signed_in(cast.coach).get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    assert "future.kind" in page


def test_the_list_of_zones_is_one_people_know(db: None) -> None:
    assert {"UTC", "Europe/Berlin", "America/New_York"} <= set(zone_names())
    assert not {name for name in zone_names() if name.startswith(("Etc/", "SystemV/", "posix"))}
