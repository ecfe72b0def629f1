"""The closing of a season is taken back: journals, awards, retired teams, competitions and questions, in every book."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from competitions.models import (
    Competition,
    Entrant,
    Fixture,
    Holding,
    Season,
    SeasonEnd,
    SeasonMark,
    TeamEnd,
    Trophy,
    WonUnplayed,
)
from competitions.rulings import decisions
from competitions.season_end import taking_back, team_ends
from competitions.season_end.prizes import Prizes
from competitions.season_end.season_end import Ending, end_season
from competitions.setup.seasons import open_season, reopen_season
from leagues import services
from leagues.models import LogEntry
from matches.models import Match
from notices.models import Notice
from rules import editions
from rules.book.edition import Edition
from rules.journal import PlayerInjured
from rules.sheet.sheet import TeamSheet
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamAnswer, TeamState
from teams.roster.retiring import bring_back, retire_team
from tests.audits import audit
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.competitions.pages import main_of
from tests.editions.league import drafted
from tests.editions.pages.on_pages import answer_for
from tests.leagues.cast import PEOPLE, Cast, add_member, signed_in
from tests.matches.forms import visit
from tests.teams.team_builders import approved_team, injure_player, team_from_list
from web.errors import Refusal, StaleVersion

WHY = "The final was still to be played."


def sheet(team: Team) -> TeamSheet:
    return ledger.sheet_in(TeamState.objects.get(team=team))


def closed(cast: Cast, season: Season, **ending: object) -> Season:
    current = Season.objects.get(pk=season.pk)
    return end_season(season=current, by=cast.commissioner, expected=current.version, ending=Ending(**ending))


def taken_back(cast: Cast, season: Season) -> Season:
    current = Season.objects.get(pk=season.pk)
    return taking_back.take_back(season=current, by=cast.commissioner, expected=current.version, reason=WHY)


def faults() -> list[str]:
    """What `manage.py audit` finds, but for matches that were decided without a report."""
    differences = (each for found in audit() for each in found.differences)
    return [each for each in differences if each != "it counts, but has no report"]


def answered(cast: Cast, season: Season) -> None:
    """All coaches answer what their book asks at the season's end."""
    chance = random.Random(4)
    for row in TeamEnd.objects.filter(season=season).select_related("team__ruleset", "season__league"):
        while row.state == TeamEnd.State.OPEN:
            question = team_ends.sequence_of(row).outcome.questions[0]
            given = answer_for(question, chance)
            row = team_ends.answer_end(row=row, key=given.key, value=given.value, by=cast.commissioner)


def played(cast: Cast, edition: Edition) -> Competition:
    """A season of a league of a book: two teams, one match, and a player of the first who misses the next one."""
    details = services.Details(name="By the book")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition=edition.key)
    teams = []
    for coach, team_list in zip((cast.coach, cast.other_coach), edition.book.lists, strict=False):
        add_member(cast.league, coach)
        teams.append(drafted(cast.league, cast.commissioner, coach, team_list))
    table = competition_in(cast.league, teams, started=True, name="The table")
    decide_match(matches_of(table)[0], 2, 1)
    state = TeamState.objects.get(team=teams[0])
    hurt = PlayerInjured(player=ledger.sheet_in(state).players[0].player, misses_next=True)
    with transaction.atomic():
        ledger.append(
            team=teams[0], ruleset=teams[0].ruleset.rules(), expected=state.seq, facts=[ledger.Fact(hurt)],
            source="word", by=cast.commissioner, reason="a test",
        )  # fmt: skip
    return table


@pytest.mark.costly
@pytest.mark.parametrize("edition", editions.EDITIONS, ids=lambda edition: edition.key)
def test_all_that_a_closing_did_is_undone_in_every_book(cast: Cast, edition: Edition) -> None:
    table = played(cast, edition)
    season, teams = table.season, list(cast.league.teams.order_by("pk"))
    before = [sheet(team) for team in teams]
    closed(cast, season, clear_injuries=True)
    answered(cast, season)
    journal = list(JournalEntry.objects.order_by("pk").values())
    assert sheet(teams[0]) != before[0]
    rolled = TeamAnswer.objects.filter(question__kind__in=("roll", "draw")).exclude(occasion="founding").count()
    shown = main_of(signed_in(cast.commissioner).get(reverse("competitions:take_end_back", args=[cast.league.slug, 1])))
    assert "The table goes on." in shown and teams[0].name in shown
    assert taken_back(cast, season).state == Season.State.OPEN
    assert [sheet(team) for team in teams] == before
    assert list(JournalEntry.objects.filter(pk__lte=journal[-1]["id"]).order_by("pk").values()) == journal
    assert not (TeamEnd.objects.exists() or SeasonEnd.objects.exists() or SeasonMark.objects.exists())
    assert Competition.objects.get(pk=table.pk).state == Competition.State.RUNNING
    assert TeamAnswer.objects.exclude(occasion="founding").count() == rolled, "dice stay"
    assert faults() == []
    closed(cast, season, clear_injuries=True)
    answered(cast, season)
    assert taken_back(cast, season).state == Season.State.OPEN, "as often as one likes"
    assert [sheet(team) for team in teams] == before


