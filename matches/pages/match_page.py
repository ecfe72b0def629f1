"""The context of a match's page: what everybody sees of sides, state and report, and a member's own buttons."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest

from leagues.agreements.waiting import agreements_sign, shown_agreements
from leagues.changes import version_of
from matches.access import my_sides
from matches.extensions import Changes, Dating, changes_of, occasion_of
from matches.models import Match, MatchCorrection
from matches.pages.aftermath import aftermath
from matches.pages.to_do import to_do
from matches.pages.undone_runs import RESET, has_undone_runs
from matches.pages.waiting_for import waiting
from matches.refusals import QUESTION_CHANGED
from matches.report.result_words import ending_words, score
from matches.report.score_sheet import score_sheets
from matches.report.unsent_page import so_far, unsent_seen_by
from matches.report.versions import version_rows
from matches.sequence.own_match import subject_of
from matches.sequence.presentation import shown_sides
from matches.sequence.progress import life_steps
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Side
from web import policy
from web.drawing.waiting import sign_of
from web.errors import Refusal
from web.kept import Kept
from web.prepared import Prepared

OVER = (Match.State.CLOSED, Match.State.RECORDED, Match.State.DROPPED)
NOTHING_TO_PRINT = (Match.State.SCHEDULED, Match.State.RECORDED, Match.State.DROPPED)
TAG_KINDS = {
    Match.State.SCHEDULED: "",
    Match.State.PRE_MATCH: "wait",
    Match.State.PLAYING: "news",
    Match.State.REPORTED: "wait",
    Match.State.DISPUTED: "bad",
    Match.State.POST_MATCH: "wait",
    Match.State.CLOSED: "good",
    Match.State.RECORDED: "",
    Match.State.DROPPED: "",
}


PARTS = tuple(
    f"matches/pages/_match_{part}.html"
    for part in ("name", "head", "steps", "waiting", "waits", "links", "main", "end", "log")
)


class Waits(NamedTuple):
    """What waits for people on a match's page: its date, and decisions to agree to.

    The ``sign`` (`web.drawing.waiting`) is of that and of the match; empty if nothing waits.
    """

    dating: Dating | None
    agreements: list[dict[str, Any]]
    sign: str


def waits(request: HttpRequest, state: MatchState) -> Waits:
    """What waits on a match's page, as far as its reader may know."""
    match, dating = state.match, dating_for(request, state)
    agreements = []
    if "member" in request.league_roles:
        agreements = shown_agreements([subject_of(match)], match.league, request.user)
    goes_on = _concerns(request, state) if match.state == Match.State.SCHEDULED else match.state not in OVER
    if not goes_on and not agreements:
        return Waits(dating, agreements, "")
    date = (dating.version, dating.waits_for) if dating is not None else ()
    return Waits(dating, agreements, sign_of(match.version, date, agreements_sign(agreements)))


def match_context(request: HttpRequest, state: MatchState, waiting_for: Waits) -> dict[str, Any]:
    """The context of a match's page for the request's user: what everybody sees, and what is their own."""
    match = state.match
    parts = Kept(
        PARTS,
        version=version_of(match.league),
        args=(match.public_id,),
        gather=lambda: everybodys(state),
    )
    shown = {"match": match, "parts": parts, "may_print": may_print(request, match), "sign": waiting_for.sign}
    return shown | (own_part(request, state, waiting_for) if "member" in request.league_roles else {})


def everybodys(state: MatchState) -> dict[str, Any]:
    """What everybody sees on a match's page."""
    match, versions = state.match, version_rows(state)
    stuck, head = why_stuck(state), head_of(state)
    sides = head["sides"]
    return head | {
        "steps": [] if match.state in OVER else life_steps(match),
        "stuck": str(stuck) if stuck else "",
        "corrections": corrections_of(match),
        "with_log": match.opened_at is not None or (match.state in RESET and has_undone_runs(match)),
        "after": aftermath(state),
        "with_cards": state.cards_at_the_table and match.opened_at is not None,
        "waiting": [] if stuck else waiting(state),
        "sheets": score_sheets(state),
        "versions": versions,
        "settled": next((each for each in versions if each["report"].settled and match.counts), None),
        "stories": [sides[side] for side in SIDES if sides[side]["story"]],
    }


def head_of(state: MatchState) -> dict[str, Any]:
    """What the head of a match's pages shows: both teams, the score, and facts."""
    match = state.match
    return {
        "match": match,
        "sides": shown_sides(state),
        "scored": state.sides["home"].score is not None or state.report is not None,
        "score": score(state),
        "tag_kind": TAG_KINDS[match.state],
        "occasion": occasion_of(match),
        "weather": weather_words(state),
        "ending": ending_words(state),
    }


