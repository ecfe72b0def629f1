"""Random matches within the rules: scores, what players did, casualties and treatments.

Better players do more, players with worse armour are injured more, and teams with a higher value score more. The model
is only as fine as a demo league, a property test or a benchmark needs. Every report passes
``rules.match_day.report_checks.check_report``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.book.edition import Ruleset
from rules.match_day.cards import card_of
from rules.match_day.casualties import injured_players, may_treat, returned
from rules.match_day.victims import someone_can_rise, ways_at_once
from rules.sequence.chance import Chance, happens, pick, pick_weighted, random_count, roll
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import (
    BROUGHT_BY_CARD,
    RAISED,
    InducedLine,
    Injury,
    Pair,
    PlayedCard,
    PlayerLine,
    Result,
    SideReport,
    Terms,
    Treatment,
)
from rules.sheet.sheet import PlayerSheet, TeamSheet, counts
from rules.simulation.talents import frailty, handling, hitting, passing, running, trait
from rules.team.hired import hired_lines
from rules.team.inducements import Item
from rules.team.trophies import medal

TOUCHDOWNS, COMPLETIONS, CASUALTIES, INTERCEPTIONS = 1.3, 1.2, 1.2, 0.15
MOST_TOUCHDOWNS = 8
CONCEDED, BEFORE_KICK_OFF = 0.02, 0.4
CAUSES, CAUSE_WEIGHTS = ("block", "foul", "crowd", "weapon", "other"), (70, 9, 6, 2, 13)
EATEN = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomMatch:
    """A random match: its report and result."""

    reports: Pair[SideReport]
    result: Result


NOTHING: tuple[Item, ...] = ()
NOTHING_BOUGHT = Pair(home=NOTHING, away=NOTHING)
NO_CARDS: tuple[str, ...] = ()
NOTHING_DRAWN = Pair(home=NO_CARDS, away=NO_CARDS)


def random_match(
    chance: Chance,
    ruleset: Ruleset,
    sheets: Pair[TeamSheet],
    *,
    bought: Pair[tuple[Item, ...]] = NOTHING_BOUGHT,
    hands: Pair[tuple[str, ...]] = NOTHING_DRAWN,
    terms: Terms | None = None,
) -> RandomMatch:
    """A random report of both sides and a result, for their rosters, purchases and cards."""
    terms = terms or Terms()
    hired = hired_lines(ruleset, bought)
    home, away = (_Team.of(ruleset, sheets.of(side), bought.of(side), hired.of(side)) for side in SIDES)
    teams = Pair(home=home, away=away)
    for side in SIDES:
        _play_cards(chance, ruleset, teams.of(side), teams.of(other(side)), hands.of(side))
    scores = {side: _play(chance, teams.of(side), teams.of(other(side))) for side in SIDES}
    for side in SIDES:
        _suffer(chance, ruleset, teams.of(side), teams.of(other(side)))
    result = _result(chance, scores, ruleset.stage(terms).needs_winner)
    noted = medal(ruleset, terms) is not None
    reports = Pair(home=home.report(scores["home"], noted), away=away.report(scores["away"], noted))
    risen = Pair(
        home=_with_risen(ruleset, sheets.home, reports.home, sheets.away, reports.away),
        away=_with_risen(ruleset, sheets.away, reports.away, sheets.home, reports.home),
    )
    return RandomMatch(reports=risen, result=result)


def _with_risen(
    ruleset: Ruleset, sheet: TeamSheet, report: SideReport, theirs: TeamSheet, against: SideReport
) -> SideReport:
    """A report with a player raised in the match, who did nothing, wherever the rules allow one."""
    hurts = injured_players(ruleset, theirs, against.injuries, against.bought, against.cards)
    if not someone_can_rise(ruleset, sheet, theirs, against, hurts):
        return report
    line = InducedLine(kind=RAISED, name=ways_at_once(ruleset, sheet)[0].name)
    return replace(report, induced=(*report.induced, line))


@dataclass(slots=True)
class _Team:
    """One side of a random match in progress. Its doers are its own players who can play, then the hired ones."""

    sheet: TeamSheet
    players: tuple[PlayerSheet, ...]
    induced: tuple[InducedLine, ...]
    bought: tuple[str, ...]
    helpers: set[str]
    full: int
    actions: Counter[tuple[int, str]] = field(default_factory=Counter)
    injuries: list[Injury] = field(default_factory=list)
    out: set[int] = field(default_factory=set)
    fouled: set[int] = field(default_factory=set)
    cures: list[str] = field(default_factory=list)
    cards: list[PlayedCard] = field(default_factory=list)

    @classmethod
    def of(cls, ruleset: Ruleset, sheet: TeamSheet, items: Sequence[Item], induced: tuple[InducedLine, ...]) -> _Team:
        bought = tuple(item.kind for item in items for _ in range(item.count))
        helpers = {"healer", "chirurgeon"}.intersection(bought)
        if sheet.staff_count("apothecary"):
            helpers.add("apothecary")
        return cls(sheet, sheet.available, induced, bought, helpers, ruleset.book.field.players)

    def average(self, characteristic: str) -> float:
        """The average of a characteristic; 3 for a team without players."""
        values = [trait(line, characteristic) for line in self.players]
        return sum(values) / len(values) if values else 3

    def do(self, chance: Chance, what: str, talent: Callable[[PlayerSheet], float], times: int) -> int:
        """Credits random players with an action a number of times; returns how often a player was credited."""
        doers = len(self.players) + len(self.induced)
        if not times or not doers:
            return 0
        weights = [talent(line) for line in self.players] + [20.0] * len(self.induced)
        for _ in range(times):
            self.actions[pick_weighted(chance, range(doers), weights), what] += 1
        return times

    def report(self, score: int, noted: bool) -> SideReport:
        """The team's final report; with ``noted``, it lists who took part."""
        hired = len(self.players)
        done: dict[int, dict[str, int]] = {}
        for (doer, what), times in sorted(self.actions.items()):
            done.setdefault(doer, {})[what] = times
        return SideReport(
            score=score,
            lines=tuple(
                PlayerLine(player=self.players[doer].player, deeds=counts(**deeds))
                for doer, deeds in done.items()
                if doer < hired
            ),
            injuries=tuple(self.injuries),
            induced=tuple(
                replace(line, deeds=counts(**done.get(hired + index, {}))) for index, line in enumerate(self.induced)
            ),
            took_part=self.took_part(done) if noted else None,
            bought=self.bought,
            cards=tuple(self.cards),
        )

    def took_part(self, done: Mapping[int, Any]) -> tuple[int, ...]:
        """All players but one who did nothing, if there is such a player."""
        busy = self.fouled | {injury.player for injury in self.injuries}
        idle = [line.player for doer, line in enumerate(self.players) if doer not in done and line.player not in busy]
        spared = idle[-1:] if len(self.players) > self.full else []
        return tuple(line.player for line in self.players if line.player not in spared)


