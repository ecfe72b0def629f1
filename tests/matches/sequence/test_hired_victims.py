"""Hired players who die: they count for the player who killed them (R1), and a Necromancer can raise them (J8)."""

from __future__ import annotations

import pytest

from matches.models import Match, PlayerLine
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.selectors import names_of
from tests.matches import scene
from tests.matches.conftest import Ground
from tests.matches.forms import Page
from tests.matches.scene import founded

pytestmark = pytest.mark.once


def against_a_mercenary(ground: Ground) -> Match:
    """The away side has a mercenary, which nobody paid for here."""
    match = scene.ready(ground.home, ground.away)
    match.sides.filter(side="away").update(inducements=[{"kind": "mercenary", "position": "Lineman"}])
    return match


def sent(ground: Ground, match: Match, **fields: str) -> Page:
    page = ground.page(ground.coach, match, "report/")
    page = page.press("Send report", **{"score.home": "0", "score.away": "0", **fields})
    assert page.status == 200
    ground.page(ground.other, match, "report/confirm/").press("Confirm report")
    match.refresh_from_db()
    return page


def up_to_raising(ground: Ground, match: Match) -> None:
    """The home side's post-match as far as the dead."""
    while (question := MatchState(match).outcomes["home"].questions[0]).key != "raise":
        answering.answer(match=match, given=[scene.answer_to(match, question, {})], by=ground.cast.coach)
        match.refresh_from_db()


@pytest.mark.rules("R1", "M4")
def test_a_casualty_of_a_mercenary_counts_for_the_team_that_inflicted_it(ground: Ground) -> None:
    match = against_a_mercenary(ground)
    assert "hired.away.1.d68" not in ground.page(ground.coach, match, "report/").form_with("Send report").fields
    hitter = scene.players_of(match, "home")[0]
    sent(ground, match, **{f"line.home.{hitter}.casualties": "1"})
    assert match.sides.get(side="home").casualties == 1
    assert match.sides.get(side="away").casualties == 0


@pytest.mark.rules("J8", "R1")
def test_a_mercenary_who_dies_rises_for_the_necromancer(ground: Ground) -> None:
    Team.objects.filter(pk=ground.home.pk).update(state=Team.State.RETIRED)
    ground.home = founded(ground.league, ground.cast.coach, "Graveyard Nine", "Undead")
    match = against_a_mercenary(ground)
    hitter = scene.players_of(match, "home")[0]
    fields = {f"line.home.{hitter}.casualties": "1", "hired.away.1.d68": "64", "hired.home.1.completions": "1"}
    sent(ground, match, **fields)
    assert match.sides.get(side="home").casualties == 1
    fallen = PlayerLine.objects.get(side__match=match, kind=PlayerLine.Kind.MERCENARY)
    assert (fallen.died, fallen.injuries) == (True, ["dead"])
    up_to_raising(ground, match)
    page = ground.page(ground.coach, match, "post-match/")
    assert "Lineman, mercenary, as Zombie" in page.text
    page.answer("raise", "Raise them", player="hired.1", **{"name.hired.1": "Old Lobsterpot"})
    assert "Raising the dead Lineman, mercenary coach" in ground.page(ground.coach, match, "log/").text
    scene.answered(match, by=ground.cast.coach)
    risen = ledger.sheet_in(TeamState.objects.get(team=ground.home)).players[-1]
    assert (risen.position, names_of(ground.home)[risen.player]) == ("Zombie", "Old Lobsterpot")


@pytest.mark.rules("J8")
def test_only_who_is_offered_can_be_taken_in(ground: Ground) -> None:
    Team.objects.filter(pk=ground.home.pk).update(state=Team.State.RETIRED)
    ground.home = founded(ground.league, ground.cast.coach, "Graveyard Nine", "Undead")
    match = against_a_mercenary(ground)
    sent(ground, match, **{"hired.away.1.d68": "64"})
    up_to_raising(ground, match)
    for forged in ("hired.2", "hired.", "hired.¹", "hired.1.1", "x" * 500):
        page = ground.page(ground.coach, match, "post-match/").answer("raise", "Raise them", player=forged)
        assert page.status == 422
        assert "This player cannot be raised." in page.text
    assert MatchState(match).outcomes["home"].questions[0].key == "raise"
