"""The figures of one or two simulated settings side by side, as rows for pages and files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules.simulation.economy import Curve, Spread

LETTERS = "AB"
"""What the settings are called, in their order."""
Spreads = tuple[Spread, ...]
"""A spread for each round, from round 0 on."""
HEADING = ("measure", "unit", "setting", "round", "lower quartile", "median", "upper quartile")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One measure in each setting; None for a setting whose book does not have it."""

    key: str
    name: str
    unit: str
    settings: tuple[Spreads | None, ...]

    @property
    def rounds(self) -> range:
        """The numbers of the rounds; 0 is before the first match."""
        return range(max(len(spreads) for spreads in self.settings if spreads))


def compared(found: Sequence[Sequence[Curve]]) -> tuple[Compared, ...]:
    """The curves of each setting by measure, in the order of the first setting.

    Measures with different names or units are different measures.
    """
    by_setting = [{_kind(curve): curve.spreads for curve in curves} for curves in found]
    kinds = dict.fromkeys(kind for one in by_setting for kind in one)
    return tuple(
        Compared(key=key, name=name, unit=unit, settings=tuple(one.get((key, name, unit)) for one in by_setting))
        for key, name, unit in kinds
    )


def _kind(curve: Curve) -> tuple[str, str, str]:
    return curve.measure.key, curve.measure.name, curve.measure.unit


def csv_rows(rows: Sequence[Compared]) -> Iterator[Sequence[object]]:
    """All figures, one row for each round of a measure in a setting, after a heading."""
    yield HEADING
    for row in rows:
        for letter, spreads in zip(LETTERS, row.settings, strict=False):
            for number, one in enumerate(spreads or ()):
                yield row.name, row.unit, letter, number, one.low, one.median, one.high


def as_json(rows: Sequence[Compared]) -> list[dict[str, Any]]:
    """The rows as JSON."""
    return [
        {
            "key": row.key,
            "name": row.name,
            "unit": row.unit,
            "settings": [
                None if spreads is None else [[one.low, one.median, one.high] for one in spreads]
                for spreads in row.settings
            ],
        }
        for row in rows
    ]


def from_json(data: Sequence[dict[str, Any]]) -> tuple[Compared, ...]:
    """The rows that ``as_json`` wrote."""
    return tuple(
        Compared(
            key=row["key"],
            name=row["name"],
            unit=row["unit"],
            settings=tuple(
                None
                if spreads is None
                else tuple(Spread(low=low, median=median, high=high) for low, median, high in spreads)
                for spreads in row["settings"]
            ),
        )
        for row in data
    )
