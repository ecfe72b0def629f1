"""People outside a league write to its commissioners, who answer; nobody sees an address."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.urls import reverse

from accounts.account_deletion import delete_account
from accounts.models import User
from leagues import services
from leagues.members import enquiries, memberships
from leagues.models import Enquiry, Invitation, JoinRequest, League, LogEntry, Membership
from notices.models import Happening, Notice
from tests.leagues.cast import Cast, add_member, create_league, form_data, signed_in

MESSAGE = "I have <b>Orcs</b>. May I join?"


@pytest.fixture(autouse=True)
def _no_limit_used() -> None:
    caches["limits"].clear()


def page(league: League) -> str:
    return reverse("leagues:contact", args=[league.slug])


def write(person: User | None, league: League, message: str = MESSAGE) -> HttpResponse:
    return signed_in(person).post(page(league), form_data(message=message))


def dead_link(cast: Cast, league: League) -> str:
    """The token of a link that was revoked."""
    made = memberships.invite(league=league, by=cast.commissioner, seed=form_seed(), role="coach", days=1, max_uses=1)
    memberships.revoke_invitation(invitation=made, by=cast.commissioner)
    token = memberships.token_of(made)
    assert token is not None
    return token


def form_seed() -> Any:
    return form_data()["command_id"]


def answer(person: User, enquiry: Enquiry, text: str = "Come on Thursday.", **fields: Any) -> HttpResponse:
    url = reverse("leagues:enquiry", args=[enquiry.league.slug, enquiry.pk])
    return signed_in(person).post(url, form_data(answer=text, **fields))


def told(person: User, kind: str) -> list[Notice]:
    return list(Notice.objects.filter(reader=person, happening__kind=kind))


def test_a_stranger_finds_the_form_and_the_names_and_writes(cast: Cast) -> None:
    for shown in (
        reverse("competitions:league", args=[cast.league.slug]),
        reverse("leagues:members", args=[cast.league.slug]),
    ):
        assert page(cast.league) in signed_in(cast.stranger).get(shown).text
        assert page(cast.league) not in signed_in(cast.coach).get(shown).text
    form = signed_in(cast.stranger).get(page(cast.league)).text
    assert "Your message goes to: commissioner." in form and "@" not in form
    sent = write(cast.stranger, cast.league)
    made = Enquiry.objects.get()
    assert sent["Location"] == reverse("leagues:my_enquiry", args=[made.pk]) and made.state == Enquiry.State.WAITING
    assert [notice.done_at for notice in told(cast.commissioner, "leagues.enquiry")] == [None]
    assert not told(cast.coach, "leagues.enquiry")
    assert LogEntry.objects.filter(kind="leagues.enquired", by=cast.stranger).count() == 1


def test_a_league_with_requests_shows_its_own_form_instead(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining=League.Joining.REQUEST)
    shown = signed_in(cast.stranger).get(reverse("leagues:members", args=[cast.league.slug])).text
    assert page(cast.league) not in shown and reverse("leagues:ask", args=[cast.league.slug]) in shown


def test_a_commissioner_reads_the_message_without_an_address_and_answers_it(cast: Cast) -> None:
    write(cast.stranger, cast.league)
    made = Enquiry.objects.get()
    shown = signed_in(cast.commissioner).get(reverse("leagues:enquiry", args=[cast.league.slug, made.pk])).text
    assert "I have &lt;b&gt;Orcs&lt;/b&gt;" in shown and cast.stranger.email not in shown
    members = signed_in(cast.commissioner).get(reverse("leagues:members", args=[cast.league.slug])).text
    assert reverse("leagues:enquiry", args=[cast.league.slug, made.pk]) in members
    assert answer(cast.commissioner, made).status_code == 302
    assert told(cast.commissioner, "leagues.enquiry")[0].done_at is not None
    assert len(told(cast.stranger, "leagues.enquiry_answered")) == 1
    own = signed_in(cast.stranger).get(reverse("leagues:my_enquiry", args=[made.pk])).text
    assert "Come on Thursday." in own and cast.commissioner.email not in own
    assert answer(cast.commissioner, made, "Again").status_code == 409


def test_an_answer_can_invite_with_a_link_that_only_its_reader_sees(cast: Cast) -> None:
    write(cast.stranger, cast.league)
    made = Enquiry.objects.get()
    assert answer(cast.commissioner, made, "", invites="on").status_code == 422
    assert answer(cast.commissioner, made, "Welcome", invites="on").status_code == 302
    token = memberships.token_of(Invitation.objects.get())
    own = reverse("leagues:my_enquiry", args=[made.pk])
    assert reverse("leagues:join", args=[token]) in signed_in(cast.stranger).get(own).text
    assert token not in str(Enquiry.objects.values())
    assert signed_in(cast.coach).get(own).status_code == 404
    signed_in(cast.stranger).post(reverse("leagues:accept", args=[token]), form_data())
    assert cast.league.memberships.get(user=cast.stranger).role == Membership.Role.COACH
    assert reverse("leagues:join", args=[token]) not in signed_in(cast.stranger).get(own).text


def test_a_message_closed_without_an_answer_tells_nobody(cast: Cast) -> None:
    write(cast.stranger, cast.league)
    made = Enquiry.objects.get()
    assert answer(cast.commissioner, made, "").status_code == 302
    made.refresh_from_db()
    assert made.state == Enquiry.State.CLOSED and not told(cast.stranger, "leagues.enquiry_answered")
    assert write(cast.stranger, cast.league).status_code == 302, "they may write again"


def test_one_message_waits_at_a_time_and_members_do_not_write(cast: Cast) -> None:
    assert write(cast.stranger, cast.league).status_code == 302
    again = write(cast.stranger, cast.league, "Hello?")
    assert again.status_code == 422 and "Hello?" in again.text
    assert write(cast.coach, cast.league).status_code == 422
    assert write(cast.elsewhere, cast.league, "  ").status_code == 422
    assert write(cast.elsewhere, cast.league, "x" * 1001).status_code == 422
    assert Enquiry.objects.count() == 1


def test_nobody_writes_to_more_than_five_leagues_an_hour(cast: Cast) -> None:
    leagues = [create_league(f"League {number}", by=cast.elsewhere) for number in range(6)]
    assert [write(cast.stranger, league).status_code for league in leagues] == [302] * 5 + [429]
    assert Enquiry.objects.count() == 5


def test_who_may_read_and_write_what(cast: Cast) -> None:
    made = enquiries.write(league=cast.league, user=cast.stranger, message=MESSAGE)
    assert write(None, cast.league)["Location"].startswith("/accounts/login/")
    read = reverse("leagues:enquiry", args=[cast.league.slug, made.pk])
    for person in (cast.coach, cast.stranger, cast.elsewhere):
        assert signed_in(person).get(read).status_code == answer(person, made).status_code == 403
    assert signed_in(cast.staff).get(read).status_code == 200
    other = reverse("leagues:enquiry", args=[cast.private.slug, made.pk])
    assert signed_in(cast.commissioner).get(other).status_code == 404


def test_a_private_league_does_not_exist_for_strangers_without_a_link(cast: Cast) -> None:
    assert signed_in(cast.stranger).get(page(cast.private)).status_code == 404
    assert write(cast.stranger, cast.private).status_code == 404
    assert not Enquiry.objects.exists()


def test_who_has_a_dead_link_of_a_private_league_can_write_and_learns_nothing_more(cast: Cast) -> None:
    token, client = dead_link(cast, cast.private), signed_in(cast.stranger)
    form = reverse("leagues:contact_by_link", args=[token])
    assert form in client.get(reverse("leagues:join", args=[token])).text
    shown = client.get(form)
    assert shown.status_code == 200 and cast.private.slug not in shown.text and "commissioner." not in shown.text
    assert signed_in(None).get(form)["Location"].startswith("/accounts/login/")
    assert client.post(form, form_data(message=MESSAGE)).status_code == 302
    made = Enquiry.objects.get(league=cast.private)
    assert answer(cast.commissioner, made).status_code == 302
    assert len(told(cast.stranger, "leagues.enquiry_answered")) == 1
    inbox = client.get(reverse("notices:inbox"))
    assert "Hidden Cup has answered your message" in inbox.text
    own = client.get(reverse("leagues:my_enquiry", args=[made.pk]))
    assert "Come on Thursday." in own.text and cast.private.slug not in own.text
    assert client.get(reverse("leagues:members", args=[cast.private.slug])).status_code == 404


def test_an_unknown_link_has_no_form(cast: Cast) -> None:
    assert signed_in(cast.stranger).get(reverse("leagues:contact_by_link", args=["x" * 22])).status_code == 404


def test_who_was_in_a_private_league_reads_nothing_more_of_it_because_they_once_wrote(cast: Cast) -> None:
    made = enquiries.write(league=cast.private, user=cast.stranger, message=MESSAGE)
    enquiries.answer(enquiry=made, by=cast.commissioner, text="Yes")
    membership = add_member(cast.private, cast.stranger)
    memberships.remove_member(membership=membership, by=cast.commissioner, reason="x")
    assert "Hidden Cup" not in signed_in(cast.stranger).get(reverse("notices:inbox")).text


def test_an_archived_league_gets_no_messages(cast: Cast) -> None:
    services.archive_league(league=cast.league, by=cast.commissioner, reason="Over")
    assert "nobody answers" in signed_in(cast.stranger).get(page(cast.league)).text
    assert write(cast.stranger, cast.league).status_code == 422


def test_deleting_an_account_closes_its_open_message_and_removes_the_words(cast: Cast) -> None:
    made = enquiries.write(league=cast.league, user=cast.stranger, message=MESSAGE)
    delete_account(cast.stranger)
    made.refresh_from_db()
    assert (made.state, made.message) == (Enquiry.State.CLOSED, "")
    assert all(notice.done_at for notice in told(cast.commissioner, "leagues.enquiry"))


def test_a_deleted_account_leaves_its_name_on_no_invitation(cast: Cast) -> None:
    write(cast.stranger, cast.league)
    answer(cast.commissioner, Enquiry.objects.get(), invites="on")
    assert Invitation.objects.get().note == cast.stranger.name
    delete_account(cast.stranger)
    assert Invitation.objects.get().note == ""


def test_who_was_in_a_private_league_and_writes_to_it_gets_the_answer_and_no_old_news(cast: Cast) -> None:
    membership = add_member(cast.private, cast.stranger)
    old = enquiries.write(league=cast.private, user=cast.elsewhere, message=MESSAGE)
    Notice.objects.create(happening=Happening.objects.get(thing=old.pk), reader=cast.stranger)
    asked = Happening.objects.create(kind="leagues.request_accepted", thing=accepted(cast).pk, league=cast.private.pk)
    Notice.objects.create(happening=asked, reader=cast.stranger)
    memberships.remove_member(membership=membership, by=cast.commissioner, reason="x")
    made = enquiries.write(league=cast.private, user=cast.stranger, message="May I come back?")
    enquiries.answer(enquiry=made, by=cast.commissioner, text="Yes")
    shown = signed_in(cast.stranger).get(reverse("notices:inbox")).text
    assert "Hidden Cup has answered your message" in shown
    assert "You are in Hidden Cup" not in shown and "wrote to the commissioners" not in shown


def accepted(cast: Cast) -> JoinRequest:
    return JoinRequest.objects.create(league=cast.private, user=cast.stranger, state=JoinRequest.State.ACCEPTED)
