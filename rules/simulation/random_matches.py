"""Random matches within the rules: scores, what players did, casualties and treatments.

Better players do more, players with worse armour are injured more, and teams with a higher value score more. The model
is only as fine as a demo league, a property test or a benchmark needs. Every report passes
``rules.match_day.report_checks.check_report``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.book.edition import Ruleset
from rules.book.rows.shape import Ending
from rules.match_day.cards import card_of
from rules.match_day.casualties import injured_players, returned
from rules.match_day.victims import positions_at_once, someone_can_rise
from rules.sequence.chance import Chance, happens, pick, pick_weighted, random_count, roll
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import (
    ABANDONED,
    BROUGHT_BY_CARD,
    RAISED,
    WIPED_OUT,
    Facts,
    InducedLine,
    Injury,
    Pair,
    PlayedCard,
    Result,
    SideReport,
    Terms,
    facts_of,
    with_values,
)
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.simulation.habits import IN_MATCH, habit, share
from rules.simulation.playing_side import PlayingSide
from rules.simulation.talents import frailty, handling, hitting, passing, running
from rules.simulation.wounds import Wounded, rolled_injury, treated
from rules.team.hired import hired_lines
from rules.team.inducements import Item
from rules.team.trophies import counts_who_played

SCORES, CASUALTIES, SELDOM = 1.3, 1.2, 0.15
HIGHEST_SCORE = 8
FEATS: Mapping[str, tuple[Callable[[PlayerSheet], float], Callable[[float], float]]] = {
    "interceptions": (handling, lambda _agility: SELDOM),
    "completions": (passing, lambda agility: 1.2 * (agility - 1.5)),
}
"""Deeds, if a book has them: who does them, and how often a side does, by its mean agility. Others are seldom."""
CONCEDED, BEFORE_KICK_OFF = 0.02, 0.4
GIVEN_UP, WIPED = 0.01, 0.01
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
    facts: Facts = (),
) -> RandomMatch:
    """A random report of both sides and a result, for their rosters, purchases and cards, and the match's facts."""
    terms = terms or Terms()
    hired = hired_lines(ruleset, bought)
    home, away = (
        PlayingSide.of(ruleset, sheets.of(side), bought.of(side), hired.of(side), facts_of(facts, side))
        for side in SIDES
    )
    teams = Pair(home=home, away=away)
    for side in SIDES:
        _play_cards(chance, ruleset, teams.of(side), teams.of(other(side)), hands.of(side))
    scores = {side: _play(chance, ruleset, teams.of(side), teams.of(other(side))) for side in SIDES}
    stopped = _stopped(chance, ruleset.book.result)
    _end(chance, ruleset, teams, scores, stopped)
    for side in SIDES:
        _suffer(chance, ruleset, teams.of(side), teams.of(other(side)))
    needs_winner = ruleset.stage(terms).needs_winner
    result = _result(chance, ruleset.book.result, scores, needs_winner)
    if stopped:
        decides = needs_winner or stopped == WIPED_OUT
        result = Result(decided_by=stopped, decided_for=pick(chance, SIDES) if decides else None)
    noted = counts_who_played(ruleset, terms)
    reports = Pair(home=home.report(scores["home"], noted), away=away.report(scores["away"], noted))
    risen = Pair(
        home=_with_risen(chance, ruleset, home, reports.home, away, reports.away),
        away=_with_risen(chance, ruleset, away, reports.away, home, reports.home),
    )
    return RandomMatch(reports=risen, result=result)


@habit(
    IN_MATCH,
    "Where one of the dead can rise for the other team, one does, and plays on without doing anything.",
    needed=lambda book: "raising" in book.statements,
)
def _with_risen(
    chance: Chance,
    ruleset: Ruleset,
    team: PlayingSide,
    report: SideReport,
    opponent: PlayingSide,
    against: SideReport,
) -> SideReport:
    """A report with a player raised in the match, who did nothing, wherever the rules allow one."""
    if not against.injuries or not (positions := positions_at_once(ruleset, team.sheet, report.induced)):
        return report
    theirs = opponent.sheet
    hurts = injured_players(ruleset, theirs, against.injuries, against.bought, against.cards, opponent.facts)
    if not someone_can_rise(ruleset, team.sheet, report, theirs, against, hurts):
        return report
    name = pick(chance, positions) if len(positions) > 1 else positions[0]
    return replace(report, induced=(*report.induced, InducedLine(kind=RAISED, name=name)))


