"""All coaches in a written challenge get mails about what they must do and how it was answered (L5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from competitions.challenges import answers
from competitions.models import Competition
from jobs.kinds import kind_named
from leagues.models import League
from notices.models import Notice
from tests.competitions.challenges.challenge_builders import NOON, answer, team, write
from tests.leagues.cast import Cast, add_member
from tests.notices.mails import mails_to

DAY = timedelta(days=1)


def test_the_challenged_coach_gets_the_deadline_and_a_link(cast: Cast, cup: Competition) -> None:
    League.objects.filter(pk=cast.league.pk).update(zone="Europe/Berlin")
    written = write(cast, cup, "Anvils", "Badgers")
    (letter,) = mails_to(cast.other_coach, "challenges")
    assert letter.startswith("[Dugout] Anvils challenges Badgers\n")
    assert "5 May 2026, 14:00 (Europe/Berlin)" in letter
    assert f"{settings.ADDRESS}/challenges/{written.pk}/" in letter
    assert mails_to(cast.coach, "challenges") == []  # the author gets none
    answer(cast, written, "refuse", by=cast.other_coach)
    assert mails_to(cast.other_coach, "challenges") == []  # they have nothing left to do, and know it
    (letter,) = mails_to(cast.coach, "challenges")
    assert "Badgers refuses the challenge of Anvils" in letter and "2–0 to you" in letter


def test_both_coaches_get_a_mail_when_a_challenge_expires(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    answers.settle_expired(challenge=written, now=NOON + DAY)
    for coach in (cast.coach, cast.other_coach):
        (letter,) = mails_to(coach, "challenges")
        assert "was not answered" in letter and "2–0 to Anvils" in letter


def test_a_substitute_is_asked_and_all_three_coaches_get_the_result_by_mail(cast: Cast, cup: Competition) -> None:
    add_member(cast.league, cast.elsewhere)
    written = write(cast, cup, "Anvils", "Badgers")
    named = answer(cast, written, "name_substitute", by=cast.other_coach, substitute=team("Comets"))
    (letter,) = mails_to(cast.elsewhere, "challenges")
    assert "Badgers names Comets to play Anvils" in letter and "to agree or decline" in letter
    willing = answer(cast, named, "say_willing", by=cast.elsewhere, willing=True)
    (letter,) = mails_to(cast.coach, "challenges")
    assert "Comets would play Anvils" in letter and "0–2 to Badgers" in letter
    answer(cast, willing, "meet_substitute", by=cast.coach, play=True)
    assert "Anvils plays Comets instead of Badgers" in mails_to(cast.elsewhere, "challenges")[-1]
    assert "Anvils plays Comets instead of Badgers" in mails_to(cast.other_coach, "challenges")[-1]


def test_coaches_without_a_mail_address_get_no_mail(cast: Cast, cup: Competition) -> None:
    write(cast, cup, "Anvils", "Dragons")
    assert not Notice.objects.filter(happening__kind="competitions.challenge_challenged").exists()
    add_member(cast.league, cast.elsewhere)
    User.objects.filter(pk=cast.elsewhere.pk).update(email="")
    write(cast, cup, "Badgers", "Comets", by=cast.other_coach)
    assert mails_to(cast.elsewhere, "challenges") == []


@pytest.mark.parametrize(
    "params", [{}, {"challenge": 1, "what": "no", "to": 1}, {"challenge": "1", "what": "named", "to": 1}]
)
def test_a_mail_job_with_wrong_params_is_refused(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be"):
        kind_named("tell_of_challenge").parse(params)
