"""What people are told about teams: approval, trades and loans, transfers, corrections of a figure."""

from __future__ import annotations

from functools import partial

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import zone
from leagues.extensions import member_returned
from leagues.members.linked_names import coach_link
from leagues.models import League
from leagues.notices import who_approves
from notices.extensions import Kind, Machine, Silent, Subject, Topic, declare
from notices.telling import follow
from teams.extensions import coach_changed, team_pages
from teams.models import Takeover, Team, Trade

BUILDING = Topic(key="teams", name=_("Teams that wait for approval, and their answers"))
CORRECTIONS = Topic(key="corrections", name=_("Corrections that change your team"))
TRADES = Topic(key="trades", name=_("Trades and loans"))
TRANSFERS = Topic(key="transfers", name=_("Teams that change their coach"))

TEAM = Subject(
    key="team",
    things=Team.objects.select_related("league", "coach").defer("draft"),
    league=lambda team: team.league,
    words=lambda team, reader: {
        "team": team.name,
        "coach": team.coached_by,
        "league": team.league.name,
        "why": team.sent_back,
    },
)
TRADE = Subject(
    key="trade",
    things=Trade.objects.select_related("league", "offering__coach", "asked__coach"),
    league=lambda trade: trade.league,
    words=lambda trade, reader: {
        "offering": trade.offering.name,
        "asked": trade.asked.name,
        "league": trade.league.name,
    },
)
OF_TAKEOVER = ("team__league", "team__coach", "asked", "by")
TAKEOVER = Subject(
    key="takeover",
    things=Takeover.objects.select_related(*OF_TAKEOVER),
    league=lambda offer: offer.team.league,
    words=lambda offer, reader: {
        "team": offer.team.name,
        "asked": offer.asked.name,
        "by": offer.by.name,
        "coach": offer.team.coached_by,
        "league": offer.team.league.name,
    },
    links=lambda offer: {"coach": coach_link(offer.team.league.slug, offer.team.coach_id, offer.team.coached_by)},
)


def page_of(team: Team) -> str:
    """The path of a team's own page."""
    page = team_pages.get("team")
    return reverse(page.route if page else "teams:history", args=[team.public_id])


def _trade_page(trade: Trade) -> str:
    return reverse("teams:trade", args=[trade.pk])


def _both(trade: Trade) -> list[int | None]:
    return [trade.offering.coach_id, trade.asked.coach_id]


_of_team = partial(Kind, topic=BUILDING, subject=TEAM)
_of_trade = partial(Kind, topic=TRADES, subject=TRADE, page=_trade_page)
_of_takeover = partial(Kind, topic=TRANSFERS, subject=TAKEOVER)

SUBMITTED = _of_team(
    key="teams.to_approve",
    name=_("A team waits for your approval"),
    line=_("%(team)s waits for your approval"),
    text=_("%(coach)s has submitted the team %(team)s in %(league)s. Approve it or send it back:"),
    readers=lambda team: who_approves(team.league, {team.coach_id} if team.from_elsewhere else set()),
    page=lambda team: reverse("teams:approvals", args=[team.league.slug]),
    waits=True,
)
SENT_BACK = _of_team(
    key="teams.sent_back",
    name=_("Your team is sent back"),
    line=_("%(team)s was sent back"),
    text=_(
        "A commissioner of %(league)s has sent your team %(team)s back:\n\n%(why)s\n\nChange it and submit it again:"
    ),
    readers=lambda team: [team.coach_id] if team.sent_back else [],
    page=lambda team: reverse("teams:arrival" if team.from_elsewhere else "teams:build", args=[team.public_id]),
    waits=True,
)
APPROVED = _of_team(
    key="teams.approved",
    name=_("Your team is approved"),
    line=_("%(team)s has been approved"),
    text=_("A commissioner of %(league)s has approved your team %(team)s. It can play now."),
    readers=lambda team: [team.coach_id],
    page=page_of,
)
RETIRED = _of_team(
    key="teams.retired",
    name=_("Your team is retired"),
    line=_("%(team)s has been retired"),
    text=_("A commissioner of %(league)s has retired your team %(team)s. The league's log says why."),
    readers=lambda team: [team.coach_id],
    page=page_of,
)
CORRECTED = Kind(
    key="teams.figure_corrected",
    name=_("A figure of your team is corrected"),
    topic=CORRECTIONS,
    subject=TEAM,
    line=_("A figure of %(team)s was corrected"),
    text=_("A commissioner of %(league)s has corrected a figure of your team %(team)s. Its history says what and why:"),
    readers=lambda team: [team.coach_id],
    page=lambda team: reverse("teams:history", args=[team.public_id]),
    occasion=lambda team: team.state_row.seq,
)

