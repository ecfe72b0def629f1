"""Cached values are read only by the version of the code that wrote them."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.urls import reverse

from competitions import cache_keys
from competitions.standings.standings import cache_key, standings_of
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
from web.fingerprint import code


@pytest.mark.django_db
def test_values_cached_by_older_code_are_not_read(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    monkeypatch.setattr(cache_keys, "code", lambda: "older")
    cache.set(cache_key(competition, "standings"), "as they were made then")
    assert standings_of(competition) == "as they were made then"
    monkeypatch.setattr(cache_keys, "code", lambda: "newer")
    assert len(standings_of(competition).lines) == 2


@pytest.mark.django_db
def test_pages_of_a_competition_read_no_other_cache_keys(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    decide_match(matches_of(competition)[0], 2, 1)
    asked: set[str] = set()
    made = BaseCache.make_key

    def noted(self: BaseCache, key: str, version: int | None = None) -> str:
        asked.add(key)
        return made(self, key, version)

    monkeypatch.setattr(BaseCache, "make_key", noted)
    client = signed_in(cast.coach)
    for page in ("competition", "table", "fixtures", "players"):
        client.get(reverse(f"competitions:{page}", args=[competition.public_id]))
    client.get(reverse("competitions:season", args=[cast.league.slug, competition.season.number]))
    ours = {key for key in asked if "session" not in key}
    worked_out = {"standings", "accounts", "climbs", "deaths", "leaders", "player_totals", "round_counts", "awards"}
    assert {key.split(":")[0] for key in ours} == worked_out | {"kept", "held"}
    assert all(key.split(":")[1] == code() for key in ours if not key.startswith("kept:"))
