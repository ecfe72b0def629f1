"""Whole matches, page by page, for two coaches without scripts."""

from __future__ import annotations

import pytest

from matches.models import Match, MatchAnswer, PlayerLine
from matches.sequence.sequences import MatchState
from rules.journal import fold
from rules.sequence.codec import decode
from rules.sheet.sheet import TeamSheet
from teams.ledger import ledger
from teams.models import JournalEntry, TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Page

FACES = {"winnings": [4], "fan_factor": [3, 4], "weather": [4, 4], "fans": [3, 4]}


@pytest.mark.costly
def test_a_whole_match_where_the_server_rolls(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match).press("Open the match")
    prepare(two_teams, match)
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING
    assert match.gate > 0
    assert match.weather
    report(two_teams, match)
    confirm(two_teams, match)
    match.refresh_from_db()
    assert match.state == Match.State.POST_MATCH
    finish(two_teams, match)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    assert_journals_agree(two_teams)
    assert PlayerLine.objects.filter(side__match=match, deeds__key="mvps", deeds__count=1).count() == 2


@pytest.mark.costly
def test_a_whole_match_where_coaches_type_their_dice(two_teams: TwoTeams) -> None:
    two_teams.typed_dice()
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match).press("Open the match")
    prepare(two_teams, match)
    report(two_teams, match)
    confirm(two_teams, match)
    finish(two_teams, match)
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED
    assert not match.answers.filter(rolled=True).exclude(question__kind="mint").exists()
    winnings = {side.side: side.winnings for side in match.sides.all()}
    fame = {side.side: side.fame for side in match.sides.all()}
    assert winnings == {"home": 50_000 + 10_000 * fame["home"], "away": 40_000 + 10_000 * fame["away"]}
    assert_journals_agree(two_teams)


def prepare(two_teams: TwoTeams, match: Match) -> None:
    """Both coaches answer their pre-match and buy nothing."""
    go_through(two_teams, match, "pre-match/")


def finish(two_teams: TwoTeams, match: Match) -> None:
    """Both coaches go through their post-match and skip what they can."""
    go_through(two_teams, match, "post-match/")


def go_through(two_teams: TwoTeams, match: Match, name: str) -> None:
    for _round in range(60):
        asked = False
        for who in (two_teams.coach, two_teams.other):
            page = two_teams.page(who, match, name)
            if page.keys:
                asked = True
                answer_first(page)
        if not asked:
            return
    raise AssertionError("the sequence does not end")


def answer_first(page: Page) -> None:
    """Answers the first question of a page, by its button if there is nothing to type."""
    key = page.keys[0]
    form = page.form_of(key)
    changes: dict[str, object] = {}
    for index, face in enumerate(FACES.get(key.split(".")[0], [3, 4])):
        if f"die{index}" in form.options:
            changes[f"die{index}"] = str(face)
    if not changes and form.options.get("choice"):
        changes["choice"] = form.options["choice"][0]
    buttons = [label for name, _value, label in form.buttons if name == "nothing"]
    keep = [label for name, value, label in form.buttons if name == "choice" and value == "keep"]
    after = page.send(form, (keep or buttons or [""])[0], **changes)
    assert after.status == 200, after.text[:2000]


def report(two_teams: TwoTeams, match: Match) -> None:
    """The home coach reports a 1-0 win with an injury on the other side."""
    page = two_teams.page(two_teams.coach, match, "report/")
    scorer, victim = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[3]
    page = page.press("Add the injury", **{"add.home": "", "add.away": str(victim), "add": "away", "score.home": "1"})
    assert page.status == 200
    form = page.form_with("Send report")
    assert form.fields["score.home"] == ["1"], "adding a row keeps typed values"
    page = page.press(
        "Send report",
        **{
            f"line.home.{scorer}.touchdowns": "1",
            f"line.home.{scorer}.casualties": "1",
            "injury.away.0.d68": "53",
            "injury.away.0.by": str(scorer),
        },
    )
    assert "waiting for confirmation" in page.text, page.text[300:1500]


def confirm(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.other, match, "report/confirm/")
    assert "Smashed hip (−1 MA, misses the next match)" in page.text
    after = page.press("Confirm report")
    assert "post-match" in after.text


def assert_journals_agree(two_teams: TwoTeams) -> None:
    """Each journal adds up to the stored state, the team is free, and the MVP and the injury are on the sheet."""
    for team in (two_teams.home, two_teams.away):
        state = TeamState.objects.get(team=team)
        assert state.held_by == ""
        assert fold(record.fact for record in ledger.records_of(team)) == decode(TeamSheet, state.sheet)
        assert JournalEntry.objects.filter(team=team).count() == state.seq
        assert sum(line.deed("mvps") for line in ledger.sheet_in(state).players) == 1
    hurt = ledger.sheet_in(TeamState.objects.get(team=two_teams.away)).players[3]
    assert hurt.misses_next
    assert hurt.characteristic("MA") == hurt.starting_characteristic("MA") - 1


def test_a_half_done_post_match_continues_on_another_device(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "post-match/")
    assert page.keys == ["mvp.1"]
    page = page.answer("mvp.1")
    later = two_teams.page(two_teams.coach, match, "post-match/")
    assert later.keys == page.keys != ["mvp.1"]
    assert "5 SPP" in later.text


def test_opening_a_page_writes_nothing(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    before = (Match.objects.get(pk=match.pk).version, MatchAnswer.objects.count())
    for who in (two_teams.coach, two_teams.other, two_teams.commissioner):
        for name in ("", "post-match/", "story/"):
            who.get(f"/matches/{match.public_id}/{name}")
    assert (Match.objects.get(pk=match.pk).version, MatchAnswer.objects.count()) == before


def test_a_waiting_coach_sees_the_other_sides_name(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    for _step in range(20):
        page = two_teams.page(two_teams.coach, match, "post-match/")
        if not page.keys:
            break
        answer_first(page)
    assert "Your part is done" in page.text
    assert "Harbour Humans: Most Valuable Player" in page.text
    assert MatchState(Match.objects.get(pk=match.pk)).match.state == Match.State.POST_MATCH
