"""A copy of an edition's files, for a test to break."""

from __future__ import annotations

import pickle
import shutil
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import tomli

from rules.book import toml_tables

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "pbbl_1_10"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the data, for a test to break; the types of its rows are read again."""
    monkeypatch.setattr(toml_tables, "HINTS", {})
    reader = SimpleNamespace(loads=parsed, TOMLDecodeError=tomli.TOMLDecodeError)
    monkeypatch.setattr(toml_tables, "tomli", reader)
    copied = tmp_path / "edition"
    copied.mkdir()
    for path in DATA.glob("*.toml"):
        shutil.copy(path, copied)
    return copied


def parsed(text: str) -> Any:
    """The tables of a file, parsed once for all tests: each test breaks only one file."""
    return pickle.loads(pickled(text))


@cache
def pickled(text: str) -> bytes:
    return pickle.dumps(tomli.loads(text))


def edit(folder: Path, file: str, old: str, new: str) -> None:
    """Replaces the first `old` in a file; it must exist."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
