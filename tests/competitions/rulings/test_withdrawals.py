"""A team leaves a running competition in each of three ways, or comes back; another team joins late."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from competitions.challenges import challenges
from competitions.challenges.offers import substitutes_for
from competitions.fixtures import fixtures
from competitions.formats import draws, open_play
from competitions.formats.swiss_rounds import contenders_of
from competitions.models import VOID, Competition, Decision, Withdrawal
from competitions.pairing.round_robin import draw_round_robin
from competitions.rulings import latecomers, withdrawals
from competitions.rulings.decisions import award_walkover
from competitions.rulings.latecomers import fit_in
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of
from competitions.standings.standings import standings_of
from jobs.models import Job
from matches.models import Match
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal


@pytest.fixture
def running(cast: Cast) -> Competition:
    """Four teams; the home side of each match of round 1 won it 2-0, so the first team has played once."""
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    for fixture in matches_of(competition)[:2]:
        decide_match(fixture, 2, 0)
    return Competition.objects.get(pk=competition.pk)


def fresh(competition: Competition) -> Competition:
    return Competition.objects.get(pk=competition.pk)


def points(competition: Competition) -> dict[str, tuple[int, int]]:
    """Matches played and points by team."""
    names = dict(Team.objects.values_list("pk", "name"))
    return {names[line.team]: (line.played, line.points) for line in standings_of(fresh(competition)).lines}


def leave(cast: Cast, competition: Competition, team: Team, how: str) -> Competition:
    current = fresh(competition)
    return withdrawals.leave(
        competition=current, by=cast.commissioner, expected=current.version, team=team, how=how, reason="Moved away."
    )


def previewed(cast: Cast, competition: Competition, team: Team) -> list[withdrawals.Preview]:
    return withdrawals.previews(competition=fresh(competition), by=cast.commissioner, team=team)


def winner_of_round_1(competition: Competition) -> tuple[Team, Team]:
    first = matches_of(competition)[0]
    return first.home, first.away


def test_the_teams_of_a_competition_have_their_crests(cast: Cast, running: Competition) -> None:
    page = signed_in(cast.commissioner).get(reverse("competitions:entrants", args=[running.public_id]))
    listed = re.findall(
        r'<li><span class="with-badge"><svg class="crest.*?</svg><a\s+href="/teams/', page.content.decode(), re.S
    )
    assert len(listed) == 4


def test_with_kept_results_matches_played_count_and_the_others_do_not(cast: Cast, running: Competition) -> None:
    team, beaten = winner_of_round_1(running)
    leave(cast, running, team, "kept")
    assert points(running)[team.name] == (1, 3)
    open_ones = [fixture for fixture in matches_of(running)[2:] if team in (fixture.home, fixture.away)]
    assert len(open_ones) == 2
    assert all(fixture.home_outcome == VOID and fixture.match is None for fixture in open_ones)
    assert points(running)[beaten.name] == (1, 0)


def test_with_walkovers_opponents_win_the_matches_not_played(cast: Cast, running: Competition) -> None:
    team, beaten = winner_of_round_1(running)
    leave(cast, running, team, "walkovers")
    assert Counter(played_points for _, played_points in points(running).values()) == Counter([3, 0, 3, 6])
    assert points(running)[beaten.name][1] == 0
    assert Decision.objects.filter(withdrawal__isnull=False, kind="walkover").count() == 2


def test_with_void_results_no_match_counts_and_the_team_leaves_the_table(cast: Cast, running: Competition) -> None:
    team, beaten = winner_of_round_1(running)
    leave(cast, running, team, "void")
    table = points(running)
    assert team.name not in table
    assert table[beaten.name] == (0, 0)
    assert Match.objects.filter(state=Match.State.CLOSED).count() == 2  # what was played stays in the teams' records


@pytest.mark.parametrize("how", Withdrawal.How.values)
def test_the_preview_shows_the_table_to_come_and_undoing_restores_the_old_one(
    cast: Cast, running: Competition, how: str
) -> None:
    team, _beaten = winner_of_round_1(running)
    before = points(running)
    preview = next(each for each in previewed(cast, running, team) if each.how == how)
    leave(cast, running, team, how)
    seen = {line.team: line.new_points for line in preview.lines if line.new_points != "–"}
    assert seen == {name: str(earned) for name, (_played, earned) in points(running).items()}
    current = fresh(running)
    withdrawals.come_back(
        competition=current, by=cast.commissioner, expected=current.version, team=team, reason="Stays."
    )
    assert points(running) == before
    assert not Decision.objects.exists()
    assert all(fixture.match is not None for fixture in matches_of(running))
    logged = set(cast.league.log.values_list("kind", "reason"))
    assert {("competitions.team_left", "Moved away."), ("competitions.team_came_back", "Stays.")} <= logged


@pytest.mark.parametrize("how", Withdrawal.How.values)
def test_the_preview_does_not_count_byes_after_the_last_match(cast: Cast, how: str) -> None:
    running = competition_in(cast.league, bare_teams(cast.league, 5), started=True, byes_count=True)
    last = max(fixture.round.number for fixture in fixtures_of(running))
    team = next(each.home for each in fixtures_of(running) if each.away is None and each.round.number == last)
    for fixture in matches_of(running):
        if team not in (fixture.home, fixture.away):
            decide_match(fixture, 2, 0)
    assert points(running)[team.name] == (0, 3)
    preview = next(each for each in previewed(cast, running, team) if each.how == how)
    leave(cast, running, team, how)
    shown = {line.team: line.new_points for line in preview.lines if line.new_points != "–"}
    assert shown == {name: str(earned) for name, (_played, earned) in points(running).items()}


@pytest.mark.parametrize("scheduling", ["round_robin", "swiss", "knock_out"])
def test_the_preview_shows_the_new_places_in_any_format(cast: Cast, scheduling: str) -> None:
    shape = Shape(scheduling=scheduling)
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True, shape=shape)
    first = matches_of(competition)[0]
    decide_match(first, 2, 0)
    shown = previewed(cast, competition, first.home)
    assert [each.how for each in shown] == (
        ["walkovers"] if scheduling == "knock_out" else ["kept", "walkovers", "void"]
    )
    for preview in shown:
        left = leave(cast, competition, first.home, preview.how)
        names = dict(Team.objects.values_list("pk", "name"))
        after = [
            (names[line.team], str(line.rank or "–"), str(line.points))
            for line in standings_of(fresh(competition)).lines
        ]
        lines = [(line.team, line.new_place, line.new_points) for line in preview.lines]
        assert [line for line in lines if line[1:] != ("out", "–")] == after
        withdrawals.come_back(
            competition=left, by=cast.commissioner, expected=left.version, team=first.home, reason="They stay."
        )


def test_after_a_preview_nothing_has_changed_and_later_changes_are_shown(
    cast: Cast, running: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda most: pytest.fail("a preview tosses no coin"))
    team, beaten = winner_of_round_1(running)
    before, logged, fixtures_before = points(running), cast.league.log.count(), list(fixtures_of(running))
    matches = Match.objects.count()
    previewed(cast, running, team)
    assert points(running) == before
    assert fresh(running).standings_version == running.standings_version
    assert fresh(running).version == running.version
    assert (cast.league.log.count(), Match.objects.count()) == (logged, matches)
    assert fixtures_of(running) == fixtures_before
    assert not Withdrawal.objects.exists() and not Decision.objects.exists()
    assert not Job.objects.exists() and not mail.outbox
    later = next(each for each in matches_of(running)[2:] if beaten in (each.home, each.away))
    decide_match(later, *((3, 0) if later.home == beaten else (0, 3)))
    assert points(running)[beaten.name] == (2, 3)
    browser = signed_in(cast.commissioner)
    for page in ("", "table/", "fixtures/"):
        assert browser.get(f"/competitions/{running.public_id}/{page}").status_code == 200


def test_a_preview_begins_with_the_results_of_the_moment(cast: Cast, running: Competition) -> None:
    team, beaten = winner_of_round_1(running)
    seen = fresh(running)
    standings_of(seen)
    later = next(each for each in matches_of(running)[2:] if beaten in (each.home, each.away))
    decide_match(later, *((3, 0) if later.home == beaten else (0, 3)))
    how = Withdrawal.How.KEPT
    preview = withdrawals.preview(competition=seen, by=cast.commissioner, team=team, how=how)
    assert {line.team: line.points for line in preview.lines}[beaten.name] == "3"


def test_a_preview_says_why_a_team_cannot_leave_now(cast: Cast, running: Competition) -> None:
    team, _beaten = winner_of_round_1(running)
    fixture = next(each for each in matches_of(running)[2:] if team in (each.home, each.away))
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.PLAYING)
    assert all("is in a match against" in str(each.refused) for each in previewed(cast, running, team))


def test_leaving_and_coming_back_take_as_many_queries_for_many_matches_as_for_few(cast: Cast) -> None:
    counted, teams = set(), bare_teams(cast.league, 8)
    for number in (6, 8):
        competition = competition_in(cast.league, teams[:number], started=True)
        team = matches_of(competition)[0].home
        with CaptureQueriesContext(connection) as leaving:
            current = leave(cast, competition, team, "walkovers")
        decided = Decision.objects.filter(fixture__round__competition=competition)
        assert decided.count() == number - 1
        with CaptureQueriesContext(connection) as returning:
            withdrawals.come_back(
                competition=current, by=cast.commissioner, expected=current.version, team=team, reason="They stay."
            )
        assert not decided.exists()
        counted.add((len(leaving), len(returning)))
    assert len(counted) == 1


def test_undoing_a_withdrawal_keeps_earlier_walkovers(cast: Cast, running: Competition) -> None:
    team, _beaten = winner_of_round_1(running)
    fixture = next(each for each in matches_of(running)[2:] if team in (each.home, each.away))
    award_walkover(fixture=fixture, by=cast.commissioner, expected=fixture.version, to="home", reason="Ill.")
    leave(cast, running, team, "walkovers")
    current = fresh(running)
    withdrawals.come_back(competition=current, by=cast.commissioner, expected=current.version, team=team, reason="So.")
    assert list(Decision.objects.values_list("reason", flat=True)) == ["Ill."]


def test_a_team_in_a_match_must_finish_it_before_it_leaves(cast: Cast, running: Competition) -> None:
    team, _beaten = winner_of_round_1(running)
    fixture = next(each for each in matches_of(running)[2:] if team in (each.home, each.away))
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.PLAYING)
    with pytest.raises(Refusal, match="is in a match against"):
        leave(cast, running, team, "kept")
    assert not Withdrawal.objects.exists()


def test_no_team_leaves_twice_and_no_bracket_stays_open(cast: Cast, running: Competition) -> None:
    team, _beaten = winner_of_round_1(running)
    leave(cast, running, team, "kept")
    with pytest.raises(Refusal, match=r"is already withdrawn from"):
        leave(cast, running, team, "void")
    cup = competition_in(cast.league, list(Team.objects.all()), drawn=False, name="Knock-out")
    Competition.objects.filter(pk=cup.pk).update(scheduling="knock_out", state="running")
    with pytest.raises(Refusal, match="Let the opponents win by walkover"):
        leave(cast, cup, team, "void")


def test_in_a_bracket_the_opponents_advance_now_and_in_each_later_tie(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    cup = competition_in(cast.league, teams, started=True, shape=Shape(scheduling="knock_out"))
    first, second = matches_of(cup)
    decide_match(first, 2, 0)
    leave(cast, cup, first.home, "walkovers")  # through to the final, whose other side is not known yet
    decide_match(second, 0, 1)
    final = matches_of(cup)[-1]
    assert final.decision.kind == "walkover"
    assert cup.ties.get(stage="final").winner == second.away
    current = fresh(cup)
    withdrawals.come_back(
        competition=current,
        by=cast.commissioner,
        expected=current.version,
        team=first.home,
        reason="Stays.",
    )
    assert cup.ties.get(stage="final").winner is None
    assert matches_of(cup)[-1].match is not None


def test_a_team_that_leaves_before_its_first_tie_gives_a_walkover(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, shape=Shape(scheduling="knock_out"))
    first = matches_of(cup)[0]
    leave(cast, cup, first.away, "walkovers")
    assert cup.ties.get(number=1).winner == first.home
    current = fresh(cup)
    withdrawals.come_back(
        competition=current,
        by=cast.commissioner,
        expected=current.version,
        team=first.away,
        reason="Stays.",
    )
    assert cup.ties.get(number=1).winner is None
    assert all(fixture.match is not None for fixture in matches_of(cup))


def test_for_a_bracket_the_page_offers_only_walkovers(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, shape=Shape(scheduling="knock_out"))
    team = matches_of(cup)[0].home
    page = signed_in(cast.commissioner).get(reverse("competitions:leave", args=[cup.public_id, team.public_id])).text
    assert page.count('type="radio"') == 1 and 'value="walkovers"' in page and "checked" in page


def test_a_swiss_draw_does_not_pair_a_team_that_has_left(cast: Cast, running: Competition) -> None:
    team, _beaten = winner_of_round_1(running)
    leave(cast, running, team, "kept")
    assert team.pk not in {contender.team for contender in contenders_of(fresh(running))}


@given(size=st.integers(2, 9), legs=st.integers(1, 2), begun=st.integers(0, 6))
def test_a_latecomer_meets_all_teams_and_no_team_plays_twice_in_a_round(size: int, legs: int, begun: int) -> None:
    drawn = draw_round_robin(range(1, size + 1), legs=legs)
    begun = min(begun, len(drawn))
    coming = {
        each.number: {team for pair in each.pairings for team in (pair.home, pair.away)}
        for each in drawn
        if each.number > begun
    }
    slots = fit_in(coming, range(1, size + 1), legs=legs, after=len(drawn))
    assert Counter(slot.opponent for slot in slots) == Counter(dict.fromkeys(range(1, size + 1), legs))
    assert len({slot.round for slot in slots}) == len(slots)
    assert all(slot.round > begun and slot.opponent not in coming.get(slot.round, ()) for slot in slots)
    at_home = sum(slot.at_home for slot in slots)
    assert abs(2 * at_home - len(slots)) <= legs


def test_a_team_that_has_left_is_not_on_the_ladder_but_its_defeats_count(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    ladder = competition_in(cast.league, teams, shape=Shape(scheduling="ladder"))
    ladder = draws.start_competition(competition=ladder, by=cast.commissioner, expected=ladder.version)
    game = open_play.report_game(
        competition=ladder, by=cast.commissioner, home=teams[3], away=teams[0], own=None
    )  # which is three places up
    decide_match(game, 2, 0)
    leave(cast, ladder, teams[0], "kept")
    assert ladder_of(ladder) == [teams[3].pk, teams[1].pk, teams[2].pk]
    browser = signed_in(cast.coach)
    for route in ("ladder", "competition"):
        assert browser.get(reverse(f"competitions:{route}", args=[ladder.public_id])).status_code == 200


def test_matches_of_a_latecomer_replace_byes_first(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 5), started=True)
    decide_match(matches_of(competition)[0], 1, 0)
    late = bare_team(cast.league, "Latecomers")
    current = fresh(competition)
    latecomers.join_late(competition=current, by=cast.commissioner, expected=current.version, team=late)
    own = [each for each in matches_of(competition) if late in (each.home, each.away)]
    assert sorted(each.round.number for each in own) == [2, 3, 4, 5, 6]
    assert all(each.match is not None for each in own)
    assert points(competition)["Latecomers"] == (0, 0)


def test_a_team_that_replaces_one_that_left_gets_its_remaining_byes(cast: Cast) -> None:
    """Rounds are still to come even if all their matches, up to the last round, were decided without play."""
    teams = bare_teams(cast.league, 5)
    competition = competition_in(cast.league, teams, started=True)
    for fixture in matches_of(competition)[:2]:
        decide_match(fixture, 2, 0)
    leaver = matches_of(competition)[0].home
    leave(cast, competition, leaver, "walkovers")
    late = bare_team(cast.league, "Latecomers")
    current = fresh(competition)
    latecomers.join_late(competition=current, by=cast.commissioner, expected=current.version, team=late)
    late_fixtures = [row for row in matches_of(competition) if late in (row.home, row.away)]
    opponents = {row.away if row.home == late else row.home for row in late_fixtures}
    assert opponents == set(teams) - {leaver}
    byes = [row for row in fixtures_of(competition) if row.away is None and row.home != leaver]
    assert [row.round.number for row in byes] == [1], (
        "the one of round 1 is over, the bye of the team that left is no use"
    )
    played = Counter((row.round_id, team) for row in matches_of(competition) for team in (row.home_id, row.away_id))
    assert set(played.values()) == {1}


def test_a_decided_or_expired_round_gets_no_match_of_a_latecomer(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 5), started=True)
    for fixture in matches_of(competition)[:2]:
        award_walkover(
            fixture=fixture, by=cast.commissioner, expected=fixture.version, to="home", reason="No one came."
        )
    competition.rounds.filter(number=2).update(deadline=timezone.now() - timedelta(hours=1))
    late = bare_team(cast.league, "Latecomers")
    current = fresh(competition)
    latecomers.join_late(competition=current, by=cast.commissioner, expected=current.version, team=late)
    late_fixtures = [row for row in matches_of(competition) if late in (row.home, row.away)]
    assert min(row.round.number for row in late_fixtures) == 3


def test_a_bracket_and_a_full_competition_refuse_a_latecomer(cast: Cast, running: Competition) -> None:
    late = bare_team(cast.league, "Latecomers")
    Competition.objects.filter(pk=running.pk).update(places=4)
    with pytest.raises(Refusal, match="has 4 places"):
        latecomers.join_late(competition=fresh(running), by=cast.commissioner, expected=running.version, team=late)
    Competition.objects.filter(pk=running.pk).update(scheduling="knock_out")
    current = fresh(running)
    with pytest.raises(Refusal, match="undo the start and draw again"):
        latecomers.join_late(competition=current, by=cast.commissioner, expected=current.version, team=late)
    page = signed_in(cast.commissioner).get(reverse("competitions:entrants", args=[running.public_id])).text
    assert "The bracket is already drawn." in page and "Add team" not in page


def test_a_commissioner_withdraws_and_adds_teams_on_pages(cast: Cast, running: Competition) -> None:
    team, _beaten = winner_of_round_1(running)
    browser = signed_in(cast.commissioner)
    entrants = reverse("competitions:entrants", args=[running.public_id])
    url = reverse("competitions:leave", args=[running.public_id, team.public_id])
    assert url in browser.get(entrants).content.decode()
    preview = reverse("competitions:preview_leave", args=[running.public_id, team.public_id])
    asked = browser.get(url).text
    assert preview in asked and f"Withdraw {team.name}" in asked and "Withdraw team" in asked
    assert "New points" in browser.post(preview).text
    part = browser.post(preview, headers={"HX-Request": "true"}).text
    assert "New points" in part and "<html" not in part
    assert browser.get(preview).status_code == 405
    assert signed_in(cast.coach).post(preview).status_code == 403
    assert signed_in(cast.coach).get(url).status_code == 403
    browser.post(url, form_data(version=fresh(running).version, how="void", reason="Moved away."))
    done = browser.get(entrants).content.decode()
    assert "Team withdrawn." in done and "withdrawn: none of its matches count" in done
    undo = " ".join(browser.get(url).text.split())
    assert "Undo withdrawal of" in undo
    assert "None of its matches count" in undo and ". Reason: Moved away." in undo
    assert "Shown in the league's log." in undo.replace("&#x27;", "'") and "page of the fixture" not in undo
    assert browser.post(preview).status_code == 302, "it is withdrawn already"
    browser.post(url, form_data(version=fresh(running).version, reason="Stays."))
    assert not Withdrawal.objects.exists()
    late = bare_team(cast.league, "Latecomers")
    browser.post(entrants, form_data(version=fresh(running).version, team=late.public_id))
    assert running.entrants.count() == 5


def test_a_team_that_has_left_gets_no_new_match(cast: Cast, running: Competition) -> None:
    team, other = winner_of_round_1(running)
    current = leave(cast, running, team, "kept")
    given = {"competition": current, "by": cast.commissioner, "expected": current.version, "number": 4}
    with pytest.raises(Refusal, match=f"{team.name} was withdrawn from {running.name}") as refused:
        fixtures.add_fixture(**given, home=other, away=team)
    assert refused.value.field == "away" and "undo its withdrawal" in str(refused.value)
    page = signed_in(cast.commissioner).get(f"/competitions/{running.public_id}/fixtures/add/").content.decode()
    assert f">{other.name}<" in page and f">{team.name}<" not in page


def test_a_team_that_has_left_open_play_cannot_report_games_or_be_challenged(cast: Cast) -> None:
    teams = bare_teams(cast.league, 4)
    shape = Shape(scheduling="open", challenges=True)
    current = competition_in(cast.league, teams, shape=shape)
    current = draws.start_competition(competition=current, by=cast.commissioner, expected=current.version)
    common = {"competition": current, "by": cast.commissioner, "own": None}
    challenge = challenges.write_challenge(**common, challenger=teams[1], challenged=teams[2])
    current = leave(cast, current, teams[0], "kept")
    with pytest.raises(Refusal, match="Anvils was withdrawn"):
        open_play.report_game(**common, home=teams[0], away=teams[1])
    with pytest.raises(Refusal, match="Anvils was withdrawn"):
        challenges.write_challenge(**common, challenger=teams[3], challenged=teams[0])
    assert teams[0] not in substitutes_for(challenge)
    assert teams[3] in substitutes_for(challenge)
