"""A league of the Competition Rules on phones of 390 px, from its founding to the printed roster.

Two matches with what only this book asks: petty cash, the choice between two casualty results, journeymen and their
hiring. Everything is typed, dice too. It is played whole in thorough runs; the short way is in every run.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command

from matches.sequence.sequences import MatchState
from teams.models import Team
from tests.browser import crp_pages, league_pages, match_pages
from tests.browser.match_pages import Coach
from tests.browser.visitors import LARGER_PHONE, Visitors
from tests.editions.crp.played import Played, sheet_of
from tests.matches.match_builders import scheduled_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/friday-league/"
HUMANS = {"Blitzer": 4, "Lineman": 7, "Thrower": 1, "Team re-rolls": 2, "Apothecary": 1}
ORCS = {"Black Orc Blocker": 2, "Lineman": 9, "Team re-rolls": 2, "Apothecary": 1}
"""Worth 930k, with 70k left, and 780k, with 220k left."""
ORDER = "Harbour has the higher value with petty cash and buys first. Then Ironside buys, with 80k of free gold"
"""930k and 50k of petty cash, less 780k and 120k."""
DEAD, BROKEN_JAW = 68, 44
BEFORE = "Go to the pre-match"
AFTER = "Go to the post-match"


@pytest.mark.thorough
def test_a_league_of_the_competition_rules_from_its_founding_to_the_printed_roster(visitors: Visitors) -> None:
    humans, orcs = league_with_teams(visitors)
    first_match(humans, orcs)
    roster = league_pages.printed_roster(orcs.person, LEAGUE, orcs.team)
    assert "Treasury 180k" in roster  # 220k, less 120k of petty cash, of which 50k came back, and 30k were won
    assert roster.count("Loner") == 2
    second_match(humans, orcs)
    roster = league_pages.printed_roster(orcs.person, LEAGUE, orcs.team)
    assert "Competition Rules (CRP)" in roster and "MA ST AG AV" in roster
    assert "Treasury 170k" in roster  # 180k, 40k were won, 50k went to a journeyman who stays
    assert "Loner" not in roster and "Bank" not in roster
    call_command("audit")


def league_with_teams(visitors: Visitors) -> tuple[Coach, Coach]:
    """Two people, one of them commissioner; the other one tries one player too many of a position."""
    early = {"Spiralling expenses from": "900000"}
    anna, bruno = league_pages.two_members(visitors, "Friday League", "Competition Rules (CRP)", amounts=early)
    anna.go(LEAGUE)
    league_pages.build_team(anna, "Harbour", "Human", HUMANS)
    bruno.go(LEAGUE)
    crp_pages.build_beyond_a_limit(bruno, "Ironside", "Orc", ORCS, most=4)
    league_pages.approve_all(anna, ["Harbour", "Ironside"])
    league_pages.start_season(anna, "Autumn", "Candle Cup", meetings="twice")
    return Coach(anna, "Harbour"), Coach(bruno, "Ironside")


def first_match(humans: Coach, orcs: Coach) -> None:
    """Both sides move petty cash; the cheaper one gets the difference. One of its players dies, one is saved."""
    match = match_pages.opened(humans)
    own = {
        humans.team: {"Petty cash": crp_pages.petty_cash(50), "Inducements": crp_pages.buy("50k", Bloodweiser_Babes=1)},
        orcs.team: {
            "Petty cash": crp_pages.petty_cash(120),
            "Inducements": crp_pages.buy("150k", ORDER, Bribe=1, Bloodweiser_Babes=1),
        },
    }
    asked = match_pages.go_through([humans, orcs], match, BEFORE, {}, own)
    assert all({"Petty cash", "Inducements"} <= set(titles) for titles in asked.values())
    humans.open(match, "Enter the report")
    crp_pages.injury(humans, orcs.team, 3, DEAD, again=BROKEN_JAW, keep="the apothecary's roll")
    crp_pages.injury(humans, orcs.team, 4, DEAD)
    match_pages.report(humans, {humans.team: 2, orcs.team: 1})
    orcs.open(match, "Read and confirm the report")
    match_pages.confirm(orcs)
    own = {
        humans.team: {"Improvement of no. 1": crp_pages.improve((4, 4), "Dodge")},
        orcs.team: {"Journeymen for the next match": crp_pages.take(Lineman=2)},
    }
    asked = match_pages.go_through([humans, orcs], match, AFTER, {}, own)
    assert asked[humans.team].count("Improvement of no. 1") == 2  # the roll, and the choice that a double opens
    assert asked[orcs.team][-1] == "Journeymen for the next match"
    human = sheet_of(Team.objects.get(name=humans.team))
    assert human.players[0].skills == ("Dodge",)
    assert human.treasury == 50_000  # 70k, less 50k, 40k were won, 10k of spiralling expenses
    squad = sheet_of(Team.objects.get(name=orcs.team))
    assert [line.number for line in squad.players if line.misses_next] == [3]
    assert [each.how for each in squad.departed] == ["dead"]


def second_match(humans: Coach, orcs: Coach) -> None:
    """Two journeymen play; one of them is hired afterwards, the other one leaves."""
    match = match_pages.opened(humans)
    match_pages.go_through([humans, orcs], match, BEFORE, {})
    orcs.open(match, "Enter the report")
    match_pages.report(orcs, {humans.team: 0, orcs.team: 1})
    humans.open(match, "Read and confirm the report")
    match_pages.confirm(humans)
    own = {orcs.team: {"Hiring journeymen": crp_pages.hire_first}}
    asked = match_pages.go_through([humans, orcs], match, AFTER, {}, own)
    assert "Hiring journeymen" in asked[orcs.team]
    squad = sheet_of(Team.objects.get(name=orcs.team))
    assert len(squad.players) == 11 and not any(line.on_trial or line.misses_next for line in squad.players)
    assert [each.how for each in squad.departed] == ["dead", "journeyman"]


def test_petty_cash_is_moved_and_one_of_two_casualty_results_is_chosen_on_a_phone(visitors: Visitors) -> None:
    played = Played()
    home, away = (Coach(visitors.visit_as(team.coach, size=LARGER_PHONE), team.name) for team in played.teams)
    match = scheduled_match(*played.teams)
    address = f"/matches/{match.public_id}/"
    played.page("home", match).press("Open the match")
    own = {
        home.team: {"Petty cash": crp_pages.petty_cash(50), "Inducements": crp_pages.buy("50k", Bloodweiser_Babes=1)}
    }
    asked = match_pages.go_through([home, away], address, BEFORE, {}, own)
    assert "Petty cash" in asked[home.team]
    home.open(address, "Enter the report")
    crp_pages.injury(home, home.team, 1, DEAD, again=BROKEN_JAW, keep="the apothecary's roll")
    match_pages.report(home, {home.team: 1, away.team: 0})
    away.open(address, "Read and confirm the report")
    away.person.sees("Broken jaw")
    match_pages.confirm(away)
    match.refresh_from_db()
    reported = MatchState(match).reported
    assert reported is not None
    assert [injury.text("apothecary_keep") for injury in reported.sides.home.injuries] == ["second"]
