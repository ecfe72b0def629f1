"""Building a team: drafts, submission, the commissioner's approval, founding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.commands import write_version
from leagues.errors import Message, Refusal
from leagues.models import League
from leagues.services import ARCHIVED as LEAGUE_ARCHIVED
from rules.founding import Choice, Founding, found, judge
from teams import ledger
from teams.models import Player, Team

NAME_TAKEN = Message(
    id="teams.name_taken", text=_("There is a team called {name} in this league."), remedy=_("Choose another name.")
)
ONE_TEAM = Message(
    id="teams.one_each",
    text=_("In this league every coach runs one team, and {coach} has one."),
    remedy=_("Retire it first, or ask the commissioner to allow several teams a coach."),
    rule="C8",
    page=31,
)
NO_SUCH_LIST = Message(
    id="teams.no_such_list", text=_("There is no team list called {team_list}."), remedy=_("Choose one from the list.")
)
NOT_A_DRAFT = Message(
    id="teams.not_a_draft",
    text=_("{team} is no draft any more, so it cannot be rebuilt."),
    remedy=_("Players and staff are hired after a match."),
    status=409,
)
NOT_SUBMITTED = Message(
    id="teams.not_submitted", text=_("{team} does not wait for approval."), remedy=_("Reload the page."), status=409
)
ILLEGAL = Message(
    id="teams.illegal",
    text=_("{team} breaks the rules of team creation."),
    remedy=_("Mend what is listed, then submit."),
)

FOUNDED = log.kind("teams.founded", _("{team} ({team_list}) was founded, by {by}."))
SENT_BACK = log.kind("teams.sent_back", _("{by} sent {team} back to {about}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a coach has chosen so far: the choice and the names of the players, in roster order."""

    choice: Choice
    names: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The draft as a team keeps it."""
        names = (*self.names, *("" for _ in self.choice.players))
        return {
            "players": [
                {"position": position, "name": name} for position, name in zip(self.choice.players, names, strict=False)
            ],
            "rerolls": self.choice.rerolls,
            "fan_factor": self.choice.fan_factor,
            "staff": dict(self.choice.staff),
        }


def draft_of(team: Team) -> Draft:
    """The draft that a team keeps."""
    kept = team.draft or {}
    players = kept.get("players", [])
    choice = Choice(
        team_list=team.team_list,
        players=tuple(player["position"] for player in players),
        rerolls=kept.get("rerolls", 0),
        fan_factor=kept.get("fan_factor", 0),
        staff=tuple(kept.get("staff", {}).items()),
    )
    return Draft(choice=choice, names=tuple(player.get("name", "") for player in players))


def judged(team: Team) -> Founding:
    """A team's draft judged by the rules of its league as they are now."""
    return judge(team.league.ruleset.rules(), draft_of(team).choice)


def draft_team(*, league: League, coach: User, name: str, team_list: str, colours: int = 0) -> Team:
    """Starts a draft. Raises ``Refusal`` for a name that is taken, an unknown list, or one team too many (C8)."""
    rules = league.ruleset.rules()
    if league.archived:
        raise Refusal(LEAGUE_ARCHIVED, league=league.name)
    if team_list not in rules.book.lists:
        raise Refusal(NO_SUCH_LIST, field="team_list", team_list=team_list)
    _one_team_each(league, coach, besides=None)
    with transaction.atomic():
        team = Team(league=league, coach=coach, name=name, team_list=team_list, colours=colours)
        return _saved(team)


def save_draft(*, team: Team, expected: int, draft: Draft, name: str, colours: int) -> Team:
    """Keeps a draft, legal or not. Raises ``StaleVersion``, or ``Refusal`` for a taken name or a founded team."""
    if team.state != Team.State.DRAFT:
        raise Refusal(NOT_A_DRAFT, team=team.name)
    changes = {"draft": draft.as_json(), "team_list": draft.choice.team_list, "name": name, "colours": colours}
    try:
        with transaction.atomic():
            return write_version(team, expected=expected, changes=changes)
    except IntegrityError:
        raise Refusal(NAME_TAKEN, field="name", name=name) from None


