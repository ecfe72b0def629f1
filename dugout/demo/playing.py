"""One match of the demo league, from its opening to its close, through the services that people use.

First a run of the rules, with a bot coach and dice from the seed, finds the answers. Then each coach gives their
answers through the services, as their pages would.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from itertools import count, groupby, takewhile
from random import Random

from accounts.models import User
from dugout.demo.cast import Cast, player_names
from dugout.demo.new_league import NewLeague
from dugout.demo.stories import MatchFacts, told_of, write_up
from matches.models import Match, MatchSide
from matches.report.reporting import confirm_report, report_match
from matches.report.stories import save_story
from matches.sequence.answering import Given, answer
from matches.sequence.opening import open_match
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.match_day.casualties import injured_players
from rules.match_day.pre_match import PreMatchOutcome
from rules.match_day.run import Outcome
from rules.sequence.sequence import Answer, Answerer, Key, Side, other
from rules.sheet.match import facts_of
from rules.simulation.bot_coach import Coach
from rules.simulation.random_matches import random_match

Plan = tuple[Answer, ...]
Run = Callable[[Answerer], PreMatchOutcome | Outcome]
Cut = Callable[[Plan], Plan]
NOT_YET_MINTED = 10**15
"""The first of the ids for players who do not have their own yet: they get it when the answers are given."""
NEWCOMER = re.compile(r"\d{16}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """What every match needs: the random generator, and the league with its coaches."""

    rng: Random
    demo: NewLeague

    def coach(self, state: MatchState, side: Side) -> User:
        """The coach of a side."""
        return self.demo.coaches[state.sides[side].team_id]


def prepare(playing: Playing, match: Match, cut: Cut | None = None) -> MatchState:
    """Open a match and answer its pre-match, or the part of it that `cut` returns."""
    home = playing.demo.coaches[match.sides.get(side="home").team_id]
    match = open_match(match=match, by=home)
    state = MatchState(match)
    plan = _planned(playing, state, lambda answerer: state.pre_match(answerer=answerer))
    return give(playing, state, cut(plan) if cut else plan)


def report(playing: Playing, state: MatchState, *, by: Side, played_on: date | None) -> MatchState:
    """Invent the match and let a coach report it."""
    bought = state.prepared.state.bought
    facts = state.facts_after
    invented = random_match(playing.rng, state.ruleset, state.sheets, bought=bought, terms=state.terms, facts=facts)
    report_match(
        match=state.match,
        expected=state.match.version,
        reported=Reported(home=invented.reports.home, away=invented.reports.away, result=invented.result),
        by=playing.coach(state, by),
        played_on=played_on,
    )
    return MatchState(Match.objects.select_related("league", "ruleset").get(pk=state.match.pk))


def confirm(playing: Playing, state: MatchState, *, by: Side) -> MatchState:
    """Let the other coach confirm the report."""
    assert state.report is not None
    match = confirm_report(match=state.match, digest=state.report.digest, by=playing.coach(state, by))
    return MatchState(match)


def tell_about(playing: Playing, state: MatchState, side: Side) -> None:
    """Let a coach write about the match."""
    row = MatchSide.objects.select_related("match__league").get(pk=state.sides[side].pk)
    save_story(side=row, expected=row.story_version, story=write_up(playing.rng, _facts_of(state, side)))


def finish(playing: Playing, state: MatchState) -> MatchState:
    """Play the post-match of both coaches."""
    for plan in plans(playing, state).values():
        state = give(playing, state, plan)
    return state


def plans(playing: Playing, state: MatchState) -> dict[Side, Plan]:
    """The answers of each coach in the post-match. The second run does not ask the questions of the first again."""
    home = _planned(playing, state, lambda answerer: state.post_match("home", answerer=answerer))
    known: dict[Key, Answer] = {(one.question.side, one.question.key): one for one in home}
    return {"home": home, "away": _planned(playing, state, lambda answerer: state.post_match("away", known, answerer))}


def stop_at_improvement(plan: Plan) -> Plan | None:
    """A plan up to its first improvement roll, without the choice after it; None if nobody improves."""
    for index, one in enumerate(plan):
        rolls = one.question.kind == "roll" and one.question.label.startswith("improvements.")
        if rolls and not _about_a_newcomer(one):
            return plan[: index + 1]
    return None


def stop_before_the_last(plan: Plan) -> Plan | None:
    """A plan without its last answer, so that something is left to do; None if nothing is asked."""
    asked = [index for index, one in enumerate(plan) if one.question.kind != "mint"]
    return plan[: asked[-1]] if asked and not any(map(_about_a_newcomer, plan)) else None


def stop_at_inducements(plan: Plan) -> Plan:
    """A plan of a pre-match, up to the purchase of the team that buys last, if the book sells anything."""
    asked = [index for index, one in enumerate(plan) if one.question.key == "inducements"]
    return plan[: asked[-1]] if asked else plan


def give(playing: Playing, state: MatchState, plan: Plan) -> MatchState:
    """Give a plan's answers in order. Answers of one coach in a row are given together.

    A player who joins has an id only then. If they improve at once, their coach plans the rest after they have joined.
    """
    settled = tuple(takewhile(lambda one: not _about_a_newcomer(one), plan))
    names = _names(playing, state, settled)
    asked = [one for one in settled if one.question.kind != "mint"]
    for side, answers in groupby(asked, key=lambda one: one.question.side):
        given = [Given(side=side, key=one.question.key, value=one.value, names=names) for one in answers]
        state = answer(match=state.match, given=given, by=playing.coach(state, side))
    if len(settled) == len(plan):
        return state
    joined, side = state, plan[len(settled)].question.side
    return give(playing, joined, _planned(playing, joined, lambda each: joined.post_match(side, answerer=each)))


def _about_a_newcomer(one: Answer) -> bool:
    """Whether a question or its answer is about a player who does not have their own id in the plan."""
    question = one.question
    return question.kind != "mint" and bool(NEWCOMER.search(f"{question.key} {question.args} {one.value}"))


def _planned(playing: Playing, state: MatchState, run: Run) -> Plan:
    """The answers of a complete run."""
    ids = count(NOT_YET_MINTED)
    coach = Coach(playing.rng, state.ruleset, lambda: next(ids))
    outcome = run(coach.answer)
    assert outcome.done, outcome.refused
    return tuple(outcome.fresh)


def _names(playing: Playing, state: MatchState, plan: Iterable[Answer]) -> dict[str, str]:
    """Names for players who join, by the key of the question that creates them; a raised player keeps their name."""
    names: dict[str, str] = {}
    for one in plan:
        if one.question.kind != "mint":
            continue
        kind, _dot, which = one.question.key.partition(".")
        if kind == "raise":
            names[one.question.key] = f"{state.names[int(which)]} (risen)" if which.isdigit() else ""
        else:
            cast = playing.demo.casts[state.sides[one.question.side].team_id]
            known = {*state.names.values(), *names.values()}
            names[one.question.key] = next(
                name for name in _newcomers(playing.rng, state, cast, len(known) + 1) if name not in known
            )
    return names


def _newcomers(rng: Random, state: MatchState, cast: Cast, count: int) -> tuple[str, ...]:
    """Names of the people of a coach's team."""
    return player_names(rng, cast.team_list, count, state.ruleset.book)


def _facts_of(state: MatchState, side: Side) -> MatchFacts:
    """What a coach knows about a reported match."""
    played = state.played
    own, theirs = played.reports.of(side), played.reports.of(other(side))
    scored = state.ruleset.book.scoring.key
    scorers = sorted(own.lines, key=lambda line: -line.deed(scored))
    hurts = injured_players(
        state.ruleset, state.sheets.of(side), own.injuries, own.bought, facts=facts_of(played.facts, side)
    )
    fallen = [hurt.player for hurt in hurts if hurt.death is not None]
    return MatchFacts(
        team=state.teams[side].name,
        opponent=state.teams[other(side)].name,
        own=own.score,
        theirs=theirs.score,
        scorer=state.names[scorers[0].player] if scorers and scorers[0].deed(scored) else "",
        fallen=state.names[fallen[0]] if fallen else "",
        hurt_them=len(theirs.injuries),
        has=told_of(state.ruleset.book),
    )
