"""What keeps competitions from ending: open matches, level ties, retired teams that still have matches."""

from __future__ import annotations

from django.db.models import Case, Count, Exists, IntegerField, OuterRef, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from competitions.models import Competition, Entrant, Fixture, Round, Season, StageFeed, Tie
from matches.models import Match
from teams.models import Team
from web.prepared import Prepared


def competitions_of(season: Season, *, going_on: bool = False) -> list[Competition]:
    """A season's competitions, oldest first; with ``going_on``, each has what ``with_going_on`` adds."""
    found = (_going_on if going_on else _of_season)(season.pk)
    for competition in found:
        competition.season = season
    return found


@Prepared
def _of_season(season: int) -> QuerySet[Competition]:
    return Competition.objects.filter(season=season).order_by("pk")


@Prepared
def _going_on(season: int) -> QuerySet[Competition]:
    return with_going_on(Competition.objects.filter(season=season).order_by("pk"))


def with_going_on(competitions: QuerySet[Competition]) -> QuerySet[Competition]:
    """Adds to each: ``going_on`` (a match is not over yet), ``last_round`` (a number), ``gone`` (the name of a retired
    team whose matches need a decision), ``level`` (the number of a level tie that needs one), ``fed_later`` (teams
    qualify from competitions that are not over yet), ``fed_now`` (those are over and no team has entered yet),
    ``unplaced`` (how many teams are in no conference, while others are)."""
    over = (Match.State.CLOSED, Match.State.RECORDED)
    matches = Match.objects.filter(fixture__round__competition=OuterRef("pk")).exclude(state__in=over)
    rounds = Round.objects.filter(competition=OuterRef("pk")).order_by("-number").values("number")[:1]
    gone = retired_with_matches().filter(competition=OuterRef("pk")).order_by("pk").values("team__name")[:1]
    level = Tie.objects.level().filter(competition=OuterRef("pk")).order_by("number").values("number")[:1]
    noted = {"last_round": Subquery(rounds), "gone": Subquery(gone), "level": Subquery(level)}
    feeds = StageFeed.objects.filter(target=OuterRef("pk"))
    open_feeds = feeds.exclude(source__state=Competition.State.FINISHED)
    fed_now = Exists(feeds) & ~Exists(open_feeds) & ~Exists(Entrant.objects.filter(competition=OuterRef("pk")))
    noted["unplaced"] = _unplaced()
    return competitions.annotate(going_on=Exists(matches), fed_later=Exists(open_feeds), fed_now=fed_now, **noted)


def _unplaced() -> Case:
    placed = Entrant.objects.filter(competition=OuterRef("pk")).exclude(conference="")
    others = Entrant.objects.still_playing().filter(competition=OuterRef("pk"), conference="").order_by()
    count = Subquery(others.values("competition").annotate(number=Count("pk")).values("number"))
    return Case(When(Exists(placed), then=Coalesce(count, 0)), default=0, output_field=IntegerField())


def retired_with_matches() -> QuerySet[Entrant]:
    """The entrants whose team is retired, has not been withdrawn, and still has matches to play.

    Teams retire in a lower room, which knows no competitions; a commissioner decides these matches
    (``competitions.rulings.withdrawals``).
    """
    left = Fixture.objects.not_opened().of_team(OuterRef("team")).filter(round__competition=OuterRef("competition"))
    # As two conditions, SQLite would look for the matches of each team before it reads whether the team is retired.
    retired_with = Case(When(team__state=Team.State.RETIRED, then=Exists(left)), default=Value(False))
    return Entrant.objects.filter(retired_with, withdrawal__isnull=True)
