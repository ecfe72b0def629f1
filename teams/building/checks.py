"""What every change of a team checks: its state, its name, its version, and how many teams its coach has."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import is_among
from leagues.books import stored_edition
from leagues.models import League
from rules.book.edition import Ruleset
from teams.models import Team
from web.commands import write_version
from web.errors import Message, Refusal

NAME_TAKEN = Message(
    id="teams.name_taken", text=_("This league already has a team called {name}."), remedy=_("Choose another name.")
)
ONE_TEAM = Message(
    id="teams.one_each",
    text=_("In this league each coach has one team{by_book}, and {coach} already has one: {team}."),
    remedy=_("Retire that team first, or ask the commissioner to allow several teams per coach."),
    purpose="several_teams",
)


def need_state(team: Team, *states: str, refusal: Message) -> None:
    """Raises ``Refusal`` with this message for a team in any other state."""
    if team.state not in states:
        raise Refusal(refusal, team=team.name, state=team.get_state_display())


def write(team: Team, expected: int, changes: Mapping[str, object]) -> Team:
    """The row after a versioned write, with the caller's league and coach objects."""
    written = write_version(team, expected=expected, changes=changes)
    written.league, written.coach = team.league, team.coach
    return written


def write_named(team: Team, expected: int, changes: Mapping[str, object]) -> Team:
    """The row after a versioned write that may change its name. Raises ``Refusal`` for a taken name.

    The league must be locked.
    """
    name = str(changes["name"])
    try:
        with transaction.atomic():
            written = write(team, expected, changes)
    except IntegrityError:
        raise Refusal(NAME_TAKEN, field="name", name=name) from None
    if name != team.name:
        refuse_taken_name(team.league, name, besides=team)
    return written


def refuse_taken_name(league: League, name: str, besides: Team | None = None) -> None:
    """Raises ``Refusal`` if another team has this name, in any case of letters. The league must be locked."""
    others = Team.objects.filter(league=league, state__in=Team.NAMED).exclude(pk=besides and besides.pk)
    if is_among(name, others.values_list("name", flat=True)):
        raise Refusal(NAME_TAKEN, field="name", name=name)


def one_team_each(
    league: League, rules: Ruleset, coach: User | None, besides: Team | None, coach_name: str = ""
) -> None:
    """Raises ``Refusal`` for a coach with another team in a league that allows one team each (C8, p31).

    A coach without an account is identified by name. A coach can have a team for each book of the league.
    """
    if rules.house["several_teams_per_coach"]:
        return
    edition = stored_edition(league, rules.book.key)
    others = league.teams.filter(coach=coach, edition=edition)
    others = others.exclude(state__in=[Team.State.RETIRED, Team.State.RECORDED])
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    book = _(" by {book}").format(book=rules.book.name) if edition else ""
    if coach is not None and (team := others.first()) is not None:
        raise Refusal(ONE_TEAM, coach=str(coach), team=team.name, by_book=book)
    if coach is None and coach_name:
        for team in others.only("name", "coach_name"):
            if is_among(coach_name, [team.coach_name]):
                raise Refusal(ONE_TEAM, field="coach_name", coach=coach_name, team=team.name, by_book=book)
