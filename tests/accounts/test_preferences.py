"""Name, time zone and paper."""

import pytest
from django.urls import reverse

from accounts.models import NAME_LENGTH, User
from accounts.zones import zone
from tests.leagues.cast import create_user, signed_in

pytestmark = pytest.mark.once

URL = "accounts:preferences"
GOOD = {"display_name": "Grim Ironjaw", "time_zone": "America/New_York", "page_size": "letter"}


@pytest.fixture
def user(db: None) -> User:
    return create_user("user")


def test_people_change_their_name_zone_and_paper(user: User) -> None:
    client = signed_in(user)
    assert client.post(reverse(URL), {**GOOD, "display_name": "  Grim   Ironjaw "}).status_code == 302
    user.refresh_from_db()
    assert (user.name, user.time_zone, user.page_size) == ("Grim Ironjaw", "America/New_York", "letter")
    page = client.get(reverse(URL)).content.decode()
    assert 'value="America/New_York" selected' in page and 'value="Grim Ironjaw"' in page


def test_without_a_name_to_show_others_see_the_sign_in_name(user: User) -> None:
    assert user.name == "user"


@pytest.mark.parametrize(
    "bad",
    [
        {"time_zone": "Middle-earth/Shire"},
        {"time_zone": "../../etc/passwd"},
        {"page_size": "A0"},
        {"display_name": "x" * (NAME_LENGTH + 1)},
        {"display_name": "x\x00y"},
        {"time_zone": ""},
    ],
)
def test_a_bad_value_is_refused_and_stays_in_the_form(user: User, bad: dict[str, str]) -> None:
    answer = signed_in(user).post(reverse(URL), {**GOOD, **bad})
    assert answer.status_code == 422 and 'role="alert"' in answer.content.decode()
    user.refresh_from_db()
    assert (user.display_name, user.time_zone, user.page_size) == ("", "UTC", "")


def test_only_these_three_fields_can_be_changed(user: User) -> None:
    signed_in(user).post(reverse(URL), {**GOOD, "is_staff": "on", "username": "admin", "pk": "1"})
    user.refresh_from_db()
    assert not user.is_staff and user.username == "user"


def test_a_visitor_is_sent_to_sign_in(db: None) -> None:
    assert signed_in(None).get(reverse(URL))["Location"] == "/accounts/login/?next=/preferences/"


def test_an_unknown_zone_is_read_as_utc() -> None:
    assert zone("Atlantis/Capital").key == "UTC"


def test_a_person_without_a_choice_prints_on_the_leagues_paper(user: User) -> None:
    page = signed_in(user).get(reverse(URL)).content.decode()
    assert '<option value="" selected>as the league has it</option>' in page
    assert signed_in(user).post(reverse(URL), {**GOOD, "page_size": ""}).status_code == 302
    user.refresh_from_db()
    assert user.page_size == ""
