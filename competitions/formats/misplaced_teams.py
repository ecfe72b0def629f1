"""Teams in a tie of a bracket that should have other teams by the current results, but had already begun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.models import Fixture, Tie
from matches.models import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Misplaced:
    """Team ``plays`` is in tie ``tie`` by an old result of tie ``source``; by its current result ``due`` should play.

    Teams are ids. ``due`` is None while ``source`` has no winner.
    """

    tie: int
    source: int
    plays: int
    due: int | None


def misplaced_teams(ties: Sequence[Tie]) -> list[Misplaced]:
    """The misplaced teams of a bracket, in the order of its ties."""
    by_number = {tie.number: tie for tie in ties}
    found: list[Misplaced] = []
    for tie in ties:
        for source, plays in ((tie.home_from, tie.home_id), (tie.away_from, tie.away_id)):
            if source is None or plays is None:
                continue
            due = _out_of(by_number[source], loser=tie.third_place)
            if plays != due and not (tie.third_place and _in_the_final(due, tie, ties)):
                found.append(Misplaced(tie=tie.number, source=source, plays=plays, due=due))
    return found


def _out_of(tie: Tie, *, loser: bool) -> int | None:
    """The id of the winner of a tie, or of its loser."""
    if tie.winner_id is None or not loser:
        return tie.winner_id
    return tie.away_id if tie.winner_id == tie.home_id else tie.home_id


def _in_the_final(team: int | None, third: Tie, ties: Sequence[Tie]) -> bool:
    """Whether a team that should play for third place plays the final: then that place is listed instead."""
    return team is not None and any(
        team in (tie.home_id, tie.away_id) for tie in ties if tie.round == third.round and tie != third
    )


def misplaced_by_tie(
    ties: Sequence[Tie], fixtures: Mapping[int, Sequence[Fixture]], names: Mapping[int, str]
) -> dict[int, tuple[str, ...]]:
    """The words about misplaced teams, by number of the tie; ``fixtures`` are those of every tie by its id."""
    ids = {tie.number: tie.pk for tie in ties}
    found: dict[int, tuple[str, ...]] = {}
    for each in misplaced_teams(ties):
        words = misplaced_words(each, fixtures.get(ids[each.tie], ()), names)
        found[each.tie] = (*found.get(each.tie, ()), words)
    return found


def misplaced_words(each: Misplaced, fixtures: Sequence[Fixture], names: Mapping[int, str]) -> str:
    """Which team should play in a tie with these fixtures, why it does not, and how to change that."""
    words = {"source": each.source, "plays": names[each.plays], "due": names.get(each.due or 0, "")}
    if each.due is None:
        text = _("Tie %(source)s is open again. %(plays)s plays here because of its old result.")
    else:
        text = _("By the result of tie %(source)s, %(due)s would play here instead of %(plays)s.")
    return f"{text % words} {_why_not_changed(fixtures)}"


def _why_not_changed(fixtures: Sequence[Fixture]) -> str:
    states = {fixture.match.state for fixture in fixtures if fixture.match is not None}
    if any(fixture.home_outcome for fixture in fixtures):
        return _("This match was decided without play. The bracket changes if that decision is revoked.")
    if states & {Match.State.CLOSED, Match.State.RECORDED}:
        return _("This match was played. The bracket changes only if it is annulled too.")
    return _("This match has been opened. The bracket changes if a commissioner calls it off.")
