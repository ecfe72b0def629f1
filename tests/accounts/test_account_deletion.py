"""Deleting an account: the password, what stops the deletion, what happens to the person's things, what stays."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts import names
from accounts.account_deletion import DeletionRefused, consequences_for, delete_account, obstacles_for
from accounts.models import FORMER, User
from accounts.sessions import sessions_of
from competitions.friendlies import friendlies
from competitions.models import Challenge, FriendlyOffer
from jobs import claims
from jobs.artefacts import Artefact
from jobs.models import Job, JobResult
from jobs.queue import enqueue
from jobs.tasks import run_job
from leagues.account_deletion import undo as leave_all
from leagues.log import words
from leagues.members.memberships import appoint_commissioner
from leagues.models import JoinRequest, League, LogEntry, Membership
from leagues.services import archive_league, restore_league
from matches.models import Match
from rules.team.trades import Stake
from teams.models import Takeover, Team, Trade
from teams.trading.takeovers import offer_team, take_over
from tests.competitions.competition_builders import bare_team, competition_in
from tests.jobs import kinds  # noqa: F401 - registers the kinds
from tests.leagues.cast import Cast, create_league, create_user, signed_in
from tests.leagues.shared_cast import cast, shared_cast
from tests.matches import match_builders
from tests.policy_objects import BUILDERS, Parts
from tests.teams import team_builders
from tests.teams.trade_builders import create_trading_teams
from web.errors import Refusal

__all__ = ["cast", "shared_cast"]

NAME, ADDRESS = "Zebedee Quux", "zebedee@example.org"


@pytest.fixture
def zebedee(cast: Cast) -> User:
    """The coach of the cast, with a name that appears nowhere else."""
    User.objects.filter(pk=cast.coach.pk).update(
        username="zebedee", display_name=NAME, email=ADDRESS, first_name="Zebedee", time_zone="Europe/Paris"
    )
    cast.coach.refresh_from_db()
    EmailAddress.objects.create(user=cast.coach, email=ADDRESS, verified=True, primary=True)
    return cast.coach


def page() -> str:
    return reverse("accounts:delete")


def gone(client: Client, user: User, **fields: Any) -> int:
    """Ask to delete the account; returns the status."""
    return client.post(page(), {"password": "coach-secret", **fields}).status_code


def test_a_person_who_enters_their_password_is_deleted_and_signed_out_everywhere(cast: Cast, zebedee: User) -> None:
    here, there = signed_in(zebedee), signed_in(zebedee)
    other = signed_in(cast.other_coach)
    assert len(sessions_of(zebedee.pk)) == 2
    answer = here.post(page(), {"password": "coach-secret"}, follow=True)
    assert "Account deleted" in answer.content.decode()
    after = User.objects.get(pk=zebedee.pk)
    assert (after.name, after.email, after.first_name, after.last_name) == (FORMER, "", "", "")
    assert (after.is_active, after.has_usable_password(), after.last_login) == (False, False, None)
    assert after.username.startswith("former-") and after.time_zone == "UTC"
    assert not EmailAddress.objects.filter(email=ADDRESS).exists()
    assert sessions_of(zebedee.pk) == []
    assert Session.objects.count() >= 1  # the other coach's
    for client in (here, there):
        assert client.get(reverse("accounts:preferences")).status_code == 302
    assert other.get(reverse("accounts:preferences")).status_code == 200
    for login in ("zebedee", ADDRESS, after.username):
        Client().post(reverse("account_login"), {"login": login, "password": "coach-secret"})
        assert sessions_of(zebedee.pk) == []


@pytest.mark.parametrize("typed", ["", "wrong", "COACH-SECRET", " coach-secret", "x" * 5000])
def test_without_the_right_password_nothing_happens(cast: Cast, zebedee: User, typed: str) -> None:
    answer = signed_in(zebedee).post(page(), {"password": typed})
    assert answer.status_code == 422
    assert typed == "" or typed not in answer.content.decode()
    assert User.objects.get(pk=zebedee.pk).name == NAME


def test_the_number_of_password_attempts_is_limited(cast: Cast, zebedee: User) -> None:
    client = signed_in(zebedee)
    statuses = [gone(client, zebedee, password=f"guess {number}") for number in range(11)]
    assert statuses == [422] * 10 + [429]
    assert gone(client, zebedee) == 429


def test_the_page_says_what_will_happen_and_needs_a_sign_in(cast: Cast, zebedee: User) -> None:
    team_builders.team_from_list(cast.league, zebedee, "Anvils", "Orc")
    bare_team(cast.private, "Sketch", zebedee)
    shown = signed_in(zebedee).get(page()).content.decode()
    assert "The draft Sketch of Hidden Cup will be deleted." in shown
    assert "You cannot undo this." in shown and f"“{FORMER}”" in shown
    assert "Anvils of Old World Sunday League will be retired" in shown
    assert "You leave Hidden Cup." in shown
    assert page() in signed_in(zebedee).get(reverse("accounts:preferences")).content.decode()
    assert Client().get(page()).status_code == 302


def test_a_person_without_a_password_is_asked_to_set_one(zebedee: User) -> None:
    zebedee.set_unusable_password()
    zebedee.save()
    shown = signed_in(zebedee).get(page()).content.decode()
    assert reverse("account_set_password") in shown and "Delete my account" not in shown


def test_the_last_mail_goes_to_the_deleted_address(
    cast: Cast, zebedee: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert delete_account(zebedee)
    letter = mail.outbox[-1]
    assert letter.to == [ADDRESS]
    assert letter.subject == "[Dugout] Your account is deleted"
    assert NAME in letter.body and "If you did not delete it" in letter.body


def test_deleting_twice_deletes_once(cast: Cast, zebedee: User) -> None:
    assert delete_account(zebedee)
    first = User.objects.get(pk=zebedee.pk).username
    assert not delete_account(zebedee)
    assert User.objects.get(pk=zebedee.pk).username == first
    assert LogEntry.objects.filter(kind="leagues.account_deleted", league=cast.league).count() == 1


def test_the_last_commissioner_must_appoint_another_one_first(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    answer = client.post(page(), {"password": "commissioner-secret"})
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "You are the only commissioner of Old World Sunday League, and a league needs one." in shown
    assert reverse("leagues:members", args=[cast.league.slug]) in shown
    for league in (cast.league, cast.private):
        appoint_commissioner(membership=league.memberships.get(user=cast.coach), by=cast.commissioner)
    assert client.post(page(), {"password": "commissioner-secret"}).status_code == 302
    assert User.objects.get(pk=cast.commissioner.pk).name == FORMER


def test_the_last_member_of_a_league_must_archive_it_first(db: None) -> None:
    hermit = create_user("hermit")
    league = create_league("Hermitage", by=hermit)
    (obstacle,) = obstacles_for(hermit)
    assert obstacle.text == "You run Hermitage, and you are its only member."
    assert obstacle.url == reverse("leagues:archive", args=[league.slug])
    archive_league(league=league, by=hermit, reason="Over.")
    assert delete_account(hermit)
    assert not league.memberships.filter(left_at__isnull=True).exists()


def test_the_last_commissioner_cannot_go_if_the_other_one_has_just_left(cast: Cast, zebedee: User) -> None:
    appoint_commissioner(membership=cast.league.memberships.get(user=zebedee), by=cast.commissioner)
    stale = obstacles_for(zebedee)
    assert stale == []
    cast.league.memberships.filter(user=cast.commissioner).update(role="coach")
    with pytest.raises(DeletionRefused) as refused:
        delete_account(zebedee)
    assert [each.text[:25] for each in refused.value.obstacles] == ["You are the only commissi"]
    with pytest.raises(Refusal, match="a league needs one"):  # what the deletion itself meets
        leave_all(zebedee)
    assert User.objects.get(pk=zebedee.pk).name == NAME


@pytest.mark.parametrize("state", ["scheduled", "pre_match", "playing", "reported", "disputed", "post_match"])
def test_a_coach_with_open_matches_cannot_delete_their_account(cast: Cast, zebedee: User, state: str) -> None:
    teams = [bare_team(cast.league, "Anvils", zebedee), bare_team(cast.league, "Badgers", cast.other_coach)]
    competition_in(cast.league, teams, started=True)
    Match.objects.update(state=state)
    (obstacle,) = obstacles_for(zebedee)
    assert obstacle.text == "Anvils of Old World Sunday League has 1 match that is not over."
    assert "Ask a commissioner to transfer Anvils to another coach" in obstacle.remedy
    assert obstacle.url == reverse("matches:team", args=[teams[0].public_id])
    assert gone(signed_in(zebedee), zebedee) == 409
    assert Team.objects.get(pk=teams[0].pk).state == Team.State.ACTIVE


@pytest.mark.parametrize("role", ["challenger", "challenged", "substitute"])
def test_a_coach_with_an_open_challenge_cannot_delete_their_account(cast: Cast, zebedee: User, role: str) -> None:
    Parts(cast, cast.league)  # which lets a coach have several teams
    written = Challenge.objects.get(pk=BUILDERS["challenge"](cast, cast.league))
    Team.objects.filter(pk=written.challenger_id).update(coach=cast.commissioner)
    others = {"challenger": written.challenger, "challenged": written.challenged}
    others["substitute"] = bare_team(cast.league, "Comets")
    Challenge.objects.filter(pk=written.pk).update(substitute=others["substitute"])
    Team.objects.filter(pk=others[role].pk).update(coach=zebedee)
    (obstacle,) = obstacles_for(zebedee)
    assert obstacle.text.startswith("The challenge of Challenger to Challenged in ")
    assert obstacle.url == reverse("competitions:challenge", args=[written.pk])
    Challenge.objects.filter(pk=written.pk).update(state=Challenge.State.CALLED_OFF)
    assert obstacles_for(zebedee) == []


def test_prints_of_others_that_may_name_them_are_not_handed_out_again(cast: Cast, zebedee: User) -> None:
    kept = []
    for content_type in ("application/pdf", "text/plain; charset=utf-8"):
        job = enqueue("test_square", {"number": len(kept)}, owner=cast.other_coach)
        run_job(job.public_id)
        JobResult.objects.filter(job=job).update(content_type=content_type)
        kept.append(job)
    assert delete_account(zebedee)
    assert list(JobResult.objects.values_list("job_id", flat=True)) == [kept[1].pk], "figures name nobody"
    shown = signed_in(cast.other_coach).get(reverse("jobs:download", args=[kept[0].public_id]))
    assert shown.status_code == 410 and "The file was available until" in shown.content.decode()
    assert enqueue("test_square", {"number": 0}, owner=cast.other_coach) != kept[0]


def test_prints_from_before_they_had_an_account_stay(cast: Cast, zebedee: User) -> None:
    job = enqueue("test_square", {"number": 7}, owner=cast.other_coach)
    run_job(job.public_id)
    JobResult.objects.filter(job=job).update(content_type="application/pdf")
    Job.objects.filter(pk=job.pk).update(finished=zebedee.date_joined - timedelta(seconds=1))
    assert delete_account(zebedee)
    assert JobResult.objects.filter(job=job).exists()


def test_a_print_that_was_asked_for_before_they_came_and_made_later_goes_too(cast: Cast, zebedee: User) -> None:
    job = enqueue("test_square", {"number": 7}, owner=cast.other_coach)
    Job.objects.filter(pk=job.pk).update(created=zebedee.date_joined - timedelta(days=1))
    run_job(job.public_id)
    JobResult.objects.filter(job=job).update(content_type="application/pdf")
    assert delete_account(zebedee)
    assert not JobResult.objects.filter(job=job).exists()


def test_a_print_that_is_being_made_starts_once_more_and_its_first_try_stores_nothing(
    cast: Cast, zebedee: User
) -> None:
    enqueue("test_square", {"number": 7}, owner=cast.other_coach)
    job = claims.claim_next("worker")
    assert job is not None
    assert delete_account(zebedee)
    made = Artefact(filename="a.pdf", content_type="application/pdf", content=b"%PDF Zebedee")
    assert not claims.finish(job, made, keep=timedelta(days=7))
    again = claims.claim_next("worker")
    assert again is not None and (again.pk, again.attempts) == (job.pk, 1)
    assert claims.finish(again, made, keep=timedelta(days=7))


def test_a_transferred_team_continues_without_its_former_coach(cast: Cast, zebedee: User) -> None:
    team = bare_team(cast.league, "Anvils", zebedee)
    competition_in(cast.league, [team, bare_team(cast.league, "Badgers", cast.commissioner)], started=True)
    offer = offer_team(team=team, by=cast.commissioner, to=cast.other_coach, reason="Moving away.")
    assert "other_coach is asked to take over Anvils." in [each.text for each in obstacles_for(zebedee)]
    take_over(offer=offer, by=cast.other_coach)
    assert delete_account(zebedee)
    team.refresh_from_db()
    assert (team.state, team.coach) == (Team.State.ACTIVE, cast.other_coach)
    entry = LogEntry.objects.get(kind="teams.taken_over")
    assert words(entry) == f"other_coach took over Anvils. {FORMER} coached it before."
    assert NAME not in str(entry.args)


def test_their_teams_are_retired_and_histories_stay_true(cast: Cast, zebedee: User) -> None:
    home = team_builders.team_from_list(cast.league, zebedee, "Ironside Orcs", "Orc")
    away = team_builders.team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human")
    match = match_builders.closed_match(home, away)
    draft = Team.objects.create(
        league=cast.league, name="Sketch", team_list="Orc", coach=zebedee, ruleset=cast.league.ruleset
    )
    assert obstacles_for(zebedee) == []
    assert delete_account(zebedee)
    home.refresh_from_db()
    draft.refresh_from_db()
    assert {home.state, draft.state} == {Team.State.RETIRED}
    assert home.coached_by == FORMER
    call_command("audit", stdout=StringIO())
    other = signed_in(cast.other_coach)
    pages = [
        reverse("matches:match", args=[match.public_id]),
        reverse("matches:log", args=[match.public_id]),
        reverse("matches:team", args=[home.public_id]),
        reverse("teams:history", args=[home.public_id]),
        reverse("teams:list", args=[cast.league.slug]),
        reverse("leagues:log", args=[cast.league.slug]),
        reverse("leagues:members", args=[cast.league.slug]),
        reverse("competitions:league", args=[cast.league.slug]),
    ]
    for url in pages:
        answer = other.get(url)
        assert answer.status_code == 200, url
        assert NAME not in answer.content.decode() and "zebedee" not in answer.content.decode().lower(), url
    assert FORMER in other.get(pages[0]).content.decode()
    assert f"{FORMER} deleted their account and left the league." in other.get(pages[5]).content.decode()


def test_open_offers_from_and_to_them_end(cast: Cast, zebedee: User) -> None:
    trading_teams = create_trading_teams(cast)
    traded = trading_teams.offered(gives=Stake(gold=10_000))
    mine, theirs = bare_team(cast.league, "Anvils", zebedee), bare_team(cast.league, "Badgers", cast.other_coach)
    third = bare_team(cast.league, "Comets", cast.other_coach)
    friendlies.offer_friendly(offering=mine, asked=theirs, by=zebedee, at_home=True, note="Ring me at home.")
    friendlies.offer_friendly(offering=third, asked=mine, by=cast.other_coach, at_home=True)
    in_private = bare_team(cast.private, "Dragons", cast.other_coach)
    offer_team(team=in_private, by=cast.commissioner, to=zebedee, reason="")
    elsewhere = League.objects.get(name="Another League")
    JoinRequest.objects.create(league=elsewhere, user=zebedee, message=f"I am {NAME}.")
    assert delete_account(zebedee)
    assert Trade.objects.get(pk=traded.pk).state == Trade.State.WITHDRAWN
    rows = FriendlyOffer.objects.order_by("pk").values_list("state", "note")
    assert list(rows) == [("withdrawn", ""), ("declined", "")]
    assert Takeover.objects.get().state == Takeover.State.REFUSED
    request = JoinRequest.objects.get()
    assert (request.state, request.message) == (JoinRequest.State.WITHDRAWN, "")
    assert not cast.league.memberships.filter(user=zebedee, left_at__isnull=True).exists()


def test_their_prints_are_deleted(cast: Cast, zebedee: User) -> None:
    enqueue("test_square", {"number": 3}, owner=zebedee)
    theirs = enqueue("test_square", {"number": 3}, owner=cast.other_coach)
    assert delete_account(zebedee)
    assert list(Job.objects.filter(kind="test_square")) == [theirs]


def test_errors_of_failed_mails_lose_the_address(cast: Cast, zebedee: User) -> None:
    for address in (ADDRESS, "other@example.org"):
        mail = enqueue("test_square", {"number": len(address)})
        Job.objects.filter(pk=mail.pk).update(trace=f"SMTPRecipientsRefused: {{'{address}': (550, b'no such user')}}")
    assert delete_account(zebedee)
    traces = list(Job.objects.filter(kind="test_square").order_by("pk").values_list("trace", flat=True))
    assert traces[0] == "" and "other@example.org" in traces[1]


def test_archived_leagues_change_nothing_but_the_name(cast: Cast, zebedee: User) -> None:
    team = bare_team(cast.league, "Anvils", zebedee)
    competition_in(cast.league, [team, bare_team(cast.league, "Badgers")], started=True)
    archive_league(league=cast.league, by=cast.commissioner, reason="Winter.")
    assert delete_account(zebedee)
    team.refresh_from_db()
    assert (team.state, team.coached_by) == (Team.State.ACTIVE, FORMER)
    assert not cast.league.memberships.filter(user=zebedee, left_at__isnull=True).exists()


def test_the_oldest_member_becomes_commissioner_of_an_archived_league(cast: Cast) -> None:
    archive_league(league=cast.league, by=cast.commissioner, reason="Winter.")
    runs_it = {"league": cast.league, "role": Membership.Role.COMMISSIONER, "left_at__isnull": True}
    assert [each.user for each in Membership.objects.filter(**runs_it)] == [cast.commissioner]
    archive_league(league=cast.private, by=cast.commissioner, reason="Winter.")
    expected = f"You leave {cast.league.name}; {cast.coach.name} becomes its commissioner."
    assert expected in consequences_for(cast.commissioner)
    assert delete_account(cast.commissioner)
    assert [each.user for each in Membership.objects.filter(**runs_it)] == [cast.coach]
    restore_league(league=cast.league, by=cast.coach)
    assert [each.text for each in obstacles_for(cast.coach)] == [
        f"You are the only commissioner of {cast.league.name}, and a league needs one."
    ]


@pytest.mark.parametrize("name", ["Former coach", "FORMER COACH", "  former   coach ", "Ｆormer coach"])
def test_the_name_of_deleted_accounts_is_reserved(db: None, name: str) -> None:
    with pytest.raises(ValidationError, match="is the name of people who deleted their accounts"):
        names.refuse_taken(names.clean(name))


def test_deleted_accounts_share_a_name_and_their_old_names_are_free(cast: Cast, zebedee: User) -> None:
    assert delete_account(zebedee) and delete_account(cast.stranger)
    assert User.objects.filter(display_name=FORMER).count() == 2
    names.refuse_taken(NAME)
    again = create_user("zebedee")
    assert again.pk != zebedee.pk


def test_a_deletion_that_fails_half_way_leaves_everything(
    cast: Cast, zebedee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    team = bare_team(cast.league, "Anvils", zebedee)
    client = signed_in(zebedee)

    def fail(keys: list[str]) -> None:
        raise RuntimeError("the power is out")

    monkeypatch.setattr("accounts.account_deletion.end_sessions", fail)
    with pytest.raises(RuntimeError):
        client.post(page(), {"password": "coach-secret"})
    team.refresh_from_db()
    assert team.state == Team.State.ACTIVE
    assert User.objects.get(pk=zebedee.pk).name == NAME
    assert cast.league.memberships.filter(user=zebedee, left_at__isnull=True).exists()
