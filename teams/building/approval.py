"""Submit teams, approve them or send them back. An approved team is founded: its journal begins."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements.own_teams import deed_about_team, refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.models import League
from leagues.services import locked
from notices.telling import follow
from teams.building import drafts, elsewhere
from teams.building.checks import need_state, one_team_each, write
from teams.building.drafting import NOT_A_DRAFT, draft_of, judge_draft
from teams.building.founding import OPEN_QUESTIONS, asks, founding_entries
from teams.extensions import team_founded
from teams.ledger import ledger
from teams.models import Team
from web.errors import Message, Refusal, StaleVersion

NOT_SUBMITTED = Message(
    id="teams.not_submitted",
    text=_("{team} is not waiting for approval."),
    remedy=_("See the team's page: it was approved, sent back or withdrawn."),
    status=409,
)
ILLEGAL = Message(
    id="teams.illegal",
    text=_("{team} breaks the rules of team creation."),
    remedy=_("Fix the problems listed, then submit."),
)
NONE_APPROVED = Message(
    id="teams.none_approved",
    text=_("None of these teams can be approved now: each has changed, no longer waits, or breaks a rule."),
    remedy=_("See the teams as they are now."),
    status=409,
)

SUBMITTED = log.kind("teams.submitted", _("{by} submitted the team {team} ({team_list})."))
FOUNDED = log.kind("teams.founded", _("{by} added the team {team} ({team_list})."))
BROUGHT_OVER = log.kind("teams.brought_over", _("{by} added the imported team {team} ({team_list})."))
SENT_BACK = log.kind("teams.sent_back", _("{by} sent {team} back to {about}."), reasoned=True)
SENT_BACK_UNCOACHED = log.kind("teams.sent_back_uncoached", _("{by} sent {team} back."), reasoned=True)


def submit_team(*, team: Team, expected: int, by: User) -> Team:
    """Submit a legal draft to the commissioner, or found the team at once if the league needs no approval.

    Raises ``Refusal`` with every broken rule, ``StaleVersion``.
    """
    need_state(team, Team.State.DRAFT, refusal=NOT_A_DRAFT)
    with transaction.atomic():
        league = locked(team.league)
        team.league = league
        _need_legal(team)
        team = write(team, expected, {"state": Team.State.SUBMITTED, "sent_back": ""})
        team.league = league
        if not league.teams_need_approval:
            return _found(team, by)
        log.record(SUBMITTED, league=league, by=by, about=team.coach, team=team.name, team_list=team.team_list)
        follow(team, by=by)
        return team


def asks_first(team: Team) -> bool:
    """Whether a legal draft cannot be submitted yet, since its founding has open questions."""
    draft, rules = draft_of(team), team.founding_rules
    return judge_draft(rules, draft).legal and not draft.duplicate_numbers and asks(rules, team)


def withdraw_team(*, team: Team, expected: int) -> Team:
    """Make a submitted team a draft again. Raises ``Refusal``, ``StaleVersion``."""
    need_state(team, Team.State.SUBMITTED, refusal=NOT_SUBMITTED)
    with transaction.atomic():
        locked(team.league)
        draft = write(team, expected, {"state": Team.State.DRAFT})
        follow(draft)
        return draft


def send_back(*, team: Team, expected: int, by: User, reason: str) -> Team:
    """Send a submitted team back to its coach, with the commissioner's reason."""
    need_state(team, Team.State.SUBMITTED, refusal=NOT_SUBMITTED)
    with transaction.atomic():
        locked(team.league)
        team = write(team, expected, {"state": Team.State.DRAFT, "sent_back": reason})
        kind = SENT_BACK if team.coach is not None else SENT_BACK_UNCOACHED
        log.record(kind, league=team.league, by=by, about=team.coach, reason=reason, team=team.name)
        follow(team, by=by)
        return team


def approve_team(*, team: Team, expected: int, by: User) -> Team:
    """Approve a submitted team: found it under the current rules of the league.

    A commissioner does not approve their own team from elsewhere, unless there is nobody else; the rules alone decide
    whether a new team is legal. Raises ``Refusal`` if it is no longer legal, ``StaleVersion``.
    """
    need_state(team, Team.State.SUBMITTED, refusal=NOT_SUBMITTED)
    with transaction.atomic():
        league = locked(team.league)
        refuse_alone(approving(team, by))
        team = write(team, expected, {})
        team.league = league
        _need_legal(team)
        return _found(team, by)


def approving(team: Team, by: User) -> Deed:
    """Approving a team: of one from elsewhere a commissioner judges what its coach has typed."""
    return deed_about_team(
        kind="teams.approve",
        subject=f"team:{team.public_id}",
        league=team.league,
        by=by,
        coaches={team.coach_id} if team.from_elsewhere else set(),
        name=team.name,
    )


def approve_legal(*, league: League, seen: Mapping[str, int], by: User) -> tuple[list[Team], list[Team]]:
    """Approve all teams that the commissioner has ``seen`` (public id: version) and that are legal, each by itself.

    Returns those approved and those left waiting: they changed since, break a rule, or need somebody else. Teams
    submitted later, and those that no longer wait, are in neither. Raises ``Refusal`` if there is none to approve, or
    for an archived league.
    """
    approved, left = [], []
    with transaction.atomic():
        locked(league)
        waiting = league.teams.filter(state=Team.State.SUBMITTED, public_id__in=seen).select_related("coach")
        for team in waiting.order_by("name", "pk"):
            team.league = league
            try:
                with transaction.atomic():
                    approved.append(approve_team(team=team, expected=seen[team.public_id], by=by))
            except (Refusal, StaleVersion):
                left.append(team)
        if not approved:
            raise Refusal(NONE_APPROVED)
    return approved, left


def _need_legal(team: Team) -> None:
    draft, rules = draft_of(team), team.founding_rules
    if team.from_elsewhere:
        elsewhere.need_legal(rules, team)
        return
    founding = judge_draft(rules, draft)
    if not founding.legal:
        raise Refusal(ILLEGAL, violations=founding.violations, team=team.name)
    if draft.duplicate_numbers:
        raise Refusal(drafts.NUMBER_TWICE, numbers=", ".join(map(str, draft.duplicate_numbers)))
    if asks(rules, team):
        raise Refusal(OPEN_QUESTIONS, team=team.name)


def _found(team: Team, by: User) -> Team:
    league = team.league
    row, rules = team.league_rules, team.founding_rules
    one_team_each(league, rules, team.coach, besides=team, coach_name=team.coach_name)
    entries = elsewhere.enter(rules, team) if team.from_elsewhere else founding_entries(rules, team)
    ledger.found(team=team, ruleset=rules, entries=entries, by=by)
    changes = {"state": Team.State.ACTIVE, "ruleset": row, "founded_at": timezone.now(), "draft": {}}
    founded = write(team, team.version, changes)
    kind = BROUGHT_OVER if team.from_elsewhere else FOUNDED
    log.record(kind, league=league, by=by, about=team.coach, team=team.name, team_list=team.team_list)
    follow(founded, by=by)
    for function in team_founded:
        function(founded, by)
    return founded
