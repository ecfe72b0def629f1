"""The rows of a match, as its state reads them: one query for each kind, written once."""

from __future__ import annotations

from django.db.models import F, QuerySet

from matches.models.answers import MatchAnswer
from matches.models.match import MatchSide
from matches.models.reports import Report
from web.prepared import Prepared

HOME_FIRST = F("side").desc()


@Prepared
def sides_with_teams(match: int) -> QuerySet[MatchSide]:
    """Both sides with their teams, the home side first."""
    return MatchSide.objects.filter(match=match).select_related("team").order_by(HOME_FIRST)


@Prepared
def sides_with_coaches(match: int) -> QuerySet[MatchSide]:
    """Both sides with their teams and those teams' coaches, the home side first."""
    return MatchSide.objects.filter(match=match).select_related("team__coach").order_by(HOME_FIRST)


@Prepared
def reports_of(match: int) -> QuerySet[Report]:
    """All versions of the report, oldest first."""
    return Report.objects.filter(match=match).order_by("number")


@Prepared
def answers_of(match: int) -> QuerySet[MatchAnswer]:
    """All answers, oldest first."""
    return MatchAnswer.objects.filter(match=match).order_by("pk")
