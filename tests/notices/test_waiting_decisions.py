"""Pages on which a date, a decision of a commissioner or a season's end waits show by themselves what came."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from competitions.fixtures import dates
from competitions.formats.knock_out.manual_advance import advancing
from competitions.models import Competition, Fixture, Season, TeamEnd
from competitions.rulings.decisions import declare_void
from competitions.season_end.team_ends import go_on
from competitions.setup.adjustments.adjustments import adjusting
from competitions.setup.shape import Shape
from leagues.agreements import own_matches
from leagues.models import Agreement
from matches.models import Match
from matches.sequence.opening import open_match
from rules.correcting.manual_correction import ManualCorrection
from teams.ledger.manual_correction import correcting
from tests.competitions.competition_builders import competition_in, decide_match, matches_of
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams, shared_two_teams, two_teams
from tests.matches.own_match_builders import runs_too
from tests.notices.asking_pages import asked_at, asks_again
from tests.notices.states import STATES

__all__ = ["shared_two_teams", "two_teams"]
MOST = 13
"""Queries of such a look, where a decision is asked of several people about many teams; most take half of it."""
Scene = tuple[str, User, Callable[[], Any]]
"""A page that waits, its reader, and what happens then."""


def _date(world: TwoTeams) -> Scene:
    fixture: Fixture = STATES["competitions.Fixture", "home"](world)
    assert fixture.match is not None and fixture.away is not None

    def agree() -> None:
        dates.agree_date(
            fixture=fixture, by=fixture.home.coach, expected=fixture.version, when=fixture.agreed_for
        )  # fmt: skip

    return reverse("matches:match", args=[fixture.match.public_id]), fixture.away.coach, agree


def _no_date_yet(world: TwoTeams) -> Scene:
    fixture = matches_of(competition_in(world.league, [world.home, world.away], started=True))[0]
    assert fixture.match is not None

    def propose() -> None:
        when = datetime(2031, 3, 8, 19, tzinfo=UTC)
        dates.agree_date(fixture=fixture, by=world.cast.other_coach, expected=fixture.version, when=when)

    return reverse("matches:match", args=[fixture.match.public_id]), world.cast.coach, propose


def _friendly(world: TwoTeams) -> Scene:
    match = match_builders.scheduled_match(world.home, world.away)
    page = reverse("matches:match", args=[match.public_id])
    return page, world.cast.coach, lambda: open_match(match=match, by=world.cast.other_coach)


def _own_match(world: TwoTeams) -> Scene:
    asked: Agreement = STATES["leagues.Agreement", "waiting"](world)
    page = reverse("matches:match", args=[Match.objects.get().public_id])
    return page, world.cast.coach, lambda: own_matches.agree(agreement=asked, by=world.cast.other_coach)


def _withdrawn(world: TwoTeams) -> Scene:
    asked: Agreement = STATES["leagues.Agreement", "waiting"](world)
    page = reverse("matches:match", args=[Match.objects.get().public_id])
    return page, world.cast.other_coach, lambda: own_matches.withdraw(agreement=asked, by=world.cast.coach)


def _own_team(world: TwoTeams) -> Scene:
    runs_too(world.cast)
    deed = correcting(world.home, world.cast.coach, ManualCorrection(figure="treasury", amount=20_000))
    asked = own_matches.ask(deed, "Typed wrong.")
    page = reverse("teams:correct", args=[world.home.public_id])
    return page, world.cast.coach, lambda: own_matches.agree(agreement=asked, by=world.cast.commissioner)


def _own_points(world: TwoTeams) -> Scene:
    runs_too(world.cast)
    table = competition_in(world.league, [world.home, world.away], started=True)
    asked = own_matches.ask(adjusting(table, world.home, world.cast.coach, 3), "A mistake.")
    page = reverse("competitions:adjust", args=[table.public_id])
    return page, world.cast.coach, lambda: own_matches.withdraw(agreement=asked, by=world.cast.coach)


def _season_end(world: TwoTeams) -> Scene:
    row: TeamEnd = STATES["competitions.TeamEnd", "open"](world)
    page = reverse("competitions:team_end", args=[row.pk])
    return page, world.cast.commissioner, lambda: go_on(row, world.cast.coach)


def _closed_season(world: TwoTeams) -> Scene:
    row: TeamEnd = STATES["competitions.TeamEnd", "open"](world)
    Season.objects.filter(pk=row.season_id).update(state=Season.State.CLOSED)
    page = reverse("competitions:season", args=[world.league.slug, row.season.number])
    return page, world.cast.commissioner, lambda: go_on(row, world.cast.coach)


def _closing(world: TwoTeams) -> Scene:
    table: Competition = competition_in(world.league, [world.home, world.away], started=True)
    page = reverse("competitions:end_season", args=[world.league.slug, table.season.number])
    return page, world.cast.commissioner, lambda: decide_match(matches_of(table)[0], 2, 1)


def _bracket(world: TwoTeams) -> Scene:
    runs_too(world.cast)
    cup = competition_in(world.league, [world.home, world.away], started=True, shape=Shape(scheduling="knock_out"))
    asked = own_matches.ask(advancing(cup, cup.ties.get(), world.cast.coach, world.home), "They cannot come.")
    page = reverse("competitions:bracket", args=[cup.public_id])
    return page, world.cast.coach, lambda: own_matches.withdraw(agreement=asked, by=world.cast.coach)


SCENES = (
    _date,
    _no_date_yet,
    _friendly,
    _own_match,
    _withdrawn,
    _own_team,
    _own_points,
    _season_end,
    _closed_season,
    _closing,
    _bracket,
)


@pytest.mark.django_db
@pytest.mark.parametrize("scene", SCENES)
def test_a_page_that_waits_hears_nothing_until_something_has_happened(
    scene: Callable[[TwoTeams], Scene], two_teams: TwoTeams, django_assert_max_num_queries: Any
) -> None:
    page, reader, happens = scene(two_teams)
    client = signed_in(reader)
    address = asked_at(client, page)
    with django_assert_max_num_queries(MOST):
        assert asks_again(client, address).status_code == 204
    happens()
    answer = asks_again(client, address)
    assert answer.status_code in (200, 302)
    assert asks_again(Client(), address).status_code != 204


@pytest.mark.django_db
@pytest.mark.parametrize(("scene", "most"), [(_closing, 4), (_bracket, 9)])
def test_a_look_reads_no_more_than_its_sign_needs(
    scene: Callable[[TwoTeams], Scene], most: int, two_teams: TwoTeams, django_assert_max_num_queries: Any
) -> None:
    page, reader, _happens = scene(two_teams)
    client = signed_in(reader)
    address = asked_at(client, page)
    with django_assert_max_num_queries(most):
        assert asks_again(client, address).status_code == 204


@pytest.mark.django_db
def test_a_fixture_that_is_decided_does_not_ask(two_teams: TwoTeams) -> None:
    fixture = matches_of(competition_in(two_teams.league, [two_teams.home, two_teams.away], started=True))[0]
    page = reverse("competitions:fixture", args=[fixture.pk])
    Fixture.objects.filter(pk=fixture.pk).update(match=None)
    assert asked_at(signed_in(two_teams.cast.commissioner), page)
    fixture.refresh_from_db()
    given = {"by": two_teams.cast.commissioner, "expected": fixture.version, "reason": "They cannot come."}
    declare_void(fixture=fixture, **given)
    assert b"data-waiting" not in signed_in(two_teams.cast.commissioner).get(page).content


@pytest.mark.django_db
def test_who_only_reads_a_match_that_is_not_opened_does_not_ask(two_teams: TwoTeams) -> None:
    fixture: Fixture = STATES["competitions.Fixture", "home"](two_teams)
    assert fixture.match is not None
    page = reverse("matches:match", args=[fixture.match.public_id])
    for person in (two_teams.cast.stranger, None):
        assert b"waiting.js" not in signed_in(person).get(page).content
