"""Leagues, teams, players and coaches that fit a query, among those that the visitor may see: a fixed number of
queries of the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext as _

from competitions.names import TeamName, as_names, names_of, page
from leagues.access import leagues_seen_by
from leagues.models import League
from matches.models import PlayerLine
from rules.sheet.sheet import line_as_today
from search.asked import Query, Sought, beginning, having
from search.results import Hit, State
from stats.played.coaches import Coach, present_coach
from teams.models import Player, Takeover, Team
from teams.selectors import known_to_all
from web.prepared import Prepared
from web.tabs import front_page

MOST_COACHES = 400
"""Rows of teams that are read for coaches: somebody can coach a hundred of them."""


Seen = Callable[[str], Q]
"""The rows that a visitor may see, by the way to their league (``team__league``), empty for leagues themselves."""
STAFF, VISITOR, PERSON, IN_LEAGUE = "staff", "visitor", "person", "in league"


def _reader(user: Any, league: League | None) -> tuple[str, int | None]:
    """Who searches, by what decides on what they see: the id of the league or of the person."""
    if league is not None:
        return IN_LEAGUE, league.pk
    if not user.is_authenticated:
        return VISITOR, None
    return (STAFF, None) if user.is_staff else (PERSON, user.pk)


def _seen(kind: str, pk: int | None) -> Seen:
    """The rows of one league, or of all public ones and a reader's own, and for site staff all."""
    if kind == IN_LEAGUE:
        return lambda to: Q(**{to or "pk": pk})
    return partial(leagues_seen_by, SimpleNamespace(pk=pk, is_authenticated=kind != VISITOR, is_staff=kind == STAFF))


def _read(
    build: Callable[[Sought, Seen], QuerySet[Any, Any]], query: Query, user: Any, league: League | None, most: int
) -> list[Any]:
    """The first rows of a query of the database, at most so many."""
    kind, pk = _reader(user, league)
    sought = query.sought
    given = (sought.words, sought.patterns, sought.begun, sought.whole)
    return _prepared(build, kind, most)(*given) if pk is None else _prepared(build, kind, most)(*given, pk)


@cache
def _prepared(build: Callable[[Sought, Seen], QuerySet[Any, Any]], kind: str, most: int) -> Prepared:
    def rows(
        words: Sequence[str], patterns: Sequence[str], begun: Sequence[str], whole: str, pk: int | None = None
    ) -> QuerySet[Any, Any]:
        return build(Sought(words, patterns, begun, whole), _seen(kind, pk))[:most]

    return Prepared(rows)


def leagues(query: Query, user: Any, most: int) -> list[Hit]:
    """Leagues by their names; one query."""
    return [
        Hit(
            name=league.name,
            url=front_page(league),
            state=State(word=_("archived")) if league.archived else None,
        )
        for league in _read(_leagues, query, user, None, most + 1)
    ]


def _leagues(sought: Sought, seen: Seen) -> QuerySet[League]:
    return sought.matching(League.objects.filter(seen("")), "name").order_by("rank", "name", "pk")


def team_ids(query: Query, user: Any, league: League | None, most: int) -> list[int]:
    """The ids of teams by their names; one query."""
    return _read(_teams, query, user, league, most + 1)


def _teams(sought: Sought, seen: Seen) -> QuerySet[Team, int]:
    rows = sought.matching(Team.objects.filter(seen("league"), known_to_all()), "name")
    return rows.order_by("rank", "name", "pk").values_list("pk", flat=True)


def player_rows(query: Query, user: Any, league: League | None, most: int) -> list[dict[str, Any]]:
    """Players by their names, with the sheet of their team and what their last match says; at most four queries.

    Those whose names begin with the query are the best, and an index finds them. Names are read for those with words
    that begin so, and then for those with the words in them, only until there are enough, in the order of the index.
    """
    kind, pk = _reader(user, league)
    whose = () if pk is None else (pk,)
    found = dict.fromkeys(_prepared_names(kind, most + 1)(*query.first, *whose))
    for parts in (query.begun, query.words):
        if len(found) <= most:
            found |= dict.fromkeys(_prepared_parts(kind, 2 * most + 2)(parts, *whose))
    best = list(found)[: most + 1]
    by_id = {row["pk"]: row for row in _details(best)} if best else {}
    return [by_id[pk] for pk in best]


@cache
def _prepared_names(kind: str, most: int) -> Prepared:
    def rows(first: str, end: str, pk: int | None = None) -> QuerySet[Player, int]:
        found = beginning(_players(_seen(kind, pk)), "folded", first, end)
        return found.order_by("folded", "pk").values_list("pk", flat=True)[:most]

    return Prepared(rows)


@cache
def _prepared_parts(kind: str, most: int) -> Prepared:
    def rows(parts: Sequence[str], pk: int | None = None) -> QuerySet[Player, int]:
        found = having(_players(_seen(kind, pk)), "folded", parts)
        return found.order_by("folded", "pk").values_list("pk", flat=True)[:most]

    return Prepared(rows)


def _players(seen: Seen) -> QuerySet[Player]:
    # Their teams are looked up last, only of those who are called so: the database then reads names from the index.
    return Player.objects.filter(Exists(Team.objects.filter(seen("league"), known_to_all(), pk=OuterRef("team"))))


@Prepared
def _details(ids: Sequence[int]) -> QuerySet[Player, dict[str, Any]]:
    lines = PlayerLine.objects.filter(player=OuterRef("pk"), position__gt="").order_by("-pk")
    died = PlayerLine.objects.filter(player=OuterRef("pk"), died=True)
    details = Player.objects.filter(pk__in=ids).values("pk", "name", "team")
    return details.annotate(
        sheet=F("team__state_row__sheet"), position=Subquery(lines.values("position")[:1]), died=Exists(died)
    )


