"""A coach in all leagues that the reader may see: teams, record, trophies, opponents, ratings.

People without an account are known by name in one league only, so they have no such page.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import FORMER
from competitions.names import TeamName, teams_named
from leagues.access import leagues_seen_by
from leagues.models import League
from rules import editions
from stats.opponents.meetings import NOBODY, Meeting, Record, longest, meetings, record_of
from stats.played.coaches import Coach, coach_names
from stats.played.matches import PlayedMatch, matches_of_leagues
from stats.played.names import Names
from stats.profiles.coach_page import Line, is_theirs, teams_of, trophies_of
from stats.ratings import elo
from stats.ratings.courses import COACHES, courses
from teams.models import Takeover, Team
from teams.selectors import known_to_all

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


def leagues_of(reader: Any, coach: Coach) -> list[League]:
    """The leagues where a coach has or had a team, of those that the reader may see; drafts are no teams. One query."""
    theirs = Team.objects.filter(known_to_all(), league=OuterRef("pk"), coach=coach.account)
    gone = Takeover.objects.filter(known_to_all("team__"), was=coach.account, state=Takeover.State.ACCEPTED)
    gone = gone.filter(team__league=OuterRef("pk"))
    rows = League.objects.select_related("change_counter", "ruleset").filter(leagues_seen_by(reader))
    return list(rows.filter(Exists(theirs) | Exists(gone)).order_by("name", "pk"))


def gather(coach: Coach, leagues: Sequence[League]) -> dict[str, Any]:
    """What everybody who may see these leagues sees of a coach. Eight queries at most, however many there are."""
    by_id = {league.pk: league for league in leagues}
    matches = matches_of_leagues(by_id)
    met = meetings(matches, coach)
    played = {each.own.team for each in met}
    known = Q(pk__in=played) | Q(coach=coach.account, league__in=by_id)
    teams = teams_named(Team.objects.filter(known, known_to_all()), None)
    names = Names(players={}, teams=teams, coaches=coach_names({each.other.coach for each in met} - {NOBODY}))
    slugs = {pk: league.slug for pk, league in by_id.items()}
    trophies = trophies_of(coach, names, slugs, Q(team__league__in=by_id))
    return {
        "teams": [(each, by_id[each.team.league_id].name) for each in teams_of(met, coach, names)],
        "record": record_of(met),
        "streaks": [(_("longest unbeaten run"), longest(met, "wd"))] if met else [],
        "titles": sum(each["won"] for each in trophies),
        "trophies": [{**each, "league": by_id[each["team"].league_id].name} for each in trophies],
        "opponents": _opponents(met, names, slugs),
        "places": _places(coach, by_id, matches, met, teams),
    }


def _places(
    coach: Coach,
    leagues: Mapping[int, League],
    matches: Sequence[PlayedMatch],
    met: Sequence[Meeting],
    teams: Mapping[int, TeamName],
) -> list[Place]:
    """Each league by each book that the coach played there; one without a match by the books of their teams."""
    theirs: dict[tuple[int, str], list[Meeting]] = defaultdict(list)
    for each in met:
        theirs[_where(each.match, leagues)].append(each)
    with_matches = {league for league, _edition in theirs}
    for team in teams.values():
        if is_theirs(team, coach) and team.league_id not in with_matches:
            theirs[_book(leagues[team.league_id], team.edition)] = []
    rated: dict[tuple[int, str], list[PlayedMatch]] = defaultdict(list)
    for match in matches:
        if match.competition is not None:
            rated[_where(match, leagues)].append(match)
    found = []
    for (pk, edition), those in sorted(theirs.items(), key=lambda item: (leagues[item[0][0]].name, item[0])):
        league = leagues[pk]
        address, query = [league.slug, coach.key], f"?book={edition}" if edition else ""
        found.append(
            Place(
                league=league,
                url=reverse("stats:coach", args=address) + query,
                book=editions.edition(edition or league.ruleset.edition).book.name,
                record=record_of(those),
                rating=_course(coach, rated[pk, edition]),
                rating_url=reverse("stats:coach_rating", args=address) + query,
            )
        )
    return found


def _where(match: PlayedMatch, leagues: Mapping[int, League]) -> tuple[int, str]:
    """The league of a match and its book, empty for the one that the league was created with."""
    return _book(leagues[match.league], match.edition)


def _book(league: League, edition: str) -> tuple[int, str]:
    return league.pk, "" if edition == league.ruleset.edition else edition


def _course(coach: Coach, matches: Sequence[PlayedMatch]) -> int | None:
    """The Elo rating of a coach after these matches of a league, in tenths."""
    changes = courses(matches, COACHES, elo.ELO).get(coach)
    return changes[-1].after if changes else None


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
