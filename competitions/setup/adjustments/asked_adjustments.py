"""Points for a commissioner's own team, to which others agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Adjustment, Competition
from competitions.names import name_of_competition
from competitions.ranking.amounts import signed
from competitions.setup.adjustments.adjustments import (
    ADJUST,
    STATES,
    WITHDRAW,
    adjust_points,
    subject_of,
    withdraw_adjustment,
)
from leagues.agreements.waiting import shown_agreements
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement
from teams.models import Team


def questions_about(competition: Competition, reader: Any) -> list[dict[str, Any]]:
    """What waits for somebody's agreement about the points of a competition's teams."""
    teams = Team.objects.filter(entries__competition=competition, coach__isnull=False)
    subjects = [subject_of(competition, team) for team in teams.only("public_id")]
    return shown_agreements(subjects, competition.season.league, reader)


def _competition_of(agreement: Agreement) -> Competition | None:
    """The competition, unless it never started and was discarded."""
    return Competition.objects.select_related("season__league").filter(pk=agreement.args["competition"]).first()


def _team_of(agreement: Agreement) -> Team:
    return Team.objects.select_related("league", "coach").get(pk=agreement.args["team"])


def _still_open(agreement: Agreement) -> bool:
    competition = _competition_of(agreement)
    if competition is None or competition.state not in STATES:
        return False
    if not competition.entrants.filter(team=agreement.args["team"]).exists():
        return False
    withdrawn = agreement.args.get("adjustment")
    return withdrawn is None or not Adjustment.objects.filter(withdraws=withdrawn).exists()


def _adjust(agreement: Agreement, agreed_by: User) -> None:
    competition = _competition_of(agreement)
    assert competition is not None
    adjust_points(
        competition=competition,
        by=agreement.by,
        expected=competition.version,
        team=_team_of(agreement),
        points=agreement.args["points"],
        reason=agreement.reason,
        agreed_by=agreed_by,
    )


def _withdraw(agreement: Agreement, agreed_by: User) -> None:
    competition = _competition_of(agreement)
    assert competition is not None
    withdraw_adjustment(
        adjustment=Adjustment.objects.select_related("competition", "team").get(pk=agreement.args["adjustment"]),
        by=agreement.by,
        expected=competition.version,
        reason=agreement.reason,
        agreed_by=agreed_by,
    )


def _words(agreement: Agreement) -> Mapping[str, str]:
    return {
        "team": _team_of(agreement).name,
        "competition": name_of_competition(agreement.args["competition"]),
        "points": signed(agreement.args["points"]),
    }


def _page_of(agreement: Agreement) -> str:
    return reverse("competitions:adjust", args=[agreement.subject.split(":")[1]])


agreement_kinds.add(
    AgreementKind(
        id=ADJUST,
        text=_("{by} asks to adjust the points of {team} in {competition}: {points}"),
        still_open=_still_open,
        carry_out=_adjust,
        address=_page_of,
        words=_words,
    )
)
agreement_kinds.add(
    AgreementKind(
        id=WITHDRAW,
        text=_("{by} asks to withdraw an adjustment of {team} in {competition}: {points}"),
        still_open=_still_open,
        carry_out=_withdraw,
        address=_page_of,
        words=_words,
    )
)
