"""Paper sizes: A4 and US Letter."""

from dataclasses import dataclass

MARGIN = 26.0  # points, 9 mm: home printers cannot print nearer to the edge


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper; width and height in points of 1/72 inch."""

    name: str
    width: float
    height: float

    @property
    def turned(self) -> "Paper":
        """The same sheet in landscape if it is portrait, else in portrait."""
        return Paper(self.name, self.height, self.width)

    @property
    def doubled(self) -> "Paper":
        """An upright sheet of twice the area, for posters: two of these side by side."""
        return Paper(DOUBLED.get(self.name, self.name), self.height, 2 * self.width)


A4 = Paper("A4", 595.28, 841.89)
LETTER = Paper("Letter", 612.0, 792.0)
DOUBLED = {"A4": "A3", "Letter": "Tabloid"}
PAPERS = {paper.name.lower(): paper for paper in (A4, LETTER)}


def paper_named(name: str) -> Paper:
    """The sheet with that name, upright; capitals do not matter. Raises ValueError, which lists all names."""
    try:
        return PAPERS[name.lower()]
    except KeyError:
        names = ", ".join(paper.name for paper in PAPERS.values())
        raise ValueError(f"There is no paper size {name!r}; choose one of {names}.") from None
