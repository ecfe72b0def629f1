"""Retire teams, and delete drafts. No row is deleted."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.models import LogEntry
from leagues.services import locked
from notices.telling import follow
from teams.building.checks import need_state, one_team_each, refuse_taken_name, write, write_named
from teams.extensions import team_retired
from teams.ledger import ledger
from teams.models import Team
from teams.roster.own_figures import follow_questions
from web.errors import Message

NOT_RETIRABLE = Message(
    id="teams.gone_already",
    text=_("{team} cannot be retired: it is {state}."),
    remedy=_("You do not need to do anything."),
    status=409,
)

RETIRED = log.kind("teams.retired", _("{by} retired {team}."))
BROUGHT_BACK = log.kind("teams.brought_back", _("{by} made {team} active again."))
DISCARDED = log.kind("teams.discarded", _("{by} deleted the draft of {team}."))


def retire_team(*, team: Team, expected: int, by: User, reason: str = "") -> Team:
    """Retire an active team, or remove a draft from the league's teams. No row is deleted.

    Raises ``Refusal`` for a team in a match or a retired team, ``StaleVersion``.
    """
    need_state(team, Team.State.DRAFT, Team.State.SUBMITTED, Team.State.ACTIVE, refusal=NOT_RETIRABLE)
    with transaction.atomic():
        league = locked(team.league)
        retired = write(team, expected, {"state": Team.State.RETIRED})
        if team.founded:
            # Held forever: if a match opens at the same moment, one of the two is refused.
            ledger.hold(team, ledger.RETIREMENT)
        if team.founded or by != team.coach:
            kind = RETIRED if team.founded else DISCARDED
            log.record(kind, league=league, by=by, about=team.coach, reason=reason, team=team.name)
        follow(retired, by=by)
        follow_questions(retired)
        if team.founded:
            team_retired.call(retired)
        return retired


def bring_back(*, team: Team, by: User, reason: str) -> Team:
    """Undo a retirement that was a mistake: the team is active again, with its roster. Inside a transaction.

    Raises ``Refusal`` if another team has its name now, or if its coach has another one where each has one (C8).
    """
    refuse_taken_name(team.league, team.name, besides=team)
    rules = team.league.ruleset_for(team.edition).rules()
    one_team_each(team.league, rules, team.coach, besides=team, coach_name=team.coach_name)
    back = write_named(team, team.version, {"name": team.name, "state": Team.State.ACTIVE})
    ledger.release(team, ledger.RETIREMENT)
    log.record(BROUGHT_BACK, league=team.league, by=by, about=team.coach, reason=reason, team=team.name)
    follow(back, by=by)
    follow_questions(back)
    return back


def last_retirement(team: Team) -> int:
    """The id of the entry of the league's log about a team's last retirement under its name; 0 if there is none."""
    rows = _retirements(team.league_id).filter(args__team=team.name, about=team.coach_id)
    return rows.order_by("-pk").values_list("pk", flat=True).first() or 0


def retired_since(league: int, entry: int) -> dict[tuple[int | None, str], int]:
    """The last retirement, after an entry of a league's log, by the id of the coach and the team's name."""
    rows = _retirements(league).filter(pk__gt=entry).order_by("pk")
    return {(about, name): pk for pk, about, name in rows.values_list("pk", "about", "args__team")}


def _retirements(league: int) -> QuerySet[LogEntry]:
    return LogEntry.objects.filter(league=league, kind=RETIRED.id)


def was_retired_by_its_coach(team: Team) -> bool:
    """Whether the coach of a retired team retired it themself, by the league's log."""
    if team.state != Team.State.RETIRED or team.coach_id is None:
        return False
    rows = _retirements(team.league_id).filter(by=team.coach_id)
    return rows.filter(about=team.coach_id, args__team=team.name).exists()
