"""Build a team: drafts, submission, approval by the commissioner, founding. Rename and retire teams."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import is_among
from leagues import log
from leagues.memberships import current_membership
from leagues.models import League
from leagues.services import locked
from rules.book.edition import Ruleset
from rules.journal import Entry
from rules.team.founding import Choice, Founding, found, judge
from teams.building import drafts, elsewhere
from teams.building.drafts import Draft
from teams.ledger import ledger
from teams.models import Player, Team
from teams.team_json import TeamFile
from web.commands import write_version
from web.errors import Message, Refusal

NAME_TAKEN = Message(
    id="teams.name_taken", text=_("This league already has a team called {name}."), remedy=_("Choose another name.")
)
ONE_TEAM = Message(
    id="teams.one_each",
    text=_("In this league each coach has one team, and {coach} already has one."),
    remedy=_("Retire that team first, or ask the commissioner to allow several teams per coach."),
    purpose="several_teams",
)
NOT_A_DRAFT = Message(
    id="teams.not_a_draft",
    text=_("{team} is not a draft, so it cannot be rebuilt."),
    remedy=_("Hire players and staff after a match."),
    status=409,
)
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
GONE_ALREADY = Message(
    id="teams.gone_already",
    text=_("{team} cannot be retired: it is {state}."),
    remedy=_("You do not need to do anything."),
    status=409,
)
PLAYER_OF_ANOTHER_TEAM = Message(
    id="teams.not_his_player",
    text=_("One of these players is not on {team}. No name was changed."),
    remedy=_("Type the names of the players listed on the page."),
)

SUBMITTED = log.kind("teams.submitted", _("{by} submitted the team {team} ({team_list})."))
FOUNDED = log.kind("teams.founded", _("{by} added the team {team} ({team_list})."))
BROUGHT_OVER = log.kind(
    "teams.brought_over", _("{by} added the team {team} ({team_list}), which comes from elsewhere.")
)
SENT_BACK = log.kind("teams.sent_back", _("{by} sent {team} back to {about}."))
SENT_BACK_UNCOACHED = log.kind("teams.sent_back_uncoached", _("{by} sent {team} back."))
RENAMED = log.kind("teams.renamed", _("{by} renamed {team} to {name}."))
RETIRED = log.kind("teams.retired", _("{by} retired {team}."))
DISCARDED = log.kind("teams.discarded", _("{by} deleted the draft of {team}."))


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
    """Start a draft of a new team or, with a ``team_file``, of a team from elsewhere (C9).

    ``coach_name`` is for a coach who has no account.
    Raises ``Refusal`` for a taken name, an unknown list, one team too many (C8), or a coach who left the league.
    """
    kept = {"draft": elsewhere.as_kept(team_file), "from_elsewhere": True} if team_file else {}
    kept |= {"name": name, "team_list": team_list, "colours": colours}
    with transaction.atomic():
        current = locked(league)
        if coach is not None:
            current_membership(current, coach)
        rules = current.ruleset.rules()
        drafts.check(Draft(choice=Choice(team_list=team_list)), rules.book)
        one_team_each(current, rules, coach, besides=None, coach_name=coach_name)
        _refuse_taken(current, name)
        try:
            with transaction.atomic():
                return Team.objects.create(league=current, coach=coach, coach_name=coach_name, **kept)
        except IntegrityError:
            raise Refusal(NAME_TAKEN, field="name", name=name) from None


def save_draft(*, team: Team, expected: int, draft: Draft, name: str, colours: int) -> Team:
    """Save a draft, legal or not. Raises ``StaleVersion``, or ``Refusal`` for a taken name or an approved team."""
    _need(team, Team.State.DRAFT)
    with transaction.atomic():
        drafts.check(draft, locked(team.league).ruleset.rules().book)
        changes = {"draft": draft.as_json(), "team_list": draft.choice.team_list, "name": name, "colours": colours}
        return _kept(team, expected, changes | {"from_elsewhere": False})


def save_team_file(*, team: Team, expected: int, team_file: TeamFile, colours: int) -> Team:
    """Save the draft of a team from elsewhere, legal or not. Raises as ``save_draft`` does."""
    _need(team, Team.State.DRAFT)
    with transaction.atomic():
        drafts.check(
            Draft(choice=Choice(team_list=team_file.arrival.team_list)), locked(team.league).ruleset.rules().book
        )
        changes = {
            "draft": elsewhere.as_kept(team_file),
            "team_list": team_file.arrival.team_list,
            "name": team_file.name,
        }
        return _kept(team, expected, changes | {"colours": colours, "from_elsewhere": True})


def submit_team(*, team: Team, expected: int, by: User) -> Team:
    """Submit a legal draft to the commissioner, or found the team at once if the league needs no approval.

    Raises ``Refusal`` with every broken rule, ``StaleVersion``.
    """
    _need(team, Team.State.DRAFT)
    with transaction.atomic():
        league = locked(team.league)
        _need_legal(league, team)
        team = _written(team, expected, {"state": Team.State.SUBMITTED, "sent_back": ""})
        team.league = league
        if not league.teams_need_approval:
            return _found(team, by)
        log.record(SUBMITTED, league=league, by=by, about=team.coach, team=team.name, team_list=team.team_list)
        return team


def withdraw_team(*, team: Team, expected: int) -> Team:
    """Takes a submitted team back into the draft. Raises ``Refusal``, ``StaleVersion``."""
    _need(team, Team.State.SUBMITTED)
    with transaction.atomic():
        locked(team.league)
        return _written(team, expected, {"state": Team.State.DRAFT})


def send_back(*, team: Team, expected: int, by: User, reason: str) -> Team:
    """Send a submitted team back to its coach, with the commissioner's reason."""
    _need(team, Team.State.SUBMITTED)
    with transaction.atomic():
        locked(team.league)
        team = _written(team, expected, {"state": Team.State.DRAFT, "sent_back": reason})
        kind = SENT_BACK if team.coach is not None else SENT_BACK_UNCOACHED
        log.record(kind, league=team.league, by=by, about=team.coach, reason=reason, team=team.name)
        return team


