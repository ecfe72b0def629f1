"""The end of a competition, when all its matches are over; and going on with it after that."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from competitions.models import Competition, Season
from competitions.setup.seasons import refuse_closed
from competitions.setup.services import hold, reread
from leagues import log
from leagues.services import locked
from matches.models import Match
from notices.telling import follow_at_end
from web.errors import Message, Refusal

NOTHING_TO_FINISH = Message(
    id="competitions.nothing_to_finish",
    text=_("None of these is a competition of {season}."),
    remedy=_("The season's page shows the state of each competition."),
    status=409,
)
NOT_ALL_PLAYED = Message(
    id="competitions.not_all_played",
    text=ngettext_lazy(
        "{count} match of {competition} is not over yet, so it cannot be finished.",
        "{count} matches of {competition} are not over yet, so it cannot be finished.",
        "count",
    ),
    remedy=_("Have them played and their reports confirmed, or delete those that will not be played."),
    status=409,
)
TIES_OPEN = Message(
    id="competitions.ties_open",
    text=ngettext_lazy(
        "{count} tie of {competition} has no winner yet, so it cannot be finished.",
        "{count} ties of {competition} have no winner yet, so it cannot be finished.",
        "count",
    ),
    remedy=_("Its bracket shows them. Have them played, or choose which team advances."),
    status=409,
)

FINISHED = log.kind("competitions.finished", _("{by} finished {competition}."))
RESUMED = log.kind("competitions.resumed", _("{by} reopened {competition}."))


@transaction.atomic
def finish_competition(*, competition: Competition, by: User | None, expected: int) -> Competition:
    """Finish a competition whose matches are all over. Raises ``Refusal`` with the number of open matches."""
    current = hold(competition, expected, Competition.State.RUNNING)
    over = (Match.State.CLOSED, Match.State.RECORDED)
    open_matches = Match.objects.filter(fixture__round__competition=current).exclude(state__in=over).count()
    if open_matches:
        raise Refusal(NOT_ALL_PLAYED, count=open_matches, competition=current.name)
    open_ties = current.ties.filter(winner=None).count()
    if open_ties:
        raise Refusal(TIES_OPEN, count=open_ties, competition=current.name)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.FINISHED)
    _follow_with_season(current)
    log.record(FINISHED, league=current.season.league, by=by, competition=current.name, address=current.public_id)
    return reread(current)


@transaction.atomic
def finish_competitions(*, season: Season, by: User, seen: Mapping[str, int]) -> list[Competition]:
    """Finish these competitions of a season: all or none. ``seen`` has their versions by public id.

    Raises ``Refusal`` if there are none, or for the first with open matches; ``StaleVersion``.
    """
    locked(season.league)
    found = list(season.competitions.filter(public_id__in=seen).order_by("pk"))
    if not found:
        raise Refusal(NOTHING_TO_FINISH, season=season.name)
    return [finish_competition(competition=each, by=by, expected=seen[each.public_id]) for each in found]


@transaction.atomic
def resume_competition(*, competition: Competition, by: User, expected: int) -> Competition:
    """Reopen a finished competition, to add or correct something."""
    current = hold(competition, expected, Competition.State.FINISHED)
    refuse_closed(current.season)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.RUNNING)
    _follow_with_season(current)
    log.record(RESUMED, league=current.season.league, by=by, competition=current.name)
    return reread(current)


def _follow_with_season(competition: Competition) -> None:
    """Tell of a competition that has ended or goes on, of those fed by it, and of its season."""
    for pk in (competition.pk, *competition.feeds_into.values_list("target", flat=True)):
        follow_at_end(Competition._meta.label, pk)
    follow_at_end(Season._meta.label, competition.season_id)
