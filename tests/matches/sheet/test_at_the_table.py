"""The page with the book's tables for use during a match."""

from __future__ import annotations

import re

from matches.models import Match, MatchSide
from matches.report import reporting
from matches.sequence import annulling, opening
from matches.sequence.sequences import MatchState
from matches.sheet.at_the_table import at_the_table
from rules.journal import PlayerInjured, SkillGained
from rules.sheet.match import Terms
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders


def played(match: Match) -> MatchState:
    return MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))


def seat(match: Match, side: str) -> dict:
    return next(each for each in at_the_table(played(match))["seats_at_table"] if each["side"] == side)


def sums(match: Match, name: str) -> list[tuple[str, str]]:
    row = next(each for each in at_the_table(played(match))["kick_off"] if each["row"].name == name)
    return [(one["roll"], one["why"]) for one in row["sums"]]


def test_the_kick_off_table_shows_what_each_side_adds(two_teams: TwoTeams) -> None:
    cheering = team_builders.team_from_list(
        two_teams.league,
        two_teams.cast.commissioner,
        "Loud Orcs",
        "Orc",
        staff=(("cheerleader", 2), ("assistant_coach", 1)),
    )
    match = match_builders.opened_match(cheering, two_teams.away)
    MatchSide.objects.filter(match=match, side="home").update(fame=2)
    MatchSide.objects.filter(match=match, side="away").update(fame=0)
    assert sums(match, "Cheering Fans") == [("D3 + 4", "FAME 2, 2 cheerleaders"), ("D3", "")]
    assert sums(match, "Brilliant Coaching") == [("D3 + 3", "FAME 2, 1 assistant coach"), ("D3", "")]
    assert sums(match, "Throw a Rock") == [("D6 + 2", "FAME 2"), ("D6", "")]
    assert sums(match, "Riot") == []


def test_rerolls_count_the_roster_the_purchases_and_a_leader(two_teams: TwoTeams) -> None:
    team_builders.add_entry(two_teams.home, 1, lambda player: SkillGained(player=player, skill="Leader", cost=30_000))
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    bought = [{"kind": "extra_training", "count": 2}, {"kind": "wizard", "count": 1}]
    MatchSide.objects.filter(match=match, side="home").update(inducements=bought)
    home, away = seat(match, "home"), seat(match, "away")
    assert (home["rerolls"].amount, away["rerolls"].amount) == ("4", "1")
    assert [(term.label, term.amount) for term in home["rerolls"].terms] == [
        ("on the roster", "2"),
        ("bought for this match", "+2"),
    ]
    assert [note for note in home["notes"] if "Leader" in note] == [
        "1 re-roll more each half (Leader), while one of these is on the pitch: No. 2 Orc 2, Thrower."
    ]
    assert not any("Leader" in note for note in away["notes"])
    assert [each["name"] for each in home["helpers"]] == ["Apothecary", "2 extra team trainings", "Wizard"]
    wizard = home["helpers"][2]
    assert "knocks down one player on 2+" in wizard["text"] and "[" not in wizard["text"]
    assert wizard["page"] == "35, 37, 41"


def test_the_page_shows_niggling_injuries_fan_favourites_and_hired_players(
    two_teams: TwoTeams,
) -> None:
    team_builders.add_entry(
        two_teams.home, 0, lambda player: PlayerInjured(player=player, niggling=2, misses_next=False)
    )
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    MatchSide.objects.filter(match=match, side="away").update(
        inducements=[{"kind": "star", "name": "Thrud the Barbarian", "count": 1}]
    )
    assert seat(match, "home")["notes"] == [
        "+2 to every injury roll against No. 1 Orc 1, Goblin (niggling injuries: 2)."
    ]
    away = seat(match, "away")
    assert away["notes"] == [
        "FAME is 1 higher for kick-off results (Fan Favourite) while this player is on the pitch: Thrud the Barbarian."
    ]
    assert [(each["name"], dict(each["profile"])["ST"]) for each in away["hired"]] == [("Thrud the Barbarian", "6")]
    assert "Bone-head" in {skill.name for skill in at_the_table(played(match))["skills"]}


def test_a_final_has_overtime_and_a_league_match_can_be_drawn(two_teams: TwoTeams) -> None:
    level, *_costs = at_the_table(played(match_builders.opened_match(two_teams.home, two_teams.away)))["endings"]
    assert level.startswith("Level after both halves: the match ends drawn")
    annulling.call_off(
        match=Match.objects.get(league=two_teams.league), by=two_teams.cast.commissioner, reason="for the final"
    )
    final = match_builders.opened_match(two_teams.home, two_teams.away, Terms(stage="final", tournament="blood_bowl"))
    level, *_costs = at_the_table(played(final))["endings"]
    assert "a third period of eight turns" in level and "roll again if equal (M3, p. 16)" in level


def test_undead_teams_have_a_necromancer(two_teams: TwoTeams) -> None:
    undead = team_builders.team_from_list(two_teams.league, two_teams.cast.commissioner, "Late Shift", "Undead")
    match = match_builders.opened_match(undead, two_teams.away)
    (necromancer,) = [each for each in seat(match, "home")["helpers"] if each["name"] == "Necromancer"]
    assert "ST 4 or less" in necromancer["text"] and "Regeneration or Stunty" in necromancer["text"]


def test_the_page_has_every_table_and_redirects_for_an_unopened_match(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    sent_on = two_teams.coach.get(f"/matches/{match.public_id}/at-the-table/")
    assert (sent_on.status_code, sent_on.url) == (302, f"/matches/{match.public_id}/")
    opening.open_match(match=match, by=two_teams.cast.coach)
    text = re.sub(r"\s+", " ", two_teams.page(two_teams.other, match, "at-the-table/").text)
    for words in (
        "Pitch Invasion",
        "Sweltering heat",
        "51–52 Damaged back, smashed knee",
        "−1 ST (Strength)",
        "Star player points",
    ):
        assert words in text
    assert f"/matches/{match.public_id}/at-the-table/" in two_teams.page(two_teams.coach, match).html


def test_the_report_and_the_player_tables_explain_their_columns(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/")
    assert f'/matches/{match.public_id}/at-the-table/#casualties"' in page.html
    reporting.report_match(
        match=match, expected=match.version, reported=match_builders.report_with(match), by=two_teams.cast.coach
    )
    for address in ("", "report/confirm/"):
        text = two_teams.page(two_teams.other, match, address).text
        assert "TD touchdowns Cas casualties" in text
        assert "MVP most valuable player awards" in text


def test_the_team_values_link_to_their_breakdown(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert f'<a href="/teams/{two_teams.away.public_id}/">Harbour Humans</a>' in page.html
