"""Wrong or unsafe settings stop every way of starting, with one line and without a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.dugout.elsewhere import PATIENCE, ROOT, SECRET, clean_environment, free_port

pytestmark = [pytest.mark.once, pytest.mark.costly]

PYTHON = sys.executable
GUNICORN = [PYTHON, "-m", "gunicorn", "--bind", "127.0.0.1:0", "--no-control-socket", "dugout.wsgi"]
CELERY = [PYTHON, "-m", "celery", "-A", "dugout", "worker", "-P", "solo"]
WAYS = {
    "manage.py check": [PYTHON, "manage.py", "check"],
    "manage.py up": [PYTHON, "manage.py", "up"],
    "gunicorn": GUNICORN,
    "celery": CELERY,
    "asgi": [PYTHON, "-c", "import dugout.asgi"],
}
SERVERS = ("gunicorn", "celery", "manage.py check")


def start(command: list[str], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Try to start with these settings; the process must end."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=clean_environment(folder / "var") | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
def test_a_weak_secret_and_no_host_names_are_refused_by(way: str, tmp_path: Path) -> None:
    """Both are reported together; `tests/dugout/test_checks.py` tests each of them.

    `tests/dugout/running/test_up.py` calls `manage.py up` with other values that it refuses.
    """
    weak = "django-insecure-0123456789abcdefghijklmnopqrstuvwxyz-ABCDEF"
    shared = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "SECRET_KEY": weak, "DUGOUT_HOSTS": " , "}
    done = start(WAYS[way], tmp_path, **shared)
    assert done.returncode != 0
    assert "SECRET_KEY is a well-known default" in done.stderr
    assert "No host names are allowed" in done.stderr
    assert "DUGOUT_HOSTS" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("way", SERVERS)
def test_a_data_folder_that_cannot_be_written_is_refused_by(way: str, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    done = start(WAYS[way], tmp_path, DUGOUT_VAR=str(tmp_path / "taken"))
    assert done.returncode != 0
    line = f"Dugout cannot start: the data folder {tmp_path / 'taken'} cannot be written"
    assert line in done.stderr
    assert "Traceback" not in done.stderr


def test_the_refusal_is_one_line_with_its_own_exit_code(tmp_path: Path) -> None:
    done = start(WAYS["manage.py check"], tmp_path, DUGOUT_VAR=str(tmp_path / "not" / "there"))
    assert done.returncode == 78
    assert len(done.stderr.splitlines()) == 1
    assert "is missing, and so is the folder above it" in done.stderr


def test_a_folder_without_the_right_to_write_is_refused(tmp_path: Path) -> None:
    place = Path("/proc/dugout")  # not even root writes there
    if os.geteuid() != 0:
        (tmp_path / "closed").mkdir(mode=0o500)
        place = tmp_path / "closed" / "var"
    done = start(WAYS["manage.py check"], tmp_path, DUGOUT_VAR=str(place))
    assert done.returncode == 78
    assert f"the data folder {place} cannot be written" in done.stderr


def test_a_shared_database_without_a_secret_says_how_to_make_one(tmp_path: Path) -> None:
    done = start(WAYS["manage.py check"], tmp_path, DATABASE_URL="postgresql://u@h/d", DUGOUT_HOSTS="league.example")
    assert done.returncode == 78
    assert "SECRET_KEY is not set" in done.stderr
    assert "Make one with" in done.stderr


def test_a_database_that_does_not_answer_is_named_by_up(tmp_path: Path) -> None:
    shared = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none", "SECRET_KEY": SECRET, "DUGOUT_HOSTS": "x.example"}
    done = start(WAYS["manage.py up"], tmp_path, PORT=str(free_port()), **shared)
    assert done.returncode == 1
    assert "the database does not answer" in done.stderr
    assert "Traceback" not in done.stderr


def test_bad_values_are_refused_where_they_are_read(tmp_path: Path) -> None:
    for environment, word in (
        ({"PORT": "eighty"}, "PORT"),
        ({"DEBUG": "maybe"}, "DEBUG"),
        ({"REDIS_URL": "localhost"}, "REDIS_URL"),
    ):
        done = start(WAYS["manage.py up"], tmp_path, **environment)
        assert done.returncode != 0
        assert word in done.stderr
        assert "Traceback" not in done.stderr


def test_a_first_start_makes_its_own_secret_and_answers_this_machine_only(tmp_path: Path) -> None:
    code = "from django.conf import settings as s; print(s.DEBUG, s.ALLOWED_HOSTS, len(s.SECRET_KEY))"
    read = [PYTHON, "-c", code]
    first = start(read, tmp_path, DJANGO_SETTINGS_MODULE="dugout.settings")
    assert first.stdout.strip() == "False ['localhost', '127.0.0.1', '[::1]'] 86", first.stderr
    secret = (tmp_path / "var" / "secret_key").read_text()
    start(read, tmp_path, DJANGO_SETTINGS_MODULE="dugout.settings")
    assert (tmp_path / "var" / "secret_key").read_text() == secret


WITH_A_WRONG_BOOK = """
import manage, sys
from rules.book import reading
read = reading.parse_toml
def changed(path):
    tables = read(path)
    if path.parent.name == "crp" and path.name == "{file}":
        {change}
    return tables
reading.parse_toml = changed
sys.argv = ["manage.py", "check"]
manage.main()
"""
WRONG_BOOKS = [
    (
        "creation.toml",
        "tables['staff'][0]['price'] = -10",
        'crp cannot be used: creation.toml: staff / "assistant_coach": price: -10 cannot be; it must be 0, or from 100 '
        "to 10000000 gp",
    ),
    (
        "words.toml",
        "tables['words']['questions'][0]['title'] = 'Who {'",
        "crp cannot be used: words.toml: words / questions / ",
    ),
]


@pytest.mark.parametrize(("file", "change", "why"), WRONG_BOOKS, ids=["a price of minus ten", "a wrong gap"])
def test_a_wrong_rulebook_is_refused_in_one_line(file: str, change: str, why: str, tmp_path: Path) -> None:
    done = start([PYTHON, "-c", WITH_A_WRONG_BOOK.format(file=file, change=change)], tmp_path)
    assert (done.returncode, len(done.stderr.splitlines())) == (78, 1), done.stderr
    assert f"Dugout cannot start: the rulebook {why}" in done.stderr
