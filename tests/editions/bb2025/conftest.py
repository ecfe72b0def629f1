"""The book as its tables have it, read once for each module."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.book.book import Book
from rules.book.reading import read_book
from rules.editions.bb2025.tables import Tables

DATA = Path(__file__).resolve().parents[3] / "rules" / "editions" / "bb2025"


@pytest.fixture(scope="module")
def book() -> Book:
    return read_book(DATA, own=Tables)
