"""A team's page and its players' pages: the sheet, the record, dead players, and imported teams."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.core.cache import cache
from django.urls import reverse

from matches.models import Match, PlayerLine
from matches.pages.records import record_lines, record_of, tally
from rules.journal import GoldMoved, PlayerKilled
from rules.sheet.match import Injury
from teams.building.drafting import draft_team
from teams.models import Player
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import visit
from tests.matches.imported_matches import imported_match
from tests.teams import team_builders

pytestmark = pytest.mark.once


def test_a_team_page_shows_roster_value_record_and_dead_players(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim = match_builders.players_of(match, "home")[7]
    match = match_builders.confirm_match(
        match, home=2, home_injuries=[Injury(player=victim, casualty=66, cause="crowd")]
    )
    match_builders.answer_all(match, by=two_teams.cast.coach)
    page = visit(signed_in(None), f"/teams/{two_teams.home.public_id}/")
    assert "1–0–0" in page.text
    assert "Graveyard" in page.text
    assert "Orc 8" in page.text
    assert "Harbour Humans" in page.text
    assert "2–0" in page.text
    other = visit(signed_in(None), f"/teams/{two_teams.away.public_id}/")
    assert "0–0–1" in other.text


@pytest.mark.rules("R1")
def test_the_record_has_gate_winnings_and_casualties_of_both_sides(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim = match_builders.players_of(match, "away")[2]
    hurt = [Injury(player=victim, casualty=41, cause="crowd")]
    match = match_builders.confirm_match(match, home=1, away=1, away_injuries=hurt)
    match_builders.answer_all(match, by=two_teams.cast.coach)
    match.refresh_from_db()
    (line,) = record_of(two_teams.home)
    side = match.sides.get(side="home")
    assert (line.score, line.against, line.casualties, line.casualties_against) == (1, 1, 1, 0)
    assert (line.gate, line.winnings, line.result, line.letter) == (match.gate, side.winnings, "draw", "D")
    assert tally([line]) == {"won": 0, "drawn": 1, "lost": 0}
    (printed,) = record_lines(two_teams.away, {match.pk: "Spring Cup"})
    assert (printed.opponent, printed.competition, printed.score) == ("at Ironside Orcs", "Spring Cup", "1–1")


def test_an_imported_win_without_play_counts_as_a_win(two_teams: TwoTeams) -> None:
    match, _scorer = imported_match(two_teams)
    for side, result in (("home", "walkover"), ("away", "forfeit")):
        match.sides.filter(side=side).update(result=result)
    winner, loser = (record_of(match.sides.get(side=side).team)[0] for side in ("home", "away"))
    assert (winner.letter, winner.note, tally([winner])["won"]) == ("W", "without play", 1)
    assert (loser.letter, loser.note, tally([loser])["lost"]) == ("L", "forfeited", 1)
    page = visit(signed_in(None), f"/matches/{match.public_id}/").text
    assert "won without play" in page and "forfeited" in page


def test_an_unconfirmed_report_is_not_in_the_record(two_teams: TwoTeams) -> None:
    match_builders.reported_match(two_teams.home, two_teams.away)
    assert record_of(two_teams.home) == []
    assert "No matches yet" in visit(two_teams.coach, f"/teams/{two_teams.home.public_id}/").text


def test_only_its_coach_and_commissioners_see_a_draft(two_teams: TwoTeams) -> None:
    from leagues.services import change_house_rules

    options = {**two_teams.league.ruleset.values, "several_teams_per_coach": True}
    change_house_rules(
        league=two_teams.league,
        by=two_teams.cast.commissioner,
        expected=two_teams.league.ruleset.pk,
        options=options,
        reason="",
    )
    two_teams.league.refresh_from_db()
    draft = draft_team(league=two_teams.league, coach=two_teams.cast.coach, name="Half Baked", team_list="Orc")
    address = f"/teams/{draft.public_id}/"
    for who, status in (("coach", 302), ("commissioner", 302), ("other_coach", 404), ("stranger", 404), (None, 404)):
        client = signed_in(two_teams.cast[who] if who else None)
        assert client.get(address).status_code == status, who
    assert two_teams.coach.get(address)["Location"] == f"/teams/{draft.public_id}/build/"


def test_a_team_in_a_match_says_so(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page = visit(two_teams.coach, f"/teams/{two_teams.home.public_id}/")
    assert "The roster is frozen until the match closes." in page.text
    assert f"/matches/{match.public_id}/" in page.response.content.decode()


def test_a_player_page_shows_level_matches_and_history(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    scorer = match.sides.get(side="home").lines.filter(deeds__key="touchdowns").order_by("-deeds__count").first()
    page = visit(signed_in(None), f"/teams/{two_teams.home.public_id}/players/{scorer.player_id}/")
    assert f"star player points {scorer.spp}" in page.text and "Experienced" in page.text
    assert "Harbour Humans" in page.text
    assert "(2 touchdowns)" in page.text
    assert "hired as" in page.text
    html = page.response.content.decode()
    assert 'class="trading-card"' in html and 'class="jersey"' in html and "Career of" in page.text
    assert html.index("trading-card") < html.index('id="chart-career"') < html.index("career-table")


def test_a_dead_player_keeps_a_page(two_teams: TwoTeams) -> None:
    player = team_builders.add_entry(two_teams.home, 0, lambda player: PlayerKilled(player=player))
    page = visit(two_teams.coach, f"/teams/{two_teams.home.public_id}/players/{player}/")
    assert "dead" in page.text
    assert "died" in page.text


def test_a_team_has_no_pages_for_other_players(two_teams: TwoTeams) -> None:
    theirs = two_teams.away.players.first().pk
    unused = Player.objects.create(team=two_teams.home, name="Minted, never hired").pk
    for player in (theirs, unused, 0, 999_999_999, 2**63 - 1, 2**70):
        assert two_teams.coach.get(f"/teams/{two_teams.home.public_id}/players/{player}/").status_code == 404, player


def test_an_imported_team_and_its_players_show_their_records(two_teams: TwoTeams) -> None:
    match, scorer = imported_match(two_teams)
    team = match.sides.get(side="home").team
    page = visit(signed_in(None), f"/teams/{team.public_id}/")
    assert "from the league's records" in page.text
    assert "Old <i>Tom</i>" in page.text, "as text, not as markup"
    assert "Erwin" in page.text
    assert "1–0–0" in page.text
    assert "Print roster" not in visit(two_teams.coach, f"/teams/{team.public_id}/").text
    assert "Gone By" in visit(signed_in(None), f"/teams/{team.public_id}/players/{scorer.pk}/").text


def test_an_imported_team_has_tabs_and_its_players_wear_shirts(two_teams: TwoTeams) -> None:
    match, scorer = imported_match(two_teams)
    PlayerLine.objects.filter(player=scorer).update(number=31, died=True)
    team = match.sides.get(side="home").team
    html = signed_in(None).get(f"/teams/{team.public_id}/").content.decode()
    address = reverse("stats:team_record", args=[team.public_id])
    assert f'<li><a href="/teams/{team.public_id}/" aria-current="page">' in html and f'<a href="{address}">' in html
    player = html[html.index("Players</caption>") :].partition("</table>")[0]
    assert "jersey" in player and "shirt-skull" in player and '<span class="visually-hidden">31 </span>' in player


def test_a_record_has_only_columns_with_something_in_them(two_teams: TwoTeams) -> None:
    match, _scorer = imported_match(two_teams)
    team = match.sides.get(side="home").team

    def heads() -> list[str]:
        cache.clear()
        html = signed_in(None).get(f"/teams/{team.public_id}/").content.decode()
        table = html[html.index('<table class="table-sheet table-tight match-record">') :].partition("</table>")[0]
        rows = [row.count("<td") + row.count("<th ") for row in table.split("<tr>")[1:]]
        found = re.findall(r"<th [^>]*>(\w+)</th>", table.partition("</thead>")[0])
        assert len(set(rows)) == 1
        return found

    Match.objects.filter(pk=match.pk).update(played_on=None)
    assert heads() == ["Opponent", "Result"]
    Match.objects.filter(pk=match.pk).update(played_on=date(2009, 3, 1), gate=0)
    match.sides.filter(side="home").update(winnings=0)
    assert heads() == ["Opponent", "Result", "Gate", "Winnings", "Date"]


def test_an_imported_match_shows_its_records(two_teams: TwoTeams) -> None:
    match, _scorer = imported_match(two_teams)
    page = two_teams.page(signed_in(None), match)
    assert "known from records" in page.text
    assert "2 – to 1" in page.text
    assert "Old <i>Tom</i>" in page.text
    for name in ("pre-match/", "post-match/", "report/", "report/confirm/"):
        assert two_teams.commissioner.get(f"/matches/{match.public_id}/{name}").status_code in (302, 403), name


def test_moved_gold_is_explained_in_the_team_value(two_teams: TwoTeams) -> None:
    team_builders.append_entries(two_teams.home, GoldMoved(amount=100_000, source="winnings", target="treasury"))
    page = visit(two_teams.coach, f"/teams/{two_teams.home.public_id}/")
    assert "1,100k" in page.text
    assert "gold in the treasury" in page.text.lower()
