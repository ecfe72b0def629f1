"""Corrections of closed matches that wait for the other coach or a commissioner, or were refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from competitions.dashboard.todo import Task
from leagues.models import League
from matches.models import MatchCorrection, MatchSide
from matches.wording import pairing
from rules.sequence.sequence import SIDES

WAITING = (MatchCorrection.State.PROPOSED, MatchCorrection.State.REFUSED)


def corrections_waiting(
    user: User, leagues: Mapping[int, League], run: Mapping[int, League]
) -> QuerySet[MatchCorrection]:
    """Corrections proposed to a member of ``leagues`` (by id), who is a commissioner of those in ``run``; and refused
    ones that they wrote, or that wait for another commissioner than the coach who refused."""
    own = MatchSide.objects.filter(match=OuterRef("match"), team__coach=user)
    proposed, refused = (Q(state=state) for state in WAITING)
    asked = (proposed & Q(Exists(own)) & ~Q(by=user)) | (refused & Q(by=user))
    rows = MatchCorrection.objects.filter(asked | Q(match__league__in=run), match__league__in=leagues)
    rows = rows.filter(state__in=WAITING).exclude(state=MatchCorrection.State.REFUSED, refused_by=user)
    return rows.select_related("match").prefetch_related("match__sides__team").order_by("pk")


def correction_tasks(rows: Iterable[MatchCorrection]) -> list[Task]:
    """The corrections from ``corrections_waiting`` as entries of the to-do list."""
    text, refused = _("Check the correction of %(match)s"), _("Decide about the refused correction of %(match)s")
    return [
        Task(
            text=(refused if row.state == MatchCorrection.State.REFUSED else text) % {"match": _pairing(row)},
            url=reverse("matches:correction", args=[row.match.public_id]),
            league=row.match.league_id,
        )
        for row in rows
    ]


def _pairing(row: MatchCorrection) -> str:
    names = {each.side: each.team.name for each in row.match.sides.all()}
    return pairing(*(names[side] for side in SIDES))
