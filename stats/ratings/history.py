"""Every change of one team's or coach's rating, with the terms of each and the sum of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from competitions.names import TeamName, page
from leagues.models import League
from stats.played.coaches import Coach
from stats.played.names import Names, competitions_named, names_for, seasons_named
from stats.played.scope import Scope
from stats.ratings.courses import SYSTEMS, Change, Place, Who, kind_of, ratings_of
from stats.ratings.drawing import Called, kept_rating_lines
from stats.ratings.elo import ELO
from stats.ratings.table import Asked, address, called, worn

PLACE = "0000000000"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A change with its match: who the opponent was, where and when, and how it ended. Points are in tenths."""

    number: int
    change: Change
    when: date | None
    where: str
    url: str
    other: str
    other_url: str
    other_team: TeamName
    team: TeamName
    result: str
    css: str

    @property
    def expected(self) -> float:
        """The expected share, in per cent."""
        return 100 * self.change.expected

    @property
    def goals(self) -> str:
        """The score, the own one first."""
        own, other = self.change.goals
        return f"{own}–{other}" if own is not None and other is not None else "–"


def gather(league: League, who: Who, asked: Asked) -> dict[str, Any]:
    """What everybody sees of one rating: the line, every change, the sums. Eight queries at most."""
    scope = Scope(league=league, edition=asked.edition)
    ratings = ratings_of(scope, kind_of(who), asked.system)
    changes, system = ratings.courses.get(who, ()), SYSTEMS[asked.system]
    names = _names(changes, who)
    words = Called(seasons_named(league.pk), competitions_named(league.pk)) if changes else Called({}, {})
    start = round(10 * system.start.points)
    return {
        "league": league,
        "asked": asked,
        "system": system,
        "lines": list(reversed(_lines(league, changes, ratings.matches, names, words, asked))),
        "drawing": kept_rating_lines(
            [(worn(names, who, changes), changes)] if changes else [],
            ratings.matches,
            words,
            system,
            _("Rating over time: %(system)s") % {"system": system.name},
        ),
        "start": start,
        "sum": sum(change.change for change in changes),
        "for_scores": sum(change.for_score for change in changes),
        "for_expected": sum(change.for_expected for change in changes),
        "now": changes[-1].after if changes else start,
        "deviation": changes[-1].deviation if changes else 0,
        "weighs_alike": asked.system == ELO.key,
        "shoot_outs": "shoot_out" in scope.book.result.decided_by,
        "several_teams": len({change.team for change in changes}) > 1,
    }


def _names(changes: Sequence[Change], who: Who) -> Names:
    teams = {team for change in changes for team in (change.team, change.other_team)}
    return names_for(teams=teams, coaches={who, *(change.who for change in changes)} if isinstance(who, Coach) else ())


def _lines(
    league: League,
    changes: Sequence[Change],
    matches: Sequence[Place],
    names: Names,
    words: Called,
    asked: Asked,
) -> list[Line]:
    match_page, results = page("matches:match", PLACE), _results()
    found = []
    for number, change in enumerate(changes, start=1):
        place = matches[change.played]
        result, css = results[change.score]
        found.append(
            Line(
                number=number,
                change=change,
                when=place.when,
                where=_where(place, words),
                url=match_page.replace(PLACE, place.match),
                other=called(names, change.who),
                other_url=address(league, change.who, names, asked.edition, asked.system),
                other_team=names.teams[change.other_team],
                team=names.teams[change.team],
                result=result,
                css=css,
            )
        )
    return found


def _where(place: Place, words: Called) -> str:
    return ", ".join(filter(None, (words.season(place), words.competition(place), words.round(place))))


def _results() -> Mapping[float, tuple[str, str]]:
    return {1.0: (_("W"), "w"), 0.5: (_("D"), "d"), 0.0: (_("L"), "l")}
