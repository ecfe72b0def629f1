"""Qualification: which places of which competitions qualify for a later one, and entering their teams there."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from random import Random

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Entrant, StageFeed
from competitions.pairing.qualifying import Finisher, Places, Qualified, how_many, leads_to, qualified
from competitions.ranking.tallies import Key
from competitions.setup.books import edition_of, need_its_pack
from competitions.setup.services import delete_fixtures, hold, reread
from competitions.standings.standings import results_changed, standings_of
from leagues import log
from teams.models import Team
from web.errors import Message, Refusal

OTHER_SEASON = Message(
    id="competitions.feed_of_other_season",
    text=_("{source} is not in the same season as {target}."),
    remedy=_("Choose a competition of this season."),
)
CIRCLE = Message(
    id="competitions.feed_circle",
    text=_("{target} already qualifies teams for {source}, directly or by others, so the reverse is not possible."),
    remedy=_("Remove that rule first, or choose another competition."),
)
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
NOT_FINISHED = Message(
    id="competitions.feed_not_finished",
    text=_("{sources} is not finished, so it is not known yet which teams qualify."),
    remedy=_("Finish it first."),
    status=409,
)
NO_FEEDS = Message(
    id="competitions.no_feeds",
    text=_("No competition qualifies teams for {target}."),
    remedy=_("First choose which places of which competitions qualify."),
)
ALL_ENTERED = Message(
    id="competitions.nobody_new",
    text=_("All teams that qualified have already entered {target}."),
    remedy=_("Draw its fixtures."),
)
NO_SUCH_FEED = Message(
    id="competitions.no_such_feed",
    text=_("That rule has already been removed."),
    remedy=_("The page lists the current rules."),
    status=409,
)

FED = log.kind("competitions.fed", _("{by} let places {first} to {last} of {source} qualify for {target}."))
FED_EACH = log.kind(
    "competitions.fed_each",
    _("{by} let places {first} to {last} of each conference of {source} qualify for {target}."),
)
FED_BEST = log.kind(
    "competitions.fed_best",
    _("{by} let the best {best} teams at place {first} qualify for {target}, also from {source}."),
)
FED_BEST_EACH = log.kind(
    "competitions.fed_best_each",
    _(
        "{by} let the best {best} teams at place {first} of a conference qualify for {target}, also from each "
        "conference of {source}."
    ),
)
UNFED = log.kind("competitions.unfed", _("{by} removed a rule by which teams of {source} qualify for {target}."))
ENTERED = log.kind(
    "competitions.brought_in", _("{by} entered the qualified teams in {target}, in this order: {teams}.")
)
ENTERED_BY_LOT = log.kind(
    "competitions.brought_in_by_lot",
    _(
        "{by} entered the qualified teams in {target}, in this order: {teams}. "
        "Lots were drawn between level teams (seed {seed})."
    ),
)


@transaction.atomic
def add_feed(
    *,
    target: Competition,
    by: User,
    expected: int,
    source: Competition,
    first: int,
    last: int,
    best: int | None = None,
    by_conference: bool = False,
) -> StageFeed:
    """Let places of ``source``, or of each of its conferences, qualify for ``target``.

    Raises ``Refusal``, ``StaleVersion``.
    """
    current = hold(target, expected, Competition.State.DRAFT)
    words = {"source": source.name, "target": current.name, "first": first, "last": last}
    if source.season_id != current.season_id:
        raise Refusal(OTHER_SEASON, field="source", **words)
    if not 1 <= first <= last:
        raise Refusal(BACKWARDS, field="last", **words)
    if best is not None and first != last:
        raise Refusal(BEST_OF_ONE_PLACE, field="best", **words)
    edition_of((current, source), field="source")
    _refuse_circle(current, source)
    _refuse_twice(current, source, first, last, by_conference)
    places = {"first": first, "last": last, "best": best, "by_conference": by_conference}
    made = StageFeed.objects.create(target=current, source=source, **places)
    _refuse_too_many(current)
    league = current.season.league
    if best is None:
        log.record(FED_EACH if by_conference else FED, league=league, by=by, **words)
    else:
        log.record(FED_BEST_EACH if by_conference else FED_BEST, league=league, by=by, best=best, **words)
    return made


@transaction.atomic
def add_feeds(
    *,
    target: Competition,
    by: User,
    expected: int,
    sources: Sequence[Competition],
    first: int,
    last: int,
    best: int | None = None,
    by_conference: bool = False,
) -> list[StageFeed]:
    """Let the same places of several competitions qualify: all or none. Raises as ``add_feed``."""
    made: list[StageFeed] = []
    for source in sources:
        given = {"source": source, "first": first, "last": last, "best": best}
        made.append(add_feed(target=target, by=by, expected=expected, by_conference=by_conference, **given))
        expected = made[-1].target.version
    return made


@transaction.atomic
def remove_feed(*, target: Competition, by: User, expected: int, feed: int) -> Competition:
    """Remove a qualification rule; teams already entered by it stay. Raises ``Refusal``, ``StaleVersion``."""
    current = hold(target, expected, Competition.State.DRAFT)
    found = current.feeds.select_related("source").filter(pk=feed).first()
    if found is None:
        raise Refusal(NO_SUCH_FEED)
    found.delete()
    log.record(UNFED, league=current.season.league, by=by, source=found.source.name, target=current.name)
    return reread(current)


@transaction.atomic
def enter_qualified(*, target: Competition, by: User, expected: int) -> Competition:
    """Enter the qualified teams, seeded in their order. Teams already entered stay as they are.

    The next team replaces one that left or retired. Raises ``Refusal`` while a source is not finished;
    ``StaleVersion``.
    """
    current = hold(target, expected, Competition.State.DRAFT)
    sources = [feed.source for feed in current.feeds.select_related("source")]
    if not sources:
        raise Refusal(NO_FEEDS, target=current.name)
    waiting = sorted({each.name for each in sources if each.state != Competition.State.FINISHED})
    if waiting:
        raise Refusal(NOT_FINISHED, sources=", ".join(waiting))
    seed = secrets.token_hex(8)
    found = qualifiers(current, Random(seed), playing=True)  # noqa: S311 - everybody can repeat the draw from the seed
    teams = Team.objects.in_bulk([int(each.team) for each in found])
    there = set(current.entrants.values_list("team", flat=True))
    new = [(place, teams[int(each.team)]) for place, each in enumerate(found, 1) if int(each.team) not in there]
    if not new:
        raise Refusal(ALL_ENTERED, target=current.name)
    need_its_pack(current, [team for _place, team in new])
    _refuse_too_many(current, len(there) + len(new))
    delete_fixtures(current)
    Entrant.objects.bulk_create(
        Entrant(competition=current, team=team, seed=place, fed_place=place) for place, team in new
    )
    Competition.objects.filter(pk=current.pk).update(fed_seed=seed)
    results_changed([current.pk])
    words = {"target": current.name, "teams": ", ".join(team.name for _, team in new), "seed": seed}
    by_lot = any(each.by_lot for each in found)
    log.record(ENTERED_BY_LOT if by_lot else ENTERED, league=current.season.league, by=by, **words)
    return reread(current)


def qualifiers(
    target: Competition,
    rng: Random,
    *,
    playing: bool = False,
    besides: Collection[int] = (),
) -> list[Qualified]:
    """The teams that qualify by the current tables.

    ``playing`` leaves out teams that are no longer active, except those in ``besides``: the next team moves up.
    """
    feeds = list(target.feeds.select_related("source__season__league"))
    sources = {feed.source_id: feed.source for feed in feeds}
    tables: dict[Key, list[Finisher]] = {pk: finishers(source) for pk, source in sources.items()}
    for pk in {feed.source_id for feed in feeds if feed.by_conference}:
        tables |= {conference_key(pk, name): order for name, order in conference_finishers(sources[pk]).items()}
    if playing:
        qualifying = {int(each.team) for order in tables.values() for each in order}
        active = Team.objects.active().filter(pk__in=qualifying).values_list("pk", flat=True)
        there = {*active, *besides}
        tables = {key: [each for each in order if each.team in there] for key, order in tables.items()}
    return qualified(_places(feeds), tables, rng)


def conference_finishers(competition: Competition) -> dict[str, list[Finisher]]:
    """The same as ``finishers`` for each conference by its name; all teams under "" where there are no conferences."""
    by_team = {each.team: each for each in finishers(competition)}
    parts = standings_of(competition).conferences or (("", standings_of(competition).lines),)
    return {name: [by_team[team] for line in lines if (team := int(line.team)) in by_team] for name, lines in parts}


def conference_key(competition: int, conference: str) -> Key:
    """A conference of a competition (id) as the source of places; ``competition_and_conference`` reads it."""
    return f"{competition}/{conference}"


def competition_and_conference(source: Key) -> tuple[int, str]:
    """The id of a competition that is a source of places, and its conference; "" for the whole competition."""
    pk, _slash, conference = str(source).partition("/")
    return int(pk), conference


def have_conferences(competitions: Iterable[Competition]) -> bool:
    """Whether one of these competitions has conferences, planned or with teams. One query."""
    found = list(competitions)
    divided = Entrant.objects.filter(competition__in=found).exclude(conference="")
    return any(each.conferences for each in found) or divided.exists()


def finishers(competition: Competition) -> list[Finisher]:
    """A competition's teams in their order in table, ladder or bracket, without teams that left."""
    gone = set(competition.entrants.filter(withdrawal__isnull=False).values_list("team", flat=True))
    by_team = {
        int(line.team): Finisher(
            team=int(line.team),
            played=line.played,
            points=line.points,
            score_difference=line.score_difference,
            casualty_difference=line.casualty_difference,
        )
        for line in standings_of(competition).lines
        if int(line.team) not in gone
    }
    if competition.format.places is None:
        return list(by_team.values())
    return [by_team[team] for team in competition.format.places(competition) if team in by_team]


