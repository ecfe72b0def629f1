"""The fingerprint of the code changes with every file that pages, prints and tables are made by."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings

from web.fingerprint import code, fingerprint, rooms


def test_any_change_of_a_name_or_content_changes_the_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    one = tmp_path / "deep" / "one.py"
    one.write_text("a = 1")
    known = {fingerprint([tmp_path])}
    for name in ("two.py", "lists.toml", "page.html", "words.json", "rows.csv", "page.css", "page.js"):
        for content in ("", "more"):
            (tmp_path / "deep" / name).write_text(content)
            known.add(fingerprint([tmp_path]))
    one.rename(tmp_path / "deep" / "renamed.py")
    known.add(fingerprint([tmp_path]))
    assert len(known) == 16
    (tmp_path / "notes.txt").write_text("no code")
    assert fingerprint([tmp_path]) in known


def test_a_change_of_the_same_size_and_time_changes_the_fingerprint(tmp_path: Path) -> None:
    """Two builds of an image may give all files one date, and a corrected digit keeps the size."""
    one = tmp_path / "one.py"
    one.write_text("cost = 50_000")
    os.utime(one, (1, 1))
    before = fingerprint([tmp_path])
    one.write_text("cost = 60_000")
    os.utime(one, (1, 1))
    assert fingerprint([tmp_path]) != before


def test_the_time_of_a_file_alone_does_not_change_the_fingerprint(tmp_path: Path) -> None:
    one = tmp_path / "one.py"
    one.write_text("cost = 50_000")
    before = fingerprint([tmp_path])
    os.utime(one, (1, 1))
    assert fingerprint([tmp_path]) == before


def test_the_fingerprint_of_the_code_is_of_all_rooms_and_the_templates() -> None:
    names = [room.name for room in rooms()]
    assert {"rules", "leagues", "matches", "competitions", "printing", "web", "templates", "static"} <= set(names)
    assert not {"tests", "benchmarks"} & set(names)
    assert {path.parent.name for path in settings.BASE_DIR.glob("*/apps.py")} <= set(names)
    assert code() == fingerprint(rooms())