def approve_team(*, team: Team, expected: int, by: User) -> Team:
    """Approve a submitted team: found it under the current rules of the league.

    Raises ``Refusal`` if it is no longer legal, ``StaleVersion``.
    """
    _need(team, Team.State.SUBMITTED)
    with transaction.atomic():
        league = locked(team.league)
        team = _written(team, expected, {})
        team.league = league
        _need_legal(league, team)
        return _found(team, by)


def retire_team(*, team: Team, expected: int, by: User, reason: str = "") -> Team:
    """Retire an active team, or remove a draft from the league's teams. No row is deleted.

    Raises ``Refusal`` for a team in a match or a retired team, ``StaleVersion``.
    """
    _need(team, Team.State.DRAFT, Team.State.SUBMITTED, Team.State.ACTIVE, otherwise=GONE_ALREADY)
    with transaction.atomic():
        league = locked(team.league)
        retired = _written(team, expected, {"state": Team.State.RETIRED})
        if team.founded:
            # Held forever: if a match opens at the same moment, one of the two is refused.
            ledger.hold(team, ledger.RETIREMENT)
        if team.founded or by != team.coach:
            kind = RETIRED if team.founded else DISCARDED
            log.record(kind, league=league, by=by, about=team.coach, reason=reason, team=team.name)
        return retired


def rename(
    *,
    team: Team,
    expected: int,
    by: User,
    name: str,
    colours: int,
    players: Mapping[int, str],
    coach_name: str | None = None,
) -> Team:
    """Change the name and colours of an approved team, and its players' names by id. The history does not change.

    ``coach_name`` is for a coach without an account; None leaves it unchanged.
    Raises ``Refusal`` for a taken name, a player of another team or a retired team, ``StaleVersion``.
    """
    _need(team, Team.State.ACTIVE, otherwise=ledger.RETIRED)
    with transaction.atomic():
        league = locked(team.league)
        if coach_name is not None:
            one_team_each(league, league.ruleset.rules(), None, besides=team, coach_name=coach_name)
        try:
            with transaction.atomic():
                called = {} if coach_name is None else {"coach_name": coach_name}
                renamed = _written(team, expected, {"name": name, "colours": colours} | called)
        except IntegrityError:
            raise Refusal(NAME_TAKEN, field="name", name=name) from None
        if name != team.name:
            _refuse_taken(league, name, besides=team)
        rows = list(Player.objects.filter(team=team, pk__in=players))
        if len(rows) < len(players):
            raise Refusal(PLAYER_OF_ANOTHER_TEAM, team=team.name)
        for row in rows:
            row.name = players[row.pk]
        Player.objects.bulk_update(rows, ["name"])
        if name != team.name:
            log.record(RENAMED, league=league, by=by, about=team.coach, team=team.name, name=name)
        return renamed


