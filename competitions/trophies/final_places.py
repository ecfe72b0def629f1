"""Who is proposed for a trophy: the first teams of the last bracket or of the only table; and the gold of places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max

from competitions.models import Competition, Season, SeasonMark, Tie, Trophy
from competitions.standings.conferences import conferences_in
from competitions.standings.standings import Standings, standings_of_all
from leagues.books import books_of

MOST_PLACES = 3


def places_of(competitions: Sequence[Competition]) -> list[int]:
    """The ids of the first teams: of the last bracket with a decided final, else of the only table; else none.

    A table with conferences is one table, unless they never meet.
    """
    started = [each for each in competitions if each.state != Competition.State.DRAFT]
    brackets = [each.pk for each in started if each.format.eliminates]
    if brackets:
        return _of_bracket(max(brackets))
    if len(started) != 1:
        return []
    table = standings_of_all(started)[started[0].pk]
    lines = table.lines if compares_all(started[0], table) else ()
    return [int(line.team) for line in lines if line.rank is not None][:MOST_PLACES]


def compares_all(competition: Competition, standings: Standings) -> bool:
    """Whether the table of all teams says who is first: not if its conferences never meet, as different divisions."""
    apart = competition.format.ranked_by_table and getattr(competition.options, "legs_across", None) == 0
    return not (apart and conferences_in(competition, standings))


def like_divisions(competitions: Iterable[Competition], tables: Mapping[int, Standings]) -> set[int]:
    """The ids of those whose table of all teams gives no awards, because their conferences never meet.

    A season that was closed before ends stored conferences keeps the champions that it had. One query if there are any.
    """
    apart = {each.pk for each in competitions if not compares_all(each, tables[each.pk])}
    marks = SeasonMark.objects.filter(source__in=apart, season__state=Season.State.CLOSED)
    ends = marks.order_by().values("source").annotate(latest=Max("conference")) if apart else ()
    return apart - {end["source"] for end in ends if not end["latest"]}


def proposed_for(trophy: Trophy) -> list[int]:
    """The ids of the first teams of what an open season plays for a trophy, the winner first.

    A trophy that its book gives at a season's end is played for in all competitions by that book.
    """
    rows = Competition.objects.filter(season__league=trophy.league_id, season__state=Season.State.OPEN).order_by("pk")
    found = list(rows.filter(played_for=trophy)) if trophy.pk else []
    if not found and place_gold(trophy):
        several = list(rows.select_related("season__league"))
        seasons = {each.season_id for each in several}
        if len(seasons) == 1:
            found = [each for each in several if trophy.key in each.book.trophies]
    return places_of(found)


def place_gold(trophy: Trophy) -> tuple[int, ...]:
    """The prizes in gp that a book of the league gives to the first places of a trophy; none if it gives none."""
    majors = (book.trophies.get(trophy.key) for book in books_of(trophy.league) if trophy.key)
    return next((major.place_gold for major in majors if major is not None), ())


def _of_bracket(competition: int) -> list[int]:
    ties = list(Tie.objects.filter(competition=competition).order_by("round", "number"))
    finals = [tie for tie in ties if not tie.third_place]
    if not finals or finals[-1].winner_id is None:
        return []
    final = finals[-1]
    beaten = [team for team in (final.home_id, final.away_id) if team is not None and team != final.winner_id]
    thirds = [tie.winner_id for tie in ties if tie.third_place and tie.winner_id is not None]
    return [final.winner_id, *beaten, *thirds] if beaten else [final.winner_id]