@pytest.fixture
def season(cast: Cast) -> Season:
    """A season of four teams, all of whose matches are played."""
    table = competition_in(cast.league, bare_teams(cast.league, 4), started=True, name="The table")
    for fixture in matches_of(table):
        decide_match(fixture, 1, 0)
    return table.season


def test_retired_teams_are_active_again_and_awards_are_revoked(cast: Cast, season: Season) -> None:
    first, *_others, last = cast.league.teams.order_by("pk")
    entry = last.entries.get()
    trophy = Trophy.objects.create(league=cast.league, name="The Cup")
    closed(cast, season, moves={entry.pk: None}, prizes=[Prizes(trophy=trophy, places=((first, 0),))])
    assert Team.objects.get(pk=last.pk).state == Team.State.RETIRED
    goes = taking_back.what_goes(Season.objects.get(pk=season.pk))
    assert [team.pk for team in goes.retired] == [last.pk] and [each.team for each in goes.awards] == [first]
    taken_back(cast, season)
    assert Team.objects.get(pk=last.pk).state == Team.State.ACTIVE
    assert Holding.objects.get().taken_back_why == WHY
    kinds = LogEntry.objects.filter(league=cast.league).values_list("kind", flat=True)
    assert {"competitions.season_end_taken_back", "teams.brought_back"} <= set(kinds)
    assert faults() == []


def test_a_team_that_its_coach_retired_since_stays_retired(cast: Cast) -> None:
    people = {"First": cast.coach, "Last": cast.other_coach}
    first, last = (approved_team(cast.league, coach, name, by=cast.commissioner) for name, coach in people.items())
    season = competition_in(cast.league, [first, last], started=True, name="The table").season
    decide_match(Fixture.objects.get(), 1, 0)
    earlier = Season.objects.create(league=cast.league, number=99, name="Earlier", state=Season.State.CLOSED)
    asked = [TeamEnd.objects.create(season=earlier, team=team) for team in (first, last)]
    closed(cast, season, moves={team.entries.get().pk: None for team in (first, last)})
    assert set(earlier.team_ends.values_list("state", flat=True)) == {TeamEnd.State.GONE}
    with transaction.atomic():
        bring_back(team=Team.objects.get(pk=first.pk), by=cast.commissioner, reason=WHY)
    again = Team.objects.get(pk=first.pk)
    retire_team(team=again, expected=again.version, by=cast.coach)
    assert taking_back.what_goes(Season.objects.get(pk=season.pk)).retired == [last]
    taken_back(cast, season)
    assert [Team.objects.get(pk=team.pk).state for team in (first, last)] == [Team.State.RETIRED, Team.State.ACTIVE]
    assert [TeamEnd.objects.get(pk=row.pk).state for row in asked] == [TeamEnd.State.GONE, TeamEnd.State.OPEN]


@pytest.mark.parametrize("forget", [
    lambda season: SeasonEnd.objects.update(done=None),
    lambda season: SeasonEnd.objects.all().delete(),
    lambda season: TeamEnd.objects.create(season=season, team=Team.objects.first(), entries=None),
])  # fmt: skip
def test_what_was_not_recorded_is_not_offered(cast: Cast, season: Season, forget: Any) -> None:
    closed(cast, season)
    forget(season)
    page = signed_in(cast.commissioner).get(reverse("competitions:season", args=[cast.league.slug, season.number]))
    assert "Reopen the season" in page.text and "Take the closing back" not in page.text


def test_a_coach_who_has_begun_another_team_since_does_not_get_two(cast: Cast, season: Season) -> None:
    last = cast.league.teams.order_by("pk").last()
    Team.objects.filter(pk=last.pk).update(coach=cast.coach)
    closed(cast, season, moves={last.entries.get().pk: None})
    bare_team(cast.league, "A new start", coach=cast.coach)
    with pytest.raises(Refusal, match="already has one: A new start"):
        taken_back(cast, season)
    assert Team.objects.get(pk=last.pk).state == Team.State.RETIRED


def test_what_an_earlier_closing_did_goes_too_after_the_season_was_reopened(cast: Cast, season: Season) -> None:
    last = cast.league.teams.order_by("pk").last()
    ended = closed(cast, season, moves={last.entries.get().pk: None})
    reopen_season(season=ended, by=cast.commissioner, expected=ended.version)
    closed(cast, season)
    taken_back(cast, season)
    assert Team.objects.get(pk=last.pk).state == Team.State.ACTIVE
    assert set(season.competitions.values_list("state", flat=True)) == {"running"}


