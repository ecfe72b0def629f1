"""When seasons and competitions began and ended, by their rows and the league's log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from competitions.models import Competition, Season
from leagues.models import League
from news.happenings.dated import Logged as Entry
from news.happenings.headline import FINISHED, SEASON_BEGUN, SEASON_OVER, STARTED, Headline, day_of
from web.prepared import Prepared

A_MOMENT = timedelta(microseconds=1)
ADDRESS = "address"
"""The argument of an entry that has the public id of the competition."""
Logged = dict[tuple[str, str], datetime]
"""When something happened last, by what it was, and the address or the name of the competition."""


_SEASON = ("number", "name", "state", "opened_at", "end__at")
_COMPETITION = ("competitions__public_id", "competitions__name", "competitions__state", "competitions__recorded")


@Prepared
def _seasons(league: int) -> QuerySet[Season, Any]:
    return Season.objects.filter(league=league).order_by("number").values_list(*_SEASON, *_COMPETITION)


def calendar(league: League, logged: Sequence[Entry]) -> Iterator[Headline]:
    """Seasons and competitions that began and ended, without those that are known from records alone; one query besides
    that for what the log says."""
    seasons: dict[int, tuple[Any, ...]] = {}
    competitions: dict[int, list[tuple[Any, ...]]] = {}
    for row in _seasons(league.pk):
        seasons[row[0]] = row[: len(_SEASON)]
        competitions.setdefault(row[0], []).append(row[len(_SEASON) :])
    again: dict[str, datetime] = {}
    """When a season began that has a competition of the same name as an earlier one."""
    for number, name, state, opened, ended in reversed(seasons.values()):
        if competitions[number][0][0] is not None and all(recorded for *_rest, recorded in competitions[number]):
            continue
        yield _dated(league, SEASON_BEGUN, f"season:{league.pk}.{number}", opened, name, (number,))
        if state == Season.State.CLOSED and ended is not None:
            yield _dated(league, SEASON_OVER, f"season_end:{league.pk}.{number}", ended, name, (number,))
        theirs = [
            each
            for each in logged
            if ADDRESS in each.args
            or opened <= each.at < again.get(each.args.get("competition", ""), each.at + A_MOMENT)
        ]
        yield from _of_competitions(league, competitions[number], theirs)
        again |= {each[1]: opened for each in competitions[number]}


def _of_competitions(league: League, rows: Iterable[tuple[Any, ...]], logged: Sequence[Entry]) -> Iterator[Headline]:
    """When the competitions of a season began and ended, as the log says last; nothing that is not so any more.

    Older entries have the name that a competition had at that time, and no address.
    """
    sure, named = Logged(), Logged()
    for _id, at, kind, args in logged:
        if ADDRESS in args:
            sure[kind, args[ADDRESS]] = at
        else:
            named[kind, str(args.get("competition"))] = at
    begun = [each for each in rows if each[0] is not None and not each[3] and each[2] != Competition.State.DRAFT]
    was = _name_before(begun, sure, named)
    for public_id, name, state, _recorded in begun:
        true_now = (STARTED, FINISHED) if state == Competition.State.FINISHED else (STARTED,)
        for kind in true_now:
            told = (sure.get((kind, public_id)), named.get((kind, name)), named.get((kind, was.get(public_id, name))))
            for at in [each for each in told if each is not None][:1]:
                yield _dated(league, kind, f"{kind}:{public_id}", at, name, (public_id,))


def _name_before(begun: Sequence[tuple[Any, ...]], sure: Logged, named: Logged) -> Mapping[str, str]:
    """The older name of the only competition whose beginning no entry tells, if just one entry is left over for it."""
    lost = [each for each, name, *_rest in begun if (STARTED, each) not in sure and (STARTED, name) not in named]
    left = {name for kind, name in named if kind == STARTED} - {each[1] for each in begun}
    return {lost[0]: left.pop()} if len(lost) == len(left) == 1 else {}


def _dated(league: League, kind: str, key: str, at: datetime, name: str, address: tuple[Any, ...]) -> Headline:
    return Headline(kind=kind, key=key, day=day_of(league, at), at=at, name=name, address=address)
