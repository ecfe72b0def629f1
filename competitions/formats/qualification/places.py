"""Which places a qualification rule stands for, and which rules of places are refused."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Entrant, StageFeed
from competitions.pairing.qualifying import Places, how_many
from competitions.ranking.tallies import Key
from web.errors import Message, Refusal

PLACES_TWICE = Message(
    id="competitions.feed_twice",
    text=_("Place {place} of {source} would qualify for {target} twice."),
    remedy=_("Choose other places, or remove the other rule first."),
)
TWO_WAYS = Message(
    id="competitions.feed_two_ways",
    text=_(
        "Places of {source} would qualify for {target} in two ways, from the whole table and within each conference, "
        "so one team could qualify twice."
    ),
    remedy=_("Count all its places in one of these ways, or remove the other rule first."),
)
BACKWARDS = Message(
    id="competitions.feed_backwards",
    text=_("There is no place from {first} to {last}."),
    remedy=_("Enter the better place first."),
)
BEST_OF_ONE_PLACE = Message(
    id="competitions.feed_best",
    text=_("Only teams at the same place can be compared, not places {first} to {last}."),
    remedy=_("Enter the same place twice."),
)
TOO_MANY = Message(
    id="competitions.feed_too_many",
    text=_("{teams} teams would qualify for {target}, which has {places} places."),
    remedy=_("Let {surplus} fewer qualify, or give it more places in its settings."),
)


def conference_key(competition: int, conference: str) -> Key:
    """A conference of a competition (id) as the source of places; ``competition_and_conference`` reads it."""
    return f"{competition}/{conference}"


def competition_and_conference(source: Key) -> tuple[int, str]:
    """The id of a competition that is a source of places, and its conference; "" for the whole competition."""
    pk, _slash, conference = str(source).partition("/")
    return int(pk), conference


def places_of(feeds: Sequence[StageFeed]) -> list[Places]:
    """The rules for ``qualified``: one that counts within conferences is one for each of them. At most one query.

    Teams without a conference are no conference, unless there is no other; nor are teams that left.
    """
    parted = [feed.source_id for feed in feeds if feed.by_conference]
    there = Entrant.objects.filter(competition__in=parted, withdrawal=None).exclude(conference="")
    parts = set(there.values_list("competition", "conference")) if parted else set()
    found: list[Places] = []
    for feed in feeds:
        own: list[Key] = [feed.source_id]
        if feed.by_conference:
            names = sorted(name for pk, name in parts if pk == feed.source_id) or [""]
            own = [conference_key(feed.source_id, name) for name in names]
        found += [Places(source=each, first=feed.first, last=feed.last, best=feed.best) for each in own]
    return found


def refuse_order(target: Competition, source: Competition, first: int, last: int, best: int | None) -> None:
    """Raises ``Refusal`` for places that are no places, or if teams of several places would be compared."""
    words = {"source": source.name, "target": target.name, "first": first, "last": last}
    if not 1 <= first <= last:
        raise Refusal(BACKWARDS, field="last", **words)
    if best is not None and first != last:
        raise Refusal(BEST_OF_ONE_PLACE, field="best", **words)


def refuse_twice(target: Competition, source: Competition, first: int, last: int, by_conference: bool) -> None:
    """Raises ``Refusal`` if a team of ``source`` could qualify for ``target`` twice."""
    words = {"source": source.name, "target": target.name}
    others = target.feeds.filter(source=source)
    if others.exclude(by_conference=by_conference).exists():
        raise Refusal(TWO_WAYS, field="by_conference", **words)
    other = others.filter(first__lte=last, last__gte=first).first()
    if other is not None:
        raise Refusal(PLACES_TWICE, field="first", place=max(first, other.first), **words)


def refuse_too_many(target: Competition, teams: int | None = None) -> None:
    """Raises ``Refusal`` if more teams would qualify than there are places."""
    if teams is None:
        teams = how_many(places_of(list(target.feeds.all())))
    places = target.places
    if places is None:
        places = target.format.most_teams
    if places is not None and teams > places:
        words = {"target": target.name, "places": places, "surplus": teams - places}
        raise Refusal(TOO_MANY, field="last", teams=teams, **words)
