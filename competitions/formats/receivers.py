"""What a competition does when a match changes, in the same transaction.

Its table gets a new version, its format continues with the result, and a finished competition reopens for a replay.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext_lazy as _

from competitions.extensions import past_known, results_known
from competitions.fixtures.fixtures import words_of
from competitions.formats.progress import go_on
from competitions.models import Competition, Fixture, Season
from leagues import log
from matches.extensions import match_changed, past_changed
from matches.models import Match
from notices.telling import follow_at_end
from web.errors import Message, Refusal
from web.prepared import Prepared

CLOSED = Message(
    id="competitions.replay_in_closed_season",
    text=_("{season} is closed, so its matches cannot be replayed."),
    remedy=_("Reopen the season first. Or correct the report instead: that needs no replay."),
    status=409,
)
REOPENED = log.kind("competitions.taken_up_again", _("{competition} has reopened: {match} must be replayed."))


UNDER_WAY = (Match.State.PRE_MATCH, Match.State.PLAYING, Match.State.REPORTED)
"""A match that comes into one of these was not over before: what its competition waits for stays the same."""


@match_changed.add
def raise_standings_version(match: Match) -> None:
    """Raise the version of the match's table for every change: one too few would show a wrong table.

    For a match to be replayed or reported again, a finished competition reopens and its bracket loses the winner.
    Raises ``Refusal`` if the season is closed.
    """
    annulled = match.state in (Match.State.SCHEDULED, Match.State.DISPUTED)
    shows = match.counts or annulled
    if annulled:
        reopen_for(match)
    competitions = _played_in(match.pk)
    part_of = Competition.objects.filter(pk__in=competitions)
    if part_of.update(standings_version=F("standings_version") + 1) and shows:
        going_on = part_of.of_formats(lambda each: each.go_on and (match.counts or each.follows_corrections))
        for competition in going_on.select_related("season__league"):
            go_on(competition)
    if competitions and shows:
        transaction.on_commit(lambda: results_known.call(competitions), robust=True)
    if match.state in UNDER_WAY:
        return
    for pk in competitions:
        follow_at_end(Competition._meta.label, pk)


@past_changed.add
def tell_of_past(matches: Sequence[Match]) -> None:
    """Say once it is committed that earlier matches, and so results of their competitions, are others."""
    ids = [match.pk for match in matches]
    competitions = list(dict.fromkeys(pk for match in ids for pk in _played_in(match)))
    transaction.on_commit(lambda: past_known.call(competitions, ids), robust=True)


@Prepared
def _played_in(match: int) -> QuerySet[Competition, int]:
    return Competition.objects.filter(rounds__fixtures__match=match).order_by().values_list("pk", flat=True)


def reopen_for(match: Match) -> None:
    """Reopens a match's competition if it is finished and was not imported. Raises ``Refusal`` in a closed season."""
    related = ("round__competition__season__league", "home", "away")
    found = Fixture.objects.filter(match=match).select_related(*related).first()
    if found is None:
        return
    competition = found.round.competition
    season = competition.season
    if competition.state != Competition.State.FINISHED or competition.recorded:
        return
    if season.state == Season.State.CLOSED:
        raise Refusal(CLOSED, season=season.name)
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.RUNNING, version=F("version") + 1)
    follow_at_end(Season._meta.label, season.pk)
    log.record(REOPENED, league=season.league, by=None, competition=competition.name, match=words_of(found))
