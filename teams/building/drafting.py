"""Start drafts, save and judge them."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues.books import stored_edition
from leagues.members.memberships import current_membership
from leagues.models import League
from leagues.services import locked
from rules.book.edition import Ruleset
from rules.team.founding import Founding, judge
from rules.team.founding_run import Choice
from teams.building import drafts, elsewhere
from teams.building.checks import NAME_TAKEN, need_state, one_team_each, refuse_taken_name, write_named
from teams.building.drafts import Draft
from teams.building.other_book import Origin, keep_origin
from teams.extensions import offered_packs
from teams.models import Team
from teams.presentation.kits import first_crest, with_list
from teams.team_json import TeamFile
from web.errors import Message, Refusal

NOT_A_DRAFT = Message(
    id="teams.not_a_draft",
    text=_("{team} is not a draft, so it cannot be rebuilt."),
    remedy=_("Hire players and staff after a match."),
    status=409,
)

PACK_CHANGED = Message(
    id="teams.pack_changed",
    text=_(
        "The pack of {pack} was changed after you opened this page. No team was begun; what you typed is still here."
    ),
    remedy=_("Read what the pack says now, then continue."),
    status=409,
)
PACK_GONE = Message(
    id="teams.pack_gone",
    text=_("The pack by which you wanted to build this team is offered no more. No team was begun."),
    remedy=_("The page of its competition says what it takes now; or build a team by the house rules."),
    status=409,
)


def draft_of(team: Team) -> Draft:
    """The saved draft of a team."""
    return drafts.draft_from(team.team_list, team.draft or {})


def judged(team: Team) -> Founding:
    """Judge a team's draft by the current rules of its league. Raises ``Refusal`` as ``drafts.check`` does."""
    return judge_draft(team.founding_rules, draft_of(team))


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
    crest: Mapping[str, str] | None = None,
    team_file: TeamFile | None = None,
    edition: str = "",
    origin: Origin | None = None,
    own_rules: Mapping[str, str] | None = None,
) -> Team:
    """Start a draft of a new team or, with a ``team_file``, of an imported team (C9).

    ``colours`` is the number of its kit; parts of a ``crest`` go before. ``coach_name`` is for a coach without an
    account, ``edition`` one of the league's books (empty: the first).
    ``origin`` is what the team was in another book, ``own_rules`` hold for this team alone (``Team.own_rules``).
    Raises ``Refusal`` for a taken name, an unknown list, one team too many (C8), a coach who left the league, or a pack
    that is not what it was when ``own_rules`` were read.
    """
    stored = {"draft": elsewhere.as_stored(team_file), "from_elsewhere": True} if team_file else {}
    stored |= {"own_rules": dict(own_rules)} if own_rules else {}
    stored |= {"name": name, "team_list": team_list, "edition": stored_edition(league, edition)}
    with transaction.atomic():
        current = locked(league)
        if coach is not None:
            current_membership(current, coach)
        _need_pack(current, own_rules or {})
        rules = current.ruleset_for(edition).rules()
        drafts.check(Draft(choice=Choice(team_list=team_list)), rules.book)
        stored["crest"] = first_crest(colours, rules.book, team_list).as_json() | dict(crest or {})
        one_team_each(current, rules, coach, besides=None, coach_name=coach_name, own_rules=own_rules)
        refuse_taken_name(current, name)
        try:
            with transaction.atomic():
                team = Team.objects.create(league=current, coach=coach, coach_name=coach_name, **stored)
        except IntegrityError:
            raise Refusal(NAME_TAKEN, field="name", name=name) from None
        if origin is not None:
            keep_origin(team, origin)
        return team


def _need_pack(league: League, own_rules: Mapping[str, str]) -> None:
    """Raises ``Refusal`` for a pack that has changed or is offered no more. The league must be locked."""
    key = own_rules.get("pack_of")
    if not key:
        return
    found = next((pack for function in offered_packs for pack in function(league) if pack.key == key), None)
    if found is None:
        raise Refusal(PACK_GONE)
    if found.text not in own_rules.values():
        raise Refusal(PACK_CHANGED, pack=found.name)


def save_draft(*, team: Team, expected: int, draft: Draft, name: str) -> Team:
    """Save a draft, legal or not. Raises ``StaleVersion``, or ``Refusal`` for a taken name or an approved team."""
    need_state(team, Team.State.DRAFT, refusal=NOT_A_DRAFT)
    with transaction.atomic():
        book = locked(team.league).ruleset_for(team.edition).rules().book
        drafts.check(draft, book)
        team_list = draft.choice.team_list
        changes = {"draft": draft.as_json(), "team_list": team_list, "name": name, "from_elsewhere": False}
        return write_named(team, expected, changes | {"crest": with_list(team.crest, book, team.team_list, team_list)})


def save_team_file(*, team: Team, expected: int, team_file: TeamFile) -> Team:
    """Save the draft of an imported team, legal or not. Raises as ``save_draft`` does."""
    need_state(team, Team.State.DRAFT, refusal=NOT_A_DRAFT)
    with transaction.atomic():
        book = locked(team.league).ruleset_for(team.edition).rules().book
        drafts.check(Draft(choice=Choice(team_list=team_file.arrival.team_list)), book)
        changes = {
            "draft": elsewhere.as_stored(team_file),
            "team_list": team_file.arrival.team_list,
            "name": team_file.name,
            "from_elsewhere": True,
            "crest": with_list(team.crest, book, team.team_list, team_file.arrival.team_list),
        }
        return write_named(team, expected, changes)
