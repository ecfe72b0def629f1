"""End a loan: on its day, by both coaches, or by a commissioner (C8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.models import League
from notices.telling import follow
from rules.sheet.sheet import LENT, TeamSheet
from rules.team.arriving.arrivals import veteran_of
from rules.team.trades import end_of_loan
from teams.ledger import ledger
from teams.models import Team, TeamState, Trade
from teams.team_json import Loan
from teams.trading.terms import NOT_ITS_COACH, note, open_row, today_in, trade_terms, write_journals, written
from web.errors import Message, Refusal

RELATED = ("league__ruleset", "offering__coach", "asked__coach")

ASKED_ALREADY = Message(
    id="teams.ending_asked_already",
    text=_("{team} has already asked to end this loan."),
    remedy=_("It ends when the other coach agrees, when a commissioner ends it, or on its day."),
    status=409,
)

RETURNED = log.kind("teams.loan_returned", _("The loan between {offering} and {asked} is over, ended by {by}."))
OWING = log.kind("teams.loan_owing", _("The loan between {offering} and {asked} has ended. Some gold is still owed."))


def end_loan(*, trade: Trade, expected: int, by: User, commissioner: bool = False) -> Trade:
    """End a loan: either coach from its day on, both coaches before that day, a commissioner at any time.

    The first coach's request stays open until the other agrees. If a team cannot pay back all gold, the rest stays
    owed and the loan stays open. Raises ``Refusal`` if a team is in a match or for other users, ``StaleVersion``.
    """
    own = next((team for team in (trade.offering, trade.asked) if team.coach_id == by.pk), None)
    if own is None and not commissioner:
        raise Refusal(NOT_ITS_COACH, team=trade.offering.name)
    with transaction.atomic():
        row = open_row(trade, Trade.State.LENT)
        due = row.until is not None and row.until <= today_in(row.league)
        if own is not None and not (due or commissioner):
            if row.ending_asked_by_id == own.pk:
                raise Refusal(ASKED_ALREADY, team=own.name)
            if row.ending_asked_by_id is None:
                asked = written(row, expected, ending_asked_by=own)
                follow(asked, by=by)
                return asked
        return _given_back(written(row, expected, ending_asked_by=None), by)


def end_due_loans(teams: Sequence[Team], league: League) -> int:
    """End the loans of these teams that are due, and return their number. Must run inside a transaction.

    A loan waits while its other team is in a match, because that roster is frozen.
    """
    rows = Trade.objects.running_loans().of_teams(*teams)
    ended = 0
    for row in rows.filter(until__lte=today_in(league)).select_related(*RELATED).order_by("until", "pk"):
        states = TeamState.objects.filter(team__in=[row.offering_id, row.asked_id])
        if all(state.held_by in ("", ledger.RETIREMENT) for state in states):
            _given_back(written(row, row.version, ending_asked_by=None), None)
            ended += 1
    return ended


def loans_in_file(team: Team, sheet: TeamSheet, names: Mapping[int, str]) -> tuple[Loan, ...]:
    """The running loans of a team, as its file has them. One query. A loan both ways becomes two."""
    rows = Trade.objects.running_loans().of_teams(team)
    rules = team.ruleset.rules()
    found = []
    for row in rows.select_related("offering", "asked").order_by("until", "pk"):
        ours = row.offering_id == team.pk
        other = row.asked if ours else row.offering
        owed = (row.owed_by_asked, row.owed_by_offering) if ours else (row.owed_by_offering, row.owed_by_asked)
        gone = [each.line for each in sheet.departed if each.how == LENT and each.line.loan == row.pk]
        here = [line for line in sheet.players if line.loan == row.pk]
        for way, gold, lines in (("out", owed[0], gone), ("in", owed[1], here)):
            if gold or lines:
                players = tuple(veteran_of(rules, sheet, line) for line in lines)
                called = tuple(names.get(line.player, "") for line in lines)
                day = row.until.isoformat() if row.until else ""
                found.append(Loan(way=way, team=other.name, until=day, gold=gold, players=players, names=called))
    return tuple(found)


def _given_back(row: Trade, by: User | None) -> Trade:
    found = trade_terms(row)
    ended = end_of_loan(row.pk, found.sheets[0], found.sheets[1], (row.owed_by_offering, row.owed_by_asked))
    write_journals(found, ended.entries, by)
    owed = (row.owed_by_offering - ended.paid[0], row.owed_by_asked - ended.paid[1])
    changes: dict[str, object] = {"owed_by_offering": owed[0], "owed_by_asked": owed[1]}
    if not any(owed):
        changes |= {"state": Trade.State.RETURNED, "ended_at": timezone.now()}
    after = written(row, row.version, **changes)
    if not any(owed) or any(ended.entries):
        note(OWING if any(owed) else RETURNED, after, by)
    follow(after, by=by)
    return after
