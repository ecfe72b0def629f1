"""Leagues of the two made-up books on phones of 390 px, from their founding to the end of their seasons.

One book is shaped like today's game, the other one like the oldest. Both coaches play a match with what only their book
asks, correct it together, see the table and print a roster; then the season ends, and the book asks once more.
Everything is typed, dice too. They are played in thorough runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest
from django.core.management import call_command

from rules.sheet.sheet import TeamSheet
from teams.models import Team
from tests.browser import crp_pages, first_edition_pages, league_pages, match_pages, modern_pages, season_pages
from tests.browser.match_pages import Coach, Reply, choose, in_turn, pick, roll
from tests.browser.visitors import Visitors
from tests.editions.ancient import ANCIENT
from tests.editions.crp.played import sheet_of
from tests.editions.every import registered
from tests.editions.modern import MODERN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE, CUP = "/leagues/friday-league/", "Candle Cup"
HARBOUR, IRONSIDE = "Harbour", "Ironside"
BEFORE, AFTER = "Go to the pre-match", "Go to the post-match"
Own = Mapping[str, Mapping[str, Reply]]


@dataclass(frozen=True)
class Squad:
    """A new team: its list, what it has, the answers to what the book asks, and the titles of all these questions."""

    team_list: str
    bought: Mapping[str, int]
    replies: Mapping[str, Reply]
    asked: list[str]


@pytest.fixture(autouse=True)
def _made_up_books() -> Iterator[None]:
    with registered(MODERN, ANCIENT):
        yield


@pytest.mark.thorough
def test_a_league_of_a_book_like_todays_from_its_founding_to_the_end_of_its_season(visitors: Visitors) -> None:
    towners = Squad(
        "Townsfolk",
        {"Towner": 11, "Second chances": 2},
        {"Patron": choose("Patron of the Hill"), "Captain": pick("2")},
        ["Patron", "Captain"],
    )
    greens = Squad("Greenskins", {"Green": 11, "Helpers": 1}, {}, ["Captain"])
    home, away = league_with_teams(visitors, MODERN.book.name, towners, greens)
    assert squad(home).treasury == 350_000 and "Pro" in squad(home).players[1].skills
    match = match_pages.opened(home)
    played_for_gold(home, away, match)
    learned_by_choice(home, away, match)
    corrected(home, away, match, {HARBOUR: "−1"}, "home runs")
    assert squad(home).players[0].spp == 11
    assert (squad(home).treasury, squad(home).fan_factor) == (385_000, 1)
    assert table(home) == [("1", HARBOUR, "1"), ("2", IRONSIDE, "1")]  # by telling hits
    roster = league_pages.printed_roster(home.person, LEAGUE, HARBOUR)
    assert all(word in roster for word in ("Patron of the Hill", "Coffers", "Block", "3+"))
    assert not [word for word in ("Treasury", "Re-roll", "Fan factor", "FAME") if word in roster]
    ended(home)
    assert season_pages.answer_end(home, {"Thanks": pick("2")}) == ["Thanks"]
    assert season_pages.answer_end(away, {"Rest of no. 4": roll(5)}) == ["Rest of no. 4", "Thanks"]
    hurt, rested = squad(away).players[2:4]
    assert (squad(home).players[1].spp, hurt.misses_next, rested.niggling) == (2, False, 0)
    call_command("audit")


def played_for_gold(home: Coach, away: Coach, match: str) -> None:
    """A crowd of five comes, and the home side wins; one player is hurt for good, another one niggles."""
    crowd: Own = {HARBOUR: {"Crowd": roll(2)}, IRONSIDE: {"Crowd": roll(1)}}
    assert match_pages.go_through([home, away], match, BEFORE, {}, crowd) == {HARBOUR: ["Crowd"], IRONSIDE: ["Crowd"]}
    home.open(match, "Enter the report")
    match_pages.injure(home, IRONSIDE, 3, {r"^\s*D16\s*$": 13, r"^\s*Lasting harm: D6": 3})
    match_pages.injure(home, IRONSIDE, 4, {r"^\s*D16\s*$": 11})
    reported(home, away, match, {HARBOUR: 2, IRONSIDE: 1}, "home runs")


def learned_by_choice(home: Coach, away: Coach, match: str) -> None:
    """Of six nominees one is drawn, points buy a skill, a follower comes, and the losers squander their gold."""
    learning = "Learning: Star of Harbour (no. 1)"
    own: Own = {
        HARBOUR: {
            "Star of the match": in_turn(pick("*"), choose("Star of Harbour")),
            "Learning": pick("Star of Harbour"),
            learning: in_turn(choose("A skill of your own categories"), choose("Block")),
            "Followers": roll(4),
            "Expensive mistakes": roll(5),
        },
        IRONSIDE: {
            "Star of the match": in_turn(pick("*"), choose("Star of Ironside")),
            "Expensive mistakes": roll(1),
        },
    }
    asked = match_pages.go_through([home, away], match, AFTER, {}, own)
    assert asked[HARBOUR].count(learning) == 2 and "Expensive mistakes" in asked[IRONSIDE]
    star, (hurt, niggler) = squad(home).players[0], squad(away).players[2:4]
    assert (star.spp, star.skills) == (14, ("Block",))  # two home runs, two telling hits, the star of the match
    assert (hurt.characteristic("MA"), hurt.misses_next, niggler.niggling) == (4, True, 1)
    assert (squad(home).treasury, squad(home).fan_factor) == (395_000, 2)  # half of a crowd of five, and two scores
    assert (squad(away).treasury, squad(away).fan_factor) == (40_000, 1)


@pytest.mark.thorough
def test_a_league_of_a_book_like_the_oldest_from_its_founding_to_the_end_of_its_season(visitors: Visitors) -> None:
    first, second = "Star: Star of {} (no. 1)", "Star: no. 2"
    tribe = Squad(
        "Tribesmen",
        {"Tribesman": 11},
        {"Stars": pick("*"), first.format(HARBOUR): roll(6, 6)},
        ["Stars", first.format(HARBOUR), second],
    )
    hill = Squad("Hillfolk", {"Hillman": 11}, {"Stars": pick("*")}, ["Stars", first.format(IRONSIDE), second])
    home, away = league_with_teams(visitors, ANCIENT.book.name, tribe, hill)
    assert [line.characteristic("ST") for line in squad(home).players[:2]] == [4, 3]
    assert [line.characteristic("MA") for line in squad(home).players[:3]] == [4, 5, 4]  # dice of 3 and 4
    match = match_pages.opened(home)
    played_to_three(home, away, match)
    learned_by_points(home, away, match)
    corrected(away, home, match, {IRONSIDE: "+1"}, "goals")
    assert squad(away).players[0].spp == 7
    assert table(home) == [("1", HARBOUR, "3"), ("2", IRONSIDE, "0")]
    roster = league_pages.printed_roster(home.person, LEAGUE, HARBOUR)
    assert all(word in roster for word in ("CS", "WD", "GRD", "Tribesman"))
    assert not [word for word in ("Treasury", "value", "e-roll", "k gp") if word in roster]
    ended(home)
    lame = next(line for line in squad(away).players if line.number == 4)
    assert (lame.misses, lame.condition("limp")) == (0, 5)
    call_command("audit")


def played_to_three(home: Coach, away: Coach, match: str) -> None:
    """A guard is named, and the home side wins; one player seems to be killed, another one breaks a leg."""
    roles: Own = {HARBOUR: {"Roles": pick("Guard")}}
    assert match_pages.go_through([home, away], match, BEFORE, {}, roles) == {HARBOUR: ["Roles"], IRONSIDE: ["Roles"]}
    home.open(match, "Enter the report")
    first_edition_pages.wound(home, IRONSIDE, 3, (6, 6))
    first_edition_pages.wound(home, IRONSIDE, 4, (2, 2))
    reported(home, away, match, {HARBOUR: 3, IRONSIDE: 1}, "goals")


def learned_by_points(home: Coach, away: Coach, match: str) -> None:
    """Ten points are spent on a roll; one player dies of their wound, and a new one comes for nothing."""
    learning = "Learning: Star of Harbour (no. 1)"
    own: Own = {
        HARBOUR: {"Learning": pick("Star of Harbour"), learning: roll(6, 5)},
        IRONSIDE: {"New players": crp_pages.take(Hillman=1)},
    }
    asked = match_pages.go_through([home, away], match, AFTER, {}, own)
    assert asked == {HARBOUR: ["Learning", learning], IRONSIDE: ["Wounded to death: no. 3", "New players"]}
    star = squad(home).players[0]
    assert (star.spp, star.spent, star.characteristic("ST"), star.marks) == (10, 10, 5, ("guard",))
    assert [each.how for each in squad(away).departed] == ["dead"] and len(squad(away).players) == 11
    lame = next(line for line in squad(away).players if line.number == 4)
    assert (lame.misses, lame.condition("limp")) == (2, 5)


def league_with_teams(visitors: Visitors, book: str, first: Squad, second: Squad) -> tuple[Coach, Coach]:
    """Two people, one of them commissioner, found a team each, in a season with one match."""
    anna, bruno = league_pages.two_members(visitors, "Friday League", book)
    coaches = Coach(anna, HARBOUR), Coach(bruno, IRONSIDE)
    for coach, new in zip(coaches, (first, second), strict=True):
        coach.person.go(LEAGUE)
        assert modern_pages.found(coach.person, coach.team, new.team_list, new.bought, new.replies) == new.asked
    league_pages.approve_all(anna, [HARBOUR, IRONSIDE])
    league_pages.start_season(anna, "Spring", CUP)
    return coaches


def squad(coach: Coach) -> TeamSheet:
    """A team's sheet as it is stored."""
    return sheet_of(Team.objects.get(name=coach.team))


