"""Signing up, in and out, and a forgotten password: from the page to the mail's file and back."""

import re
from email import message_from_binary_file, policy
from pathlib import Path
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.leagues.cast import create_user

pytestmark = pytest.mark.once

PASSWORD = "Goblin-lobber-7"


@pytest.fixture
def mailbox(settings: object, tmp_path: Path) -> Path:
    """The folder for mail, as on a machine without a mail server."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path)
    return tmp_path


def last_mail(mailbox: Path) -> str:
    newest = max(mailbox.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    with newest.open("rb") as file:
        return message_from_binary_file(file, policy=policy.default).get_body().get_content()


def link_in(mail: str) -> str:
    return re.search(r"http://testserver(/\S+)", mail)[1]


def sign_up(client: Client, **changes: str):
    form = {"username": "grim", "email": "grim@example.org", "password1": PASSWORD, "password2": PASSWORD, **changes}
    return client.post(reverse("account_signup"), form)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_a_visitor_signs_up_is_signed_in_and_confirms_their_address_from_the_mail(db: None, mailbox: Path) -> None:
    client = Client()
    assert client.get(reverse("account_signup")).status_code == 200
    assert sign_up(client).status_code == 302
    assert is_signed_in(client)
    assert "Welcome, grim" in client.get("/").content.decode(), "not back, since it is their first visit"
    link = link_in(last_mail(mailbox))
    assert client.get(link).status_code == 200
    assert client.post(link).status_code == 302
    assert User.objects.get(username="grim").emailaddress_set.get().verified


@pytest.mark.parametrize("name", ["grim", "grim@example.org"])
def test_people_sign_in_by_name_or_address_and_out_again(db: None, mailbox: Path, name: str) -> None:
    sign_up(Client())
    client = Client()
    answer = client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert answer.status_code == 302 and is_signed_in(client)
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)


def test_the_link_in_the_mail_resets_a_forgotten_password_once(db: None, mailbox: Path) -> None:
    sign_up(Client())
    client = Client()
    assert client.post(reverse("account_reset_password"), {"email": "grim@example.org"}).status_code == 302
    link = link_in(last_mail(mailbox))
    page = client.get(link, follow=True)
    form = {"password1": "Another-lobber-8", "password2": "Another-lobber-8"}
    assert client.post(page.redirect_chain[-1][0], form).status_code == 302
    assert not Client().login(username="grim", password=PASSWORD)
    signed_in = Client().post(reverse("account_login"), {"login": "grim", "password": "Another-lobber-8"})
    assert signed_in.status_code == 302
    again = Client().get(link, follow=True)
    assert 'name="password1"' not in again.content.decode()


def test_a_forgotten_password_does_not_show_who_has_an_account(db: None, mailbox: Path) -> None:
    sign_up(Client())
    answers = [
        Client().post(reverse("account_reset_password"), {"email": address})
        for address in ("grim@example.org", "nobody@example.org")
    ]
    assert answers[0].status_code == answers[1].status_code == 302
    assert answers[0]["Location"] == answers[1]["Location"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"password1": "12345678", "password2": "12345678"}, "common"),
        ({"password2": "Another-7-thing"}, "same password"),
        ({"email": "not an address"}, "valid e-mail address"),
        ({"username": ""}, "required"),
        ({"username": "somebody"}, "already exists"),
        ({"username": "x" * 200}, "at most"),
    ],
)
def test_a_bad_sign_up_says_what_is_wrong_and_keeps_the_other_fields(
    db: None, changes: dict[str, str], said: str
) -> None:
    create_user("somebody")
    client = Client()
    answer = sign_up(client, **changes)
    page = answer.content.decode()
    assert answer.status_code < 500 and not is_signed_in(client)
    assert said in page and 'role="alert"' in page
    if "email" not in changes:
        assert 'value="grim@example.org"' in page


def test_guessing_passwords_is_slowed_down(db: None) -> None:
    create_user("somebody")
    client = Client()
    for _ in range(12):
        answer = client.post(reverse("account_login"), {"login": "somebody", "password": "wrong"})
    assert answer.status_code < 500
    answer = client.post(reverse("account_login"), {"login": "somebody", "password": "somebody-secret"})
    assert not is_signed_in(client)


def test_signing_in_leads_back_only_to_pages_of_this_site(db: None) -> None:
    create_user("somebody")
    for where, leads_to in (("/leagues/", "/leagues/"), ("https://evil.example/", "/")):
        form = {"login": "somebody", "password": "somebody-secret", "next": where}
        assert Client().post(reverse("account_login"), form)["Location"] == leads_to


@pytest.mark.parametrize("page", ["/leagues/", "/no-such-page/?with=more"])
def test_the_sign_in_links_of_a_page_lead_back_to_it(db: None, page: str) -> None:
    top = Client().get(page).content.decode().partition("</header>")[0]
    for link in ("account_login", "account_signup"):
        assert f'href="{reverse(link)}?next={quote(page)}"' in top


def test_signing_in_does_not_lead_back_to_pages_of_accounts(db: None) -> None:
    top = Client().get(reverse("account_signup")).content.decode().partition("</header>")[0]
    assert f'href="{reverse("account_login")}"' in top and "next=" not in top


@pytest.mark.parametrize(
    ("sent", "stored"),
    [("Europe/Berlin", "Europe/Berlin"), ("", "UTC"), ("Mordor/Gorgoroth", "UTC"), ("x" * 61, "UTC")],
)
def test_a_new_account_has_the_time_zone_of_the_browser(db: None, sent: str, stored: str) -> None:
    assert "data-own-zone" in Client().get(reverse("account_signup")).content.decode()
    sign_up(Client(), time_zone=sent)
    assert list(User.objects.values_list("time_zone", flat=True)) == [stored]


@pytest.mark.parametrize(
    ("route", "labels"),
    [
        ("account_login", ["Sign-in name or e-mail address", "Password", "Keep me signed in"]),
        ("account_signup", ["Sign-in name", "E-mail address", "Password", "Password (again)"]),
        ("account_reset_password", ["E-mail address"]),
        ("account_email", ["E-mail address"]),
        ("account_change_password", ["Current password", "New password", "New password (again)"]),
    ],
)
def test_account_forms_use_the_words_of_the_site(db: None, route: str, labels: list[str]) -> None:
    client = Client()
    if route in ("account_email", "account_change_password"):
        client.force_login(create_user("somebody"))
    page = client.get(reverse(route)).content.decode()
    shown = [" ".join(re.sub("<[^>]*>|\\*", "", each).split()) for each in re.findall(r"(?s)<label.*?</label>", page)]
    assert shown[-len(labels) :] == labels
    assert "placeholder" not in page


def test_a_wrong_password_is_refused_in_the_words_of_the_site(db: None) -> None:
    create_user("somebody")
    page = Client().post(reverse("account_login"), {"login": "somebody", "password": "wrong"}).content.decode()
    assert "Wrong sign-in name or password." in page
