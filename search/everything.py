"""All that a visitor finds: groups in the order of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from leagues.models import League
from search import rows, rules
from search.asked import Query
from search.results import FEW, MANY, Group, limited
from web.prepared import Prepared

KINDS = {
    "leagues": _("Leagues"),
    "teams": _("Teams"),
    "players": _("Players"),
    "coaches": _("Coaches"),
    "stars": _("Star players"),
    "skills": _("Skills"),
    "rules": _("Rules"),
}
"""The kinds of hits with their headings, in the order of the page."""
OF_ROWS = ("leagues", "teams", "players", "coaches")


def found(query: Query, user: Any, league: League | None, kind: str = "") -> list[Group]:
    """What fits a query, in all leagues that a visitor may see or in one: the groups that have hits.

    ``kind`` asks for more hits of one kind. At most nine queries of the database.
    """
    if not query.long_enough:
        return []
    wanted = tuple(each for each in KINDS if kind in ("", each) and (each != "leagues" or league is None))
    most = MANY if kind else FEW
    groups = [
        *_groups_of_rows(query, user, league, [each for each in wanted if each in OF_ROWS], most),
        *_groups_of_rules(query, league, [each for each in wanted if each not in OF_ROWS], most),
    ]
    return [group for group in groups if group.hits]


def _groups_of_rows(query: Query, user: Any, league: League | None, wanted: list[str], most: int) -> list[Group]:
    ids = rows.team_ids(query, user, league, most) if "teams" in wanted else []
    players = rows.player_rows(query, user, league, most) if "players" in wanted else []
    coaches = rows.coach_rows(query, user, league) if "coaches" in wanted else []
    teams = rows.names_of_teams([*ids, *(row["team"] for row in players)]) if ids or players else {}
    places = {team.league_id for team in teams.values()} | {row["in_league"] for row in coaches}
    named = _leagues_named(places) if league is None else {league.pk: (league.slug, "")}
    names = {pk: name for pk, (_slug, name) in named.items()}
    slugs = {pk: slug for pk, (slug, _name) in named.items()}
    hits = {
        "leagues": rows.leagues(query, user, most) if "leagues" in wanted else [],
        "teams": rows.team_hits(ids, teams, names),
        "players": rows.player_hits(players, teams, names),
        "coaches": rows.coach_hits(coaches, slugs, names, most),
    }
    return [limited(each, KINDS[each], hits[each], most) for each in wanted]


def _leagues_named(ids: set[int]) -> dict[int, tuple[str, str]]:
    """Slug and name of leagues by id; one query."""
    return {pk: (slug, name) for pk, slug, name in _leagues_by_id(sorted(ids))} if ids else {}


@Prepared
def _leagues_by_id(ids: Sequence[int]) -> QuerySet[League, tuple[int, str, str]]:
    return League.objects.filter(pk__in=ids).values_list("pk", "slug", "name")


def _groups_of_rules(query: Query, league: League | None, wanted: list[str], most: int) -> list[Group]:
    books = rules.books(league) if wanted else []
    hits = {
        "stars": lambda: rules.stars(query, books, league, most),
        "skills": lambda: rules.skills(query, books, most),
        "rules": lambda: rules.pages(query, books, most),
    }
    return [limited(each, KINDS[each], hits[each](), most) for each in wanted]