OFFERED = _of_trade(
    key="teams.trade_offered",
    name=_("Somebody offers you a trade"),
    line=_("%(offering)s offers %(asked)s a trade"),
    text=_("%(offering)s offers your team %(asked)s a trade in %(league)s. Accept or refuse it:"),
    readers=lambda trade: [trade.asked.coach_id],
    waits=True,
)
TO_APPROVE = _of_trade(
    key="teams.trade_to_approve",
    name=_("A trade waits for your approval"),
    line=_("The trade of %(offering)s and %(asked)s waits for your approval"),
    text=_("%(offering)s and %(asked)s have agreed on a trade in %(league)s. Approve it or refuse it:"),
    readers=lambda trade: who_approves(trade.league, {trade.offering.coach_id, trade.asked.coach_id}),
    waits=True,
)
AGREED = _of_trade(
    key="teams.trade_agreed",
    name=_("Your trade is accepted"),
    line=_("%(asked)s accepts your trade"),
    text=_("%(asked)s has accepted the trade with %(offering)s in %(league)s. A commissioner has to approve it."),
    readers=lambda trade: [trade.offering.coach_id],
)
TRADED = _of_trade(
    key="teams.traded",
    name=_("Your trade is done"),
    line=_("The trade of %(offering)s and %(asked)s is done"),
    text=_("The trade of %(offering)s and %(asked)s in %(league)s is done. Both rosters have changed."),
    readers=_both,
)
REFUSED = _of_trade(
    key="teams.trade_refused",
    name=_("Your trade is refused"),
    line=_("The trade of %(offering)s and %(asked)s is refused"),
    text=_("The trade of %(offering)s and %(asked)s in %(league)s was refused. Nothing has changed."),
    readers=_both,
)
WITHDRAWN = _of_trade(
    key="teams.trade_withdrawn",
    name=_("A trade is withdrawn"),
    line=_("%(offering)s withdraws its trade"),
    text=_("%(offering)s no longer offers %(asked)s a trade in %(league)s. You do not need to do anything."),
    readers=lambda trade: [trade.asked.coach_id],
)


def ends_loan(trade: Trade) -> list[int | None]:
    """Who can end a loan: both coaches from its day on; before it, the coach who has not asked for its end."""
    if trade.until is not None and trade.until <= timezone.now().astimezone(zone(trade.league.zone)).date():
        return _both(trade)
    if trade.ending_asked_by_id is None:
        return []
    return [team.coach_id for team in (trade.offering, trade.asked) if team.pk != trade.ending_asked_by_id]


LOAN_TO_END = _of_trade(
    key="teams.loan_to_end",
    name=_("A loan is due to end"),
    line=_("End the loan between %(offering)s and %(asked)s"),
    text=_(
        "The loan between %(offering)s and %(asked)s in %(league)s is due to end. Its page says what is still owed:"
    ),
    readers=ends_loan,
    waits=True,
)
RETURNED = _of_trade(
    key="teams.loan_returned",
    name=_("A loan is over"),
    line=_("The loan between %(offering)s and %(asked)s is over"),
    text=_("The loan between %(offering)s and %(asked)s in %(league)s is over. Both rosters have changed."),
    readers=_both,
)

TO_TAKE_OVER = _of_takeover(
    key="teams.to_take_over",
    name=_("Somebody asks you to take over a team"),
    line=_("Take over %(team)s, or decline"),
    text=_("%(by)s asks you to take over %(team)s in %(league)s. Accept or decline:"),
    readers=lambda offer: [offer.asked_id],
    page=lambda offer: reverse("teams:take_over", args=[offer.pk]),
    waits=True,
)
TAKEN_OVER = _of_takeover(
    key="teams.taken_over",
    name=_("A team has a new coach"),
    line=_("%(team)s has a new coach: %(coach)s"),
    text=_("%(coach)s coaches %(team)s in %(league)s from now on."),
    readers=lambda offer: [offer.was_id, offer.by_id],
    page=lambda offer: page_of(offer.team),
)
DECLINED = _of_takeover(
    key="teams.takeover_declined",
    name=_("Somebody declines to take over a team"),
    line=_("%(asked)s does not take over %(team)s"),
    text=_("%(asked)s has declined to take over %(team)s in %(league)s."),
    readers=lambda offer: [offer.by_id],
    page=lambda offer: page_of(offer.team),
)

declare(
    Machine(
        model=Team,
        states={
            Team.State.DRAFT: (SENT_BACK,),
            Team.State.SUBMITTED: (SUBMITTED,),
            Team.State.ACTIVE: (APPROVED,),
            Team.State.RECORDED: Silent("nobody has done anything: it comes from records"),
            Team.State.RETIRED: (RETIRED,),
        },
    ),
    Machine(
        model=Trade,
        states={
            Trade.State.OFFERED: (OFFERED,),
            Trade.State.ACCEPTED: (TO_APPROVE, AGREED),
            Trade.State.DONE: (TRADED,),
            Trade.State.LENT: (TRADED, LOAN_TO_END),
            Trade.State.RETURNED: (RETURNED,),
            Trade.State.REFUSED: (REFUSED,),
            Trade.State.WITHDRAWN: (WITHDRAWN,),
        },
    ),
    Machine(
        model=Takeover,
        states={
            Takeover.State.OFFERED: (TO_TAKE_OVER,),
            Takeover.State.ACCEPTED: (TAKEN_OVER,),
            Takeover.State.REFUSED: (DECLINED,),
            Takeover.State.WITHDRAWN: Silent("a commissioner did it; the notice of the asked coach ends"),
        },
    ),
    CORRECTED,
)


@coach_changed.add
def follow_trades(team: Team) -> None:
    """What waited for a team's former coach waits for its new one."""
    rows = Trade.objects.filter(state__in=(*Trade.WAITING, Trade.State.LENT)).of_teams(team)
    for trade in rows.select_related("league", "offering", "asked"):
        follow(trade)


@member_returned.add
def follow_again(league: League, user: User) -> None:
    """What waited for a coach until they left waits for them again: offers of teams, and all about their own teams."""
    for offer in Takeover.objects.open().filter(team__league=league, asked=user).select_related(*OF_TAKEOVER):
        follow(offer)
    for team in league.teams.not_retired().filter(coach=user).select_related("league", "coach"):
        if team.state == Team.State.DRAFT:
            follow(team)
        coach_changed.call(team)
