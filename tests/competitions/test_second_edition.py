"""A league with another book, from its creation to the end of its season: no shared code needs the first book.

The edition (`tests/second_edition`) exists in tests only. All tests use one league, which is built once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from competitions.models import Competition
from competitions.prints.prints import standings_print
from competitions.prints.standings_pdf import standings_pdf
from competitions.season_end import season_end
from leagues import services
from leagues.models import League
from matches.models import Match
from matches.sequence import opening
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from matches.sheet.pdf import match_sheet_pdf
from rules import editions
from teams.building import approval
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from tests import policy_objects
from tests.leagues import cast as casting
from tests.leagues.cast import add_member, form_data, signed_in
from tests.leagues.opened_pages import visible
from tests.leagues.shared_cast import shared_writes
from tests.matches import match_builders
from tests.matches.forms import visit
from tests.printing.reading import page_texts
from tests.rules.build import PBBL
from tests.second_edition import MARKET, STREET
from tests.second_edition.street import Street, finals, founded, go_through, own_cup, play, walk
from tests.teams import team_builders
from tests.teams.team_file_builders import bring_url, team_json, upload

pytestmark = [pytest.mark.once, pytest.mark.costly]  # these pages are the same on every database


@pytest.fixture(scope="module")
def street(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Street]:
    with pytest.MonkeyPatch.context() as patch, shared_writes(django_db_blocker):
        patch.setattr(editions, "EDITIONS", (*editions.EDITIONS, STREET))
        patch.setitem(policy_objects.BUILDERS, "holding", own_cup)
        cast = casting.create_cast()
        found = founded(cast)
        found.look("scheduled")
        play(found)
        finals(found)
        season = found.league.seasons.get()
        season_end.end_season(
            season=season, by=cast.commissioner, expected=season.version, ending=season_end.Ending(clear_injuries=True)
        )
        found.look("season over")
        walk(found)
        yield found


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Each test may read."""


def test_a_league_with_this_book_is_created_on_the_page(street: Street) -> None:
    page = signed_in(street.cast.commissioner)
    assert "Street collection" in page.get(reverse("leagues:create"), {"edition": STREET.key}).content.decode()
    sent = form_data(name="Alley League", edition=STREET.key, zone="UTC", joining="invitation", dice="server")
    sent |= {"page_size": "A4", "public": "on", "option_street_collection": "5000", "option_trades": "off"}
    answer = page.post(reverse("leagues:create"), sent)
    assert answer.status_code == 302, visible(answer.content.decode())
    ruleset = League.objects.get(name="Alley League").ruleset
    assert (ruleset.edition, ruleset.values["street_collection"]) == (STREET.key, 5_000)


def test_every_page_of_a_league_answers(street: Street) -> None:
    """404 is the answer for cards, stars and team lists of the league's own, 409 for playing a card: it has none."""
    answers = {name: status for name, (status, _) in street.routed.items() if status not in (200, 301, 302, 405, 409)}
    none = ("leagues:own_list", "leagues:own_lists", "matches:cards", "stats:stars")
    assert answers == dict.fromkeys(none, 404)
    assert sum(status == 200 for status, _ in street.routed.values()) > 80


OF_ALL = ("leagues:create", "leagues:add_book", "leagues:simulate")
"""Pages on which all books can be chosen."""
DEEDS_OF_PBBL = r"(?i:touchdown|casualt(y|ies)\b|completion|interception|\bMVP|most valuable)"


def _words(alien: re.Pattern[str], text: str) -> list[str]:
    """What was found, with the words around it."""
    return [text[max(found.start() - 30, 0) : found.end() + 20] for found in alien.finditer(text)]


def test_no_page_mentions_what_only_the_other_book_has(street: Street) -> None:
    book = PBBL.book
    names = [inducement.name for inducement in book.inducements.values() if inducement.key != "star"]
    names += [
        trophy.name for trophy in book.trophies.values() if trophy.key != "blood_bowl"
    ]  # that is the name of the game
    names += [level.title for level in book.levels] + [row.name for row in book.casualties] + ["PBBL", "Necromancer"]
    alien = re.compile(
        "|".join(
            [
                *(rf"\b{re.escape(name)}\b" for name in names),
                r"\([A-Z]\d+, p",
                r"\bD68\b",
                "2D6",
                r"\bBank\b",
                DEEDS_OF_PBBL,
                "[Ii]nducement",
            ]
        )
    )
    seen = [(f"{route} while {stage}", route, text) for (stage, route), (_, text) in street.seen.items()]
    seen += [(route, route, text) for route, (_, text) in street.routed.items()]
    pages = [(where, text) for where, route, text in seen if route not in OF_ALL]
    assert {where: set(_words(alien, text)) for where, text in pages if alien.search(text)} == {}


