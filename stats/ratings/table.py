"""The table of the ratings of a league: teams or coaches, by both systems, with how places moved."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.names import key_of
from competitions.names import TeamName
from leagues.books import books_of
from leagues.models import League
from stats.played.coaches import Coach
from stats.played.names import Names, competitions_named, names_for, seasons_named
from stats.played.scope import Scope
from stats.ratings.courses import COACHES, SYSTEMS, TEAMS, Change, Ratings, Who, ratings_of
from stats.ratings.drawing import Called, kept_rating_lines
from stats.ratings.elo import ELO
from stats.ratings.glicko import GLICKO
from teams.presentation.wearers import wearer
from web.charts import Wearer
from web.kept import LONGEST_PAGE, worth_keeping

ON_A_PAGE, LINES = 25, 8
LONGEST = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an address asks for: teams or coaches, by which system, by which book, which page. All of it is right."""

    kind: str = TEAMS
    system: str = ELO.key
    edition: str = ""
    page: str = ""

    @property
    def args(self) -> tuple[str, ...]:
        """For the key of a kept page."""
        return (self.kind, self.system, self.edition, self.page)

    def address(self, **changes: str) -> str:
        """The query of the same page with other choices."""
        now = {"who": self.kind, "by": self.system, "book": self.edition, **changes}
        query = QueryDict(mutable=True)
        query.update({name: value for name, value in now.items() if value not in ("", TEAMS, ELO.key)})
        return f"?{query.urlencode()}" if query else ""


