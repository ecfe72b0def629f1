"""What every change of a team checks: its state, its name, its version, and how many teams its coach has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import is_among
from leagues.books import stored_edition
from leagues.models import League
from rules.book.edition import Ruleset
from rules.book.entered.packs import pack_option
from teams.extensions import offered_packs
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

ONE_TEAM_BY_PACK = Message(
    id="teams.one_each_by_pack",
    text=_("In this league each coach has one team by the pack of {pack}, and {coach} already has one: {team}."),
    remedy=_("Retire that team first, or ask the commissioner to allow several teams per coach."),
    purpose="several_teams",
)
OF_A_TOURNAMENT = Message(
    id="teams.of_a_tournament",
    text=_("{one} and {other} cannot do this: one of them was built by the pack of a tournament beside the league."),
    remedy=_("Choose teams that were built for the same."),
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
    league: League,
    rules: Ruleset,
    coach: User | None,
    besides: Team | None,
    coach_name: str = "",
    own_rules: Mapping[str, str] | None = None,
) -> None:
    """Raises ``Refusal`` for a coach with another team in a league that allows one team each (C8, p31).

    A coach without an account is identified by name. A coach can have a team for each book of the league, and one more
    by each pack that a competition has besides the house rules: that of its ``own_rules``, or of the team ``besides``.
    """
    if _several(rules):
        return
    own = besides.own_rules if besides is not None else own_rules or {}
    edition = stored_edition(league, rules.book.key)
    others = _others(league, rules, besides, own).filter(coach=coach)
    words: dict[str, Any] = {"by_book": _(" by {book}").format(book=rules.book.name) if edition else ""}
    one_each = ONE_TEAM
    if own.get("pack_of"):
        one_each, words = ONE_TEAM_BY_PACK, {"pack": offered_name(league, own["pack_of"])}
    if coach is not None and (team := others.first()) is not None:
        raise Refusal(one_each, coach=str(coach), team=team.name, **words)
    if coach is None and coach_name:
        for team in others.only("name", "coach_name"):
            if is_among(coach_name, [team.coach_name]):
                raise Refusal(one_each, field="coach_name", coach=coach_name, team=team.name, **words)


def with_another_team(league: League, rules: Ruleset, besides: Team) -> set[int]:
    """The ids of the coaches whom ``one_team_each`` refuses, as they have another team."""
    if _several(rules):
        return set()
    others = _others(league, rules, besides, besides.own_rules).filter(coach__isnull=False)
    return set(others.values_list("coach", flat=True))


def _others(league: League, rules: Ruleset, besides: Team | None, own: Mapping[str, str]) -> QuerySet[Team]:
    """The teams of which a coach has one: those that play, by the same book and for the same purpose."""
    others = league.teams.filter(_of_one_purpose(rules, own), edition=stored_edition(league, rules.book.key))
    others = others.exclude(state__in=[Team.State.RETIRED, Team.State.RECORDED])
    return others.exclude(pk=besides.pk) if besides is not None else others


def _of_one_purpose(rules: Ruleset, own_rules: Mapping[str, str]) -> Q:
    """The teams of the league; or, for a team by a pack besides the house rules, those by the same pack or text."""
    of_league = Q(own_rules__pack_of__isnull=True)
    if not own_rules.get("pack_of"):
        return of_league
    option = pack_option(rules.edition.book)
    by_text = ~of_league & Q(**{f"own_rules__{option}": own_rules.get(option, "")})
    return Q(own_rules__pack_of=own_rules["pack_of"]) | by_text


def only_for_its_pack(team: Team, rules: Ruleset) -> bool:
    """Whether a team plays only where its pack does: its coach has it besides the one team that the league allows."""
    return bool(team.pack_of) and not _several(rules)


def need_one_purpose(one: Team, other: Team, rules: Ruleset) -> None:
    """Raises ``Refusal`` for a team of a tournament beside the league and one that was not built for the same."""
    if one.pack_of != other.pack_of and (only_for_its_pack(one, rules) or only_for_its_pack(other, rules)):
        raise Refusal(OF_A_TOURNAMENT, field="asked", one=one.name, other=other.name)


def offered_name(league: League, key: str) -> str:
    """What a pack besides the house rules is for; its key if it is offered no more."""
    return next((pack.name for function in offered_packs for pack in function(league) if pack.key == key), key)


def _several(rules: Ruleset) -> bool:
    return bool(rules.house["several_teams_per_coach"])
