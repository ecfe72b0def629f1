"""Qualification: which places of which competitions qualify for a later one, and entering their teams there."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Sequence
from random import Random

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.formats.qualification.places import (
    conference_key,
    places_of,
    refuse_order,
    refuse_too_many,
    refuse_twice,
)
from competitions.models import Competition, Entrant, StageFeed
from competitions.pairing.qualifying import Finisher, Qualified, leads_to, qualified
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
    refuse_order(current, source, first, last, best)
    edition_of((current, source), field="source")
    _refuse_circle(current, source)
    refuse_twice(current, source, first, last, by_conference)
    places = {"first": first, "last": last, "best": best, "by_conference": by_conference}
    made = StageFeed.objects.create(target=current, source=source, **places)
    refuse_too_many(current)
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
    refuse_too_many(current, len(there) + len(new))
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
    return qualified(places_of(feeds), tables, rng)


def conference_finishers(competition: Competition) -> dict[str, list[Finisher]]:
    """The same as ``finishers`` for each conference by its name; all teams under "" where there are no conferences."""
    by_team = {each.team: each for each in finishers(competition)}
    parts = standings_of(competition).conferences or (("", standings_of(competition).lines),)
    return {name: [by_team[team] for line in lines if (team := int(line.team)) in by_team] for name, lines in parts}


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


def _refuse_circle(target: Competition, source: Competition) -> None:
    edges: dict[Key, list[Key]] = {}
    for one, other in StageFeed.objects.filter(target__season=target.season_id).values_list("source", "target"):
        edges.setdefault(one, []).append(other)
    if leads_to(edges, target.pk, source.pk):
        raise Refusal(CIRCLE, field="source", source=source.name, target=target.name)
