"""Whole seasons played in the pure core: teams drafted and founded, matches imagined, every question answered.

The properties, the benchmarks and the demo league stand on it. All chance comes from what is passed in, so the same
seed plays the same season again.
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
from rules.sequence.chance import Chance, mixed
from rules.sequence.sequence import Answer, Key
from rules.sheet.match import MatchPlayed, Pair, Terms
from rules.sheet.sheet import TeamSheet
from rules.simulation.bot_coach import Coach
from rules.simulation.random_answers import Imagined, imagine
from rules.team.drafting import draft
from rules.team.founding import found
from rules.team.hired import hired_count

__all__ = ["Club", "Coach", "Imagined", "Played", "draft", "imagine", "play", "season", "start"]

LEAGUE_MATCH = Terms()


@dataclass(slots=True)
class Club:
    """A team in a simulated league: its sheet as it stands and all the entries that made it."""

    sheet: TeamSheet
    entries: list[Entry] = field(default_factory=list)

    def follow(self, sheet: TeamSheet, entries: Sequence[Entry]) -> None:
        """Takes over what a sequence left."""
        self.sheet = sheet
        self.entries.extend(entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A simulated match: who met, the pre-match, the match, both post-matches, and every answer given on the way."""

    home: Club
    away: Club
    prepared: PreMatchOutcome
    match: MatchPlayed
    outcomes: Pair[Outcome]
    before: Mapping[Key, Answer]
    after: Mapping[Key, Answer]


def start(chance: Chance, ruleset: Ruleset, team_lists: Sequence[str], coach: Coach) -> tuple[Club, ...]:
    """A newly founded club for each team list named."""
    clubs = []
    for team_list in team_lists:
        entries = found(ruleset, draft(chance, ruleset, team_list), coach.mint)
        clubs.append(Club(fold(entries), list(entries)))
    return tuple(clubs)


def play(chance: Chance, ruleset: Ruleset, home: Club, away: Club, coach: Coach, terms: Terms = LEAGUE_MATCH) -> Played:
    """Plays one match from the weather to the new team values; both clubs go on with what it left them."""
    prepared = prepare(ruleset, terms, Pair(home=home.sheet, away=away.sheet), {}, coach.answer)
    state = prepared.state
    sheets = Pair(home=state.sheet("home"), away=state.sheet("away"))
    imagined = imagine(chance, ruleset, sheets, bought=state.bought, hands=state.drawn, terms=terms)
    match = MatchPlayed(
        terms=terms,
        sheets=sheets,
        fame=Pair(home=state.fame("home"), away=state.fame("away")),
        reports=imagined.reports,
        result=imagined.result,
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
    """Answers as a sequence wants them."""
    return {(answer.question.side, answer.question.key): answer for answer in answers}


def season(
    chance: Chance, ruleset: Ruleset, team_lists: Sequence[str], rounds: int, terms: Terms = LEAGUE_MATCH
) -> Iterator[Played]:
    """Plays a season of so many rounds, match by match; in each round everybody is drawn against somebody else.

    With an odd number of teams one of them rests.
    """
    ids = count(1)
    coach = Coach(chance, ruleset, lambda: next(ids))
    clubs = start(chance, ruleset, team_lists, coach)
    for _ in range(rounds):
        drawn = mixed(chance, clubs)
        for home, away in zip(drawn[::2], drawn[1::2], strict=False):
            yield play(chance, ruleset, home, away, coach, terms)
