"""Pages that are read while somebody writes are read again, and no more often than that."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from competitions import competition_page, draws, names
from competitions.models import Entrant
from competitions.rereading import TRIES, reads_again
from competitions.shape import Shape
from competitions.standings import results_changed
from tests.competitions.stage import bare_teams, competition_in
from tests.leagues.cast import Cast, signed_in


@pytest.mark.parametrize(
    ("path", "before"), [("", False), ("table/?one={early}&other={late}", True), ("ladder/", False)]
)
def test_a_team_entered_between_two_queries_of_a_page_is_on_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, path: str, before: bool
) -> None:
    """The page asks for standings and for teams; in between somebody enters one, once."""
    *early, late = bare_teams(cast.league, 3)
    cup = competition_in(cast.league, early, shape=Shape(scheduling="ladder"))
    draws.start_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    client, named = signed_in(cast.commissioner), names.teams_named

    def enter() -> None:
        if not cup.entrants.filter(team=late).exists():
            Entrant.objects.create(competition=cup, team=late)
            results_changed([cup.pk])
            cache.clear()

    def meanwhile(teams: Any, user: Any) -> Any:
        if before:
            enter()
        found = named(teams, user)
        enter()
        return found

    monkeypatch.setattr(competition_page, "teams_named", meanwhile)
    address = path.format(early=early[0].public_id, late=late.public_id)
    answer = client.get(f"/competitions/{cup.public_id}/{address}")
    assert answer.status_code == 200
    assert late.name in answer.content.decode()


def test_what_fails_every_time_is_no_race(rf: RequestFactory) -> None:
    tried = []

    def broken(request: HttpRequest) -> HttpResponse:
        tried.append(request.method)
        raise KeyError("a bug")

    for method, times in (("get", TRIES), ("post", 1)):
        tried.clear()
        with pytest.raises(KeyError, match="a bug"):
            reads_again(broken)(getattr(rf, method)("/"))
        assert len(tried) == times