def submit_team(*, team: Team, expected: int, by: User) -> Team:
    """Hands a legal draft to the commissioner, or founds it at once where the league wants no approval.

    Raises ``Refusal`` with every broken rule, ``StaleVersion``.
    """
    if team.state != Team.State.DRAFT:
        raise Refusal(NOT_A_DRAFT, team=team.name)
    founding = judged(team)
    if not founding.legal:
        raise Refusal(ILLEGAL, violations=founding.violations, team=team.name)
    with transaction.atomic():
        team = write_version(team, expected=expected, changes={"state": Team.State.SUBMITTED, "sent_back": ""})
        if not team.league.teams_need_approval:
            return _found(team, by)
        return team


def withdraw_team(*, team: Team, expected: int) -> Team:
    """Takes a submitted team back into the draft. Raises ``Refusal``, ``StaleVersion``."""
    if team.state != Team.State.SUBMITTED:
        raise Refusal(NOT_SUBMITTED, team=team.name)
    return write_version(team, expected=expected, changes={"state": Team.State.DRAFT})


def send_back(*, team: Team, expected: int, by: User, reason: str) -> Team:
    """The commissioner gives a submitted team back, with the reason that its coach will read."""
    if team.state != Team.State.SUBMITTED:
        raise Refusal(NOT_SUBMITTED, team=team.name)
    with transaction.atomic():
        team = write_version(team, expected=expected, changes={"state": Team.State.DRAFT, "sent_back": reason})
        log.record(SENT_BACK, league=team.league, by=by, about=team.coach, reason=reason, team=team.name)
    return team


def approve_team(*, team: Team, expected: int, by: User) -> Team:
    """The commissioner approves a submitted team: it is founded under the league's rules of today.

    Raises ``Refusal`` if it is no longer legal, ``StaleVersion``.
    """
    if team.state != Team.State.SUBMITTED:
        raise Refusal(NOT_SUBMITTED, team=team.name)
    founding = judged(team)
    if not founding.legal:
        raise Refusal(ILLEGAL, violations=founding.violations, team=team.name)
    with transaction.atomic():
        return _found(write_version(team, expected=expected, changes={}), by)


def rename_player(*, player: Player, name: str) -> Player:
    """Gives a player a name; it is a row of its own, so no history changes."""
    Player.objects.filter(pk=player.pk).update(name=name)
    player.name = name
    return player


def _found(team: Team, by: User) -> Team:
    _one_team_each(team.league, team.coach, besides=team)
    draft, row = draft_of(team), team.league.ruleset
    rules = row.rules()
    ids = iter(ledger.mint(team, draft.names or ("",) * len(draft.choice.players)))
    entries = found(rules, draft.choice, lambda: next(ids))
    ledger.found(team=team, ruleset=rules, entries=entries, by=by)
    changes = {"state": Team.State.ACTIVE, "ruleset": row, "founded_at": timezone.now(), "draft": {}}
    team = write_version(team, expected=team.version, changes=changes)
    log.record(FOUNDED, league=team.league, by=by, about=team.coach, team=team.name, team_list=team.team_list)
    return team


def _one_team_each(league: League, coach: User | None, besides: Team | None) -> None:
    if coach is None or league.ruleset.rules().house["several_teams_per_coach"]:
        return
    others = league.teams.filter(coach=coach).exclude(state__in=[Team.State.RETIRED, Team.State.RECORDED])
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    if others.exists():
        raise Refusal(ONE_TEAM, coach=str(coach))


def _saved(team: Team) -> Team:
    try:
        with transaction.atomic():
            team.save()
    except IntegrityError:
        raise Refusal(NAME_TAKEN, field="name", name=team.name) from None
    return team
