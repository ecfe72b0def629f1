"""A player's card and career: who hurt them and whom they hurt, with links, and what they won."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from competitions.models import Holding, Trophy
from leagues.models import League
from matches.models import Match, PlayerLine, Report
from matches.models.lines import Deed
from matches.pages.duels import duels_of
from rules.sheet.match import Injury
from teams.models import Player, Team
from tests.competitions.competition_builders import (
    add_player_line,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import visit
from tests.web.kept_pages import shown

pytestmark = pytest.mark.once


def page_of(team: Team, player: int) -> str:
    return f"/teams/{team.public_id}/players/{player}/"


@pytest.fixture
def feud(two_teams: TwoTeams) -> tuple[Match, int, int]:
    """A match in which a player of the away team was hurt by one of the home team."""
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    bruiser = match_builders.players_of(match, "home")[3]
    victim = match_builders.players_of(match, "away")[2]
    hurt = Injury(player=victim, casualty=41, by=bruiser)
    match = match_builders.confirm_match(match, home=1, home_lines={bruiser: {"casualties": 1}}, away_injuries=[hurt])
    match_builders.answer_all(match, by=two_teams.cast.coach)
    return match, bruiser, victim


def test_both_pages_say_who_hurt_whom_in_which_match(two_teams: TwoTeams, feud: tuple[Match, int, int]) -> None:
    match, bruiser, victim = feud
    did = visit(signed_in(None), page_of(two_teams.home, bruiser))
    suffered = visit(signed_in(None), page_of(two_teams.away, victim))
    for page, team, other in ((did, two_teams.away, victim), (suffered, two_teams.home, bruiser)):
        assert "Who hurt whom" in page.text
        html = page.response.content.decode()
        assert page_of(team, other) in html and f"/matches/{match.public_id}/" in html
    assert "hurt by" in suffered.text and "hurt by" not in did.text
    assert "misses the next match" in suffered.text
    uninvolved = PlayerLine.objects.filter(side__team=two_teams.home).exclude(player=bruiser)[0].player_id
    unhurt = visit(signed_in(None), page_of(two_teams.home, uninvolved)).text
    assert "Who hurt whom" not in unhurt
    assert "SPP Injury" in suffered.text and "SPP Injury" not in unhurt, "the column is for those who were hurt"


def test_a_match_without_a_lasting_injury_says_so_beside_who_did_it(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    bruiser, victim = (match.sides.get(side=side).lines.order_by("number")[0].player_id for side in ("home", "away"))
    report = Report.objects.get(match=match, state=Report.State.CONFIRMED)
    Report.objects.filter(pk=report.pk).update(
        data=report.data
        | {"away": report.data["away"] | {"injuries": [{"player": victim, "by": bruiser, "casualty": 41}]}}
    )
    assert "no lasting effect by" in visit(signed_in(None), page_of(two_teams.away, victim)).text


def test_a_page_shows_every_change_of_a_match_and_of_its_injury(
    two_teams: TwoTeams, feud: tuple[Match, int, int]
) -> None:
    match, bruiser, victim = feud
    own = PlayerLine.objects.filter(side__match=match, player=victim)
    league, other = League.objects.filter(pk=two_teams.league.pk), Team.objects.filter(pk=two_teams.home.pk)
    changes: list[tuple[Callable[[], object], str]] = [
        (lambda: other.update(name="New Larks"), "<span>New Larks</span>"),
        (lambda: other.update(crest={"first": "violet", "second": "pink"}), "-violet-pink"),
        (lambda: match.sides.filter(side="home").update(score=7), "0–7"),
        (lambda: match.sides.filter(side="away").update(result="conceded"), "<small>conceded</small>"),
        (lambda: own.update(spp=23), '<td class="n srt">23</td>'),
        (lambda: own.update(injuries=["dead"], died=True), 'class="dead"'),
        (lambda: Player.objects.filter(pk=bruiser).update(name="Longarm"), "by 4 Longarm"),
        (lambda: Deed.objects.create(line=own.get(), key="completions", count=31), '<td class="n no-p">31</td>'),
        (lambda: league.update(name="New League"), "New League"),
    ]
    for change, words in changes:
        assert words not in shown(Client(), page_of(two_teams.away, victim))
        change()
        assert words in shown(Client(), page_of(two_teams.away, victim)), words


def test_a_match_that_is_annulled_leaves_no_trace(two_teams: TwoTeams, feud: tuple[Match, int, int]) -> None:
    match, bruiser, _victim = feud
    Match.objects.filter(pk=match.pk).update(state=Match.State.SCHEDULED)
    assert "Who hurt whom" not in visit(signed_in(None), page_of(two_teams.home, bruiser)).text


def test_a_death_that_only_records_know_has_its_killer(two_teams: TwoTeams) -> None:
    league = two_teams.league
    fixture = matches_of(competition_in(league, bare_teams(league, 2), started=True))[0]
    decide_match(fixture, 1, 0)
    killer = fixture.home.players.create(name="Morg")
    dead = fixture.away.players.create(name="Griff")
    add_player_line(fixture, "home", killer, number=1, position="Ogre")
    add_player_line(fixture, "away", dead, number=7, position="Blitzer", died=True, killed_by=killer)
    [duel] = duels_of(killer.pk, {}, fixture.home.book)
    assert (duel.did, duel.other, duel.died) == (True, "7 Griff", True)
    assert duel.other_url == page_of(fixture.away, dead.pk)


def test_a_card_has_shirt_skills_and_honours(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    player = match.sides.get(side="home").lines.order_by("-spp")[0].player
    trophy = Trophy.objects.create(league=two_teams.league, name="The Golden Boot")
    best = Holding.Role.BEST_PLAYER
    Holding.objects.create(trophy=trophy, team=two_teams.home, player=player, role=best)
    html = visit(signed_in(None), page_of(two_teams.home, player.pk)).response.content.decode()
    card = html[html.index("trading-card") : html.index("profile-main")]
    assert 'class="jersey"' in card and "The Golden Boot" in card and "Experienced" in card
    assert "player of the year" in html and "hired as" in html


def test_a_dead_players_shirt_has_a_skull(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim = match_builders.players_of(match, "home")[5]
    hurt = Injury(player=victim, casualty=66, cause="crowd")
    match = match_builders.confirm_match(match, home_injuries=[hurt])
    match_builders.answer_all(match, by=two_teams.cast.coach)
    html = visit(signed_in(None), page_of(two_teams.home, victim)).response.content.decode()
    assert "#shirt-skull" in html and "crowd" in html and "died" in html
