"""Two matches of the Competition Rules through the pages: petty cash, second casualty rolls, journeymen."""

from __future__ import annotations

import pytest

from leagues import services
from matches.models import Match
from matches.sequence.sequences import MatchState
from rules.journal import fold
from teams.ledger import ledger
from teams.models import TeamState
from tests.editions.crp.played import Played, sheet_of
from tests.matches.forms import visit
from tests.matches.match_builders import players_of

pytestmark = pytest.mark.django_db


@pytest.mark.costly
@pytest.mark.rules("crp:P7", "crp:K4", "crp:I6", "crp:J1", "crp:J2", "crp:R1")
def test_two_matches_with_petty_cash_two_casualties_and_journeymen(played: Played) -> None:
    home, _away = played.teams
    assert sheet_of(home).treasury == 300_000  # 550k + 100k + 50k were spent
    first = played.opened()
    asked = played.go_through(
        first,
        "pre-match/",
        home_petty_cash={"amount": "50k"},
        home_inducements={"count.wandering_apothecary": "1"},
    )
    assert asked.index("away petty_cash") < asked.index("home petty_cash"), "the Orcs are worth more"
    page = played.page("home", first)
    assert "Petty cash" in page.text
    assert sheet_of(home).treasury == 250_000

    report(played, first)
    played.go_through(first, "post-match/", home_take_journeymen={"good.Lineman": "2"})
    first.refresh_from_db()
    assert first.state == Match.State.CLOSED
    squad = sheet_of(home).players
    assert [line.number for line in squad if line.on_trial] == [2, 12]
    assert [line.number for line in squad if line.misses_next] == [1]
    # 9 fit linemen and 2 journeymen, two re-rolls, the apothecary, and a point of fan factor
    assert TeamState.objects.get(team=home).value == 11 * 50_000 + 100_000 + 50_000 + 10_000
    # 250k, a draw with a 4: 40k + 10k, and FAME 0 or more
    assert sheet_of(home).treasury >= 300_000

    second = played.opened()
    asked = played.go_through(second, "pre-match/")
    assert not [key for key in asked if "journeymen" in key], "eleven can play"
    signed = next(line for line in MatchState(second).sheets.home.players if line.number == 12)
    nil_nil(played, second)
    played.go_through(second, "post-match/", home_hire_journeymen={f"good.{signed.player}": "1"})
    second.refresh_from_db()
    assert second.state == Match.State.CLOSED
    line = sheet_of(home).player(signed.player)
    assert (line.on_trial, line.skills) == (False, ())
    assert [each.how for each in sheet_of(home).departed] == ["dead", "journeyman"]
    for team in played.teams:
        assert fold(record.fact for record in ledger.records_of(team)) == sheet_of(team)
    text = visit(played.clients["home"], f"/teams/{home.public_id}/").text
    assert "left as a journeyman" in text


def report(played: Played, match: Match) -> None:
    """A draw in which two of the home side were hurt badly: one lives after the second roll, the other does not."""
    one, two, *_rest = players_of(match, "home")
    culprit = str(players_of(match, "away")[0])
    page = played.page("home", match, "report/")
    for victim in (one, two):
        page = page.press("Add the injury", **{"add.away": "", "add.home": str(victim), "add": "home"})
        assert page.status == 200
    treated = {
        "injury.home.0.d68": "62", "injury.home.0.by": culprit,
        "injury.home.0.reroll": "44", "injury.home.0.apothecary_keep": "second",
        "injury.home.1.d68": "65", "injury.home.1.by": culprit,
        "injury.home.1.reroll": "68", "injury.home.1.apothecary_keep": "first",
    }  # fmt: skip
    page = page.press("Send report", **{"score.home": "0", "score.away": "0", **treated})
    assert "waiting for confirmation" in page.text, page.text[:3000]
    played.page("away", match, "report/confirm/").press("Confirm report")


def nil_nil(played: Played, match: Match) -> None:
    page = played.page("home", match, "report/")
    page = page.press("Send report", **{"score.home": "0", "score.away": "0"})
    assert "waiting for confirmation" in page.text, page.text[:3000]
    played.page("away", match, "report/confirm/").press("Confirm report")


@pytest.mark.rules("crp:L11")
def test_a_coach_can_retire_a_team_between_matches(played: Played) -> None:
    team = played.teams[0]
    page = visit(played.clients["home"], f"/teams/{team.public_id}/retire/")
    assert page.form_with("Retire").method == "post"


@pytest.mark.costly
@pytest.mark.rules("crp:M3")
def test_a_league_match_can_go_on_to_a_shoot_out_if_both_coaches_agree(played: Played) -> None:
    match = played.opened()
    played.go_through(match, "pre-match/")
    table = played.page("home", match, "at-the-table/")
    assert "the match ends drawn, unless both coaches agree to go on: a third period" in table.text
    assert "Agreements about play" not in table.text
    page = played.page("home", match, "report/")
    level = {"score.home": "0", "score.away": "0"}
    page = page.press("Send report", **level, decided_by="shoot_out", decided_for="away")
    assert "waiting for confirmation" in page.text, page.text[:3000]
    assert MatchState(match).played.winner() == "away"


@pytest.mark.costly
@pytest.mark.rules("crp:E1", "crp:E5")
def test_what_a_league_agreed_about_play_is_shown_at_the_table(played: Played) -> None:
    options = {"trades": "off", "argue_the_call": True, "shoot_out_tie": "draw"}
    services.change_house_rules(
        league=played.league, by=played.runs, expected=played.league.ruleset_id, options=options
    )
    match = played.opened()
    text = played.page("home", match, "at-the-table/").text
    assert "Argue the call (2016): Yes" in text
    assert "A shoot-out that is level: The match ends drawn (2016)" in text