def _play_cards(chance: Chance, ruleset: Ruleset, team: _Team, opponent: _Team, hand: Sequence[str]) -> None:
    """Plays most of the cards, but holds back those that heal: one may keep a victim out, or bring a fan."""
    for card in (card_of(ruleset.book, name) for name in hand):
        if card.heals:
            team.cures.append(card.name)
        elif card.keeps_out and opponent.players:
            victim = pick(chance, opponent.players)
            opponent.players = tuple(line for line in opponent.players if line is not victim)
            team.cards.append(PlayedCard(card=card.name, player=victim.player))
        elif not card.keeps_out and happens(chance, 0.8):
            team.cards.append(PlayedCard(card=card.name))
            if card.brings:
                team.induced = (*team.induced, InducedLine(kind=BROUGHT_BY_CARD, name=card.brings))


def _cured(chance: Chance, ruleset: Ruleset, team: _Team, injury: Injury) -> Injury:
    """The injury with a card that heals it, if the team holds one; the card is then played."""
    for card in (card_of(ruleset.book, name) for name in team.cures):
        face = roll(chance, ruleset.book.healing.die) if card.heals_from else 0
        tried = replace(injury, treatment=replace(injury.treatment, card=card.name, card_roll=face))
        played = (PlayedCard(card=card.name, player=injury.player),)
        try:
            injured_players(ruleset, team.sheet, [*team.injuries, tried], team.bought, (*team.cards, *played))
        except RuleBroken:
            continue
        team.cures.remove(card.name)
        team.cards += played
        return tried
    return injury


def _play(chance: Chance, team: _Team, opponent: _Team) -> int:
    """Adds a side's interceptions, completions and touchdowns; returns its score."""
    agility = team.average("AG")
    team.do(chance, "interceptions", handling, random_count(chance, INTERCEPTIONS))
    team.do(chance, "completions", passing, random_count(chance, COMPLETIONS * (agility - 1.5)))
    worth = sum(line.cost for line in team.players) - sum(line.cost for line in opponent.players)
    edge = worth / 800_000 + 0.3 * (agility - opponent.average("AG"))
    return team.do(
        chance, "touchdowns", running, min(random_count(chance, max(0.3, TOUCHDOWNS + edge)), MOST_TOUCHDOWNS)
    )


