"""Unsafe settings are refused."""

import pytest
from django.test import override_settings

from dugout.checks import safe_to_start

pytestmark = pytest.mark.once

GOOD = "k3xo9Qw-7vbnRt_5zLpAe2UyHsJd8GfMcXiVq4Tw"


@pytest.mark.parametrize(
    ("secret", "hosts", "expected"),
    [
        (GOOD, ["league.example"], []),
        ("short", ["league.example"], ["dugout.E001"]),
        ("a" * 80, ["league.example"], ["dugout.E001"]),
        (f"django-insecure-{GOOD}", ["league.example"], ["dugout.E001"]),
        (f"changeme{GOOD}", ["league.example"], ["dugout.E001"]),
        (GOOD, [], ["dugout.E002"]),
        (GOOD, ["*"], ["dugout.E003"]),
        ("changeme", [], ["dugout.E001", "dugout.E002"]),
    ],
)
def test_an_unsafe_secret_or_missing_hosts_are_errors(secret: str, hosts: list[str], expected: list[str]) -> None:
    with override_settings(DEBUG=False, SECRET_KEY=secret, ALLOWED_HOSTS=hosts):
        assert [message.id for message in safe_to_start()] == expected


def test_a_developer_may_start_with_anything() -> None:
    with override_settings(DEBUG=True, SECRET_KEY="x", ALLOWED_HOSTS=[]):
        assert safe_to_start() == []
