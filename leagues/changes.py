"""Whether anything changed in a league since something was made from its rows."""

from __future__ import annotations

from leagues.models import ChangeCounter, League
from web.fingerprint import fingerprint


def version_of(league: League) -> str:
    """The version of all that a league's pages and prints show: the count of its changes, and the code. One query.

    Read it before, or in one snapshot with, the rows that are used: then what is made of them is never older.
    """
    count = ChangeCounter.objects.filter(league=league).values_list("count", flat=True).first()
    return f"{count or 0}.{fingerprint()}"
