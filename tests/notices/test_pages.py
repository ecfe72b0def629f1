"""The inbox, the bar, the choices and the link of a mail, as people use them."""

from __future__ import annotations

from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from jobs.runner import run_waiting
from leagues.members.memberships import answer_request, request_to_join
from leagues.models import JoinRequest
from notices.mailing import EVERY_DAY, token_for
from notices.models import MailPreference, Notice, When
from notices.preferences import chosen_by, kinds_chosen_by
from tests.leagues.cast import Cast, create_user, signed_in
from tests.notices.requests_to_join import only_notice, stranger_asks

INBOX = "/inbox/"


def test_the_bar_counts_unread_notices_on_every_page(cast: Cast) -> None:
    stranger_asks(cast)
    for address in ("/", reverse("leagues:list"), reverse("leagues:members", args=[cast.league.slug])):
        page = signed_in(cast.commissioner).get(address).content.decode()
        assert 'class="unread-count">1</span>' in page
        assert "unread-count" not in signed_in(cast.coach).get(address).content.decode()
        assert "unread-count" not in Client().get(address).content.decode()


def test_the_count_takes_one_query(cast: Cast) -> None:
    stranger_asks(cast)
    client = signed_in(cast.commissioner)
    client.get(reverse("account_change_password"))
    with CaptureQueriesContext(connection) as queries:
        client.get(reverse("account_change_password"))
    assert len([each for each in queries if "notices_notice" in each["sql"]]) == 1


def test_the_inbox_links_to_the_place_to_act_and_marks_as_read(cast: Cast) -> None:
    stranger_asks(cast)
    client = signed_in(cast.commissioner)
    page = client.get(INBOX).content.decode()
    assert "stranger asks to join Old World Sunday League" in page
    assert reverse("leagues:members", args=[cast.league.slug]) in page
    notice = only_notice()
    assert client.post("/inbox/read/", {"notice": notice.pk}).status_code == 302
    assert Notice.objects.get(pk=notice.pk).read_at is not None
    page = client.get(INBOX).content.decode()
    assert "stranger asks to join" in page, "it still waits"
    assert "unread-count" not in page and "Mark as read" not in page


def test_all_are_marked_as_read_but_those_that_came_since(cast: Cast) -> None:
    stranger_asks(cast)
    client = signed_in(cast.commissioner)
    until = client.get(INBOX).context["until"]
    late = create_user("late")
    request_to_join(league=cast.league, user=late, message="")
    client.post("/inbox/read/", {"until": until})
    assert Notice.objects.unread(cast.commissioner).count() == 1


def test_nobody_marks_the_notices_of_others(cast: Cast) -> None:
    stranger_asks(cast)
    signed_in(cast.coach).post("/inbox/read/", {"notice": only_notice().pk})
    signed_in(cast.coach).post("/inbox/read/", {"until": only_notice().pk})
    assert only_notice().read_at is None


def test_odd_ids_are_not_found(cast: Cast) -> None:
    client = signed_in(cast.coach)
    for odd in ("x", "-1", "9223372036854775808", "0"):
        assert client.post("/inbox/read/", {"notice": odd}).status_code == 404
    assert client.post("/inbox/read/", {"notice": "9223372036854775807"}).status_code == 302


def test_the_inbox_takes_the_same_queries_for_many_notices(cast: Cast) -> None:
    stranger_asks(cast)
    client = signed_in(cast.commissioner)
    client.get(INBOX)
    counts = []
    for number in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(INBOX).status_code == 200
        counts.append(len(queries))
        for each in range(5):
            request_to_join(league=cast.league, user=create_user(f"p{number}{each}"), message="")
    assert counts[0] == counts[1]


def test_news_come_in_pages(cast: Cast) -> None:
    stranger_asks(cast)
    for number in range(35):
        row = JoinRequest.objects.create(league=cast.league, user=create_user(f"p{number}"))
        answer_request(join_request=row, by=cast.commissioner, accept=False)
    Notice.objects.exclude(reader=cast.commissioner).update(reader=cast.stranger)
    client = signed_in(cast.stranger)
    assert len(client.get(INBOX).context["news"]) == 30
    assert len(client.get(INBOX + "?page=2").context["news"]) == 5


def test_choices_are_saved_and_shown(cast: Cast) -> None:
    client = signed_in(cast.coach)
    page = client.get("/preferences/mail/")
    fields = {name: field.initial for name, field in page.context["form"].fields.items()}
    assert client.post("/preferences/mail/", fields | {"members": "digest"}).status_code == 302
    assert chosen_by(cast.coach)["members"] == When.DIGEST
    assert client.post("/preferences/mail/", fields | {"members": "hourly"}).status_code == 422
    assert chosen_by(cast.coach)["members"] == When.DIGEST


def test_one_click_ends_mail_about_a_kind_without_signing_in(cast: Cast) -> None:
    stranger_asks(cast)
    run_waiting()
    (letter,) = mail.outbox
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert link in letter.body
    path = "/" + link.split("/", 3)[3]
    client = Client(enforce_csrf_checks=True)
    assert client.get(path).status_code == 200
    assert not MailPreference.objects.exists(), "opening the link only asks"
    answer = client.post(path, {"List-Unsubscribe": "One-Click"})
    assert "You get no more mail about “Somebody asks to join your league”." in answer.content.decode()
    assert kinds_chosen_by(cast.commissioner) == {"leagues.asked_to_join": When.NEVER}
    assert chosen_by(cast.commissioner)["members"] == When.NOW


def test_the_link_of_the_daily_mail_ends_all_that_came_in_it(cast: Cast) -> None:
    MailPreference.objects.create(user=cast.coach, topic="members", when=When.DIGEST)
    Client().post(reverse("notices:unsubscribe", args=[token_for(cast.coach, EVERY_DAY)]))
    chosen = chosen_by(cast.coach)
    assert chosen.pop("members") == When.NEVER
    assert When.DIGEST not in chosen.values()


def test_a_wrong_link_changes_nothing(cast: Cast) -> None:
    good = token_for(cast.coach, "members")
    closed = token_for(cast.stranger, "members")
    cast.stranger.is_active = False
    cast.stranger.save()
    for token in (good[:-1], "x", good.replace(":", "-"), token_for(cast.coach, "no such topic"), closed):
        assert Client().post(reverse("notices:unsubscribe", args=[token])).status_code == 404
    assert not MailPreference.objects.exists()