def asked_of(league: League, query: QueryDict) -> Asked:
    """What an address asks for; a choice that does not exist counts as none. One query if there are several books."""
    books = [book.key for book in books_of(league)]
    kind, system, book = (query.get(name, "") for name in ("who", "by", "book"))
    return Asked(
        kind=kind if kind == COACHES else TEAMS,
        system=system if system in SYSTEMS else ELO.key,
        edition=book if book in books[1:] else "",
        page=query.get("page", "")[:LONGEST_PAGE],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the table. Points are in tenths; ``moved`` is by how many places somebody went up by the last match."""

    place: str
    moved: int
    new: bool
    name: str
    url: str
    team: TeamName | None
    marks: str
    matches: int
    elo: int
    glicko: int
    deviation: float
    last: int
    best: int

    @property
    def fallen(self) -> int:
        """By how many places somebody went down."""
        return -self.moved


@dataclass(frozen=True, kw_only=True)
class Ranked:
    """Everybody with a rating, the highest first, and those on the page of the table that is ``asked`` for."""

    league: League
    asked: Asked
    ratings: Ratings
    names: Names
    order: Sequence[Who]
    page: Page[Who]

    @property
    def courses(self) -> Mapping[Who, Sequence[Change]]:
        """Their changes."""
        return self.ratings.courses

    @cached_property
    def called(self) -> Called:
        """What seasons and competitions are called. Two queries."""
        return (
            Called(seasons_named(self.league.pk), competitions_named(self.league.pk)) if self.order else Called({}, {})
        )


def ranked(league: League, asked: Asked) -> Ranked:
    """Those with a rating. Two queries at most besides the figure's."""
    ratings = ratings_of(Scope(league=league, edition=asked.edition), asked.kind, asked.system)
    courses = ratings.courses
    names = _names(asked.kind, ratings)
    order = sorted(courses, key=lambda who: (-courses[who][-1].after, key_of(called(names, who))))
    page = Paginator(order, ON_A_PAGE).get_page(asked.page or 1)
    return Ranked(league=league, asked=asked, ratings=ratings, names=names, order=order, page=page)


def gather(found: Ranked) -> dict[str, Any]:
    """What everybody sees: the table, the lines of the best on its page."""
    league, asked, page = found.league, found.asked, found.page
    return {
        "league": league,
        "lines": _lines(league, asked, found.ratings, found.names, page),
        "page_obj": page,
        "count": len(found.order),
        "shoot_outs": "shoot_out" in Scope(league=league, edition=asked.edition).book.result.decided_by,
        "rated": sum(map(len, found.courses.values())) // 2,
        **gather_drawing(found),
        **worth_keeping(asked.page in {"", *map(str, page.paginator.page_range)}),
    }


def gather_drawing(found: Ranked, mine: Collection[str] = ()) -> dict[str, Any]:
    """The lines for a reader with these marks: of their own, wherever they stand, and of the best of the others.

    ``drawn`` is how many of the page have lines from its first on, ``more`` how many others, all the reader's own.
    """
    names, courses, system = found.names, found.courses, SYSTEMS[found.asked.system]
    shown = list(found.page.object_list)
    own = [who for who in found.order if mine and marks_of(names, who, courses[who]) in mine][:LINES]
    chosen = {*own, *[who for who in shown if who not in own][: LINES - len(own)]}
    drawn = next((place for place, who in enumerate(shown) if who not in chosen), len(shown))
    lines = [who for who in found.order if who in chosen]
    return {
        "asked": found.asked,
        "shown": len(shown),
        "drawn": drawn,
        "more": len(lines) - drawn,
        "drawing": kept_rating_lines(
            [(worn(names, who, courses[who], mine=who in own), courses[who]) for who in lines],
            found.ratings.matches,
            found.called,
            system,
            _("Ratings over time: %(system)s") % {"system": system.name},
        ),
    }


def _names(kind: str, ratings: Ratings) -> Names:
    everybody = ratings.courses
    teams = {change.team for changes in everybody.values() for change in changes[-1:]}
    return names_for(teams=teams, coaches=everybody if kind == COACHES else ())


def called(names: Names, who: Who) -> str:
    """The name of a team or a coach."""
    return names.coaches.get(who, "") if isinstance(who, Coach) else names.teams[who].name


def marks_of(names: Names, who: Who, changes: Sequence[Change]) -> str:
    """The mark of the reader who is this coach or coaches this team; empty for a coach whom their last team left."""
    team = names.teams[changes[-1].team]
    return team.mark if not isinstance(who, Coach) or team.coach_id == who.account else ""


def worn(names: Names, who: Who, changes: Sequence[Change], *, mine: bool = False) -> Wearer:
    """A team in its kit, a coach in that of the team that they coached last."""
    team = names.teams[changes[-1].team]
    return wearer(team.name, team.crest, mine=mine, called=called(names, who))


def address(league: League, who: Who, names: Names, edition: str = "", system: str = "") -> str:
    """The page with every change of a team's or a coach's rating."""
    query = Asked(edition=edition, system=system or ELO.key).address()
    if isinstance(who, Coach):
        return reverse("stats:coach_rating", args=[league.slug, who.key]) + query
    return reverse("stats:team_rating", args=[names.teams[who].public_id]) + Asked(system=system or ELO.key).address()


def _lines(league: League, asked: Asked, ratings: Ratings, names: Names, page: Page[Who]) -> list[Line]:
    courses, scope = ratings.courses, Scope(league=league, edition=asked.edition)
    before, now = _before_last(ratings, courses), {who: changes[-1].after for who, changes in courses.items()}
    then, ranks, found = _ranks(before), _ranks(now), list[Line]()
    elo, glicko = (ratings_of(scope, asked.kind, key).courses for key in (ELO.key, GLICKO.key))
    for who in page.object_list:
        changes, team = courses[who], names.teams[courses[who][-1].team]
        found.append(
            Line(
                place=str(ranks[who]),
                moved=then[who] - ranks[who] if who in then else 0,
                new=who not in then,
                name=called(names, who),
                url=address(league, who, names, asked.edition, asked.system),
                team=team if asked.kind == TEAMS else None,
                marks=marks_of(names, who, changes),
                matches=len(changes),
                elo=elo[who][-1].after,
                glicko=glicko[who][-1].after,
                deviation=glicko[who][-1].deviation,
                last=changes[-1].change,
                best=max(change.after for change in changes),
            )
        )
    return found


def _ranks(points: Mapping[Who, int]) -> dict[Who, int]:
    """The places, from 1; who is level shares one."""
    order = sorted(points, key=lambda who: -points[who])
    found: dict[Who, int] = {}
    for number, who in enumerate(order, start=1):
        level = number > 1 and points[order[number - 2]] == points[who]
        found[who] = found[order[number - 2]] if level else number
    return found


def _before_last(ratings: Ratings, courses: Mapping[Who, Sequence[Change]]) -> dict[Who, int]:
    """The ratings before the last round that was rated, of those who had one."""
    last = max((changes[-1].played for changes in courses.values()), default=0)
    found: dict[Who, int] = {}
    for who, changes in courses.items():
        for change in reversed(changes[-8:]):
            if ratings.matches[change.played][2:] != ratings.matches[last][2:]:
                found[who] = change.after
                break
    return found
