"""The health page, the database's settings, static files, and pages that must not write."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User


@pytest.mark.django_db
def test_the_health_page_answers(client: Client) -> None:
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (200, {"database": "up"})
    assert "no-store" in answer["Cache-Control"]


def test_the_health_page_says_when_the_database_is_gone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (503, {"database": "down"})


@pytest.mark.sqlite
@pytest.mark.django_db
def test_sqlite_stores_what_it_has_confirmed() -> None:
    with connection.cursor() as cursor:
        found = {}
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            cursor.execute(f"PRAGMA {pragma}")
            found[pragma] = cursor.fetchone()[0]
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 20_000}
    assert connection.transaction_mode == "IMMEDIATE"


@pytest.mark.django_db
def test_reading_pages_writes_nothing_to_the_main_database(client: Client) -> None:
    client.force_login(User.objects.create_user("reader", password="pass-word-1"))
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            for name in ("home", "health", "account_change_password"):
                assert client.get(reverse(name)).status_code == 200
        written = [
            query["sql"] for query in queries if re.match(r"\s*(INSERT|UPDATE|DELETE|REPLACE)", query["sql"], re.I)
        ]
        assert written == []


@pytest.mark.django_db
def test_a_page_may_not_load_anything_from_elsewhere(client: Client) -> None:
    policy = client.get(reverse("home"))["Content-Security-Policy"]
    parts = {part.split()[0]: part.split()[1:] for part in policy.split("; ")}
    assert parts.pop("img-src") == ["'self'", "data:"]
    for shut in ("default-src", "base-uri", "frame-ancestors"):
        assert parts.pop(shut) == ["'none'"]
    assert set(parts) >= {"script-src", "style-src", "font-src", "connect-src", "form-action"}
    assert all(allowed == ["'self'"] for allowed in parts.values())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/health/", "/robots.txt", "/nowhere/", "/accounts/login/"])
def test_no_other_site_may_load_anything_of_this_one(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cross-Origin-Embedder-Policy"] == "require-corp"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.fixture
def gathered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """All static files, collected and named as in production."""
    storages = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}
    }
    with override_settings(STORAGES=storages, STATIC_ROOT=tmp_path):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield tmp_path


def test_a_static_file_is_for_this_site_only_and_has_no_headers_that_mean_nothing(gathered: Path) -> None:
    """A first visit has thirty of them: 200 bytes more in each are 6 kB."""
    answer = Client().get(staticfiles_storage.url("dugout/page.css"))
    assert answer.status_code == 200 and b"".join(answer.streaming_content)
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in answer.headers["Cache-Control"]
    known = {"Cache-Control", "Content-Type", "Content-Length", "ETag", "Last-Modified", "Vary"}
    assert set(answer.headers) <= known | {"Cross-Origin-Resource-Policy", "X-Content-Type-Options"}


def test_every_static_file_that_a_template_names_is_there(gathered: Path) -> None:
    named = re.compile(r"""{%\s*static\s+["']([^"']+)["']""")
    missing = []
    found = 0
    for template in (settings.BASE_DIR / "templates").rglob("*.html"):
        for name in named.findall(template.read_text()):
            found += 1
            try:
                staticfiles_storage.stored_name(name)
            except ValueError:
                missing.append((template.name, name))
    assert missing == []
    assert found > 0


def test_people_sign_in_by_name_or_address_but_not_too_often(client: Client, db: None) -> None:
    User.objects.create_user("griff", email="griff@reikland.example", password="blitz-the-goal-1")
    for login in ("griff", "griff@reikland.example", "GRIFF@reikland.example"):
        answer = client.post(reverse("account_login"), {"login": login, "password": "blitz-the-goal-1"})
        assert answer.status_code == 302
        client.logout()
    answers = [client.post(reverse("account_login"), {"login": "griff", "password": f"guess-{n}"}) for n in range(12)]
    assert "Too many wrong passwords" in answers[-1].content.decode()
    right = client.post(reverse("account_login"), {"login": "griff", "password": "blitz-the-goal-1"})
    assert right.status_code != 302
