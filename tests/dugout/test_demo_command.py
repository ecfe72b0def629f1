"""`manage.py demo`: once, everything or nothing, with logins that only the owner can read."""

from __future__ import annotations

import re
import stat
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from accounts.models import User
from dugout.demo import logins, season
from dugout.demo.cast import CAST, LEAGUE
from leagues.models import League
from matches.models import MatchSide
from teams.ledger import ledger
from teams.models import Player, TeamState

pytestmark = [pytest.mark.django_db, pytest.mark.costly]


def demo(**options: Any) -> str:
    """What `manage.py demo` prints."""
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


@pytest.fixture(autouse=True)
def no_logins() -> None:
    """Make sure that no logins are left from another test."""
    logins.path().unlink(missing_ok=True)


@pytest.mark.thorough
def test_a_seed_gives_the_same_league_each_time() -> None:
    assert contents_of(seed=5) == contents_of(seed=5) != contents_of(seed=6)


def contents_of(seed: int) -> list[Any]:
    """Everything without ids of a league with this seed; it is rolled back."""
    with transaction.atomic():
        season.make(seed=seed, rounds=1, say=lambda line: None)
        sheets = [ledger.sheet_in(state) for state in TeamState.objects.order_by("team")]
        names = dict(Player.objects.values_list("pk", "name"))
        found: list[Any] = [
            (
                sheet.team_list,
                sheet.treasury,
                sheet.fan_factor,
                *((names[line.player], line.spp) for line in sheet.players),
            )
            for sheet in sheets
        ]
        found += MatchSide.objects.order_by("match", "side").values_list("team__name", "score", "fans", "story")
        transaction.set_rollback(True)
    return found


def test_a_second_call_says_that_the_league_is_there() -> None:
    assert "Played round 1 of 9" in demo(rounds=1)
    again = demo(rounds=1)
    assert "is there already" in again
    assert League.objects.count() == 1


def test_only_the_owner_can_read_the_logins_and_they_work() -> None:
    assert demo(rounds=0, verbosity=0) == ""
    assert stat.S_IMODE(logins.path().stat().st_mode) == 0o600
    text = demo(only_logins=True)
    assert text.strip() == logins.read().strip()
    password = re.search(r"password (\S+)", text)
    assert password
    for cast in CAST:
        assert re.search(rf"^  {cast.username} .*coach of {cast.team} \({cast.team_list}\)", text, re.MULTILINE)
        assert Client().login(username=cast.username, password=password[1])


def test_two_installs_have_different_passwords() -> None:
    assert logins.new_password() != logins.new_password()


def test_without_a_demo_league_there_are_no_logins() -> None:
    with pytest.raises(CommandError, match=r"there are no logins in .*changepassword"):
        demo(only_logins=True)


def test_a_taken_user_name_stays_with_its_owner() -> None:
    person = User.objects.create_user("Nora", password="her-own-secret")
    assert demo(rounds=0, verbosity=0) == ""
    assert User.objects.get(pk=person.pk).check_password("her-own-secret")
    assert League.objects.get(name=LEAGUE).memberships.get(role="commissioner").user.username == "nora2"
    assert re.search(r"^  nora2 +commissioner", logins.read(), re.MULTILINE)


def test_a_demo_league_that_fails_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(season, "_begin_round", stop)
    with pytest.raises(KeyboardInterrupt):
        demo(rounds=0)
    assert not League.objects.exists()
    assert not User.objects.exists()
    assert not logins.read()


@pytest.mark.parametrize("rounds", [-1, 10])
def test_rounds_that_a_season_of_ten_teams_does_not_have_are_refused(rounds: int) -> None:
    with pytest.raises(CommandError, match="0 to 9"):
        demo(rounds=rounds)
