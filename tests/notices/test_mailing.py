"""Mail about notices: after the commit, once to each person, tried again if the mail server does not take it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.utils import timezone

from accounts.models import User
from jobs.models import Job, State
from jobs.runner import run_waiting
from jobs.scheduler import look
from leagues.members.memberships import answer_request, withdraw_request
from leagues.models import Membership
from notices.digests import digests_due, last_morning, send_digest
from notices.mailing import claim, late_mail
from notices.models import Happening, MailPreference, Notice, When
from tests.leagues.cast import Cast, add_member, create_user
from tests.notices.requests_to_join import only_notice, stranger_asks


def wants(user: User, when: str) -> None:
    MailPreference.objects.update_or_create(user=user, topic="members", defaults={"when": when})


def test_a_mail_says_what_happened_and_where_to_act(cast: Cast) -> None:
    stranger_asks(cast)
    run_waiting()
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (
        [cast.commissioner.email],
        "[Dugout] stranger asks to join Old World Sunday League",
    )
    assert letter.body.startswith("Hello commissioner,\n\nstranger asks to join Old World Sunday League. Accept")
    assert f"/leagues/{cast.league.slug}/members/" in letter.body
    assert letter.extra_headers["Message-ID"].startswith(f"<notice-{only_notice().pk}@")
    assert only_notice().mail == Notice.Mail.SENT


def test_a_job_that_runs_twice_sends_nothing_twice(cast: Cast) -> None:
    stranger_asks(cast)
    run_waiting()
    Job.objects.update(state=State.QUEUED, current_key=None)
    run_waiting()
    assert len(mail.outbox) == 1


def test_only_one_worker_can_claim_a_notice(cast: Cast) -> None:
    stranger_asks(cast)
    notice = only_notice()
    assert claim([notice], Notice.Mail.NOW)
    assert not claim([notice], Notice.Mail.NOW)


@pytest.mark.parametrize("end", ["read", "withdrawn", "never"])
def test_no_mail_is_sent_about_what_was_read_or_is_done_or_not_wanted(cast: Cast, end: str) -> None:
    stranger_asks(cast)
    if end == "read":
        Notice.objects.update(read_at=timezone.now())
    elif end == "withdrawn":
        withdraw_request(league=cast.league, user=cast.stranger)
    else:
        wants(cast.commissioner, When.NEVER)
    run_waiting()
    assert mail.outbox == []
    assert only_notice().mail == Notice.Mail.NONE


def test_people_without_an_address_or_who_want_no_mail_get_a_notice_only(cast: Cast) -> None:
    User.objects.filter(pk=cast.commissioner.pk).update(email="")
    second = create_user("second")
    add_member(cast.league, second, Membership.Role.COMMISSIONER)
    wants(second, When.NEVER)
    stranger_asks(cast)
    assert Notice.objects.filter(mail=Notice.Mail.NONE).count() == 2
    assert not Job.objects.exists()


def test_a_mail_that_was_not_taken_is_sent_later_and_others_are_not_sent_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = create_user("second")
    add_member(cast.league, second, Membership.Role.COMMISSIONER)
    stranger_asks(cast)
    send, refused = EmailMessage.send, [cast.commissioner.email]

    def refuses(self: EmailMessage, **options: Any) -> int:
        if self.to == refused:
            raise OSError("the mail server is away")
        return send(self, **options)

    monkeypatch.setattr(EmailMessage, "send", refuses)
    run_waiting()
    assert [letter.to for letter in mail.outbox] == [[second.email]]
    assert Notice.objects.get(reader=cast.commissioner).mail == Notice.Mail.NOW
    refused.clear()
    Job.objects.update(not_before=timezone.now())
    run_waiting()
    assert sorted(letter.to[0] for letter in mail.outbox) == sorted([second.email, cast.commissioner.email])


def test_mail_whose_job_was_set_aside_is_found_again_for_some_days(cast: Cast) -> None:
    stranger_asks(cast)
    Job.objects.all().delete()
    now = timezone.now()
    assert list(late_mail(now)) == []
    assert [due.params for due in late_mail(now + timedelta(hours=2))] == [{"happening": Happening.objects.get().pk}]
    assert list(late_mail(now + timedelta(days=4))) == []


def test_the_daily_mail_comes_at_eight_in_the_readers_zone() -> None:
    now = datetime(2026, 7, 5, 7, 30, tzinfo=UTC)
    assert last_morning("UTC", now) == datetime(2026, 7, 4, 8, tzinfo=UTC)
    assert last_morning("Europe/Berlin", now) == datetime(2026, 7, 5, 6, tzinfo=UTC)


def test_a_daily_mail_has_all_of_a_day_once(cast: Cast) -> None:
    wants(cast.commissioner, When.DIGEST)
    stranger_asks(cast)
    assert not Job.objects.exists()
    now = timezone.now()
    assert list(digests_due(now)) == []
    (due,) = digests_due(now + timedelta(days=1))
    assert due.params["reader"] == cast.commissioner.pk
    look(now + timedelta(days=1))
    run_waiting()
    (letter,) = mail.outbox
    assert letter.subject == "[Dugout] 1 thing happened"
    assert "- stranger asks to join Old World Sunday League\n  http" in letter.body
    assert "List-Unsubscribe" in letter.extra_headers
    assert list(digests_due(now + timedelta(days=1))) == []
    assert not send_digest(cast.commissioner, now + timedelta(days=2))


def test_a_daily_mail_leaves_out_what_is_done_and_is_not_sent_if_nothing_is_left(cast: Cast) -> None:
    wants(cast.commissioner, When.DIGEST)
    answer_request(join_request=stranger_asks(cast), by=cast.commissioner, accept=False)
    assert not send_digest(cast.commissioner, timezone.now() + timedelta(days=1))
    assert only_of(cast.commissioner).mail == Notice.Mail.NONE
    assert list(digests_due(timezone.now() + timedelta(days=2))) == []


def only_of(user: User) -> Notice:
    return Notice.objects.get(reader=user)


def test_a_daily_mail_that_was_not_taken_is_sent_later(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(cast.commissioner, When.DIGEST)
    stranger_asks(cast)
    with monkeypatch.context() as away:
        away.setattr(EmailMessage, "send", lambda self: (_ for _ in ()).throw(OSError("away")))
        with pytest.raises(OSError):
            send_digest(cast.commissioner, timezone.now() + timedelta(days=1))
    assert only_notice().mail == Notice.Mail.DIGEST
    assert send_digest(cast.commissioner, timezone.now() + timedelta(days=1))


def test_a_daily_mail_that_cannot_be_written_is_tried_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    wants(cast.commissioner, When.DIGEST)
    stranger_asks(cast)

    def broken(*parts: Any) -> tuple[str, str]:
        raise KeyError("a word is missing")

    with monkeypatch.context() as patched:
        patched.setattr("notices.digests.words_for", broken)
        with pytest.raises(KeyError):
            send_digest(cast.commissioner, timezone.now() + timedelta(days=1))
    assert only_of(cast.commissioner).mail == Notice.Mail.DIGEST
    assert send_digest(cast.commissioner, timezone.now() + timedelta(days=1))
    assert len(mail.outbox) == 1


def test_mail_that_waits_goes_into_the_daily_mail_if_its_reader_now_wants_that(cast: Cast) -> None:
    stranger_asks(cast)
    wants(cast.commissioner, When.DIGEST)
    run_waiting()
    assert mail.outbox == [] and only_of(cast.commissioner).mail == Notice.Mail.DIGEST
    assert send_digest(cast.commissioner, timezone.now() + timedelta(days=1))
