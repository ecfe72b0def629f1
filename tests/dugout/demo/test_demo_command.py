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
from django.utils import timezone

from accounts.models import User
from dugout.demo import job, logins, season
from dugout.demo.cast import CAST, LEAGUE
from jobs.models import Job, State
from jobs.runner import run_waiting
from leagues.models import League
from matches.models import Match, MatchSide
from rules import editions
from teams.ledger import ledger
from teams.models import Player, Team, TeamState

pytestmark = [pytest.mark.django_db, pytest.mark.costly]


FIRST = "pbbl-1.10"


def demo(**options: Any) -> str:
    """What `manage.py demo` prints; of the first league alone, if no other is named."""
    out = StringIO()
    call_command("demo", stdout=out, **{"edition": FIRST, **options})
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


OTHERS = [each.key for each in editions.EDITIONS if each.key != FIRST]


@pytest.mark.parametrize("edition", OTHERS)
def test_every_other_book_has_a_demo_league(edition: str) -> None:
    printed = demo(edition=edition, rounds=1)
    (league,) = League.objects.all()
    assert league.ruleset.edition == edition and editions.edition(edition).book.name in league.name
    assert MatchSide.objects.filter(match__state="closed").count() == 10
    assert f"\n{league.name}\n  nora " in printed and "commissioner and coach of Ferryport " in printed
    assert "is there already" in demo(edition=edition, rounds=1)
    assert demo(edition=edition, only_logins=True).strip() in printed


def test_one_league_of_each_book_has_the_same_people_and_one_password() -> None:
    printed = demo(edition=None, rounds=0)
    assert [league.ruleset.edition for league in League.objects.order_by("pk")] == [FIRST, *OTHERS]
    assert User.objects.count() == len(CAST) and printed.count("all with the password") == 1
    for person in User.objects.all():
        teams = Team.objects.filter(coach=person)
        assert {team.league_id for team in teams} == set(League.objects.values_list("pk", flat=True))
        assert len({team.name for team in teams}) == len(editions.EDITIONS)
    assert len(set(Team.objects.values_list("name", flat=True))) == len(CAST) * len(editions.EDITIONS)
    assert "Every demo league is there already" in demo(edition=None)


def test_who_has_changed_their_password_is_in_no_further_demo_league() -> None:
    """Otherwise a person's own account could be let into a league by its name alone."""
    demo(rounds=0)
    person = User.objects.get(username="nora")
    person.set_password("a-secret-of-their-own")
    person.save()
    demo(edition=OTHERS[0], rounds=0)
    assert Team.objects.filter(coach=person).count() == 1
    commissioner = League.objects.order_by("pk")[1].memberships.get(role="commissioner").user
    assert commissioner.username == "nora2" and User.objects.count() == len(CAST) + 1


def test_logins_of_people_who_are_gone_are_no_longer_in_the_file() -> None:
    demo(rounds=0)
    before = logins.known()
    User.objects.update(is_active=False)
    demo(edition=OTHERS[0], rounds=0)
    after = logins.known()
    assert before and after and before.password != after.password
    assert LEAGUE + "\n" not in logins.read()


def test_the_leagues_of_further_books_are_played_by_a_worker_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job, "ROUNDS", 0)
    demo(edition=None, rounds=0, later=True)
    assert [league.name for league in League.objects.all()] == [LEAGUE]
    for edition in OTHERS:
        (waiting,) = Job.objects.filter(state=State.QUEUED)
        assert waiting.not_before > timezone.now() and waiting.params["editions"][0] == edition
        Job.objects.update(not_before=timezone.now())
        assert run_waiting() == 1
        assert Match.objects.filter(league__ruleset__edition=edition).exclude(state="scheduled").exists()
    assert not Job.objects.filter(state=State.QUEUED).exists()
    assert logins.read().count(LEAGUE) == len(editions.EDITIONS)
    assert User.objects.count() == len(CAST)


@pytest.mark.thorough
@pytest.mark.parametrize("edition", OTHERS)
def test_every_other_book_plays_a_whole_demo_season(edition: str) -> None:
    """Also where a new player is chosen for something at once, as Kicking players are."""
    assert "Played round 9 of 9" in demo(edition=edition, rounds=9)
    assert MatchSide.objects.filter(match__state="closed").count() >= 2 * (9 * 5 + 6)