def own_part(request: HttpRequest, state: MatchState, waiting_for: Waits) -> dict[str, Any]:
    """What only a member sees: their buttons, the report that is being written, what waits for an agreement."""
    match, mine = state.match, my_sides(request, state)
    stuck, unsent = why_stuck(state), unsent_seen_by(request, state)
    dating, corrects = waiting_for.dating, may_correct(request, state)
    correcting = corrects and match.corrections.open().exists()
    buttons = [] if stuck else to_do(request, state, begun=unsent is not None)
    return {
        "may_ask_again": stuck is not None and stuck.message is QUESTION_CHANGED and may_ask_again(request, match),
        "to_do": buttons,
        "your_move": not all(each["plain"] for each in buttons),
        "agreements": waiting_for.agreements,
        "may_correct": corrects,
        "correcting": correcting,
        "may_annul": corrects and not correcting and "commissioner" in request.league_roles,
        "dating": dating,
        "your_turn": dating is not None and dating.waits_for in mine,
        "sets_date": len(mine) != 1 or any(team.coach_id is None for team in state.teams.values()),
        "asked_team": state.teams[dating.waits_for].name if dating is not None and dating.waits_for else "",
        "changes": changes_for(request, match),
        "unsent": unsent,
        "so_far": so_far(state, unsent) if unsent is not None and match.state == Match.State.PLAYING else None,
        "names": {side: team.name for side, team in state.teams.items()},
        "own_stories": [] if match.league.archived else [own_story(state, side) for side in mine],
    }


def own_story(state: MatchState, side: Side) -> dict[str, Any]:
    """The write-up of a side that the user coaches."""
    return {"side": side, "name": state.teams[side].name, "written": bool(state.sides[side].story)}


def may_print(request: HttpRequest, match: Match) -> bool:
    """Whether the user may print the match's sheet."""
    return bool(request.user.pk) and match.state not in NOTHING_TO_PRINT


def may_correct(request: HttpRequest, state: MatchState) -> bool:
    """Whether the user may start or continue a correction of the match."""
    if state.match.state != Match.State.CLOSED or state.match.league.archived or "member" not in request.league_roles:
        return False
    roles = request.league_roles | {f"{side}_coach" for side in my_sides(request, state)}
    return policy.may("matches:begin_correction", roles, public=state.match.league.public)


def _concerns(request: HttpRequest, state: MatchState) -> bool:
    """Whether the user coaches in the match or runs its league, and the league is not archived."""
    concerned = bool(my_sides(request, state)) or "commissioner" in request.league_roles
    return concerned and not state.match.league.archived


def dating_for(request: HttpRequest, state: MatchState) -> Dating | None:
    """How a coach of a match that is not opened, or a commissioner, can date it; None for everybody else."""
    if state.match.state != Match.State.SCHEDULED or not _concerns(request, state):
        return None
    occasion = occasion_of(state.match)
    return occasion.dating if occasion is not None else None


def changes_for(request: HttpRequest, match: Match) -> Changes | None:
    """What a commissioner can change about a match that is not opened; None for everybody else."""
    if match.state != Match.State.SCHEDULED or match.league.archived or "commissioner" not in request.league_roles:
        return None
    return changes_of(request, match)


def corrections_of(match: Match) -> list[MatchCorrection]:
    """The accepted and the open corrections of a match, oldest first."""
    if match.state != Match.State.CLOSED:
        return []
    found = _corrections(match.pk)
    for correction in found:
        correction.match = match
    return found


@Prepared
def _corrections(match: int) -> QuerySet[MatchCorrection]:
    shown = (*MatchCorrection.OPEN, MatchCorrection.State.ACCEPTED)
    rows = MatchCorrection.objects.filter(match=match, state__in=shown)
    return rows.select_related("by", "accepted_by", "refused_by")


def why_stuck(state: MatchState) -> Refusal | None:
    """Why the match's sequence cannot run with the saved answers; None if it can."""
    try:
        state.questions()
    except Refusal as refusal:
        return refusal
    return None


def may_ask_again(request: HttpRequest, match: Match) -> bool:
    """Whether the user may ask again after a rules update."""
    allowed = policy.may("matches:ask_anew", request.league_roles, public=match.league.public)
    return allowed and not match.league.archived


def weather_words(state: MatchState) -> Any:
    """The book's row for the weather."""
    if not state.match.weather or state.match.ruleset is None:
        return None
    return next((row for row in state.ruleset.book.weather if row.key == state.match.weather), None)
