"""A person deletes their account while another person acts: no deadlock, and nothing is missed."""

from __future__ import annotations

import logging
from smtplib import SMTPRecipientsRefused
from threading import Thread
from typing import Any

import pytest
from django.db import connection

from accounts import account_deletion
from accounts.forms import PreferencesForm
from accounts.models import FORMER, User
from accounts.views import saved
from competitions.friendlies import friendlies
from competitions.models import FriendlyOffer
from matches.models import Match
from tests.competitions.competition_builders import bare_team
from tests.leagues.cast import create_cast, create_user
from web.errors import Refusal

A_MOMENT = 1.0
"""Seconds in which the other person gets as far as possible; the test is also right if they get less far."""


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_friendly_accepted_at_the_same_moment_leaves_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = create_cast()
    mine, theirs = bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)
    offer = friendlies.offer_friendly(offering=mine, asked=theirs, by=cast.coach, at_home=True)
    looked, met = account_deletion.obstacles_for, []

    def accept() -> None:
        try:
            friendlies.accept_friendly(offer=offer, by=cast.other_coach, expected=offer.version)
        except Exception as why:
            met.append(why)
        finally:
            connection.close()

    other = Thread(target=accept)

    def look_and_linger(user: User) -> list[account_deletion.Obstacle]:
        found = looked(user)
        other.start()
        other.join(A_MOMENT)
        return found

    monkeypatch.setattr(account_deletion, "obstacles_for", look_and_linger)
    assert account_deletion.delete_account(cast.coach)
    other.join()
    assert [type(why) for why in met] == [Refusal], met
    assert FriendlyOffer.objects.get().state == FriendlyOffer.State.WITHDRAWN
    assert not Match.objects.exists()
    assert User.objects.get(pk=cast.coach.pk).name == FORMER


def test_preferences_saved_at_the_same_moment_bring_no_name_back(db: None) -> None:
    hermit = create_user("hermit")
    loaded = User.objects.get(pk=hermit.pk)
    typed = {"display_name": "Old Hermit", "time_zone": "Europe/Berlin", "page_size": "A4"}
    assert account_deletion.delete_account(hermit)
    saved(PreferencesForm(typed, instance=loaded))
    after = User.objects.get(pk=hermit.pk)
    assert (after.name, after.time_zone, after.page_size) == (FORMER, "UTC", "")


def test_a_mail_that_cannot_be_sent_leaves_no_address_in_the_log(
    db: None,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    hermit = create_user("hermit")
    User.objects.filter(pk=hermit.pk).update(email="hermit@example.org")

    def refuse(**mail: Any) -> None:
        raise SMTPRecipientsRefused({mail["recipient_list"][0]: (550, b"no such user")})

    monkeypatch.setattr(account_deletion, "send_mail", refuse)
    with caplog.at_level(logging.WARNING), django_capture_on_commit_callbacks(execute=True):
        assert account_deletion.delete_account(hermit)
    assert "SMTPRecipientsRefused" in caplog.text
    assert "hermit@" not in caplog.text