def _places(feeds: Sequence[StageFeed]) -> list[Places]:
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


def _refuse_circle(target: Competition, source: Competition) -> None:
    edges: dict[Key, list[Key]] = {}
    for one, other in StageFeed.objects.filter(target__season=target.season_id).values_list("source", "target"):
        edges.setdefault(one, []).append(other)
    if leads_to(edges, target.pk, source.pk):
        raise Refusal(CIRCLE, field="source", source=source.name, target=target.name)


def _refuse_twice(target: Competition, source: Competition, first: int, last: int, by_conference: bool) -> None:
    words = {"source": source.name, "target": target.name}
    others = target.feeds.filter(source=source)
    if others.exclude(by_conference=by_conference).exists():
        raise Refusal(TWO_WAYS, field="by_conference", **words)
    other = others.filter(first__lte=last, last__gte=first).first()
    if other is not None:
        raise Refusal(PLACES_TWICE, field="first", place=max(first, other.first), **words)


def _refuse_too_many(target: Competition, teams: int | None = None) -> None:
    """Raises ``Refusal`` if more teams would qualify than there are places."""
    if teams is None:
        teams = how_many(_places(list(target.feeds.all())))
    places = target.places
    if places is None:
        places = target.format.most_teams
    if places is not None and teams > places:
        words = {"target": target.name, "places": places, "surplus": teams - places}
        raise Refusal(TOO_MANY, field="last", teams=teams, **words)
