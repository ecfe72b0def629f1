"""The pages of an offer of a friendly and of a challenge show the answer by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from competitions.challenges import answers
from competitions.friendlies import friendlies
from tests.matches.conftest import TwoTeams, shared_two_teams, two_teams
from tests.notices.asking_pages import asked_at, asks_again
from tests.notices.states import STATES

__all__ = ["shared_two_teams", "two_teams"]


@pytest.mark.django_db
@pytest.mark.parametrize("model", ["competitions.FriendlyOffer", "competitions.Challenge"])
def test_an_offer_waits_for_its_answer(model: str, two_teams: TwoTeams, django_assert_max_num_queries: Any) -> None:
    friendly = model == "competitions.FriendlyOffer"
    row = STATES[model, "offered" if friendly else "waiting"](two_teams)
    page = reverse("competitions:friendly_offer" if friendly else "competitions:challenge", args=[row.pk])
    address = asked_at(two_teams.coach, page)
    with django_assert_max_num_queries(5):
        assert asks_again(two_teams.coach, address).status_code == 204
    given = {"by": two_teams.cast.other_coach, "expected": row.version}
    if friendly:
        friendlies.decline_friendly(offer=row, **given)
    else:
        answers.refuse(challenge=row, own=None, **given)
    answer = asks_again(two_teams.coach, address)
    assert answer.status_code == 200 and b'id="page-waits"' in answer.content
    assert b"data-waiting" not in answer.content, "nothing waits any more"
    assert b"data-waiting" not in asks_again(Client(), address).content
