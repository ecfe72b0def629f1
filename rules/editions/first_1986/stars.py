"""Star rolls (FS1 to FS9): at the founding, for experience, and by the necromancer. All are the same roll."""

from __future__ import annotations

from dataclasses import dataclass

from rules.editions.first_1986 import growth
from rules.editions.first_1986.citing import cite, refused_by
from rules.editions.first_1986.tables import StarRow, tables_of
from rules.journal import CharacteristicRaised, PointsSpent, SkillGained
from rules.sequence.forms import Amount
from rules.sheet.sheet import PlayerSheet
from rules.team.founding_run import FoundingRun
from rules.team.team_run import TeamRun

AGAIN = "again"
ROLL_FIRST = "roll_first"
MOST_TRIES = 10_000
"""Of one roll, so that a run ends whatever the dice are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StarRoll:
    """A star roll of a player in progress: where its questions stand, and the points that it costs."""

    run: TeamRun
    player: int
    key: str
    price: int = 0
    bought: bool = False

    @property
    def line(self) -> PlayerSheet:
        """The player as they are now."""
        line = self.run.sheet.player(self.player)
        assert line is not None, "only players on the roster get star rolls"
        return line

    @property
    def label(self) -> str:
        """What its questions are called: one that points buy stands under the player's improvements."""
        return f"improvements.{self.player}" if self.bought else f"star.{self.player}"

    @property
    def args(self) -> tuple[tuple[str, int], ...]:
        """The player, for the words of questions."""
        return (("player", self.player), ("number", self.line.number))

    def make(self, *, two: bool = True) -> None:
        """Rolls until there is a result that the player can take, and gives it to them (FS4). Not `two` rolls again."""
        ruleset, chart = self.run.ruleset, tables_of(self.run.ruleset.book).star_chart
        for nth in range(1, MOST_TRIES):
            label = f"improvements.{self.player}" if self.bought else f"star.{self.player}"
            key, source = f"{self.key}.try.{nth}", cite(ruleset, "FS2")
            dice = self.run.asking.roll(self.run.side, key, *chart.dice, label=label, args=self.args, **source)
            row = chart.row(sum(dice))
            if not growth.rerolled(ruleset, self.line, row) and (two or not row.rolls):
                self.take(row)
                return
        raise refused_by(ruleset, self.label, "FS4", "star.never_ends")

    def take(self, row: StarRow) -> None:
        """Gives the player a result of the chart."""
        if row.magic:
            self._take_item(row)
        elif row.rolls:
            self._take_two(row)
        else:
            self._take_bonus(row)

    def _take_bonus(self, row: StarRow) -> None:
        ruleset = self.run.ruleset
        options = tuple(growth.bonus(name, steps) for name, steps in growth.bonuses(ruleset, self.line, row))
        if not options:
            self._nothing()
            return
        choice = self._choose(options, "FS7") if len(options) > 1 else options[0]
        self._raise(choice, row)

    def _choose(self, options: tuple[str, ...], rule: str) -> str:
        key, source = f"{self.key}.choose", cite(self.run.ruleset, rule)
        label = f"improvements.{self.player}" if self.bought else f"star.{self.player}"
        return self.run.asking.choose(self.run.side, key, options, label=label, args=self.args, **source)

    def _raise(self, choice: str, row: StarRow) -> None:
        steps, _, name = choice[1:].rpartition(" ")
        change = self.run.ruleset.book.profile[name].improved(0, int(steps or 1))
        better = CharacteristicRaised(
            player=self.player, characteristic=name, cost=0, change=change, points=self.price, result=str(row.low)
        )
        self.run.record(better)

    def _take_item(self, row: StarRow) -> None:
        ruleset, magic = self.run.ruleset, tables_of(self.run.ruleset.book).magic
        if not growth.can_take_item(ruleset, self.line):
            self._nothing()
            return
        for nth in range(1, MOST_TRIES):
            key = f"{self.key}.magic" if nth == 1 else f"{self.key}.magic.{nth}"
            label = f"magic.{self.player}"
            (die,) = self.run.asking.roll(
                self.run.side, key, magic.die, label=label, args=self.args, **cite(ruleset, "FS6")
            )
            if (item := magic.item(die)) not in self.line.skills:
                entry = SkillGained(player=self.player, skill=item, cost=0, points=self.price, result=str(row.low))
                self.run.record(entry)
                return
        raise refused_by(ruleset, self.label, "FS6", "star.never_ends")

    def _take_two(self, row: StarRow) -> None:
        """Two more rolls for the same player, or an ability of the coach's choice (FS5)."""
        ruleset = self.run.ruleset
        chosen = self._choose((AGAIN, *growth.abilities(ruleset, self.line)), "FS5")
        if chosen != AGAIN:
            self._raise(chosen, growth.row_of_ability(ruleset, self.line, chosen))
            return
        price = self.price
        for nth in range(1, row.rolls + 1):
            if not growth.can_take(ruleset, self.line, row):  # the first roll took the last thing that was open
                return
            StarRoll(
                run=self.run, player=self.player, key=f"{self.key}.again.{nth}", price=price, bought=self.bought
            ).make(two=False)
            price = 0

    def _nothing(self) -> None:
        """The result is lost, but what it cost is spent."""
        if self.price:
            self.run.record(PointsSpent(player=self.player, points=self.price))


