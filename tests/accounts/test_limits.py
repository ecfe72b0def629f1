"""Attempts with passwords and addresses are limited as docs/deploy.md says; the page of addresses writes nothing."""

import re
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.leagues.cast import create_user, signed_in

pytestmark = pytest.mark.django_db
PASSWORD = "Goblin-lobber-7"
DOCUMENT = Path(settings.BASE_DIR) / "docs" / "deploy.md"


def sign_in(name: str, password: str = "", address: str = "10.0.0.1") -> tuple[bool, str]:
    """Whether the sign-in worked, and the page."""
    client = Client(REMOTE_ADDR=address)
    fields = {"login": name, "password": password or f"{name}-secret"}
    answer = client.post(reverse("account_login"), fields)
    return "_auth_user_id" in client.session, answer.text


def sign_up(number: int, **changes: str) -> tuple[int, str]:
    name = f"coach{number}"
    fields = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD, **changes}
    answer = Client(REMOTE_ADDR="10.0.0.1").post(reverse("account_signup"), fields)
    return answer.status_code, answer.text


def test_after_five_wrong_passwords_an_account_waits_even_for_the_right_one() -> None:
    create_user("grim"), create_user("other")
    for _ in range(5):
        assert sign_in("grim", "wrong")[0] is False
    let_in, page = sign_in("grim")
    assert not let_in and "Too many wrong passwords" in page
    assert not sign_in("grim", address="10.0.0.2")[0], "from wherever"
    assert sign_in("other")[0], "others need not wait"


def test_one_address_can_try_ten_wrong_passwords_a_minute_for_all_accounts() -> None:
    create_user("grim")
    for number in range(10):
        sign_in(f"somebody{number}", "wrong")
    assert sign_in("grim")[0] is False
    assert sign_in("grim", address="10.0.0.2")[0], "from another address the right password works"


def test_the_twenty_first_sign_up_in_a_minute_waits() -> None:
    create_user("coach0")
    for number in range(20):
        assert sign_up(0)[0] == 200, number  # the name is taken
    status, page = sign_up(1)
    assert status == 429 and "Too many" in page


def test_asking_for_a_new_password_is_limited_and_shows_no_accounts() -> None:
    create_user("grim")
    for address in ("grim@example.org", "nobody@example.org"):
        statuses = [Client().post(reverse("account_reset_password"), {"email": address}).status_code for _ in range(6)]
        assert statuses == [302] * 5 + [429]


def test_a_wrong_password_and_an_unknown_name_get_the_same_message() -> None:
    create_user("grim")
    known, unknown = (sign_in(name, "wrong")[1] for name in ("grim", "mirg"))
    token = r'name="csrfmiddlewaretoken" value="[^"]*"'
    assert re.sub(token, "", known).replace("grim", "") == re.sub(token, "", unknown).replace("mirg", "")


def test_signing_up_says_which_name_is_taken() -> None:
    taken = create_user("grim")
    EmailAddress.objects.create(user=taken, email=taken.email, primary=True, verified=True)
    assert "already registered" in sign_up(1, email=taken.email)[1]
    assert "already exists" in sign_up(1, username="GRIM")[1]
    assert "Sign-up says that a name or an address is taken" in DOCUMENT.read_text()


@pytest.mark.parametrize(
    ("limit", "rate", "documented"),
    [
        ("login_failed", "10/m/ip,5/300s/key", "5 in five minutes for one account"),
        ("login", "30/m/ip", "30 a minute from one address"),
        ("signup", "20/m/ip", "20 a minute from one address"),
        ("reset_password", "20/m/ip,5/m/key", "5 a minute for one account, 20 from one address"),
        ("confirm_email", "1/180s/key", "one in three minutes"),
    ],
)
def test_the_document_has_the_limits_of_the_settings(limit: str, rate: str, documented: str) -> None:
    assert settings.ACCOUNT_RATE_LIMITS[limit] == rate
    assert documented in DOCUMENT.read_text()


def writes(client: Client) -> list[str]:
    """What the page of addresses writes."""
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(reverse("account_email")).status_code == 200
    return [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


def test_opening_the_page_of_addresses_writes_nothing() -> None:
    client = Client()
    fields = {"username": "grim", "email": "grim@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post(reverse("account_signup"), fields)
    assert writes(client) == []


def test_an_account_made_by_a_command_gets_its_address_row_when_the_page_is_opened() -> None:
    """allauth copies the address from the user, since `createsuperuser` and the demo league know only users.

    It does so once, for the first person who opens the page, so a GET may do it.
    """
    client = signed_in(create_user("staff"))
    [made] = writes(client)
    assert "account_emailaddress" in made
    assert writes(client) == []
