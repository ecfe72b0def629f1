"""Opening, renaming, closing and reopening a season."""

from __future__ import annotations

import re

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import is_among
from competitions.models import Competition, Season
from leagues import log
from leagues.models import League
from leagues.services import locked
from notices.telling import follow_at_end
from web.commands import write_version
from web.errors import Message, Refusal

NAME_TAKEN = Message(
    id="competitions.season_name_taken",
    text=_("There is a season called {name} in this league."),
    remedy=_("Choose another name."),
)
UNFINISHED = Message(
    id="competitions.season_unfinished",
    text=_("{competition} is not finished, so the season cannot be closed."),
    remedy=_("Finish it first, or delete matches that will not be played."),
    status=409,
)
SEASON_CLOSED = Message(
    id="competitions.season_closed",
    text=_("{season} is closed."),
    remedy=_("Reopen it first."),
    status=409,
)
NOT_CLOSED = Message(
    id="competitions.season_not_closed",
    text=_("{season} is not closed."),
    remedy=_("It is open already. You can continue with it."),
    status=409,
)

SEASON_OPENED = log.kind("competitions.season_opened", _("{by} opened the season {season}."))
SEASON_RENAMED = log.kind("competitions.season_renamed", _("{by} renamed the season {was} to {season}."))
SEASON_ENDED = log.kind("competitions.season_closed", _("{by} closed the season {season}."))
SEASON_REOPENED = log.kind("competitions.season_reopened", _("{by} reopened the season {season}."))


@transaction.atomic
def open_season(*, league: League, by: User | None, name: str) -> Season:
    """Open the league's next season. Raises ``Refusal`` for a name that is taken."""
    league = locked(league)
    _refuse_taken(league, name)
    last = league.seasons.aggregate(last=Max("number"))["last"] or 0
    season = Season.objects.create(league=league, name=name, number=last + 1)
    log.record(SEASON_OPENED, league=league, by=by, season=name)
    return season


def next_name(league: League) -> str:
    """A name for the league's next season: that of its latest, with the number at the end plus one."""
    latest = league.seasons.order_by("-number").first()
    if latest is None:
        return str(_("Season %(number)s") % {"number": 1})
    found = re.fullmatch(r"(.*?)([0-9]{1,6})", latest.name)
    proposed = f"{found[1]}{int(found[2]) + 1}" if found else ""
    taken = is_among(proposed, league.seasons.values_list("name", flat=True)) if proposed else True
    return "" if taken else proposed


@transaction.atomic
def rename_season(*, season: Season, by: User, expected: int, name: str) -> Season:
    """Rename a season. Raises ``Refusal``, ``StaleVersion``."""
    league = locked(season.league)
    _refuse_taken(league, name, besides=season)
    written = write_version(season, expected=expected, changes={"name": name})
    if name != season.name:
        log.record(SEASON_RENAMED, league=league, by=by, season=name, was=season.name)
    return written


@transaction.atomic
def close_season(*, season: Season, by: User, expected: int) -> Season:
    """Close a season. Raises ``Refusal`` while one of its competitions is not finished."""
    league = locked(season.league)
    unfinished = season.competitions.exclude(state=Competition.State.FINISHED).first()
    if unfinished is not None:
        raise Refusal(UNFINISHED, competition=unfinished.name)
    refuse_closed(season)
    written = write_version(season, expected=expected, changes={"state": Season.State.CLOSED})
    follow_at_end(Season._meta.label, season.pk)
    log.record(SEASON_ENDED, league=league, by=by, season=season.name)
    return written


@transaction.atomic
def reopen_season(*, season: Season, by: User, expected: int) -> Season:
    """Reopen a closed season. Its promotions and relegations no longer count; retired teams stay retired.

    The decisions of its end stay stored: the next end proposes them (``competitions.season_end.repeated_end``).
    Raises ``Refusal``, ``StaleVersion``.
    """
    league = locked(season.league)
    if season.state != Season.State.CLOSED:
        raise Refusal(NOT_CLOSED, season=season.name)
    written = write_version(season, expected=expected, changes={"state": Season.State.OPEN})
    follow_at_end(Season._meta.label, season.pk)
    log.record(SEASON_REOPENED, league=league, by=by, season=season.name)
    return written


def refuse_closed(season: Season) -> None:
    """Raises ``Refusal`` for a closed season."""
    if season.state == Season.State.CLOSED:
        raise Refusal(SEASON_CLOSED, season=season.name)


def _refuse_taken(league: League, name: str, besides: Season | None = None) -> None:
    others = league.seasons.exclude(pk=besides and besides.pk)
    if is_among(name, others.values_list("name", flat=True)):
        raise Refusal(NAME_TAKEN, field="name", name=name)
