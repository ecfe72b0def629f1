"""What happens to teams when a coach deletes their account: the teams retire unless another coach took them over."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.extensions import AccountDeletion, Obstacle, account_deletions
from accounts.models import User
from notices.telling import follow
from teams.models import Takeover, Team, Trade
from teams.roster.retiring import retire_team
from teams.selectors import team_url
from teams.trading.trading import refuse_trade, withdraw_trade


def _teams(user: User) -> QuerySet[Team]:
    """The teams that retire with the account. Teams of archived leagues stay as they are."""
    rows = Team.objects.not_retired().filter(coach=user, league__archived_at__isnull=True)
    return rows.select_related("league", "coach", "ruleset").order_by("pk")


def obstacles(user: User) -> Iterable[Obstacle]:
    """Teams with an open takeover offer."""
    waiting = Takeover.objects.open().filter(team__in=_teams(user))
    for row in waiting.select_related("team__league", "asked").order_by("pk"):
        yield Obstacle(
            text=_("%(coach)s is asked to take over %(team)s.") % {"coach": row.asked.name, "team": row.team.name},
            remedy=_("Wait for the answer, or ask a commissioner to withdraw the offer."),
            url=team_url(row.team),
        )


def consequences(user: User) -> Iterable[str]:
    """The teams that will retire, in words."""
    for team in _teams(user):
        words = {"team": team.name, "league": team.league.name}
        if team.founded:
            text = _(
                "%(team)s of %(league)s will be retired. If another coach should take it over, ask a commissioner to "
                "transfer it first."
            )
        else:
            text = _("The draft %(team)s of %(league)s will be deleted.")
        yield text % words


def undo(user: User) -> None:
    """Withdraw the coach's offers, refuse offers to them, retire their teams. Raises ``Refusal``, ``StaleVersion``."""
    for offer in Takeover.objects.open().filter(asked=user):
        Takeover.objects.filter(pk=offer.pk).update(state=Takeover.State.REFUSED, answered_at=timezone.now())
        offer.state = Takeover.State.REFUSED
        follow(offer, by=user)
    trades = Trade.objects.open().of_coach(user).filter(league__archived_at__isnull=True)
    for row in trades.select_related("league", "offering", "asked").order_by("pk"):
        answer = withdraw_trade if row.offering.coach_id == user.pk else refuse_trade
        answer(trade=row, expected=row.version, by=user)
    for team in _teams(user):
        retire_team(team=team, expected=team.version, by=user, reason=_("The coach has deleted the account."))


account_deletions.add(AccountDeletion(room="teams", obstacles=obstacles, consequences=consequences, undo=undo))
