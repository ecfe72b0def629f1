"""Parts of pages that everybody sees are drawn once, and never older than the page's rows."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.leagues.cast import Cast, create_cast, signed_in
from tests.teams.team_builders import approved_team
from web.kept import Kept, kept_values
from web.preview import rolled_back
from web.snapshot_reads import snapshot

pytestmark = pytest.mark.django_db

TEMPLATE = "components/_tag.html"


class Drawn:
    """Counts how often a part is gathered."""

    def __init__(self, **gathered: Any) -> None:
        self.gathered = gathered
        self.times = 0

    def gather(self) -> dict[str, Any]:
        self.times += 1
        return {"text": f"drawn {self.times}", "kind": "good", "icon": "", **self.gathered}

    def page(self, version: str = "1", args: tuple[object, ...] = ("a",)) -> str:
        with snapshot():
            return str(Kept((TEMPLATE,), version=version, args=args, gather=self.gather).part(TEMPLATE))


def test_a_part_is_gathered_once_for_each_version_zone_and_argument() -> None:
    drawn = Drawn()
    assert "drawn 1" in drawn.page()
    assert "drawn 1" in drawn.page()
    assert "drawn 2" in drawn.page(version="2")
    assert "drawn 3" in drawn.page(args=("b",))
    with timezone.override("Europe/Berlin"):
        assert "drawn 4" in drawn.page()
    assert "drawn 1" in drawn.page()


def test_a_part_is_gathered_once_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Drawn()
    assert "drawn 1" in drawn.page()
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr("web.kept.get_language", lambda: "de")
        assert "drawn 2" in drawn.page()
    assert "drawn 1" in drawn.page()


def test_what_the_clock_changes_is_kept_until_then() -> None:
    past = Drawn(until=timezone.now() - timedelta(seconds=1))
    past.page()
    assert "drawn 2" in past.page()
    ahead = Drawn(until=timezone.now() + timedelta(hours=1))
    ahead.page(args=("ahead",))
    assert "drawn 1" in ahead.page(args=("ahead",))


def test_nothing_is_kept_without_a_version() -> None:
    drawn = Drawn()
    for number in (1, 2):
        with snapshot():
            part = Kept((TEMPLATE,), version=None, args=(), gather=drawn.gather)
            assert f"drawn {number}" in part.part(TEMPLATE)


def test_nothing_is_kept_outside_a_snapshot() -> None:
    drawn = Drawn()
    part = Kept((TEMPLATE,), version="1", args=(), gather=drawn.gather)
    assert "drawn 1" in part.part(TEMPLATE)
    assert "drawn 1" in part.part(TEMPLATE), "one object gathers once"
    assert "drawn 2" in drawn.page(args=())


@pytest.mark.django_db(transaction=True)
def test_a_preview_keeps_nothing_and_finds_nothing() -> None:
    drawn = Drawn()
    drawn.page()
    with rolled_back():
        assert "drawn 2" in drawn.page()
    assert "drawn 1" in drawn.page()


def test_pages_are_right_without_any_cache() -> None:
    drawn = Drawn()
    with override_settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}):
        assert "drawn 1" in drawn.page()
        assert "drawn 2" in drawn.page()


def test_a_template_gets_what_was_gathered_and_nothing_else(settings: Any, tmp_path: Path) -> None:
    tmp_path.joinpath("part.html").write_text("[{{ user }}{{ request }}{{ csrf_token }}{{ text }}]")
    own = {**settings.TEMPLATES[0], "DIRS": [tmp_path]}
    settings.TEMPLATES = [own]
    part = Kept(("part.html",), version="1", args=(), gather=lambda: {"text": "<gathered>"})
    assert part.part("part.html") == "[&lt;gathered&gt;]"


def test_each_reader_gets_the_pieces_for_their_marks(settings: Any, tmp_path: Path) -> None:
    tmp_path.joinpath("part.html").write_text(
        "{% load web %}a{% own 'team:1 team:2' %}b{% endown %}c{% own 'runs' %}d{% endown %}{{ text }}"
    )
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    drawn = Drawn()

    def part(*marks: str) -> str:
        with snapshot():
            found = Kept(("part.html",), version="1", args=("pieces",), gather=drawn.gather, marks=marks)
            return str(found.part("part.html"))

    assert part() == "acdrawn 1"
    assert part("team:2") == "abcdrawn 1"
    assert part("team:1", "runs") == "abcddrawn 1"
    assert part("team:11") == "acdrawn 1", "all are drawn once"


def test_a_part_that_is_not_kept_shows_a_piece_to_its_reader_alone(settings: Any, tmp_path: Path) -> None:
    tmp_path.joinpath("part.html").write_text("{% load web %}a{% own 'team:1' mine %}b{% endown %}c")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    assert render_to_string("part.html", {"mine": True}) == "abc"
    assert render_to_string("part.html", {"mine": False}) == "ac"


def test_a_part_is_kept_for_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Drawn()
    for language, shown in (("en", 1), ("de", 2), ("en", 1)):
        monkeypatch.setattr("web.kept.get_language", lambda language=language: language)
        assert f"drawn {shown}" in drawn.page(args=("language",))


def test_plain_data_is_gathered_for_the_leagues_that_changed() -> None:
    asked: list[list[int]] = []

    def gather(leagues: list[int]) -> dict[int, str]:
        asked.append(leagues)
        return {league: f"{league} in gathering {len(asked)}" for league in leagues}

    def read(**versions: str) -> dict[int, str]:
        with snapshot():
            return kept_values("words", {int(name[1:]): version for name, version in versions.items()}, gather)

    assert read(l1="1", l2="1") == {1: "1 in gathering 1", 2: "2 in gathering 1"}
    assert read(l1="1", l2="2", l3="1") == {1: "1 in gathering 1", 2: "2 in gathering 2", 3: "3 in gathering 2"}
    assert read(l2="2") == {2: "2 in gathering 2"} and read() == {}
    assert asked == [[1, 2], [2, 3]]
    with override_settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}):
        assert read(l1="1") == {1: "1 in gathering 3"}


@pytest.mark.django_db(transaction=True)
def test_plain_data_is_neither_kept_nor_found_outside_a_snapshot_and_in_a_preview() -> None:
    def read(word: str) -> dict[int, str]:
        return kept_values("words", {1: "1"}, lambda leagues: dict.fromkeys(leagues, word))

    assert read("outside") == {1: "outside"}
    with snapshot():
        assert read("kept") == {1: "kept"}
    with rolled_back(), snapshot():
        assert read("preview") == {1: "preview"}
    with snapshot():
        assert read("later") == {1: "kept"}


@pytest.fixture
def cast() -> Cast:
    return create_cast()


def test_a_kept_page_changes_with_its_league_and_shows_each_reader_their_own(cast: Cast) -> None:
    team = approved_team(cast.league, cast.coach, name="Kept Orcs")
    address = f"/teams/{team.public_id}/"
    coach, visitor = signed_in(cast.coach), Client()
    with snapshot():
        assert "Retire team" in coach.get(address).content.decode()
        page = visitor.get(address).content.decode()
    assert "Retire team" not in page and "Coach the Coach" not in page
    cast.coach.display_name = "Coach the Coach"
    cast.coach.save()
    assert "Coach the Coach" in visitor.get(address).content.decode()


def test_a_kept_page_of_a_private_league_is_shown_to_no_stranger(cast: Cast) -> None:
    team = approved_team(cast.private, cast.coach, name="Hidden Orcs", by=cast.commissioner)
    address = f"/teams/{team.public_id}/"
    assert signed_in(cast.coach).get(address).status_code == 200
    assert signed_in(cast.stranger).get(address).status_code == 404
    assert Client().get(address).status_code in (302, 404)


def test_a_page_number_that_is_made_up_is_not_kept() -> None:
    cast = create_cast()
    team, client = approved_team(cast.league, cast.coach), Client()
    player = team.players.order_by("pk").first()
    assert player is not None
    own = f"/teams/{team.public_id}/"
    for address in (own, f"{own}players/{player.pk}/", f"/leagues/{cast.league.slug}/teams/"):
        taken = {}
        for page in ("77", "x", "1"):
            assert client.get(f"{address}?page={page}").status_code == 200, address
            with CaptureQueriesContext(connection) as queries:
                client.get(f"{address}?page={page}")
            taken[page] = len(queries)
        assert taken["77"] == taken["x"] > taken["1"], (address, taken)
