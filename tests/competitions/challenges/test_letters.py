"""All coaches in a written challenge get mails about what they must do and how it was answered (L5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.core import mail

from accounts.models import User
from competitions.challenges import challenges
from competitions.models import Competition
from jobs.kinds import kind_named
from jobs.models import Job
from leagues.models import League
from tests.competitions.challenges.challenge_builders import NOON, answer, team, write
from tests.leagues.cast import Cast

DAY = timedelta(days=1)


def mails(to: User) -> list[str]:
    """The mails that waiting jobs would send to a user: subject and text."""
    mail.outbox.clear()
    for job in Job.objects.filter(kind="tell_of_challenge", params__to=to.pk).order_by("pk"):
        kind = kind_named("tell_of_challenge")
        job.parsed = kind.parse(job.params)
        kind.run(job, None)
    return [f"{letter.subject}\n{letter.body}" for letter in mail.outbox]


def test_the_challenged_coach_gets_the_deadline_and_a_link(cast: Cast, cup: Competition) -> None:
    League.objects.filter(pk=cast.league.pk).update(zone="Europe/Berlin")
    written = write(cast, cup, "Anvils", "Badgers")
    (letter,) = mails(cast.other_coach)
    assert letter.startswith("[Dugout] Anvils challenges Badgers\n")
    assert "5 May 2026, 14:00 (Europe/Berlin)" in letter
    assert f"{settings.ADDRESS}/challenges/{written.pk}/" in letter
    assert mails(cast.coach) == []  # the author gets none
    answer(cast, written, "refuse", by=cast.other_coach)
    assert mails(cast.other_coach) == []  # they have nothing left to do, and know it
    (letter,) = mails(cast.coach)
    assert "Badgers refuses the challenge of Anvils" in letter and "2–0 to you" in letter


def test_both_coaches_get_a_mail_when_a_challenge_expires(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    challenges.settle_expired(challenge=written, now=NOON + DAY)
    for coach in (cast.coach, cast.other_coach):
        (letter,) = mails(coach)
        assert "was not answered" in letter and "2–0 to Anvils" in letter


def test_a_substitute_is_asked_and_all_three_coaches_get_the_result_by_mail(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    named = answer(cast, written, "name_substitute", by=cast.other_coach, substitute=team("Comets"))
    (letter,) = mails(cast.elsewhere)
    assert "Badgers names Comets to play Anvils" in letter and "to agree or decline" in letter
    willing = answer(cast, named, "say_willing", by=cast.elsewhere, willing=True)
    (letter,) = mails(cast.coach)
    assert "Comets would play Anvils" in letter and "0–2 to Badgers" in letter
    answer(cast, willing, "meet_substitute", by=cast.coach, play=True)
    assert "Anvils plays Comets instead of Badgers" in mails(cast.elsewhere)[-1]
    assert "Anvils plays Comets instead of Badgers" in mails(cast.other_coach)[-1]


def test_coaches_without_a_mail_address_get_no_mail(cast: Cast, cup: Competition) -> None:
    write(cast, cup, "Anvils", "Dragons")
    assert not Job.objects.filter(kind="tell_of_challenge").exists()
    User.objects.filter(pk=cast.elsewhere.pk).update(email="")
    write(cast, cup, "Badgers", "Comets", by=cast.other_coach)
    assert mails(cast.elsewhere) == []


@pytest.mark.parametrize(
    "params", [{}, {"challenge": 1, "what": "no", "to": 1}, {"challenge": "1", "what": "named", "to": 1}]
)
def test_a_mail_job_with_wrong_params_is_refused(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be"):
        kind_named("tell_of_challenge").parse(params)
