"""Passwords are stored as OWASP advises, and easy ones are refused."""

import time
from collections.abc import Iterator

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, identify_hasher, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client, override_settings
from django.urls import reverse

from accounts.forms import LONGEST_PASSWORD
from accounts.models import User
from dugout import settings as declared

PASSWORD = "Goblin-lobber-7"


@pytest.fixture
def real_hashers() -> Iterator[None]:
    """Those of the site, instead of the quick one of the tests."""
    with override_settings(PASSWORD_HASHERS=declared.PASSWORD_HASHERS):
        yield


def sign_in(client: Client, password: str = PASSWORD) -> bool:
    client.post(reverse("account_login"), {"login": "grim", "password": password})
    return "_auth_user_id" in client.session


@pytest.mark.usefixtures("real_hashers")
def test_a_password_is_stored_with_argon2id_of_19_mib_two_passes_and_one_lane() -> None:
    stored = make_password(PASSWORD)
    assert stored.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert len(stored) <= User._meta.get_field("password").max_length


@pytest.mark.django_db
@pytest.mark.usefixtures("real_hashers")
def test_an_old_password_is_stored_again_at_the_next_sign_in_and_only_then() -> None:
    old = PBKDF2PasswordHasher().encode(PASSWORD, "salt", iterations=1_000)
    user = User.objects.create(username="grim", password=old)
    assert not sign_in(Client(), "wrong")
    user.refresh_from_db()
    assert user.password == old
    assert sign_in(Client())
    user.refresh_from_db()
    assert identify_hasher(user.password).algorithm == "argon2"
    stored = user.password
    browser = Client()
    assert sign_in(browser)
    user.refresh_from_db()
    assert user.password == stored
    assert browser.get(reverse("accounts:preferences")).status_code == 200


@pytest.mark.django_db
@pytest.mark.usefixtures("real_hashers")
def test_weaker_figures_of_argon2_are_replaced_too() -> None:
    from django.contrib.auth.hashers import Argon2PasswordHasher

    weak = type("Weak", (Argon2PasswordHasher,), {"memory_cost": 1024, "time_cost": 1, "parallelism": 1})()
    user = User.objects.create(username="grim", password=weak.encode(PASSWORD, "saltsaltsalt"))
    assert sign_in(Client())
    user.refresh_from_db()
    assert "m=19456,t=2,p=1" in user.password


EASY = (
    "abcdefg8",
    "Goblin-7",
    "password12",
    "Password2024!",
    "p@ssw0rd2024",
    "123baseball",
    "1superman1!",
    "$up3rm4n99",
    "qwertyuiop",
    "qwertz123456",
    "asdfghjkl1234",
    "abcdefghij",
    "ABCDEFGHIJKL",
    "zyxwvutsrq",
    "1234567890",
    "9876543210a",
    "aaaaaaaaaa",
    "ababababab",
    "goblingoblin",
    "Trollslayertrollslayer",
    "grim-the-goblin",
)
HARD = (
    PASSWORD,
    "long-Gobbo-7",
    "blitz-the-goal-1",
    "Another-lobber-8",
    "correct horse battery staple",
    "k9#Vt2!xQz",
    "zażółć gęślą",
    "🏈 Nuffle rolls ones",
    "x" * 3 + "Qp7-mRw!" * 2 + "w",
)


@pytest.mark.once
@pytest.mark.parametrize("password", EASY)
def test_an_easy_password_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="grim-the-goblin"))


@pytest.mark.once
@pytest.mark.parametrize("password", HARD)
def test_a_good_password_is_taken(password: str) -> None:
    validate_password(password, User(username="grim"))


@pytest.mark.once
@pytest.mark.parametrize("password", ["ab" * 1_000_000, "1" * 2_000_000, "abcdefgh" * 250_000], ids=len)
def test_a_huge_password_is_judged_in_a_moment(password: str) -> None:
    before = time.process_time()
    with pytest.raises(ValidationError):
        validate_password(password)
    assert time.process_time() - before < 0.5


@pytest.mark.django_db
def test_no_form_takes_a_huge_password() -> None:
    huge = PASSWORD * 1000
    assert len(huge) > LONGEST_PASSWORD
    fields = {"username": "grim", "email": "grim@example.org", "password1": huge, "password2": huge}
    assert "at most 4096 characters" in Client().post(reverse("account_signup"), fields).text
    assert "at most 4096 characters" in Client().post(reverse("account_login"), {"login": "a", "password": huge}).text
    assert not User.objects.exists()


@pytest.mark.django_db
def test_the_sign_up_page_says_what_a_password_needs() -> None:
    assert "at least 10 characters" in Client().get(reverse("account_signup")).text
    fields = {"username": "grim", "email": "grim@example.org", "password1": "abcdefg8", "password2": "abcdefg8"}
    answer = Client().post(reverse("account_signup"), fields)
    assert "must contain at least 10 characters" in answer.text
    assert not User.objects.exists()
