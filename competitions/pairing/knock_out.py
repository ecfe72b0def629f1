"""Knock-outs: the pairs, which tie leads to which, and which team advances.

Pure: draws use a given ``random.Random``. A bracket is a list of ties, numbered round by round. A side of a tie is a
team from the start, or the winner or loser of an earlier tie. If the number of teams is not a power of two, the best
teams have a bye in the first round. Rules: semi-finals may be paired by lot (L3, p39); the last stages double gate and
winnings and need a winner (L4, p40), so each tie has its stage.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from competitions.pairing.refusals import DrawRefused
from competitions.ranking.tallies import Key

MOST_TEAMS = 128
Stage = Literal["play_off", "semi_final", "final"]
How = Literal["bye", "score", "aggregate", "extra", "word"]
"""Why a team advances: a bye, the score, the aggregate score, overtime or a shoot-out, a commissioner's ruling."""


class KnockOutRefused(DrawRefused):
    """This bracket cannot be drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Two teams, one of which advances. A side is ``home`` (a team) or comes from tie ``home_from``, else it is a bye.

    ``number`` counts from 1 through the whole bracket, ``round`` from 1; the match for third place is part of the last
    round; its teams are the losers of the two ties before it.
    """

    number: int
    round: int
    stage: Stage
    home: Key | None = None
    away: Key | None = None
    home_from: int | None = None
    away_from: int | None = None
    third_place: bool = False

    @property
    def bye(self) -> bool:
        """Whether the home team advances without an opponent."""
        return self.away is None and self.away_from is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """A match of a tie with a result. ``winner`` is None without one; scores are those of the report."""

    home: Key
    away: Key
    home_score: int = 0
    away_score: int = 0
    winner: Key | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The team that advances from a tie, the one that does not (None after a bye), and why."""

    winner: Key
    loser: Key | None
    how: How


def draw_bracket(
    teams: Sequence[Key], *, by_lot: bool = False, third_place: bool = False, rng: Random | None = None
) -> tuple[Tie, ...]:
    """The ties of a knock-out of ``teams``, given from the best to the last, in order of rounds.

    If seeded, the first two teams can only meet in the final. ``by_lot`` draws the pairings with ``rng``; then the best
    teams only get the byes. Raises KnockOutRefused for fewer than 2 or more than 128 teams, a team given
    twice, or a match for third place between fewer than four teams.
    """
    _refuse_impossible(teams, third_place)
    size = 1 << (len(teams) - 1).bit_length()
    seats: list[Key | None] = [None] * size
    for seat, seed in enumerate(seeded_seats(size)):
        seats[seat] = teams[seed] if seed < len(teams) else None
    if by_lot:
        assert rng is not None, "a draw by lot needs a random generator"
        seats = _shuffled(seats, rng)
    return _ties(seats, third_place)


def seeded_seats(size: int) -> list[int]:
    """Which seed (0 is the best) sits on each seat of a bracket; two neighbours meet in the first round."""
    seats = [0]
    while len(seats) < size:
        seats = [each for seed in seats for each in (seed, 2 * len(seats) - 1 - seed)]
    return seats


def winner_of(tie: Tie, legs: Sequence[Leg], wanted: int) -> Verdict | None:
    """Which team advances from a tie of ``wanted`` matches; None while the tie is open, or if it is level.

    One match: its winner. Two: the team with the higher score in both together; if that is level, the winner of the
    second in overtime or a shoot-out (then its score is level too).
    """
    if tie.bye:
        return None if tie.home is None else Verdict(winner=tie.home, loser=None, how="bye")
    if len(legs) < wanted or not legs:
        return None
    last = legs[-1]
    if wanted == 1:
        how: How = "score" if last.home_score != last.away_score else "extra"
        return None if last.winner is None else _verdict(last, last.winner, how)
    scores: Counter[Key] = Counter()
    for leg in legs:
        scores[leg.home] += leg.home_score
        scores[leg.away] += leg.away_score
    ahead = scores[last.home] - scores[last.away]
    if ahead:
        return _verdict(last, last.home if ahead > 0 else last.away, "aggregate")
    if last.winner is not None and last.home_score == last.away_score:
        return _verdict(last, last.winner, "extra")
    return None


Sides = tuple[Key | None, Key | None]


def filled(
    ties: Sequence[Tie], verdicts: Mapping[int, Verdict], held: Mapping[int, Sides] | None = None
) -> dict[int, Sides]:
    """The teams of every tie by number, from ``verdicts`` (by number) and byes; None where not known yet.

    ``held`` are the teams of ties that have begun. They stay, even if the results before have changed. If such a team
    plays on, the other team of its tie before is the loser.
    """
    held = held or {}
    advanced, fed_by = dict(verdicts), _fed_by(ties)
    sides: dict[int, Sides] = {}
    for tie in sorted(ties, key=lambda each: each.number):
        home = tie.home if tie.home_from is None else _out_of(advanced.get(tie.home_from), tie.third_place)
        away = tie.away if tie.away_from is None else _out_of(advanced.get(tie.away_from), tie.third_place)
        home, away = sides[tie.number] = held.get(tie.number, (home, away))
        if tie.bye and home is not None:
            advanced[tie.number] = Verdict(winner=home, loser=None, how="bye")
        elif tie.number in advanced and {advanced[tie.number].winner, advanced[tie.number].loser} != {home, away}:
            del advanced[tie.number]  # the verdict is about other teams than those that play here now
        elif tie.number in advanced:
            advanced[tie.number] = _as_it_went(advanced[tie.number], fed_by[tie.number], held)
    return sides


def _fed_by(ties: Sequence[Tie]) -> dict[int, list[Tie]]:
    """The ties that each tie leads to, by number; the match for third place comes last."""
    fed: dict[int, list[Tie]] = defaultdict(list)
    for tie in sorted(ties, key=lambda each: each.third_place):
        for number in (tie.home_from, tie.away_from):
            if number is not None:
                fed[number].append(tie)
    return fed


def _as_it_went(verdict: Verdict, fed: Sequence[Tie], held: Mapping[int, Sides]) -> Verdict:
    """The verdict, or its reverse if the loser has already begun the winner's next tie."""
    for tie in fed:
        here, other = (verdict.loser, verdict.winner) if tie.third_place else (verdict.winner, verdict.loser)
        playing = held.get(tie.number, ())
        if here in playing:
            return verdict
        if other is not None and other in playing:
            assert verdict.loser is not None, "a team can only be replaced by the other one of its tie"
            return Verdict(winner=verdict.loser, loser=verdict.winner, how=verdict.how)
    return verdict


