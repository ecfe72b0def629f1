"""A coach in all leagues that the reader may see: teams, record, trophies, opponents, ratings.

People without an account are known by name in one league only, so they have no such page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import FORMER
from competitions.names import TeamName, teams_named
from competitions.trophies.champions import finished
from leagues.access import leagues_seen_by
from leagues.books import stored_edition
from leagues.models import League, LeagueBook
from rules import editions
from stats.opponents.meetings import NOBODY, Meeting, Record, longest, meetings, record_of
from stats.played.coaches import Coach, coach_names
from stats.played.everything import PLAYED
from stats.played.names import Names
from stats.played.scope import Scope, whole
from stats.profiles.coach_page import Line, is_theirs, last_coaches, teams_of, trophies_of
from stats.ratings.courses import course_of
from teams.models import Takeover, Team
from teams.selectors import known_to_all
from web.prepared import Prepared

OPPONENTS = 25


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A coach by one book of a league: their record there, and their Elo rating in tenths, if they have one."""

    league: League
    url: str
    book: str
    record: Record
    rating: int | None
    rating_url: str


def leagues_of(reader: Any, account: int) -> list[League]:
    """The leagues where a coach has or had a team, of those that the reader may see; drafts are no teams. One query."""
    return list(_leagues(account, leagues_seen_by(reader)) if reader.is_authenticated else _public(account))


@Prepared
def _public(account: int) -> QuerySet[League]:
    return _leagues(account, leagues_seen_by(AnonymousUser()))


def _leagues(account: int, seen: Q) -> QuerySet[League]:
    theirs = Team.objects.filter(known_to_all(), league=OuterRef("pk"), coach=account)
    gone = Takeover.objects.filter(known_to_all("team__"), was=account, state=Takeover.State.ACCEPTED)
    gone = gone.filter(team__league=OuterRef("pk"))
    rows = League.objects.select_related("change_counter", "ruleset").filter(seen)
    rows = rows.annotate(several_books=Exists(LeagueBook.objects.filter(league=OuterRef("pk"))))
    return rows.filter(Exists(theirs) | Exists(gone)).order_by("name", "pk")


def gather(coach: Coach, leagues: Sequence[League]) -> dict[str, Any]:
    """What everybody who may see these leagues sees of a coach.

    Seven queries at most, besides those of champions that are not kept yet, and for each book of a league that changed
    since it was kept those of `PLAYED`.
    """
    by_id = {league.pk: league for league in leagues}
    played_in = {(scope.league.pk, scope.edition): PLAYED.of(scope) for scope in _scopes(leagues)}
    by_book = {place: those for place, matches in played_in.items() if (those := meetings(matches, coach))}
    met = sorted(chain(*by_book.values()), key=lambda each: each.match.place)
    played = {each.own.team for each in met}
    known = Q(pk__in=played) | Q(coach=coach.account, league__in=by_id)
    teams = teams_named(Team.objects.filter(known, known_to_all()), None)
    names = Names(players={}, teams=teams, coaches=coach_names({each.other.coach for each in met} - {NOBODY}))
    slugs = {pk: league.slug for pk, league in by_id.items()}
    last = last_coaches(teams, chain.from_iterable(played_in.values()))
    over = finished({competition for _team, competition in last})
    trophies = trophies_of(coach, names, slugs, Q(team__league__in=by_id), over, last)
    return {
        "teams": [(each, by_id[each.team.league_id].name) for each in teams_of(met, coach, names)],
        "record": record_of(met),
        "streaks": [(_("longest unbeaten run"), longest(met, "wd"))] if met else [],
        "titles": sum(each["won"] for each in trophies),
        "trophies": [{**each, "league": by_id[each["team"].league_id].name} for each in trophies],
        "opponents": _opponents(met, names, slugs),
        "places": _places(coach, by_id, by_book, teams),
    }


def _scopes(leagues: Collection[League]) -> Iterator[Scope]:
    """All that was played in each of these leagues by each of its books; one query if one of them has several."""
    several = [league.pk for league in leagues if getattr(league, "several_books", True)]
    books = defaultdict(list)
    for league, edition in LeagueBook.objects.filter(league__in=several).values_list("league", "edition"):
        books[league].append(edition)
    for each in leagues:
        for edition in ("", *books[each.pk]):
            yield whole(each, edition, friendlies=True)


def _places(
    coach: Coach,
    leagues: Mapping[int, League],
    by_book: Mapping[tuple[int, str], Sequence[Meeting]],
    teams: Mapping[int, TeamName],
) -> list[Place]:
    """Each league by each book that the coach played there; one without a match by the books of their teams."""
    theirs = dict(by_book)
    with_matches = {league for league, _edition in theirs}
    for team in teams.values():
        if is_theirs(team, coach) and team.league_id not in with_matches:
            theirs[team.league_id, stored_edition(leagues[team.league_id], team.edition)] = []
    found = []
    for (pk, edition), those in sorted(theirs.items(), key=lambda item: (leagues[item[0][0]].name, item[0])):
        league = leagues[pk]
        address, query = [league.slug, coach.key], f"?book={edition}" if edition else ""
        course = course_of(whole(league, edition), coach) if those else ()
        found.append(
            Place(
                league=league,
                url=reverse("stats:coach", args=address) + query,
                book=editions.edition(edition or league.ruleset.edition).book.name,
                record=record_of(those),
                rating=course[-1].after if course else None,
                rating_url=reverse("stats:coach_rating", args=address) + query,
            )
        )
    return found


def _opponents(met: Collection[Meeting], names: Names, slugs: Mapping[int, str]) -> list[Line]:
    """Those met most often. Who has no account is somebody else in each league."""
    found: dict[tuple[Coach, int], list[Meeting]] = defaultdict(list)
    for each in met:
        other = each.other.coach
        if other != NOBODY:
            found[other, 0 if other.account is not None else each.match.league].append(each)
    lines = [
        Line(name=names.coaches.get(other, ""), record=record_of(those), url=_page(other, league, names, slugs))
        for (other, league), those in found.items()
    ]
    return sorted(lines, key=lambda line: (-line.record.matches, line.name))[:OPPONENTS]


def _page(coach: Coach, league: int, names: Names, slugs: Mapping[int, str]) -> str:
    """The page of an opponent: in all leagues, or in the one that knows their name; none for a deleted account."""
    if names.coaches.get(coach, "") in ("", FORMER):
        return ""
    if coach.account is None:
        return reverse("stats:coach", args=[slugs[league], coach.key])
    return reverse("stats:coach_everywhere", args=[coach.account])
