"""Teams that play in a bracket where the results, as they are now, would have sent others: the tie had begun."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from competitions.models import Fixture, Tie
from matches.models import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray:
    """``plays`` is in tie ``tie`` by what tie ``source`` said once; by its result now it would be ``due``.

    Teams by id; ``due`` is None while nobody has come out of that tie.
    """

    tie: int
    source: int
    plays: int
    due: int | None


def strays_of(ties: Sequence[Tie]) -> list[Stray]:
    """All of them, in the order of the ties."""
    by_number = {tie.number: tie for tie in ties}
    found: list[Stray] = []
    for tie in ties:
        for source, plays in ((tie.home_from, tie.home_id), (tie.away_from, tie.away_id)):
            if source is None or plays is None:
                continue
            due = _out_of(by_number[source], loser=tie.third_place)
            if plays != due and not (tie.third_place and _in_the_final(due, tie, ties)):
                found.append(Stray(tie=tie.number, source=source, plays=plays, due=due))
    return found


def _out_of(tie: Tie, *, loser: bool) -> int | None:
    """The id of whoever won a tie by its result, or lost it."""
    if tie.winner_id is None or not loser:
        return tie.winner_id
    return tie.away_id if tie.winner_id == tie.home_id else tie.home_id


def _in_the_final(team: int | None, third: Tie, ties: Sequence[Tie]) -> bool:
    """Whether a team that should play for third place plays the final: then that one is the stray."""
    return team is not None and any(
        team in (tie.home_id, tie.away_id) for tie in ties if tie.round == third.round and tie != third
    )


def strays_by_tie(
    ties: Sequence[Tie], fixtures: Mapping[int, Sequence[Fixture]], names: Mapping[int, str]
) -> dict[int, tuple[str, ...]]:
    """What is said of all of them, by the number of their tie; ``fixtures`` are those of every tie by its id."""
    ids = {tie.number: tie.pk for tie in ties}
    found: dict[int, tuple[str, ...]] = {}
    for stray in strays_of(ties):
        words = stray_words(stray, fixtures.get(ids[stray.tie], ()), names)
        found[stray.tie] = (*found.get(stray.tie, ()), words)
    return found


def stray_words(stray: Stray, fixtures: Sequence[Fixture], names: Mapping[int, str]) -> str:
    """What is said of a stray, whose tie has these fixtures: who should be there, why it stands, and the way out."""
    words = {"source": stray.source, "plays": names[stray.plays], "due": names.get(stray.due or 0, "")}
    if stray.due is None:
        text = _("Tie %(source)s is open again, and %(plays)s plays here by what it said before.")
    else:
        text = _("By the result of tie %(source)s, %(due)s would play here instead of %(plays)s.")
    return f"{text % words} {_why_it_stands(fixtures)}"


def _why_it_stands(fixtures: Sequence[Fixture]) -> str:
    states = {fixture.match.state for fixture in fixtures if fixture.match is not None}
    if any(fixture.home_outcome for fixture in fixtures):
        return _("It was decided without play, and stands until that is taken back; then the bracket follows.")
    if states & {Match.State.CLOSED, Match.State.RECORDED}:
        return _("It was played and stands as it is; the bracket follows only if it is annulled too.")
    return _("It has been opened, and stands until a commissioner calls it off; then the bracket follows.")