def _play_cards(
    chance: Chance, ruleset: Ruleset, team: PlayingSide, opponent: PlayingSide, hand: Sequence[str]
) -> None:
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


def _cured(chance: Chance, ruleset: Ruleset, team: PlayingSide, injury: Injury) -> Injury:
    """The injury with a card that heals it, if the team holds one; the card is then played."""
    for card in (card_of(ruleset.book, name) for name in team.cures):
        face = roll(chance, ruleset.book.injury_fields["card_roll"].faces) if card.heals_from else 0
        tried = with_values(injury, {"card": card.name, "card_roll": face})
        played = (PlayedCard(card=card.name, player=injury.player),)
        cards = (*team.cards, *played)
        try:
            injured_players(ruleset, team.sheet, [*team.injuries, tried], team.bought, cards, team.facts)
        except RuleBroken:
            continue
        team.cures.remove(card.name)
        team.cards += played
        return tried
    return injury


@habit(
    IN_MATCH,
    "Both sides score at random. A team whose players cost more and are more agile scores more. Fast and agile players "
    f"score more often, and players with more star player points do more of everything. No team scores more than "
    f"{HIGHEST_SCORE}.",
)
def _play(chance: Chance, ruleset: Ruleset, team: PlayingSide, opponent: PlayingSide) -> int:
    """Adds what a side's players do, with what scores as the last; returns the score."""
    agility = team.average("AG")
    for key, (talent, often) in FEATS.items():
        if key in ruleset.book.deeds:
            team.do(chance, key, talent, random_count(chance, often(agility)))
    for deed in ruleset.book.reported:
        if not (deed.scores or deed.causes or deed.key in FEATS):
            at_least = sum(times for (_doer, key), times in team.actions.items() if key == deed.follows)
            team.do(chance, deed.key, handling, at_least + random_count(chance, SELDOM))
    worth = sum(line.cost for line in team.players) - sum(line.cost for line in opponent.players)
    edge = worth / 800_000 + 0.3 * (agility - opponent.average("AG"))
    scored = min(random_count(chance, max(0.3, SCORES + edge)), HIGHEST_SCORE)
    return team.do(chance, ruleset.book.scoring.key, running, scored)


@habit(
    IN_MATCH,
    f"In {share(GIVEN_UP)} of matches both sides cannot go on, and the match is abandoned.",
    needed=lambda book: ABANDONED in book.result.stopped,
)
def _abandoned(chance: Chance, ending: Ending) -> bool:
    return ABANDONED in ending.stopped and happens(chance, GIVEN_UP)


@habit(
    IN_MATCH,
    f"In {share(WIPED)} of matches one side, at random, has nobody left who can play, and loses.",
    needed=lambda book: WIPED_OUT in book.result.stopped,
)
def _wiped_out(chance: Chance, ending: Ending) -> bool:
    return WIPED_OUT in ending.stopped and happens(chance, WIPED)


def _stopped(chance: Chance, ending: Ending) -> str:
    """How a match ends before it is over; empty if it goes on to its end."""
    return ABANDONED if _abandoned(chance, ending) else WIPED_OUT if _wiped_out(chance, ending) else ""


