"""Every command refuses wrong arguments with a message and an exit code, never with a traceback."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import execute_from_command_line, get_commands
from django.db import OperationalError

import manage
from tests.dugout.elsewhere import installation

NONSENSE = {
    "audit": [["anything"], ["--nothing"], ["--head", "{missing}"], ["--head", "{folder}"], ["--head", "{binary}"]],
    "backup": [["a", "b"], ["--nothing"]],
    "check_figures": [["no-such-league"], ["a", "b"]],
    "contact_sheet": [
        [],
        ["{missing}", "--as", "nobody"],
        ["{missing}", "--only", "no:route"],
        ["{missing}", "--size"],
        ["{missing}", "--check"],
    ],
    "demo": [["--rounds", "99"], ["--rounds", "few"], ["--seed", "x"]],
    "import_results": [[], ["{missing}"], ["{folder}"], ["{binary}"], ["{binary}", "--commissioner", "nobody"]],
    "jobs": [["nothing"], ["show"], ["show", "nothing"], ["retry"], ["list", "--state", "odd"]],
    "rebuild_figures": [["no-such-league"], ["a", "b"]],
    "restore": [[], ["{missing}"], ["{folder}"], ["{binary}"]],
    "scenario": [[], ["{missing}"], ["{binary}"]],
    "simulate": [
        ["anything"],
        ["--edition", "none"],
        ["--teams", "1"],
        ["--seasons", "many"],
        ["--house", "nonsense"],
        ["--house", "mvp=nonsense"],
        ["--against", "nonsense=1"],
        ["--house", "starting_treasury=330000"],
        ["--seasons", "1", "--rounds", "1", "--processes", "1", "--csv", "{missing}/file.csv"],
    ],
    "up": [["anything"], ["--port", "80"]],
    "write_guide": [["anything"], ["--folder", "{missing}"], ["--folder", "{binary}"]],
}
WITHOUT_TABLES = {
    "audit": [],
    "backup": [],
    "check_figures": [],
    "demo": [],
    "contact_sheet": ["pictures"],
    "import_results": ["records.json"],
    "jobs": [],
    "rebuild_figures": [],
}
"""Commands that need what a database holds, with arguments that would be right."""
SPOIL = (
    "from pathlib import Path; from django.db import connection; "
    "connection.close(); Path({path!r}).write_bytes(b'not a database' * 100)"
)
NEEDS_NONE = {"restore", "scenario", "simulate", "up", "write_guide"}


def ours() -> set[str]:
    """Dugout's own commands."""
    rooms = {path.parent.name for path in settings.BASE_DIR.glob("*/apps.py")}
    return {name for name, app in get_commands().items() if app in rooms}


def test_no_command_is_left_out() -> None:
    assert set(NONSENSE) == ours()
    assert set(WITHOUT_TABLES) | NEEDS_NONE == ours()


@pytest.fixture
def places(tmp_path: Path) -> Iterator[dict[str, str]]:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x00\xff{[")
    return {"missing": str(tmp_path / "missing"), "folder": str(tmp_path), "binary": str(binary)}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "arguments"), [(name, arguments) for name, many in NONSENSE.items() for arguments in many]
)
def test_bad_arguments_are_refused_with_a_message(
    command: str, arguments: list[str], places: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        execute_from_command_line(["manage.py", command, *(each.format(**places) for each in arguments)])
    assert end.value.code not in (0, None)
    said = "".join(capsys.readouterr())
    assert "Traceback" not in said and said.strip()


@pytest.mark.costly
def test_a_command_without_data_says_what_is_missing_and_what_to_do(tmp_path: Path) -> None:
    """In one process, since starting one takes time; one of Django's commands, and a file that is no database, too."""
    commands = [*([name, *arguments] for name, arguments in WITHOUT_TABLES.items()), ["changepassword", "olga"]]
    with installation(tmp_path) as place:
        spoil = ["shell", "-v0", "-c", SPOIL.format(path=str(place.var / "dugout.sqlite3"))]
        spoiled = [spoil, ["jobs"], ["audit"], ["backup"]] if settings.EMBEDDED else []
        done = place.manage_in_turn(*commands, *commands, *spoiled)
    first, again, ends = done[: len(commands)], done[len(commands) : 2 * len(commands)], done[2 * len(commands) + 1 :]
    for done in first:
        assert done.returncode == 1 and "Traceback" not in done.stderr, done
        assert "the database is empty" in done.stderr, done
        if done.args[0] in WITHOUT_TABLES:
            assert done.stdout == "" and len(done.stderr.strip().splitlines()) == 1, done
        if done.args != ["backup"]:
            assert "script/server" in done.stderr and "DUGOUT_VAR" in done.stderr, done
    assert [done.stderr for done in again] == [done.stderr for done in first], "one of them has created tables"
    assert len(ends) == len(spoiled[1:])
    for done in ends:
        assert done.returncode == 1 and "Traceback" not in done.stderr, done
        assert "the database does not answer: file is not a database" in done.stderr, done


@pytest.mark.django_db
def test_a_database_error_during_a_command_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(arguments: list[str]) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("django.core.management.execute_from_command_line", fail)
    monkeypatch.setattr(sys, "argv", ["manage.py", "audit"])
    with pytest.raises(SystemExit, match="CommandError: the database refused the command: database is locked"):
        manage.main()
    monkeypatch.setattr(sys, "argv", ["manage.py", "audit", "--traceback"])
    with pytest.raises(OperationalError):
        manage.main()
