"""The prizes that a book gives at a season's end (L7 of today's books): its trophy, and gold for the first places.

They are proposed from the final standings: the last bracket, or the only table. A commissioner can correct all of it.
They are awarded like any trophy, so an award is revoked on the trophy's page, and a trophy that was awarded for the
season already is not proposed again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from accounts.names import by_name
from competitions.models import Competition, Holding, Season, Trophy
from competitions.trophies.awarding import TrophyAward, award_trophy
from competitions.trophies.books import has_trophy
from competitions.trophies.final_places import MOST_PLACES, places_of
from teams.models import Team


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A trophy that a season's end gives: the gold (gp) of each place, who may get it, and who is proposed."""

    trophy: Trophy
    gold: tuple[int, ...]
    teams: tuple[Team, ...]
    proposed: tuple[Team | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prizes:
    """A trophy and its prizes as decided: teams with their gold (gp), the first place first. None: nobody gets it."""

    trophy: Trophy
    places: tuple[tuple[Team | None, int], ...]


def prizes_due(season: Season, competitions: Sequence[Competition]) -> list[Due]:
    """The trophies with prizes that a season's books have and that are not awarded for it yet.

    No query for books without them, else about six.
    """
    books = {each.edition: each.book for each in competitions}
    majors = {major.key: (edition, major) for edition, book in books.items() for major in book.trophies.values()}
    majors = {key: found for key, found in majors.items() if found[1].place_gold}
    if not majors:
        return []
    awarded = season.holdings.filter(taken_back_at__isnull=True, role=Holding.Role.HOLDER)
    given = set(awarded.values_list("trophy__key", flat=True))
    rows = {row.key: row for row in season.league.trophies.filter(key__in=majors)}
    active = Team.objects.active().filter(entries__competition__season=season).distinct()
    teams = sorted(active.select_related("ruleset").defer("draft"), key=by_name)
    found = []
    for key, (edition, major) in majors.items():
        if key not in given:
            trophy = rows.get(key) or Trophy(league=season.league, key=key, name=major.name)
            able = {team.pk: team for team in teams if has_trophy(trophy, team)}
            places = [able.get(pk) for pk in places_of([each for each in competitions if each.edition == edition])]
            proposed = tuple((*places, None, None, None)[: len(major.place_gold)])
            found.append(Due(trophy=trophy, gold=major.place_gold, teams=tuple(able.values()), proposed=proposed))
    return found


def award_prizes(season: Season, prizes: Sequence[Prizes], by: User) -> list[Holding]:
    """Awards each trophy with its prizes; none without a first place. Raises ``Refusal`` if a team is in a match."""
    made = []
    for each in prizes:
        (first, gold), (second, less), (third, least) = (*each.places, (None, 0), (None, 0))[:MOST_PLACES]
        if first is not None:
            to = TrophyAward(
                team=first,
                prize=gold,
                runner_up=second,
                runner_up_prize=less if second is not None else 0,
                third=third,
                third_prize=least if third is not None else 0,
            )
            made.append(award_trophy(trophy=each.trophy, by=by, expected=each.trophy.version, season=season, to=to))
    return made
