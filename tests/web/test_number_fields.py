"""Every number that a form takes has a least and a greatest value, so that none overflows where it is stored."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from leagues.models import League
from tests.leagues.cast import Cast, create_cast, signed_in
from web.submission import MOST_VERSION, SeenForm

ROOT = Path(settings.BASE_DIR)
ROOMS = sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name != "tests")
NUMBERS = {"IntegerField", "DecimalField", "FloatField"}
BOUNDED_TOGETHER = {"teams/arrivals/form.py"}
"""Its `__init__` gives all numbers their bounds; tests/teams/arrivals sends numbers beyond them."""


def number_fields() -> Iterator[tuple[str, ast.Call]]:
    """Every number field of a form that the code makes, with its place."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if path.is_relative_to(ROOT / room / "migrations") or not (text := path.read_text()).count("forms."):
                continue
            for node in ast.walk(ast.parse(text)):
                made = node.func if isinstance(node, ast.Call) else None
                is_number = isinstance(made, ast.Attribute) and made.attr in NUMBERS
                if is_number and isinstance(made.value, ast.Name) and made.value.id == "forms":
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node


@pytest.mark.once
def test_every_number_field_has_a_least_and_a_greatest_value() -> None:
    found = list(number_fields())
    assert len(found) > 40
    without = []
    for place, call in found:
        given = {keyword.arg for keyword in call.keywords}
        if not ({"min_value", "max_value"} <= given or "validators" in given):
            without.append(place)
    assert {place for place in without if place.partition(":")[0] not in BOUNDED_TOGETHER} == set()


@pytest.mark.once
@pytest.mark.parametrize("typed", [str(2**63 - 1), str(2**63), str(MOST_VERSION + 1), "9" * 400, "0", "-1"])
def test_no_version_is_so_large_that_the_next_one_could_not_be_stored(typed: str) -> None:
    form = SeenForm({"command_id": "4f0c7a0e-6f0b-4f7b-9d43-0c1c4a3f4b11", "version": typed})
    assert "version" in form.errors
    assert MOST_VERSION + 1 < 2**31


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


def test_the_biggest_version_of_all_is_no_error(cast: Cast) -> None:
    """It is a page that says what is wrong, and nothing changes."""
    client = signed_in(cast.commissioner)
    client.raise_request_exception = True
    url = reverse("leagues:settings", args=[cast.league.slug])
    fields = sent_by(client, url) | {"version": str(2**63 - 1), "name": "Renamed"}
    assert client.post(url, fields).status_code == 422
    assert League.objects.get(pk=cast.league.pk).name == cast.league.name


def sent_by(client: Client, url: str) -> dict[str, str]:
    """What the form of a page would send unchanged."""
    form = client.get(url).context["form"]
    return {name: str(form[name].value()) for name in form.fields if form[name].value() not in (None, False)}
