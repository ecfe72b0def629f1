"""Lines across a table: who stands above one is in for what it says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from competitions.models import Competition
from competitions.ranking.lines import Line


class CutLine(NamedTuple):
    """A line across the table: who stands above it, at ``after`` or better, is in for what ``label`` says."""

    after: int
    label: str


def cut_lines_of(competition: Competition) -> list[CutLine]:
    """The lines across a competition's table, the highest first."""
    return [CutLine(after=int(line["after"]), label=str(line["label"])) for line in competition.cut_lines]


class Cut(NamedTuple):
    """A line where it stands in a table; ``open`` where the teams above and below it share a rank."""

    label: str
    open: bool


def cuts_in(lines: Sequence[Line], cut_lines: Sequence[CutLine]) -> dict[int, Cut]:
    """The lines by the place (from 0) of the row above them; those that stand below the whole table are left out."""
    found = {}
    for cut in cut_lines:
        if cut.after <= len(lines) and lines[cut.after - 1].rank is not None:
            above, below = lines[cut.after - 1], lines[cut.after] if cut.after < len(lines) else None
            found[cut.after - 1] = Cut(label=cut.label, open=below is not None and above.rank == below.rank)
    return found
