"""Typed fields of a report's form read into a ``Reported``, with every mistake at its place.

Places are named as ``rules.match_day.report_checks`` names them: ``home.score``, ``away.players.12.<deed>``,
``home.injuries.2``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from matches.casualty_words import casualty_die
from matches.report.form.fields import culprit_values, joined, numbers_by_side, numbers_of
from matches.report.form.injury_fields import Asked, asked
from matches.report.form.numbers import cannot_be, field_of
from matches.report.form.order import ORDER, order_of
from matches.sequence.hired import HIRED, hired_lines, hired_place, hired_value
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.match_day.casualties import treats
from rules.match_day.victims import killer_matters
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import RAISED, InducedLine, Injury, PlayerLine, Result, SideReport, with_values
from rules.sheet.sheet import counts as counts_of
from rules.team.trophies import counts_who_played

NOT_IN_LIST = _("Choose from the list.")
DISAGREE = _("The %(die)s and the chosen result do not match. Leave one of them empty.")

InjuryRow = dict[str, str]
Hurt = TypeVar("Hurt", Injury, InducedLine)


class Reading:
    """The fields of one form: ``typed`` and ``ticked`` give their values, ``injuries`` the rows of injuries.

    ``wrong`` are the mistakes by place. A field that cannot be read counts as empty.
    """

    def __init__(
        self,
        *,
        state: MatchState,
        typed: Callable[[str], str],
        ticked: Callable[[str], Sequence[str] | None],
        injuries: Mapping[Side, Sequence[InjuryRow]],
    ) -> None:
        self.state, self.typed, self.ticked, self.injuries = state, typed, ticked, injuries
        self.wrong: dict[str, list[str]] = {}

    def report(self) -> Reported:
        """The report that was typed."""
        sides = {side: self._side(side) for side in SIDES}
        sides = {side: self._numbered(side, sides) for side in SIDES}
        order = order_of(self.typed(ORDER), sides, numbers_by_side(self.state, sides))
        return Reported(**sides, result=self._result(), order=order)

    def _numbered(self, side: Side, sides: Mapping[Side, SideReport]) -> SideReport:
        """A side's part, each of its injuries with the place in the report of the hired player who caused it."""
        theirs, report = other(side), sides[side]
        places = numbers_of(joined(self.state, theirs), sides[theirs].induced)

        def placed(each: Hurt) -> Hurt:
            return replace(each, by_hired=places.index(each.by_hired) + 1) if each.by_hired in places else each

        return replace(report, injuries=tuple(map(placed, report.injuries)), induced=tuple(map(placed, report.induced)))

    def _side(self, side: Side) -> SideReport:
        bought = self._bought(side)
        lines = (self._line(side, line.player) for line in self.state.sheets.of(side).players)
        return SideReport(
            score=self._count(f"score.{side}", f"{side}.score"),
            lines=tuple(line for line in lines if line is not None),
            injuries=tuple(self._injury(side, nth, found) for nth, found in enumerate(self.injuries[side], start=1)),
            induced=self._induced(side),
            took_part=self._took_part(side),
            bought=bought,
            cards=self.state.played_cards(side) if self.state.hand(side) else None,
        )

    def _bought(self, side: Side) -> tuple[str, ...]:
        """The kinds of inducements that a side bought, each once; those who treat injuries as often as they can."""
        counts: Counter[str] = Counter()
        for item in self.state.sides[side].inducements:
            counts[str(item["kind"])] += int(item.get("count", 1))
        return tuple(
            kind for kind in sorted(counts) for _ in range(counts[kind] if treats(self.state.ruleset, kind) else 1)
        )

    def _induced(self, side: Side) -> tuple[InducedLine, ...]:
        """A line for each hired player, and for a Zombie that rose in the match: it is ticked, or it did something."""
        found, named = [], {row["by"] for row in self.injuries[other(side)]} | self._named_by_hired(other(side))
        for nth, line in enumerate(joined(self.state, side), start=1):
            counts = self._counts(f"hired.{side}.{nth}", f"{side}.induced.{nth}")
            value = culprit_values(self.state, side)[nth - 1]
            counts |= self._credit(side, value, f"hired.{side}.{nth}")
            if line.kind != RAISED or any(counts.values()) or value in named or self.typed(f"hired.{side}.{nth}.there"):
                hurt = self._hired_injury(side, nth)
                found.append(InducedLine(kind=line.kind, name=line.name, **hurt, deeds=counts_of(**counts)))
        return tuple(found)

    def _named_by_hired(self, side: Side) -> set[str]:
        """Who is named as having hurt the hired players of a side."""
        return {self.typed(f"hired.{side}.{nth}.by") for nth, _ in enumerate(hired_lines(self.state, side), start=1)}

    def _hired_injury(self, side: Side, nth: int) -> dict[str, Any]:
        """The casualty of a hired player; if that matters, how it came about and by whom, as far as known."""
        name, where = f"hired.{side}.{nth}", f"{side}.induced.{nth}"
        casualty = self._count(f"{name}.d68", where)
        if not casualty:
            return {}
        theirs = other(side)
        line, hired = joined(self.state, side)[nth - 1], hired_lines(self.state, theirs)
        if not killer_matters(self.state.ruleset, line, self.state.sheets.of(theirs), hired):
            return {"casualty": casualty}
        by, cause = self.typed(f"{name}.by"), self.typed(f"{name}.cause") or "block"
        if by == HIRED and culprit_values(self.state, theirs) == [HIRED]:
            by = hired_value(1)
        place = hired_place(by)
        return {
            "casualty": casualty,
            "cause": cause[:20],
            "by": 0 if place or by == HIRED else self._whole({"by": by}, "by", where),
            "by_hired": place,
        }

    def _line(self, side: Side, player: int) -> PlayerLine | None:
        name = f"line.{side}.{player}"
        counts = self._counts(name, f"{side}.players.{player}")
        counts |= self._credit(side, str(player), name)
        return PlayerLine(player=player, deeds=counts_of(**counts)) if any(counts.values()) else None

    def _credit(self, side: Side, by: str, name: str) -> dict[str, int]:
        """The tally of credited injuries, if it is empty: then it is filled from the injuries, which name the player.

        So a casualty is entered once.
        """
        credited = self.state.ruleset.book.credited
        if credited is None or self.typed(f"{name}.{credited.key}"):
            return {}
        return {credited.key: self._caused(side, by)}

    def _caused(self, side: Side, by: str) -> int:
        """How many of the opponents' injuries name this player in a way that counts for them (M4)."""
        return sum(row["by"] == by and self._credits(row) for row in self.injuries[other(side)])

    def _credits(self, row: InjuryRow) -> bool:
        fields = self.state.ruleset.book.injury_fields.values()
        if any(row.get(field.key) for field in fields if field.unhurt):
            return False
        return (row["cause"] or "block") in self.state.ruleset.credited_causes

    def _culprit(self, side: Side, row: InjuryRow) -> str:
        """Who caused an injury: as typed, or else the one opponent whose tally is just the injuries without a name."""
        credited = self.state.ruleset.book.credited
        if row["by"] or credited is None or not self._credits(row):
            return row["by"]
        theirs = other(side)
        unnamed = sum(not each["by"] and self._credits(each) for each in self.injuries[side])
        tallies = {str(line.player): f"line.{theirs}.{line.player}" for line in self.state.sheets.of(theirs).available}
        for nth, value in enumerate(culprit_values(self.state, theirs), start=1):
            tallies[value] = f"hired.{theirs}.{nth}"
        open_tallies = {}
        for who, name in tallies.items():
            typed = self.typed(f"{name}.{credited.key}")
            left = (int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0) - self._caused(
                theirs, who
            )
            if typed and left > 0:
                open_tallies[who] = left
        who = next(iter(open_tallies), "")
        return who if len(open_tallies) == 1 and open_tallies[who] == unnamed else ""

    def _counts(self, name: str, where: str) -> dict[str, int]:
        return {deed.key: self._count(f"{name}.{deed.key}", where) for deed in self.state.ruleset.book.reported}

    def _count(self, name: str, where: str) -> int:
        """A typed number; 0 if empty. Negative numbers pass: the rules refuse them."""
        typed = self.typed(name)
        if not typed:
            return 0
        digits = typed.removeprefix("-").removeprefix("−")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
            mark(self.wrong, where, cannot_be(field_of(name), typed, self.state.ruleset.book))
            return 0
        return int(digits) * (1 if digits == typed else -1)

    def _took_part(self, side: Side) -> tuple[int, ...] | None:
        """The players who took part; None if it does not matter or nobody has answered."""
        if not asks_who_took_part(self.state):
            return None
        ticked = self.ticked(f"took_part.{side}")
        if ticked is None:
            return None
        known = {str(line.player): line.player for line in self.state.sheets.of(side).available}
        return tuple(known[player] for player in ticked if player in known)

    def _injury(self, side: Side, nth: int, row: InjuryRow) -> Injury:
        where = place_of(f"{side}.injuries.{nth}")
        by, (casualty, named) = self._culprit(side, row), self._casualty(row, where)
        values = {each.key: self._value(each, row, where) for each in asked(self.state.ruleset.book)}
        bare = Injury(
            player=self._whole(row, "player", where),
            casualty=casualty,
            named=named,
            by=self._whole(row | {"by": by}, "by", where) if by not in ("", HIRED) and not hired_place(by) else 0,
            by_induced=by == HIRED or bool(hired_place(by)),
            by_hired=hired_place(by),
            cause=row["cause"] or "block",
        )
        return with_values(bare, values | {"casualty": casualty})

    def _value(self, each: Asked, row: InjuryRow, where: str) -> int | str:
        """What is in a field of an injury: a number, a choice, 1 for a tick; 0 or empty for nothing."""
        typed = row[each.name]
        if each.tick:
            return int(typed == each.tick or (bool(typed) and each.tick == "yes"))
        if each.is_number or each.field is None:
            return self._whole(row, each.name, where)
        if each.field.kind == "choice" and typed not in ("", *(option.key for option in each.field.options)):
            mark(self.wrong, where, gettext(str(NOT_IN_LIST)))
            return ""
        return typed[:60]

    def _whole(self, row: InjuryRow, field: str, where: str) -> int:
        """An id or a die; 0 if empty."""
        typed = row[field]
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 16):
            mark(self.wrong, where, cannot_be(field, typed, self.state.ruleset.book))
            return 0
        return int(typed or 0)

    def _casualty(self, row: InjuryRow, where: str) -> tuple[int, str]:
        """The typed roll; or a roll that gives the chosen result, with this result's key."""
        if row["cause"] == "eaten":
            return 0, ""
        typed = self._whole(row, "d68", where)
        named = next((each for each in self.state.ruleset.book.casualty_table.rows if each.key == row["named"]), None)
        if row["named"] and named is None:
            mark(self.wrong, where, gettext(str(NOT_IN_LIST)))
        if named is None:
            return typed, ""
        if typed and not named.low <= typed <= named.high:
            mark(self.wrong, where, str(DISAGREE) % {"die": casualty_die(self.state.ruleset.book).name})
        return (typed, "") if typed else (named.low, named.key)

    def _result(self) -> Result:
        conceded, decided_for = self.typed("conceded_by"), self.typed("decided_for")
        for side in (conceded, decided_for):
            if side and side not in SIDES:
                mark(self.wrong, "result", gettext("Choose one of the two teams."))
        return Result(
            conceded_by=conceded if conceded in SIDES else None,
            conceded_before_kick_off=bool(self.typed("conceded_before_kick_off")),
            decided_by=self.typed("decided_by")[:20],
            decided_for=decided_for if decided_for in SIDES else None,
        )


def mark(wrong: dict[str, list[str]], where: str, text: str) -> None:
    """Adds a mistake to those at its place, once."""
    texts = wrong.setdefault(place_of(where), [])
    if text not in texts:
        texts.append(text)


def asks_who_took_part(state: MatchState) -> bool:
    """Whether it matters who took part: they earn points for it, or in some finals a medal (L6)."""
    return counts_who_played(state.ruleset, state.terms)


def place_of(where: str) -> str:
    """The place on the page for a problem's place: a player's whole row, an injury, a hired player."""
    return ".".join(where.split(".")[:3])
