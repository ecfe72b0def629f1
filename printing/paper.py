"""The sheets of paper people have: A4 and US Letter."""

from dataclasses import dataclass

MARGIN = 26.0  # points, 9 mm: what home printers leave alone


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet as it is held, in points of 1/72 inch."""

    name: str
    width: float
    height: float

    @property
    def turned(self) -> "Paper":
        """The same sheet turned by a quarter: landscape of a portrait sheet."""
        return Paper(self.name, self.height, self.width)


A4 = Paper("A4", 595.28, 841.89)
LETTER = Paper("Letter", 612.0, 792.0)
PAPERS = {paper.name.lower(): paper for paper in (A4, LETTER)}


def paper_named(name: str) -> Paper:
    """The sheet of that name, upright, in capitals or not. ValueError, with the list of what exists, for any other."""
    try:
        return PAPERS[name.lower()]
    except KeyError:
        names = ", ".join(paper.name for paper in PAPERS.values())
        raise ValueError(f"There is no paper size {name!r}; choose one of {names}.") from None
