"""Hired players who die: they count for the player who killed them (R1), and a Necromancer can raise them (J8)."""

from __future__ import annotations

import re

import pytest

from leagues import services
from matches.models import Match, PlayerLine
from matches.report.form.reading import Reading
from matches.sequence import answering
from matches.sequence.hired import hired_players
from matches.sequence.sequences import MatchState
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.selectors import names_of
from tests.leagues.cast import Cast, add_member
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Page
from tests.teams.team_builders import team_from_list

pytestmark = pytest.mark.once


def against_a_mercenary(two_teams: TwoTeams) -> Match:
    """A match in which the away side has a mercenary, without paying."""
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    match.sides.filter(side="away").update(inducements=[{"kind": "mercenary", "position": "Lineman"}])
    return match


def send_report(two_teams: TwoTeams, match: Match, **fields: str) -> Page:
    page = two_teams.page(two_teams.coach, match, "report/")
    page = page.press("Send report", **{"score.home": "0", "score.away": "0", **fields})
    assert page.status == 200
    two_teams.page(two_teams.other, match, "report/confirm/").press("Confirm report")
    match.refresh_from_db()
    return page


def answer_up_to_raising(two_teams: TwoTeams, match: Match) -> None:
    """The home side's post-match up to the question about raising."""
    while (question := MatchState(match).outcomes["home"].questions[0]).key != "raise":
        answering.answer(match=match, given=[match_builders.answer_for(match, question, {})], by=two_teams.cast.coach)
        match.refresh_from_db()


@pytest.mark.rules("R1", "M4")
def test_a_casualty_of_a_mercenary_counts_for_the_team_that_inflicted_it(two_teams: TwoTeams) -> None:
    match = against_a_mercenary(two_teams)
    assert "hired.away.1.d68" not in two_teams.page(two_teams.coach, match, "report/").form_with("Send report").fields
    hitter = match_builders.players_of(match, "home")[0]
    send_report(two_teams, match, **{f"line.home.{hitter}.casualties": "1"})
    assert match.sides.get(side="home").casualties == 1
    assert match.sides.get(side="away").casualties == 0


@pytest.mark.rules("J8", "R1")
def test_a_necromancer_can_raise_a_dead_mercenary(two_teams: TwoTeams) -> None:
    Team.objects.filter(pk=two_teams.home.pk).update(state=Team.State.RETIRED)
    two_teams.home = team_from_list(two_teams.league, two_teams.cast.coach, "Graveyard Nine", "Undead")
    match = against_a_mercenary(two_teams)
    hitter = match_builders.players_of(match, "home")[0]
    fields = {f"line.home.{hitter}.casualties": "1", "hired.away.1.d68": "64", "hired.home.1.completions": "1"}
    send_report(two_teams, match, **fields)
    assert match.sides.get(side="home").casualties == 1
    fallen = PlayerLine.objects.get(side__match=match, kind=PlayerLine.Kind.MERCENARY)
    assert (fallen.died, fallen.injuries) == (True, ["dead"])
    answer_up_to_raising(two_teams, match)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert "Lineman, mercenary, as Zombie" in page.text
    page.answer("raise", "Raise them", player="hired.1", **{"name.hired.1": "Old Lobsterpot"})
    assert "Raising the dead Lineman, mercenary coach" in two_teams.page(two_teams.coach, match, "log/").text
    match_builders.answer_all(match, by=two_teams.cast.coach)
    risen = ledger.sheet_in(TeamState.objects.get(team=two_teams.home)).players[-1]
    assert (risen.position, names_of(two_teams.home)[risen.player]) == ("Zombie", "Old Lobsterpot")


@pytest.mark.rules("J8")
def test_only_an_offered_player_can_be_raised(two_teams: TwoTeams) -> None:
    Team.objects.filter(pk=two_teams.home.pk).update(state=Team.State.RETIRED)
    two_teams.home = team_from_list(two_teams.league, two_teams.cast.coach, "Graveyard Nine", "Undead")
    match = against_a_mercenary(two_teams)
    send_report(two_teams, match, **{"hired.away.1.d68": "64"})
    answer_up_to_raising(two_teams, match)
    for forged in ("hired.2", "hired.", "hired.¹", "hired.1.1", "x" * 500):
        page = two_teams.page(two_teams.coach, match, "post-match/").answer("raise", "Raise them", player=forged)
        assert page.status == 422
        assert "This player cannot be raised." in page.text
    assert MatchState(match).outcomes["home"].questions[0].key == "raise"


