"""Who hurt a player, and whom the player hurt: from the confirmed reports, and from deaths that only records know."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from matches.casualty_words import results_words
from matches.models import Match, PlayerLine, Report
from matches.report.causes import DEATHS
from rules.book.book import Book
from teams.presentation.pictures import shown_of
from web.addresses import address
from web.crests.shown import Shown
from web.prepared import Prepared


class Blow(NamedTuple):
    """An injury in a match (row id): the player who was hurt, who did it (0 for nobody on a roster), and how."""

    match: int
    hurt: int
    by: int
    cause: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """An injury between a player and an opponent. ``did``: the player of the page did it.

    ``other`` is empty, with the opponent's team, if nobody on a roster did it. ``result`` says what it came to.
    """

    match: int
    match_url: str
    did: bool
    other: str
    other_url: str
    team: str
    badge: Shown
    result: str
    cause: str
    died: bool


_COLUMNS = (
    "player", "player__name", "number", "position", "injuries", "died", "killed_by", "cause", "side__match",
    "side__match__public_id", "side__team__public_id", "side__team__name", "side__team__crest",
)  # fmt: skip


NONE = [0]
"""No row: a query that is prepared compares all that it is given."""


@Prepared
def _lines(player: int, matches: Collection[int], others: Collection[int]) -> QuerySet[PlayerLine, Any]:
    """Those of the players whom this one killed, and of ``others`` in ``matches``."""
    theirs = Q(killed_by=player, side__match__state__in=Match.PLAYED)
    theirs |= Q(side__match__in=matches, player__in=others)
    return PlayerLine.objects.filter(theirs).values(*_COLUMNS)


@Prepared
def _reports(matches: Collection[int]) -> QuerySet[Report, Any]:
    return Report.objects.filter(match__in=matches, state=Report.State.CONFIRMED).values_list("match", "data")


def duels_of(player: int, own: Mapping[int, Mapping[str, Any]], book: Book) -> list[Duel]:
    """All injuries that a player did or suffered, by match, the latest first as ``own`` is; two queries.

    ``own`` has the player's own lines by match: their injuries, whether, by whom and how they died, and the other
    team's name.
    """
    blows = list(_blows(player, list(own)))
    reported = {each.match for each in blows if each.hurt == player}
    blows += [
        Blow(match, player, line["killed_by"] or 0, line["cause"])
        for match, line in own.items()
        if line["died"] and match not in reported
    ]
    others = {each.hurt if each.by == player else each.by for each in blows} - {0}
    met = sorted({each.match for each in blows})
    rows = {(row["side__match"], row["player"]): row for row in _lines(player, met or NONE, sorted(others) or NONE)}
    told = {(each.match, each.hurt) for each in blows}
    blows += [
        Blow(match, hurt, player, row["cause"])
        for (match, hurt), row in rows.items()
        if row["killed_by"] == player and hurt is not None and (match, hurt) not in told
    ]
    order = {match: place for place, match in enumerate(own)}
    blows.sort(key=lambda each: order.get(each.match, len(order)))
    found = (_duel(each, player, own, rows, book) for each in blows)
    return [each for each in found if each is not None]


def _blows(player: int, matches: Sequence[int]) -> Iterator[Blow]:
    """The injuries in which a player took part, as the reports tell them; one query."""
    for match, data in _reports(matches):
        for side in ("home", "away"):
            for injury in (data.get(side) or {}).get("injuries", ()):
                if not (injury.get("casualty") or injury.get("named") or injury.get("cause") == "eaten"):
                    continue
                blow = Blow(match, injury["player"], injury.get("by") or 0, injury.get("cause", "block"))
                if player in (blow.hurt, blow.by):
                    yield blow


def _duel(
    blow: Blow,
    player: int,
    own: Mapping[int, Mapping[str, Any]],
    rows: Mapping[tuple[int, int], Mapping[str, Any]],
    book: Book,
) -> Duel | None:
    did = blow.by == player
    row = rows.get((blow.match, blow.hurt if did else blow.by))
    mine = own.get(blow.match)
    hurt = row if did else mine
    if hurt is None or (mine is None and row is None):
        return None
    known = {
        "other": _called(row),
        "other_url": address("matches:player", row["side__team__public_id"], row["player"]),
        "team": row["side__team__name"],
        "badge": shown_of(row["side__team__public_id"], row["side__team__crest"]),
        "match_url": address("matches:match", row["side__match__public_id"]),
    } if row is not None else {"other": "", "other_url": "", **_opponent(mine or {})}  # fmt: skip
    return Duel(
        match=blow.match,
        did=did,
        result=injury_words(book, hurt["injuries"]) or _("no lasting effect"),
        cause=str(DEATHS.get(blow.cause, blow.cause)),
        died=hurt["died"],
        **known,
    )


def _called(row: Mapping[str, Any]) -> str:
    name = row["player__name"] or row["position"] or _("a player without a name")
    return f"{row['number']} {name}" if row["number"] else str(name)


def _opponent(mine: Mapping[str, Any]) -> dict[str, Any]:
    return {"team": mine["opponent"], "badge": mine["badge"], "match_url": mine["url"]}


def injury_words(book: Book, keys: Collection[str]) -> str:
    """Results of a casualty table in words; the key itself if the book does not have it."""
    if not keys:
        return ""
    rows = {row.key: row for row in book.casualties}
    unknown = [key.replace("_", " ") for key in keys if key not in rows]
    return ", ".join(filter(None, (results_words(book, [rows[key] for key in keys if key in rows]), *unknown)))
