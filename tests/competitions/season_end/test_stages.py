"""A season's page shows its stages in order, with the divisions of a stage together."""

from __future__ import annotations

import re

from django.urls import reverse

from competitions.models import Competition, StageFeed
from competitions.season_end.stages import sections_of
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_teams, competition_in
from tests.leagues.cast import Cast, form_data, signed_in


def row(pk: int, group: str = "") -> Competition:
    return Competition(pk=pk, name=str(pk), group_name=group)


def test_a_stage_comes_after_all_stages_that_feed_it() -> None:
    rows = [row(1, "Final"), row(2, "Divisions"), row(3), row(4, "Divisions"), row(5)]
    feeds = [(2, 3), (4, 3), (3, 1), (2, 1)]
    shown = [(each.stage, each.name, [one.pk for one in each.competitions]) for each in sections_of(rows, feeds)]
    assert shown == [(1, "Divisions", [2, 4]), (1, "", [5]), (2, "", [3]), (3, "Final", [1])]


def test_a_season_without_feeds_has_no_stages_except_its_groups() -> None:
    shown = [(each.stage, each.name) for each in sections_of([row(1), row(2, "Divisions"), row(3)], [])]
    assert shown == [(0, "Divisions"), (0, "")]


def headings(cast: Cast, season: int) -> list[str]:
    page = signed_in(cast.coach).get(reverse("competitions:season", args=[cast.league.slug, season])).text
    return [words for words in re.findall(r"<h2[^>]*>([^<]+)</h2>", page) if words not in ("Seasons", "Awards")]


def test_the_page_names_stages_and_groups(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    north = competition_in(cast.league, teams[:2], name="North", shape=Shape(group_name="Divisions"))
    assert headings(cast, 1) == ["Divisions"]
    competition_in(cast.league, teams[2:], name="South", shape=Shape(group_name="Divisions"))
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out"))
    assert headings(cast, 1) == ["Divisions", "Other competitions"]
    StageFeed.objects.create(target=cup, source=north, first=1, last=1)
    assert headings(cast, 1) == ["Stage 1: Divisions", "Stage 2"]


def test_a_season_with_one_table_has_only_its_name_as_heading(cast: Cast) -> None:
    competition_in(cast.league, bare_teams(cast.league, 2))
    assert headings(cast, 1) == ["Table"]
    competition_in(cast.league, name="Second")
    assert headings(cast, 1) == ["Tables"]


def test_all_divisions_are_drawn_and_started_with_one_button(cast: Cast) -> None:
    teams = bare_teams(cast.league, 5)
    group = Shape(group_name="Divisions")
    north = competition_in(cast.league, teams[:2], name="North", shape=group, drawn=True)
    south = competition_in(cast.league, teams[2:], name="South", shape=group)
    cup = competition_in(cast.league, name="Cup", shape=Shape(scheduling="knock_out", group_name="Divisions"))
    StageFeed.objects.create(target=cup, source=north, first=1, last=1)
    StageFeed.objects.create(target=cup, source=south, first=1, last=1)
    seed = Competition.objects.get(pk=north.pk).seed
    browser, season = signed_in(cast.commissioner), reverse("competitions:season", args=[cast.league.slug, 1])
    page = browser.get(season).text
    assert page.count("Draw and start all of Divisions") == 1
    assert f'name="parts" value="{seen(north, south)}"' in page
    assert "Draw and start" not in signed_in(cast.coach).get(season).text
    address = reverse("competitions:start_group", args=[cast.league.slug, 1])
    before = seen(north, south)
    Competition.objects.filter(pk=south.pk).update(version=south.version + 1)
    assert browser.post(address, form_data(parts=before)).status_code == 409
    assert not Competition.objects.exclude(state="draft").exists(), "one was changed since: none is started"
    answer = browser.post(address, form_data(parts=seen(north, south)))
    assert answer["Location"] == season
    states = dict(Competition.objects.values_list("name", "state"))
    assert states == {"North": "running", "South": "running", "Cup": "draft"}
    assert Competition.objects.get(pk=north.pk).seed == seed, "what was drawn stays drawn"
    for nothing in ("nothing", f"{north.public_id}:x", f"{north.public_id}:{10**12}", ":"):
        assert browser.post(address, form_data(parts=nothing)).status_code == 409, nothing
    endless = browser.post(address, form_data(parts="abc:1 " * 1000))
    assert endless.status_code == 400
    assert "Parts: Ensure this value has at most 4000 characters" in endless.content.decode()


def test_if_one_division_cannot_start_none_starts(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    group = Shape(group_name="Divisions")
    north = competition_in(cast.league, teams[:2], name="North", shape=group)
    south = competition_in(cast.league, teams[2:], name="South", shape=group)
    browser = signed_in(cast.commissioner)
    assert "Draw and start" not in browser.get(reverse("competitions:season", args=[cast.league.slug, 1])).text
    address = reverse("competitions:start_group", args=[cast.league.slug, 1])
    assert browser.post(address, form_data(parts=seen(north, south))).status_code in (409, 422, 400)
    assert set(Competition.objects.values_list("state", flat=True)) == {"draft"}
    assert not north.rounds.exists()


def seen(*competitions: Competition) -> str:
    """These competitions and their versions, as the button names them."""
    rows = Competition.objects.filter(pk__in=[each.pk for each in competitions]).order_by("pk")
    return " ".join(f"{each.public_id}:{each.version}" for each in rows)
