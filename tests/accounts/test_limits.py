"""Attempts with passwords and addresses are limited as docs/deploy.md says; the page of addresses writes nothing."""

import re
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core import signing
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import known_devices
from accounts.models import User
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


ODD_COOKIES = ([], "text", 7, None, ["a", "b", "c"], ["a", "b"], [7, {"1": "x"}], ["a", {"1": 7}], {"a": 1, "b": 2})


def enter(client: Client, name: str, password: str = "") -> bool:
    """Sign out, and sign in again in the same browser; whether that worked."""
    known = client.cookies.get(known_devices.COOKIE)
    client.logout()  # which empties the browser
    if known is not None:
        client.cookies[known_devices.COOKIE] = known.value
    client.post(reverse("account_login"), {"login": name, "password": password or f"{name}-secret"})
    return "_auth_user_id" in client.session


def asking(user: User, cookie: str) -> HttpRequest:
    """A visitor's request with this cookie."""
    request = HttpRequest()
    request.user = AnonymousUser()
    request.COOKIES[known_devices.COOKIE] = cookie
    return request


def sign_up(number: int, **changes: str) -> tuple[int, str]:
    name = f"coach{number}"
    fields = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD, **changes}
    answer = Client(REMOTE_ADDR="10.0.0.1").post(reverse("account_signup"), fields)
    return answer.status_code, answer.text


def test_after_five_wrong_passwords_an_account_waits_there_even_for_the_right_one() -> None:
    create_user("grim"), create_user("other")
    for _ in range(5):
        assert sign_in("grim", "wrong")[0] is False
    let_in, page = sign_in("grim")
    assert not let_in and "Too many wrong passwords" in page
    assert not sign_in("grim@example.org", "grim-secret")[0], "the address is another name of the same account"
    assert not sign_in("GRIM@example.org", "grim-secret")[0]
    assert sign_in("other")[0], "others need not wait"
    assert sign_in("grim", address="10.0.0.2")[0], "and nobody can keep its owner out from elsewhere"


def test_from_one_network_of_ipv6_wrong_passwords_count_together() -> None:
    create_user("grim")
    for number in range(5):
        sign_in("grim", "wrong", f"2001:db8:1:2::{number}")
    assert not sign_in("grim", address="2001:db8:1:2:ffff::1")[0]
    assert sign_in("grim", address="2001:db8:1:3::1")[0]


def test_wrong_passwords_from_everywhere_stop_strangers_but_no_known_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.ACCOUNT_RATE_LIMITS, "wrong_for_account", "7/h/key")
    create_user("grim"), create_user("other")
    own, shared = Client(REMOTE_ADDR="10.0.0.1"), Client(REMOTE_ADDR="10.0.0.1")
    assert enter(own, "grim") and enter(shared, "other")
    for number in range(7):
        assert not sign_in("grim", "wrong", f"10.1.{number}.1")[0]
    assert not sign_in("grim", address="10.2.0.1")[0], "nobody tries a thousand networks in turn"
    assert not enter(shared, "grim"), "a device that only others have used is a stranger's"
    assert enter(own, "grim")


def test_a_known_device_is_let_in_whatever_its_neighbours_try() -> None:
    """All coaches of a tournament have one address, and one of them is spiteful."""
    create_user("grim")
    own = Client(REMOTE_ADDR="10.0.0.1")
    assert enter(own, "grim")
    for number in range(40):
        sign_in(("grim", f"nobody{number}")[number % 2], "wrong")
    assert not sign_in("grim")[0], "a stranger's device there must wait"
    assert enter(own, "grim")


def test_a_known_device_has_a_limit_of_its_own() -> None:
    create_user("grim")
    stolen, other = Client(REMOTE_ADDR="10.0.0.1"), Client(REMOTE_ADDR="10.0.0.1")
    assert enter(stolen, "grim") and enter(other, "grim")
    for number in range(5):
        stolen.defaults["REMOTE_ADDR"] = f"10.0.0.{number}"
        assert not enter(stolen, "grim", "wrong")
    assert not enter(stolen, "grim"), "a change of its address does not help"
    assert enter(other, "grim")


def test_right_passwords_in_a_row_count_for_nothing() -> None:
    create_user("grim")
    own = Client(REMOTE_ADDR="10.0.0.1")
    assert all(enter(own, "grim") for _ in range(12))
    assert all(sign_in("grim", address="10.0.0.3")[0] for _ in range(12))


