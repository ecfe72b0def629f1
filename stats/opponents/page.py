"""What the pages of opponents show, gathered in a fixed number of queries: the same for everybody."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Sum
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.names import key_of
from competitions.names import page
from leagues.members.linked_names import coach_link
from leagues.models import League
from matches.models import Deed
from matches.pages.records import note_of
from rules.book.book import Book
from stats.opponents import rivalries
from stats.opponents.asked import Asked, filters, is_known, matches_of, named, part_of
from stats.opponents.meetings import (
    COACHES,
    NOBODY,
    TEAMS,
    Meeting,
    Who,
    biggest,
    longest,
    meetings,
    record_of,
)
from stats.played.coaches import Coach
from stats.played.everything import PLAYED
from stats.played.matches import PlayedMatch
from stats.played.names import CompetitionName, Names, competitions_named, names_for
from stats.played.scope import Scope, whole
from stats.ratings import elo
from stats.ratings.courses import course_of
from web.addresses import address
from web.drawing.choices import Choice, Choices
from web.kept import worth_keeping

PLACE = "0000000000"
DATED = 100
"""Matches that are listed; the sums have all of them."""


def key(who: Who, names: Names) -> str:
    """How addresses name a team or a coach."""
    return who.key if isinstance(who, Coach) else names.teams[who].public_id


def called(who: Who, names: Names) -> str:
    """The name of a team or a coach."""
    return names.coaches.get(who, "") if isinstance(who, Coach) else names.teams[who].name


def head_to_head_url(league: League, one: Who, other: Who, names: Names, edition: str = "") -> str:
    """The page of two teams or coaches."""
    kind = COACHES if isinstance(one, Coach) else TEAMS
    asked = Asked(kind=kind, edition=edition, one=key(one, names), other=key(other, names))
    return address("stats:head_to_head", league.slug) + asked.address()


def _everybody(matches: Sequence[PlayedMatch], kind: str) -> set[Who]:
    found = {side.team if kind == TEAMS else side.coach for match in matches for side in match.sides}
    return found - {NOBODY}


def _last_teams(matches: Sequence[PlayedMatch]) -> Mapping[Who, int]:
    return {side.coach: side.team for match in matches for side in match.sides}


def gather(league: League, asked: Asked) -> dict[str, Any]:
    """Two teams or coaches head to head, or the choice of them and who met most often. Ten queries at most.

    Anybody who ever played can be chosen; what counts are the matches of the part of the league's life.
    """
    part = part_of(league, asked)
    scope = matches_of(part)
    matches = PLAYED.of(whole(league, asked.edition, friendlies=True))
    people = _everybody(matches, asked.kind)
    teams = people if asked.kind == TEAMS else {side.team for match in matches for side in match.sides}
    names = names_for(teams=teams, coaches=people if asked.kind == COACHES else ())
    known = {key(who, names): who for who in people}
    one, other = known.get(asked.one), known.get(asked.other)
    order = sorted(((each, called(who, names)) for each, who in known.items()), key=lambda item: key_of(item[1]))
    chosen = one is not None and other is not None and one != other
    met = PLAYED.of(scope) if chosen and scope.season is not None else matches
    return {
        "league": league,
        "asked": asked,
        "anybody": bool(people),
        "filters": filters(league, part, asked),
        "pairs": asked.pairs,
        "choices": _two([("", _("Choose")), *((each, name) for each, name in order if name)], asked),
        "same": one is not None and one == other,
        "chosen": chosen,
        "within": named(part),
        **(_pair(scope, met, names, _last_teams(matches), one, other) if chosen else _offered(scope, names, asked)),
        **worth_keeping(is_known(part, asked) and (chosen or not asked.pairs)),
    }


def _offered(scope: Scope, names: Names, asked: Asked) -> dict[str, Any]:
    """The pairs that met most often, for a reader who has not chosen two."""
    often = rivalries.most_met(rivalries.rivalries(scope, asked.kind))
    rows = [_rival(each, names, scope.league, asked) for each in often]
    return {"hurt": _hurt(scope), "lists": [{"title": _("Most matches"), "rows": rows}] if rows else []}


def _hurt(scope: Scope) -> str:
    """The head of the column with what a book credits for injuries; empty for one that credits nobody."""
    return capfirst(scope.book.credited.short) if scope.book.credited is not None else ""


def _two(people: Sequence[tuple[str, str]], asked: Asked) -> Choices:
    """The choice of two of them."""
    one = Choice("one", pgettext("two teams or coaches", "Compare"), people, asked.one)
    return Choices([one, Choice("other", pgettext("two teams or coaches", "with"), people, asked.other)])


def _pair(
    scope: Scope, matches: Sequence[PlayedMatch], names: Names, last: Mapping[Who, int], one: Who, other: Who
) -> dict[str, Any]:
    met = meetings(matches, one, other)
    record = record_of(met)
    sides = [_side(scope, who, names, last) for who in (one, other)]
    back = [Meeting(each.match, each.other, each.own) for each in met]
    return {
        "one": sides[0],
        "other": sides[1],
        "record": record,
        "sums": _sums(scope.book, met),
        "facts": [
            (_("Wins in a row"), longest(met, "w"), longest(back, "w")),
            (_("Matches unbeaten"), longest(met, "wd"), longest(back, "wd")),
        ],
        "wins": [line for each in (biggest(met), biggest(back)) if each for line in [listed(each, names, {})]],
        "meetings": _list(scope.league, met, names),
        "more": max(0, len(met) - DATED),
        "expected": _expected(scope, one, other),
    }


def _side(scope: Scope, who: Who, names: Names, last: Mapping[Who, int]) -> dict[str, Any]:
    team = names.teams[last[who] if isinstance(who, Coach) else who]
    name = called(who, names)
    link = coach_link(scope.league.slug, who.account, name) if isinstance(who, Coach) else team.link
    return {"name": name, "team": team, "link": link}


def _sums(book: Book, met: Sequence[Meeting]) -> list[tuple[str, int, int]]:
    """What both did in all these matches, by the deeds of the book; one query."""
    own, record = {each.own.id for each in met}, record_of(met)
    sides = own | {each.other.id for each in met}
    rows = Deed.objects.filter(line__side__match__in={each.match.id for each in met}).order_by()
    counts: dict[str, list[int]] = {}
    for side, deed, count in (
        rows.values("line__side", "key").annotate(all=Sum("count")).values_list("line__side", "key", "all")
    ):
        if side in sides:
            counts.setdefault(deed, [0, 0])[0 if side in own else 1] += count
    found = [(capfirst(book.scoring.many), record.scored, record.against)]
    credited = book.credited
    if credited is not None:
        found.append((capfirst(credited.many), record.casualties, record.casualties_against))
    for each in book.told:
        if each.key not in (book.scoring.key, credited.key if credited else "") and each.key in counts:
            found.append((capfirst(each.many), *counts[each.key]))
    return found


def _list(league: League, met: Sequence[Meeting], names: Names) -> list[dict[str, Any]]:
    competitions = competitions_named(league.pk) if met else {}
    return [listed(each, names, competitions) for each in reversed(met[-DATED:])]


def listed(each: Meeting, names: Names, competitions: Mapping[int, CompetitionName]) -> dict[str, Any]:
    """A match as a list shows it, from the side it is seen from; ``competitions`` as `competitions_named` has them."""
    own, other = each.own, each.other
    letters = {"w": _("W"), "d": _("D"), "l": _("L")}
    competition = competitions.get(each.match.competition or 0)
    return {
        "when": each.match.when,
        "where": competition.name if competition is not None else _("Friendly"),
        "round": each.match.round,
        "url": page("matches:match", PLACE).replace(PLACE, each.match.public_id),
        "own": names.teams[own.team],
        "other": names.teams[other.team],
        "score": f"{own.score}–{other.score}" if own.score is not None and other.score is not None else "–",
        "css": each.letter,
        "letter": letters[each.letter],
        "note": note_of(own.result, each.match.decided_by),
    }


def _expected(scope: Scope, one: Who, other: Who) -> dict[str, Any] | None:
    """What Elo expects of the next match; None if one of them has no rating. No query if ratings are kept."""
    courses = [course_of(whole(scope.league, scope.edition), who) for who in (one, other)]
    if not all(courses):
        return None
    own, theirs = (course[-1].after for course in courses)
    share = 100 * elo.expected(own / 10, theirs / 10)
    return {"own": own, "other": theirs, "share": share, "rest": 100 - share}


def gather_rivalries(league: League, asked: Asked) -> dict[str, Any]:
    """The rivalries of a league. Ten queries at most."""
    part = part_of(league, asked)
    scope = matches_of(part)
    found = rivalries.rivalries(scope, asked.kind)
    lists = [rivalries.most_met(found), rivalries.closest(found), rivalries.bloodiest(found)]
    shown = {who for each in lists for rivalry in each for who in (rivalry.one, rivalry.other)}
    names = _names_of(shown)
    credited = scope.book.credited
    titles = (
        _("Most matches"),
        _("Closest"),
        _("Most %(injuries)s") % {"injuries": credited.many} if credited is not None else "",
    )
    return {
        "league": league,
        "filters": filters(league, part, asked),
        "hurt": _hurt(scope),
        "lists": [
            {"title": title, "rows": [_rival(each, names, league, asked) for each in rows]}
            for title, rows in zip(titles, lists, strict=True)
            if rows
        ],
        **worth_keeping(is_known(part, asked)),
    }


def _names_of(shown: Collection[Who]) -> Names:
    coaches = {who for who in shown if isinstance(who, Coach)}
    return names_for(teams=set(shown) - coaches, coaches=coaches)


def _rival(each: rivalries.Rivalry, names: Names, league: League, asked: Asked) -> dict[str, Any]:
    both = [
        {"name": called(who, names), "team": None if isinstance(who, Coach) else names.teams[who]}
        for who in (each.one, each.other)
    ]
    two = replace(asked, one=key(each.one, names), other=key(each.other, names))
    return {
        "one": both[0],
        "other": both[1],
        "record": each.record,
        "hurt": each.hurt,
        "url": address("stats:head_to_head", league.slug) + two.address(),
    }
