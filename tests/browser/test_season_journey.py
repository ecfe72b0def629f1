"""One season, from three people's sign-up to the printed table, as they go through it with their phones."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from competitions.models import Fixture
from matches.models import Match
from matches.sequence import opening
from teams.models import Team
from tests.browser import league_pages, match_pages
from tests.browser.match_pages import Coach
from tests.browser.visitors import Person, Visitors
from tests.matches import match_builders
from tests.thoroughness import part_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/thursday-league/"
SQUADS = {
    "Ironside": ("Orc", {"Blitzer": 4, "Lineman": 5, "Black Orc Blocker": 2, "Thrower": 1}),
    "Harbour": ("Human", {"Blitzer": 4, "Lineman": 7, "Thrower": 1}),
    "Deepdelve": ("Dwarf", {"Runner": 2, "Blocker": 7, "Blitzer": 2}),
}
EVERYTHING = [
    "Most Valuable Player",
    "Improvement of no. 1",
    "Improvement of no. 1",
    "Winnings",
    "Winnings: the winner's re-roll",
    "Fan factor",
    "Bank",
    "Releasing",
    "Buying",
]
"""What the post-match asks a winner whose first player has done everything: their roll, then their choice."""
BY_HAND = part_of(("draw", "win"), 2)
"""Which of the two matches the coaches play page by page; the other one takes no page. A thorough run plays both."""
Coaches = dict[str, Coach]


def test_a_season_from_sign_up_to_the_printed_table(visitors: Visitors) -> None:
    coaches = league_with_teams(visitors)
    ironside, harbour, deepdelve = coaches.values()
    anna = ironside.person
    league_pages.start_season(anna, "Spring", "Lamplight Cup")
    assert Match.objects.filter(state=Match.State.SCHEDULED).count() == 3

    if "draw" in BY_HAND:
        asked = play(deepdelve, ironside, {"Deepdelve": 1, "Ironside": 1})
        assert [title for title in EVERYTHING if title not in asked["Ironside"]] == [EVERYTHING[4], EVERYTHING[5]]
    else:
        play_at_once("Deepdelve", "Ironside", home=1, away=1)
    if "win" in BY_HAND:
        asked = play(ironside, harbour, {"Ironside": 2, "Harbour": 1}, hurt="Harbour")
        assert asked["Ironside"] == EVERYTHING
    else:
        play_at_once("Ironside", "Harbour", home=2, away=1)
    anna.go(LEAGUE)
    anna.picture("league")
    league_pages.award(anna, "Lamplight Cup", "Harbour against Deepdelve", "Deepdelve")
    finish(anna)
    roster_and_table_are_printed(deepdelve)
    call_command("audit")


def league_with_teams(visitors: Visitors) -> Coaches:
    """Three people, one of them commissioner of a league in which each has an approved team."""
    people = [visitors.person(name) for name in ("Anna", "Bruno", "Clea")]
    anna, *guests = people
    anna.go("/")
    league_pages.sign_up(anna)
    league_pages.create_league(anna, "Thursday League")
    link = league_pages.invitation(anna, people=2)
    for guest in guests:
        league_pages.join(guest, link)
    for person, (name, (team_list, squad)) in zip(people, SQUADS.items(), strict=True):
        person.go(LEAGUE)
        league_pages.build_team(person, name, team_list, squad)
    league_pages.approve_all(anna, list(SQUADS))
    assert set(Team.objects.values_list("state", flat=True)) == {Team.State.ACTIVE}
    return {name: Coach(person, name) for person, name in zip(people, SQUADS, strict=True)}


def play(home: Coach, away: Coach, scores: dict[str, int], hurt: str = "") -> dict[str, list[str]]:
    """A match from its opening to its close; Ironside buys a bribe before and a player after. Returns what the
    post-match asked."""
    home.person.go(LEAGUE)
    home.person.follow(f"{home.team} – {away.team}")
    home.person.unfold("Ready to play?")
    home.person.press("Open the match")
    match = Match.objects.get(state=Match.State.PRE_MATCH)
    address = f"/matches/{match.public_id}/"
    before = match_pages.go_through([home, away], address, "Go to the pre-match", {"Inducements": match_pages.bribe})
    assert before == {home.team: ["Weather", "Inducements", "Fans"], away.team: ["Inducements", "Fans"]}
    home.open(address, "Enter the report")
    match_pages.report(home, scores, hurt)
    away.open(address, "Read and confirm the report")
    match_pages.confirm(away)
    after = match_pages.go_through([home, away], address, "Go to the post-match", {"Buying": match_pages.hire})
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    return after


def play_at_once(home_team: str, away_team: str, *, home: int, away: int) -> None:
    """The same match, by the services that the pages call."""
    fixture = Fixture.objects.get(home__name=home_team, away__name=away_team)
    by = fixture.home.coach
    match = opening.open_match(match=fixture.match, by=by)
    match_builders.answer_all(match, by=by, at_once=True)
    match = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=home, away=away)
    match_builders.answer_all(match, by=by, at_once=True)


def finish(anna: Person) -> None:
    """All matches are played: the commissioner ends the season, and the table says who won and why."""
    anna.go(LEAGUE)
    anna.follow("Finish Lamplight Cup")
    anna.press("Finish competition")
    league_pages.go_to(anna, "Lamplight Cup", "table")
    assert league_pages.standings(anna) == [("1", "Deepdelve", "4"), ("2", "Ironside", "4"), ("3", "Harbour", "0")]
    anna.picture("table")


def roster_and_table_are_printed(coach: Coach) -> None:
    """By the coach of the team that came first, from the team's page and from the table's."""
    clea = coach.person
    clea.go(LEAGUE)
    clea.follow(coach.team)
    clea.picture("team")
    assert league_pages.printed(clea, "Print roster").startswith(b"%PDF")
    league_pages.go_to(clea, "Lamplight Cup", "table")
    assert league_pages.printed(clea, "Table as PDF").startswith(b"%PDF")
