"""The page with the book's tables and rules for use during a match."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from leagues.changes import version_of
from matches.access import match_state_for
from matches.pages.match_page import NOTHING_TO_PRINT
from matches.sheet.at_the_table import at_the_table
from web.drawing.visitors_pages import visitors_page
from web.kept import Kept

PARTS = ("matches/pages/_match_name.html", "matches/sheet/_at_the_table.html")


@require_safe
def at_table(request: HttpRequest, match: str) -> HttpResponse:
    """What the match needs of the book while it is played."""
    state = match_state_for(request, match)
    if state.match.state in NOTHING_TO_PRINT:  # no roster is frozen
        return redirect("matches:match", match)
    parts = Kept(
        PARTS,
        version=version_of(state.match.league),
        args=(state.match.public_id,),
        gather=lambda: at_the_table(state),
    )
    context = {"match": state.match, "parts": parts}
    return visitors_page(request, "matches/sheet/at_the_table.html", context, [parts])