def test_a_cookie_that_is_not_ours_makes_no_device_known() -> None:
    user = create_user("grim")
    own = Client()
    assert enter(own, "grim")
    real = own.cookies[known_devices.COOKIE].value
    others = signing.dumps(["device", {str(user.pk): "0" * 16}], salt=known_devices.SALT)
    odd = [signing.dumps(each, salt=known_devices.SALT) for each in ODD_COOKIES]
    assert known_devices.device_of(asking(user, real), [user])
    for cookie in ("", "x", real[:-1], f"{real}x", real.swapcase(), others, "\x00", *odd):
        assert not known_devices.device_of(asking(user, cookie), [user]), cookie


def test_a_new_password_makes_every_device_a_strangers() -> None:
    user = create_user("grim")
    own = Client()
    assert enter(own, "grim")
    cookie = own.cookies[known_devices.COOKIE].value
    user.set_password("another-secret-9")
    user.save()
    assert not known_devices.device_of(asking(user, cookie), [user])


def test_one_browser_can_know_five_people() -> None:
    own = Client(REMOTE_ADDR="10.0.0.1")
    people = [create_user(f"coach{number}") for number in range(6)]
    for user in people:
        assert enter(own, user.username)
    cookie = own.cookies[known_devices.COOKIE]
    assert len(cookie.value) < 500
    known = [bool(known_devices.device_of(asking(user, cookie.value), [user])) for user in people]
    assert known == [False, True, True, True, True, True]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == ("/accounts/login/", "Lax", True)


def test_a_person_who_is_signed_in_can_enter_their_password_again_while_others_guess_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(settings.ACCOUNT_RATE_LIMITS, "wrong_for_account", "3/h/key")
    user = create_user("grim")
    own = signed_in(user)
    for number in range(4):
        sign_in("grim", "wrong", f"10.1.{number}.1")
    again = own.post(reverse("account_reauthenticate"), {"password": "grim-secret"})
    assert again.status_code == 302, again.text


@pytest.mark.parametrize("has_row", [True, False])
def test_a_new_password_by_mail_lets_its_owner_in_at_once(has_row: bool, mailoutbox: list[Any]) -> None:
    user = create_user("grim")
    if has_row:
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    client = Client(REMOTE_ADDR="10.0.0.1")
    for _ in range(5):
        assert not enter(client, "grim", "wrong")
    client.post(reverse("account_reset_password"), {"email": user.email})
    [link] = re.findall(r"http://\S+?(/accounts/password/reset/key/\S+)", mailoutbox[0].body)
    form = client.get(link, follow=True).request["PATH_INFO"]
    client.post(form, {"password1": PASSWORD, "password2": PASSWORD})
    assert enter(client, "grim", PASSWORD)


def test_no_limit_is_lost_with_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache forgets everything at once; what was counted stays, in each limit."""
    create_user("grim")
    monkeypatch.setattr(caches["default"], "get", lambda key, default=None, version=None: default)
    monkeypatch.setattr(caches["default"], "add", lambda *args, **kwargs: True)
    monkeypatch.setattr(caches["default"], "set", lambda *args, **kwargs: None)
    for _ in range(5):
        sign_in("grim", "wrong")
    assert not sign_in("grim")[0]
    assert [sign_up(0)[0] for _ in range(21)][-1] == 429
    statuses = [Client().post(reverse("account_reset_password"), {"email": "a@b.example"}) for _ in range(6)]
    assert statuses[-1].status_code == 429


def test_with_postgresql_limits_count_in_rows_and_embedded_in_a_file() -> None:
    assert settings.CACHES["limits"]["BACKEND"] in ("dugout.cache.SQLiteCache", "accounts.limit_rows.RowCache")
    assert settings.CACHES["limits"]["BACKEND"].startswith("dugout") == settings.EMBEDDED
    assert ratelimit.cache._alias == "limits"


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
        ("wrong_for_account_from_source", "5/300s/key", "5 in five minutes for one account from one address"),
        ("wrong_from_source", "10/m/key", "10 a minute from one address"),
        ("wrong_for_account", "100/h/key", "100 an hour for one account"),
        ("wrong_on_known_device", "5/300s/key,50/d/key", "5 in five minutes and 50 a day"),
        ("sign_in", "30/m/key", "30 a minute from one address"),
        ("signup", "20/m/ip", "20 a minute from one address"),
        ("reset_password", "20/m/ip,5/m/key", "5 a minute for one account, 20 from one address"),
        ("confirm_email", "1/180s/key", "one in three minutes"),
        ("write_to_league", "5/h/user,10/d/user", "5 an hour and 10 a day for one account"),
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
