"""Trades and loans between teams of different coaches (C8): the checks of an offer, and its journal entries.

Two teams of one coach cannot trade. Gold moves from treasury to treasury. A team can take a player only if the position
is on its list and it has a free place. A lent player keeps a place at home, to be able to come back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from rules.book.edition import Ruleset
from rules.book.rows.teams import Position
from rules.journal import Entry, GoldMoved, PlayerJoined, PlayerLost, PlayerTraded, fold
from rules.sequence.explanations import Violation
from rules.sheet.sheet import BORROWED, LENT, RETURNED, TRADED, PlayerSheet, TeamSheet, changed
from rules.team.roster_places import places_taken

OPTION = "trades"
OFF, APPROVAL, FREE = "off", "approval", "free"
PURSE = "trade"
UNNAMED_LOAN = 2**62
"""The loan id for checks of an offer: no real loan has it."""

Entries = tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What one team gives: gold (gp) and players (ids), for good or on loan."""

    gold: int = 0
    players: tuple[int, ...] = ()
    gold_lent: int = 0
    players_lent: tuple[int, ...] = ()

    @property
    def all_players(self) -> tuple[int, ...]:
        """All players that the team gives."""
        return self.players + self.players_lent

    @property
    def all_gold(self) -> int:
        """All gold that the team gives, in gp."""
        return self.gold + self.gold_lent

    @property
    def is_empty(self) -> bool:
        """Whether the team gives nothing."""
        return not (self.gold or self.gold_lent or self.all_players)

    @property
    def lends(self) -> bool:
        """Whether any of it is on loan."""
        return bool(self.gold_lent or self.players_lent)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What the offering team gives and what it takes in return; loans end on the day ``until``."""

    gives: Stake
    takes: Stake
    until: date | None = None

    @property
    def lends(self) -> bool:
        """Whether the offer includes a loan."""
        return self.gives.lends or self.takes.lends


@dataclass(frozen=True, slots=True, kw_only=True)
class Party:
    """A team that trades: its name, its coach's id, its sheet."""

    name: str
    coach: int
    sheet: TeamSheet


def trades_allowed(ruleset: Ruleset) -> str:
    """How the league allows trades: ``off``, ``approval`` or ``free``."""
    return ruleset.house.choice(OPTION)


def judge(ruleset: Ruleset, offer: Offer, ours: Party, theirs: Party, today: date) -> tuple[Violation, ...]:
    """All rules that an offer of ``ours`` to ``theirs`` breaks. Source: PBBL 1.10, C8, C1, C2 (p17, 31).

    Limits are checked only if there are no other problems.
    """
    found = [*_terms(ruleset, offer, ours, theirs, today)]
    found += _stake(ruleset, offer.gives, ours, theirs)
    found += _stake(ruleset, offer.takes, theirs, ours)
    if found:
        return tuple(found)
    after = exchanged(offer, ours.sheet, theirs.sheet)
    return (*_limits(ruleset, ours, after[0]), *_limits(ruleset, theirs, after[1]))


def exchanged(offer: Offer, ours: TeamSheet, theirs: TeamSheet) -> tuple[TeamSheet, TeamSheet]:
    """Both sheets after the trade. Raises ``Impossible`` for gold or players that are not there."""
    first, second = exchange(offer, ours, theirs, UNNAMED_LOAN)
    return fold(first, ours), fold(second, theirs)


def exchange(offer: Offer, ours: TeamSheet, theirs: TeamSheet, loan: int) -> tuple[Entries, Entries]:
    """The entries of both teams. ``loan`` is the id of the loan, if any.

    Raises ``ValueError`` for a player who is not on the roster of the team that gives them.
    """
    first = (*_giving(offer.gives, loan), *_taking(offer.takes, ours, theirs, offer.gives.all_players, loan))
    second = (*_giving(offer.takes, loan), *_taking(offer.gives, theirs, ours, offer.takes.all_players, loan))
    return first, second


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedLoan:
    """The end of a loan: the entries of both teams, and the gold (gp) that each pays back."""

    entries: tuple[Entries, Entries]
    paid: tuple[int, int]


def end_of_loan(loan: int, ours: TeamSheet, theirs: TeamSheet, owed: tuple[int, int]) -> EndedLoan:
    """Ends a loan: lent players go back as they are now, and gold is paid back as far as the treasury has it.

    ``owed`` is the gold (gp) that each of the two teams still has to pay back. Players who died or walked out do not
    come back.
    """
    sheets = (ours, theirs)
    paid = (min(owed[0], ours.treasury), min(owed[1], theirs.treasury))
    borrowed = [tuple(line for line in sheet.players if line.loan == loan) for sheet in sheets]
    written = []
    for side, sheet in enumerate(sheets):
        other = sheets[1 - side]
        leaving = borrowed[side]
        entries: list[Entry] = [PlayerTraded(player=line.player, how=RETURNED) for line in leaving]
        entries += _gold(paid[side], "treasury", PURSE)
        entries += _gold(paid[1 - side], PURSE, "treasury")
        coming = [(changed(line, loan=0), RETURNED) for line in borrowed[1 - side] if _is_out(sheet, line.player, loan)]
        entries += _joining(sheet, [line.player for line in leaving], coming)
        entries += _lost(sheet, other, loan)
        written.append(tuple(entries))
    return EndedLoan(entries=(written[0], written[1]), paid=paid)


