"""The buttons of a person who may act on a match, the most urgent first."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from matches import wording
from matches.access import my_sides, seats
from matches.models import Match
from matches.report.reporting import is_own, judges
from matches.sequence.opening import still_open
from matches.sequence.sequences import MatchState
from web import policy


def to_do(request: HttpRequest, state: MatchState, *, begun: bool = False) -> list[dict[str, Any]]:
    """The user's buttons, the most urgent first; with ``post`` a press acts at once, with ``asks`` after a question.

    ``begun``: somebody is writing a report.
    """
    step, match = state.match.state, state.match
    note, turn = my_open(request, state) if step in (Match.State.PRE_MATCH, Match.State.POST_MATCH) else ("", True)
    found: list[dict[str, Any]] = []

    def offer(
        route: str, label: str, *, post: bool = False, note: str = "", plain: bool = False, asks: str = ""
    ) -> None:
        roles = request.league_roles | {f"{side}_coach" for side in my_sides(request, state)}
        if policy.may(route, roles, public=match.league.public) and "member" in request.league_roles:
            url = reverse(route, args=[match.public_id])
            found.append({"label": label, "url": url, "post": post, "note": note, "plain": plain, "asks": asks})

    if match.league.archived:
        return []
    if step == Match.State.SCHEDULED and not still_open(match):
        asks = _("Both rosters are frozen until the match is over: no hiring. Open it when you are about to play.")
        if "trades" in state.ruleset.book.options:
            asks = _(
                "Both rosters are frozen until the match is over: no hiring, no trades. "
                "Open it when you are about to play."
            )
        offer("matches:open", _("Open the match"), post=True, asks=asks)
    elif step == Match.State.PRE_MATCH:
        offer("matches:pre_match", _("Go to the pre-match"), note=note, plain=not turn)
        if not state.rows:
            offer("matches:undo_opening", _("Undo opening"), post=True, plain=True)
        offer("matches:call_off", _("Call off match"), plain=True)
    elif step == Match.State.PLAYING:
        offer("matches:report", _("Continue the report") if begun else _("Enter the report"))
        offer("matches:call_off", _("Call off match"), plain=True)
    elif step in (Match.State.REPORTED, Match.State.DISPUTED):
        _offer_judgement(request, state, offer)
    elif step == Match.State.POST_MATCH:
        offer("matches:post_match", _("Go to the post-match"), note=note, plain=not turn)
    return found


def _offer_judgement(request: HttpRequest, state: MatchState, offer: Any) -> None:
    report = state.report
    mine = report is not None and request.user.is_authenticated and is_own(report, state, request.user)
    if state.match.state == Match.State.REPORTED and my_sides(request, state) and not mine:
        offer("matches:confirm", _("Read and confirm the report"))
    offer("matches:report", _("Change the report"), plain=state.match.state == Match.State.REPORTED)
    offer("matches:settle", _("Settle as commissioner"), plain=bool(judges(state, report)))


def my_open(request: HttpRequest, state: MatchState) -> tuple[str, bool]:
    """The open questions of the user's own side, in words; and whether it is not only their opponent's turn."""
    mine = {seat.side for seat in seats(request, state) if not seat.for_league}
    titles = [
        wording.question(each, state.names, state.ruleset.book).title for each in state.questions() if each.side in mine
    ]
    if titles:
        return _("Your decision: %(what)s.") % {"what": ", ".join(dict.fromkeys(titles))}, True
    if mine and state.match.state == Match.State.POST_MATCH and all(state.outcomes[side].done for side in mine):
        return _("Your part is done."), False
    return (_("Nothing to do now."), False) if mine else ("", True)
