"""The terms of a trade with both current teams, and how it is written: to both journals or to neither."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import zone
from leagues import log
from leagues.extensions import LogKind
from leagues.models import League
from leagues.services import locked
from rules.book.edition import Ruleset
from rules.journal import PlayerJoined
from rules.sequence.codec import decode
from rules.sequence.explanations import Violation
from rules.sheet.sheet import TeamSheet
from rules.team.trades import Entries, Offer, Party, Stake, judge
from teams.ledger import ledger
from teams.models import Team, TeamState, Trade
from web.commands import write_version
from web.errors import Message, Refusal

SOURCE = "trade"

NOT_ITS_COACH = Message(
    id="teams.not_its_coach",
    text=_("Only the coach of {team} can do that."),
    remedy=_("Nothing was changed."),
    status=403,
)
ANSWERED = Message(
    id="teams.trade_answered",
    text=_("This is no longer possible: the trade is “{state}”."),
    remedy=_("Check the trade as it is now. Nothing was changed."),
    status=409,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeTerms:
    """A trade with both current teams, for pages and services."""

    trade: Trade
    rules: Ruleset
    states: tuple[TeamState, TeamState]
    sheets: tuple[TeamSheet, TeamSheet]

    @property
    def offer(self) -> Offer:
        """The offer."""
        return offer_in(self.trade)

    @property
    def teams(self) -> tuple[Team, Team]:
        """The offering team and the asked one."""
        return self.trade.offering, self.trade.asked

    @property
    def seen(self) -> tuple[int, int]:
        """The last entries of both journals: a coach agrees to these sheets."""
        return self.states[0].seq, self.states[1].seq

    def violations(self) -> tuple[Violation, ...]:
        """Every rule that the trade would break now."""
        parties = [party(team, sheet) for team, sheet in zip(self.teams, self.sheets, strict=True)]
        return judge(self.rules, self.offer, parties[0], parties[1], today_in(self.trade.league))


def offer_in(row: Trade) -> Offer:
    """The offer in a row."""
    return Offer(gives=decode(Stake, row.gives), takes=decode(Stake, row.takes), until=row.until)


def party(team: Team, sheet: TeamSheet) -> Party:
    """A team as the trade rules need it."""
    return Party(name=team.name, coach=team.coach_id or 0, sheet=sheet)


def today_in(league: League) -> date:
    """Today in the league's time zone."""
    return timezone.now().astimezone(zone(league.zone)).date()


def trade_terms(row: Trade, league: League | None = None) -> TradeTerms:
    """A trade with its current teams. Raises ``KeyError`` for a team that is not founded."""
    rows = {state.team_id: state for state in TeamState.objects.filter(team__in=[row.offering_id, row.asked_id])}
    states = (rows[row.offering_id], rows[row.asked_id])
    sheets = (ledger.sheet_in(states[0]), ledger.sheet_in(states[1]))
    rules = (league or row.league).ruleset_for(row.offering.edition).rules()
    return TradeTerms(trade=row, rules=rules, states=states, sheets=sheets)


def need_coach(team: Team, by: User) -> None:
    """Raises ``Refusal`` unless ``by`` is the team's coach."""
    if team.coach_id != by.pk:
        raise Refusal(NOT_ITS_COACH, team=team.name)


def open_row(row: Trade, *states: str) -> Trade:
    """The current row, in an open league. Raises ``Refusal`` unless it is in one of these states."""
    league = locked(row.league)
    current = Trade.objects.select_related("offering__coach", "asked__coach").get(pk=row.pk)
    current.league = league
    if current.state not in states:
        raise Refusal(ANSWERED, state=current.get_state_display())
    return current


def written(row: Trade, expected: int, **changes: object) -> Trade:
    """The row after a versioned write, with its league and team objects. Raises ``StaleVersion``."""
    written: Trade = write_version(row, expected=expected, changes=changes)
    written.league, written.offering, written.asked = row.league, row.offering, row.asked
    return written


def write_journals(found: TradeTerms, entries: tuple[Entries, Entries], by: User | None) -> None:
    """Write both journals, in the order of the teams' ids, and move the rows of traded players."""
    sides = sorted(zip(found.teams, found.states, entries, strict=True), key=lambda side: side[0].pk)
    for team, state, written in sides:
        if written:
            ledger.append(
                team=team,
                ruleset=found.rules,
                expected=state.seq,
                facts=[ledger.Fact(entry) for entry in written],
                source=f"{SOURCE}:{found.trade.pk}",
                by=by,
                decided_by=team.coach_id,
                holder=ledger.RETIREMENT if state.held_by == ledger.RETIREMENT else "",
            )
    for team, other, written in zip(found.teams, found.teams[::-1], entries, strict=True):
        players = [entry.line.player for entry in written if isinstance(entry, PlayerJoined)]
        ledger.hand_over(players, left=other, joined=team)


def note(kind: LogKind, row: Trade, by: User | None) -> None:
    """Write to the league's log."""
    log.record(kind, league=row.league, by=by, offering=row.offering.name, asked=row.asked.name)
