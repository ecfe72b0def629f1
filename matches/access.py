"""From a URL to a match, with the user's roles there. Every view of a match starts here."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse

from leagues.access import prepare_request
from leagues.agreements.who_agrees import must_ask
from matches.models import Match
from matches.refusals import NOT_YOURS
from matches.sequence.answering import answering_for
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side
from web import policy
from web.errors import Refusal
from web.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Seat:
    """The side that a user acts for; ``for_league``: a commissioner acts for the coach.

    ``usual``: the URL need not name it. It is the side of the user's only team, or the first of two.
    """

    side: Side
    for_league: bool
    usual: bool


READ_WITH = ("ruleset", "league__change_counter")


def match_state_for(request: HttpRequest, match_id: str) -> MatchState:
    """A match with all that belongs to it, if the request's user may see the page.

    Raises ``Http404``, or what ``web.policy.require`` raises.
    """
    match: Match | None = next(iter(_called(match_id)), None)
    if match is None:
        raise Http404
    request.page_now = reverse("matches:match", args=[match.public_id])
    prepare_request(request, match.league)
    request.ruleset = match.ruleset
    state = MatchState(match, coaches=True)
    if request.user.pk and len(state.sides) < len(SIDES):  # it was deleted since it was read
        raise Http404  # a visitor only reads, in a snapshot
    policy.require(request, match.league, {f"{side}_coach" for side in my_sides(request, state)})
    return state


@Prepared
def _called(match_id: str) -> QuerySet[Match]:
    return Match.objects.select_related(*READ_WITH).filter(public_id=match_id)[:1]


def version_for(request: HttpRequest, match_id: str) -> int:
    """The version of a match, if the user may see it; reads no more of it. Raises as ``match_state_for`` does."""
    match = next(iter(Match.objects.select_related("league").filter(public_id=match_id)[:1]), None)
    if match is None:
        raise Http404
    prepare_request(request, match.league)
    policy.require(request, match.league)
    return int(match.version)


def my_sides(request: HttpRequest, state: MatchState) -> tuple[Side, ...]:
    """The sides whose team the user coaches; both if one coach has both teams."""
    return tuple(side for side in SIDES if request.user.pk and state.sides[side].team.coach_id == request.user.pk)


def open_hands(request: HttpRequest, state: MatchState) -> tuple[Side, ...]:
    """The sides whose cards the user may see (S4): their own; all for a commissioner without a team in the match."""
    mine = my_sides(request, state)
    return SIDES if not mine and is_commissioner(request) else mine


def is_commissioner(request: HttpRequest) -> bool:
    """Whether the user may act for the league."""
    return "commissioner" in request.league_roles


def seats(request: HttpRequest, state: MatchState) -> tuple[Seat, ...]:
    """The sides that the user may act for, their own first; a commissioner's opponent only once nobody else can."""
    if "member" not in request.league_roles:
        return ()
    mine = my_sides(request, state)
    others = [side for side in SIDES if side not in mine] if is_commissioner(request) else []
    if mine:
        others = [side for side in others if not must_ask(answering_for(state, side, request.user))]
    own = (Seat(side, for_league=False, usual=side == mine[0]) for side in mine)
    return (*own, *(Seat(side, for_league=True, usual=False) for side in others))


def seat_for(request: HttpRequest, state: MatchState) -> Seat:
    """The side of the request: the one that it names, else the user's own.

    A commissioner without a team in the match gets the first side with an open question.

    Raises ``Refusal`` if the user may not act for the named side.
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
    """The seat after an answer: the same while it has questions, else the other one if that has any.

    The other one only if the user coaches both teams, or if the other team's coach has no account.
    """
    state = match_state_for(request, match_id)
    free = [each for each in seats(request, state) if not (each.for_league and state.teams[each.side].coach_id)]
    if all(each == seat for each in free):
        return seat
    asked = {question.side for question in state.questions()}
    return next((each for each in (seat, *free) if each.side in asked), seat)
