"""Trades and loans between teams of different coaches (C8): offer, answer, approval, exchange.

Only the two coaches see an offer until both agree; then the league may need a commissioner's approval. Every step
checks the rules and both current sheets. A trade is written to both journals or to neither.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.agreements.own_teams import deed_about_team, refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.services import locked
from notices.telling import follow
from rules.sequence.codec import encode
from rules.team.trades import APPROVAL, Offer, exchange, trades_allowed
from teams.building.checks import need_one_purpose
from teams.models import Team, Trade
from teams.trading.loan_jobs import end_on_its_day
from teams.trading.terms import TradeTerms, need_coach, note, open_row, trade_terms, write_journals, written
from web.errors import Message, Refusal

MOST_WAITING = 20

NO_PARTNER = Message(
    id="teams.no_partner",
    text=_("{team} cannot trade."),
    remedy=_("Choose an active team of another coach in this league."),
    purpose="trades",
)
OTHER_BOOK = Message(
    id="teams.trade_other_book",
    text=_("{offering} and {asked} play by different books, so they cannot trade."),
    remedy=_("Choose a team that plays by the same book."),
)
TOO_MANY_OFFERS = Message(
    id="teams.too_many_offers",
    text=_("{team} already has {count} open offers."),
    remedy=_("Withdraw one of them first."),
)
ILLEGAL_TRADE = Message(
    id="teams.illegal_trade",
    text=_("This trade breaks the rules."),
    remedy=_("Fix the problems listed and make a new offer."),
)
CHANGED_SINCE = Message(
    id="teams.trade_changed_since",
    text=_("The trade or one of the teams was changed after you opened this page."),
    remedy=_("Check both teams as they are now, then answer again."),
    status=409,
)
AGREED = log.kind(
    "teams.trade_agreed", _("{offering} and {asked} agreed on a trade. A commissioner has to approve it.")
)
TRADED = log.kind("teams.traded", _("{offering} and {asked} traded, confirmed by {by}."))
REFUSED = log.kind("teams.trade_refused", _("{by} refused the trade of {offering} and {asked}."))


def offer_trade(*, offering: Team, asked: Team, offer: Offer, by: User) -> Trade:
    """Offer a trade to another team, as the coach of ``offering``.

    Raises ``Refusal`` with every broken rule (C8, C1, C2), for a team that cannot trade, or for too many offers.
    """
    need_coach(offering, by)
    with transaction.atomic():
        league = locked(offering.league)
        for team in (offering, asked):
            if team.league_id != league.pk or team.state != Team.State.ACTIVE or team.coach_id is None:
                raise Refusal(NO_PARTNER, field="asked", team=team.name)
        if offering.edition != asked.edition:
            raise Refusal(OTHER_BOOK, field="asked", offering=offering.name, asked=asked.name)
        need_one_purpose(offering, asked, league.ruleset_for(offering.edition).rules())
        waiting = Trade.objects.open().filter(offering=offering).count()
        if waiting >= MOST_WAITING:
            raise Refusal(TOO_MANY_OFFERS, team=offering.name, count=waiting)
        row = Trade(
            league=league, offering=offering, asked=asked, until=offer.until, offered_by=by,
            gives=encode(offer.gives), takes=encode(offer.takes),
        )  # fmt: skip
        _need_legal(trade_terms(row, league))
        row.save()
        follow(row, by=by)
        return row


def withdraw_trade(*, trade: Trade, expected: int, by: User) -> Trade:
    """Withdraw an offer, as its coach, until the trade is done. Raises ``Refusal``, ``StaleVersion``."""
    need_coach(trade.offering, by)
    with transaction.atomic():
        row = open_row(trade, *Trade.WAITING)
        withdrawn = _answered(row, expected, by, Trade.State.WITHDRAWN)
        follow(withdrawn, by=by)
        return withdrawn


def refuse_trade(*, trade: Trade, expected: int, by: User, commissioner: bool = False) -> Trade:
    """Refuse a trade: the asked coach until it is done, a commissioner while it waits for approval.

    ``commissioner`` says whether ``by`` is a commissioner. Raises ``Refusal``, ``StaleVersion``.
    """
    is_asked = trade.asked.coach_id == by.pk
    if not commissioner:
        need_coach(trade.asked, by)
    with transaction.atomic():
        row = open_row(trade, *(Trade.WAITING if is_asked else (Trade.State.ACCEPTED,)))
        refused = _answered(row, expected, by, Trade.State.REFUSED)
        if row.state == Trade.State.ACCEPTED:
            note(REFUSED, refused, by)
        follow(refused, by=by)
        return refused


def accept_trade(*, trade: Trade, expected: int, seen: tuple[int, int], by: User) -> Trade:
    """Accept an offer, as the asked coach, with both sheets as the coach saw them (``TradeTerms.seen``).

    The trade is done at once if the league needs no approval. Raises ``Refusal`` for a broken rule, a team in a match,
    or changed sheets; ``StaleVersion``.
    """
    need_coach(trade.asked, by)
    with transaction.atomic():
        row = open_row(trade, Trade.State.OFFERED)
        found = _agreed(row, seen)
        accepted = _answered(row, expected, by, Trade.State.ACCEPTED)
        if trades_allowed(found.rules) == APPROVAL:
            note(AGREED, accepted, by)
            follow(accepted, by=by)
            return accepted
        return _complete(accepted, found, by)


def approve_trade(*, trade: Trade, expected: int, seen: tuple[int, int], by: User) -> Trade:
    """Approve, as a commissioner, a trade that both coaches accepted, and do it. Raises as ``accept_trade``.

    A commissioner does not approve a trade of their own team, unless there is nobody else.
    """
    with transaction.atomic():
        row = open_row(trade, Trade.State.ACCEPTED)
        refuse_alone(approving(row, by))
        found = _agreed(row, seen)
        return _complete(written(row, expected), found, by)


def approving(trade: Trade, by: User) -> Deed:
    """Approving a trade that both coaches accepted."""
    return deed_about_team(
        kind="teams.approve_trade",
        subject=f"trade:{trade.pk}",
        league=trade.league,
        by=by,
        coaches={trade.offering.coach_id, trade.asked.coach_id},
        name=f"{trade.offering.name}, {trade.asked.name}",
    )


def _need_legal(found: TradeTerms) -> None:
    if violations := found.violations():
        raise Refusal(ILLEGAL_TRADE, violations=violations)


def _agreed(row: Trade, seen: tuple[int, int]) -> TradeTerms:
    """The terms with both current teams, if they are as the user saw them and the trade is still legal."""
    for team in (row.offering, row.asked):
        if team.state != Team.State.ACTIVE:
            raise Refusal(NO_PARTNER, team=team.name)
    found = trade_terms(row)
    if found.seen != seen:
        raise Refusal(CHANGED_SINCE)
    _need_legal(found)
    return found


def _answered(row: Trade, expected: int, by: User, state: str) -> Trade:
    return written(row, expected, state=state, answered_by=by, answered_at=timezone.now())


def _complete(row: Trade, found: TradeTerms, by: User) -> Trade:
    offer = found.offer
    write_journals(found, exchange(offer, found.sheets[0], found.sheets[1], row.pk), by)
    now = timezone.now()
    done = written(
        row,
        row.version,
        state=Trade.State.LENT if offer.lends else Trade.State.DONE,
        owed_by_offering=offer.takes.gold_lent,
        owed_by_asked=offer.gives.gold_lent,
        done_by=by,
        done_at=now,
    )
    if offer.lends:
        end_on_its_day(done)
    note(TRADED, done, by)
    follow(done, by=by)
    return done
