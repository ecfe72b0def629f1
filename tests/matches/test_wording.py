"""Players without a name, and counts of one."""

from __future__ import annotations

import re

import pytest
from django.utils.html import strip_tags

from matches.models import Match
from matches.report import reporting
from matches.report.differences import line_words
from matches.sequence import answering
from matches.sequence.bought import inducement_words
from matches.sequence.sequences import MatchState
from rules.sheet.match import Injury, PlayerLine
from rules.sheet.sheet import counts as counts_of
from teams.models import Player
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import visit
from tests.rules.build import PBBL
from tests.teams import team_builders

pytestmark = pytest.mark.once


def test_a_mercenarys_skills_follow_the_position_everywhere() -> None:
    ogre = {"kind": "mercenary", "position": "Ogre", "skills": ["Guard", "Grab"]}
    assert inducement_words(PBBL, ogre) == "mercenary: Ogre (Guard, Grab)"


@pytest.fixture
def nameless(two_teams: TwoTeams) -> TwoTeams:
    """Removes the names of all players of both teams."""
    Player.objects.filter(team__league=two_teams.league).update(name="")
    return two_teams


def first(match: Match) -> str:
    """The words for the first player of the home team."""
    line = MatchState(match).sheets.home.players[0]
    return f"No. {line.number}, {line.position}"


def test_the_report_shows_number_and_position_once(nameless: TwoTeams) -> None:
    match = match_builders.ready_match(nameless.home, nameless.away)
    victim = match_builders.players_of(match, "home")[0]
    page = nameless.page(nameless.coach, match, "report/")
    text = page.response.content.decode()
    assert f'aria-label="{first(match)}, touchdowns"' in text
    page = page.press("Add the injury", **{"add.home": str(victim), "add": "home"})
    legend = re.search("<legend>Injury (.*?)</legend>", page.response.content.decode())
    assert legend and strip_tags(legend[1]) == f"1: {first(match)}"
    line = MatchState(match).sheets.home.players[0]
    assert f"{line.number} {line.position} {line.position}" not in page.text


def test_a_named_player_has_number_name_and_position(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    state = MatchState(match)
    line = state.sheets.home.players[0]
    assert state.who[line.player] == f"No. {line.number} Orc {line.number}, {line.position}"
    assert state.known_as[line.player] == f"Orc {line.number}"


@pytest.mark.costly
def test_no_page_of_a_post_match_says_the_player(nameless: TwoTeams) -> None:
    nameless.typed_dice()
    hurt = team_builders.injure_player(nameless.home, place=4)
    seen = []
    match = match_builders.ready_match(nameless.home, nameless.away)
    victim = match_builders.players_of(match, "home")[0]
    reported = match_builders.report_with(
        match, home=1, home_injuries=[Injury(player=victim, casualty=57, cause="crowd")]
    )
    reporting.report_match(match=match, expected=match.version, reported=reported, by=nameless.cast.coach)
    report = match.reports.last()
    seen.append(nameless.page(nameless.other, match, "report/confirm/").text)
    match = reporting.confirm_report(match=match, digest=report.digest, by=nameless.cast.other_coach)
    while match.state == Match.State.POST_MATCH:
        for who in (nameless.coach, nameless.other):
            seen.append(nameless.page(who, match, "post-match/").text)
        question = MatchState(match).questions()[0]
        answering.answer(match=match, given=[match_builders.answer_for(match, question, {})], by=None)
        match = Match.objects.get(pk=match.pk)
    seen += [nameless.page(nameless.coach, match).text, nameless.page(nameless.coach, match, "log/").text]
    everything = " ".join(seen)
    for skill in PBBL.book.skills.values():
        everything = everything.replace(skill.summary, "")  # these speak of any player
    for vague in ("The player ", "the player hurt", "the player is", "Nameless", "no name hurt"):
        assert vague not in everything
    assert f"{first(match)} hurt: misses the next match" in everything
    assert f"{MatchState(match).who[hurt]} is back" in everything
    assert first(match) in everything


def test_the_players_page_shows_number_and_position(nameless: TwoTeams) -> None:
    match = match_builders.closed_match(nameless.home, nameless.away)
    player = match_builders.players_of(match, "home")[0]
    text = visit(nameless.coach, f"/teams/{nameless.home.public_id}/players/{player}/").text
    assert first(match) in text
    assert "Nameless" not in text


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ({"touchdowns": 1}, "1 touchdown"),
        ({"touchdowns": 2, "casualties": 1}, "2 touchdowns, 1 casualty"),
        ({"completions": 1, "interceptions": 2}, "1 completion, 2 interceptions"),
        ({}, "–"),
    ],
)
def test_counts_of_one_are_singular(counts: dict[str, int], words: str) -> None:
    assert line_words(PlayerLine(player=1, deeds=counts_of(**counts)), PBBL.book) == words


def test_a_players_card_says_how_far_the_next_level_is(two_teams: TwoTeams) -> None:
    from rules.journal import PointsEarned

    player = team_builders.add_entry(two_teams.home, 0, lambda player: PointsEarned(player=player, spp=1))
    text = visit(two_teams.coach, f"/teams/{two_teams.home.public_id}/players/{player}/").text
    assert "5 to Experienced" in " ".join(text.split())