def final_places(ties: Sequence[Tie], verdicts: Mapping[int, Verdict]) -> list[list[Key]]:
    """The final places, the champion first. Teams that share a place are in one list; teams still in are not listed.

    Each team has one place, the best it reached: a corrected result does not take it from a team that had advanced. A
    team that should have advanced but did not has the same place as the losers of that round.
    """
    third = next((tie for tie in ties if tie.third_place and tie.number in verdicts), None)
    fed_by = _fed_by(ties)
    found: list[list[Key]] = []
    placed: set[Key] = set()

    def place(*teams: Key) -> None:
        if new := [team for team in dict.fromkeys(teams) if team not in placed]:
            found.append(new)
            placed.update(new)

    for number in sorted({tie.round for tie in ties}, reverse=True):
        here = [tie for tie in ties if tie.round == number and not tie.third_place and tie.number in verdicts]
        if here and here[0].stage == "final":
            place(verdicts[here[0].number].winner)
        out = [team for tie in here for team in _ended_in(tie, fed_by[tie.number], verdicts) if team not in placed]
        if third is not None and out and set(out) <= _two(verdicts[third.number]):
            place(verdicts[third.number].winner)
        place(*out)
    return found


def _ended_in(tie: Tie, fed: Sequence[Tie], verdicts: Mapping[int, Verdict]) -> list[Key]:
    """The teams that ended in a tie: its loser, and its winner if another team played the next tie instead."""
    verdict = verdicts[tie.number]
    ended = [] if verdict.loser is None else [verdict.loser]
    following = next((each for each in fed if not each.third_place), None)
    if (
        following is not None
        and following.number in verdicts
        and verdict.winner not in _two(verdicts[following.number])
    ):
        ended.append(verdict.winner)
    return ended


