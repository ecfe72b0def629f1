"""Simulation of whole seasons by the rules alone: random teams, random matches, and an answer to every question.

The property tests, the benchmarks and the demo league use it. All randomness comes from the caller, so the same seed
gives the same season.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from rules.book.edition import Ruleset
from rules.journal import Entry, fold
from rules.match_day.facts import after_match, carried
from rules.match_day.post_match import post_match
from rules.match_day.pre_match import PreMatchOutcome, prepare
from rules.match_day.run import Outcome
from rules.sequence.chance import Chance, shuffled
from rules.sequence.explanations import RuleBroken
from rules.sequence.sequence import SIDES, Answer, Key, Side
from rules.sheet.match import Facts, MatchPlayed, Pair, Terms
from rules.sheet.sheet import TeamSheet
from rules.simulation.bot_coach import Coach
from rules.simulation.habits import NEW_TEAMS, habit
from rules.simulation.random_matches import RandomMatch, random_match
from rules.team.drafting import draft
from rules.team.founding import found
from rules.team.hired import hired_count

__all__ = [
    "Club",
    "Coach",
    "CoachRefused",
    "RandomMatch",
    "Played",
    "draft",
    "random_match",
    "play",
    "play_round",
    "season",
    "start",
]

LEAGUE_MATCH = Terms()


class CoachRefused(Exception):
    """The rules refused what an imagined coach answered, so the season cannot go on. It says what and why."""


@dataclass(slots=True)
class Club:
    """A team in a simulated league: its current sheet, all its journal entries, and the facts of its last match."""

    sheet: TeamSheet
    entries: list[Entry] = field(default_factory=list)
    facts: Facts = ()
    side: Side = "home"

    def facts_as(self, side: Side) -> Facts:
        """The facts of its last match that still hold in its next, as that side."""
        players = (line.player for line in self.sheet.players)
        return carried(self.facts, self.side, players, to=side) if self.facts else ()

    def follow(self, sheet: TeamSheet, entries: Sequence[Entry]) -> None:
        """Takes over the result of a sequence."""
        self.sheet = sheet
        self.entries.extend(entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A simulated match: the teams, the pre-match, the match, both post-matches, and all answers."""

    home: Club
    away: Club
    prepared: PreMatchOutcome
    match: MatchPlayed
    outcomes: Pair[Outcome]
    before: Mapping[Key, Answer]
    after: Mapping[Key, Answer]


@habit(
    NEW_TEAMS,
    "A new team has as many players as it must, or one or two more. It has up to four re-rolls, and often an "
    "apothecary. Most of the gold is spent on better positions, what is left on fans and staff, or saved.",
    needed=lambda book: "treasury" in book.purses,
)
def start(chance: Chance, ruleset: Ruleset, team_lists: Sequence[str], coach: Coach) -> tuple[Club, ...]:
    """A new club for each named team list."""
    clubs = []
    for team_list in team_lists:
        entries = found(ruleset, draft(chance, ruleset, team_list), coach.mint, coach.answer)
        clubs.append(Club(fold(entries), list(entries)))
    return tuple(clubs)


def play(chance: Chance, ruleset: Ruleset, home: Club, away: Club, coach: Coach, terms: Terms = LEAGUE_MATCH) -> Played:
    """Plays one match from the weather to the new team values, and updates both clubs.

    Raises ``CoachRefused`` if the rules refuse what the coach answers.
    """
    known = (*home.facts_as("home"), *away.facts_as("away"))
    prepared = prepare(ruleset, terms, Pair(home=home.sheet, away=away.sheet), {}, coach.answer, known=known)
    _must_end(prepared.refused, "a pre-match")
    state = prepared.state
    sheets = Pair(home=state.sheet("home"), away=state.sheet("away"))
    facts = after_match(ruleset.book, state.all_facts)
    invented = random_match(chance, ruleset, sheets, bought=state.bought, hands=state.drawn, terms=terms, facts=facts)
    match = MatchPlayed(
        terms=terms,
        sheets=sheets,
        fame=Pair(home=state.fame("home"), away=state.fame("away")),
        reports=invented.reports,
        result=invented.result,
        hired=hired_count(ruleset, state.bought),
        facts=facts,
    )
    first = post_match(ruleset, match, "home", {}, coach.answer)
    _must_end(first.refused, "a post-match")
    given = by_key(first.fresh)
    second = post_match(ruleset, match, "away", given, coach.answer)
    _must_end(second.refused, "a post-match")
    home.follow(first.sheet, (*state.entries("home"), *first.entries))
    away.follow(second.sheet, (*state.entries("away"), *second.entries))
    home.facts = away.facts = (*state.all_facts, *first.facts, *second.facts)
    home.side, away.side = SIDES
    return Played(
        home=home,
        away=away,
        prepared=prepared,
        match=match,
        outcomes=Pair(home=first, away=second),
        before=by_key(prepared.fresh),
        after=given | by_key(second.fresh),
    )


def _must_end(refused: RuleBroken | None, what: str) -> None:
    if refused is not None:
        raise CoachRefused(f"{what} refused an answer of an imagined coach: {refused}")


def by_key(answers: Sequence[Answer]) -> dict[Key, Answer]:
    """Answers by side and key, as a sequence needs them."""
    return {(answer.question.side, answer.question.key): answer for answer in answers}


def season(
    chance: Chance, ruleset: Ruleset, team_lists: Sequence[str], rounds: int, terms: Terms = LEAGUE_MATCH
) -> Iterator[Played]:
    """Plays a season match by match; in each round all teams play a random opponent.

    With an odd number of teams, one of them has no match.
    """
    ids = count(1)
    coach = Coach(chance, ruleset, lambda: next(ids))
    clubs = start(chance, ruleset, team_lists, coach)
    for _ in range(rounds):
        yield from play_round(chance, ruleset, clubs, coach, terms)


def play_round(
    chance: Chance, ruleset: Ruleset, clubs: Sequence[Club], coach: Coach, terms: Terms = LEAGUE_MATCH
) -> Iterator[Played]:
    """Plays a round match by match: each club against a random opponent."""
    drawn = shuffled(chance, clubs)
    for home, away in zip(drawn[::2], drawn[1::2], strict=False):
        yield play(chance, ruleset, home, away, coach, terms)