def _terms(ruleset: Ruleset, offer: Offer, ours: Party, theirs: Party, today: date) -> Iterable[Violation]:
    if trades_allowed(ruleset) == OFF:
        yield _violation(ruleset, "trades", "trade.off")
    if ours.coach == theirs.coach:
        yield _violation(ruleset, "trades", "trade.one_coach", team=ours.name, other=theirs.name)
    if offer.gives.is_empty and offer.takes.is_empty:
        yield _violation(ruleset, "trades", "trade.nothing")
    elif offer.lends and offer.until is None:
        yield _violation(ruleset, "trades", "trade.no_day")
    elif not offer.lends and offer.until is not None:
        yield _violation(ruleset, "trades", "trade.nothing_lent")
    if offer.lends and offer.until is not None and offer.until <= today:
        yield _violation(ruleset, "trades", "trade.day_over", day=offer.until.isoformat())


def _stake(ruleset: Ruleset, stake: Stake, giver: Party, taker: Party) -> Iterable[Violation]:
    if min(stake.gold, stake.gold_lent) < 0:
        gold = min(stake.gold, stake.gold_lent)
        yield _violation(ruleset, "trades", "trade.negative_gold", team=giver.name, gold=gold)
    elif stake.all_gold > giver.sheet.treasury:
        treasury = giver.sheet.treasury
        yield _violation(
            ruleset, "starting_gold", "trade.gold_not_there", team=giver.name, gold=stake.all_gold, treasury=treasury
        )
    for player, times in Counter(stake.all_players).items():
        line = giver.sheet.player(player)
        if line is None:
            yield _violation(ruleset, "trades", "trade.not_on_roster", team=giver.name)
            continue
        who: dict[str, int | str] = {"player": player, "number": line.number, "team": giver.name}
        if times > 1:
            yield _violation(ruleset, "trades", "trade.named_twice", **who)
        if line.loan:
            yield _violation(ruleset, "trades", "trade.on_loan", **who)
        elif place_for(ruleset, taker.sheet, line) is None:
            who |= {"team": taker.name, "team_list": taker.sheet.team_list, "position": line.position}
            yield _violation(ruleset, "squad", "trade.no_such_position", **who)


def place_for(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> Position | None:
    """The position on a team's list for a player of another team (C2); values and skills must be the same too."""
    known = ruleset.position(sheet, line)
    same = known and (known.profile, known.skills) == (line.start, line.starting_skills)
    return known if same else None


def _limits(ruleset: Ruleset, party: Party, after: TeamSheet) -> Iterable[Violation]:
    """Limits that a sheet breaks after the trade, and did not break as much before."""
    most, places = ruleset.book.most_players(after.team_list), places_taken(after)
    if places > most and places > places_taken(party.sheet):
        yield _violation(ruleset, "squad", "trade.squad_full", team=party.name, count=places, maximum=most)
    for position in ruleset.team_list(after).positions:
        count = places_taken(after, position.name)
        if count > position.maximum and count > places_taken(party.sheet, position.name):
            yield _violation(
                ruleset,
                "squad",
                "trade.position_full",
                team=party.name,
                position=position.name,
                count=count,
                maximum=position.maximum,
            )


def _giving(stake: Stake, loan: int) -> Iterable[Entry]:
    yield from (PlayerTraded(player=player, how=TRADED) for player in stake.players)
    yield from (PlayerTraded(player=player, how=LENT, loan=loan) for player in stake.players_lent)
    yield from _gold(stake.all_gold, "treasury", PURSE)


def _taking(stake: Stake, taker: TeamSheet, giver: TeamSheet, leaving: Sequence[int], loan: int) -> Iterable[Entry]:
    yield from _gold(stake.all_gold, PURSE, "treasury")
    bought = [(_line(giver, player), TRADED) for player in stake.players]
    lent = [(changed(_line(giver, player), loan=loan), BORROWED) for player in stake.players_lent]
    yield from _joining(taker, leaving, [*bought, *lent])


def _line(sheet: TeamSheet, player: int) -> PlayerSheet:
    line = sheet.player(player)
    if line is None:
        raise ValueError(f"player {player} is not on the roster")
    return line


def _joining(sheet: TeamSheet, leaving: Sequence[int], coming: Sequence[tuple[PlayerSheet, str]]) -> Iterable[Entry]:
    """The entries of players who join: each keeps the shirt number if it is free, else gets the lowest free one."""
    worn = {line.number for line in sheet.players if line.player not in leaving}
    for line, how in coming:
        number = line.number
        if number in worn:
            number = next(free for free in range(1, len(worn) + 2) if free not in worn)
        worn.add(number)
        yield PlayerJoined(line=changed(line, number=number), how=how)


def _gold(amount: int, source: str, target: str) -> list[Entry]:
    return [GoldMoved(amount=amount, source=source, target=target)] if amount else []


def _is_out(sheet: TeamSheet, player: int, loan: int) -> bool:
    return any(gone.line.player == player and gone.how == LENT and gone.line.loan == loan for gone in sheet.departed)


def _lost(lender: TeamSheet, borrower: TeamSheet, loan: int) -> Iterable[Entry]:
    """An entry for each lent player who is no longer with the borrowing team."""
    hows = {gone.line.player: gone.how for gone in borrower.departed}
    for gone in lender.departed:
        player = gone.line.player
        if gone.how == LENT and gone.line.loan == loan and borrower.player(player) is None:
            yield PlayerLost(player=player, how=hows.get(player, "gone"))


def _violation(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose))
