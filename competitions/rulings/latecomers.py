"""A team joins a running competition. In a round robin its matches are added to the rounds still to come.

In Swiss draws, open play and ladders it simply enters. A bracket is already drawn, so it refuses the team.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures.deadlines import following_deadline
from competitions.fixtures.notices import tell_paired
from competitions.models import Competition, Entrant, Fixture, Round
from competitions.models.formats import Latecomers
from competitions.setup.books import need_its_book, need_its_pack
from competitions.setup.conferences import meetings_of_newcomer
from competitions.setup.pairings import give_match
from competitions.setup.services import NO_ROOM, NOT_ACTIVE, TEAM_TWICE, enter_teams, hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from matches.models import Match
from teams.models import Team
from web.errors import Message, Refusal

DRAWN_ALREADY = Message(
    id="competitions.too_late_for_a_bracket",
    text=_("The bracket of {competition} is already drawn, without {team}."),
    remedy=_("If no match is open yet, undo the start and draw again with the team."),
    status=409,
)
JOINED = log.kind("competitions.joined_late", _("{by} added {team} to {competition}, with {matches} matches."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A match of the new team: its round, its opponent, and whether it is at home."""

    round: int
    opponent: int
    at_home: bool


def fit_in(rounds: Mapping[int, Collection[int]], opponents: Sequence[int], *, legs: int, after: int) -> list[Slot]:
    """A match against each opponent, ``legs`` times, each in the first round in which both are free.

    ``rounds`` are those still to come by number, with the teams that play in them; new rounds come after number
    ``after``. Home and away alternate. Pure.
    """
    busy = {number: set(teams) for number, teams in sorted(rounds.items())}
    taken: set[int] = set()
    slots: list[Slot] = []
    for leg in range(legs):
        left = list(opponents)
        while left:
            number, opponent = _next(busy, taken, left, after)
            busy.setdefault(number, set()).add(opponent)
            taken.add(number)
            left.remove(opponent)
            slots.append(Slot(round=number, opponent=opponent, at_home=(len(slots) + leg) % 2 == 0))
    return sorted(slots, key=lambda slot: slot.round)


def _next(busy: Mapping[int, set[int]], taken: Collection[int], left: Sequence[int], after: int) -> tuple[int, int]:
    """The earliest round in which the new team and one of the opponents left are free; otherwise a new round."""
    for number in sorted(busy):
        free = [opponent for opponent in left if opponent not in busy[number]]
        if number not in taken and free:
            return number, free[0]
    number = max([after, *busy]) + 1
    return number, left[0]


@transaction.atomic
def join_late(*, competition: Competition, by: User, expected: int, team: Team) -> Competition:
    """Add a team to a running competition. Raises ``Refusal``, ``StaleVersion``."""
    if competition.format.latecomers == Latecomers.ENTER:
        return enter_teams(competition=competition, by=by, expected=expected, teams=[team])
    current = hold(competition, expected, Competition.State.RUNNING)
    if current.format.latecomers == Latecomers.REFUSED:
        raise Refusal(DRAWN_ALREADY, competition=current.name, team=team.name)
    opponents, meetings = _opponents(current, team), meetings_of_newcomer(current)
    Entrant.objects.create(competition=current, team=team)
    coming = _rounds_to_come(current)
    last = current.rounds.order_by("-number").values_list("number", flat=True).first() or 0
    slots = fit_in(coming, opponents, legs=meetings, after=last)
    for slot in slots:
        _write(current, team, slot)
    results_changed([current.pk])
    words = {"team": team.name, "competition": current.name, "matches": len(slots)}
    log.record(JOINED, league=current.season.league, by=by, **words)
    return reread(current)


def _opponents(competition: Competition, team: Team) -> list[int]:
    """The teams that the new team will meet. Raises ``Refusal`` for a team that cannot join."""
    if competition.entrants.filter(team=team).exists():
        raise Refusal(TEAM_TWICE, field="team", teams=team.name, competition=competition.name)
    if team.state != Team.State.ACTIVE or team.league_id != competition.season.league_id:
        raise Refusal(NOT_ACTIVE, field="team", teams=team.name)
    need_its_book(competition, [team], field="team")
    need_its_pack(competition, [team], field="team")
    there = competition.entrants.count() + 1
    if competition.places is not None and there > competition.places:
        surplus = there - competition.places
        given = {"competition": competition.name, "places": competition.places, "teams": there, "surplus": surplus}
        raise Refusal(NO_ROOM, field="team", **given)
    return list(competition.entrants.still_playing().order_by("pk").values_list("team", flat=True))


def _rounds_to_come(competition: Competition) -> dict[int, set[int]]:
    """The rounds still to come, with the teams that have an opponent in them.

    They come after the last round in which a match was opened, their deadline has not passed, and not all their matches
    were decided without play: a team that left may have given walkovers up to the last round.
    """
    fixtures = Fixture.objects.filter(round__competition=competition, away__isnull=False)
    begun = fixtures.filter(match__isnull=False).exclude(match__state=Match.State.SCHEDULED)
    last = begun.order_by("-round__number").values_list("round__number", flat=True).first() or 0
    rounds = competition.rounds.filter(number__gt=last).exclude(deadline__lte=timezone.now())
    found: dict[int, set[int]] = {number: set() for number in rounds.values_list("number", flat=True)}
    open_ones: dict[int, bool] = {}
    rows = fixtures.filter(round__number__in=found)
    for number, home, away, outcome in rows.values_list("round__number", "home", "away", "home_outcome"):
        found[number] |= {home, away}
        open_ones[number] = open_ones.get(number, False) or not outcome
    return {number: teams for number, teams in found.items() if open_ones.get(number, True)}


def _write(competition: Competition, team: Team, slot: Slot) -> None:
    """Write a match of the new team; it replaces a bye of its opponent."""
    row = competition.rounds.filter(number=slot.round).first()
    if row is None:
        deadline = following_deadline(competition, slot.round)
        row = Round.objects.create(competition=competition, number=slot.round, deadline=deadline)
    row.fixtures.filter(home=slot.opponent, away__isnull=True).delete()
    sides = (team.pk, slot.opponent) if slot.at_home else (slot.opponent, team.pk)
    fixture = Fixture(round=row, home_id=sides[0], away_id=sides[1])
    give_match(competition, fixture)
    fixture.save()
    tell_paired(fixture)
