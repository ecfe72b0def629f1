"""Mails have Dugout's own texts, and without a mail server pages say where mails are written."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as configured
from django.test import Client
from django.test.utils import override_script_prefix
from django.urls import reverse

from accounts import mail
from tests.leagues.cast import create_user, signed_in

SIGN_UP = {
    "username": "grim",
    "email": "grim@example.org",
    "password1": "Goblin-lobber-7",
    "password2": "Goblin-lobber-7",
}


@pytest.fixture
def mailbox(settings: Any, tmp_path: Path) -> Path:
    """The folder for mail, as on a machine without a mail server."""
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH, settings.EMBEDDED = mail.FILES, str(tmp_path), True
    return tmp_path


@pytest.mark.parametrize("path", ["", "/leagues", "/dugout"])
def test_a_link_has_the_path_of_the_site_once(settings: Any, path: str) -> None:
    settings.ADDRESS = f"https://example.org{path}"
    for asked in ("/", f"{path}/"):  # elsewhere, and in a request
        with override_script_prefix(asked):
            assert mail.link(reverse("competitions:league", args=["abc"])) == f"https://example.org{path}/leagues/abc/"


def last_mail(mailbox: Path) -> EmailMessage:
    newest = max(mailbox.iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return message_from_bytes(newest.read_bytes().removesuffix(b"-" * 79 + b"\n"), policy=policy.default)


def signed_up() -> Client:
    client = Client()
    assert client.post(reverse("account_signup"), SIGN_UP).status_code == 302
    return client


def ask_for_a_password(address: str) -> None:
    assert Client().post(reverse("account_reset_password"), {"email": address}).status_code == 302


def add_an_address(address: str) -> None:
    signed_in(create_user("adder")).post(reverse("account_email"), {"action_add": "", "email": address})


MAILS = {
    "after signing up": (signed_up, "Welcome: confirm your address", "Hello grim,"),
    "a new password": (
        lambda: (signed_up(), ask_for_a_password("grim@example.org")),
        "Choose a new password",
        "sign in",
    ),
    "no such account": (lambda: ask_for_a_password("no@example.org"), "No account with this address", "sign up now"),
    "another address": (lambda: add_an_address("two@example.org"), "Confirm your address", "Hello adder,"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("occasion", MAILS)
def test_mails_use_our_templates_and_name_no_machine(occasion: str, mailbox: Path) -> None:
    act, subject, words = MAILS[occasion]
    act()
    message = last_mail(mailbox)
    text = message.get_body().get_content()
    assert message["Subject"] == f"[Dugout] {subject}"
    assert words in text and text.rstrip().endswith("Dugout, the Blood Bowl league manager")
    assert text.count("testserver") == text.count("http://testserver/") == 1
    for theirs in ("Hello from", "Thank you for using", "example.com", "&#", "{{", "{%"):
        assert theirs not in text


@pytest.mark.django_db
def test_signing_up_names_the_folder_of_the_mail(mailbox: Path) -> None:
    page = signed_up().get("/").text
    assert str(mailbox) in page and "no mail server" in page


@pytest.mark.django_db
@pytest.mark.parametrize("route", ["account_reset_password_done", "account_email_verification_sent", "account_email"])
def test_a_page_about_mail_names_the_folder_only_without_a_mail_server(
    route: str, mailbox: Path, settings: Any
) -> None:
    client = signed_in(create_user("grim")) if route == "account_email" else Client()
    assert str(mailbox) in client.get(reverse(route)).text
    settings.EMBEDDED = False
    assert str(mailbox) not in client.get(reverse(route)).text
    settings.EMBEDDED, settings.EMAIL_BACKEND = True, "django.core.mail.backends.smtp.EmailBackend"
    assert str(mailbox) not in client.get(reverse(route)).text


def test_the_folder_is_relative_to_the_project(settings: Any) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = mail.FILES, str(Path(configured.BASE_DIR) / "var" / "mail")
    assert mail.folder() == "var/mail"
    settings.EMAIL_FILE_PATH = "/srv/dugout/mail"
    assert mail.folder() == "/srv/dugout/mail"
