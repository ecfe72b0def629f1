"""A league of the Living Rulebook 1.3 on phones of 390 px, from its founding to the printed roster.

One team is built, the other one is entered as it stands on old paper. A match with what this book asks: a freebooter,
gate and handicap by dice, niggling injuries and an apothecary before it; a casualty by D6 and D66, an improvement with
its ageing, winnings and fans after it. Everything is typed, dice too. It is played in thorough runs.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command

from teams.models import Team
from tests.browser import crp_pages, league_pages, lrb_pages, match_pages
from tests.browser.match_pages import Coach
from tests.browser.visitors import Visitors
from tests.editions.crp.played import sheet_of
from tests.printing.reading import page_texts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/friday-league/"
BOOK = "Living Rulebook 1.3"
HUMANS = {"Blitzer": 3, "Lineman": 8, "Team re-rolls": 2, "Fan factor": 3, "Apothecary": 1}
"""850k, and 150k are left: a rating of 100, as of every new team. The old one has 550 + 120 + 30 + 50 + 400: 115, and 2
for 13 star player points."""
OLD = {"Team_re-rolls": 2, "Fan_factor": 3, "Treasury": 400, "Apothecar": 1}
BEFORE, AFTER = "Go to the pre-match", "Go to the post-match"
FOREIGN = ("FAME", "nducement", "Bank", "Team value", "Spiralling")


@pytest.mark.thorough
def test_a_league_of_the_living_rulebook_from_its_founding_to_the_printed_roster(visitors: Visitors) -> None:
    humans, orcs = league_with_teams(visitors)
    match = match_pages.opened(humans)
    before(humans, orcs, match)
    sheet = "\n".join(page_texts(league_pages.printed(humans.person, "Print match sheet")))
    assert "Inspiration" in sheet and "Riot and Pitch Invasion" in sheet
    assert not [word for word in FOREIGN if word in sheet]
    humans.open(match, "Enter the report")
    lrb_pages.injury(humans, orcs.team, 3, 4, 63)
    match_pages.report(humans, {humans.team: 1, orcs.team: 0})
    orcs.open(match, "Read and confirm the report")
    orcs.person.sees("collar bone")
    match_pages.confirm(orcs)
    after(humans, orcs, match)
    roster = league_pages.printed_roster(humans.person, LEAGUE, humans.team)
    assert BOOK in roster and "Team rating" in roster and "Dodge" in roster
    assert not [word for word in FOREIGN if word in roster]
    call_command("audit")


def league_with_teams(visitors: Visitors) -> tuple[Coach, Coach]:
    """Two people, one of them commissioner; the other one brings an old team."""
    agreed = {"Overtime": "After every draw", "Riot and Pitch Invasion": "D3"}
    anna, bruno = league_pages.two_members(visitors, "Friday League", BOOK, choices=agreed)
    anna.go(LEAGUE)
    league_pages.build_team(anna, "Harbour", "Human", HUMANS)
    bruno.go(LEAGUE)
    lrb_pages.bring_in(bruno, "Ironside", "Orc", 11, "Lineman", **OLD)
    league_pages.approve_all(anna, ["Harbour", "Ironside"])
    league_pages.start_season(anna, "Autumn", "Candle Cup")
    return Coach(anna, "Harbour"), Coach(bruno, "Ironside")


def before(humans: Coach, orcs: Coach, match: str) -> None:
    """A freebooter, 6 and 15 thousand fans, an inspired Blitzer, and an apothecary for a player who failed one roll."""
    own = {
        humans.team: {
            "Hiring for the match": lrb_pages.hire("45k", "Blitzer"),
            "Gate": match_pages.roll(1, 2, 3),
            "Handicap no. 1": match_pages.roll(1, 4),
            "Inspiration": match_pages.choose("Star of Harbour"),
        },
        orcs.team: {
            "Gate": match_pages.roll(4, 5, 6),
            "Niggling injuries of no. 2": match_pages.roll(1, 4),
            "Apothecary before the match": match_pages.choose("2"),
        },
    }
    asked = match_pages.go_through([humans, orcs], match, BEFORE, {}, own)
    assert {"Hiring for the match", "Gate", "Handicap no. 1", "Inspiration"} <= set(asked[humans.team])
    assert {"Niggling injuries of no. 2", "Apothecary before the match"} <= set(asked[orcs.team])
    humans.person.go(match)
    humans.person.sees("21,000")
    humans.person.picture("lrb-prepared")


def after(humans: Coach, orcs: Coach, match: str) -> None:
    """Winnings by gate and rating, an improvement on a double, old age, and a fan more and one less."""
    own = {
        humans.team: {
            "Winnings": match_pages.roll(4),
            "Improvement of no. 1": crp_pages.improve((4, 4), "Dodge"),
            "Ageing of no. 1": match_pages.roll(1, 1),
            "Fan factor": match_pages.roll(6),
        },
        orcs.team: {"Winnings": match_pages.roll(1), "Fan factor": match_pages.roll(1)},
    }
    asked = match_pages.go_through([humans, orcs], match, AFTER, {}, own)
    assert asked[humans.team].count("Ageing of no. 1") == 2  # the roll, and what it does
    human = sheet_of(Team.objects.get(name=humans.team))
    assert [line.spp for line in human.players] == [10, *[0] * 7, 5, 0, 0]  # a touchdown, a casualty, two awards
    assert human.treasury == 165_000  # 150k, less 45k, and 4 + (2 - 1) + 1
    assert (human.players[0].skills, human.players[0].niggling) == (("Dodge",), 1)
    orc = sheet_of(Team.objects.get(name=orcs.team))
    assert orc.treasury == 420_000 and (human.fan_factor, orc.fan_factor) == (4, 2)  # 1 + (2 - 1)
    assert orc.players[2].misses_next and orc.players[1].niggling == 2
