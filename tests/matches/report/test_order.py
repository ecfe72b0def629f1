"""The order of events in a report: a field of the form that names what the other fields say, and no more."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from matches.models import Match, Report, UnsentReport
from matches.report.form.fields import values_of
from matches.report.form.form import ReportForm
from matches.report.form.order import ORDER, ORDER_LENGTH, order_text, order_typed
from matches.report.unsent_fields import typed_in
from matches.sequence.reported import Happening, Reported
from matches.sequence.sequences import MatchState
from rules.sequence.codec import decode, encode
from rules.sequence.sequence import SIDES
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


def reported(match: Match, order: str, **fields: str) -> Reported:
    """A report as typed, with this order."""
    typed = QueryDict(mutable=True)
    typed.update({"score.home": "1", "score.away": "0", ORDER: order} | fields)
    return ReportForm(typed, state=MatchState(match)).read()


def written(found: Reported) -> str:
    """The order as the form shows it, where no hired player is numbered otherwise."""
    return order_text(found.order, dict.fromkeys(SIDES, (1, 2, 3)))


def test_events_keep_their_order_with_half_and_turn(match: Match) -> None:
    one, other = match_builders.players_of(match, "home")[:2]
    victim = match_builders.players_of(match, "away")[0]
    fields = {f"line.home.{one}.touchdowns": "1", f"line.home.{other}.completions": "1"}
    fields |= {"injury.away.0.player": str(victim), "injury.away.0.d68": "11"}
    text = f"home.{other}.completions.1.4 away.{victim}..1.6 home.{one}.touchdowns.2.8"
    found = reported(match, text, **fields)
    assert found.order == (
        Happening(side="home", player=other, deed="completions", half=1, turn=4),
        Happening(side="away", player=victim, half=1, turn=6),
        Happening(side="home", player=one, deed="touchdowns", half=2, turn=8),
    )
    assert written(found) == text
    assert decode(Reported, encode(found)) == found


def test_an_order_names_only_what_the_report_has(match: Match) -> None:
    one = match_builders.players_of(match, "home")[0]
    event = f"home.{one}.touchdowns.1.1"
    taken_back = f"-home.{one}.completions.1.2"
    strange = "home.1.x nonsense away.999999999..1.1 home.h3.touchdowns.1.1 home.1.touchdowns.1"
    found = reported(match, f"{event} {taken_back} {event} {strange}", **{f"line.home.{one}.touchdowns": "1"})
    assert written(found) == event
    assert reported(match, "", **{f"line.home.{one}.touchdowns": "1"}).order == ()


def test_a_deed_of_the_second_of_two_players_who_may_rise_keeps_its_place(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.sequence.hired.positions_at_once", lambda rules, sheet, hired: ("Skeleton", "Zombie"))
    event = "away.h2.touchdowns.1.5"
    found = reported(match, event, **{"hired.away.2.there": "yes", "hired.away.2.touchdowns": "1"})
    assert found.order == (Happening(side="away", hired=1, deed="touchdowns", half=1, turn=5),)
    assert values_of(MatchState(match), found)[ORDER] == event


def test_a_draft_keeps_what_was_taken_back_and_cuts_off_what_is_too_long(match: Match, two_teams: TwoTeams) -> None:
    one = match_builders.players_of(match, "home")[0]
    text = f"home.{one}.touchdowns.1.1 -home.{one}.completions.1.2"
    address = f"/matches/{match.public_id}/report/save/"
    assert two_teams.coach.post(address, {ORDER: text, "command_id": "one", "unsent_version": "0"}).status_code == 302
    assert UnsentReport.objects.get().fields == {ORDER: text}
    page = two_teams.page(two_teams.coach, match, "report/")
    assert page.form_with("Send report").fields[ORDER] == [text]
    long = " ".join([text] * 400)
    assert len(order_typed(long)) <= ORDER_LENGTH
    assert long.startswith(order_typed(long) + " ")
    data = QueryDict(mutable=True)
    data[ORDER] = long
    assert typed_in(data, MatchState(match)) == {ORDER: order_typed(long)}


def test_a_sent_report_shows_its_order_when_it_is_changed(match: Match, two_teams: TwoTeams) -> None:
    one = match_builders.players_of(match, "home")[0]
    text = f"home.{one}.touchdowns.2.3"
    page = two_teams.page(two_teams.coach, match, "report/")
    fields = {"score.home": "1", "score.away": "0", f"line.home.{one}.touchdowns": "1", ORDER: text}
    assert page.press("Send report", **fields).status == 200
    assert Report.objects.get().data["order"] == [
        {"side": "home", "player": one, "deed": "touchdowns", "half": 2, "turn": 3}
    ]
    again = two_teams.page(two_teams.coach, match, "report/").form_with("Send report")
    assert again.fields[ORDER] == [text]
