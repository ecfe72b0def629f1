"""What a match's page tells of rolls and points of Blood Bowl 2025: also of a roll that brought nothing."""

from __future__ import annotations

from typing import Any

import pytest

from rules.editions.bb2025 import EDITION
from rules.journal import Entry, PointsEarned
from rules.sequence.explanations import Figure
from rules.team.team_run import TeamRun
from rules.words.entries import say_entry
from rules.words.words import say_figure
from tests.editions.bb2025.by_hand import ALL, played


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Figure | Entry]:
    """All figures and entries of the sequences that a test plays."""
    found: list[Figure | Entry] = []
    explain, record = TeamRun.explain, TeamRun.record

    def note_figure(run: Any, figure: Figure) -> None:
        found.append(figure)
        explain(run, figure)

    def note_entries(run: Any, *entries: Entry) -> None:
        found.extend(entries)
        record(run, *entries)

    monkeypatch.setattr(TeamRun, "explain", note_figure)
    monkeypatch.setattr(TeamRun, "record", note_entries)
    return found


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Not on a three (K6)", "rolled 3: no hatred"),
        ("Getting even on a four gives the hatred of an Orc (K6)", "rolled 4 and hates: Orc"),
    ],
)
def test_a_roll_to_get_even_is_told_whatever_it_shows(title: str, words: str, told: list[Figure | Entry]) -> None:
    assert not played(ALL[f"casualties: {title}"])
    (figure,) = [each for each in told if isinstance(each, Figure) and each.id == "getting_even"]
    assert words in say_figure(figure, book=EDITION.book)


@pytest.mark.parametrize(
    ("title", "prayer"),
    [
        ("With Perfect Passing a completion earns 2 (P7)", "Perfect Passing"),
        ("With Fouling Frenzy one by a foul does (P7)", "Fouling Frenzy"),
    ],
)
def test_points_by_a_prayer_name_it(title: str, prayer: str, told: list[Figure | Entry]) -> None:
    assert not played(ALL[f"after: {title}"])
    paid = [each for each in told if isinstance(each, PointsEarned) and each.by]
    assert paid and all(say_entry(each, book=EDITION.book).endswith(f"SPP more by {prayer}") for each in paid)
