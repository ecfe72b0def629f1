"""Figures of releases are kept, and compared as if both were measured on the same machine."""

from pathlib import Path

import pytest

from benchmarks import history
from benchmarks.measuring import Measured, Task, in_rounds, show


def line(name: str, processor: float) -> Measured:
    return Measured(name=name, times=(processor + 1,), processor=(processor,), queries=3)


def test_the_last_release_is_compared_at_the_pace_of_this_machine(tmp_path: Path) -> None:
    file = tmp_path / "history.csv"
    assert history.last_release(10, file) == {}
    history.add("0.1", 10, {"demo": [line("teams:team", 40)]}, file)
    history.add("0.2", 20, {"demo": [line("teams:team", 30), line("home", 8)], "work": [line("roster PDF", 5)]}, file)
    assert history.last_release(10, file) == {"demo": {"teams:team": 15, "home": 4}, "work": {"roster PDF": 2.5}}
    said: list[str] = []
    show("Pages", [line("teams:team", 12), line("new", 1)], said.append, last={"teams:team": 15})
    assert "   0.80 " in next(row for row in said if row.endswith("teams:team"))
    assert " – " in next(row for row in said if row.endswith("new"))


@pytest.mark.django_db
def test_tasks_take_turns_in_rounds() -> None:
    done: list[str] = []
    tasks = [Task(name=name, work=lambda name=name: done.append(name)) for name in ("a", "b")]
    lines = in_rounds(tasks, times=10, warm=1)
    assert "".join(done) == "ab" + "aabb" * 5
    assert [len(each.times) for each in lines] == [10, 10]
    done.clear()
    in_rounds(tasks, times=1, warm=0)
    assert done == ["a", "b"]


def test_figures_of_the_same_machine_are_read_as_they_were_added(tmp_path: Path) -> None:
    file = tmp_path / "history.csv"
    here = history.pace()
    history.add("0.1", here, {"demo": [line("matches:team", 40)]}, file)
    assert history.last_release(here, file)["demo"]["matches:team"] == pytest.approx(40, rel=0.05)
