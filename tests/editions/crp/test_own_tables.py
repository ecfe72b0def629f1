"""The edition's own tables: what does not fit in them is refused when the book is read."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rules.book.reading import read_book
from rules.book.toml_tables import BookError
from rules.editions import crp
from rules.editions.crp.tables import Tables
from tests.rules.book.edited import edit

POOR = 'gold = 100_000, results = ["minor", "none", "none", "none", "none", "none"]'
BROKEN = [
    ("post_match_tables.toml", "won_dice = [6, 6, 6]", "won_dice = []", "fan_rolls: won_dice: needs a die"),
    ("post_match_tables.toml", "won_dice = [6, 6, 6]", "won_dice = [6, 0]",
     "fan_rolls: won_dice: 0 cannot be; it must be a die of 2 to 100 faces"),
    ("post_match_tables.toml", POOR, POOR.replace("minor", "minr"),
     'mistakes: results: "minr" is none of none, minor, major, catastrophe'),
    ("post_match_tables.toml", POOR, POOR.replace('"minor", ', ""),
     "mistakes: results: must be 6, one for each face, not 5"),
    ("post_match_tables.toml", "gold = 200_000", "gold = 100_000",
     "mistakes: gold: must rise, not [100000, 100000, 300000, 400000, 500000, 600000]"),
    ("cards.toml", "counts = [1, 2,", "counts = [1,", "free_cards: counts: must be 6, one for each face, not 5"),
    ("cards.toml", 'limited_deck = "Magic Items"', 'limited_deck = "Magic"',
     'free_cards: limited_deck: "Magic" is none of Miscellaneous Mayhem, Special Team Plays, Magic Items, '
     "Dirty Tricks, Good Karma, Random Events, Desperate Measures"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "message"), BROKEN, ids=[row[3] for row in BROKEN])
def test_what_does_not_fit_is_refused_with_file_table_and_key(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    for path in Path(str(crp.__file__)).parent.glob("*.toml"):
        shutil.copy(path, tmp_path)
    edit(tmp_path, file, old, new)
    with pytest.raises(BookError) as refused:
        read_book(tmp_path, own=Tables)
    assert str(refused.value) == f"{file}: {message}"
