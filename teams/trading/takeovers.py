"""Transfer a team to another coach: a commissioner asks a member, and the member accepts. Also during a match.

Roles in a match depend on the current coach, so every open task of the old coach goes to the new one.
The league's log and the row of the offer keep the old coach.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from leagues import log
from leagues.services import locked
from notices.telling import follow
from teams.building.checks import one_team_each, with_another_team
from teams.extensions import coach_changed
from teams.ledger.ledger import RETIRED
from teams.models import Takeover, Team
from web.commands import write_version
from web.errors import Message, Refusal
from web.prepared import Prepared

COACHED_ALREADY = Message(
    id="teams.his_already", text=_("{coach} already coaches {team}."), remedy=_("Choose another coach.")
)
NO_MEMBER = Message(
    id="teams.takeover_no_member",
    text=_("{coach} is not in the league."),
    remedy=_("Invite them to the league first."),
)
OFFERED_ALREADY = Message(
    id="teams.offered_already",
    text=_("{team} already has an open offer."),
    remedy=_("Withdraw that offer first."),
    status=409,
)
ANSWERED = Message(
    id="teams.takeover_answered",
    text=_("This offer of {team} has been answered or withdrawn."),
    remedy=_("See the team's page for its coach. A commissioner can offer it again."),
    status=409,
)

OFFERED = log.kind("teams.takeover_offered", _("{by} asked {about} to take over {team}."))
TAKEN_OVER = log.kind("teams.taken_over", _("{by} took over {team}. {about} coached it before."))
FROM_RECORDS = log.kind("teams.taken_over_from_records", _("{by} took over {team}. {was} coached it before."))
HANDED = log.kind("teams.handed_over", _("{by} gave {team} to {to}, who has no account. {about} coached it before."))
HANDED_ON = log.kind("teams.handed_on", _("{by} gave {team} to {to}, who has no account. {was} coached it before."))
DECLINED = log.kind("teams.takeover_refused", _("{by} declined to take over {team}."))
WITHDRAWN = log.kind("teams.takeover_withdrawn", _("{by} withdrew the offer of {team} to {about}."))


@transaction.atomic
def offer_team(*, team: Team, by: User, to: User, reason: str) -> Takeover:
    """Ask a member of the league to take over an active team. Raises ``Refusal``."""
    league = locked(team.league)
    current = Team.objects.get(pk=team.pk)
    if current.state != Team.State.ACTIVE:
        raise Refusal(RETIRED, team=team.name)
    if current.coach_id == to.pk:
        raise Refusal(COACHED_ALREADY, field="coach", coach=to.name, team=team.name)
    if not league.memberships.filter(user=to, left_at__isnull=True).exists():
        raise Refusal(NO_MEMBER, field="coach", coach=to.name)
    one_team_each(league, league.ruleset_for(current.edition).rules(), to, besides=current)
    try:
        with transaction.atomic():
            made = Takeover.objects.create(team=current, asked=to, was=current.coach, reason=reason, by=by)
    except IntegrityError:
        raise Refusal(OFFERED_ALREADY, team=team.name) from None
    log.record(OFFERED, league=league, by=by, about=to, reason=reason, team=team.name)
    follow(made, by=by)
    return made


def who_can_take(team: Team) -> list[User]:
    """The members of the league whom one can ask to take over a team, by name."""
    league = team.league
    taken = with_another_team(league, league.ruleset_for(team.edition).rules(), besides=team)
    members = User.objects.filter(memberships__league=league, memberships__left_at__isnull=True)
    return list(members.exclude(pk__in=taken | {team.coach_id}).order_by("username").distinct())


@transaction.atomic
def hand_over(*, team: Team, by: User, to: str, reason: str) -> Team:
    """Transfer an active team to a coach without an account, who cannot be asked. Raises ``Refusal``.

    The old coach stays on record: a later coach of this team may not confirm reports by the old coach.
    """
    league = locked(team.league)
    current = Team.objects.select_related("coach").get(pk=team.pk)
    if current.state != Team.State.ACTIVE:
        raise Refusal(RETIRED, team=team.name)
    if current.coach_id is None and current.coach_name == to:
        raise Refusal(COACHED_ALREADY, field="coach_name", coach=to, team=team.name)
    if Takeover.objects.open().filter(team=current).exists():
        raise Refusal(OFFERED_ALREADY, team=team.name)
    one_team_each(league, league.ruleset_for(current.edition).rules(), None, besides=current, coach_name=to)
    handed = write_version(current, expected=current.version, changes={"coach": None, "coach_name": to})
    words = {"league": league, "by": by, "reason": reason, "team": current.name, "to": to}
    was = {"was": current.coach, "was_name": "" if current.coach else current.coach_name}
    done = {"state": Takeover.State.ACCEPTED, "answered_at": timezone.now()}
    follow(Takeover.objects.create(team=current, asked=by, by=by, reason=reason, **was, **done), by=by)
    if current.coach is not None:
        log.record(HANDED, about=current.coach, **words)
    else:
        log.record(HANDED_ON, was=current.coach_name or "–", **words)
    coach_changed.call(handed)
    return handed


@transaction.atomic
def take_over(*, offer: Takeover, by: User) -> Team:
    """Accept an offer: the asked member becomes the coach, also during a match. Raises ``Refusal``."""
    league = locked(offer.team.league)
    team = Team.objects.select_related("coach").get(pk=offer.team_id)
    if team.state != Team.State.ACTIVE:
        raise Refusal(RETIRED, team=team.name)
    if not league.memberships.filter(user=by, left_at__isnull=True).exists():
        raise Refusal(NO_MEMBER, coach=by.name)
    one_team_each(league, league.ruleset_for(team.edition).rules(), by, besides=team)
    offer.was, offer.was_name = team.coach, "" if team.coach else team.coach_name
    Takeover.objects.filter(pk=offer.pk).update(was=offer.was, was_name=offer.was_name)
    changed = write_version(team, expected=team.version, changes={"coach": by, "coach_name": ""})
    _answer(offer, Takeover.State.ACCEPTED, by)
    words = {"league": league, "by": by, "reason": offer.reason, "team": team.name}
    if team.coach is not None:
        log.record(TAKEN_OVER, about=team.coach, **words)
    else:
        log.record(FROM_RECORDS, was=team.coach_name or "–", **words)
    coach_changed.call(changed)
    return changed


@transaction.atomic
def decline(*, offer: Takeover, by: User) -> None:
    """Decline an offer. Raises ``Refusal``."""
    league = locked(offer.team.league)
    _answer(offer, Takeover.State.REFUSED, by)
    log.record(DECLINED, league=league, by=by, team=offer.team.name)


@transaction.atomic
def withdraw_offer(*, offer: Takeover, by: User) -> None:
    """Withdraw an open offer. Raises ``Refusal``."""
    league = locked(offer.team.league)
    _answer(offer, Takeover.State.WITHDRAWN, by)
    log.record(WITHDRAWN, league=league, by=by, about=offer.asked, team=offer.team.name)


def predecessors(coach: User, teams: Collection[Team]) -> set[int]:
    """The ids of earlier coaches of those teams that ``coach`` coaches now. Their answers count as the coach's."""
    own = [team.pk for team in teams if team.coach_id == coach.pk]
    rows = Takeover.objects.filter(team__in=own, state=Takeover.State.ACCEPTED, was__isnull=False)
    return set(rows.values_list("was", flat=True)) if own else set()


def coaches_of(teams: Collection[Team], since: datetime | None = None) -> frozenset[int]:
    """The ids of the coaches of these teams, and of those who gave one of them away after ``since``.

    For a team whose coach has no account that is also its last coach who had one.
    """
    found = {team.coach_id for team in teams} - {None}
    rows = _given_away([team.pk for team in teams])
    last = {team: was for team, was, _at in rows}
    without = {team.pk for team in teams if team.coach_id is None}
    found |= {was for team, was in last.items() if team in without}
    if since is not None:
        found |= {was for _team, was, at in rows if at is not None and at >= since}
    return frozenset(each for each in found if each is not None)


@Prepared
def _given_away(teams: Collection[int]) -> QuerySet[Takeover, Any]:
    rows = Takeover.objects.filter(team__in=teams, state=Takeover.State.ACCEPTED, was__isnull=False)
    return rows.order_by("pk").values_list("team", "was", "answered_at")


def _answer(offer: Takeover, state: str, by: User) -> None:
    rows = Takeover.objects.open().filter(pk=offer.pk)
    if not rows.update(state=state, answered_at=timezone.now()):
        raise Refusal(ANSWERED, team=offer.team.name)
    offer.state = state
    follow(offer, by=by)