def reported(coach: Coach, other: Coach, match: str, scores: Mapping[str, int], deed: str) -> None:
    """One coach enters the scores of a report that has its injuries, and sends it; the other one confirms it."""
    match_pages.report(coach, scores, deed=deed)
    other.open(match, "Read and confirm the report")
    match_pages.confirm(other)


def corrected(coach: Coach, other: Coach, match: str, changes: Mapping[str, str], deed: str) -> None:
    """One coach corrects the scores and proposes that, and the other one accepts it; what the book asks gets no new
    answer."""
    coach.person.go(match)
    season_pages.correct_scores(coach.person, "One score was miscounted.", changes, deed)
    assert not match_pages.answer_all(coach.person, {})
    coach.person.press("Propose to the other coach")
    other.open(match, "Go to the correction")
    other.person.picture("made-up-correction")
    other.person.press("Accept correction")
    other.person.sees(f"accepted by {other.person.name}")


def table(coach: Coach) -> list[tuple[str, ...]]:
    """The table as a coach sees it."""
    league_pages.go_to(coach.person, CUP, "table")
    coach.person.picture("made-up-table")
    return league_pages.standings(coach.person)


def ended(commissioner: Coach) -> None:
    """The commissioner finishes the competition and closes the season."""
    commissioner.person.go(LEAGUE)
    season_pages.finish(commissioner.person, CUP)
    commissioner.person.follow("Close the season")
    commissioner.person.picture("made-up-close")
    commissioner.person.press("Close season")
    commissioner.person.sees("closed")
