"""The steps that a book has for the end of a season: they run for every team, and may ask its coach.

A team whose steps ask nothing is done with the season's end itself. Another one waits for its coach; what comes of the
answers is worked out with the team as it is then, by the house rules of the day on which its steps began. Dice stay,
even if the season is opened and closed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts.models import User
from competitions.models import Entrant, Season, TeamEnd
from competitions.trophies.awarding import append_to
from leagues.books import read_books
from leagues.services import locked
from matches.extensions import past_changed
from matches.models import Match, MatchSide
from notices.telling import follow
from rules import editions
from rules.team.founding import answering_ids
from rules.team.season_end import season_end
from rules.team.team_run import Outcome
from teams.asking.answers import NOT_ASKED, Answers, TeamSequence, answer
from teams.extensions import team_founded
from teams.ledger import ledger
from teams.models import Team, TeamState
from web.errors import Refusal

WON, LOST = ("win",), ("loss", "conceded")
"""How a match ended for a side; all else that was played is a draw."""
COUNTED = ("won", "drawn", "lost", "friendlies")
"""What a team's season end counts of its matches."""


def begin(season: Season, teams: Iterable[Team], by: User) -> None:
    """Runs the steps for each team whose book has any, and that has not ended this season yet.

    A team that was asked by an earlier closing, and has not answered, is asked with all matches that count now.
    """
    able = [team for team in teams if team.ruleset is not None and team.ruleset.rules().edition.season_end]
    if not able:
        return
    rows = {row.team_id: row for row in TeamEnd.objects.filter(season=season)}
    records = records_of(season)
    read_books(season.league)
    for team in able:
        team.league = season.league
        row = rows.get(team.pk) or TeamEnd(season=season, team=team, ruleset=team.league_rules)
        if row.state == TeamEnd.State.OPEN:
            row.season, row.team = season, team
            _count(row, records)
            row.save()
            go_on(row, by)


def _count(row: TeamEnd, records: Mapping[int, Counter[str]]) -> None:
    """What the team did in the season, by ``records_of``."""
    for how in COUNTED:
        setattr(row, how, records.get(row.team_id, Counter())[how])


@past_changed.add
def count_corrected(matches: Sequence[Match]) -> None:
    """Who has not answered yet is asked with the matches of the season as they are by a correction.

    A team that was brought over played none of them, and keeps the record of the team that it was.
    """
    teams = MatchSide.objects.filter(match__in=[match.pk for match in matches]).values("team")
    entered = Entrant.objects.filter(team=OuterRef("team"), competition__season=OuterRef("season"))
    rows = TeamEnd.objects.filter(Exists(entered), state=TeamEnd.State.OPEN, team__in=teams)
    for row in rows.select_related("season"):
        _count(row, records_of(row.season))
        row.save(update_fields=COUNTED)


def ask_once_founded(season: Season, drafts: Mapping[Team, Team]) -> list[Team]:
    """The steps of their new book for teams that go on by it, once each is founded.

    ``drafts`` are the new teams, each with the team that it was, whose matches of the season count. A team that has
    been through such steps of its old book has ended this season already and is asked nothing more: returns these
    drafts.
    """
    records, done = records_of(season), season.team_ends.filter(state=TeamEnd.State.DONE)
    ended = set(done.filter(team__in=list(drafts.values())).values_list("team", flat=True))
    for draft, source in drafts.items():
        if source.pk in ended:
            continue
        record = records.get(source.pk, Counter())
        TeamEnd.objects.create(season=season, team=draft, state=TeamEnd.State.WAITING, **record)
    return [draft for draft, source in drafts.items() if source.pk in ended]


@team_founded.add
def begin_what_waited(team: Team, by: User) -> None:
    """A team that was brought over is asked what its new book asks at the end of the season that it comes from."""
    rows = TeamEnd.objects.filter(team=team, state=TeamEnd.State.WAITING).select_related("season__league")
    for row in rows:
        row.team, row.state, row.ruleset = team, TeamEnd.State.OPEN, team.league_rules
        row.save(update_fields=["state", "ruleset"])
        go_on(row, by)


def open_ends(season: Season) -> list[TeamEnd]:
    """The teams of a closed season whose coaches still have to answer; no query if no book asks anything."""
    if not any(edition.season_end for edition in editions.EDITIONS):
        return []
    return list(season.team_ends.filter(state=TeamEnd.State.OPEN).select_related("team").defer("team__draft"))


