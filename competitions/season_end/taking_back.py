"""Takes the closing of a season back that was a mistake, while nothing was built on it (L1): as if it had not been.

What it wrote into the journals is struck by corrections, never deleted; its awards are revoked; its teams are active
again. Dice that were rolled stay for the next closing, and decisions are asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures import won_unplayed
from competitions.models import Competition, Holding, Season, SeasonEnd, SeasonMark, TeamEnd
from competitions.season_end.team_ends import ask_again
from competitions.setup.finishing import resume_competition
from competitions.setup.seasons import NOT_CLOSED
from competitions.trophies.awarding import append_to
from competitions.trophies.revocation import revoke
from leagues import log
from leagues.services import locked
from matches.models import Match
from notices.telling import end_all, follow_at_end
from rules.correcting.correcting import work_out
from rules.journal.history import placed
from rules.words.entries import say_entry
from rules.words.words import say_finding
from teams.asking.answers import BY_CHANCE
from teams.extensions import JournalSource, journal_sources
from teams.ledger import ledger
from teams.models import Team, TeamAnswer
from teams.roster.retiring import bring_back, retired_since
from teams.selectors import names_of
from web.commands import write_version
from web.errors import Message, Refusal

NOT_KNOWN = Message(
    id="competitions.season_end_not_known",
    text=_("What the closing of {season} wrote was not recorded then, so it cannot be taken back."),
    remedy=_("Reopen the season, and correct by hand what is wrong."),
    status=409,
)
SEASON_SINCE = Message(
    id="competitions.season_end_has_next",
    text=_("{next} already has {competition}, so the closing of {season} cannot be taken back."),
    remedy=_(
        "Delete its competitions if none has started. Otherwise reopen the season, and correct by hand what is wrong."
    ),
    status=409,
)
MATCH_SINCE = Message(
    id="competitions.season_end_has_match",
    text=_("{team} has opened a match since, so the closing of {season} cannot be taken back."),
    remedy=_(
        "Call the match off if it was not played. Otherwise reopen the season, and correct by hand what is wrong."
    ),
    status=409,
)
GOES_ON = Message(
    id="competitions.season_end_has_new_team",
    text=_("{team} goes on from {season} by another book, so its closing cannot be taken back."),
    remedy=_("Reopen the season, and correct by hand what is wrong."),
    status=409,
)
DEPENDED_ON = Message(
    id="competitions.season_end_stands",
    text=_("The closing of {season} cannot be taken back: {team} has changed since. {why}"),
    remedy=_("Correct that first. Or reopen the season, and correct by hand what is wrong."),
    status=409,
)
TAKEN_BACK = log.kind("competitions.season_end_taken_back", _("{by} took back the closing of {season}."), reasoned=True)

journal_sources.add(JournalSource("season_end_taken_back", _("End of season taken back")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck:
    """What is struck in a team's journal, in words."""

    team: Team
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenBack:
    """All that goes with the closing of a season: entries of journals, awards, teams that retired, competitions that
    it finished, and how many coaches still had to answer."""

    struck: Sequence[Struck]
    awards: Sequence[Holding]
    retired: Sequence[Team]
    finished: Sequence[Competition]
    asked: int


def what_goes(season: Season) -> TakenBack:
    """What taking the closing of a season back would undo; nothing is written. Raises ``Refusal`` as `take_back` does,
    but for what a later entry of a journal depends on. At most 15 queries."""
    end = _refuse(season)
    return TakenBack(
        struck=list(_struck(_entries(season, end))),
        awards=list(_awards(end)),
        retired=_retired(season, end),
        finished=list(Competition.objects.filter(pk__in=end.done["finished"]).order_by("pk")),
        asked=season.team_ends.filter(state=TeamEnd.State.OPEN).count(),
    )


def is_recorded(season: Season) -> bool:
    """Whether a season is closed and what its closing did is known, so that it may be taken back. One query at most,
    for a season with its ``end``."""
    end = getattr(season, "end", None)
    known = season.state == Season.State.CLOSED and end is not None and end.done is not None
    return known and not season.team_ends.filter(entries__isnull=True).exists()


@transaction.atomic
def take_back(*, season: Season, by: User, expected: int, reason: str) -> Season:
    """Take the closing of a season back. It is open again, and so are the competitions that it finished.

    Raises ``Refusal`` if it is not closed, if a match or a competition of a later season was begun since, if a team is
    in a match, or if something depends on it; ``StaleVersion``.
    """
    league = locked(season.league)
    season = Season.objects.select_related("league").get(pk=season.pk)
    season.league = league
    end = _refuse(season)
    write_version(season, expected=expected, changes={"state": Season.State.OPEN})
    follow_at_end(Season._meta.label, season.pk)
    retired = _retired(season, end)
    for team in retired:
        bring_back(team=team, by=by, reason=reason)
    ask_again(end.done.get("gone", ()), retired)
    entries = _entries(season, end)
    teams = Team.objects.select_related("ruleset").in_bulk(entries)
    for pk in sorted(entries):
        _strike(season, teams[pk], entries[pk], by, reason)
    won_unplayed.come_back(retired, by)
    for holding in _awards(end):
        revoke(holding=holding, by=by, expected=holding.trophy.version, reason=reason)
    _forget_questions(season)
    for competition in Competition.objects.filter(pk__in=end.done["finished"]).order_by("pk"):
        if competition.state == Competition.State.FINISHED:
            resume_competition(competition=competition, by=by, expected=competition.version)
    SeasonMark.objects.filter(season=season).delete()
    end.delete()
    log.record(TAKEN_BACK, league=league, by=by, reason=reason, season=season.name)
    return Season.objects.get(pk=season.pk)


