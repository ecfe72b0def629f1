"""What the page of a hall of fame shows, the same for everybody, and whom a commissioner can choose for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.names import TeamName, page
from leagues.books import books_of
from leagues.models import League
from matches.models import Match, MatchSide
from stats.models import Inductee
from stats.played.career_words import DOT, TOGETHER, Career, careers_of
from stats.played.coaches import Coach, coach_names, present_coach, tenures_in
from stats.played.matches import DRAWN, WON
from stats.played.names import names_for
from stats.played.scope import whole
from stats.tables.kept_sums import totals_in
from teams.models import Player
from teams.presentation.shirts import cut_of
from teams.selectors import known_to_all
from web.crests.svg import used_shirt
from web.prepared import Prepared

WIDTH = 84
MOST = 20
"""Of each kind that a choice shows."""
Results = Counter[str]
"""Matches won, drawn and lost by W, D and L."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Somebody in the hall: a ``picture`` (for a coach a ``letter``) on the ``kit``, who they are, and their record.

    For paper: ``plain`` is what stands ``below`` without links, ``shirt`` the cut and number of a player's.
    """

    row: Inductee
    id: int
    name: str
    url: str
    kit: str
    picture: SafeString
    letter: str
    below: str
    plain: str
    citation: str
    figures: str
    year: int
    shirt: tuple[str, str] | None = None


def gather(league: League) -> dict[str, Any]:
    """The cards of a hall in their order. Eight queries at most."""
    return {"league": league, "cards": cards_of(league, league.inductees.all())}


def cards_of(league: League, chosen: QuerySet[Inductee]) -> list[Card]:
    """The cards of those who were chosen, in their order, without people who have left. Eight queries at most."""
    known = chosen.filter(coach__deleted_at__isnull=True)
    rows = list(known.select_related("team__ruleset", "player", "coach").order_by("place", "pk"))
    teams = names_for(teams={row.team_id for row in rows if row.team_id is not None}).teams
    careers = careers_of({row.player_id for row in rows if row.player_id is not None})
    of_teams, of_coaches = _results(league, rows)
    cards = []
    for row in rows:
        if row.player is not None:
            cards.append(_of_player(league, row, teams[row.team_id], careers(row.player_id)))
        elif row.team is not None:
            cards.append(_of_team(row, teams[row.team_id], of_teams[row.team_id]))
        else:
            cards.append(_of_coach(league, row, of_coaches))
    return cards


def _of_player(league: League, row: Inductee, team: TeamName, career: Career) -> Card:
    row.team.league = league
    book = row.team.book
    number = "" if career.number is None else str(career.number)
    cut = cut_of(row.team.lists.get(team.team_list), career.position)
    words = [_(career.position) if career.position else "", team.name, _("dead") if career.dead else ""]
    below = " · ".join(filter(None, words))
    return Card(
        row=row,
        id=row.pk,
        name=row.player.name or (_("No. %(number)s") % {"number": number} if number else _("(no name)")),
        url=team.player_url(row.player_id),
        kit=team.kit,
        picture=used_shirt(team.crest.crest, cut, number, WIDTH),
        letter="",
        below=below,
        plain=below,
        citation=row.citation,
        figures=career.words(book),
        year=row.at.year,
        shirt=(cut, number),
    )


def _of_team(row: Inductee, team: TeamName, results: Results) -> Card:
    return Card(
        row=row,
        id=row.pk,
        name=team.name,
        url=team.url,
        kit=team.kit,
        picture=team.crest.html(WIDTH),
        letter="",
        below=format_html("{} · {}", team.coach_named, team.team_list),
        plain=f"{team.coach} · {team.team_list}",
        citation=row.citation,
        figures=_record(results),
        year=row.at.year,
    )


def _of_coach(league: League, row: Inductee, results: Mapping[Coach, Results]) -> Card:
    coach = Coach(row.coach_id, row.coach_name)
    name = coach_names([coach])[coach] if row.coach is None else str(row.coach)
    return Card(
        row=row,
        id=row.pk,
        name=name,
        url=page("stats:coach", league.slug, coach.key),
        kit=league.kit,
        picture=SafeString(),
        letter=name[:1].upper(),
        below=_("Coach"),
        plain=_("Coach"),
        citation=row.citation,
        figures=_record(results.get(coach, Counter())),
        year=row.at.year,
    )


def _record(results: Results) -> str:
    words = ngettext("%(count)d match", "%(count)d matches", results.total()) % {"count": results.total()}
    parts = [f"{results[key]}{TOGETHER}{letter}" for key, letter in (("w", _("W")), ("d", _("D")), ("l", _("L")))]
    return DOT.join([words, *parts])


def _results(league: League, rows: Sequence[Inductee]) -> tuple[dict[int, Results], dict[Coach, Results]]:
    """The results of the teams and coaches in the hall, by all books, friendlies too. Three queries at most."""
    teams = {row.team_id for row in rows if row.team_id is not None and row.player_id is None}
    coaches = {Coach(row.coach_id, row.coach_name) for row in rows if row.team_id is None}
    of_teams: dict[int, Results] = {team: Counter() for team in teams}
    of_coaches: dict[Coach, Results] = {coach: Counter() for coach in coaches}
    if not (teams or coaches):
        return of_teams, of_coaches
    for team, coach, result, count in _counted(league, coaches=bool(coaches)):
        letter = "w" if result == WON else "d" if result == DRAWN else "l"
        for results in (of_teams.get(team), of_coaches.get(coach)):
            if results is not None:
                results[letter] += count
    return of_teams, of_coaches


def _counted(league: League, *, coaches: bool) -> Iterator[tuple[int, Coach, str, int]]:
    """How often a team had which result under which coach; who that was then is looked up only for ``coaches``."""
    sides = Q(match__league=league, match__state__in=Match.PLAYED)
    tenures = tenures_in(league.pk, sides) if coaches else None
    if tenures is None or not tenures.before:
        for team, account, name, result, count in _results_of_teams(league.pk):
            yield team, present_coach(account, name), result, count
        return
    columns = ("pk", "team", "team__coach", "team__coach_name", "result")
    for side, team, account, name, result in MatchSide.objects.filter(sides).order_by().values_list(*columns):
        yield team, tenures.coach(side, team, present_coach(account, name)), result, 1


@Prepared
def _results_of_teams(league: int) -> QuerySet[MatchSide, Any]:
    rows = MatchSide.objects.filter(match__league=league, match__state__in=Match.PLAYED).order_by()
    return rows.values_list("team", "team__coach", "team__coach_name", "result").annotate(count=Count("pk"))


def candidates(league: League, wanted: str) -> dict[str, list[tuple[str, str, str]]]:
    """Whom a name stands for: players, teams and coaches, each with a name, a word and an address.

    Without a name it is the players with most points. Four queries, and two for each book of the league.
    """
    teams = league.teams.filter(known_to_all())
    found = {
        "players": [
            (name, f"{team}, {points}", reverse("stats:induct_player", args=[address, pk]))
            for pk, name, address, team, points in _players(league, wanted)
        ]
    }
    if not wanted:
        return found
    named = teams.filter(name__icontains=wanted).order_by("name", "pk").values_list("public_id", "name", "team_list")
    found["teams"] = [
        (name, team_list, reverse("stats:induct_team", args=[address])) for address, name, team_list in named[:MOST]
    ]
    coaches = {present_coach(account, name) for account, name in teams.values_list("coach", "coach_name")}
    called = sorted((name, coach.key) for coach, name in coach_names(coaches - {Coach(None)}).items())
    found["coaches"] = [
        (name, "", reverse("stats:induct_coach", args=[league.slug, key]))
        for name, key in called
        if name and wanted.casefold() in name.casefold()
    ][:MOST]
    return found


def _players(league: League, wanted: str) -> list[tuple[int, str, str, str, int]]:
    """Row id, name, team (address and name) and points of those with most points whose names have what is wanted."""
    points = _points(league)
    named = Player.objects.filter(known_to_all("team__"), team__league=league, name__icontains=wanted).exclude(name="")
    best = nsmallest(MOST, named.values_list("pk", flat=True), key=lambda pk: (-points[pk], pk))
    rows = Player.objects.filter(pk__in=best).values_list("pk", "name", "team__public_id", "team__name")
    called = {pk: (pk, *words, points[pk]) for pk, *words in rows}
    return [called[pk] for pk in best]


def _points(league: League) -> Counter[int]:
    """What each player earned in all matches, by row id."""
    found: Counter[int] = Counter()
    for book in books_of(league):
        for line in totals_in(whole(league, book.key, friendlies=True)).lines:
            if line.player is not None:
                found[line.player] += line.points
    return found