def nurgle_at_home(cast: Cast) -> tuple[TwoTeams, Match]:
    """A match by the book of 2025: a Plague Ridden team with a star, against Dwarfs with a mercenary."""
    cast.league = services.create_league(
        by=cast.commissioner, details=services.Details(name="Plague Cup"), edition="bb2025"
    )
    for coach in (cast.coach, cast.other_coach):
        add_member(cast.league, coach)
    rotters, goods = ["Pestigor", *["Rotter"] * 10], {"rerolls": 0, "fan_factor": 1}
    home = team_from_list(cast.league, cast.coach, "Rotten Row", "Nurgle", rotters, **goods)
    away = team_from_list(cast.league, cast.other_coach, "Dwarf Town", "Dwarf", ["Dwarf Lineman"] * 11, **goods)
    match = match_builders.ready_match(home, away)
    match.sides.filter(side="home").update(inducements=[{"kind": "star", "name": "Guffle Pusmaw"}])
    match.sides.filter(side="away").update(inducements=[{"kind": "mercenary", "position": "Dwarf Blitzer"}])
    return TwoTeams(cast, home, away), match


@pytest.mark.rules("bb2025:K8")
def test_a_report_says_who_killed_a_hired_player_where_the_plague_asks_for_it(two_teams: TwoTeams) -> None:
    two_teams, match = nurgle_at_home(two_teams.cast)
    page = two_teams.page(two_teams.coach, match, "report/")
    asked = page.form_with("Send report")
    killer = match_builders.players_of(match, "home")[0]
    assert asked.options["hired.away.1.by"][-2:] == ["h1", "h2"], "the star, and a Rotter who rose"
    assert str(killer) in asked.options["hired.away.1.by"]
    assert "hired.home.1.by" not in asked.fields, "Dwarfs infect nobody"
    fields = {"hired.away.1.d68": "15", "hired.away.1.by": "999999", f"line.home.{killer}.casualties": "1"}
    refused = page.press("Send report", **{"score.home": "0", "score.away": "0", **fields})
    assert refused.status == 422 and "hurt by" in refused.text.lower()
    fields["hired.away.1.by"] = str(killer)
    page = two_teams.page(two_teams.coach, match, "report/")
    assert page.press("Send report", **{"score.home": "0", "score.away": "0", **fields}).status == 200
    (blitzer,) = MatchState(Match.objects.get(pk=match.pk)).reported.away.induced
    assert (blitzer.casualty, blitzer.cause, blitzer.by, blitzer.by_hired) == (15, "block", killer, 0)
    shown = two_teams.page(two_teams.other, match, "report/confirm/")
    assert "Dwarf Blitzer, mercenary" in shown.text and "block by No. 1 Nurgle 1" in shown.text
    again = two_teams.page(two_teams.coach, match, "report/").form_with("Send report")
    assert again.fields["hired.away.1.by"] == [str(killer)]


@pytest.mark.rules("bb2025:K8")
def test_a_hired_player_is_killed_by_a_hired_one(two_teams: TwoTeams) -> None:
    two_teams, match = nurgle_at_home(two_teams.cast)
    page = two_teams.page(two_teams.coach, match, "report/")
    fields = {"hired.away.1.d68": "15", "hired.away.1.by": "h1", "hired.away.1.cause": "foul"}
    page.press("Save draft", **fields)
    page = two_teams.page(two_teams.coach, match, "report/")
    assert page.form_with("Send report").fields["hired.away.1.by"] == ["h1"]
    page.press("Send report", **{"score.home": "0", "score.away": "0", **fields})
    (blitzer,) = MatchState(Match.objects.get(pk=match.pk)).reported.away.induced
    assert (blitzer.cause, blitzer.by, blitzer.by_hired) == ("foul", 0, 1)


def test_who_killed_a_hired_player_is_not_read_where_it_is_not_asked(two_teams: TwoTeams) -> None:
    match = against_a_mercenary(two_teams)
    typed = {"hired.away.1.d68": "64", "hired.away.1.by": "999999", "hired.away.1.cause": "magic"}
    reading = Reading(
        state=MatchState(match),
        typed=lambda name: typed.get(name, ""),
        ticked=lambda name: None,
        injuries={"home": (), "away": ()},
    )
    (lineman,) = reading.report().away.induced
    assert (lineman.casualty, lineman.cause, lineman.by) == (64, "block", 0)


def test_each_hired_player_has_a_name_of_their_own(two_teams: TwoTeams) -> None:
    """Players who were hired in one position one by one, so that a report can say which of them hurt somebody."""
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    blocker = {"kind": "mercenary", "position": "Lineman", "skills": ["Block"]}
    items = [
        {"kind": "mercenary", "position": "Lineman"},
        blocker,
        {"kind": "journeyman", "position": "Lineman", "count": 2},
    ]
    match.sides.filter(side="away").update(inducements=[*items, {"kind": "mercenary", "position": "Blitzer"}])
    names = ["Lineman 1", "Lineman 2", "Lineman 3", "Lineman 4", "Blitzer"]
    assert [each.name for each in hired_players(MatchState(match), "away")] == names
    form = two_teams.page(two_teams.coach, match, "report/").html
    offered = re.findall(r'<option value="h\d"[^>]*>([^<]+)</option>', form)
    assert offered and set(offered) == {
        *(f"{name}, mercenary" for name in (*names[:2], "Blitzer")),
        *(f"{name}, journeyman" for name in names[2:4]),
    }
