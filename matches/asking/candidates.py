"""Who may be drawn or chosen, as a list calls him."""

from __future__ import annotations

from django.utils.translation import gettext

from matches import wording
from matches.sequences import Table
from rules.sequence import Side


def candidate(table: Table, side: Side, choice: str) -> str:
    """An option of a question: a player as the roster calls him, a hired one by his name, anything else worded."""
    line = table.sheets.of(side).player(int(choice)) if choice.isdecimal() else None
    if line is not None:
        return wording.player(line, table.names)
    key, _dot, index = choice.partition(".")
    if key == "induced" and table.reported is not None and index.isdecimal():
        hired = table.reported.sides.of(side).induced
        if 0 < int(index) <= len(hired):
            return gettext("%(name)s, hired: the award is lost") % {"name": hired[int(index) - 1].name}
    return wording.option(choice, table.known_as)