def _two(verdict: Verdict) -> set[Key | None]:
    return {verdict.winner, verdict.loser}


def _shuffled(seats: list[Key | None], rng: Random) -> list[Key | None]:
    """The seats in another order by lot; teams with a bye keep one."""
    resting = [seat for seat, team in enumerate(seats) if team is not None and seats[seat ^ 1] is None]
    playing = [seat for seat, team in enumerate(seats) if team is not None and seats[seat ^ 1] is not None]
    drawn = list(seats)
    for group in (resting, playing):
        teams = [seats[seat] for seat in group]
        rng.shuffle(teams)
        for seat, team in zip(group, teams, strict=True):
            drawn[seat] = team
    return drawn


def _ties(seats: Sequence[Key | None], third_place: bool) -> tuple[Tie, ...]:
    rounds = len(seats).bit_length() - 1
    ties: list[Tie] = []
    before: list[int] = []
    for number in range(1, rounds + 1):
        stage = _stage(rounds - number)
        here = []
        for place in range(len(seats) >> number):
            at: dict[str, Key | int | None] = {"home_from": None, "away_from": None}
            if number == 1:
                home, away = seats[2 * place], seats[2 * place + 1]
                at = {"home": away, "away": home} if home is None else {"home": home, "away": away}
            else:
                at = {"home_from": before[2 * place], "away_from": before[2 * place + 1]}
            ties.append(Tie(number=len(ties) + 1, round=number, stage=stage, **at))
            here.append(len(ties))
        if number == rounds and third_place:
            feeds = {"home_from": before[0], "away_from": before[1]}
            ties.append(Tie(number=len(ties) + 1, round=number, stage="play_off", third_place=True, **feeds))
        before = here
    return tuple(ties)


def _stage(left: int) -> Stage:
    """The stage of a round, by the number of rounds after it."""
    if left == 0:
        return "final"
    return "semi_final" if left == 1 else "play_off"


def _verdict(leg: Leg, winner: Key, how: How) -> Verdict:
    return Verdict(winner=winner, loser=leg.away if winner == leg.home else leg.home, how=how)


def _out_of(verdict: Verdict | None, loser: bool) -> Key | None:
    if verdict is None:
        return None
    return verdict.loser if loser else verdict.winner


def _refuse_impossible(teams: Sequence[Key], third_place: bool) -> None:
    twice = [team for team, times in Counter(teams).items() if times > 1]
    if twice:
        names = ", ".join(str(team) for team in twice)
        raise KnockOutRefused("team_twice", f"{names}: entered twice. Remove the second entry.", teams=twice)
    if len(teams) < 2:
        raise KnockOutRefused(
            "too_few_teams",
            f"A knock-out needs at least two teams and has {len(teams)}. Enter {2 - len(teams)} more.",
            teams=len(teams),
        )
    if len(teams) > MOST_TEAMS:
        raise KnockOutRefused(
            "too_many_teams",
            f"A bracket holds {MOST_TEAMS} teams, and {len(teams)} have entered. Remove {len(teams) - MOST_TEAMS}.",
            teams=len(teams),
        )
    if third_place and len(teams) < 4:
        raise KnockOutRefused(
            "no_third_place",
            f"A match for third place needs at least four teams, and there are {len(teams)}. "
            "Turn it off, or enter more teams.",
            teams=len(teams),
        )