def _suffer(chance: Chance, ruleset: Ruleset, team: _Team, opponent: _Team) -> None:
    """Adds the injuries of a side's players, most of them by the opponent's blocks."""
    mean = CASUALTIES * opponent.average("ST") / 3 * (11 - team.average("AV")) / 3
    for _ in range(random_count(chance, mean)):
        left = [line for line in team.players if line.player not in team.out]
        if not left:
            return
        victim = pick_weighted(chance, left, [frailty(line) for line in left])
        _injure(chance, ruleset, team, opponent, victim)
    if happens(chance, EATEN) and any("Always Hungry" in line.skills for line in team.players):
        small = [line for line in team.players if "Right Stuff" in line.skills and line.player not in team.out]
        if small:
            eaten = pick(chance, small)
            team.out.add(eaten.player)
            team.injuries.append(Injury(player=eaten.player, casualty=0, cause="eaten"))


def _injure(chance: Chance, ruleset: Ruleset, team: _Team, opponent: _Team, victim: PlayerSheet) -> None:
    by, by_induced = 0, False
    doers = len(opponent.players) + len(opponent.induced)
    cause = pick_weighted(chance, CAUSES, CAUSE_WEIGHTS) if doers else "other"
    if cause == "block":
        weights = [hitting(line) for line in opponent.players] + [15.0] * len(opponent.induced)
        doer = pick_weighted(chance, range(doers), weights)
        opponent.actions[doer, "casualties"] += "block" in ruleset.book.credited_causes
        by_induced = doer >= len(opponent.players)
        by = 0 if by_induced else opponent.players[doer].player
    elif cause == "foul" and opponent.players:
        culprit = pick(chance, opponent.players)
        by = culprit.player
        opponent.fouled.add(by)
        opponent.actions[opponent.players.index(culprit), "casualties"] += "foul" in ruleset.book.credited_causes
    die, twice = ruleset.book.casualty_die, ruleset.book.healing.second_roll_skill in victim.skills
    casualty, second = roll(chance, die), roll(chance, die) if twice else 0
    injury = Injury(
        player=victim.player,
        casualty=casualty,
        second_casualty=second,
        by=by,
        by_induced=by_induced,
        cause=cause,
        treatment=_treatment(chance, ruleset, team, victim, max(casualty, second)),
    )
    injury = _cured(chance, ruleset, team, injury)
    if not returned(ruleset, injury):
        team.out.add(victim.player)
    team.injuries.append(injury)


def _treatment(chance: Chance, ruleset: Ruleset, team: _Team, victim: PlayerSheet, worst: int) -> Treatment:
    """The treatment, if any: apothecary and healer for bad injuries, the chirurgeon for the first player."""
    healing, harm = ruleset.book.healing, _harm(ruleset, worst)
    treatment, regenerates = Treatment(), healing.regeneration_skill in victim.skills
    help = _helper(chance, team, harm, may_treat(ruleset, team.sheet, victim) and not regenerates)
    team.helpers.discard(help)
    if help == "apothecary" and harm:
        treatment = Treatment(apothecary_reroll=roll(chance, ruleset.book.casualty_die))
    elif help == "apothecary":
        treatment = Treatment(apothecary_reserves=True)
    elif help == "healer":
        treatment = Treatment(healer=roll(chance, healing.die))
    elif help == "chirurgeon":
        return Treatment(chirurgeon=True)
    if regenerates:
        treatment = replace(treatment, regeneration=roll(chance, healing.die))
    return treatment


def _harm(ruleset: Ruleset, casualty: int) -> int:
    """How bad a casualty is: 0 for no effect, 1 for a missed match, 2 for a lasting effect."""
    row = ruleset.book.casualty_for(casualty)
    return 2 if row.dead or row.niggling or row.characteristic else int(row.misses_next)


def _helper(chance: Chance, team: _Team, harm: int, treatable: bool) -> str:
    if treatable and "apothecary" in team.helpers:
        if happens(chance, (0.1, 0.3, 0.95)[harm]):
            return "apothecary"
    elif treatable and "healer" in team.helpers and harm:
        return "healer"
    if "chirurgeon" in team.helpers and happens(chance, 0.5):
        return "chirurgeon"
    return ""


def _result(chance: Chance, scores: dict[Side, int], needs_winner: bool) -> Result:
    """Sometimes a side concedes, but never the leader; a draw that needs a winner goes to a shoot-out."""
    if happens(chance, CONCEDED):
        loser: Side = "home" if scores["home"] < scores["away"] else "away"
        return Result(conceded_by=loser, conceded_before_kick_off=happens(chance, BEFORE_KICK_OFF))
    if scores["home"] == scores["away"] and needs_winner:
        return Result(decided_by="shoot_out", decided_for=pick(chance, SIDES))
    return Result()
