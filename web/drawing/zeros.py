"""How a table of figures shows that there is nothing: a zero is a dot to the eye, which finds the others faster.

The rule, for every table on a page: a figure that counts, adds up or shares out something (deeds, matches, points,
players, per cent) goes through `dotted`. A zero stays a zero where it says what happened or what there is: a score
(2-0), a die, gold, a rating, a figure beside its name, something to type, the heading of a row. Who listens to a page
or copies it gets "0": only the style sheet draws the dot (``components/tables_said.css``). CSV and PDFs have "0".
"""

from __future__ import annotations

from typing import Any

from django.utils.safestring import SafeString

ZERO = SafeString('<i class="z">0</i>')
DOTS = {"0": ZERO, "0 %": SafeString('<i class="z">0 %</i>')}
"""What is drawn as a dot, and its HTML."""


def dotted(figure: Any) -> Any:
    """A figure as it is; HTML that is seen as a dot and read as a zero if it is one. None and "" are no figures."""
    return DOTS.get(str(figure), figure)