def _need(team: Team, *states: str, otherwise: Message | None = None) -> None:
    if team.state not in states:
        message = otherwise or (NOT_A_DRAFT if Team.State.DRAFT in states else NOT_SUBMITTED)
        raise Refusal(message, team=team.name, state=team.get_state_display())


def _kept(team: Team, expected: int, changes: Mapping[str, object]) -> Team:
    """A draft after a versioned write. Raises ``Refusal`` for a taken name."""
    name = str(changes["name"])
    try:
        with transaction.atomic():
            kept = _written(team, expected, changes)
    except IntegrityError:
        raise Refusal(NAME_TAKEN, field="name", name=name) from None
    if name != team.name:
        _refuse_taken(team.league, name, besides=team)
    return kept


def _refuse_taken(league: League, name: str, besides: Team | None = None) -> None:
    """Raises ``Refusal`` if another team has this name, in any case of letters. The league must be locked."""
    others = Team.objects.filter(league=league, state__in=Team.NAMED).exclude(pk=besides and besides.pk)
    if is_among(name, others.values_list("name", flat=True)):
        raise Refusal(NAME_TAKEN, field="name", name=name)


def _need_legal(league: League, team: Team) -> None:
    if team.from_elsewhere:
        elsewhere.need_legal(league.ruleset.rules(), team)
        return
    draft = draft_of(team)
    founding = judge_draft(league.ruleset.rules(), draft)
    if not founding.legal:
        raise Refusal(ILLEGAL, violations=founding.violations, team=team.name)
    if draft.duplicate_numbers:
        raise Refusal(drafts.NUMBER_TWICE, numbers=", ".join(map(str, draft.duplicate_numbers)))


def _written(team: Team, expected: int, changes: Mapping[str, object]) -> Team:
    """The row after a versioned write, with the caller's league and coach objects."""
    written = write_version(team, expected=expected, changes=changes)
    written.league, written.coach = team.league, team.coach
    return written


def _found(team: Team, by: User) -> Team:
    league = team.league
    row = league.ruleset
    rules = row.rules()
    one_team_each(league, rules, team.coach, besides=team, coach_name=team.coach_name)
    entries = elsewhere.enter(rules, team) if team.from_elsewhere else _founding_entries(rules, team)
    ledger.found(team=team, ruleset=rules, entries=entries, by=by)
    changes = {"state": Team.State.ACTIVE, "ruleset": row, "founded_at": timezone.now(), "draft": {}}
    founded = _written(team, team.version, changes)
    kind = BROUGHT_OVER if team.from_elsewhere else FOUNDED
    log.record(kind, league=league, by=by, about=team.coach, team=team.name, team_list=team.team_list)
    return founded


def _founding_entries(rules: Ruleset, team: Team) -> tuple[Entry, ...]:
    draft = draft_of(team)
    ids = iter(ledger.mint(team, draft.all_names))
    return drafts.with_shirts(found(rules, draft.choice, lambda: next(ids)), draft)


def one_team_each(
    league: League, rules: Ruleset, coach: User | None, besides: Team | None, coach_name: str = ""
) -> None:
    """Raises ``Refusal`` for a coach with another team in a league that allows one team each (C8, p31).

    A coach without an account is identified by name.
    """
    if rules.house["several_teams_per_coach"]:
        return
    others = league.teams.filter(coach=coach).exclude(state__in=[Team.State.RETIRED, Team.State.RECORDED])
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    if coach is not None and others.exists():
        raise Refusal(ONE_TEAM, coach=str(coach))
    if coach is None and coach_name and is_among(coach_name, others.values_list("coach_name", flat=True)):
        raise Refusal(ONE_TEAM, field="coach_name", coach=coach_name)
