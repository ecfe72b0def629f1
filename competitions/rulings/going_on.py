"""Competitions with what they wait for."""

from __future__ import annotations

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from competitions.formats.level_ties import level_ties
from competitions.models import Competition, Entrant, Round, Season, StageFeed
from competitions.rulings.retired_entrants import gone_with_matches
from matches.models import Match


def competitions_of(season: Season, *, going_on: bool = False) -> list[Competition]:
    """A season's competitions; if wanted, each with ``going_on``."""
    rows = season.competitions.order_by("pk")
    found = list(with_going_on(rows) if going_on else rows)
    for competition in found:
        competition.season = season
    return found


def with_going_on(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Each with ``going_on`` (whether a match of it is not over yet), ``last_round`` (the number of its last),
    ``gone``, the name of a retired team whose matches wait for a word, ``level``, the number of a tie that does, and
    whether teams come in from other competitions: ``fed_later`` while one of these is not over, ``fed_now`` where they
    all are and nobody has entered."""
    over = (Match.State.CLOSED, Match.State.RECORDED)
    matches = Match.objects.filter(fixture__round__competition=OuterRef("pk")).exclude(state__in=over)
    rounds = Round.objects.filter(competition=OuterRef("pk")).order_by("-number").values("number")[:1]
    gone = gone_with_matches().filter(competition=OuterRef("pk")).order_by("pk").values("team__name")[:1]
    level = level_ties().filter(competition=OuterRef("pk")).order_by("number").values("number")[:1]
    noted = {"last_round": Subquery(rounds), "gone": Subquery(gone), "level": Subquery(level)}
    feeds = StageFeed.objects.filter(target=OuterRef("pk"))
    open_feeds = feeds.exclude(source__state=Competition.State.FINISHED)
    fed_now = Exists(feeds) & ~Exists(open_feeds) & ~Exists(Entrant.objects.filter(competition=OuterRef("pk")))
    return competitions.annotate(going_on=Exists(matches), fed_later=Exists(open_feeds), fed_now=fed_now, **noted)
