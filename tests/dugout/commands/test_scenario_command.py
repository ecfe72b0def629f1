"""``manage.py scenario``: what it prints and how it ends, for files that pass, differ or cannot be read."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

GOOD = """
- title: A legal team
  do: found
  teams: {home: {list: Human, players: [{position: Lineman, count: 11}]}}
  expect: {legal: true, cost: 550000}
"""


def run(*paths: Path) -> tuple[str, int]:
    """What the command prints, and its exit status."""
    out = StringIO()
    try:
        call_command("scenario", *map(str, paths), stdout=out)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


def test_it_ends_with_a_count(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "one.yaml").write_text(GOOD)
    (tmp_path / "deep" / "two.yml").write_text(GOOD)
    assert run(tmp_path) == ("2 passed, 0 failed\n", 0)
    assert run(tmp_path / "one.yaml", tmp_path) == ("3 passed, 0 failed\n", 0)


def test_a_difference_shows_what_was_expected_and_what_was_found(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(GOOD + GOOD.replace("550000", "560000").replace("legal: true", "legal: false"))
    out, status = run(tmp_path)
    assert status == 1
    assert "one.yaml: A legal team\n" in out
    assert "    legal: expected False, found True\n" in out
    assert "    cost: expected 560000, found 550000\n" in out
    assert out.endswith("1 passed, 1 failed\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("- title: [", "cannot be read as YAML"),
        ("\x00", "cannot be read as YAML"),
        ("", "a scenario file is a list"),
        ("title: alone", "a scenario file is a list"),
        ("- just a text", "a scenario is a mapping"),
        (GOOD.replace("do:", "doo:"), "unknown key 'doo'"),
        (GOOD.replace("count: 11", "count: many"), "not the form of a scenario"),
        (GOOD.replace("teams:", "rules: [C1]\n  house_rules: {mvp: 7}\n  teams:"), "mvp"),
        (GOOD.replace("{home: {list: Human, players: [{position: Lineman, count: 11}]}}", "[]"), "not the form"),
        (GOOD.replace("  teams: {home: {list: Human, players: [{position: Lineman, count: 11}]}}\n", ""), "teams"),
    ],
)
def test_a_file_that_cannot_be_played_says_why(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "bad.yaml").write_text(text)
    out, status = run(tmp_path)
    assert status == 1
    assert "bad.yaml" in out and words in out
    assert out.endswith("0 passed, 1 failed\n")


def test_a_binary_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(b"\xff\xfe\x00")
    out, status = run(tmp_path)
    assert status == 1 and "cannot be read" in out


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no such file or folder"):
        call_command("scenario", str(tmp_path / "nothing"))