def _end(chance: Chance, ruleset: Ruleset, teams: Pair[PlayingSide], scores: dict[Side, int], stopped: str) -> None:
    """Plays a match that is won at a score to its end: one side gets there, and the other one does not.

    If it was ``stopped``, neither side does.
    """
    wanted, key = ruleset.book.result.won_at, ruleset.book.scoring.key
    if not wanted:
        return
    winner: Side = pick(chance, SIDES)
    if scores["home"] != scores["away"]:
        winner = "home" if scores["home"] > scores["away"] else "away"
    for side in SIDES:
        team, wins = teams.of(side), side == winner and not stopped
        most = wanted if wins else min(scores[side], wanted - 1)
        for doer in [doer for doer, what in team.actions.elements() if what == key][most:]:
            team.actions[doer, key] -= 1
        team.do(chance, key, running, most - min(scores[side], most))
        scores[side] = most


@habit(
    IN_MATCH,
    "Strong opponents and weak armour mean more injuries. "
    f"Of 100 injuries, {CAUSE_WEIGHTS[0]} are by a block and {CAUSE_WEIGHTS[1]} by a foul.",
)
def _suffer(chance: Chance, ruleset: Ruleset, team: PlayingSide, opponent: PlayingSide) -> None:
    """Adds the injuries of a side's players, most of them by the opponent's blocks."""
    mean = CASUALTIES * opponent.average("ST") / 3 * (11 - team.average("AV")) / 3
    for _ in range(random_count(chance, mean)):
        left = [line for line in team.players if line.player not in team.out]
        if not left:
            return
        victim = pick_weighted(chance, left, [frailty(line) for line in left])
        _injure(chance, ruleset, team, opponent, victim)
    if happens(chance, EATEN) and any(ruleset.book.eating_skill in line.skills for line in team.players):
        small = [line for line in team.players if "Right Stuff" in line.skills and line.player not in team.out]
        if small:
            eaten = pick(chance, small)
            team.out.add(eaten.player)
            team.injuries.append(Injury(player=eaten.player, casualty=0, cause="eaten"))


def _injure(chance: Chance, ruleset: Ruleset, team: PlayingSide, opponent: PlayingSide, victim: PlayerSheet) -> None:
    by, by_hired = 0, 0
    doers = len(opponent.players) + len(opponent.induced)
    cause = pick_weighted(chance, CAUSES, CAUSE_WEIGHTS) if doers else "other"
    if cause == "block":
        weights = [hitting(line) for line in opponent.players] + [15.0] * len(opponent.induced)
        doer = pick_weighted(chance, range(doers), weights)
        opponent.credit(ruleset, doer, cause)
        by_hired = max(0, doer + 1 - len(opponent.players))
        by = 0 if by_hired else opponent.players[doer].player
        opponent.busy.add(by)
    elif cause == "foul" and opponent.players:
        culprit = pick(chance, opponent.players)
        by = culprit.player
        opponent.busy.add(by)
        opponent.credit(ruleset, opponent.players.index(culprit), cause)
    injury = Injury(player=victim.player, casualty=0, by=by, by_induced=bool(by_hired), by_hired=by_hired, cause=cause)
    wounded = Wounded(ruleset, team.sheet, team.bought, team.cards, team.injuries, team.facts)
    injury = treated(chance, wounded, victim, rolled_injury(chance, ruleset, victim, injury))
    injury = _cured(chance, ruleset, team, injury)
    if not returned(ruleset, victim, injury):
        team.out.add(victim.player)
    team.injuries.append(injury)


@habit(
    IN_MATCH,
    f"In {share(CONCEDED)} of matches a side concedes, never the one in the lead.",
    needed=lambda book: book.result.concede,
)
def _result(chance: Chance, ending: Ending, scores: dict[Side, int], needs_winner: bool) -> Result:
    """Sometimes a side concedes, but never the leader; a draw that needs a winner is decided as the book knows."""
    if ending.concede and happens(chance, CONCEDED):
        loser: Side = "home" if scores["home"] < scores["away"] else "away"
        return Result(conceded_by=loser, conceded_before_kick_off=happens(chance, BEFORE_KICK_OFF))
    if scores["home"] == scores["away"] and needs_winner and ending.decided_by:
        return Result(decided_by=ending.decided_by[-1], decided_for=pick(chance, SIDES))
    return Result()
