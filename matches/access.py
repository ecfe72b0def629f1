"""The one way from a URL to a match or a team's page, with the roles that the user has there."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse

from leagues.access import come_to
from matches.models import Match
from matches.refusals import NOT_YOURS
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side
from web import policy
from web.errors import Refusal


@dataclass(frozen=True, slots=True)
class Seat:
    """The side that somebody acts for; ``for_league`` where a commissioner does so for the other coach.

    ``usual`` where it is his without being named: that of his only team, or the first of his two.
    """

    side: Side
    for_league: bool
    usual: bool


def match_state_for(request: HttpRequest, match_id: str) -> MatchState:
    """A match with all that belongs to it, if the request's user may see the page.

    Raises ``Http404``, or what ``web.policy.require`` raises.
    """
    match = next(iter(Match.objects.select_related("ruleset", "league").filter(public_id=match_id)[:1]), None)
    if match is None:
        raise Http404
    request.page_now = reverse("matches:match", args=[match.public_id])
    come_to(request, match.league)
    state = MatchState(match, coaches=True)
    if len(state.sides) < len(SIDES):  # it was deleted since it was read
        raise Http404
    policy.require(request, match.league, {f"{side}_coach" for side in my_sides(request, state)})
    return state


def my_sides(request: HttpRequest, state: MatchState) -> tuple[Side, ...]:
    """The sides whose team the user coaches; both in a match between two teams of one coach."""
    return tuple(side for side in SIDES if request.user.pk and state.sides[side].team.coach_id == request.user.pk)


def open_hands(request: HttpRequest, state: MatchState) -> tuple[Side, ...]:
    """The sides whose cards the user may see (S4): his own; all for a commissioner who plays for neither side."""
    mine = my_sides(request, state)
    return SIDES if not mine and is_commissioner(request) else mine


def is_commissioner(request: HttpRequest) -> bool:
    """Whether the user may act for the league."""
    return "commissioner" in request.league_roles


def seats(request: HttpRequest, state: MatchState) -> tuple[Seat, ...]:
    """The sides that the user may act for, his own first."""
    if "member" not in request.league_roles:
        return ()
    mine = my_sides(request, state)
    others = [side for side in SIDES if side not in mine] if is_commissioner(request) else []
    own = (Seat(side, for_league=False, usual=side == mine[0]) for side in mine)
    return (*own, *(Seat(side, for_league=True, usual=False) for side in others))


def seat_for(request: HttpRequest, state: MatchState) -> Seat:
    """The side that the request is about: the one that it names, if the user may act for it, else his own.

    A commissioner without a team in the match gets the first side that is asked something.

    Raises ``Refusal`` for a side that is another coach's.
    """
    allowed = seats(request, state)
    named = request.POST.get("side") or request.GET.get("side")
    if named is None:
        asked = {question.side for question in state.questions()} if allowed[0].for_league else set()
        return next((seat for seat in allowed if seat.side in asked), allowed[0])
    found = next((seat for seat in allowed if seat.side == named), None)
    if found is None:
        raise Refusal(NOT_YOURS)
    return found


def next_seat(request: HttpRequest, match_id: str, seat: Seat) -> Seat:
    """The seat to go on in after an answer: the same while it is asked, else the other one, if that is asked.

    That only where nobody else sits there: the user coaches both teams, or the other one's coach has no account.
    """
    state = match_state_for(request, match_id)
    free = [each for each in seats(request, state) if not (each.for_league and state.teams[each.side].coach_id)]
    if all(each == seat for each in free):
        return seat
    asked = {question.side for question in state.questions()}
    return next((each for each in (seat, *free) if each.side in asked), seat)