def test_nothing_is_taken_back_once_something_was_built_on_it(cast: Cast, season: Season) -> None:
    with pytest.raises(Refusal, match="is not closed"):
        taken_back(cast, season)
    ended = closed(cast, season)
    with pytest.raises(StaleVersion):
        taking_back.take_back(season=ended, by=cast.commissioner, expected=ended.version - 1, reason=WHY)
    team = cast.league.teams.first()
    match = Match.objects.create(league=cast.league, opened_at=timezone.now())
    match.sides.create(side="home", team=team)
    with pytest.raises(Refusal, match=f"{team.name} has opened a match since"):
        taken_back(cast, season)
    match.sides.all().delete()
    following = open_season(league=cast.league, by=cast.commissioner, name="The next one")
    assert taking_back.what_goes(ended).asked == 0, "an empty season is no hindrance"
    Competition.objects.create(season=following, name="A new cup")
    with pytest.raises(Refusal, match="The next one already has A new cup"):
        taken_back(cast, season)
    following.competitions.all().delete()
    TeamEnd.objects.create(season=season, team=bare_team(cast.league, "Brought"), state=TeamEnd.State.WAITING)
    with pytest.raises(Refusal, match="Brought goes on from Season 1 by another book"):
        taken_back(cast, season)
    TeamEnd.objects.all().delete()
    SeasonEnd.objects.update(done=None)
    with pytest.raises(Refusal, match="was not recorded then"):
        taken_back(cast, season)
    assert SeasonEnd.objects.exists() and Season.objects.get(pk=season.pk).state == Season.State.CLOSED


def test_the_page_takes_few_queries(cast: Cast, season: Season, django_assert_max_num_queries: Any) -> None:
    teams = [approved_team(cast.league, coach, f"Team {coach}", by=cast.commissioner) for coach in
             (cast.coach, cast.other_coach)]  # fmt: skip
    for team in teams:
        injure_player(team, 0)
    table = competition_in(cast.league, teams, started=True, name="Another")
    decide_match(matches_of(table)[0], 1, 0)
    closed(cast, season, clear_injuries=True)
    with django_assert_max_num_queries(15):
        goes = taking_back.what_goes(Season.objects.get(pk=season.pk))
    assert [each.team for each in goes.struck] == teams and len(goes.finished) == 2


def test_a_commissioner_takes_it_back_on_a_page_with_a_reason(cast: Cast, season: Season) -> None:
    closed(cast, season)
    client = signed_in(cast.commissioner)
    address = reverse("competitions:take_end_back", args=[cast.league.slug, season.number])
    home = reverse("competitions:season", args=[cast.league.slug, season.number])
    assert f'href="{address}"' in main_of(client.get(home)) or address in client.get(home).text
    page = visit(client, address)
    assert "This field is required" in page.press("Take the closing back", reason=" ").text
    done = page.press("Take the closing back", reason=WHY)
    assert "The closing is taken back." in done.text
    assert Season.objects.get(pk=season.pk).state == Season.State.OPEN
    log = client.get(reverse("leagues:log", args=[cast.league.slug])).text
    assert "took back the closing of" in log and WHY in log
    assert not Notice.objects.filter(happening__kind="competitions.season_end_asks", done_at=None).exists()


@pytest.mark.parametrize("person", PEOPLE)
def test_only_commissioners_see_the_page(cast: Cast, season: Season, person: str) -> None:
    closed(cast, season)
    address = reverse("competitions:take_end_back", args=[cast.league.slug, season.number])
    status = signed_in(cast[person]).get(address).status_code
    assert (status == 200) == (person in ("commissioner", "staff"))


def won_unplayed() -> dict[int, str]:
    """The state of what is asked for each match that was won without play."""
    return dict(WonUnplayed.objects.values_list("fixture", "state"))


def test_what_a_retired_team_was_asked_for_a_match_won_unplayed_is_asked_again(cast: Cast) -> None:
    details = services.Details(name="Older Cup")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="bb2020")
    add_member(cast.league, cast.coach)
    team = team_from_list(cast.league, cast.coach, "Lions", "Human", ["Human Lineman"] * 11, fan_factor=1)
    table = competition_in(cast.league, [team, *bare_teams(cast.league, 2)], started=True)
    Team.objects.exclude(pk=team.pk).update(ruleset=None)  # as of records: no book asks them anything
    kept, revoked = (each for each in matches_of(table) if team in (each.home, each.away))
    for fixture in (kept, revoked):
        asked = {"by": cast.commissioner, "reason": "They are ill.", "fixture": fixture}
        decisions.award_walkover(**asked, expected=fixture.version, to="home" if fixture.home == team else "away")
    decisions.revoke_decision(**asked, expected=Fixture.objects.get(pk=revoked.pk).version)
    for fixture in Fixture.objects.filter(decision=None, away__isnull=False):
        asked["fixture"] = fixture
        decisions.declare_void(**asked, expected=fixture.version)
    before = {kept.pk: "open", revoked.pk: "gone"}
    assert won_unplayed() == before
    closed(cast, table.season, moves={Entrant.objects.get(team=team).pk: None})
    assert won_unplayed() == dict.fromkeys(before, "gone")
    taken_back(cast, table.season)
    assert won_unplayed() == before
    waits = Notice.objects.filter(happening__kind="competitions.won_unplayed_asks", done_at=None)
    assert [each.reader for each in waits] == [cast.coach]
