"""The name that others see cannot deceive."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.models import NAME_LENGTH, User
from tests.leagues.cast import create_user, signed_in

REFUSED = {
    "Grim\u202edesrever": "Character 5 of the name is an invisible character, or one that reverses the text",
    "Grim\u202eirI": "(U+202E)",
    "\u2066Grim\u2069": "Character 1",
    "Grim\u200b Ironjaw": "Character 5",
    "Grim\ufeffIronjaw": "U+FEFF",
    "Grim\x07": "Character 5 of the name is a control character (U+0007)",
    "Grim\x1fIronjaw": "control character",
    "Grim\nIronjaw": "control character",
    "Grim\u2028Ironjaw": "line break",
    "Grim\ue000": "only some fonts",
    "\u3164": "This name is invisible",
    "\u200d": "This name is invisible",
    "\u2800 \u2800": "This name is invisible",
}
SAME = ["Grim Ironjaw", "GRIM IRONJAW", "grim  ironjaw", "Ｇｒｉｍ Ironjaw", "G\u200drim Ironjaw", "Grim\u00a0Ironjaw"]


def named(user: User, name: str):
    fields = {"display_name": name, "time_zone": "UTC", "page_size": ""}
    return signed_in(user).post(reverse("accounts:preferences"), fields)


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.parametrize("name", REFUSED)
def test_an_invisible_character_is_refused_with_its_place_and_code(name: str) -> None:
    user = create_user("grim")
    answer = named(user, name)
    assert answer.status_code == 422 and REFUSED[name] in answer.text
    user.refresh_from_db()
    assert user.display_name == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["Gríma", "ГРІМ", "غريم", "می\u200cخواهم", "👨\u200d👩\u200d👧", "O'Grim-Jaw 3rd", "金"]
)
def test_names_in_every_script_are_accepted(name: str) -> None:
    user = create_user("grim")
    assert named(user, f"  {name} ").status_code == 302
    user.refresh_from_db()
    assert user.name == unicodedata.normalize("NFC", name)


@pytest.mark.django_db
def test_a_name_is_stored_in_one_spelling() -> None:
    user = create_user("grim")
    named(user, "Gri\u0301ma")
    user.refresh_from_db()
    assert user.display_name == "Gr\u00edma"


@pytest.mark.django_db
@pytest.mark.parametrize("name", [*SAME, "other", "OTHER"])
def test_the_name_of_another_person_is_refused_in_letters_that_look_the_same(name: str) -> None:
    other = create_user("other")
    User.objects.filter(pk=other.pk).update(display_name="Grim Ironjaw")
    answer = named(create_user("grim"), name)
    assert answer.status_code == 422 and "Someone else already uses the name" in answer.text


@pytest.mark.django_db
def test_folding_a_name_handles_more_than_capitals() -> None:
    User.objects.filter(pk=create_user("other").pk).update(display_name="Straße")
    assert named(create_user("grim"), "STRASSE").status_code == 422


@pytest.mark.django_db
def test_people_may_keep_their_own_name_or_change_its_capitals() -> None:
    user, twin = create_user("grim"), create_user("twin")
    assert named(user, "Grim").status_code == 302
    assert named(user, "GRIM").status_code == 302
    User.objects.filter(pk=twin.pk).update(display_name="GRIM")  # as two of them were before names were compared
    assert named(user, "GRIM").status_code == 302
    assert named(user, "").status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Ironjaw", "IRONJAW", "Ｉronjaw"])
def test_a_sign_up_with_a_name_that_another_person_shows_is_refused(name: str) -> None:
    User.objects.filter(pk=create_user("grim").pk).update(display_name="Ironjaw")
    form = {"username": name, "email": "a@example.org", "password1": "Goblin-lobber-7", "password2": "Goblin-lobber-7"}
    answer = Client().post(reverse("account_signup"), form)
    assert answer.status_code == 200 and "Someone else already uses the name" in answer.text
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_name_that_is_too_long_in_its_stored_spelling_is_refused() -> None:
    longer = "\ufb1d" * 150  # two characters each
    form = {
        "username": longer,
        "email": "a@example.org",
        "password1": "Goblin-lobber-7",
        "password2": "Goblin-lobber-7",
    }
    assert Client().post(reverse("account_signup"), form).status_code == 200
    assert named(create_user("grim"), "\ufb1d" * NAME_LENGTH).status_code == 422
    assert User.objects.count() == 1


@given(st.text(max_size=NAME_LENGTH))
def test_cleaning_a_clean_name_changes_nothing(name: str) -> None:
    try:
        clean = names.clean(name)
    except ValidationError:
        return
    assert names.clean(clean) == clean == clean.strip()
    assert not clean or names.key_of(clean) == names.key_of(names.key_of(clean)) != ""
    assert not any(unicodedata.category(letter) in names.REFUSED for letter in clean if letter not in names.JOINERS)
