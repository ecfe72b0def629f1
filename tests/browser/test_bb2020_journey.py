"""A league of Blood Bowl 2020 on phones of 390 px, from its founding to the printed roster.

One team chooses a patron. A match with what this book asks: petty cash, a card of the special plays and a prayer, two
dice in a row for a casualty, six nominees, points that are spent on a random and on a chosen skill, a retirement and
expensive mistakes. Everything is typed, dice too. It is played in thorough runs.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command

from leagues import services
from teams.models import Team
from tests.browser import card_pages, crp_pages, league_pages, match_pages, modern_pages
from tests.browser.match_pages import Coach, choose, in_turn, pick, roll
from tests.browser.visitors import LARGER_PHONE, Visitors
from tests.editions.crp.played import sheet_of
from tests.leagues import cast
from tests.printing.reading import page_texts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/friday-league/"
BOOK = "Blood Bowl 2020"
CHOSEN = {"Beastman Runner Lineman": 9, "Chosen Blocker": 2, "Team re-rolls": 2}
HUMANS = {"Human Lineman": 11, "Team re-rolls": 2, "Apothecary": 1}
"""Worth 860k, with 140k left, and 700k, with 300k left: 160k of petty cash, and one prayer for what a card leaves."""
STAR = "Advancement of Star of {} (no. 1)"
CARDS = ("Sweatband of Conquest", "Enchanted Bucket")
BEFORE, AFTER = "Go to the pre-match", "Go to the post-match"
FOREIGN = ("FAME", "Bank", "Spiralling", "Fan factor")


@pytest.mark.thorough
def test_a_league_of_blood_bowl_2020_from_its_founding_to_the_printed_roster(visitors: Visitors) -> None:
    chosen, humans = league_with_teams(visitors)
    match = match_pages.opened(chosen)
    before(chosen, humans, match)
    sheet = "\n".join(page_texts(league_pages.printed(chosen.person, "Print match sheet")))
    assert sheet.count("Perfect Passing") == 1 and "5,000 spectators" in sheet and "D16" in sheet
    chosen.open(match, "Enter the report")
    modern_pages.lasting_injury(chosen, humans.team, 3, 13, 3)
    match_pages.report(chosen, {chosen.team: 2, humans.team: 1})
    humans.open(match, "Read and confirm the report")
    humans.person.sees("Smashed knee")
    match_pages.confirm(humans)
    after(chosen, humans, match)
    roster = league_pages.printed_roster(chosen.person, LEAGUE, chosen.team)
    assert BOOK in roster and "Favoured of Khorne" in roster and "Guard" in roster
    assert not [word for word in FOREIGN if word in roster]
    call_command("audit")


def league_with_teams(visitors: Visitors) -> tuple[Coach, Coach]:
    """Two people, one of them commissioner."""
    six = {"Most Valuable Player": "The coach nominates six"}
    anna, bruno = league_pages.two_members(visitors, "Friday League", BOOK, choices=six)
    anna.go(LEAGUE)
    patron = {"Patron": choose("Favoured of Khorne")}
    assert modern_pages.found(anna, "Harbour", "Chaos Chosen", CHOSEN, patron) == ["Patron"]
    bruno.go(LEAGUE)
    assert not modern_pages.found(bruno, "Ironside", "Human", HUMANS, {})
    league_pages.approve_all(anna, ["Harbour", "Ironside"])
    league_pages.start_season(anna, "Autumn", "Candle Cup")
    return Coach(anna, "Harbour"), Coach(bruno, "Ironside")


def before(chosen: Coach, humans: Coach, match: str) -> None:
    """3 and 2 thousand fans; the stronger side saves, the weaker one buys a secret card and is heard by Nuffle."""
    own = {
        chosen.team: {"Fans": roll(2)},
        humans.team: {
            "Fans": roll(1),
            "Inducements": crp_pages.buy("100k", Special_Plays=1),
            "Special Plays": roll(3),
            "A card from Magical Memorabilia": in_turn(*map(choose, (*CARDS, CARDS[1]))),
            "Prayers to Nuffle": roll(10),
        },
    }
    asked = match_pages.go_through([chosen, humans], match, BEFORE, {}, own)
    assert "Inducements" in asked[chosen.team] and "Prayers to Nuffle" in asked[humans.team]
    card_pages.sees_no_card_of(chosen.person, match, CARDS)
    humans.open(match, "Special play cards")
    humans.person.sees(CARDS[1])
    humans.person.picture("bb2020-cards")
    chosen.person.go(match)
    chosen.person.sees("5,000")
    chosen.person.picture("bb2020-prepared")


def after(chosen: Coach, humans: Coach, match: str) -> None:
    """One of six nominees, a random and a chosen skill, a retirement, and what goes wrong in two treasuries."""
    own = {
        chosen.team: {
            "Nominees for Most Valuable Player": pick("*"),
            "Most Valuable Player": choose("Star of Harbour"),
            "Dedicated fans": roll(1),
            "Advancement": pick("Star of Harbour"),
            STAR.format("Harbour"): in_turn(
                choose("random Primary"), choose("Strength"), roll(2, 5), choose("Save the rest")
            ),
            "Expensive mistakes": roll(1),
            "A minor mistake": roll(2),
        },
        humans.team: {
            "Nominees for Most Valuable Player": pick("*"),
            "Most Valuable Player": choose("Star of Ironside"),
            "Dedicated fans": roll(1),
            "Advancement": pick("Star of Ironside"),
            STAR.format("Ironside"): in_turn(choose("chosen Primary"), choose("Block")),
            "Temporary retirement": pick("3"),
            "Expensive mistakes": roll(1),
        },
    }
    asked = match_pages.go_through([chosen, humans], match, AFTER, {}, own)
    assert asked[chosen.team].count(STAR.format("Harbour")) == 4 and "A minor mistake" in asked[chosen.team]
    assert asked[humans.team].count(STAR.format("Ironside")) == 2 and "A catastrophe" not in asked[humans.team]
    first = sheet_of(Team.objects.get(name=chosen.team))
    star = first.players[0]
    assert (star.spp, star.skills[-1], first.treasury) == (12, "Guard", 165_000)
    assert first.fan_factor == 2
    second = sheet_of(Team.objects.get(name=humans.team))
    assert "Block" in second.players[0].skills and second.players[0].spp == 7
    assert second.players[2].characteristic("MA") == 5 and second.treasury == 165_000  # half of 335k, rounded down
    assert second.special_rules == () and first.special_rules == ("Favoured of Khorne",)


CUP = """name = "Spring Cup"
same_skill = 2

