"""Who is in a league's hall of fame: chosen, described, ordered and removed by its commissioners.

Each change is in the league's log. A row is deleted when somebody is removed: the log says that they were there.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.extensions import LogKind
from leagues.models import League
from leagues.services import locked
from stats.models import Inductee
from stats.played.coaches import Coach
from stats.ratings.people import has_team
from teams.models import Player, Team
from teams.selectors import known_to_all
from web.commands import write_version
from web.errors import Message, Refusal

IN_ALREADY = Message(
    id="stats.in_the_hall_already",
    text=_("{who} is already in the hall of fame."),
    remedy=_("You can change the citation there."),
    status=409,
)
NOT_OF_LEAGUE = Message(
    id="stats.not_for_the_hall",
    text=_("{who} does not belong to this league."),
    remedy=_("Choose a player, team or coach of this league."),
)

INDUCTED = log.kind("stats.inducted", _("{by} chose {who} for the hall of fame."))
COACH_INDUCTED = log.kind("stats.coach_inducted", _("{by} chose {about} for the hall of fame."))
CHANGED = log.kind("stats.inductee_changed", _("{by} changed the citation or the place of {who} in the hall of fame."))
COACH_CHANGED = log.kind(
    "stats.coach_inductee_changed", _("{by} changed the citation or the place of {about} in the hall of fame.")
)
REMOVED = log.kind("stats.inductee_removed", _("{by} removed {who} from the hall of fame."))
COACH_REMOVED = log.kind("stats.coach_inductee_removed", _("{by} removed {about} from the hall of fame."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A player of a ``team``, a team, or a ``coach``, with the name that messages and the log use."""

    name: str
    team: Team | None = None
    player: Player | None = None
    coach: Coach | None = None


@transaction.atomic
def induct(*, league: League, by: User, candidate: Candidate, citation: str) -> Inductee:
    """Choose somebody for the hall, at its end. Raises ``Refusal`` for who is there, or not of this league."""
    league = locked(league)
    _refuse_others(league, candidate)
    last = league.inductees.aggregate(last=Max("place"))["last"] or 0
    coach = candidate.coach or Coach(None)
    try:
        with transaction.atomic():
            made = Inductee.objects.create(
                league=league, team=candidate.team, player=candidate.player, coach_id=coach.account,
                coach_name=coach.name, citation=citation, place=last + 1, by=by,
            )  # fmt: skip
    except IntegrityError:
        raise Refusal(IN_ALREADY, who=candidate.name) from None
    _record(made, (INDUCTED, COACH_INDUCTED), by)
    return made


@transaction.atomic
def change_inductee(*, inductee: Inductee, by: User, expected: int, citation: str, place: int) -> Inductee:
    """Another citation, or another place, from 1: the others move. Raises ``StaleVersion``, ``Refusal``."""
    league = locked(inductee.league)
    order = list(league.inductees.exclude(pk=inductee.pk).order_by("place", "pk").values_list("pk", flat=True))
    order.insert(place - 1, inductee.pk)
    changes = {"citation": citation, "place": order.index(inductee.pk) + 1}
    changed = write_version(inductee, expected=expected, changes=changes)
    for number, pk in enumerate(order, start=1):
        Inductee.objects.filter(pk=pk).exclude(place=number).update(place=number, version=F("version") + 1)
    _record(changed, (CHANGED, COACH_CHANGED), by)
    return changed


@transaction.atomic
def remove_inductee(*, inductee: Inductee, by: User, expected: int) -> Inductee:
    """Take somebody out of the hall. Raises ``StaleVersion``, ``Refusal``. Returns the row as it was."""
    locked(inductee.league)
    removed = write_version(inductee, expected=expected, changes={})
    _record(removed, (REMOVED, COACH_REMOVED), by)
    Inductee.objects.filter(pk=removed.pk).delete()
    return removed


def _refuse_others(league: League, candidate: Candidate) -> None:
    team, player, coach = candidate.team, candidate.player, candidate.coach
    if team is not None:
        ours = league.teams.filter(known_to_all(), pk=team.pk).exists()
        ours = ours and (player is None or player.team_id == team.pk)
    else:
        ours = coach is not None and has_team(league, coach)
    if not ours:
        raise Refusal(NOT_OF_LEAGUE, who=candidate.name)


def _record(row: Inductee, kinds: tuple[LogKind, LogKind], by: User) -> None:
    """A coach with an account is named by it, so that the log forgets them with it."""
    of_others, of_coaches = kinds
    if row.coach is not None:
        log.record(of_coaches, league=row.league, by=by, about=row.coach)
    else:
        log.record(of_others, league=row.league, by=by, who=str(row))
