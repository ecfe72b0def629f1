"""Whether anything changed in a league since something was made from its rows."""

from __future__ import annotations

from leagues.models import ChangeCounter, League
from web.drawing.waiting import sign_of
from web.fingerprint import code


def version_of(league: League) -> str:
    """The version of all that a league's pages and prints show: the count of its changes, and the code.

    No query if the league was read with its `change_counter`. It must be read before, or in one snapshot with, the rows
    that are used: then what is made of them is never older.
    """
    try:
        count = league.change_counter.count
    except ChangeCounter.DoesNotExist:
        count = 0
    return f"{count}.{code()}"


def request_sign(league: League, *, runs_it: bool = False) -> str:
    """A sign (`web.drawing.waiting`) for who waits here: the user who asked to join, or who answers such requests.

    Empty for all others. Without a query.
    """
    if not runs_it and league.my_request_at is None:
        return ""
    return sign_of(league.my_request_at, version_of(league) if runs_it else "")