def test_the_match_was_played_by_the_rules_of_this_book(street: Street) -> None:
    match = street.league_match
    orcs, humans = (match.sides.get(team=team) for team in (street.orcs, street.humans))
    assert match.state == Match.State.CLOSED
    assert (match.weather, orcs.inducements, humans.inducements) == ("", [], [])
    assert orcs.fame in (0, 1) and orcs.fans % 100 == 0
    winner = orcs if orcs.result == "win" else humans
    assert winner.winnings in {15_000 + 5_000 * (die + winner.fame) for die in range(1, 5)}
    sheet = ledger.sheet_in(TeamState.objects.get(team=street.humans))
    assert [name for name, _value in sheet.players[0].profile] == ["PACE", "MUSCLE", "WIT"]
    assert [line.number for line in sheet.players] == [1, 2, *range(4, 13)]  # one died, and the barber saved one
    crocked = ledger.sheet_in(TeamState.objects.get(team=street.orcs)).players[2]
    assert (dict(crocked.profile)["PACE"], dict(crocked.start)["PACE"]) == (3, 4)


def test_the_final_is_worth_three_times_as_much(street: Street) -> None:
    assert street.final is not None and street.final.state == Match.State.CLOSED
    for side in street.final.sides.all():
        assert side.winnings % 15_000 == 0 and side.winnings >= 15_000
    assert "3 times" in street.seen["finals", "matches:match"][1]


def test_a_step_of_the_edition_reads_its_own_option(street: Street) -> None:
    page = street.seen["season over", "teams:history"][1]
    assert "15k" in page and "collection" in page.casefold()
    assert "Street collection" in street.seen["season over", "leagues:house_rules"][1]


def test_points_come_from_the_schemes_that_its_book_prints(street: Street) -> None:
    assert "4/2/1 rulebook (§31, p. 9)" in street.routed["competitions:create"][1]


def test_messages_without_a_statement_in_the_book_have_no_source(street: Street) -> None:
    assert "has a day to accept, refuse (2–0 to you)" in street.routed["competitions:write_challenge"][1]
    assert "but not the same two three times in a row." in street.routed["competitions:report_game"][1]
    for route in ("competitions:write_challenge", "competitions:report_game", "teams:trades"):
        assert not re.search(r"\(\s*(,|\))", street.routed[route][1])


def test_a_match_is_played_on_pages_with_the_dice_of_this_book(street: Street) -> None:
    """Typed dice: a D10 for fans, a D6 for casualties, a D8 for improvements and fan factor, a D4 for winnings."""
    League.objects.filter(pk=street.league.pk).update(dice=League.Dice.TYPED)
    coach, other = (signed_in(street.cast[name]) for name in ("coach", "other_coach"))
    match = match_builders.scheduled_match(Team.objects.get(pk=street.orcs.pk), Team.objects.get(pk=street.humans.pk))
    here = f"/matches/{match.public_id}/"
    visit(coach, here).press("Open the match")
    go_through((coach, other), f"{here}pre-match/", fans="9")
    scorer, victim = match_builders.players_of(match, "home")[1], match_builders.players_of(match, "away")[3]
    page = visit(coach, f"{here}report/").press("Add the injury", **{"add.away": str(victim), "add": "away"})
    assert "D6" in page.text and "D68" not in page.text and "Regeneration" not in page.text
    typed = {"score.home": "1", f"line.home.{scorer}.goals": "1", f"line.home.{scorer}.kills": "1"}
    hurt = {"injury.away.0.by": str(scorer), "injury.away.0.cause": "foul"}
    page = page.press("Send report", **typed, **hurt, **{"injury.away.0.d68": "7"})
    assert "Enter a number from 1 to 6" in page.text, page.text[:2000]
    page = page.press("Send report", **typed, **hurt, **{"injury.away.0.d68": "5"})
    assert "waiting for confirmation" in page.text, page.text[:2000]
    page = visit(other, f"{here}report/confirm/")
    assert "Crocked (−1 PACE, misses the next match)" in page.text and "D6 5" in page.text
    page.press("Confirm report")
    go_through((coach, other), f"{here}post-match/", winnings="4", fan_factor="8", improvements="7")
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    assert match.sides.get(side="home").winnings == (4 + match.sides.get(side="home").fame) * 5_000 + 15_000
    raised = ledger.sheet_in(TeamState.objects.get(team=street.orcs)).player(scorer)
    assert raised is not None and raised.characteristic("PACE") == raised.starting_characteristic("PACE") + 1


