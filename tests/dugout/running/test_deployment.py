"""The deployment files name only what exists: a variable that is not read would do nothing."""

import configparser
import re
import shlex

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

pytestmark = pytest.mark.once

DEPLOY = settings.BASE_DIR / "deploy"
SETTINGS = (settings.BASE_DIR / "dugout" / "settings.py").read_text()
READ = set(re.findall(r'environment\.\w+\(\s*"([A-Z_]+)"', SETTINGS))


def unit(name: str) -> configparser.ConfigParser:
    """A systemd unit; a repeated key has its last value."""
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read_string((DEPLOY / "systemd" / name).read_text().replace("\\\n", " "))
    return parser


def test_every_variable_is_in_the_table_above_the_settings() -> None:
    table = set(re.findall(r"^\| ([A-Z_]+) ", SETTINGS, re.MULTILINE))
    assert table == READ
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DUGOUT_HOSTS", "DUGOUT_VAR"} <= READ


def test_the_example_and_the_compose_file_set_only_known_variables() -> None:
    example = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "dugout.env.example").read_text(), re.MULTILINE))
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    assert example <= READ
    assert set(compose["services"]["web"]["environment"]) <= READ
    assert compose["services"]["web"]["environment"] == compose["services"]["worker"]["environment"]
    assert {"DATABASE_URL", "SECRET_KEY", "DUGOUT_HOSTS"} <= example & set(compose["services"]["web"]["environment"])


@pytest.mark.parametrize("name", ["dugout-web.service", "dugout-worker.service", "dugout-backup.service"])
def test_a_unit_runs_as_a_user_who_can_write_only_the_data(name: str) -> None:
    service = unit(name)["Service"]
    assert service["User"] == "dugout"
    assert service["ProtectSystem"] == "strict"
    assert service["StateDirectory"] == "dugout"
    assert "DUGOUT_VAR=/var/lib/dugout" in (DEPLOY / "dugout.env.example").read_text()


@pytest.mark.parametrize(("name", "refused"), [("dugout-web.service", "3"), ("dugout-worker.service", "78")])
def test_a_unit_whose_process_ends_is_started_again_at_once_and_never_given_up(name: str, refused: str) -> None:
    service = unit(name)["Service"]
    assert (service["Restart"], service["RestartSec"]) == ("always", "200ms")
    assert unit(name)["Unit"]["StartLimitIntervalSec"] == "0"
    assert service["KillMode"] == "mixed", "what a killed process leaves behind is killed too, without waiting for it"
    assert service["RestartPreventExitStatus"] == refused


@pytest.mark.parametrize("name", ["dugout-web.service", "dugout-worker.service", "dugout-backup.service"])
def test_a_unit_starts_an_existing_program(name: str) -> None:
    lines = re.findall(r"^ExecStart=(.+)$", (DEPLOY / "systemd" / name).read_text().replace("\\\n", " "), re.MULTILINE)
    assert lines
    for line in lines:
        program, *arguments = shlex.split(line)
        if arguments[0] == "manage.py":
            assert arguments[1] in get_commands()
        elif program.endswith("python"):
            assert arguments[1] in ("gunicorn", "celery")


@pytest.mark.parametrize("name", ["dugout-web.service", "dugout-worker.service", "dugout-backup.service"])
def test_systemd_replaces_nothing_in_the_command_lines_of_a_unit(name: str) -> None:
    """Celery's `%h` is the machine's name; systemd's would be the home of root, the same on every machine."""
    lines = re.findall(r"^ExecStart=(.+)$", (DEPLOY / "systemd" / name).read_text().replace("\\\n", " "), re.MULTILINE)
    assert lines
    assert not [line for line in lines if "%" in line.replace("%%", "")]


def test_code_that_its_user_cannot_write_is_compiled_when_it_is_installed() -> None:
    """Else each start compiles all modules: under systemd it took 3.4 s instead of 2.5."""
    document = (settings.BASE_DIR / "docs" / "deploy.md").read_text()
    installs = re.findall(r"^.*pip install -r .*$", document, re.MULTILINE)
    assert len(installs) == len(re.findall(r"^.*-m compileall .*$", document, re.MULTILINE)) == 2
    assert "-m compileall" in (DEPLOY / "Dockerfile").read_text()


def test_every_command_that_the_documents_name_exists() -> None:
    named = set()
    for document in (settings.BASE_DIR / "README.md", settings.BASE_DIR / "docs" / "deploy.md"):
        named |= set(re.findall(r"manage\.py ([a-z_]+)", document.read_text()))
    assert {"backup", "restore", "migrate"} <= named
    assert named <= set(get_commands())
