"""Before the kick-off (P1, M1): the state of a pre-match, weather, fans and FAME.

`rules.match_day.buying` has the inducements.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.book.book import needed
from rules.book.edition import Ruleset
from rules.book.reads import reads
from rules.book.statements import Source
from rules.journal import Entry, apply
from rules.match_day import facts as match_facts
from rules.sequence.explanations import Figure, Note, RuleBroken, Term, Violation, summed
from rules.sequence.sequence import SIDES, Answer, Answerer, Asking, Key, Question, Side, Suspended, other
from rules.sheet.match import Fact, Facts, Pair, Terms
from rules.sheet.sheet import TeamSheet
from rules.team.hired import barred_named, barred_stars
from rules.team.inducements import Item, Market
from rules.team.purchases import Purchase
from rules.team.value import fan_factor

NOTHING_USED: Pair[Mapping[str, int]] = Pair(home={}, away={})


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An entry of the pre-match: the side and the step that it is of, and the figure behind it."""

    side: Side
    step: str
    entry: Entry
    why: Figure | None = None


@dataclass(slots=True)
class PreMatch:
    """A pre-match sequence in progress, for both sides. With ``strict``, an illegal purchase is refused.

    Without ``strict``, the purchase stays, with its violations. ``sheets`` are the rosters at the start. Steps record
    entries, state facts and explain figures; ``known`` are all facts so far, with those of earlier matches. ``worths``
    are what the teams are worth in this match. ``gold`` is given for this match; ``own`` is what is in the purse that
    pays for inducements, if that is not the treasury; ``own_limits`` are for sides that may not spend all of their own
    gold. ``order`` are the sides in the order in which they buy, empty if
    either may begin; ``opened`` are the answers from before a side's turn to buy.
    """

    ruleset: Ruleset
    terms: Terms
    sheets: Pair[TeamSheet]
    asking: Asking
    strict: bool = True
    absent_stars: frozenset[str] = frozenset()
    used_before: Pair[Mapping[str, int]] = NOTHING_USED
    known: Facts = ()
    weather: str = ""
    fans: dict[Side, Figure] = field(default_factory=dict)
    worths: dict[Side, Figure] = field(default_factory=dict)
    gold: dict[Side, int] = field(default_factory=dict)
    purse: str = "treasury"
    own: dict[Side, int] = field(default_factory=dict)
    own_limits: dict[Side, int] = field(default_factory=dict)
    order: tuple[Side, ...] = ()
    opened: dict[Side, frozenset[Key]] = field(default_factory=dict)
    hands: dict[Side, tuple[str, ...]] = field(default_factory=dict)
    purchases: dict[Side, Purchase] = field(default_factory=dict)
    recorded: list[Recorded] = field(default_factory=list)
    figures: list[tuple[Side, Figure]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    stated: list[Fact] = field(default_factory=list)
    step: str = ""
    _current: dict[Side, TeamSheet] = field(default_factory=dict)
    _weighed: dict[Side, tuple[TeamSheet, Facts]] = field(default_factory=dict)

    def record(self, side: Side, entry: Entry, why: Figure | None = None) -> None:
        """Adds an entry to a side's journal and applies it to its sheet. Raises ``Impossible``."""
        self._current[side] = apply(self.sheet(side), entry)
        self.recorded.append(Recorded(side=side, step=self.step, entry=entry, why=why))

    def explain(self, side: Side, figure: Figure) -> None:
        """Adds a figure of a side with its sum, for its page and for the match."""
        self.figures.append((side, figure))

    def figure(self, side: Side, id: str) -> Figure | None:
        """The last figure of a side with that id; None if no step has explained it yet."""
        return next((figure for whose, figure in reversed(self.figures) if (whose, figure.id) == (side, id)), None)

    def tell(self, id: str, purpose: str = "", **args: int | str) -> None:
        """Tells both sides something, with the rule for a purpose."""
        source = self.source(purpose) if purpose else Source(rule="", page=0)
        self.notes.append(Note(id=id, args=tuple(args.items()), **source))

    def state(self, fact: Fact) -> None:
        """States a fact of this match, of a kind that the edition declares. Raises ``ValueError`` for another one."""
        self.stated.append(match_facts.checked(self.ruleset.book, fact))

    def facts(self, key: str, side: Side | None = None, player: int | None = None) -> Facts:
        """The facts of a kind that hold now. Raises ``KeyError`` for a kind that the edition does not declare."""
        return match_facts.about(self.ruleset.book, self.all_facts, key, side, player)

    @property
    def all_facts(self) -> Facts:
        """The facts of earlier matches that still hold, and those that steps have stated."""
        return (*self.known, *self.stated)

    def facts_of(self, side: Side) -> Facts:
        """All facts about a side and its players."""
        return tuple(fact for fact in self.all_facts if fact.side in (side, None))

    def weigh(self, side: Side) -> int:
        """Works out what a team is worth in this match, by its sheet and the facts so far, and explains it.

        Returns the amount; 0 in an edition that knows no worth.
        """
        sheet, facts = self.sheet(side), self.facts_of(side)
        if (before := self._weighed.get(side)) is not None and before[0] is sheet and before[1] == facts:
            return self.worths[side].amount
        figure = self.ruleset.worth(sheet, facts)
        if figure is None:
            return 0
        self.worths[side], self._weighed[side] = figure, (sheet, facts)
        return figure.amount

    def source(self, purpose: str) -> Source:
        """The rule and page to cite for a purpose of `rules.book.statements`."""
        return self.ruleset.source(purpose)

    def broken(self, label: str, purpose: str, id: str, **args: int | str) -> RuleBroken:
        """An exception that refuses an answer."""
        return RuleBroken(label, Violation(id=id, args=tuple(args.items()), **self.source(purpose)))

    def fame(self, side: Side) -> int:
        """FAME of a side (M1): more with more fans than the opponent, most with many times as many, else 0.

        It is 0 in an edition that counts no fans, or for which fans bring no FAME.
        """
        if not self.fans or self.ruleset.book.gate is None:
            return 0
        own, theirs = self.fans[side].amount, self.fans[other(side)].amount
        if own <= theirs:
            return 0
        gate = self.ruleset.book.gate
        return gate.fame_for_many if own >= gate.many_times * theirs else gate.fame_for_more

    def gate(self) -> Figure:
        """All spectators (M1), multiplied in the last stages (L4). Needs the fans of both sides."""
        terms = [
            Term(id=f"gate.{side}", amount=self.fans[side].amount, **self.ruleset.source("fans")) for side in SIDES
        ]
        if (factor := self.ruleset.stage(self.terms).gate_factor) > 1:
            extra = sum(term.amount for term in terms) * (factor - 1)
            id = "gate.doubled" if factor == 2 else "gate.multiplied"
            terms.append(
                Term(
                    id=id,
                    amount=extra,
                    args=(("factor", factor),) if factor > 2 else (),
                    **self.ruleset.source("doubled_gate"),
                )
            )
        return summed("gate", tuple(terms), **self.ruleset.source("fans"), unit="fans")

    def market(self, side: Side) -> Market:
        """What a side needs to know to buy inducements."""
        return Market(
            ruleset=self.ruleset,
            sheet=self.sheet(side),
            terms=self.terms,
            gold=self.gold.get(side, 0),
            purse=self.purse,
            own=self.own.get(side, 0),
            absent_stars=self.absent_stars,
            used_before=self.used_before.of(side),
            own_limit=self.own_limits.get(side),
        )

    def entries(self, side: Side) -> tuple[Entry, ...]:
        """The entries of the pre-match for a side's journal."""
        return tuple(each.entry for each in self.recorded if each.side == side)

    def sheet(self, side: Side) -> TeamSheet:
        """A side's sheet after the entries so far."""
        return self._current.get(side) or self.sheets.of(side)

    @property
    def bought(self) -> Pair[tuple[Item, ...]]:
        """What both sides have bought so far."""
        home, away = (self.purchases[side].items if side in self.purchases else () for side in SIDES)
        return Pair(home=home, away=away)

    @property
    def drawn(self) -> Pair[tuple[str, ...]]:
        """The cards that both sides have drawn so far, by name."""
        return Pair(home=self.hands.get("home", ()), away=self.hands.get("away", ()))

    def barred_stars(self) -> tuple[str, ...]:
        """Stars that both sides hired, by name: neither may field them (I3)."""
        return tuple(sorted(barred_stars(self.ruleset, self.bought)))

    def barred_named(self) -> tuple[str, ...]:
        """Named staff whom both sides hired, by key: they work for neither."""
        return barred_named(self.ruleset, self.bought)


@dataclass(frozen=True, slots=True, kw_only=True)
class PreMatchOutcome:
    """The result of a pre-match run; ``state`` is provisional until there are no ``questions``."""

    state: PreMatch
    questions: tuple[Question, ...] = ()
    refused: RuleBroken | None = None
    used: frozenset[Key] = frozenset()
    fresh: tuple[Answer, ...] = ()

    @property
    def done(self) -> bool:
        """Whether both sides are ready to play."""
        return not self.questions and self.refused is None


def prepare(
    ruleset: Ruleset,
    terms: Terms,
    sheets: Pair[TeamSheet],
    answers: Mapping[Key, Answer],
    answerer: Answerer | None = None,
    *,
    strict: bool = True,
    absent_stars: frozenset[str] = frozenset(),
    used_before: Pair[Mapping[str, int]] = NOTHING_USED,
    known: Facts = (),
) -> PreMatchOutcome:
    """Runs the edition's pre-match steps from the top, with the stored answers.

    ``absent_stars`` cannot be hired: they are dead or injured, in a league that does not waive that (I3).
    ``used_before`` says in how many league matches of the season each side had what (`rules.team.inducements.used_as`).
    ``known`` are the facts of earlier matches that still hold.
    """
    asking = Asking(answers=answers, answerer=answerer)
    state = PreMatch(
        ruleset=ruleset,
        terms=terms,
        sheets=sheets,
        asking=asking,
        strict=strict,
        absent_stars=absent_stars,
        used_before=used_before,
        known=known,
    )
    questions: tuple[Question, ...] = ()
    refused: RuleBroken | None = None
    try:
        for state.step, step in ruleset.edition.pre_match:
            step(state)
        state.step = "done"
    except Suspended as suspended:
        questions = suspended.questions
    except RuleBroken as broken:
        refused = broken
    return PreMatchOutcome(
        state=state,
        questions=questions,
        refused=refused,
        used=frozenset(asking.used),
        fresh=tuple(asking.fresh.values()),
    )


@reads("weather_dice", "weather")
def roll_weather(state: PreMatch) -> None:
    """The home coach rolls for the weather (P1, p21, 35)."""
    dice = state.asking.roll("home", "weather", *state.ruleset.book.weather_dice, **state.ruleset.source("weather"))
    state.weather = state.ruleset.book.weather_for(sum(dice)).key


@reads("gate")
def count_fans(state: PreMatch) -> None:
    """Both sides count their fans, by dice and fan factor (M1)."""
    state.asking.each(SIDES, lambda side: _count(state, side))


def _count(state: PreMatch, side: Side) -> None:
    points = fan_factor(state.ruleset, state.sheet(side))
    gate = needed(state.ruleset.book.gate)
    source = state.ruleset.source("fans")
    dice = state.asking.roll(side, "fans", *gate.dice, **source, args=(("fan_factor", points),))
    each = (("each", gate.spectators),)
    terms = (
        Term(id="fans.dice", amount=sum(dice) * gate.spectators, dice=dice, faces=gate.dice, args=each, **source),
        Term(id="fans.fan_factor", amount=points * gate.spectators, args=(("fan_factor", points), *each), **source),
    )
    state.fans[side] = summed("fans", terms, **source, unit="fans")
    state.explain(side, state.fans[side])
