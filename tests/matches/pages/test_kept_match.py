"""A match's page keeps what everybody sees until its league changes, and shows each reader their own beside it."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone

from leagues.models import League
from matches.models import Match, UnsentReport
from matches.report import reporting
from matches.report.stories import save_story
from matches.sequence import annulling
from matches.sequence.sequences import MatchState
from teams.models import Player, Team
from teams.roster import renaming
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import text_of
from tests.teams.team_builders import approved_team
from tests.web.kept_pages import assert_up_to_date, shown


def address_of(match: Match) -> str:
    return f"/matches/{match.public_id}/"


def test_a_match_page_is_up_to_date_after_every_step(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    readers = (Client(), two_teams.coach, two_teams.other, two_teams.commissioner, signed_in(two_teams.cast.stranger))

    def check(words: str) -> None:
        match.refresh_from_db()
        sheet = [f"{address_of(match)}at-the-table/"] if match.opened_at else []
        assert_up_to_date(readers, address_of(match), f"{address_of(match)}log/", *sheet)
        assert words in shown(readers[0], address_of(match))

    check("to be played")
    match_builders.opening.open_match(match=match, by=two_teams.cast.coach)
    check("pre-match")
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    check("enter the report")
    match.refresh_from_db()
    report = match_builders.report_with(match, home=3)
    reporting.report_match(match=match, expected=match.version, reported=report, by=two_teams.cast.coach)
    check("Not confirmed yet")
    League.objects.filter(pk=two_teams.league.pk).update(confirm_days=3)
    check("after that it counts as confirmed")
    reporting.dispute_report(match=match, digest=match.reports.get().digest, by=two_teams.cast.other_coach, what="No!")
    check("No!")
    match.refresh_from_db()
    report = match_builders.report_with(match, home=1, away=1)
    reporting.report_match(match=match, expected=match.version, reported=report, by=two_teams.cast.other_coach)
    check("2 versions")
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.coach)
    check("post-match")
    match_builders.answer_all(match, by=two_teams.cast.coach, at_once=True)
    check("After the match")
    save_story(side=match.sides.get(side="home"), expected=1, story="It rained.")
    check("It rained.")


def test_a_match_page_follows_renamed_people_teams_and_players(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    readers = (Client(), two_teams.coach)
    scorer = match_builders.players_of(match, "home")[0]
    assert_up_to_date(readers, address_of(match))
    two_teams.cast.coach.display_name = "Coach the Coach"
    two_teams.cast.coach.save()
    assert_up_to_date(readers, address_of(match))
    team = Team.objects.get(pk=two_teams.home.pk)
    how: dict[str, Any] = {"expected": team.version, "players": {}}
    renaming.rename(team=team, by=two_teams.cast.coach, name="Renamed Orcs", **how)
    assert_up_to_date(readers, address_of(match))
    page = shown(readers[0], address_of(match))
    assert "Coach the Coach" in page and "Renamed Orcs" in page and two_teams.home.name not in page
    head, coach = page[page.index('class="vs"') : page.index('class="match-facts"')], two_teams.cast.coach
    assert f'coaches/{coach.pk}/">Coach the Coach</a>' in head and f'href="/teams/{team.public_id}/"' in head
    Player.objects.filter(pk=scorer).update(name="Renamed Orc")
    assert_up_to_date(readers, address_of(match))


def test_a_match_that_is_called_off_is_shown_so_at_once(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    readers = (Client(), two_teams.coach, two_teams.commissioner)
    assert_up_to_date(readers, address_of(match))
    assert "to be played" not in shown(readers[0], address_of(match))
    annulling.call_off(match=match, by=two_teams.cast.commissioner, reason="A flood.")
    assert_up_to_date(readers, address_of(match))
    assert "to be played" in shown(readers[0], address_of(match))


def test_each_reader_sees_their_own_buttons_beside_what_is_kept(two_teams: TwoTeams) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    visitor, stranger = Client(), signed_in(two_teams.cast.stranger)
    for _each in range(2):
        assert "Read and confirm the report" in shown(two_teams.other, address_of(match))
        own = shown(two_teams.coach, address_of(match))
        assert "Change the report" in own and "Read and confirm the report" not in own
        assert "Write up the match for Ironside Orcs" in own and "for Harbour Humans" not in own
        assert "Settle as commissioner" in shown(two_teams.commissioner, address_of(match))
        assert "Print match sheet" in shown(stranger, address_of(match))
        for nobodys in (shown(visitor, address_of(match)), shown(stranger, address_of(match))):
            assert not any(words in nobodys for words in ("confirm the report</a>", "Change the report", "write-up of"))
            assert "Waiting for" in nobodys


def test_a_draft_of_a_report_is_shown_to_those_who_may_write_it_alone(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    UnsentReport.objects.create(match=match, by=two_teams.cast.coach, at=timezone.now(), fields={"home-score": "3"})
    for browser in (two_teams.coach, two_teams.other, two_teams.commissioner):
        assert "Draft saved by" in shown(browser, address_of(match))
    for browser in (Client(), signed_in(two_teams.cast.stranger)):
        assert "Draft saved by" not in shown(browser, address_of(match))


def test_a_kept_match_of_a_private_league_is_shown_to_no_stranger(two_teams: TwoTeams) -> None:
    cast = two_teams.cast
    home, away = (
        approved_team(cast.private, coach, name=name, by=cast.commissioner)
        for coach, name in ((cast.coach, "Hidden Orcs"), (cast.other_coach, "Hidden Humans"))
    )
    match = match_builders.scheduled_match(home, away)
    for _each in range(2):
        assert "Hidden Orcs" in shown(signed_in(cast.coach), address_of(match))
        assert signed_in(cast.stranger).get(address_of(match)).status_code == 404
        assert Client().get(address_of(match)).status_code == 404


def test_the_log_shows_each_coach_their_own_cards_and_keeps_none_of_them(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "The Fan")], away=[("Good Karma", "Banana Skin")])
    address = f"{address_of(match)}log/"
    names = {side: set(MatchState(match).hand(side)) for side in ("home", "away")}
    assert all(names.values()) and names["home"].isdisjoint(names["away"])

    def seen(browser: Client) -> set[str]:
        page = text_of(shown(browser, address))
        return {name for hand in names.values() for name in hand if name in page}

    for _each in range(2):
        assert seen(Client()) == seen(signed_in(two_teams.cast.stranger)) == set()
        assert seen(two_teams.coach) == names["home"]
        assert seen(two_teams.other) == names["away"]
        assert seen(two_teams.commissioner) == names["home"] | names["away"]


def test_a_kept_match_takes_one_query_for_a_visitor_and_few_for_its_coach(
    two_teams: TwoTeams, django_assert_num_queries: Any
) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    expected = {"": (1, 7), "log/": (1, 5), "at-the-table/": (1, 5)}
    for name, each in expected.items():
        for browser, queries in zip((Client(), two_teams.coach), each, strict=True):
            shown(browser, address_of(match) + name)
            with django_assert_num_queries(queries):
                shown(browser, address_of(match) + name)
