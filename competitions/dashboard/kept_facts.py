"""What the lists of things to do read of each league and is the same for all its people: kept until the league changes.

Nothing here is shown as it is. It says which lists have to be read for a member, and what commissioners have to do.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.db.models import F, Q, QuerySet, Value

from accounts.models import User
from competitions.dashboard.correction_todo import WAITING
from competitions.dashboard.todo import Task, from_outside, seasons_to_continue, set_ups
from competitions.models import Challenge, Competition, FriendlyOffer, Season
from competitions.rulings.going_on import with_going_on
from leagues.changes import version_of
from leagues.models import Agreement, League
from matches.models import MatchCorrection
from teams.models import Takeover, Trade
from web.kept import kept_values
from web.prepared import Prepared

ANYBODY = 0
"""Stands for a person: any member of the league may have something to do."""


def keep_facts(league: League) -> None:
    """Work out what the lists read of a league, before its people ask for it."""
    kinds_for(None, {league.pk: league})
    tasks_to_run({league.pk: league})


def kinds_for(user: User | None, leagues: Mapping[int, League]) -> set[str]:
    """The kinds of things of which one may wait for a member of these leagues; at most one query."""
    found = kept_values("who is asked", _versions(leagues.values()), _asked)
    people = (ANYBODY, user.pk if user is not None else ANYBODY)
    return {kind for asked in found.values() for kind, who in asked.items() if not who.isdisjoint(people)}


def _asked(leagues: Collection[int]) -> dict[int, dict[str, set[int]]]:
    """Who may be asked, by league and kind: more people than there are, since their lists tell exactly."""
    asked: dict[int, dict[str, set[int]]] = {league: {} for league in leagues}
    for kind, of_league, *both in _waiting(list(leagues)):
        asked[of_league].setdefault(kind, set()).update(person for person in both if person is not None)
    return asked


@Prepared
def _waiting(leagues: Collection[int]) -> QuerySet[Any, Any]:
    challenges = Challenge.objects.open()
    corrections = MatchCorrection.objects.filter(state__in=WAITING)
    trades = Trade.objects.filter(state__in=(Trade.State.OFFERED, Trade.State.LENT))
    waiting: list[tuple[str, QuerySet[Any], str, tuple[str, ...]]] = [
        ("challenges", challenges, "competition__season__league", ("challenger__coach", "challenged__coach")),
        ("challenges", challenges, "competition__season__league", ("substitute__coach",)),
        ("friendlies", FriendlyOffer.objects.open(), "league", ("asked__coach",)),
        ("corrections", corrections, "match__league", ()),
        ("agreements", Agreement.objects.open(), "league", ()),
        ("trades", trades, "league", ("offering__coach", "asked__coach")),
        ("trades", Trade.objects.filter(state=Trade.State.ACCEPTED), "league", ()),
        ("takeovers", Takeover.objects.open(), "team__league", ("asked",)),
    ]
    selects = []
    for kind, rows, league, people in waiting:
        who = [F(person) for person in people] or [Value(ANYBODY)]
        found_in = rows.filter(**{f"{league}__in": leagues}).order_by()
        selects.append(found_in.values_list(Value(kind), F(league), who[0], who[-1]))
    return selects[0].union(*selects[1:])


def tasks_to_run(run: Mapping[int, League]) -> list[Task]:
    """What all commissioners of these leagues have to do for people outside, competitions and seasons. Two queries.

    Teams to approve and matches are not among them.
    """

    def gather(leagues: Collection[int]) -> dict[int, list[Task]]:
        found: dict[int, list[Task]] = {league: [] for league in leagues}
        competitions = _competitions(list(leagues))
        asked = from_outside({league: run[league] for league in leagues})
        for task in (*asked, *set_ups(competitions), *seasons_to_continue(competitions)):
            found[task.league].append(task)
        return found

    kept = kept_values("tasks to run", _versions(run.values()), gather)
    return [task for league in run for task in kept[league]]


@Prepared
def _competitions(leagues: Collection[int]) -> QuerySet[Competition]:
    """Competitions in which a commissioner may have something to do: all of an open season are among them."""
    rows = Competition.objects.filter(season__league__in=leagues, recorded=False).select_related("season__league")
    rows = rows.filter(~Q(state=Competition.State.FINISHED) | Q(season__state=Season.State.OPEN))
    return with_going_on(rows).order_by("pk")


def _versions(leagues: Iterable[League]) -> dict[int, str]:
    return {league.pk: version_of(league) for league in leagues}
