"""Teams of the first edition through the pages: founding with star rolls, a match, and what is on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from competitions.standings.standings import standings_of
from leagues import services
from leagues.models import League
from matches.models import Match
from matches.pages.records import record_of
from matches.report import reporting
from matches.sequence import opening
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.editions.first_1986 import EDITION
from rules.journal import fold
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import MatchPlayed, Pair, PlayerLine, Result, SideReport, Terms
from rules.sheet.sheet import TeamSheet
from teams.building.list_page import team_lists
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.roster.chat import roster_text
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from teams.selectors import names_of
from tests.competitions.competition_builders import competition_in, matches_of
from tests.editions.first_1986 import build
from tests.editions.league import EditionLeague, drafted, play
from tests.leagues.cast import Cast, add_member, create_cast, signed_in
from tests.matches.forms import visit
from tests.printing.reading import page_texts

pytestmark = pytest.mark.django_db
DEATH, ALL_STARS = "Champions of Death", "Chaos All-Stars Second Team"


@pytest.fixture
def cast() -> Cast:
    """The people of a league."""
    return create_cast()


def league_of(cast: Cast, *lists: str) -> EditionLeague:
    details = services.Details(name="The boxed game")
    league = services.create_league(by=cast.commissioner, details=details, edition=EDITION.key)
    cast.league = league
    for coach in (cast.coach, cast.other_coach):
        add_member(league, coach)
    coaches = (cast.coach, cast.other_coach)
    first, second = (
        drafted(league, cast.commissioner, coach, name) for coach, name in zip(coaches, lists, strict=True)
    )
    table = competition_in(league, (first, second), started=True, name="The table")
    return EditionLeague(
        edition=EDITION, cast=cast, league=league, teams=(first, second), league_match=matches_of(table)[0].match
    )


def sheet_of(team: Team) -> TeamSheet:
    return ledger.sheet_in(TeamState.objects.get(team=team))


@pytest.mark.costly
@pytest.mark.rules("first-1986:FX6", "first-1986:FS7")
def test_a_coach_gives_ten_points_for_a_roll_on_the_page(cast: Cast) -> None:
    found = league_of(cast, "Dwarf", "Human")
    match = opening.open_match(match=found.league_match, by=cast.coach)
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    side: Side = "home" if state.sides["home"].team_id == found.teams[0].pk else "away"
    star = state.sheets.of(side).players[4]
    lines = (PlayerLine(player=star.player, deeds=(("touchdowns", 3),)),)
    scored, nothing = SideReport(score=3, lines=lines), SideReport()
    reported = Reported(
        home=scored if side == "home" else nothing, away=scored if side == "away" else nothing, result=Result()
    )
    reporting.report_match(match=state.match, expected=state.match.version, reported=reported, by=cast.coach)
    match = Match.objects.get(pk=match.pk)
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=cast.other_coach)
    League.objects.filter(pk=found.league.pk).update(dice=League.Dice.TYPED)
    client, address = signed_in(cast.coach), f"/matches/{match.public_id}/post-match/"
    page = visit(client, address)
    assert "Who gives 10 experience points for a roll on the star chart" in page.text
    assert "Calculate cost" not in page.text
    page = page.send(page.form_of("trades"), "Take these", **{f"good.{star.player}": "1"})
    page = page.send(page.form_of(f"trades.{star.player}.1.try.1"), "Enter roll", die0="6", die1="5")
    key = f"trades.{star.player}.1.choose"
    assert "+2 TH" in page.text and key in page.keys
    page = page.send(page.form_of(key), "", choice="+2 TH")
    while page.keys and (open_keys := [key for key in page.keys if not key.startswith("trades")]):
        form = page.form_of(open_keys[0])
        skip = next((label for name, _value, label in form.buttons if name == "nothing"), "")
        page = page.send(form, skip)
    form = visit(client, address)
    assert form.status == 200


@pytest.mark.costly
@pytest.mark.rules("first-1986:FC7", "first-1986:FR2", "first-1986:FR4", "first-1986:FR5", "first-1986:FX8")
def test_the_champions_play_with_stars_and_two_lines_without_end(cast: Cast) -> None:
    found = league_of(cast, DEATH, ALL_STARS)
    death, _brutes = found.teams
    endless = [line for line in sheet_of(death).players if line.endless]
    assert [line.position for line in endless] == ["Skeleton", "Zombie"]
    assert [names_of(death)[line.player] for line in endless] == ["Skeleton", "Zombie"]
    match = play(found, found.league_match, lambda _stage: None)
    assert match.state == match.State.CLOSED
    address = reverse("matches:at_the_table", kwargs={"match": match.public_id})
    table = visit(signed_in(cast.coach), address)
    assert "The first team with a score of 3 wins (FM1)." in table.text and "p. 0" not in table.text
    assert "Experience points" in table.text and "Star player points" not in table.text
    for team in found.teams:
        sheet = sheet_of(team)
        assert fold([record.fact for record in ledger.records_of(team)]) == sheet
    assert all(line.spp == 0 for line in sheet_of(death).players)
    page = visit(signed_in(cast.coach), f"/teams/{death.public_id}/")
    assert "as many as needed" in page.text and "No. 99" not in page.text
    assert "EXP Injuries Position Items and notes" in page.text and "skill gained" not in page.text
    assert "EXP" in page.text and "SPP" not in page.text
    file = signed_in(cast.coach).get(reverse("matches:export_team", args=[death.public_id])).json()
    assert [one["position"] for one in file["players"]] == [each.position for each in sheet_of(death).players[:-2]]
    player = next(line.player for line in sheet_of(death).players if not line.endless)
    page = visit(signed_in(cast.coach), f"/teams/{death.public_id}/players/{player}/")
    assert "Saving throw" in page.text and "Throwing range" in page.text
    roster = roster_print(death, TeamState.objects.select_related("team").get(team=death))
    printed = roster_text(roster)
    assert "EXP" in printed and "99" not in printed.splitlines()[-1]
    (paper, *_back) = page_texts(roster_pdf([roster]))
    heads = "# DEF KICK MA CS TS ST TH WD AT CL EXP INJURIES NAME POSITION ITEMS AND NOTES"
    assert heads in " ".join(paper.split())
    assert "FINAL SCORE" in paper and "Home" in paper and "experience points to spend" in paper
    assert "14" in paper.split(), "there are sixteen lines, and those that are empty have numbers"
    assert "C, concussion for good" in paper and "2C" not in paper
    assert not any(word in paper for word in ("TREASURY", "VALUE", "RE-ROLLS", "FAN FACTOR", "SPP"))


@pytest.mark.rules("first-1986:FL2")
def test_a_team_list_says_a_number_that_nobody_chooses_once(cast: Cast) -> None:
    (stars,) = [each for each in team_lists(EDITION.book, None) if each.name == "Chaos All-Stars"]
    assert "12 Lesser Goblin" in stars.summary and "4 Ogre" in stars.summary and "–" not in stars.summary


def test_a_new_table_ranks_as_we_settle_it_where_the_book_is_silent(cast: Cast) -> None:
    league = services.create_league(
        by=cast.commissioner, details=services.Details(name="The boxed game"), edition=EDITION.key
    )
    cast.league = league
    table = competition_in(league, name="The table")
    outcomes = ("win", "draw", "loss", "conceded", "bye", "walkover")
    assert [table.points[outcome] for outcome in outcomes] == [2, 1, 0, 0, 2, 2]
    assert table.tie_breakers == ["points", "touchdown_difference", "touchdowns", "head_to_head"]
    address = f"/leagues/{league.slug}/seasons/1/competitions/new/"
    fields = next(form.fields for form in visit(signed_in(cast.commissioner), address).forms if "win" in form.fields)
    wanted = {"win": "2", "draw": "1", "loss": "0", "tie_1": "points", "tie_2": "touchdown_difference"}
    assert {name: fields[name] for name in wanted} == {name: [value] for name, value in wanted.items()}


def test_team_lists_to_choose_from_have_the_words_of_the_book(cast: Cast) -> None:
    league = services.create_league(
        by=cast.commissioner, details=services.Details(name="The boxed game"), edition=EDITION.key
    )
    page = visit(signed_in(cast.commissioner), f"/leagues/{league.slug}/teams/new/")
    assert "Characteristics, items and notes" in page.text and "Characteristics, skills" not in page.text


@pytest.mark.rules("first-1986:FM3", "first-1986:FM6")
def test_a_report_asks_nothing_that_only_other_books_know(cast: Cast) -> None:
    found = league_of(cast, "Dwarf", "Human")
    match = opening.open_match(match=found.league_match, by=cast.coach)
    page = visit(signed_in(cast.coach), f"/matches/{match.public_id}/report/")
    assert (
        "Conceded by" in page.text and "before a kick-off" not in page.text and "overtime" not in page.text.casefold()
    )


@pytest.mark.rules("first-1986:FL1", "first-1986:FR2")
def test_an_old_team_is_entered_from_its_paper_in_the_words_of_its_book(cast: Cast) -> None:
    league = services.create_league(
        by=cast.commissioner, details=services.Details(name="The boxed game"), edition=EDITION.key
    )
    add_member(league, cast.coach)
    client = signed_in(cast.coach)
    start = visit(client, f"/leagues/{league.slug}/teams/bring/")
    form = next(each for each in start.forms if "team_list" in each.fields)
    page = start.send(form, "Continue", name="Old Paper", team_list="Human")
    assert "“Boots of Speed, Boots of Leaping, +CL” gained, “MA, CL” lost" in page.text and "Block" not in page.text
    assert "EXP" in page.text and "Concussed for good" in page.text and "Treasury" not in page.text
    old = {"position": "Human", "gained": "+2 CS, Boots of Speed", "lost": "-2 MA", "misses": "2", "spp": "7"}
    form = next(each for each in page.forms if "player-1-gained" in each.fields)
    page = page.send(form, "Save and check", **{f"player-1-{name}": value for name, value in old.items()})
    assert "no characteristic" not in page.text
    again = next(each.fields for each in page.forms if "player-1-gained" in each.fields)
    assert again["player-1-gained"] == ["+CS, +CS, Boots of Speed"] and again["player-1-lost"] == ["MA, MA"]


@pytest.mark.costly
@pytest.mark.parametrize(
    ("winner", "points", "told"),
    [("", 1, "The match was abandoned: a draw."), ("home", 2, "The match was abandoned, and {home} won.")],
)
@pytest.mark.rules("first-1986:FM2", "first-1986:FL2")
def test_a_match_that_was_abandoned_is_reported_on_the_page_and_counts(
    cast: Cast, winner: str, points: int, told: str
) -> None:
    found = league_of(cast, "Dwarf", "Human")
    match = opening.open_match(match=found.league_match, by=cast.coach)
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    address = f"/matches/{match.public_id}/report/"
    typed = {"decided_by": "abandoned", "decided_for": winner}
    for side in SIDES:
        scorer = state.sheets.of(side).players[0].player
        typed |= {f"score.{side}": "2", f"line.{side}.{scorer}.touchdowns": "2"}
    page = visit(signed_in(cast.coach), address)
    assert "a draw, if you name no winner" in page.text
    page.press("Send report", **typed)
    match = Match.objects.get(pk=match.pk)
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=cast.other_coach)
    shown = visit(signed_in(cast.other_coach), f"/matches/{match.public_id}/").text
    assert told.format(home=state.teams["home"].name) in shown
    lines = {int(line.team): line for line in standings_of(match.fixture.round.competition).lines}
    home, away = (lines[state.sides[side].team_id] for side in SIDES)
    assert (home.points, away.points) == (points, points if not winner else 0)
    assert (home.drawn, home.won, away.lost) == ((1, 0, 0) if not winner else (0, 1, 1))
    assert record_of(state.teams["away"])[0].note == "abandoned"


@pytest.mark.rules("first-1986:FM3")
def test_a_team_with_nobody_left_loses_although_it_led() -> None:
    scores = Pair(home=SideReport(score=2), away=SideReport(score=1))
    nobody_left = Result(decided_by="wiped_out", decided_for="away")
    sheets = Pair(home=build.team("Human", "15 Human"), away=build.team("Orc", "15 Orc", first_id=100))
    match = MatchPlayed(terms=Terms(), sheets=sheets, fame=Pair(home=0, away=0), reports=scores, result=nobody_left)
    assert match.winner() == "away" and replace(match, result=Result()).winner() == "home"
    assert replace(match, result=Result(decided_by="abandoned")).winner() is None