def test_only_inducements_of_the_book_are_offered(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "EDITIONS", (*editions.EDITIONS, MARKET))
    services.create_league(by=street.cast.commissioner, details=services.Details(name="Market"), edition=MARKET.key)
    league = League.objects.get(name="Market")
    for coach in (street.cast.coach, street.cast.other_coach):
        add_member(league, coach)
    rich = team_builders.team_from_list(league, street.cast.coach, "Rich Orcs", "Orc")
    poor = team_builders.team_from_list(league, street.cast.other_coach, "Poor Humans", "Human", ("Lineman",) * 7)
    team_builders.add_gold(rich, 300_000)
    match = opening.open_match(match=match_builders.scheduled_match(rich, poor), by=street.cast.coach)
    here = f"/matches/{match.public_id}/pre-match/"
    visit(signed_in(street.cast.coach), here).answer("inducements", "Buy nothing")
    page = visit(signed_in(street.cast.other_coach), here)
    assert "Informer 20k" in page.text and "Inducement gold" in page.text
    for other in ("Journeymen", "Star players", "Mercenaries"):
        assert f"{other} " not in page.text
    page.answer("inducements", "Buy and finish", **{"count.informer": "2"})
    bought = MatchState(Match.objects.get(pk=match.pk)).prepared.state.bought
    assert [(item.kind, item.count) for item in (*bought.home, *bought.away)] == [("informer", 2)]


def test_a_team_from_elsewhere_joins_by_the_rules_of_this_book(street: Street) -> None:
    linemen = [{"number": number, "name": "", "position": "Lineman"} for number in range(2, 9)]
    hand = {
        "number": 1,
        "name": "Old Hand",
        "position": "Blitzer",
        "spp": 9,
        "gained": ["Grudge", "+WIT"],
        "lost": ["PACE"],
    }
    value = team_json(name="Old Lane", players=[hand, *linemen], bank=0, staff={"scout": 1}, record={"won": 2})
    league = League.objects.get(name="Routes")
    sent = form_data(file=upload(value))
    page = signed_in(street.cast.coach).post(bring_url(league), sent, follow=True)
    text = visible(page.content.decode())
    assert "Old Hand" in page.content.decode() and "Scouts" in text and "Bank" not in text, text[:3000]
    team = Team.objects.get(name="Old Lane")
    team = approval.submit_team(team=team, expected=team.version, by=street.cast.coach)
    if team.state == Team.State.SUBMITTED:
        team = approval.approve_team(team=team, expected=team.version, by=street.cast.commissioner)
    line = ledger.sheet_in(TeamState.objects.get(team=team)).players[0]
    assert (line.characteristic("WIT"), line.characteristic("PACE"), line.skills) == (6, 5, ("Elbows", "Grudge"))


def test_rosters_match_sheets_and_tables_are_printed_with_its_characteristics_and_dice(street: Street) -> None:
    state = TeamState.objects.get(team=street.orcs)
    roster = " ".join(page_texts(roster_pdf([roster_print(Team.objects.get(pk=street.orcs.pk), state)])))
    assert "MUSCLE" in roster and "Street League Rules" in roster and "Bank" not in roster
    match = opening.open_match(
        match=match_builders.scheduled_match(
            Team.objects.get(pk=street.orcs.pk), Team.objects.get(pk=street.humans.pk)
        ),
        by=street.cast.coach,
    )
    sheet = " ".join(page_texts(match_sheet_pdf(match_sheet(MatchState(Match.objects.get(pk=match.pk), coaches=True)))))
    assert "WIT" in sheet and "D6" in sheet and "D68" not in sheet
    table = standings_print(Competition.objects.get(name="Street table"))
    assert "Lane Humans" in " ".join(page_texts(standings_pdf([table])))
