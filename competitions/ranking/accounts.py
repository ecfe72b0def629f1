"""What each team of a table has so far: figures that another result only adds to, in any order.

Pure. All of it is plain data, so it can be kept and gone on with. What depends on the order of results (the form, the
last team value) and on other teams (head-to-head) is worked out from it by ``competitions.ranking.tallies``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, fields, replace
from operator import itemgetter
from typing import Any

from competitions.ranking.points import Key, Outcome, Part, Points, Result, Side, Term

Entry = tuple[int, int, Key, str, int, int | None]
"""A result of a team: ``order``, ``round`` and ``key``, which sort it; letter of the form, points, team value."""
Met = tuple[int, int, int, int]
"""The matches played against one opponent: how many, how many won, their points, the difference of their scores."""
NEVER: Met = (0, 0, 0, 0)


@dataclass(slots=True)
class Account:
    """One team's results. ``score_extra`` and ``casualty_extra`` are differences that count instead of scores.

    ``terms`` counts what its points were for, ``log`` has its results in order. ``won``, ``drawn`` and ``lost`` were
    played, ``walkovers`` (with byes) and ``forfeits`` were not. ``bonuses`` is how many the team reached
    (``Points.reached``), whatever the table gives for them.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    walkovers: int = 0
    forfeits: int = 0
    conceded: int = 0
    score_for: int = 0
    score_against: int = 0
    score_extra: int = 0
    casualties_for: int = 0
    casualties_against: int = 0
    casualty_extra: int = 0
    bonuses: int = 0
    terms: Counter[Term] = field(default_factory=Counter)
    log: list[Entry] = field(default_factory=list)
    met: dict[Key, Met] = field(default_factory=dict)
    total: Any = field(default=None, compare=False, repr=False)
    """What ``tallies`` made of it, until it changes: after a result, most accounts of a table are as before."""

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """Without the total, which is quicker to make than to read."""
        return None, {each.name: getattr(self, each.name) for each in fields(self)} | {"total": None}

    def add(self, part: Part, terms: tuple[Term, ...], reached: int, times: int = 1) -> None:
        """Count one result, which gives these terms and ``reached`` bonuses; its entry in the log is up to the caller.

        With ``times`` of -1 it is taken back.
        """
        self.total = None
        own, other, played = part
        sign = own.outcome.sign
        if played:
            self.won += times * (sign > 0)
            self.drawn += times * (sign == 0)
            self.lost += times * (sign < 0)
        else:
            self.walkovers += times * (sign > 0)
            self.forfeits += times * (sign < 0)
        self.conceded += times * (own.outcome is Outcome.CONCEDED)
        if own.score_difference is not None:
            self.score_extra += times * own.score_difference
        else:
            self.score_for += times * own.score
            self.score_against += times * other.score if other is not None else 0
        if own.casualty_difference is not None:
            self.casualty_extra += times * own.casualty_difference
        else:
            self.casualties_for += times * own.casualties
            self.casualties_against += times * other.casualties if other is not None else 0
        self.bonuses += times * reached
        for term in terms:
            self.terms[term] += times
            if not self.terms[term]:
                del self.terms[term]
        if played and other is not None:
            beat = sign > 0 > other.outcome.sign
            count, won, earned, difference = self.met.get(other.team, NEVER)
            points = sum([term.points for term in terms])
            difference += times * (own.score - other.score)
            self.met[other.team] = (count + times, won + times * beat, earned + times * points, difference)
            if not count + times:
                del self.met[other.team]

    def copy(self) -> Account:
        """The same, to go on with."""
        return replace(self, terms=self.terms.copy(), log=self.log.copy(), met=self.met.copy(), total=None)

    def note(self, result: Result, own: Side, terms: tuple[Term, ...]) -> None:
        """Put a result into the log, which is not sorted then."""
        self.total = None
        points = sum([term.points for term in terms])
        self.log.append((result.order, result.round, result.key, own.outcome.letter, points, own.team_value))


Accounts = dict[Key, Account]

_IN_ORDER = itemgetter(0, 1, 2)


def new_accounts(teams: Collection[Key]) -> Accounts:
    """An empty account for each team. Raises ValueError for a team given twice."""
    found = {team: Account() for team in teams}
    if len(found) != len(teams):
        raise ValueError(f"a team is given twice: {_repeated(teams)}")
    return found


def add_results(accounts: Accounts, results: Iterable[Result], points: Points) -> None:
    """Add results to the accounts of their teams, in any order.

    Raises ValueError for a result given twice, also if it was added before, for a team without an account and for a
    team that plays itself.
    """
    counted, keys = points.counted(), list[Key]()
    touched: dict[Key, Account] = {}
    for result in results:
        keys.append(result.key)
        home, away, played = result.home, result.away, result.played
        if away is not None and home.team == away.team:
            raise ValueError(f"in result {result.key} team {home.team} plays itself")
        for own, other in ((home, away), (away, home)):
            if own is None:
                continue
            account = accounts.get(own.team)
            if account is None:
                raise ValueError(f"result {result.key} names team {own.team}, which is not in this table")
            part = Part(own, other, played)
            terms = counted(part)
            account.add(part, terms, points.reached(part))
            account.note(result, own, terms)
            touched[own.team] = account
    _refuse_repeated(keys)
    for account in touched.values():
        account.total = None
        account.log.sort(key=_IN_ORDER)
        _refuse_repeated([entry[2] for entry in account.log])


def take_back(accounts: Accounts, results: Iterable[Result], points: Points) -> None:
    """Take results out of the accounts again; those that are not in them change nothing."""
    counted = points.counted()
    there = {team: {entry[2] for entry in account.log} for team, account in accounts.items()}
    gone: dict[Key, set[Key]] = {}
    for result in results:
        for own, other in ((result.home, result.away), (result.away, result.home)):
            if own is not None and result.key in there.get(own.team, ()):
                part = Part(own, other, result.played)
                accounts[own.team].add(part, counted(part), points.reached(part), times=-1)
                gone.setdefault(own.team, set()).add(result.key)
    for team, keys in gone.items():
        accounts[team].total = None
        accounts[team].log = [entry for entry in accounts[team].log if entry[2] not in keys]


def _refuse_repeated(keys: Collection[Key]) -> None:
    if len(set(keys)) != len(keys):
        raise ValueError(f"a result is given twice: {_repeated(keys)}")


def _repeated(keys: Iterable[Key]) -> str:
    return ", ".join(str(key) for key, times in Counter(keys).items() if times > 1)
