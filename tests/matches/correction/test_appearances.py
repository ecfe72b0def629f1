"""After a correction a player counts no match after their death or leaving, and all of them again if it is undone."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from leagues.models import League
from matches.correction import correcting
from matches.correction.changes import Changes
from matches.correction.corrected import CorrectedMatch
from matches.models import Deed, Match, PlayerLine
from matches.pages.duels import duels_of
from matches.pages.player_page import career_lines
from matches.report.appearances import GONE
from matches.report.audit import _corrected_journal, _differences, _finding
from matches.report.audit import audit as audit_matches
from rules.journal import GoldMoved
from rules.sheet.match import Injury
from stats.played.scope import whole
from stats.tables.check import differences
from stats.tables.kept_sums import totals_in
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.audits import audit
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_builders import assert_journals_agree, report_of_a_death
from tests.matches.correction.two_team_corrections import (
    NEXT,
    accept_correction,
    annul,
    answer_everything,
    begin_changed,
    correct,
    decide_findings,
)
from tests.teams.team_builders import append_entries

SCORED, HURT, IDLE = 0, 3, 5
"""Places in the roster of the home team: who scores in each match, who kills in the second, who does nothing."""


@pytest.fixture
def first(two_teams: TwoTeams) -> Match:
    return match_builders.closed_match(two_teams.home, two_teams.away, home=1)


@pytest.fixture
def second(two_teams: TwoTeams, first: Match) -> Match:
    """In the next match one of the home team kills one of the others."""
    ready = match_builders.ready_match(two_teams.home, two_teams.away)
    killer = match_builders.players_of(ready, "home")[HURT]
    dead = Injury(player=match_builders.players_of(ready, "away")[-1], casualty=61, by=killer)
    lines = {killer: {"casualties": 1}}
    match_builders.answer_all(match_builders.confirm_match(ready, home=2, home_lines=lines, away_injuries=[dead]))
    return Match.objects.get(pk=ready.pk)


def rows() -> list[Any]:
    """All that the lines of all matches say, in the order in which figures read them."""
    lines = PlayerLine.objects.order_by("pk").values_list()
    return [list(lines), list(Deed.objects.order_by("line", "key").values_list("line", "key", "count"))]


def matches_of(team: Team, player: int) -> list[int]:
    return sorted(line["match"] for line in career_lines(team, player))


def kills(league: League) -> Counter[int]:
    """How many opponents each player killed, as statistics have it."""
    lines = totals_in(whole(League.objects.get(pk=league.pk), friendlies=True)).lines
    return Counter({line.player: line.kills for line in lines if line.player is not None})


def kill(two_teams: TwoTeams, match: Match, victim: int) -> Match:
    return correct(two_teams, match, home=1, **report_of_a_death(match, victim))


@pytest.mark.parametrize("place", [SCORED, HURT, IDLE])
def test_the_dead_count_no_later_match_until_they_live_again(
    two_teams: TwoTeams, first: Match, second: Match, place: int
) -> None:
    player = match_builders.players_of(first, "home")[place]
    before = rows()[0][len(PlayerLine.objects.filter(side__match=first)) :]
    assert matches_of(two_teams.home, player) == [first.pk, second.pk]
    kill(two_teams, first, player)
    assert matches_of(two_teams.home, player) == [first.pk]
    assert [duel for duel in duels_of(player, {}, two_teams.home.book) if duel.did] == []
    assert PlayerLine.objects.filter(killed_by=player).count() == 0
    assert_journals_agree()
    kill(two_teams, first, match_builders.players_of(first, "home")[7])
    correct(two_teams, first, home=1)
    assert matches_of(two_teams.home, player) == [first.pk, second.pk]
    assert [row for row in rows()[0] if row in before] == before
    assert_journals_agree()


def test_what_the_report_says_of_them_stays_in_the_match(two_teams: TwoTeams, first: Match, second: Match) -> None:
    scorer = match_builders.players_of(first, "home")[SCORED]
    kill(two_teams, first, scorer)
    line = PlayerLine.objects.get(side__match=second, kind=GONE)
    assert (line.player, line.counts["touchdowns"]) == (None, 2)
    assert second.sides.get(side="home").score == 2


def test_figures_are_true_at_once(two_teams: TwoTeams, first: Match, second: Match) -> None:
    scorer = match_builders.players_of(first, "home")[SCORED]

    def played() -> dict[int, int]:
        found: dict[int, int] = {}
        for line in totals_in(whole(League.objects.get(pk=two_teams.league.pk), friendlies=True)).lines:
            if line.player is not None:
                found[line.player] = found.get(line.player, 0) + line.matches
        return found

    before = played()
    assert before[scorer] == 2
    kill(two_teams, first, scorer)
    assert played() == before | {scorer: 1}
    correct(two_teams, first, home=1)
    assert played() == before
    assert differences(two_teams.league) == []


def test_pages_say_which_matches_no_longer_count(two_teams: TwoTeams, first: Match, second: Match) -> None:
    idle = match_builders.players_of(first, "home")[IDLE]
    line = PlayerLine.objects.get(side__match=second, player=idle)
    made = begin_changed(two_teams, first)
    reported = match_builders.report_with(first, home=1, **report_of_a_death(first, idle))
    made = answer_everything(correcting.correct_report(correction=made, expected=made.version, reported=reported))
    page = two_teams.page(two_teams.commissioner, first, "correction/")
    assert f"{line.position} is in the report of a later match, which no longer counts for this player:" in page.text
    assert f"/matches/{second.public_id}/" in page.html
    accept_correction(two_teams, decide_findings(made))
    page = two_teams.page(two_teams.coach, second)
    assert f"{line.name} is in the report, but was not on the roster" in page.text
    made = begin_changed(two_teams, first)
    reported = match_builders.report_from(CorrectedMatch(made), home=1)
    correcting.correct_report(correction=made, expected=made.version, reported=reported)
    page = two_teams.page(two_teams.commissioner, first, "correction/")
    assert "This match counts for " in page.text and f"/matches/{second.public_id}/" in page.html


def test_the_page_of_a_correction_opens_before_anything_is_decided(
    two_teams: TwoTeams, first: Match, second: Match
) -> None:
    """The points of the second match no longer fit, and a third one was played since."""
    third = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    scorer = match_builders.players_of(first, "home")[SCORED]
    made = begin_changed(two_teams, first)
    reported = match_builders.report_with(first, home=1, **report_of_a_death(first, scorer))
    answer_everything(correcting.correct_report(correction=made, expected=made.version, reported=reported))
    page = two_teams.page(two_teams.commissioner, first, "correction/")
    assert any(form.has_button("Save decisions") for form in page.forms)
    assert "in the reports of later matches, which no longer count for this player:" in page.text
    assert all(f"/matches/{match.public_id}/" in page.html for match in (second, third))


def test_a_page_asks_no_more_for_more_later_matches(two_teams: TwoTeams, first: Match, second: Match) -> None:
    idle = match_builders.players_of(first, "home")[IDLE]
    made = begin_changed(two_teams, first)
    reported = match_builders.report_with(first, home=1, **report_of_a_death(first, idle))
    made = answer_everything(correcting.correct_report(correction=made, expected=made.version, reported=reported))

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert any(side["later"] for side in Changes(CorrectedMatch(made)).teams())
        return len(queries)

    asked()  # reads the journals, which the process holds
    before = asked()
    match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    asked()
    assert asked() == before


def test_a_preview_tells_of_the_same_matches_as_the_correction(
    two_teams: TwoTeams, first: Match, second: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = begin_changed(two_teams, first)
    scorer = match_builders.players_of(first, "home")[SCORED]
    reported = match_builders.report_with(first, home=1, **report_of_a_death(first, scorer))
    made = answer_everything(correcting.correct_report(correction=made, expected=made.version, reported=reported))
    made, before, heard = decide_findings(made), rows(), list[tuple[int, int]]()

    def hear(match: Match) -> None:
        heard.append((match.pk, PlayerLine.objects.filter(side__match=match, kind=GONE).count()))

    monkeypatch.setattr(correcting.match_changed, "call", hear)
    correcting.preview(state=CorrectedMatch(made), by=two_teams.cast.commissioner)
    assert rows() == before
    accept_correction(two_teams, made)
    assert heard == 2 * [(first.pk, 0), (second.pk, 1)]


def test_the_page_of_an_annulment_opens_while_gold_is_missing(two_teams: TwoTeams, first: Match) -> None:
    gold = ledger.sheet_in(TeamState.objects.get(team=two_teams.home)).treasury
    append_entries(two_teams.home, GoldMoved(amount=gold, source="treasury", target="bank"))
    match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    correcting.begin_correction(match=first, by=two_teams.cast.commissioner, reason="Rain.", annuls=True)
    page = two_teams.page(two_teams.commissioner, first, "correction/")
    assert any(form.has_button("Save decisions") for form in page.forms)


def test_a_later_match_that_did_not_have_them_stays_as_it_is(two_teams: TwoTeams, first: Match, second: Match) -> None:
    player = match_builders.players_of(first, "home")[IDLE]
    kill(two_teams, first, player)
    third = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    correct(two_teams, first, home=1)
    assert matches_of(two_teams.home, player) == [first.pk, second.pk]
    annul(two_teams, first)
    assert matches_of(two_teams.home, player) == [second.pk]
    assert PlayerLine.objects.filter(side__match=third, kind=GONE).count() == 0
    assert_journals_agree()


@pytest.mark.parametrize("place", [SCORED, IDLE])
def test_a_later_match_that_is_corrected_meanwhile_has_no_line_of_them(
    two_teams: TwoTeams, first: Match, second: Match, place: int
) -> None:
    player = match_builders.players_of(first, "home")[place]
    kill(two_teams, first, player)
    correct(two_teams, second, home=1)
    assert PlayerLine.objects.filter(side__match=second, kind=GONE).count() == 0
    assert_journals_agree()
    correct(two_teams, first, home=1)
    assert matches_of(two_teams.home, player) == [first.pk]
    assert_journals_agree()


def test_both_teams_may_have_players_who_were_gone(two_teams: TwoTeams, first: Match, second: Match) -> None:
    """The killer and the killed of the second match both died in the first: each comes back alone."""
    killer, killed = match_builders.players_of(first, "home")[HURT], match_builders.players_of(first, "away")[-1]
    before = PlayerLine.objects.get(side__match=second, player=killed)
    both = report_of_a_death(first, killer) | {"away_injuries": [], "home_lines": {killer: {"casualties": 1}}}
    both |= {"away_injuries": [Injury(player=killed, casualty=61, by=killer)]}
    correct(two_teams, first, home=1, **both)
    line = PlayerLine.objects.get(pk=before.pk)
    assert (line.player, line.killed_by, line.kind) == (None, None, GONE)
    kill(two_teams, first, killer)
    line = PlayerLine.objects.get(pk=before.pk)
    assert (line.player_id, line.killed_by) == (killed, None)
    correct(two_teams, first, home=1)
    assert PlayerLine.objects.get(pk=before.pk).killed_by_id == killer
    assert_journals_agree()


def test_nobody_is_killed_twice(two_teams: TwoTeams, first: Match, second: Match) -> None:
    """Who was killed in the second match died in the first already: that killer alone counts it."""
    killer, killed = match_builders.players_of(first, "home")[HURT], match_builders.players_of(first, "away")[-1]
    death, by = PlayerLine.objects.get(side__match=second, player=killed), match_builders.players_of(first, "home")[7]
    injuries = [Injury(player=killed, casualty=61, by=by), Injury(player=killer, casualty=61)]

    def correct_with(injuries: list[Injury], own: list[Injury]) -> tuple[Any, Any, Any]:
        lines = {by: {"casualties": len(injuries)}}
        correct(two_teams, first, home=1, home_lines=lines, away_injuries=injuries, home_injuries=own)
        assert_journals_agree()
        line = PlayerLine.objects.get(pk=death.pk)
        return line.player_id, line.killed_by_id, [player for player in (killer, by) if kills(two_teams.league)[player]]

    assert correct_with(injuries[:1], []) == (None, None, [by])
    after = rows()
    PlayerLine.objects.filter(pk=death.pk).update(player=killed, killed_by=killer, kind="roster")
    import_module("matches.migrations.0026_gone_players").find_who_was_gone(apps, None)
    assert rows() == after
    assert correct_with(injuries[:1], injuries[1:]) == (None, None, [by])
    assert correct_with(injuries[:1], []) == (None, None, [by])
    assert correct_with([], []) == (killed, killer, [killer])
    assert differences(two_teams.league) == []


@pytest.mark.parametrize("state", NEXT)
def test_a_match_under_way_goes_on_without_them(two_teams: TwoTeams, first: Match, state: str) -> None:
    match = NEXT[state](two_teams)
    idle = match_builders.players_of(first, "home")[IDLE]
    kill(two_teams, first, idle)
    match = Match.objects.select_related("league", "ruleset").get(pk=match.pk)
    assert match.state == state
    if state == "pre_match":
        match_builders.answer_all(match, by=two_teams.cast.coach)
        match.refresh_from_db()
    if match.state != "post_match":
        match = match_builders.confirm_match(match, home=1)
    match_builders.answer_all(match)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED
    assert matches_of(two_teams.home, idle) == [first.pk]
    assert_journals_agree()


def test_the_audit_finds_a_line_of_who_was_gone(two_teams: TwoTeams, first: Match, second: Match) -> None:
    idle = match_builders.players_of(first, "home")[IDLE]
    kill(two_teams, first, idle)
    PlayerLine.objects.filter(side__match=second, kind=GONE).update(player=idle, kind="roster")
    assert any("took no part" in each for finding in audit() for each in finding.differences)


def test_the_audit_believes_no_journal_that_was_corrected_since(
    two_teams: TwoTeams, first: Match, second: Match
) -> None:
    kill(two_teams, first, match_builders.players_of(first, "home")[IDLE])
    _corrected_journal.cache_clear()
    assert _finding(second, _differences(second)).differences == ()
    kill(two_teams, first, match_builders.players_of(first, "home")[HURT])
    second = Match.objects.select_related("league", "ruleset").get(pk=second.pk)
    assert list(_differences(second)) != []
    assert _finding(second, _differences(second)).differences == ()
    list(audit_matches())
    assert _corrected_journal.cache_info().currsize == 0


def test_leagues_that_corrected_a_death_before_are_mended(two_teams: TwoTeams, first: Match, second: Match) -> None:
    killer = match_builders.players_of(first, "home")[HURT]
    kill(two_teams, first, killer)
    after = rows()
    victim = PlayerLine.objects.get(side__match=second, died=True)
    PlayerLine.objects.filter(side__match=second, kind=GONE).update(player=killer, kind="roster")
    PlayerLine.objects.filter(pk=victim.pk).update(killed_by=killer)
    assert rows() != after
    import_module("matches.migrations.0026_gone_players").find_who_was_gone(apps, None)
    assert rows() == after
