"""When people get mail: a choice for each topic, and for each kind that is to differ."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from jobs.runner import run_waiting
from leagues.notices import ASKED, WROTE
from notices.extensions import kinds, topics
from notices.mailing import EVERY_DAY, read_token, token_for, wish
from notices.models import MailPreference, Notice, When
from notices.preferences import OF_KIND, choose, chosen_by, kinds_chosen_by, unsubscribe
from tests.leagues.cast import Cast, signed_in
from tests.notices.requests_to_join import only_notice, stranger_asks

PAGE = "/preferences/mail/"
OWN = OF_KIND + ASKED.key


def sent(user: User, changed: dict[str, str]) -> dict[str, str]:
    """The form of the page as it stands, with some choices changed."""
    fields = signed_in(user).get(PAGE).context["form"].fields
    return {name: str(field.initial) for name, field in fields.items()} | changed


def test_what_was_chosen_for_a_topic_counts_for_its_kinds(cast: Cast) -> None:
    MailPreference.objects.create(user=cast.commissioner, topic="members", when=When.DIGEST)
    assert wish(cast.commissioner, ASKED) == wish(cast.commissioner, WROTE) == When.DIGEST
    stranger_asks(cast)
    assert only_notice().mail == Notice.Mail.DIGEST


@pytest.mark.parametrize(("of_topic", "of_kind", "mails"), [("never", "now", 1), ("now", "never", 0)])
def test_the_choice_for_a_kind_comes_first(cast: Cast, of_topic: str, of_kind: str, mails: int) -> None:
    choose(cast.commissioner, {"members": When(of_topic), ASKED.key: When(of_kind)})
    assert wish(cast.commissioner, WROTE) == of_topic
    stranger_asks(cast)
    run_waiting()
    assert len(mail.outbox) == mails


def test_a_kind_differs_from_its_topic_until_it_follows_it_again(cast: Cast) -> None:
    client = signed_in(cast.coach)
    assert client.post(PAGE, sent(cast.coach, {OWN: "digest"})).status_code == 302
    assert kinds_chosen_by(cast.coach) == {ASKED.key: When.DIGEST}
    page = client.get(PAGE)
    assert page.content.decode().count('<details class="fold" open>') == 1, "it says where a kind differs"
    assert client.post(PAGE, sent(cast.coach, {"members": "never"})).status_code == 302
    assert (wish(cast.coach, ASKED), wish(cast.coach, WROTE)) == (When.DIGEST, When.NEVER)
    assert client.post(PAGE, sent(cast.coach, {OWN: ""})).status_code == 302
    assert kinds_chosen_by(cast.coach) == {}
    assert wish(cast.coach, ASKED) == When.NEVER
    assert client.post(PAGE, sent(cast.coach, {OWN: "hourly"})).status_code == 422


def test_saving_takes_few_queries(cast: Cast, django_assert_max_num_queries: Any) -> None:
    choices = sent(cast.coach, {OF_KIND + kind.key: "digest" for kind in kinds})
    client = signed_in(cast.coach)
    client.get(PAGE)
    with CaptureQueriesContext(connection) as queries:
        client.post(PAGE, choices)
    assert len([each for each in queries if "mailpreference" in each["sql"]]) <= 4


def post(user: User, key: str) -> str:
    return Client().post(reverse("notices:unsubscribe", args=[token_for(user, key)])).content.decode()


def test_the_link_about_a_kind_offers_to_end_the_whole_topic(cast: Cast) -> None:
    choose(cast.coach, {WROTE.key: When.NOW})
    page = post(cast.coach, ASKED.key)
    assert f"This is one kind of mail about “{WROTE.topic.name}”." in page
    [of_topic] = re.findall(r'action="/unsubscribe/([^/"]+)/"', page)
    assert read_token(of_topic) == (cast.coach, "members")
    assert wish(cast.coach, WROTE) == When.NOW
    assert f"You get no more mail about “{WROTE.topic.name}”." in post(cast.coach, "members")
    assert wish(cast.coach, WROTE) == wish(cast.coach, ASKED) == When.NEVER


def test_the_link_of_the_daily_mail_ends_kinds_that_came_in_it(cast: Cast) -> None:
    choose(cast.coach, {ASKED.key: When.DIGEST, WROTE.key: When.NOW})
    unsubscribe(cast.coach, EVERY_DAY)
    assert kinds_chosen_by(cast.coach) == {ASKED.key: When.NEVER, WROTE.key: When.NOW}
    assert When.DIGEST not in chosen_by(cast.coach).values()


def test_the_only_kind_of_a_topic_is_ended_as_its_topic(cast: Cast) -> None:
    unsubscribe(cast.coach, "news.comment_reported")
    assert kinds_chosen_by(cast.coach) == {}
    assert chosen_by(cast.coach)["comments"] == When.NEVER


def test_each_kind_has_a_name_of_its_own_and_a_key_that_no_topic_has() -> None:
    assert all("." in kind.key for kind in kinds) and not any("." in key for key in topics.keys())  # noqa: SIM118 - no dictionary
    names = [(kind.topic.key, str(kind.name)) for kind in kinds]
    assert len(set(names)) == len(names) and not any("%" in name or len(name) > 80 for _topic, name in names)
