"""A league of the first edition on phones of 390 px, from its founding to the printed roster.

Star rolls of new teams, a match to three touchdowns, a wound, ten points given for a star roll, a new player for a dead
one: everything is typed, dice too. It is played in thorough runs.
"""

from __future__ import annotations

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator

from rules.sheet.sheet import TeamSheet
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.browser import crp_pages, first_edition_pages, league_pages, match_pages
from tests.browser.match_pages import Coach
from tests.browser.visitors import Person, Visitors

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/boxed-league/"
BOOK = "First edition (1986)"
DEAD, BROKEN_LEG = (6, 6), (2, 2)


@pytest.mark.thorough
def test_a_league_of_the_first_edition_from_its_founding_to_the_printed_roster(visitors: Visitors) -> None:
    anna, bruno = league_pages.two_members(visitors, "Boxed League", BOOK)
    found(anna, "Giants", "Dwarf", {"Star roll: Dwarf 3 (no. 3)": first_edition_pages.stars((6, 5), "+2 TH")})
    found(bruno, "Harbour", "Human", {"Star roll: Human 3 (no. 3)": first_edition_pages.stars((3, 4))})
    anna.go(LEAGUE)
    league_pages.approve_all(anna, ["Giants", "Harbour"])
    league_pages.start_season(anna, "Autumn", "Boxed Cup")
    dwarfs, humans = Coach(anna, "Giants"), Coach(bruno, "Harbour")
    assert sheet_of("Giants").players[2].characteristic("TH") == 6
    assert sheet_of("Harbour").players[2].characteristic("MA") == 5
    play(dwarfs, humans)
    star, squad = sheet_of("Giants").players[0], sheet_of("Harbour")
    assert (star.spp, star.spent, star.characteristic("ST")) == (10, 10, 4)  # 1 and 3 x 3, given for a seven
    assert [(each.line.number, each.how) for each in squad.departed] == [(3, "dead")]
    lame = next(line for line in squad.players if line.number == 4)
    assert (lame.misses, lame.characteristic("MA"), len(squad.players)) == (2, 3, 15)
    roster = printed_roster(humans)
    assert "# DEF KICK MA CS TS ST TH WD AT CL EXP INJURIES NAME" in roster and "2M, −1 MA" in roster
    assert not any(word in roster for word in ("Treasury", "value", "Re-roll", "k gp"))
    call_command("audit")


def found(person: Person, name: str, race: str, replies: dict[str, match_pages.Reply]) -> None:
    """Fifteen players of a race, one star, one Defensive and one Kicking player."""
    person.go(LEAGUE)
    first_edition_pages.choose_squad(person, name, race, 15)
    usual = {
        "Star points": first_edition_pages.number(1),
        "Star roll 1 of 1": first_edition_pages.named(f"{race} 3"),
        "Defensive players": first_edition_pages.ticked(f"{race} 1"),
        "Kicking players": first_edition_pages.ticked(f"{race} 2"),
    }
    titles = match_pages.answer_all(person, {**usual, **replies})
    assert titles[0] == "Star points" and titles[-1] == "Kicking players"
    person.press("Submit")
    person.sees("waiting for approval")


def play(dwarfs: Coach, humans: Coach) -> None:
    """The dwarfs win by three to nothing; one player dies, and another one breaks a leg."""
    address = match_pages.opened(dwarfs)
    dwarfs.open(address, "Enter the report")
    first_edition_pages.wound(dwarfs, humans.team, 3, DEAD)
    first_edition_pages.wound(dwarfs, humans.team, 4, BROKEN_LEG)
    match_pages.report(dwarfs, {dwarfs.team: 3, humans.team: 0})
    humans.open(address, "Read and confirm the report")
    match_pages.confirm(humans)
    own = {
        dwarfs.team: {
            "Star rolls for experience": crp_pages.take(Dwarf_1=1),
            "Star roll: Dwarf 1 (no. 1)": first_edition_pages.stars((3, 4), "+1 ST"),
        },
        humans.team: {"New players": crp_pages.take(Human=1)},
    }
    asked = match_pages.go_through([dwarfs, humans], address, "Go to the post-match", {}, own, other=stay)
    assert "Star rolls for experience" in asked[dwarfs.team] and "New players" in asked[humans.team]


def stay(person: Person, question: Locator) -> None:
    """Leaves a question as it is."""
    person.leave(question.locator("button:visible").last.click)


def sheet_of(name: str) -> TeamSheet:
    """A team's sheet as it is stored."""
    return ledger.sheet_in(TeamState.objects.get(team=Team.objects.get(name=name)))


def printed_roster(coach: Coach) -> str:
    """The text of the roster that a coach prints, with single spaces."""
    text = league_pages.printed_roster(coach.person, LEAGUE, coach.team)
    return " ".join(text.replace("\xa0", " ").split())
