"""The options of a book: what a league can choose, and what the book has by itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.book.entered.lists import MOST_LISTS
from rules.book.entered.stars import MOST_STARS
from rules.book.entered.tiers import HIGHEST, LOWEST
from rules.book.rows.options import LISTS, PACK, STARS, TIERS, Option
from rules.guide.document import Cell, Column, Page, Piece, Row, Section, Source, anchor_of
from rules.guide.drawing import Drawing
from rules.guide.packs import packs_section

PARTS: Mapping[str, str] = {
    "teams": "Teams and league",
    "before": "Before a match",
    "cards": "Special play cards",
    "after": "During and after a match",
    "pitch": "Agreements about play",
}
COLUMNS = (
    Column(key="help", label="What it changes", words=True),
    Column(key="default", label="In the book"),
    Column(key="choices", label="A league can choose"),
)


def options_page(drawing: Drawing) -> Iterator[Page]:
    """The options that a league can set, by the part of the game; none if the book has none."""
    offered = [option for option in drawing.book.options.values() if option.offered]
    sections = [
        Section(
            anchor=f"options-{part}",
            title=title,
            columns=COLUMNS,
            heading="Option",
            rows=tuple(_row(option) for option in offered if option.part == part),
        )
        for part, title in PARTS.items()
    ]
    found = tuple(section for section in (*sections, packs_section(drawing.book)) if section.rows)
    if found:
        about = "What the commissioner of a league can change. Leagues that change nothing play by the book."
        yield Page(key="options", title="Options of a league", about=about, sections=found)


def _row(option: Option) -> Row:
    return Row(
        anchor=anchor_of(option.name),
        title=option.label,
        cells=((Piece(option.help),), (Piece(value_in_words(option, option.default)),), choices(option)),
        source=Source(
            rule=option.rule, pages=(option.page,) if option.page else (), doubt=getattr(option, "doubt", "")
        ),
    )


def choices(option: Option) -> Cell:
    """What can be chosen, in words."""
    if option.type == "integer":
        assert option.minimum is not None and option.maximum is not None and option.step is not None
        return (Piece(f"{option.minimum:,} to {option.maximum:,}, by {option.step:,}"),)
    if option.type == "boolean":
        return (Piece("yes or no"),)
    if option.type == PACK:
        return (Piece("a pack"),)
    if option.type == LISTS:
        return (Piece(f"up to {MOST_LISTS} team lists"),)
    if option.type == TIERS:
        return (Piece(f"{LOWEST} to {HIGHEST} for each team list"),)
    if option.type == STARS:
        kinds = (
            f" Kinds of stars: {', '.join(str(label) for _value, label in option.choices)}." if option.choices else ""
        )
        return (Piece(f"up to {MOST_STARS} stars, one a line.{kinds}"),)
    some = "some of: " if option.type == "choices" else ""
    return (Piece(some + "; ".join(str(label) for _value, label in option.choices)),)


def value_in_words(option: Option, value: object) -> str:
    """A value of an option as pages say it."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, int):
        return f"{value:,}"
    labels = dict(option.choices)
    if isinstance(value, tuple):
        return ", ".join(str(labels.get(each, each)) for each in value) or "None"
    return labels.get(str(value), str(value))
