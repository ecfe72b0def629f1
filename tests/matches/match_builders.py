"""Teams and matches at any step, made by the same services that pages use."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction

from accounts.models import User
from matches.models import Match
from matches.report import reporting
from matches.sequence import answering, opening
from matches.sequence.answering import Given
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import SIDES, Question, Side
from rules.sheet.match import PlayerLine, Result, SideReport, Terms
from rules.sheet.sheet import counts as counts_of
from teams.models import Team


def scheduled_match(home: Team, away: Team, terms: Terms | None = None) -> Match:
    """A scheduled match."""
    with transaction.atomic():
        return opening.create_match(league=home.league, home=home, away=away, terms=terms or Terms())


def opened_match(home: Team, away: Team, terms: Terms | None = None) -> Match:
    """A match at the start of its pre-match."""
    return opening.open_match(match=scheduled_match(home, away, terms), by=home.coach)


def answer_all(
    match: Match, *, by: User | None = None, at_once: bool = False, only: Collection[Side] = SIDES, **values: Any
) -> MatchState:
    """Answers every question of the match's sequence: with ``values``, by the first word of the key.

    One after the other, or all open ones ``at_once``, which is quicker. ``only`` these sides answer.

    Other dice are rolled by the server, or typed as 3 and 4; other decisions are skipped.
    """
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    while questions := [question for question in state.questions() if question.side in only]:
        given = [answer_for(state.match, question, values) for question in questions]
        state = answering.answer(match=state.match, given=given if at_once else given[:1], by=by)
    return MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))


def answer_for(match: Match, question: Question, values: dict[str, Any]) -> Given:
    """An answer to a question."""
    word = question.key.split(".")[0]
    typed = match.league.dice == match.league.Dice.TYPED
    if question.kind in ("roll", "draw") and not typed:
        return Given(side=question.side, key=question.key, roll=True)
    if word in values:
        return Given(side=question.side, key=question.key, value=values[word])
    if question.kind == "roll":
        return Given(side=question.side, key=question.key, value=[min(3, faces) for faces in question.dice])
    if question.options:
        return Given(side=question.side, key=question.key, value=question.options[0])
    return Given(side=question.side, key=question.key, value=None)


def ready_match(home: Team, away: Team, terms: Terms | None = None, **values: Any) -> Match:
    """A match whose pre-match is done."""
    answer_all(opened_match(home, away, terms), by=home.coach, at_once=not values, **values)
    return Match.objects.get(league=home.league, state=Match.State.PLAYING, sides__team=home)


def players_of(match: Match, side: Side) -> tuple[int, ...]:
    """The ids of a side's players as fielded, by number."""
    return tuple(line.player for line in MatchState(match).sheets.of(side).available)


def report_with(match: Match, home: int = 1, away: int = 0, **more: Any) -> Reported:
    """A report: the whole score by the first player of each side; ``more`` has injuries by side, and the result."""
    return report_from(MatchState(match), home, away, **more)


def report_from(state: MatchState, home: int = 1, away: int = 0, **more: Any) -> Reported:
    """The same for a match with its rosters, also with those of a correction."""
    sides = {}
    for side, score in zip(SIDES, (home, away), strict=True):
        scorer = state.sheets.of(side).available[0].player
        lines = {scorer: {state.ruleset.book.scoring.key: score}}
        for player, counts in more.get(f"{side}_lines", {}).items():
            lines.setdefault(player, {}).update(counts)
        sides[side] = SideReport(
            score=score,
            lines=tuple(
                PlayerLine(player=player, deeds=counts_of(**counts))
                for player, counts in lines.items()
                if any(counts.values())
            ),
            injuries=tuple(more.get(f"{side}_injuries", ())),
            induced=tuple(more.get(f"{side}_induced", ())),
            bought=tuple(sorted({item["kind"] for item in state.sides[side].inducements})),
        )
    return Reported(**sides, result=more.get("result", Result()))


def reported_match(
    home: Team, away: Team, /, *, terms: Terms | None = None, by: User | None = None, **report: Any
) -> Match:
    """A match whose report waits for confirmation."""
    match = ready_match(home, away, terms)
    reporting.report_match(
        match=match, expected=match.version, reported=report_with(match, **report), by=by or home.coach
    )
    return Match.objects.get(pk=match.pk)


def confirmed_match(home: Team, away: Team, /, *, terms: Terms | None = None, **report: Any) -> Match:
    """A match in its post-match."""
    match = reported_match(home, away, terms=terms, **report)
    digest = match.reports.last().digest
    return reporting.confirm_report(match=match, digest=digest, by=away.coach)


def confirm_match(match: Match, **report: Any) -> Match:
    """A match that is ready to play, reported by its home coach and confirmed by the other."""
    teams = MatchState(match).teams
    reporting.report_match(
        match=match, expected=match.version, reported=report_with(match, **report), by=teams["home"].coach
    )
    digest = match.reports.last().digest
    return reporting.confirm_report(match=match, digest=digest, by=teams["away"].coach)


def closed_match(home: Team, away: Team, /, *, terms: Terms | None = None, **report: Any) -> Match:
    """A match that is over."""
    match = confirmed_match(home, away, terms=terms, **report)
    answer_all(match, by=home.coach, at_once=True)
    return Match.objects.get(pk=match.pk)
