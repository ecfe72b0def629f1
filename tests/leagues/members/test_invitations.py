"""Invitation links: made, shown while they work, used within their limits, revoked."""

import re
import uuid
from datetime import timedelta
from importlib import import_module
from threading import Barrier, Thread
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leagues import services
from leagues.members import memberships
from leagues.models import Invitation, JoinRequest, League, LogEntry, Membership
from printing.qr import code_of
from tests.leagues.cast import Cast, create_cast, create_user, form_data, signed_in
from web.errors import Refusal


def link_made(cast: Cast, league: League, **changes: object) -> str:
    """The path of a link, as the page shows it to the commissioner."""
    form = form_data(**{"note": "The pub", "role": "coach", "days": 14, "max_uses": 1, **changes})
    answer = signed_in(cast.commissioner).post(reverse("leagues:invite", args=[league.slug]), form, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    return link_on(answer)


def link_on(answer: HttpResponse) -> str:
    """The path of the link on a page."""
    return re.search(r">\s*http://testserver(/leagues/join/[^<]+)<", answer.text)[1]


def page_of(invitation: Invitation) -> str:
    return reverse("leagues:invitation", args=[invitation.league.slug, invitation.pk])


def take(client: Client, link: str) -> int:
    return client.post(f"{link}accept/", form_data()).status_code


def test_only_the_hash_of_a_links_128_bits_is_stored(cast: Cast) -> None:
    token = link_made(cast, cast.league).split("/")[-2]
    invitation = Invitation.objects.get()
    assert len(token) == 22 and token not in str(vars(invitation))
    assert invitation.token_hash == memberships.hash_of(token)
    members = signed_in(cast.commissioner).get(reverse("leagues:members", args=[cast.league.slug])).content.decode()
    assert token not in members and "The pub" in members


def test_the_link_can_be_copied_and_scanned(cast: Cast) -> None:
    asked = form_data(role="coach", days=14, max_uses=8, note="")
    page = (
        signed_in(cast.commissioner).post(reverse("leagues:invite", args=[cast.league.slug]), asked, follow=True).text
    )
    link = re.search(r">\s*(http://testserver/leagues/join/[^<]+)<", page)[1]
    assert f'<path d="{code_of(link).path}"/>' in page
    assert 'data-copy="link"' in page and "Copy the link" in page and "data-print" in page


def test_commissioners_see_an_open_link_again_and_others_do_not(cast: Cast) -> None:
    link, made = link_made(cast, cast.league, max_uses=2), Invitation.objects.get()
    memberships.appoint_commissioner(
        membership=cast.league.memberships.get(user=cast.other_coach), by=cast.commissioner
    )
    for person in (cast.commissioner, cast.other_coach, cast.staff):
        assert page_of(made) in signed_in(person).get(reverse("leagues:members", args=[cast.league.slug])).text
        assert link_on(signed_in(person).get(page_of(made))) == link
    assert signed_in(cast.coach).get(page_of(made)).status_code == 403
    assert page_of(made) not in signed_in(cast.coach).get(reverse("leagues:members", args=[cast.league.slug])).text
    assert take(signed_in(cast.stranger), link) == 302
    assert link_on(signed_in(cast.commissioner).get(page_of(made))) == link


def test_a_form_that_is_sent_twice_makes_one_link(cast: Cast) -> None:
    client, form = signed_in(cast.commissioner), form_data(role="coach", days=14, max_uses=8, note="")
    answers = [client.post(reverse("leagues:invite", args=[cast.league.slug]), form) for _ in range(2)]
    assert {answer["Location"] for answer in answers} == {page_of(Invitation.objects.get())}


def test_a_link_is_not_shown_when_it_no_longer_works(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    used, revoked, expired = (Invitation.objects.get(token_hash=hash_made(cast)) for _ in range(3))
    Invitation.objects.filter(pk=used.pk).update(uses=1)
    memberships.revoke_invitation(invitation=revoked, by=cast.commissioner)
    Invitation.objects.filter(pk=expired.pk).update(expires_at=timezone.now())
    for each in (used, revoked, expired):
        page = client.get(page_of(each))
        assert page.status_code == 410 and "no longer works" in page.text and "/leagues/join/" not in page.text


def hash_made(cast: Cast) -> str:
    return memberships.hash_of(link_made(cast, cast.league).split("/")[-2])


def test_a_link_of_another_league_is_not_found(cast: Cast) -> None:
    link_made(cast, cast.private)
    made = Invitation.objects.get()
    assert signed_in(cast.commissioner).get(page_of(made)).status_code == 200
    elsewhere = reverse("leagues:invitation", args=[cast.league.slug, made.pk])
    assert signed_in(cast.commissioner).get(elsewhere).status_code == 404
    assert signed_in(cast.stranger).get(page_of(made)).status_code == 404


def test_a_link_made_under_another_secret_works_but_is_not_shown(cast: Cast, settings: Any) -> None:
    link, made = link_made(cast, cast.league), Invitation.objects.get()
    settings.SECRET_KEY = "another secret of this site, long enough"
    page = signed_in(cast.commissioner).get(page_of(made))
    assert page.status_code == 200 and "cannot be shown again" in page.text and "/leagues/join/" not in page.text
    assert take(signed_in(cast.stranger), link) == 302


def test_a_link_of_an_older_version_gets_its_seed_from_its_command(cast: Cast) -> None:
    link, made = link_made(cast, cast.league), Invitation.objects.get()
    unknown = memberships.invite(
        league=cast.league, by=cast.commissioner, seed=uuid.uuid4(), role="coach", days=1, max_uses=1
    )
    Invitation.objects.update(seed=None)
    assert "cannot be shown again" in signed_in(cast.commissioner).get(page_of(made)).text
    import_module("leagues.migrations.0015_invitation_seeds").find_seeds(apps, None)
    assert link_on(signed_in(cast.commissioner).get(page_of(made))) == link
    unknown.refresh_from_db()
    assert unknown.seed is None and memberships.token_of(unknown) is None


def test_a_visitor_signs_up_comes_back_and_joins(cast: Cast) -> None:
    link, visitor = link_made(cast, cast.private), Client()
    page = visitor.get(link).content.decode()
    assert "Hidden Cup" in page
    sign_up = re.search(r'href="(/accounts/signup/\?next=[^"]+)"', page)[1]
    form = {
        "username": "newcomer",
        "email": "new@example.org",
        "password1": "long-Gobbo-7",
        "password2": "long-Gobbo-7",
    }
    hidden = dict(re.findall(r'type="hidden" name="(next)" value="([^"]+)"', visitor.get(sign_up).content.decode()))
    assert visitor.post("/accounts/signup/", {**form, **hidden})["Location"] == link
    assert take(visitor, link) == 302
    assert cast.private.memberships.get(user__username="newcomer").role == Membership.Role.COACH


def test_a_stranger_sees_a_private_league_after_joining(cast: Cast) -> None:
    stranger, members = signed_in(cast.stranger), reverse("leagues:members", args=[cast.private.slug])
    assert stranger.get(members).status_code == 404
    assert take(stranger, link_made(cast, cast.private)) == 302
    assert stranger.get(members).status_code == 200


def test_a_visitor_who_sends_the_form_is_sent_to_sign_in_and_back_to_the_link(cast: Cast) -> None:
    link = link_made(cast, cast.league)
    answer = Client().post(f"{link}accept/", form_data(), headers={"referer": f"http://testserver{link}"})
    assert answer["Location"] == f"/accounts/login/?next={link}"


def test_a_link_works_for_its_maximum_of_uses(cast: Cast) -> None:
    link = link_made(cast, cast.league, max_uses=2)
    newcomers = [signed_in(create_user(f"newcomer{number}")) for number in range(3)]
    assert [take(client, link) for client in newcomers] == [302, 302, 422]
    assert Invitation.objects.get().uses == 2
    page = newcomers[2].get(link)
    assert page.status_code == 410 and "no longer works" in page.content.decode()


def test_a_link_works_until_it_expires(cast: Cast) -> None:
    link = link_made(cast, cast.league, days=3)
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        client = signed_in(cast.stranger)
        assert client.get(link).status_code == 410
        assert take(client, link) == 422
    assert not cast.league.memberships.filter(user=cast.stranger).exists()


def test_a_revoked_link_does_not_work(cast: Cast) -> None:
    link, invitation = link_made(cast, cast.league), Invitation.objects.get()
    revoke = reverse("leagues:revoke_invitation", args=[cast.league.slug, invitation.pk])
    assert signed_in(cast.commissioner).post(revoke, form_data()).status_code == 302
    assert take(signed_in(cast.stranger), link) == 422
    assert signed_in(cast.commissioner).post(revoke, form_data()).status_code == 422


def test_an_archived_leagues_link_does_not_work(cast: Cast) -> None:
    link = link_made(cast, cast.league)
    services.archive_league(league=cast.league, by=cast.commissioner, reason="Over")
    assert signed_in(cast.stranger).get(link).status_code == 410
    assert take(signed_in(cast.stranger), link) == 422


def test_an_unknown_token_is_not_found(cast: Cast) -> None:
    for token in ("x", "a" * 22, "' OR 1=1 --", "…", "a" * 3000):
        url = reverse("leagues:join", args=[token])
        assert signed_in(None).get(url).status_code == 404


def test_a_member_does_not_use_a_link_up(cast: Cast) -> None:
    link = link_made(cast, cast.league)
    assert signed_in(cast.coach).get(link).status_code == 200
    assert take(signed_in(cast.coach), link) == 422
    assert Invitation.objects.get().uses == 0


def test_a_link_for_commissioners_has_one_use_whatever_is_typed(cast: Cast) -> None:
    link = link_made(cast, cast.league, role="commissioner", max_uses=8)
    assert Invitation.objects.get().max_uses == LogEntry.objects.get(kind="leagues.invited").args["max_uses"] == 1
    assert take(signed_in(cast.stranger), link) == 302
    assert cast.league.memberships.filter(role=Membership.Role.COMMISSIONER).count() == 2
    assert take(signed_in(cast.other_coach), link) == 422


def test_a_new_link_is_for_eight_people_unless_the_commissioner_says_otherwise(cast: Cast) -> None:
    page = signed_in(cast.commissioner).get(reverse("leagues:invite", args=[cast.league.slug])).content.decode()
    assert 'value="8"' in re.search(r'<input[^>]*name="max_uses"[^>]*>', page)[0]
    assert "A link for commissioners works for one person only." in page


@pytest.mark.parametrize("bad", [{"days": "0"}, {"days": "-1"}, {"max_uses": "100000"}, {"role": "god"}, {"days": "x"}])
def test_absurd_limits_are_refused(cast: Cast, bad: dict[str, str]) -> None:
    form = form_data(**{"note": "", "role": "coach", "days": 14, "max_uses": 1, **bad})
    answer = signed_in(cast.commissioner).post(reverse("leagues:invite", args=[cast.league.slug]), form)
    assert answer.status_code == 422 and not Invitation.objects.exists()


def test_joining_by_a_link_accepts_an_open_request(cast: Cast) -> None:
    asked = JoinRequest.objects.create(league=cast.league, user=cast.stranger)
    take(signed_in(cast.stranger), link_made(cast, cast.league))
    asked.refresh_from_db()
    assert asked.state == JoinRequest.State.ACCEPTED


@pytest.mark.django_db(transaction=True)
def test_only_one_of_many_at_the_same_moment_gets_the_last_use() -> None:
    cast, together = create_cast(), 6
    invitation = memberships.invite(
        league=cast.league, by=cast.commissioner, seed=uuid.uuid4(), role="coach", days=1, max_uses=1
    )
    newcomers = [create_user(f"newcomer{number}") for number in range(together)]
    barrier, outcomes = Barrier(together), []

    def join(user: object) -> None:
        barrier.wait()
        try:
            memberships.join_by_invitation(invitation=invitation, user=user)
            outcomes.append("in")
        except Refusal as refusal:
            outcomes.append(refusal.id)
        finally:
            connection.close()

    threads = [Thread(target=join, args=[user]) for user in newcomers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["in"] + ["leagues.invitation_not_good"] * (together - 1)
    assert cast.league.memberships.filter(user__in=newcomers).count() == 1
