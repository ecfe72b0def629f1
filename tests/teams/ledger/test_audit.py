"""``manage.py audit`` finds every manipulation, and nothing in sound journals."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import F
from django.utils import timezone

from rules.journal import FanFactorChanged, GoldMoved
from teams.ledger.audit import audit
from teams.models import JournalEntry, Player, Team, TeamState
from tests.leagues.cast import Cast
from tests.teams import team_builders


def run_audit() -> tuple[str, int]:
    """The command's output and exit code."""
    out = StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.veteran_team(cast.league, cast.coach)


def test_sound_journals_have_no_differences(cast: Cast, team: Team) -> None:
    team_builders.drafted_team(cast.league, cast.other_coach, "Not yet")
    other = team_builders.approved_team(cast.private, cast.other_coach, "Others")
    entries = sum(JournalEntry.objects.filter(team=each).count() for each in (team, other))
    printed, code = run_audit()
    assert (printed.startswith(f"2 teams, {entries} entries, "), code) == (True, 0)
    assert printed.splitlines()[-2].endswith(", no differences")


def test_an_empty_database_is_sound(db: None) -> None:
    printed, code = run_audit()
    assert (printed.startswith("0 teams, 0 entries, "), code) == (True, 0)


def change_state(**columns: Any) -> Callable[[Team], None]:
    return lambda team: TeamState.objects.filter(team=team).update(**columns) and None


def change_sheet(team: Team) -> None:
    state = TeamState.objects.get(team=team)
    state.sheet["rerolls"] = 8
    state.save()


def add_entry(team: Team) -> None:
    seq = TeamState.objects.get(team=team).seq
    insert(team, seq + 1, "fan_factor_changed", {"change": 1})


def leave_gap(team: Team) -> None:
    state = TeamState.objects.get(team=team)
    insert(team, state.seq + 2, "fan_factor_changed", {"change": 0})


def unreadable(team: Team) -> None:
    insert(team, TeamState.objects.get(team=team).seq + 1, "player_promoted", {"player": 1})


def impossible(team: Team) -> None:
    data = {"amount": 9_000_000, "source": "treasury", "target": "bank"}
    insert(team, TeamState.objects.get(team=team).seq + 1, "gold_moved", data)


def insert(team: Team, seq: int, kind: str, data: dict[str, Any]) -> None:
    JournalEntry.objects.create(team=team, seq=seq, kind=kind, data=data, source="test", at=timezone.now())


TAMPERED = {
    "the sheet": (change_sheet, "in rerolls"),
    "the treasury": (change_state(treasury=990_000), "the treasury is 990,000 gp, folded 40,000 gp"),
    "the count of players": (change_state(players=99), "99 players"),
    "the value": (change_state(value=F("value") + 10_000), "the team value is"),
    "the sum of the value": (change_state(value_figure={"id": "team_value"}), "cannot be read"),
    "the seq": (change_state(seq=F("seq") - 1), "the state is at entry"),
    "an entry too many": (add_entry, "the sheet differs from the fold of the journal in fan_factor"),
    "an entry outside the chain": (add_entry, "is not in the chain"),
    "a gap": (leave_gap, "the journal has a gap"),
    "an unknown entry": (unreadable, "cannot be read: unknown kind"),
    "an impossible entry": (impossible, "cannot follow"),
    "no state": (lambda team: TeamState.objects.filter(team=team).delete() and None, "but has no state"),
    "the team's state": (lambda team: Team.objects.filter(pk=team.pk).update(state="draft") and None, "being built"),
}


@pytest.mark.thorough
@pytest.mark.parametrize("what", TAMPERED)
def test_a_manipulation_is_found(what: str, cast: Cast, team: Team) -> None:
    sound = team_builders.approved_team(cast.private, cast.other_coach, "Sound")
    tamper, expected = TAMPERED[what]
    tamper(team)
    printed, code = run_audit()
    assert code == 1
    assert expected in printed
    assert team.public_id in printed and sound.public_id not in printed
    assert printed.splitlines()[-2].startswith("2 teams, ")
    assert "no differences" not in printed


def test_a_player_without_a_row_is_found(team: Team) -> None:
    player = team_builders.player_ids(team)[0]
    Player.objects.filter(pk=player).delete()
    printed, code = run_audit()
    assert code == 1
    assert f"players of the journal have no row: {player}" in printed


def test_a_player_with_another_teams_id_is_found(cast: Cast, team: Team) -> None:
    other = team_builders.approved_team(cast.private, cast.other_coach, "Others")
    Player.objects.filter(pk=team_builders.player_ids(team)[0]).update(team=other)
    assert run_audit()[1] == 1


def test_the_audit_takes_no_more_queries_for_many_teams(cast: Cast, team: Team, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(5):
        list(audit())
    other = team_builders.approved_team(cast.private, cast.other_coach, "Others")
    team_builders.append_entries(
        other, GoldMoved(amount=10_000, source="winnings", target="treasury"), FanFactorChanged(change=1)
    )
    with django_assert_num_queries(5):
        list(audit())