def records_of(season: Season) -> dict[int, Counter[str]]:
    """The matches of each team in a season, by how they ended, and its friendlies while it was open; two queries."""
    rows = MatchSide.objects.played().filter(match__fixture__round__competition__season=season)
    found: dict[int, Counter[str]] = {}
    for team, result in rows.values_list("team", "result"):
        how = "won" if result in WON else "lost" if result in LOST else "drawn"
        found.setdefault(team, Counter())[how] += 1
    friendlies = MatchSide.objects.played().filter(match__league=season.league_id, match__friendly=True)
    for team in friendlies.filter(match__opened_at__gte=season.opened_at).values_list("team", flat=True):
        found.setdefault(team, Counter())["friendlies"] += 1
    return found


def sequence_of(row: TeamEnd) -> TeamSequence:
    """The steps of a team's season end, with the team as it is now. New players have ids below 0."""
    state = TeamState.objects.get(team=row.team)
    sheet, rules = ledger.sheet_in(state), row.began_by.rules()

    def run(answers: Answers) -> Outcome:
        places = count(-1, -1)
        return season_end(rules, sheet, row.record, answers, answering_ids(lambda: next(places)))

    return TeamSequence(row.team, f"season_end.{row.season_id}", run)


@transaction.atomic
def answer_end(*, row: TeamEnd, key: str, value: object, by: User) -> TeamEnd:
    """Stores an answer to a question of a team's season end, and ends it with the last one.

    Raises ``Refusal`` if it is not asked, or not allowed, or if the team is in a match.
    """
    row = _still_open(row)
    answer(sequence=sequence_of(row), key=key, value=value, by=by)
    go_on(row, by)
    return row


@transaction.atomic
def finish_end(*, row: TeamEnd, by: User) -> TeamEnd:
    """Ends a team's season end that asks nothing any more, since the team has changed: who was hurt has gone.

    Raises ``Refusal`` if something is still asked, or if the team is in a match.
    """
    row = _still_open(row)
    if sequence_of(row).outcome.questions:
        raise Refusal(NOT_ASKED)
    go_on(row, by)
    return row


def _still_open(row: TeamEnd) -> TeamEnd:
    """The current row of an open season end, in its locked league. Raises ``Refusal``."""
    league = locked(row.season.league)
    related = ("season", "ruleset", "team__ruleset", "team__coach")
    current = TeamEnd.objects.select_related(*related).filter(pk=row.pk, state=TeamEnd.State.OPEN).first()
    if current is None:  # it is over, or the closing was taken back
        raise Refusal(NOT_ASKED)
    current.season.league = current.team.league = league
    return current


def go_on(row: TeamEnd, by: User) -> None:
    """Writes into the team's journal what came of its steps, if they ask nothing more."""
    sequence = sequence_of(row)
    if sequence.outcome.done:
        state = TeamState.objects.get(team=row.team)
        entries = _final(row, sequence).entries
        row.entries = append_to(row.team, entries, expected=state.seq, source="season_end", by=by)
        row.state = TeamEnd.State.DONE
        row.save(update_fields=["state", "entries"])
    follow(row, by=by)


def _final(row: TeamEnd, sequence: TeamSequence) -> Outcome:
    """The result with real ids for new players."""
    state, (_outcome, answers) = TeamState.objects.get(team=row.team), sequence.settled
    ids = answering_ids(lambda: ledger.mint(row.team, [""])[0])
    return season_end(row.began_by.rules(), ledger.sheet_in(state), row.record, dict(answers), ids)


def asked_of(team: Team) -> list[int]:
    """The ids of the season ends that still ask a team something."""
    return list(TeamEnd.objects.filter(team=team, state=TeamEnd.State.OPEN).values_list("pk", flat=True))


def ask_again(ends: Iterable[int], teams: Iterable[Team]) -> None:
    """Asks teams that came back what these season ends asked them when they left."""
    rows = TeamEnd.objects.filter(pk__in=list(ends), team__in=list(teams), state=TeamEnd.State.GONE)
    for row in rows.order_by("pk"):
        row.state = TeamEnd.State.OPEN
        row.save(update_fields=["state"])
        follow(row)


def left(team: Team) -> None:
    """A team that has retired is asked nothing more."""
    for row in TeamEnd.objects.filter(team=team, state=TeamEnd.State.OPEN):
        row.state = TeamEnd.State.GONE
        row.save(update_fields=["state"])
        follow(row)
