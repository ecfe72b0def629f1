"""Two workers, or two commands, at the same moment: each person still gets one notice and one mail."""

from __future__ import annotations

import pytest
from django.core import mail
from django.db import transaction

from jobs.models import Job
from leagues.models import JoinRequest
from notices import mailing
from notices.models import Happening, Notice
from notices.telling import follow
from tests.leagues.cast import Cast, create_cast
from tests.notices.requests_to_join import stranger_asks
from tests.teams.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


def test_two_workers_with_the_same_job_send_one_mail(cast: Cast) -> None:
    stranger_asks(cast)
    job = Job.objects.get(kind="mail_happening")
    job.parsed = Happening.objects.get().pk
    assert at_once(*[lambda: mailing.mail_happening(job, lambda *args: None)] * 4) == [None] * 4
    assert len(mail.outbox) == 1


def test_two_commands_that_tell_the_same_make_one_notice(cast: Cast) -> None:
    asked = stranger_asks(cast)
    Happening.objects.all().delete()

    def tell() -> None:
        with transaction.atomic():
            follow(JoinRequest.objects.select_related("league", "user").get(pk=asked.pk))

    assert at_once(*[tell] * 4) == [None] * 4
    assert Notice.objects.filter(reader=cast.commissioner, done_at=None).count() == 1
