"""Numbers of an edition that cannot be, that have no page, or that are uncertain without a doubt, are refused."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.book.numbers import numbers_of, rows_in, tables_of
from rules.book.reading import read_book
from rules.book.rows.doubt import Doubtful
from rules.book.toml_tables import BookError
from tests.rules.book.edited import DATA, edit, folder
from tests.rules.build import PBBL

__all__ = ["folder"]

BROKEN = [
    # file, old text, new text, and the message
    ("creation.toml", "price = 10_000\nrule", "price = -10\nrule",
     'staff / "assistant_coach": price: -10 cannot be; it must be 0, or from 100 to 10000000 gp'),
    ("creation.toml", "price = 10_000\nrule", "price = 10\nrule",
     'staff / "assistant_coach": price: 10 cannot be; it must be 0, or from 100 to 10000000 gp'),
    ("creation.toml", "price = 50_000\nmaximum = 1", "price = 50_000_000\nmaximum = 1",
     'staff / "apothecary": price: 50000000 cannot be; it must be 0, or from 100 to 10000000 gp'),
    ("creation.toml", "minimum_players = 11", "minimum_players = -11",
     "creation: minimum_players: -11 cannot be; it must be from 0 to 10000000"),
    ("creation.toml", "page = 17", "page = 0", "creation: page: 0 cannot be; it must be a page from 1 to 999"),
    ("creation.toml", "page = 17", "page = 1700", "creation: page: 1700 cannot be; it must be a page from 1 to 999"),
    ("book.toml", "C1 = 17", "C1 = 0", "pages: C1: 0 cannot be; it must be a page from 1 to 999"),
    ("team_lists.toml", "\ncost = 50_000", "\ncost = 50",
     'lists / "Amazon: Linewoman": cost: 50 cannot be; it must be 0, or from 100 to 10000000 gp'),
    ("team_lists.toml", "AV = 7", "AV = 70",
     'lists / "Amazon: Linewoman": profile.AV: 70 cannot be; it must be from 1 to 10'),
    ("stars.toml", "AG = 3", "AG = -3",
     'stars / "Bomber Dribblesnot": profile.AG: -3 cannot be; it must be from 1 to 10'),
    ("stars.toml", "doubt = ", "note = ",
     'stars / "Barik Farblast": doubt: missing key: the confidence is medium, so say why'),
    ("stars.toml", 'confidence = "medium"', 'confidence = "so-so"',
     'stars / "Barik Farblast": confidence: "so-so" is none of high, medium, low'),
    ("inducements.toml", "Halfling = 100_000", "Halfling = 1",
     'inducements / "halfling_master_chef": prices_by_list.Halfling: 1 cannot be; '
     "it must be 0, or from 100 to 10000000 gp"),
    ("inducements.toml", "more_pages = [37, 41]", "more_pages = [37, 0]",
     'inducements / "wizard": more_pages: 0 cannot be; it must be a page from 1 to 999'),
    ("post_match_tables.toml", "die = 6\nunit", "die = 1\nunit",
     "winnings: die: 1 cannot be; it must be a die of 2 to 100 faces"),
    ("post_match_tables.toml", "die = 6\nunit", "die = 0\nunit",
     "winnings: die: 0 cannot be; it must be a die of 2 to 100 faces"),
    ("post_match_tables.toml", "leaving_up_to = 3", "leaving_up_to = 9",
     "conceding: leaving_die: must not be less than leaving_up_to, 9"),
    ("creation.toml", "maximum_players = 16", "maximum_players = 10",
     "creation: maximum_players: must not be less than minimum_players, 11"),
    ("post_match_tables.toml", "[fan_factor_roll]\ndice = [6, 6]", "[fan_factor_roll]\ndice = [6, 600]",
     "fan_factor_roll: dice: 600 cannot be; it must be a die of 2 to 100 faces"),
    ("creation.toml", 'name = "Cheerleader"', 'name = ""', 'staff / "cheerleader": name: must not be empty'),
    ("match_tables.toml", "healer_page = 36", "healer_page = 0",
     "healing: healer_page: 0 cannot be; it must be a page from 1 to 999"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "message"), BROKEN, ids=[row[2] for row in BROKEN])
def test_a_number_that_cannot_be_is_refused_with_what_would_fit(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    edit(folder, file, old, new)
    with pytest.raises(BookError) as refused:
        read_book(folder)
    assert str(refused.value) == f"{file}: {message}"


@dataclass(frozen=True, kw_only=True)
class Alms(Doubtful):
    """A row without a page."""

    least: int


@dataclass(frozen=True, kw_only=True)
class Tables:
    """The own tables of an edition, for these tests."""

    alms: Alms


def test_a_number_of_an_own_table_needs_a_page_or_a_source(folder: Path) -> None:
    (folder / "alms.toml").write_text("[alms]\nleast = 3\n", encoding="utf-8")
    with pytest.raises(BookError) as refused:
        read_book(folder, own=Tables)
    problem = "missing key: least has no page, and no row around it has one"
    assert str(refused.value) == f"alms.toml: alms: page: {problem}"
    (folder / "alms.toml").write_text('[alms]\nleast = 3\nsource = "An old almanac"\n', encoding="utf-8")
    assert read_book(folder, own=Tables).own.alms.least == 3


def test_a_statement_that_is_on_no_page_states_its_source(folder: Path) -> None:
    edit(folder, "book.toml", "C1 = 17", "C1 = 0")
    edit(folder, "book.toml", "[statements]", '[sources]\nC1 = "An old almanac"\n\n[statements]')
    assert read_book(folder).sources == {"C1": "An old almanac"}


def test_what_the_source_of_the_pbbl_lost_has_a_doubt() -> None:
    book = PBBL.book
    assert "lost in the source" in book.inducements["bloodweiser_babes"].doubt
    assert [level.minimum for level in book.levels if level.doubt] == [16, 31, 51, 76]
    assert [row.key for row in book.casualties if row.doubt] == ["badly_hurt", "dead"]
    assert [row.key for row in book.weather if row.doubt] == ["nice"]
    assert "out of order" in book.improvement.doubt
    assert [(each.win, each.loss) for each in book.points_schemes if each.doubt] == [(3, 1)]


def test_every_row_of_the_book_is_gone_through() -> None:
    rows = [(table, row) for table, value in tables_of(PBBL.book) for row, _name, _around in rows_in(value)]
    assert {"lists", "stars", "improvement", "trophies", "profile", "creation"} <= {table for table, _row in rows}
    assert sum(len(list(numbers_of(table, row, ""))) for table, row in rows) > 1_900
    assert len([row for table, row in rows if table == "lists"]) == 21 + 87
    assert all(DATA.joinpath(file).is_file() for file in PBBL.book.files.values())