def names_of_teams(ids: Iterable[int]) -> dict[int, TeamName]:
    """Teams with crest and address, by id; one query."""
    return as_names(_named(sorted(set(ids))), None)


@Prepared
def _named(ids: Sequence[int]) -> QuerySet[Team, Any]:
    return names_of(Team.objects.filter(pk__in=ids))


def team_hits(ids: Sequence[int], teams: dict[int, TeamName], leagues: dict[int, str]) -> list[Hit]:
    """Teams as hits. ``leagues`` are the names of leagues, empty where all are of one."""
    return [
        Hit(
            name=team.name,
            url=team.url,
            team=team,
            beside=_said(team.team_list, team.coach, leagues.get(team.league_id, "")),
            state=State(word=_("retired")) if team.state == Team.State.RETIRED else None,
        )
        for team in (teams[pk] for pk in ids)
    ]


def player_hits(rows: Iterable[dict[str, Any]], teams: dict[int, TeamName], leagues: dict[int, str]) -> list[Hit]:
    """Players as hits."""
    found = []
    for row in rows:
        team = teams[row["team"]]
        position, state = _on_sheet(row) if row["sheet"] else (row["position"] or "", _state_from_records(row))
        found.append(
            Hit(
                name=row["name"],
                url=team.player_url(row["pk"]),
                team=team,
                beside=_said(position, team.name, leagues.get(team.league_id, "")),
                state=state,
            )
        )
    return found


def _on_sheet(row: dict[str, Any]) -> tuple[str, State | None]:
    """The position and state of a player, by the stored sheet of their team."""
    for stored in row["sheet"].get("players", ()):
        if stored["player"] == row["pk"]:
            misses = line_as_today(stored).get("misses")
            state = State(word=_("misses the next match"), tag="wait") if misses else None
            return str(stored["position"]), state
    for gone in row["sheet"].get("departed", ()):
        if gone["line"]["player"] == row["pk"]:
            return str(gone["line"]["position"]), departed(gone["how"])
    return row["position"] or "", _state_from_records(row)


def departed(how: str) -> State:
    """How a player left a roster (`rules.sheet.sheet.Departed`), in a word."""
    words = {
        "dead": State(word=_("dead"), tag="bad"),
        "retired": State(word=_("retired")),
        "walked_out": State(word=_("walked out")),
        "journeyman": State(word=_("left as a journeyman")),
        "traded": State(word=_("traded away")),
        "lent": State(word=_("out on loan"), tag="wait"),
        "returned": State(word=_("back with their own team")),
    }
    return words.get(how, State(word=_("released")))


def _state_from_records(row: dict[str, Any]) -> State | None:
    return departed("dead") if row["died"] else None


def coach_rows(query: Query, user: Any, league: League | None) -> list[dict[str, Any]]:
    """Who has a team, or had one, by the names that others see; one row for each team, two queries.

    People who deleted their accounts are never found.
    """
    now = _read(_coaches, query, user, league, MOST_COACHES)
    return now + _read(_former_coaches, query, user, league, MOST_COACHES)


def _coaches(sought: Sought, seen: Seen) -> QuerySet[Team, Any]:
    rows = _called("coach", "coach_name", Team.objects.filter(seen("league"), known_to_all()))
    rows = sought.matching(rows, F("called")).order_by("rank", "called", "pk")
    return rows.values("rank", "called", "account", team_name=F("name"), in_league=F("league"))


def _former_coaches(sought: Sought, seen: Seen) -> QuerySet[Takeover, dict[str, Any]]:
    rows = Takeover.objects.filter(seen("team__league"), known_to_all("team__"), state=Takeover.State.ACCEPTED)
    rows = sought.matching(_called("was", "was_name", rows), F("called")).order_by("rank", "called", "pk")
    return rows.values("rank", "called", "account", team_name=Value(""), in_league=F("team__league"))


def _called(account: str, name: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Rows with the name that others see of a person with or without an account. The sign-in name of somebody who
    shows another one is not looked at."""
    shown = Coalesce(NullIf(f"{account}__display_name", Value("")), f"{account}__username")
    called = Case(When(**{f"{account}__isnull": True}, then=F(name)), default=shown, output_field=CharField())
    return rows.filter(**{f"{account}__deleted_at__isnull": True}).annotate(called=called, account=F(account))


def coach_hits(rows: Iterable[dict[str, Any]], slugs: dict[int, str], leagues: dict[int, str], most: int) -> list[Hit]:
    """Coaches as hits, each once for a league, with the teams that they have there."""
    people: dict[tuple[int, Coach], list[dict[str, Any]]] = {}
    for row in rows:
        coach = present_coach(row["account"], row["called"])
        people.setdefault((row["in_league"], coach), []).append(row)
    ranked = sorted(people.items(), key=lambda item: (item[1][0]["rank"], item[1][0]["called"]))
    found = []
    for (league, coach), theirs in ranked[: most + 1]:
        teams = [row["team_name"] for row in theirs if row["team_name"]]
        found.append(
            Hit(
                name=theirs[0]["called"],
                url=page("stats:coach", slugs[league], coach.key),
                beside=_said(", ".join(teams[:3]) or _("no team now"), leagues.get(league, "")),
            )
        )
    return found


def _said(*parts: str) -> tuple[str, ...]:
    return tuple(part for part in parts if part)
