"""A team leaves a running competition: what happens to its matches, previewed, done, and undone.

The commissioner picks (L1): its played matches count, and its other matches count for nobody or are won by the
opponents 2-0; or none of its matches counts. Each match decided this way gets its own decision.

The preview does not do the deed and roll it back: that holds the write lock for 560 ms in a league of 64 teams that has
just started (140 ms with 16 teams), three times over. It applies ``after_leaving``, the function by which every table
counts a team that left.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.formats.progress import go_on
from competitions.formats.walkovers import WALKOVER_SCORE
from competitions.models import Competition, Decision, Entrant, Fixture, Withdrawal
from competitions.ranking.tables import Outcome, Result, Side
from competitions.rulings import decisions
from competitions.setup.services import NOT_ENTERED, hold, reread
from competitions.standings.results import Gathered, after_leaving, gather, scheme_of
from competitions.standings.standings import results_changed, standings_of
from leagues import log
from matches.models import Match
from teams.models import Team
from web.errors import Message, Refusal

NO_PLACE = "–"
NOT_OVER = (Match.State.PRE_MATCH, Match.State.PLAYING, Match.State.REPORTED, Match.State.DISPUTED)

LEFT_ALREADY = Message(
    id="competitions.left_already",
    text=_("{team} has left {competition} already."),
    remedy=_("Undo its withdrawal first."),
    status=409,
)
NOT_LEFT = Message(
    id="competitions.not_left",
    text=_("{team} has not left {competition}."),
    remedy=_("It is still in the competition: there is nothing to undo."),
    status=409,
)
UNDER_WAY = Message(
    id="competitions.match_under_way",
    text=_("{team} is in a match against {other}."),
    remedy=_("Call that match off first, or have it reported and confirmed."),
    status=409,
)
WALKOVERS_ALONE = Message(
    id="competitions.bracket_needs_winners",
    text=_("A team must go on from each tie of {competition}, so ties cannot stay open."),
    remedy=_("Let the opponents win by walkover."),
)

LEFT = log.kind("competitions.team_left", _("{by} took {team} out of {competition}: {withdrawal}."))
CAME_BACK = log.kind("competitions.team_came_back", _("{by} undid the withdrawal of {team} from {competition}."))


def _how_words(how: str, entry: object) -> str:
    return str(Withdrawal.How(how).label)


log.WORDED["withdrawal"] = _how_words


class ChangedLine(NamedTuple):
    """A team's line as it is and as it would be, in words; a dash means no rank or no line."""

    team: str
    place: str
    points: str
    new_place: str
    new_points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The whole table after one of the choices, in its new order."""

    how: str
    label: str
    lines: tuple[ChangedLine, ...]


@transaction.atomic
def leave(*, competition: Competition, by: User, expected: int, team: Team, how: str, reason: str) -> Competition:
    """A team leaves a running competition. Raises ``Refusal`` while it is in one of its matches; ``StaleVersion``."""
    current = hold(competition, expected, Competition.State.RUNNING)
    entrant = _entrant(current, team)
    if Withdrawal.objects.filter(entrant=entrant).exists():
        raise Refusal(LEFT_ALREADY, team=team.name, competition=current.name)
    if current.format.eliminates and how != Withdrawal.How.WALKOVERS:
        raise Refusal(WALKOVERS_ALONE, field="how", competition=current.name)
    _refuse_under_way(current, team)
    made = Withdrawal.objects.create(entrant=entrant, how=how, reason=reason, by=by)
    if current.format.eliminates:
        go_on(current)  # the opponents go on, now and in every later tie
    for fixture in _unplayed(current, team):
        decided = _decided(fixture, team, how, by, reason)
        Decision.objects.filter(pk=decided.pk).update(withdrawal=made)
    results_changed([current.pk])
    words = {"team": team.name, "competition": current.name, "withdrawal": how}
    log.record(LEFT, league=current.season.league, by=by, reason=reason, **words)
    return reread(current)


@transaction.atomic
def come_back(*, competition: Competition, by: User, expected: int, team: Team, reason: str) -> Competition:
    """Undo a withdrawal: matches that it decided are open again. Raises ``Refusal``, ``StaleVersion``."""
    current = hold(competition, expected, Competition.State.RUNNING)
    made = Withdrawal.objects.filter(entrant=_entrant(current, team)).first()
    if made is None:
        raise Refusal(NOT_LEFT, team=team.name, competition=current.name)
    decided = list(made.decisions.order_by("-fixture__round__number", "-pk").values_list("fixture", flat=True))
    made.decisions.update(withdrawal=None)
    made.delete()
    for fixture in (Fixture.objects.get(pk=pk) for pk in decided):
        decisions.revoke_decision(fixture=fixture, by=by, expected=fixture.version, reason=reason)
    results_changed([current.pk])
    words = {"team": team.name, "competition": current.name}
    log.record(CAME_BACK, league=current.season.league, by=by, reason=reason, **words)
    return reread(current)


def previews(competition: Competition, team: Team) -> list[Preview]:
    """The table after each of the choices; nothing is written."""
    gathered, scheme = gather([competition.pk])[competition.pk], scheme_of(competition)
    names = dict(Team.objects.filter(entries__competition=competition).values_list("pk", "name"))
    before = _places((int(line.team), line.rank, line.points) for line in standings_of(competition).lines)
    unplayed = _unplayed(competition, team)
    hows = [Withdrawal.How.WALKOVERS] if competition.format.eliminates else Withdrawal.How
    previews = []
    for how in hows:
        changed = _after(gathered, team.pk, how, unplayed)
        rows = changed.ranked(scheme) if changed is not None else ()
        after = _places((int(row.team), row.rank, row.tally.points) for row in rows) if changed is not None else before
        previews.append(Preview(how=how.value, label=str(how.label), lines=_lines(before, after, names)))
    return previews


def _after(gathered: Gathered, team: int, how: str, unplayed: Sequence[Fixture]) -> Gathered | None:
    """What the table would be made from; None if nothing changes."""
    lost = [_walkover(each, team) for each in unplayed] if how == Withdrawal.How.WALKOVERS else []
    changed = after_leaving(replace(gathered, results=[*gathered.results, *lost]), team, how)
    return None if changed == gathered else changed


def _walkover(fixture: Fixture, team: int) -> Result:
    def side(which: int | None) -> Side:
        lost = which == team
        outcome = Outcome.FORFEIT if lost else Outcome.WALKOVER
        return Side(team=which or 0, outcome=outcome, score=0 if lost else WALKOVER_SCORE)

    return Result(
        key=fixture.pk,
        round=fixture.round.number,
        order=fixture.order,
        home=side(fixture.home_id),
        away=side(fixture.away_id),
        played=False,
    )


Places = Mapping[int, tuple[str, str]]
"""Place and points of every team in a table, in its order."""


def _places(rows: Iterable[tuple[int, int | None, int]]) -> Places:
    return {team: (NO_PLACE if rank is None else str(rank), str(points)) for team, rank, points in rows}


def _lines(before: Places, after: Places, names: Mapping[int, str]) -> tuple[ChangedLine, ...]:
    out = gettext("out"), NO_PLACE
    order = [*after, *(team for team in before if team not in after)]
    return tuple(ChangedLine(names[team], *before[team], *after.get(team, out)) for team in order)


def _decided(fixture: Fixture, team: Team, how: str, by: User, reason: str) -> Decision:
    given = {"fixture": fixture, "by": by, "expected": fixture.version, "reason": reason}
    if how == Withdrawal.How.WALKOVERS:
        return decisions.award_walkover(**given, to="away" if fixture.home_id == team.pk else "home")
    return decisions.declare_void(**given)


def _unplayed(competition: Competition, team: Team) -> list[Fixture]:
    """The team's matches that are neither opened nor decided, in the order of the rounds."""
    rows = _fixtures(competition, team).not_opened().select_related("round")
    return list(rows.order_by("round__number", "pk"))


def _fixtures(competition: Competition, team: Team) -> QuerySet[Fixture]:
    rows = Fixture.objects.filter(round__competition=competition, away__isnull=False)
    return rows.filter(Q(home=team) | Q(away=team))


def _refuse_under_way(competition: Competition, team: Team) -> None:
    busy = _fixtures(competition, team).filter(match__state__in=NOT_OVER).select_related("home", "away").first()
    if busy is not None and busy.away is not None:
        other = busy.away if busy.home_id == team.pk else busy.home
        raise Refusal(UNDER_WAY, team=team.name, other=other.name)


def _entrant(competition: Competition, team: Team) -> Entrant:
    found = competition.entrants.filter(team=team).first()
    if found is None:
        raise Refusal(NOT_ENTERED, team=team.name, competition=competition.name)
    return found
