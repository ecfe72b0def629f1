"""Start drafts, save and judge them."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.members.memberships import current_membership
from leagues.models import League
from leagues.services import locked
from rules.book.edition import Ruleset
from rules.team.founding import Choice, Founding, judge
from teams.building import drafts, elsewhere
from teams.building.checks import NAME_TAKEN, need_state, one_team_each, refuse_taken_name, write_named
from teams.building.drafts import Draft
from teams.models import Team
from teams.team_json import TeamFile
from web.errors import Message, Refusal

NOT_A_DRAFT = Message(
    id="teams.not_a_draft",
    text=_("{team} is not a draft, so it cannot be rebuilt."),
    remedy=_("Hire players and staff after a match."),
    status=409,
)


def draft_of(team: Team) -> Draft:
    """The saved draft of a team."""
    return drafts.draft_from(team.team_list, team.draft or {})


def judged(team: Team) -> Founding:
    """Judge a team's draft by the current rules of its league. Raises ``Refusal`` as ``drafts.check`` does."""
    return judge_draft(team.league.ruleset.rules(), draft_of(team))


def judge_draft(rules: Ruleset, draft: Draft) -> Founding:
    """Judge a draft. Raises ``Refusal`` if it cannot be judged (``drafts.check``)."""
    drafts.check(draft, rules.book)
    return judge(rules, draft.choice)


def draft_team(
    *,
    league: League,
    coach: User | None,
    name: str,
    team_list: str,
    coach_name: str = "",
    colours: int = 0,
    team_file: TeamFile | None = None,
) -> Team:
    """Start a draft of a new team or, with a ``team_file``, of an imported team (C9).

    ``coach_name`` is for a coach who has no account.
    Raises ``Refusal`` for a taken name, an unknown list, one team too many (C8), or a coach who left the league.
    """
    stored = {"draft": elsewhere.as_stored(team_file), "from_elsewhere": True} if team_file else {}
    stored |= {"name": name, "team_list": team_list, "colours": colours}
    with transaction.atomic():
        current = locked(league)
        if coach is not None:
            current_membership(current, coach)
        rules = current.ruleset.rules()
        drafts.check(Draft(choice=Choice(team_list=team_list)), rules.book)
        one_team_each(current, rules, coach, besides=None, coach_name=coach_name)
        refuse_taken_name(current, name)
        try:
            with transaction.atomic():
                return Team.objects.create(league=current, coach=coach, coach_name=coach_name, **stored)
        except IntegrityError:
            raise Refusal(NAME_TAKEN, field="name", name=name) from None


def save_draft(*, team: Team, expected: int, draft: Draft, name: str, colours: int) -> Team:
    """Save a draft, legal or not. Raises ``StaleVersion``, or ``Refusal`` for a taken name or an approved team."""
    need_state(team, Team.State.DRAFT, refusal=NOT_A_DRAFT)
    with transaction.atomic():
        drafts.check(draft, locked(team.league).ruleset.rules().book)
        changes = {"draft": draft.as_json(), "team_list": draft.choice.team_list, "name": name, "colours": colours}
        return write_named(team, expected, changes | {"from_elsewhere": False})


def save_team_file(*, team: Team, expected: int, team_file: TeamFile, colours: int) -> Team:
    """Save the draft of an imported team, legal or not. Raises as ``save_draft`` does."""
    need_state(team, Team.State.DRAFT, refusal=NOT_A_DRAFT)
    with transaction.atomic():
        drafts.check(
            Draft(choice=Choice(team_list=team_file.arrival.team_list)), locked(team.league).ruleset.rules().book
        )
        changes = {
            "draft": elsewhere.as_stored(team_file),
            "team_list": team_file.arrival.team_list,
            "name": team_file.name,
        }
        return write_named(team, expected, changes | {"colours": colours, "from_elsewhere": True})
