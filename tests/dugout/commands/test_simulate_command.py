"""``manage.py simulate``: what it prints and writes, and that the number of processes makes no difference."""

import csv
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from rules.editions import EDITIONS
from rules.simulation import simulation

SMALL = ("--teams", "4", "--rounds", "2", "--seasons", "6")


def run(*arguments: object) -> tuple[str, str]:
    """What the command prints as its result, and as its progress."""
    out, err = StringIO(), StringIO()
    call_command("simulate", *SMALL, *map(str, arguments), stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_one_and_two_processes_give_the_same_figures() -> None:
    alone, _progress = run("--processes", 1)
    together, _progress = run("--processes", 2)
    assert alone == together
    assert run("--processes", 1, "--seed", 2)[0] != alone


def test_every_measure_has_a_table_with_a_row_for_each_round() -> None:
    out, progress = run("--processes", 1)
    assert "6 seasons of 2 rounds, each with 4 new teams of random lists; seed 1" in out
    assert "A: pbbl-1.10, as in the book" in out and "B:" not in out
    assert "Team value (gp)\nround" in out and "Deaths so far\nround" in out
    tables = out.split("\n\n")[1:]
    assert len(tables) == 6
    assert all([line.split()[0] for line in table.splitlines()[2:]] == ["0", "1", "2"] for table in tables)
    assert progress.splitlines()[-1] == "6 of 6 seasons"


def test_house_rules_of_every_type_are_typed_and_compared() -> None:
    excluded = EDITIONS[0].book.options["excluded_inducements"].choices[0][0]
    house = ("starting_treasury=1200000", "free_fan_factor=yes", f"excluded_inducements={excluded}")
    against = ("starting_treasury=2000000", "special_play_cards=off")
    out, _progress = run("--processes", 1, "--house", *house, "--against", *against)
    assert f"A: pbbl-1.10, {' '.join(house)}" in out
    assert "B: pbbl-1.10, starting_treasury=2000000" in out
    value = out.split("\n\n")[1].splitlines()
    assert value[1].split() == ["round", "A", "B"]
    rich, poor = (int(value[2].split()[cell].replace(",", "")) for cell in (5, 2))
    assert rich > 1_500_000 > poor


def test_without_house_rules_the_second_setting_is_the_book() -> None:
    out, _progress = run("--processes", 1, "--house", "starting_treasury=1200000", "--against")
    assert "B: pbbl-1.10, as in the book" in out


def test_the_file_has_all_figures(tmp_path: Path) -> None:
    file = tmp_path / "figures.csv"
    run("--processes", 1, "--against", "--csv", file)
    heading, *rows = csv.reader(file.read_text(encoding="utf-8").splitlines())
    assert heading == ["measure", "unit", "setting", "round", "lower quartile", "median", "upper quartile"]
    assert len(rows) == 2 * 6 * 3
    assert rows[0] == ["Team value", "gp", "A", "0", *rows[0][4:]]
    figures = {letter: [(row[0], row[3:]) for row in rows if row[2] == letter] for letter in "AB"}
    assert figures["A"] == figures["B"], "both are the book"


def test_too_little_gold_names_the_lists() -> None:
    with pytest.raises(CommandError, match=r"too little for these lists: .*Human"):
        run("--house", "starting_treasury=330000")


def test_a_season_that_cannot_be_played_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation.Coach, "induce", lambda _coach, _args: [{"kind": "no such thing", "count": 1}])
    with pytest.raises(CommandError, match="could not be played: a pre-match refused an answer"):
        run("--processes", 1)
