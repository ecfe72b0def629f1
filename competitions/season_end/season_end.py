"""The end of a season: open matches, promotions, relegations, cleared injuries.

A season with an open match cannot be closed. The decisions at its end are stored beside it. Cleared injuries and
retired teams stay when a season is reopened, and go when its closing is taken back (`taking_back`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from competitions.fixtures.fixtures import words_of
from competitions.models import Competition, Entrant, Fixture, Season, SeasonEnd, SeasonMark
from competitions.season_end import team_ends
from competitions.season_end.divisions import entries_of, has_left, in_order, places_in_conferences, suggested
from competitions.season_end.prizes import Prizes, award_prizes
from competitions.setup import seasons
from competitions.setup.finishing import finish_competition
from competitions.setup.services import delete_fixtures
from competitions.trophies.awarding import append_to
from leagues import log
from leagues.agreements.own_matches import follow_open
from leagues.services import locked
from matches.models import Match
from notices.telling import end_all
from rules.journal import PlayerRecovered
from teams.extensions import JournalSource, journal_sources
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.roster.retiring import last_retirement, retire_team
from web.errors import Message, Refusal

MATCHES_OPEN = Message(
    id="competitions.season_has_open_matches",
    text=ngettext_lazy(
        "{count} match of {season} is not over: {first}.", "{count} matches of {season} are not over: {first}.", "count"
    ),
    remedy=_("Have them played, or decide, call off or delete them. The list shows how."),
    status=409,
)
DRAFTS_LEFT = Message(
    id="competitions.season_has_drafts",
    text=_("{competition} was never started."),
    remedy=_("Start and play it, or tick the box to discard it."),
)
NO_MOVE = Message(
    id="competitions.no_such_move",
    text=_("{team} cannot go there: it is not a competition of this season."),
    remedy=_("Choose one of the listed competitions."),
)

DISCARDED = log.kind("competitions.draft_discarded", _("{by} discarded {competition}, which was never started."))
ENDED = log.kind(
    "competitions.season_ended", _("{by} closed {season}: {up} promoted, {down} relegated, {retired} retired.")
)
RECOVERED = log.kind("competitions.injuries_cleared", _("{by} cleared “misses next match” for {players} players."))

journal_sources.add(JournalSource("season_end", _("End of season")))

STAYS, RETIRES, GONE = "stays", "retires", "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A match that keeps a season open, and the state that it is in."""

    fixture: Fixture
    words: str
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What a commissioner decides at a season's end.

    ``moves`` has, by entrant id, the competition in which the team plays next season, or None if it retires. Others
    stay where they are. Teams in ``gone`` left during the season and do not enter the next one. ``prizes`` are given
    before the teams go on.
    """

    clear_injuries: bool = False
    discard_drafts: bool = False
    moves: Mapping[int, Competition | None] = field(default_factory=dict)
    gone: Collection[int] = ()
    prizes: Sequence[Prizes] = ()


def open_matches(season: Season) -> list[Open]:
    """All matches of a season that are neither over nor decided, in order of play."""
    rows = Fixture.objects.not_over().filter(
        round__competition__season=season, round__competition__state=Competition.State.RUNNING
    )
    shown = (
        "round__number",
        "round__stage",
        "tie__stage",
        "round__competition__name",
        "round__competition__public_id",
        "round__competition__scheduling",
        "round__competition__legs",
        "home__name",
        "home__coach",
        "away__name",
        "away__coach",
        "match__state",
        "match__public_id",
    )
    related = ("home", "away", "match")
    return [
        Open(
            fixture=fixture,
            words=words_of(fixture),
            state=fixture.match.state if fixture.match else Match.State.SCHEDULED,
        )
        for fixture in rows.with_rounds()
        .select_related(*related)
        .only(*shown)
        .order_by("round__competition", "round__number", "pk")
    ]


def by_table(divisions: Mapping[Competition, Sequence[Entrant]], movers: int) -> Ending:
    """The proposal by the tables alone: ``movers`` up and down, and teams that left do not come back."""
    gone = [entry.pk for several in divisions.values() for entry in several if has_left(entry)]
    return Ending(moves=suggested(divisions, movers), gone=gone)


@transaction.atomic
def end_season(*, season: Season, by: User, expected: int, ending: Ending) -> Season:
    """Close a season and store its decisions, replacing those of an earlier end.

    Raises ``Refusal`` while a match is open; ``StaleVersion``.
    """
    season.league = league = locked(season.league)
    done = _done_before(season)
    SeasonEnd.objects.filter(season=season).delete()
    SeasonMark.objects.filter(season=season).delete()
    done["finished"] += _finish_all(season, by, ending.discard_drafts)
    divisions = in_order(entries_of(season))
    entries = {entry.pk: entry for several in divisions.values() for entry in several}
    known = {entry.competition for entry in entries.values()}
    for pk, target in ending.moves.items():
        if pk in entries and target is not None and target not in known:
            raise Refusal(NO_MOVE, team=entries[pk].team.name)
    if ending.clear_injuries:
        done["entries"] += _clear_injuries(season, by)
    places = {entry.pk: place for several in divisions.values() for place, entry in enumerate(several, start=1)}
    staying = [entry for entry in entries.values() if not (entry.pk in ending.gone and has_left(entry))]
    within = places_in_conferences(divisions)
    marks = [_mark(season, entry, ending.moves, places[entry.pk], within.get(entry.pk)) for entry in staying]
    SeasonMark.objects.bulk_create(marks)
    counted = {kind: sum(mark.mark == kind for mark in marks) for kind in SeasonMark.Mark}
    done["awards"] += [holding.pk for holding in award_prizes(season, ending.prizes, by)]
    _retire({mark.team for mark in marks if mark.mark == SeasonMark.Mark.RETIRED}, season, by, done)
    teams = Team.objects.active().filter(entries__competition__season=season).distinct().order_by("pk")
    team_ends.begin(season, teams.select_related("coach", "ruleset").defer("draft"), by)
    kept = done if done.pop("known") else None
    SeasonEnd.objects.create(season=season, injuries_cleared=ending.clear_injuries, done=kept, by=by)
    words = {kind: counted[SeasonMark.Mark(kind)] for kind in ("up", "down", "retired")}
    log.record(ENDED, league=league, by=by, season=season.name, **words)
    return seasons.close_season(season=season, by=by, expected=expected)


def _retire(teams: Collection[Team], season: Season, by: User, done: dict[str, Any]) -> None:
    """Retire these teams as far as they are active, and add to what the closing has ``done``."""
    for team in teams:
        if team.state == Team.State.ACTIVE:
            current = Team.objects.select_related("league", "coach").get(pk=team.pk)
            done["gone"] += team_ends.asked_of(current)
            retire_team(team=current, expected=current.version, by=by, reason=season.name)
            done["retired"].append([team.pk, last_retirement(current)])


def _done_before(season: Season) -> dict[str, Any]:
    """What earlier closings of a reopened season have done, as ``SeasonEnd.done``; and if that is ``known``."""
    before = SeasonEnd.objects.filter(season=season).first()
    done: dict[str, Any] = {name: [] for name in ("entries", "retired", "gone", "awards", "finished")}
    done["known"] = True
    if before is not None:
        done |= {"known": before.done is not None, **(before.done or {})}
    return done


def _finish_all(season: Season, by: User, discard: bool) -> list[int]:
    """Finish all running competitions; returns their ids. Raises ``Refusal`` if a match is open."""
    left = open_matches(season)
    if left:
        raise Refusal(MATCHES_OPEN, count=len(left), season=season.name, first=left[0].words)
    finished = []
    for competition in season.competitions.order_by("pk"):
        if competition.state == Competition.State.RUNNING:
            finish_competition(competition=competition, by=by, expected=competition.version)
            finished.append(competition.pk)
        elif competition.state == Competition.State.DRAFT:
            if not discard:
                raise Refusal(DRAFTS_LEFT, field="discard_drafts", competition=competition.name)
            _discard(competition, by)
    return finished


def _discard(competition: Competition, by: User) -> None:
    """Delete a competition that never started; only the log mentions it."""
    delete_fixtures(competition)
    for rows in (competition.feeds, competition.feeds_into, competition.adjustments, competition.entrants):
        rows.all().delete()
    end_all([Competition._meta.label], [competition.pk])
    competition.delete()
    follow_open(competition.season.league)
    log.record(DISCARDED, league=competition.season.league, by=by, competition=competition.name)


def _clear_injuries(season: Season, by: User) -> list[tuple[int, int]]:
    """Clear "misses next match" for all players; returns the entries. Raises ``Refusal`` if a team is in a match."""
    written: list[tuple[int, int]] = []
    teams = Team.objects.active().filter(entries__competition__season=season).distinct()
    cleared = 0
    for state in TeamState.objects.filter(team__in=teams).select_related("team__ruleset").order_by("team"):
        lines = [line for line in ledger.sheet_in(state).players if line.misses_next]
        recovered = [PlayerRecovered(player=line.player) for line in lines]
        written += append_to(state.team, recovered, expected=state.seq, source="season_end", by=by)
        cleared += len(lines)
    log.record(RECOVERED, league=season.league, by=by, players=cleared)
    return written


def _mark(
    season: Season, entry: Entrant, moves: Mapping[int, Competition | None], place: int, within: int | None
) -> SeasonMark:
    """What is stored of an entry: its ``place`` in the table, and that ``within`` its conference."""
    target = moves.get(entry.pk, entry.competition)
    mark = SeasonMark(season=season, team=entry.team, source=entry.competition, into=target, place=place)
    mark.conference, mark.conference_place = entry.conference if within else "", within
    if target is None:
        mark.mark = SeasonMark.Mark.RETIRED
    elif target == entry.competition:
        mark.mark = SeasonMark.Mark.STAYS
    else:
        mark.mark = SeasonMark.Mark.UP if target.pk < entry.competition_id else SeasonMark.Mark.DOWN
    return mark
