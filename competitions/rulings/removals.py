"""A member is removed from the league, and what happens to each of their teams is decided in the same command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Entrant, Fixture, Withdrawal
from competitions.rulings import withdrawal_rights, withdrawals
from leagues.agreements.who_agrees import whom_to_ask
from leagues.members import memberships
from leagues.models import Membership
from leagues.services import locked
from matches.models import Match, MatchSide
from teams.models import Takeover, Team
from teams.roster.retiring import retire_team
from teams.trading.takeovers import offer_team
from web.errors import Message, Refusal

STAY, OFFER, LEAVE, RETIRE = "stay", "offer", "leave", "retire"
NOT_THEIRS = Message(
    id="competitions.removed_members_team",
    text=_("{team} is not a team of {coach} any more; nothing changed."),
    remedy=_("See the page again, and decide about the other teams."),
    status=409,
)
OPEN_MATCH = (*withdrawals.NOT_OVER, Match.State.POST_MATCH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What happens to a team: one of the words above; the member who is asked to take it over; how it withdraws from
    competitions (a `Withdrawal.How`, empty if it does not)."""

    team: Team
    what: str
    to: User | None = None
    how: str = ""


@dataclass(slots=True, kw_only=True)
class Owned:
    """A team of a member: its running competitions, its open matches, and the offer of it to another coach.

    ``entries`` have the number of matches to play as ``to_play``. ``asks`` are the competitions from which it cannot be
    withdrawn before somebody agrees, each with who can.
    """

    team: Team
    entries: list[Entrant] = field(default_factory=list)
    matches: list[MatchSide] = field(default_factory=list)
    asks: list[tuple[Competition, str]] = field(default_factory=list)
    offer: Takeover | None = None

    @property
    def can_leave(self) -> bool:
        """Whether it can be withdrawn from all its competitions now."""
        under_way = any(side.match.state in withdrawals.NOT_OVER for side in self.matches)
        return bool(self.entries) and not under_way and not self.asks

    @property
    def can_retire(self) -> bool:
        """Whether it can be retired now; if it cannot leave, its matches then wait for a commissioner's decision."""
        return not self.matches


def teams_of_member(membership: Membership, by: User) -> list[Owned]:
    """A member's teams in the league that are not retired, by name. Four queries, and some for each competition in
    which ``by`` coaches an opponent."""
    rows = Team.objects.not_retired().filter(league=membership.league_id, coach=membership.user_id)
    found = {team.pk: Owned(team=team) for team in rows.select_related("league", "coach").order_by("name", "pk")}
    for entrant in _entries(found, by):
        own = found[entrant.team_id]
        own.entries.append(entrant)
        if entrant.own and (
            asked := whom_to_ask(withdrawal_rights.leaving(entrant.competition, own.team, by, Withdrawal.How.WALKOVERS))
        ):
            own.asks.append((entrant.competition, asked))
    sides = MatchSide.objects.filter(team__in=found, match__state__in=OPEN_MATCH).select_related("match")
    for side in sides.prefetch_related("match__sides__team").order_by("match"):
        found[side.team_id].matches.append(side)
    for offer in Takeover.objects.open().filter(team__in=found).select_related("asked"):
        found[offer.team_id].offer = offer
    return list(found.values())


@transaction.atomic
def remove_member(*, membership: Membership, by: User, reason: str, fates: Iterable[Fate]) -> None:
    """Remove a member, after each of their teams got its ``Fate``. Raises ``Refusal``; then nothing has changed."""
    locked(membership.league)
    theirs = set(
        Team.objects.filter(league=membership.league_id, coach=membership.user_id).values_list("pk", flat=True)
    )
    for fate in fates:
        if fate.team.pk not in theirs:
            raise Refusal(NOT_THEIRS, team=fate.team.name, coach=membership.user.name)
        if fate.what in (LEAVE, RETIRE) and fate.how:
            _withdraw(fate, by, reason)
        if fate.what == RETIRE:
            retire_team(team=fate.team, expected=fate.team.version, by=by, reason=reason)
        if fate.what == OFFER and fate.to is not None:
            offer_team(team=fate.team, by=by, to=fate.to, reason=reason)
    memberships.remove_member(membership=membership, by=by, reason=reason)


def _withdraw(fate: Fate, by: User, reason: str) -> None:
    """Withdraw a team from all its running competitions. In a bracket its opponents always advance."""
    for entrant in _entries([fate.team.pk], by):
        competition = Competition.objects.select_related("season__league").get(pk=entrant.competition_id)
        how = Withdrawal.How.WALKOVERS.value if competition.format.eliminates else fate.how
        withdrawals.leave(
            competition=competition, by=by, expected=competition.version, team=fate.team, how=how, reason=reason
        )


def _entries(teams: Iterable[int], by: User) -> list[Entrant]:
    """The teams' places in running competitions that they have not left; each knows whether ``by`` coaches an opponent
    there (``own``)."""
    here = Fixture.objects.filter(round__competition=OuterRef("competition"))
    to_play = here.not_opened().of_team(OuterRef("team")).order_by().values("round__competition")
    against = Q(home=OuterRef("team"), away__coach=by) | Q(away=OuterRef("team"), home__coach=by)
    rows = Entrant.objects.filter(
        team__in=list(teams), withdrawal=None, competition__state=Competition.State.RUNNING, competition__recorded=False
    )
    noted = {"to_play": Subquery(to_play.annotate(n=Count("pk")).values("n")), "own": Exists(here.filter(against))}
    return list(rows.annotate(**noted).select_related("competition__season__league").order_by("competition"))