[[tiers]]
tier = 1
gold = 1_150_000
primary = 4

[[tiers]]
tier = 2
gold = 1_160_000
primary = 4
secondary = 1

[[tiers]]
tier = 3
gold = 1_170_000
primary = 5
secondary = 2"""
SKILLS = {"1": "Guard", "2": "Block", "3": "Block"}
"""Guard is a secondary skill of Human Linemen."""


def test_a_team_of_a_tournament_is_drafted_by_its_pack_on_a_phone(visitors: Visitors) -> None:
    boss, coach = (cast.create_user(name) for name in ("Anna", "Bruno"))
    details = services.Details(name="Spring Cup", teams_need_approval=False)
    league = services.create_league(by=boss, details=details, edition="bb2020", options={"pack": CUP})
    cast.add_member(league, coach)
    bruno = visitors.visit_as(coach, size=LARGER_PHONE)
    bruno.go(f"/leagues/{league.slug}/")
    squad = {"Human Lineman": 11, "Blitzer": 4, "Team re-rolls": 3, "Apothecary": 1}
    skills = {"Skills by the pack Spring Cup": modern_pages.give(SKILLS)}
    asked = modern_pages.draft(bruno, "Reavers", "Human", squad, skills, done="Create team")
    assert asked == ["Skills by the pack Spring Cup"]
    bruno.picture("bb2020-pack-given")
    bruno.press("Create team")
    team = Team.objects.get()
    bruno.sees("Reavers")
    bruno.picture("bb2020-pack-team")
    sheet = sheet_of(team)
    assert [sheet.players[nth].skills for nth in range(3)] == [("Guard",), ("Block",), ("Block",)]
    assert sheet.treasury == 1_160_000 - 11 * 50_000 - 4 * 85_000 - 3 * 50_000 - 50_000
    bruno.go(f"/teams/{team.public_id}/text/")
    assert "1. Human Lineman Star of Reavers: +Guard" in bruno.page.content()
    bruno.sees("SPP: star player points to spend.")
