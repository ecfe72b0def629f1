"""The request that changes an earlier result draws the pages that show it, for readers in all processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client
from django.urls import reverse

from competitions.dashboard.drawn_at_once import work_out_past
from competitions.models import Competition
from competitions.standings.standings import results_changed
from leagues.books import add_book
from leagues.models import ChangeCounter
from matches.extensions import past_changed
from matches.models import Match
from rules import editions
from stats.played import held
from stats.played.coaches import Coach
from stats.played.held import forget
from stats.played.kept import Figure
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_teams,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast
from tests.stats.old_results import Nothing, annul, correct, first_of

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("change", [correct, annul])
def test_readers_in_another_process_find_the_pages_of_a_correction_drawn_as_they_would_draw_them(
    division: Competition,
    client: Client,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
    change: Any,
) -> None:
    addresses = list(pages_about(division))
    for address in addresses:
        client.get(address)
    with django_capture_on_commit_callbacks(execute=True), in_another_process():
        change_past(division, change)
    monkeypatch.setattr("web.kept.render_to_string", None)
    found = {address: client.get(address).content for address in addresses}
    monkeypatch.undo()
    cache.clear()
    forget()
    assert found == {address: client.get(address).content for address in addresses}


@pytest.mark.usefixtures("served")
def test_pages_of_a_correction_are_those_of_the_book_that_its_match_was_played_by(
    division: Competition,
    by_another_book: Competition,
    client: Client,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    addresses = list(pages_about(by_another_book))
    for address in addresses:
        client.get(address)
    with django_capture_on_commit_callbacks(execute=True), in_another_process():
        change_past(by_another_book, correct)
    monkeypatch.setattr("web.kept.render_to_string", None)
    found = {address: client.get(address).content for address in addresses}
    slug = division.season.league.slug
    for name in ("statistics", "ratings", "records", "streaks", "graveyard", "league_pictures"):
        with pytest.raises(TypeError):
            client.get(reverse(f"stats:{name}", args=[slug]))
    monkeypatch.undo()
    cache.clear()
    forget()
    assert found == {address: client.get(address).content for address in addresses}


@pytest.fixture
def by_another_book(division: Competition, cast: Cast) -> Competition:
    """Three teams of the same league have played two matches by its second book."""
    teams = create_bare_teams(division.season.league, "Owls", "Larks", "Finches")
    cup = competition_in(division.season.league, teams, started=True)
    for fixture in matches_of(cup)[:2]:
        decide_match(fixture, 2, 1)
    edition = next(each.key for each in editions.EDITIONS if each.key != division.season.league.ruleset.edition)
    added = add_book(league=division.season.league, by=cast.commissioner, edition=edition)
    Match.objects.filter(fixture__round__competition=cup).update(ruleset=added.ruleset)
    theirs = Team.objects.filter(pk__in=[each.pk for each in teams])
    theirs.update(edition=edition, ruleset=added.ruleset, coach=cast.coach)
    Competition.objects.filter(pk=cup.pk).update(edition=edition)
    return Competition.objects.select_related("season__league").get(pk=cup.pk)


def change_past(division: Competition, change: Any) -> None:
    """Change the first match of a competition, as a command does."""
    match = Match.objects.get(pk=first_of(division))
    change(division)
    results_changed([division.pk])
    past_changed.call([match])
    ChangeCounter.objects.filter(league=division.season.league_id).update(count=F("count") + 1)


@contextmanager
def in_another_process() -> Iterator[None]:
    """Leaves what this process held before."""
    older = dict(held._held)
    with ExitStack() as after:
        after.callback(held._held.update, older)
        after.callback(forget)
        yield


def test_pages_of_the_first_competitions_are_drawn_and_figures_of_all_worked_out(
    division: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first are those of the match that was corrected, not the oldest."""
    given = [*(competition_in(division.season.league).pk for _each in "ab"), division.pk]
    drawn, worked_out = list[tuple[str, int]](), set[int | None]()
    pages = {"pictures.of_competition": "pictures", "records.records_among": "records"}
    for path, name in pages.items():
        note = partial(noted, drawn, name)
        monkeypatch.setattr(f"stats.after_corrections.{path}", note)
    of = Figure.of
    monkeypatch.setattr(Figure, "of", lambda figure, scope: (worked_out.add(scope.competition), of(figure, scope))[1])
    work_out_past(given, [first_of(division)])
    assert sorted(drawn) == sorted((name, pk) for name in pages.values() for pk in given[:2])
    assert worked_out >= {None, *given}


def noted(drawn: list[tuple[str, int]], name: str, competition: Competition) -> type[Nothing]:
    drawn.append((name, competition.pk))
    return Nothing


def test_each_league_has_the_pages_of_its_own_match_drawn(
    division: Competition, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = competition_in(cast.private, bare_teams(cast.private, 2), started=True)
    decide_match(matches_of(elsewhere)[0], 1, 0)
    drawn: dict[int, list[str]] = {}
    monkeypatch.setattr(
        "competitions.dashboard.drawn_at_once.draw_for_public",
        lambda league, addresses: drawn.update({league.pk: list(addresses)}),
    )
    work_out_past([division.pk, elsewhere.pk], [first_of(division), first_of(elsewhere)])
    pages = {
        each.season.league_id: reverse("matches:match", args=[matches_of(each)[0].match.public_id])
        for each in (division, elsewhere)
    }
    assert {league: [each for each in drawn[league] if "/matches/" in each] for league in drawn} == {
        league: [page] for league, page in pages.items()
    }


def pages_about(division: Competition) -> Iterator[str]:
    match, slug, edition = Match.objects.get(pk=first_of(division)), division.season.league.slug, division.edition
    for name in ("statistics", "teams", "coaches", "lists", "records", "streaks", "graveyard", "league_pictures"):
        yield reverse(f"stats:{name}", args=[slug]) + (f"?book={edition}" if edition else "")
    for query in ({}, {"by": "glicko2"}, {"who": "coaches"}, {"who": "coaches", "by": "glicko2"}):
        yield reverse("stats:ratings", args=[slug]) + "?" + urlencode(query | ({"book": edition} if edition else {}))
    yield reverse("news:list", args=[slug])
    yield reverse("stats:competition_records", args=[division.public_id])
    yield reverse("matches:match", args=[match.public_id])
    for side in match.sides.select_related("team").order_by("pk"):
        yield reverse("matches:team", args=[side.team.public_id])
        for name in ("team_record", "team_pictures", "team_rating"):
            yield reverse(f"stats:{name}", args=[side.team.public_id])
        for name in ("coach", "coach_rating") if side.team.coach_id else ():
            address = reverse(f"stats:{name}", args=[slug, Coach(side.team.coach_id).key])
            yield address + (f"?book={edition}" if edition else "")
