"""A league may have several commissioners, and always has one."""

from threading import Barrier, Thread

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from leagues.members import memberships
from leagues.models import LogEntry, Membership
from tests.leagues.cast import Cast, create_cast, form_data, signed_in
from web.errors import Refusal


def membership(cast: Cast, name: str) -> Membership:
    return cast.league.memberships.get(user=cast[name], left_at__isnull=True)


def act(client: Client, cast: Cast, what: str, name: str, **fields: str) -> int:
    room = "competitions" if what == "remove_member" else "leagues"
    url = reverse(f"{room}:{what}", args=[cast.league.slug, membership(cast, name).pk])
    return client.post(url, form_data(**fields)).status_code


def test_a_commissioner_appoints_another_who_may_dismiss_them(cast: Cast) -> None:
    assert act(signed_in(cast.commissioner), cast, "appoint", "coach") == 302
    assert act(signed_in(cast.coach), cast, "dismiss", "commissioner", reason="Their term is over") == 302
    assert (membership(cast, "coach").role, membership(cast, "commissioner").role) == ("commissioner", "coach")
    assert signed_in(cast.commissioner).get(reverse("leagues:settings", args=[cast.league.slug])).status_code == 403


def test_the_last_commissioner_cannot_be_dismissed_or_removed_or_leave(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    assert act(client, cast, "dismiss", "commissioner", reason="Tired") == 422
    assert act(signed_in(cast.staff), cast, "remove_member", "commissioner", reason="Tired") == 422
    refused = client.post(reverse("leagues:leave", args=[cast.league.slug]), form_data())
    assert refused.status_code == 422 and "Make another member a commissioner first" in refused.content.decode()
    assert membership(cast, "commissioner").role == "commissioner"


def test_a_coach_who_leaves_loses_all_rights_at_once(cast: Cast) -> None:
    client, log = signed_in(cast.coach), reverse("leagues:log", args=[cast.league.slug])
    assert client.get(log).status_code == 200
    assert client.post(reverse("leagues:leave", args=[cast.league.slug]), form_data()).status_code == 302
    assert client.get(log).status_code == 403


def test_a_removed_coach_loses_all_rights_at_once_and_the_log_says_why(cast: Cast) -> None:
    assert act(signed_in(cast.commissioner), cast, "remove_member", "coach", reason="Never turned up") == 302
    assert signed_in(cast.coach).get(reverse("leagues:log", args=[cast.league.slug])).status_code == 403
    log = signed_in(cast.other_coach).get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    assert "commissioner removed coach from the league." in log and "Never turned up" in log


def test_removing_or_dismissing_needs_a_reason(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    act(client, cast, "appoint", "other_coach")
    assert act(client, cast, "remove_member", "coach", reason="  ") == 422
    assert act(client, cast, "dismiss", "other_coach") == 422
    assert membership(cast, "coach") and membership(cast, "other_coach").role == "commissioner"


def test_a_coach_who_comes_back_gets_a_new_membership(cast: Cast) -> None:
    memberships.leave_league(league=cast.league, user=cast.coach)
    memberships.enter(cast.league, cast.coach, Membership.Role.COACH)
    assert cast.league.memberships.filter(user=cast.coach).count() == 2
    with pytest.raises(Refusal):
        memberships.enter(cast.league, cast.coach, Membership.Role.COACH)


def test_a_membership_that_has_ended_cannot_be_changed(cast: Cast) -> None:
    ended = membership(cast, "coach")
    memberships.leave_league(league=cast.league, user=cast.coach)
    url = reverse("leagues:appoint", args=[cast.league.slug, ended.pk])
    assert signed_in(cast.commissioner).post(url, form_data()).status_code == 422


def test_appointing_twice_is_refused(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    assert [act(client, cast, "appoint", "coach") for _ in range(2)] == [302, 422]
    assert LogEntry.objects.filter(kind="leagues.appointed").count() == 1


@pytest.mark.django_db(transaction=True)
def test_when_both_commissioners_leave_at_the_same_moment_one_stays() -> None:
    cast = create_cast()
    memberships.appoint_commissioner(membership=membership(cast, "coach"), by=cast.commissioner)
    barrier, outcomes = Barrier(2), []

    def leave(user: object) -> None:
        barrier.wait()
        try:
            memberships.leave_league(league=cast.league, user=user)
            outcomes.append("left")
        except Refusal as refusal:
            outcomes.append(refusal.id)
        finally:
            connection.close()

    threads = [Thread(target=leave, args=[user]) for user in (cast.commissioner, cast.coach)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["leagues.last_commissioner", "left"]
