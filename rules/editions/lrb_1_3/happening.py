"""One handicap that happens to a match: what it rolls, asks, draws and states (LP11)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.book.edition import Ruleset, cite
from rules.editions.lrb_1_3.tables import HandicapEvent, HandicapNumbers, tables_of
from rules.match_day.pre_match import PreMatch
from rules.sequence.sequence import Side, other
from rules.sheet.match import Fact
from rules.sheet.sheet import PlayerSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One handicap that happens to a match: the side that rolled it, and its number among that side's."""

    state: PreMatch
    side: Side
    nth: int
    event: HandicapEvent

    @property
    def opponent(self) -> Side:
        """The other side."""
        return other(self.side)

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the match."""
        return self.state.ruleset

    @property
    def numbers(self) -> HandicapNumbers:
        """The dice and sums of single handicaps."""
        return tables_of(self.ruleset.book).handicap_numbers

    def note(self, side: Side, *, player: int = 0, amount: int = 1, detail: str = "") -> None:
        """States that it holds in the match, about a side or one of its players."""
        source = cite(self.ruleset, "LP11")
        self.state.state(Fact(key=self.event.key, side=side, player=player, amount=amount, detail=detail, **source))

    def only_noted(self) -> None:
        """An event that the coaches play at the table."""
        self.note(self.side)

    def roll(self, what: str, *dice: int, side: Side | None = None) -> tuple[int, ...]:
        """Dice of the event."""
        key, args = f"handicap.{self.nth}.{what}", (("event", self.event.name),)
        source = cite(self.ruleset, "LP11")
        return self.state.asking.roll(
            side or self.side,
            key,
            *dice,
            label={
                "fee": "event_fee",
                "count": "event_count",
                "injury": "event_injury",
                "injured": "event_injured",
                "serious": "event_serious",
                "apothecary": "event_apothecary",
                "regeneration": "event_regeneration",
                "pro": "event_pro",
                "pro_regeneration": "event_pro_regeneration",
            }[what],
            args=args,
            **source,
        )

    def choose(self, what: str, options: tuple[str, ...], *, side: Side | None = None, optional: bool = False) -> str:
        """A choice of a coach; empty if there is nothing to choose."""
        if not options:
            return ""
        key, args = f"handicap.{self.nth}.{what}", (("event", self.event.name),)
        source = cite(self.ruleset, "LP11")
        return self.state.asking.choose(
            side or self.side,
            key,
            options,
            label={
                "player": "event_player",
                "skill": "event_skill",
                "raise": "event_raise",
                "weather": "event_weather",
                "position": "event_position",
                "staff": "event_staff",
                "fee_paid": "event_fee_paid",
                "treatment": "event_treatment",
            }[what],
            args=args,
            optional=optional,
            **source,
        )

    def available(self, side: Side) -> tuple[str, ...]:
        """The ids of a side's players who can play."""
        return tuple(str(line.player) for line in self.state.sheet(side).available)

    def line(self, side: Side, player: str) -> PlayerSheet | None:
        """A player of a side by the id of an answer."""
        return self.state.sheet(side).player(int(player)) if player else None

    def pick(self, side: Side, what: str = "player") -> PlayerSheet | None:
        """A player of a side whom the coach of this one chooses."""
        return self.line(side, self.choose(what, self.available(side)))

    def draw(self, side: Side, count: int = 1, among: tuple[str, ...] | None = None) -> list[int]:
        """Random players of a side who can play, each once."""
        left, drawn = list(self.available(side) if among is None else among), []
        args, source = (("event", self.event.name),), cite(self.ruleset, "LP11")
        for nth in range(1, count + 1):
            if left:
                key = f"handicap.{self.nth}.draw.{nth}"
                one = self.state.asking.draw(self.side, key, tuple(left), label="event_player", args=args, **source)
                left.remove(one)
                drawn.append(int(one))
        return drawn