def roll_stars(run: FoundingRun) -> None:
    """The star points of a new team (FC9, FC10, FS1, FS3): the coach says how many, and for whom each roll is."""
    ruleset, squad = run.ruleset, tables_of(run.ruleset.book).squads[run.sheet.team_list]
    points = 0 if squad.second_team else ruleset.house.integer("star_points")
    if not points or not _candidates(run):
        return
    form, args = Amount(most=points), (("count", points),)
    used = run.asking.ask(
        run.side, "stars.count", form, label="stars", optional=True, args=args, **cite(ruleset, "FC9")
    )
    named = 0
    while named < used and (who := _who(run, named + 1, used)) != ROLL_FIRST:
        if not who:
            return
        named += 1
        StarRoll(run=run, player=int(who), key=f"stars.{named}").make()
    _roll_first(run, range(named + 1, used + 1))


def _candidates(run: FoundingRun) -> tuple[str, ...]:
    """The players who can have a star roll now (FS8, FS9)."""
    return tuple(str(line.player) for line in run.sheet.players if growth.may_roll(run.ruleset, run.sheet, line))


def _who(run: FoundingRun, nth: int, used: int) -> str:
    """Whom the coach names for a roll, or that all that are left are rolled first (FS3); nobody if none can have it."""
    ruleset, able = run.ruleset, _candidates(run)
    first = (ROLL_FIRST,) if ruleset.house.choice("star_assignment") == ROLL_FIRST else ()
    if not able:
        return ""
    args = (("count", nth), ("points", used))
    return run.asking.choose(
        run.side, f"stars.{nth}.player", (*first, *able), label="stars_for", args=args, **cite(ruleset, "FS8")
    )


def _roll_first(run: FoundingRun, places: range) -> None:
    """All rolls first, then the coach gives each to a player who can take it (FS3)."""
    ruleset, chart = run.ruleset, tables_of(run.ruleset.book).star_chart
    rows: dict[int, StarRow] = {}
    run.asking.each(places, lambda nth: rows.update({nth: _rolled(run, nth, 1)}))
    for nth in places:
        row, tries = rows[nth], 1
        while not (able := _takers(run, row)):
            if not _candidates(run):
                return
            tries += 1
            row = _rolled(run, nth, tries)
        args = (("count", nth), ("found", chart.rows.index(row) + chart.rows[0].low), ("what", row.name))
        who = run.asking.choose(
            run.side, f"stars.{nth}.given", able, label="stars_given", args=args, **cite(ruleset, "FS3")
        )
        StarRoll(run=run, player=int(who), key=f"stars.{nth}").take(row)


def _rolled(run: FoundingRun, nth: int, tries: int) -> StarRow:
    chart, args = tables_of(run.ruleset.book).star_chart, (("count", nth),)
    dice = run.asking.roll(
        run.side, f"stars.{nth}.try.{tries}", *chart.dice, label="stars_rolled", args=args, **cite(run.ruleset, "FS2")
    )
    return chart.row(sum(dice))


def _takers(run: FoundingRun, row: StarRow) -> tuple[str, ...]:
    """The players for whom a result stands."""
    found = []
    for player in _candidates(run):
        line = run.sheet.player(int(player))
        if line is not None and not growth.rerolled(run.ruleset, line, row):
            found.append(player)
    return tuple(found)
