"""A league of Blood Bowl 2025 on phones of 390 px, from its founding to the printed roster.

One team names a captain, the other one chooses its league. A match with what this book asks: a prayer, two dice in a
row for a casualty and hatred for it, stalling, six nominees, two random skills of which one is kept, a retirement and
expensive mistakes. Everything is typed, dice too. It is played in thorough runs.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command

from teams.models import Team
from tests.browser import crp_pages, league_pages, match_pages, modern_pages
from tests.browser.match_pages import Coach, choose, in_turn, pick, roll
from tests.browser.visitors import Visitors
from tests.editions.crp.played import sheet_of
from tests.printing.reading import page_texts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/friday-league/"
BOOK = "Blood Bowl 2025"
HUMANS = {"Human Lineman": 9, "Human Blitzer": 2, "Team re-rolls": 2, "Apothecary": 1}
NORSE = {"Norse Raider": 9, "Norse Berserker": 2, "Team re-rolls": 2}
"""Worth 770k, with 230k left, and 750k, with 250k left: 20k of petty cash."""
STAR = "Advancement of Star of {} (no. 1)"
BEFORE, AFTER = "Go to the pre-match", "Go to the post-match"
FOREIGN = ("FAME", "Bank", "Spiralling", "Fan factor", "Officious Ref")


@pytest.mark.thorough
def test_a_league_of_blood_bowl_2025_from_its_founding_to_the_printed_roster(visitors: Visitors) -> None:
    humans, norse = league_with_teams(visitors)
    match = match_pages.opened(humans)
    before(humans, norse, match)
    sheet = "\n".join(page_texts(league_pages.printed(humans.person, "Print match sheet")))
    assert sheet.count("Dazzling Catching") == 1 and "Prayer to Nuffle" in sheet
    humans.open(match, "Enter the report")
    modern_pages.lasting_injury(humans, norse.team, 3, 13, 3)
    match_pages.report(humans, {humans.team: 2, norse.team: 1})
    norse.open(match, "Read and confirm the report")
    norse.person.sees("Smashed knee")
    match_pages.confirm(norse)
    after(humans, norse, match)
    roster = league_pages.printed_roster(norse.person, LEAGUE, norse.team)
    assert BOOK in roster and "Chaos Clash" in roster and "Hatred (Human)" in roster
    assert not [word for word in FOREIGN if word in roster]
    call_command("audit")


def league_with_teams(visitors: Visitors) -> tuple[Coach, Coach]:
    """Two people, one of them commissioner."""
    anna, bruno = league_pages.two_members(visitors, "Friday League", BOOK)
    anna.go(LEAGUE)
    captain = {"Captain": choose("Star of Harbour")}
    assert modern_pages.found(anna, "Harbour", "Human", HUMANS, captain) == ["Captain"]
    bruno.go(LEAGUE)
    league = {"League": choose("Chaos Clash")}
    assert modern_pages.found(bruno, "Ironside", "Norse", NORSE, league) == ["League"]
    league_pages.approve_all(anna, ["Harbour", "Ironside"])
    league_pages.start_season(anna, "Autumn", "Candle Cup")
    return Coach(anna, "Harbour"), Coach(bruno, "Ironside")


def before(humans: Coach, norse: Coach, match: str) -> None:
    """3 and 2 thousand fans; the weaker side buys a prayer."""
    own = {
        humans.team: {"Fans": roll(2)},
        norse.team: {
            "Fans": roll(1),
            "Inducements": crp_pages.buy("10k", Prayer_to_Nuffle=1),
            "Prayers to Nuffle": roll(11),
        },
    }
    asked = match_pages.go_through([humans, norse], match, BEFORE, {}, own)
    assert {"Inducements", "Prayers to Nuffle"} <= set(asked[norse.team])
    humans.person.go(match)
    humans.person.sees("5,000")
    humans.person.picture("bb2025-prepared")


def after(humans: Coach, norse: Coach, match: str) -> None:
    """Stalling, hatred, six nominees, a kept and a chosen skill, a retirement, and two expensive mistakes."""
    own = {
        humans.team: {
            "Stalling": choose("Somebody stalled"),
            "Dedicated fans": roll(1),
            "Nominees for Most Valuable Player": pick("*"),
            "Most Valuable Player": choose("Star of Harbour"),
            "Advancement": pick("Star of Harbour"),
            STAR.format("Harbour"): in_turn(
                choose("random Primary"), choose("General"), roll(2, 1), roll(4, 2), choose("Block"),
                choose("Save the rest"),
            ),
            "Expensive mistakes": roll(1),
            "A minor mistake": roll(2),
        },
        norse.team: {
            "Stalling": choose("Nobody stalled"),
            "Dedicated fans": roll(1),
            "Getting even: no. 3": roll(5),
            "Nominees for Most Valuable Player": pick("*"),
            "Most Valuable Player": choose("Star of Ironside"),
            "Advancement": pick("Star of Ironside"),
            STAR.format("Ironside"): in_turn(choose("A Primary skill of your choice"), choose("Tackle")),
            "Retiring for the season": pick("3"),
            "Expensive mistakes": roll(2),
            "A minor mistake": roll(3),
        },
    }  # fmt: skip
    asked = match_pages.go_through([humans, norse], match, AFTER, {}, own)
    assert asked[humans.team].count(STAR.format("Harbour")) == 6
    assert {"Getting even: no. 3", "A minor mistake", "Dazzling Catching"} <= set(asked[norse.team])
    human = sheet_of(Team.objects.get(name=humans.team))
    star = human.players[0]
    assert (star.spp, star.marks, human.treasury) == (12, ("captain",), 255_000)  # 230 + 25 + 20 - 20
    assert {"Pro", "Block"} <= set(star.skills)
    side = sheet_of(Team.objects.get(name=norse.team))
    hurt = side.players[2]
    assert (hurt.characteristic("MA"), "Hatred (Human)" in hurt.skills) == (5, True)
    assert side.treasury == 265_000  # 250 + 25 + 10 + 10 - 30
    assert "Tackle" in side.players[0].skills and side.special_rules == ("Chaos Clash",)