def _refuse(season: Season) -> SeasonEnd:
    """The end of a closed season on which nothing was built; else raises ``Refusal``."""
    if season.state != Season.State.CLOSED:
        raise Refusal(NOT_CLOSED, season=season.name)
    end = SeasonEnd.objects.filter(season=season).first()
    if end is None or end.done is None or season.team_ends.filter(entries__isnull=True).exists():
        raise Refusal(NOT_KNOWN, season=season.name)
    later = Competition.objects.filter(season__league=season.league_id, season__number__gt=season.number)
    begun = later.select_related("season").order_by("pk").first()
    if begun is not None:
        raise Refusal(SEASON_SINCE, season=season.name, next=begun.season.name, competition=begun.name)
    teams = Team.objects.filter(entries__competition__season=season)
    brought = season.team_ends.exclude(team__in=teams).select_related("team").order_by("pk").first()
    if brought is not None:
        raise Refusal(GOES_ON, season=season.name, team=brought.team.name)
    since = Match.objects.filter(league=season.league_id, opened_at__gt=end.at, sides__team__in=teams)
    match = since.order_by("pk").first()
    if match is not None:
        side = match.sides.filter(team__in=teams).select_related("team").order_by("pk").first()
        raise Refusal(MATCH_SINCE, season=season.name, team=side.team.name if side else "")
    return end


def _entries(season: Season, end: SeasonEnd) -> dict[int, list[int]]:
    """The numbers of a closing's journal entries by team: cleared injuries, and what books do at a season's end."""
    found: dict[int, list[int]] = {}
    for team, seq in [*end.done["entries"], *(pair for row in season.team_ends.all() for pair in row.entries)]:
        found.setdefault(team, []).append(seq)
    return found


def _awards(end: SeasonEnd) -> Iterator[Holding]:
    """The awards of a closing that still count, the last first."""
    rows = Holding.objects.filter(pk__in=end.done["awards"], taken_back_at__isnull=True)
    return iter(rows.select_related("trophy", "team").order_by("-pk"))


def _retired(season: Season, end: SeasonEnd) -> list[Team]:
    """The teams that a closing retired, but for those that came back and were retired again since. Two queries."""
    by_closing: dict[int, int] = {each[0]: each[1] for each in end.done["retired"] if isinstance(each, list)}
    unlogged = [each for each in end.done["retired"] if not isinstance(each, list)]
    rows = Team.objects.filter(pk__in=[*by_closing, *unlogged], state=Team.State.RETIRED)
    teams = list(rows.select_related("league", "coach").order_by("pk"))
    since = retired_since(season.league_id, min(by_closing.values())) if by_closing and teams else {}
    last = {team.pk: since.get((team.coach_id, team.name), 0) for team in teams}
    return [team for team in teams if team.pk in unlogged or last[team.pk] <= by_closing[team.pk]]


def _struck(entries: Mapping[int, Sequence[int]]) -> Iterator[Struck]:
    """What is struck for each team that has any of it, in words. Three queries."""
    teams = Team.objects.in_bulk(entries)
    journals, names = ledger.journals_of(entries.keys()), names_of(*entries) if entries else {}
    for pk in sorted(entries):
        own = {(seq, 0) for seq in entries[pk]}
        counted = [entry for place, entry in placed(journals[pk]) if place in own]
        if counted:
            told = tuple(say_entry(entry, names=names, translate=gettext) for entry in counted)
            yield Struck(team=teams[pk], entries=told)


def _strike(season: Season, team: Team, seqs: Sequence[int], by: User, reason: str) -> None:
    """Strike entries of a team's journal, as far as they count."""
    records, wanted = ledger.records_of(team), {(seq, 0) for seq in seqs}
    own = [place for place, _entry in placed(records) if place in wanted]
    if not own:
        return
    worked = work_out(team.ruleset.rules(), records, own, (), {})
    if worked.findings:
        why = say_finding(worked.findings[0], names=names_of(team), translate=gettext)
        raise Refusal(DEPENDED_ON, season=season.name, team=team.name, why=why)
    append_to(team, [worked.correction], expected=records[-1].seq, source="season_end_taken_back", by=by, why=reason)


def _forget_questions(season: Season) -> None:
    """Coaches are asked again at the next closing. What was rolled stays, so that nobody gets new dice."""
    rows = list(season.team_ends.all())
    end_all([TeamEnd._meta.label], [row.pk for row in rows])
    answers = TeamAnswer.objects.filter(team__in=[row.team_id for row in rows], occasion=f"season_end.{season.pk}")
    answers.exclude(question__kind__in=BY_CHANCE).delete()
    season.team_ends.all().delete()
