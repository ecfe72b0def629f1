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
from rules.match_day.post_match import post_match
from rules.match_day.pre_match import PreMatchOutcome, prepare
from rules.match_day.run import Outcome
from rules.sequence.chance import Chance, shuffled
from rules.sequence.sequence import Answer, Key
from rules.sheet.match import MatchPlayed, Pair, Terms
from rules.sheet.sheet import TeamSheet
from rules.simulation.bot_coach import Coach
from rules.simulation.random_matches import RandomMatch, random_match
from rules.team.drafting import draft
from rules.team.founding import found
from rules.team.hired import hired_count

__all__ = ["Club", "Coach", "RandomMatch", "Played", "draft", "random_match", "play", "season", "start"]

LEAGUE_MATCH = Terms()


@dataclass(slots=True)
class Club:
    """A team in a simulated league: its current sheet and all its journal entries."""

    sheet: TeamSheet
    entries: list[Entry] = field(default_factory=list)

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


def start(chance: Chance, ruleset: Ruleset, team_lists: Sequence[str], coach: Coach) -> tuple[Club, ...]:
    """A new club for each named team list."""
    clubs = []
    for team_list in team_lists:
        entries = found(ruleset, draft(chance, ruleset, team_list), coach.mint)
        clubs.append(Club(fold(entries), list(entries)))
    return tuple(clubs)


def play(chance: Chance, ruleset: Ruleset, home: Club, away: Club, coach: Coach, terms: Terms = LEAGUE_MATCH) -> Played:
    """Plays one match from the weather to the new team values, and updates both clubs."""
    prepared = prepare(ruleset, terms, Pair(home=home.sheet, away=away.sheet), {}, coach.answer)
    state = prepared.state
    sheets = Pair(home=state.sheet("home"), away=state.sheet("away"))
    invented = random_match(chance, ruleset, sheets, bought=state.bought, hands=state.drawn, terms=terms)
    match = MatchPlayed(
        terms=terms,
        sheets=sheets,
        fame=Pair(home=state.fame("home"), away=state.fame("away")),
        reports=invented.reports,
        result=invented.result,
        hired=hired_count(ruleset, state.bought),
    )
    first = post_match(ruleset, match, "home", {}, coach.answer)
    given = by_key(first.fresh)
    second = post_match(ruleset, match, "away", given, coach.answer)
    home.follow(first.sheet, (*state.entries("home"), *first.entries))
    away.follow(second.sheet, (*state.entries("away"), *second.entries))
    return Played(
        home=home,
        away=away,
        prepared=prepared,
        match=match,
        outcomes=Pair(home=first, away=second),
        before=by_key(prepared.fresh),
        after=given | by_key(second.fresh),
    )


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
        drawn = shuffled(chance, clubs)
        for home, away in zip(drawn[::2], drawn[1::2], strict=False):
            yield play(chance, ruleset, home, away, coach, terms)
