"""The next season by another book: copies of the competitions, and a draft there for each team, with what changed."""

from __future__ import annotations

import uuid

import pytest
from django.urls import reverse

from competitions.models import Competition, Season, TeamEnd
from competitions.season_end import next_season
from competitions.season_end.team_ends import sequence_of
from leagues import books, services
from rules import editions
from teams.building import approval
from teams.models import Team, TeamOrigin, TeamState
from tests.competitions.competition_builders import competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, add_member, signed_in
from tests.teams.team_builders import team_from_list


@pytest.fixture
def season(cast: Cast) -> Season:
    """A closed season of two teams; the league also plays by the Competition Rules."""
    league = cast.league
    books.add_book(league=league, by=cast.commissioner, edition="crp")
    ravens = team_from_list(league, cast.coach, "Ravens", "Dark Elf", ("Lineman",) * 10 + ("Thrower",), staff=())
    reavers = team_from_list(league, cast.other_coach, "Reavers", "Human")
    competition = competition_in(league, [ravens, reavers], started=True)
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    season: Season = competition.season
    Season.objects.filter(pk=season.pk).update(state=Season.State.CLOSED)
    season.refresh_from_db()
    return season


def test_teams_become_drafts_by_the_other_book_with_what_changed(cast: Cast, season: Season) -> None:
    book = editions.edition("crp").book
    made, brought = next_season.carry_on_by(season=season, by=cast.commissioner, name="Season 2", book=book)
    copy = Competition.objects.get(season=made)
    assert (copy.book.key, copy.entrants.count(), brought.left_behind) == ("crp", 0, ())
    assert sorted(team.name for team in brought.drafts) == ["Ravens II", "Reavers II"]
    ravens = next(team for team in brought.drafts if team.name == "Ravens II")
    assert (ravens.edition, ravens.team_list, ravens.coach, ravens.state) == ("crp", "Dark Elf", cast.coach, "draft")
    assert TeamOrigin.objects.get(team=ravens).source.name == "Ravens"
    page = signed_in(cast.coach).get(reverse("teams:arrival", args=[ravens.public_id])).content.decode()
    assert "Brought over from" in page


def test_a_coach_who_has_a_team_there_already_keeps_it(cast: Cast, season: Season) -> None:
    team_from_list(cast.league, cast.coach, "Old Guard", "Orc", edition="crp")
    book = editions.edition("crp").book
    _made, brought = next_season.carry_on_by(season=season, by=cast.commissioner, name="Season 2", book=book)
    assert [team.name for team in brought.drafts] == ["Reavers II"]
    ((name, why),) = brought.left_behind
    assert name == "Ravens" and "Old Guard" in why


def test_the_page_offers_the_books_of_the_league(cast: Cast, season: Season) -> None:
    client = signed_in(cast.commissioner)
    address = reverse("competitions:carry_on", args=[cast.league.slug, season.number])
    assert 'value="crp"' in client.get(address).content.decode()
    sent = {"name": "Season 2", "book": "crp", "command_id": str(uuid.uuid4())}
    page = client.post(address, sent, follow=True).content.decode()
    assert "2 teams are drafts by the new book. Their pages list what changed." in page
    assert Team.objects.filter(league=cast.league, edition="crp").count() == 2


def test_without_another_book_everything_stays(cast: Cast, season: Season) -> None:
    made = next_season.carry_on(season=season, by=cast.commissioner, name="Season 2")
    assert Competition.objects.get(season=made).entrants.count() == 2


@pytest.fixture
def today(cast: Cast) -> Season:
    """A closed season of two teams by Blood Bowl 2020, Nets and Spikes; the league also plays by that of 2025."""
    league = services.create_league(by=cast.commissioner, details=services.Details(name="Today"), edition="bb2020")
    books.add_book(league=league, by=cast.commissioner, edition="bb2025")
    teams = []
    for coach, name in ((cast.coach, "Nets"), (cast.other_coach, "Spikes")):
        add_member(league, coach)
        teams.append(team_from_list(league, coach, name, "Goblin", ["Goblin Lineman"] * 11, rerolls=0, staff=()))
    table = competition_in(league, teams, started=True)
    (fixture,) = matches_of(table)
    decide_match(fixture, *((2, 1) if fixture.home == teams[0] else (1, 2)))
    Season.objects.filter(pk=table.season_id).update(state=Season.State.CLOSED)
    return Season.objects.get(pk=table.season_id)


def gone_on(cast: Cast, season: Season) -> str:
    """The page after the next season was opened by the new book, with a draft of each team."""
    address = reverse("competitions:carry_on", args=[season.league.slug, season.number])
    sent = {"name": "Season 2", "book": "bb2025", "redraft": "on", "command_id": str(uuid.uuid4())}
    return signed_in(cast.commissioner).post(address, sent, follow=True).content.decode()


def test_a_team_that_goes_on_is_drafted_again_by_the_new_book_with_its_matches_of_the_season(
    cast: Cast, today: Season
) -> None:
    assert "Each of them is drafted again once it is approved" in gone_on(cast, today)
    draft = Team.objects.get(name="Nets II")
    row = TeamEnd.objects.get(team=draft)
    assert (row.state, row.won, row.drawn, row.lost) == (TeamEnd.State.WAITING, 1, 0, 0)
    draft = approval.submit_team(team=draft, expected=draft.version, by=cast.coach)
    approval.approve_team(team=draft, expected=draft.version, by=cast.commissioner)
    row.refresh_from_db()
    assert row.state == TeamEnd.State.OPEN
    outcome = sequence_of(row).outcome
    assert [question.key for question in outcome.questions] == ["keep"]
    terms = {term.id: term.amount for _step, figure in outcome.figures for term in figure.terms}
    assert (terms["redraft.budget"], terms["redraft.played"], terms["redraft.won"]) == (1_000_000, 20_000, 20_000)
    assert terms["redraft.treasury"] == TeamState.objects.get(team=draft).treasury


def test_a_team_that_its_old_book_has_drafted_again_is_not_drafted_twice(cast: Cast, today: Season) -> None:
    TeamEnd.objects.create(season=today, team=Team.objects.get(name="Nets"), state=TeamEnd.State.DONE)
    TeamEnd.objects.create(season=today, team=Team.objects.get(name="Spikes"), state=TeamEnd.State.OPEN)
    page = gone_on(cast, today)
    assert "Each of the others is drafted again once it is approved" in page
    assert "by the old book, so not a second time: Nets II." in page
    waiting = TeamEnd.objects.filter(state=TeamEnd.State.WAITING)
    assert [row.team.name for row in waiting] == ["Spikes II"]
