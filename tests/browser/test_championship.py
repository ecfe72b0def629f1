"""A whole championship as a new commissioner runs it: two divisions of six, play-offs, a major, a match of the second
round corrected after the final, the season's end and the next one's beginning.

The commissioner's part and the final are clicked; coaches play the other matches through services.
"""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.core.management import call_command

from competitions.models import Competition, Fixture, Season
from leagues.models import League
from matches.models import Match
from matches.sequence import opening
from teams.models import JournalEntry, Team, TeamState
from tests.browser import league_pages, match_pages, season_pages
from tests.browser.match_pages import Coach
from tests.browser.visitors import Person, Visitors
from tests.browser_pages import show_fields
from tests.leagues.cast import add_member, create_user
from tests.matches import match_builders
from tests.teams import team_builders

pytestmark = [pytest.mark.thorough, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEAGUE = "/leagues/reikland-open/"
NORTH = ("Ashen Axes", "Bitter Brigade", "Ember Eleven", "Carrion Club", "Dust Devils", "Frost Fangs")
SOUTH = ("Gilded Gits", "Harbour Hounds", "Iron Imps", "Jetty Jesters", "Kegtown Kickers", "Lantern Lads")
"""The better a team, the further in front: it wins 2-1, but for what is said here."""
OTHERWISE = {("Harbour Hounds", "Iron Imps"): (1, 1), ("Iron Imps", "Kegtown Kickers"): (3, 0)}
STRENGTH = {name: -place for division in (NORTH, SOUTH) for place, name in enumerate(division)} | {"Gilded Gits": 1}
LISTS = ("Orc", "Human", "Dwarf", "Skaven", "Norse", "Wood Elf")
PRIZE = 100_000


def test_a_championship_from_the_first_draw_to_the_next_season(
    visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    lot = SimpleNamespace(token_hex=lambda _bytes: "a fair lot")
    monkeypatch.setattr("competitions.season_end.play_offs.secrets", lot)  # the only dice that nobody types
    anna = commissioner_of_twelve_teams(visitors)
    two_divisions(anna)
    play_offs_are_drawn(anna)
    semi_finals_and_final(visitors, anna)
    the_trophy_is_awarded(anna)
    a_match_of_round_two_is_corrected(anna)
    the_season_ends_and_the_next_begins(anna)
    call_command("audit")


def commissioner_of_twelve_teams(visitors: Visitors) -> Person:
    """She signs up and creates a league; twelve coaches with a team each join."""
    anna = visitors.person("Anna")
    anna.go("/")
    league_pages.sign_up(anna)
    league_pages.create_league(anna, "Reikland Open")
    league = League.objects.get()
    for place, name in enumerate((*NORTH, *SOUTH)):
        coach = create_user(name.split()[0].lower())
        add_member(league, coach)
        team_builders.team_from_list(league, coach, name, LISTS[place % len(LISTS)])
    return anna


def two_divisions(anna: Person) -> None:
    """Set up, drawn and played."""
    season_pages.open_season(anna, "Spring")
    season_pages.set_up_division(anna, "North", "Premier League", NORTH, "axes")
    anna.follow("Spring")
    season_pages.set_up_division(anna, "South", "Premier League", SOUTH, "hounds")
    rows = Fixture.objects.select_related("match", "home__coach").order_by("round__number", "pk")
    assert rows.count() == 30
    for fixture in rows:
        play(fixture)


def play(fixture: Fixture) -> None:
    """A match from its opening to its close; stronger teams win."""
    names = fixture.home.name, fixture.away.name
    score = OTHERWISE.get(names, (2, 1) if STRENGTH[names[0]] > STRENGTH[names[1]] else (1, 2))
    by = fixture.home.coach
    match = opening.open_match(match=fixture.match, by=by)
    match_builders.answer_all(match, by=by, at_once=True)
    match = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=score[0], away=score[1])
    match_builders.answer_all(match, by=by, at_once=True)


def play_offs_are_drawn(anna: Person) -> None:
    """Two of each division, one of them by touchdowns alone: the tables say why."""
    league_pages.go_to(anna, "North", "table")
    points = ("15", "12", "9", "6", "3", "0")
    assert league_pages.standings(anna) == places(NORTH, points)
    league_pages.go_to(anna, "South", "table")
    order = ("Gilded Gits", "Iron Imps", "Harbour Hounds", *SOUTH[3:])
    assert league_pages.standings(anna) == places(order, ("15", "10", "10", *points[3:]))
    season_pages.compare(anna, "Iron Imps", "Harbour Hounds")
    anna.sees("Level on points (10), head-to-head (undecided).")
    anna.sees("Iron Imps ranks above Harbour Hounds by touchdown difference: +4 against +2.")
    anna.page.locator("details.why summary").nth(1).click()
    anna.picture("table")
    season_pages.finish(anna, "North")
    season_pages.finish(anna, "South")
    anna.follow("Draw semi-finals and final")
    anna.picture("play-offs")
    assert [season_pages.marks(anna, team)[-1] for team in order] == ["in", "in", "–", "–", "–", "–"]
    assert [season_pages.marks(anna, team)[-1] for team in NORTH] == ["in", "in", "–", "–", "–", "–"]


def places(teams: tuple[str, ...], points: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A table as ``league_pages.standings`` reads it."""
    return [(str(place), *line) for place, line in enumerate(zip(teams, points, strict=True), 1)]


def semi_finals_and_final(visitors: Visitors, anna: Person) -> None:
    """The semi-finals through services; both coaches click the final, which needs a winner."""
    season_pages.draw_play_offs(anna, "the four teams with the most league points", "Blood Bowl")
    semis = [("Bitter Brigade", "Iron Imps"), ("Gilded Gits", "Ashen Axes")]
    assert season_pages.ties(anna) == [*semis, ("Winner of tie 1", "Winner of tie 2")]
    for fixture in Fixture.objects.filter(tie__stage="semi_final"):
        play(fixture)
    final = Fixture.objects.get(tie__stage="final")
    home, away = (Coach(visitors.visit_as(team.coach), team.name) for team in (final.home, final.away))
    final_is_played(home, away)
    anna.go(LEAGUE)
    anna.sees("after overtime")
    anna.follow("Bracket")
    assert season_pages.ties(anna) == [
        ("Bitter Brigade", "(won)", "2", "Iron Imps", "1"),
        ("Gilded Gits", "(won)", "2", "Ashen Axes", "1"),
        ("Bitter Brigade", "1", "Gilded Gits", "(won)", "1"),
    ]
    anna.sees("Trophy: Blood Bowl")
    anna.sees("Gilded Gits won it after overtime.")
    anna.picture("bracket")


def final_is_played(home: Coach, away: Coach) -> None:
    """One all after two halves is not a result of a final."""
    home.person.go(LEAGUE)
    home.person.follow(f"{home.team} – {away.team}")
    home.person.unfold("Ready to play?")
    home.person.press("Open the match")
    match = f"/matches/{Match.objects.get(state=Match.State.PRE_MATCH).public_id}/"
    match_pages.go_through([home, away], match, "Go to the pre-match", {})
    home.open(match, "Enter the report")
    page = home.person.page
    show_fields(page)
    for team in (home.team, away.team):
        page.get_by_role("button", name=f"{team}: +1", exact=True).click()
        scorer = season_pages.first_player(home.person, team)
        scorer.locator(".player-toggle").click()
        scorer.get_by_role("button", name="touchdowns: +1").click()
    home.person.settle()
    home.person.refused("Send report")
    home.person.sees("This match needs a winner, and the score is a draw.")
    page.get_by_label("After a draw, decided by").select_option("overtime")
    page.get_by_label("for", exact=True).select_option(away.team)
    home.person.settle()
    home.person.press("Send report")
    away.open(match, "Read and confirm the report")
    match_pages.confirm(away)
    match_pages.go_through([home, away], match, "Go to the post-match", {})
    away.person.go(match)
    away.person.sees(f"{away.team} won in overtime.")


def the_trophy_is_awarded(anna: Person) -> None:
    """Award the trophy to the winner of the final, with gold: in its journal and on its page."""
    champions = Team.objects.get(name="Gilded Gits")
    before = TeamState.objects.get(team=champions)
    season_pages.finish(anna, "Play-offs")
    anna.follow("Award the Blood Bowl")
    assert season_pages.award_trophy(anna, PRIZE) == ("Gilded Gits", "Bitter Brigade")
    after = TeamState.objects.get(team=champions)
    assert after.treasury == before.treasury + PRIZE
    written = JournalEntry.objects.filter(team=champions, seq__gt=before.seq).values_list("kind", flat=True)
    assert set(written) == {"trophy_won", "gold_moved"}
    anna.follow("Gilded Gits")
    anna.sees("Trophies held")
    anna.sees("winner, Spring")
    anna.sees("1 with a trophy")  # of its team re-rolls


def a_match_of_round_two_is_corrected(anna: Person) -> None:
    """Ember Eleven had won it, and would be in the semi-finals: the preview says so before anything is written."""
    league_pages.go_to(anna, "North", "fixtures")
    season_pages.open_match(anna, "Bitter Brigade", "Ember Eleven")
    reason = "The referee had noted the second touchdown for the wrong side."
    season_pages.correct_scores(anna, reason, {"Bitter Brigade": "−1", "Ember Eleven": "+1"})
    assert match_pages.answer_all(anna, {}) == ["Ember Eleven: Winnings: the winner's re-roll"]
    assert season_pages.figures(anna, "North") == {
        "Ember Eleven": ("3 → 2", "9 → 12", "+1 → +3"),
        "Bitter Brigade": ("2 → 3", "12 → 9", "+3 → +1"),
    }
    anna.sees("Would qualify: Ember Eleven instead of Bitter Brigade.")
    anna.sees("One of its matches was opened or decided, so its teams stay.")
    before = JournalEntry.objects.count()
    season_pages.choose(anna, {"Dauntless learned": "Remove it", "Dirty Player learned": "Keep it"})
    assert season_pages.figures(anna, "Bitter Brigade") == {
        "Treasury": ("530k", "520k"),
        "Fan factor": ("6", "5"),
        "Star player points": ("76", "73"),
        "Cost": ("190k", "170k"),
        "Touchdowns": ("12", "11"),
        "Skills gained": ("Dauntless", "–"),
        "Team value": ("1,580k", "1,540k"),
    }
    assert season_pages.figures_fit(anna)
    assert season_pages.figures(anna, "Ember Eleven")["Improvement rolls to come"] == ("0", "1")
    anna.picture("correction-decided")
    assert JournalEntry.objects.count() == before
    anna.press("Accept correction")
    anna.sees("accepted by Anna")
    written = JournalEntry.objects.order_by("pk")[before:].values_list("team__name", flat=True)
    assert sorted(written) == ["Bitter Brigade", "Ember Eleven"]  # one entry in each history
    league_pages.go_to(anna, "North", "table")
    order = ("Ashen Axes", "Ember Eleven", "Bitter Brigade", *NORTH[3:])
    assert league_pages.standings(anna) == places(order, ("15", "12", "9", "6", "3", "0"))
    anna.go(LEAGUE)
    anna.follow("Bracket")
    assert season_pages.ties(anna)[-1] == ("Bitter Brigade", "1", "Gilded Gits", "(won)", "1")


def the_season_ends_and_the_next_begins(anna: Person) -> None:
    """The awards are named, one team retires, and the others are in the next season's divisions."""
    anna.go(LEAGUE)
    anna.follow("Continue with Spring")
    anna.follow("Close the season")
    anna.picture("close")
    assert season_pages.awards(anna) == {
        "North": ["Ashen Axes", "Ember Eleven", "Frost Fangs"],
        "South": ["Gilded Gits", "Iron Imps", "Lantern Lads"],
        "Play-offs": ["Gilded Gits", "Bitter Brigade", "–"],
        "Most touchdowns": ["Orc 1 Gilded Gits", "13"],
        "Most MVP awards": ["Human 1 Bitter Brigade\nOrc 1 Gilded Gits", "8"],
        "Best rookie, by star player points": ["Orc 1 Gilded Gits", "79"],
    }
    season_pages.close_season(anna, retiring="Lantern Lads, South")
    anna.picture("closed")
    season_pages.open_next_season(anna, "Summer")
    anna.sees("Continue setting up North")
    anna.sees("Continue setting up South")
    season = Season.objects.get(name="Summer")
    teams = {each.name: set(each.entrants.values_list("team__name", flat=True)) for each in season.competitions.all()}
    assert teams == {"North": set(NORTH), "South": set(SOUTH) - {"Lantern Lads"}, "Play-offs": set()}
    cup = season.competitions.get(name="Play-offs")
    feeds = set(cup.feeds.values_list("source__season", "source__name", "first", "last"))
    assert feeds == {(season.pk, "North", 1, 2), (season.pk, "South", 1, 2)}
    assert set(season.competitions.values_list("state", flat=True)) == {Competition.State.DRAFT}
