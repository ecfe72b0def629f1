"""A commissioner's ruling on which team advances from a tie of a bracket (L1), and revoking it."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.formats.knock_out.brackets import has_begun
from competitions.formats.progress import go_on
from competitions.models import Competition, Fixture, Tie
from competitions.setup.finishing import resume_competition
from competitions.setup.services import hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from leagues.agreements.who_agrees import Deed
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement
from matches.wording import pairing
from teams.models import Team
from teams.trading.takeovers import coaches_of
from web.errors import Message, Refusal

ADVANCE, REVOKE = "competitions.advance", "competitions.revoke_ruling"

NOT_BOTH_KNOWN = Message(
    id="competitions.tie_not_filled",
    text=_("The two teams of this tie are not known yet, so none of them can advance."),
    remedy=_("Wait for the ties before it, or decide them first."),
    status=409,
)
NOT_IN_TIE = Message(
    id="competitions.not_in_tie", text=_("{team} does not play in this tie."), remedy=_("Choose one of its two teams.")
)
ADVANCED_ALREADY = Message(
    id="competitions.tie_gone_on",
    text=_("The next match of {team} has been opened or played, so it is too late to change who advances."),
    remedy=_("Call that match off first, if it is not played yet."),
    status=409,
)
NO_RULING = Message(
    id="competitions.no_word",
    text=_("No ruling decided this tie."),
    remedy=_("The bracket shows the tie. There you can choose which team advances."),
    status=409,
)

ADVANCED = log.kind(
    "competitions.sent_on", _("{by} ruled that {team} advances in {competition}, not {other}."), reasoned=True
)
ADVANCED_BY_LOT = log.kind(
    "competitions.sent_on_by_lot",
    _("{by} let the server draw who advances in {competition}: {team}, not {other}."),
    reasoned=True,
)
REVOKED = log.kind(
    "competitions.word_taken_back",
    _("{by} revoked the ruling that {team} advances in {competition}; the results count."),
)


@transaction.atomic
def advance_team(
    *,
    competition: Competition,
    by: User,
    expected: int,
    number: int,
    team: Team | None,
    reason: str,
    agreed_by: User | None = None,
) -> Tie:
    """Let a team advance by a commissioner's ruling (L1), or by a lot that the server draws (``team`` None).

    Reopens a finished competition if a correction has opened the tie again.

    Raises ``Refusal`` if a team of the tie is not known, or the team that advanced has opened its next match;
    ``StaleVersion``.
    """
    now = reread(competition)
    if now.state == Competition.State.FINISHED and now.ties.filter(number=number, winner=None).exists():
        now = resume_competition(competition=now, by=by, expected=expected)
        expected = now.version
    current = hold(now, expected, Competition.State.RUNNING)
    tie = current.ties.select_related("home", "away", "winner").get(number=number)
    if tie.home is None or tie.away is None:
        raise Refusal(NOT_BOTH_KNOWN)
    refuse_alone(advancing(competition, tie, by, team), agreed_by)
    chosen = team or (tie.home, tie.away)[secrets.randbelow(2)]
    if chosen not in (tie.home, tie.away):
        raise Refusal(NOT_IN_TIE, team=chosen.name)
    _refuse_advanced(current, tie, chosen)
    Tie.objects.filter(pk=tie.pk).update(winner=chosen, how=Tie.How.WORD)
    _update(current)
    other = tie.away if chosen == tie.home else tie.home
    words = {"competition": current.name, "team": chosen.name, "other": other.name}
    kind = ADVANCED if team else ADVANCED_BY_LOT
    log.record(kind, league=current.season.league, by=by, reason=reason, **words)
    return current.ties.get(pk=tie.pk)


@transaction.atomic
def revoke_ruling(
    *, competition: Competition, by: User, expected: int, number: int, agreed_by: User | None = None
) -> Tie:
    """Revoke the ruling on a tie, so that its results count again. Raises ``Refusal``, ``StaleVersion``."""
    current = hold(competition, expected, Competition.State.RUNNING)
    tie = current.ties.select_related("home", "away", "winner").get(number=number)
    if tie.how != Tie.How.WORD or tie.winner is None:
        raise Refusal(NO_RULING)
    refuse_alone(revoking(competition, tie, by), agreed_by)
    _refuse_advanced(current, tie, None)
    Tie.objects.filter(pk=tie.pk).update(winner=None, how="")
    _update(current)
    words = {"competition": current.name, "team": tie.winner.name}
    log.record(REVOKED, league=current.season.league, by=by, **words)
    return current.ties.get(pk=tie.pk)


def advancing(competition: Competition, tie: Tie, by: User, team: Team | None) -> Deed:
    """Choosing who advances from a tie with both its teams, as others may have to agree to it."""
    return _deed_about(competition, tie, ADVANCE, by, team=team.pk if team else None)


def revoking(competition: Competition, tie: Tie, by: User) -> Deed:
    """Revoking the ruling on a tie, as others may have to agree to it."""
    return _deed_about(competition, tie, REVOKE, by)


def _deed_about(competition: Competition, tie: Tie, kind: str, by: User, **args: Any) -> Deed:
    teams = [team for team in (tie.home, tie.away) if team is not None]
    return Deed(
        kind=kind,
        subject=subject_of(tie),
        league=competition.season.league,
        by=by,
        coaches=coaches_of(teams),
        match=pairing(*(team.name for team in teams)) if len(teams) > 1 else "",
        args={"tie": tie.pk, "winner": tie.winner_id, **args},
    )


def subject_of(tie: Tie) -> str:
    """The name of a tie in agreements."""
    return f"tie:{tie.pk}"


def _tie_of(agreement: Agreement) -> Tie | None:
    rows = Tie.objects.select_related("competition__season__league", "home", "away")
    return rows.filter(pk=agreement.args["tie"], winner=agreement.args["winner"]).first()


def _still_open(agreement: Agreement) -> bool:
    tie = _tie_of(agreement)
    return tie is not None and (agreement.kind == ADVANCE or tie.how == Tie.How.WORD)


def _carry_out(agreement: Agreement, agreed_by: User) -> None:
    tie = _tie_of(agreement)
    assert tie is not None
    competition = tie.competition
    given = {"competition": competition, "by": agreement.by, "expected": competition.version, "number": tie.number}
    if agreement.kind == REVOKE:
        revoke_ruling(**given, agreed_by=agreed_by)
        return
    team = next((each for each in (tie.home, tie.away) if each and each.pk == agreement.args["team"]), None)
    advance_team(**given, team=team, reason=agreement.reason, agreed_by=agreed_by)


def _page_of(agreement: Agreement) -> str:
    tie = Tie.objects.select_related("competition").filter(pk=agreement.args["tie"]).first()
    return reverse("competitions:bracket", args=[tie.competition.public_id]) if tie else reverse("home")


agreement_kinds.add(
    AgreementKind(
        id=ADVANCE,
        text=_("{by} asks to choose which team advances"),
        still_open=_still_open,
        carry_out=_carry_out,
        address=_page_of,
    )
)
agreement_kinds.add(
    AgreementKind(
        id=REVOKE,
        text=_("{by} asks to revoke the ruling on which team advances"),
        still_open=_still_open,
        carry_out=_carry_out,
        address=_page_of,
    )
)


def _refuse_advanced(competition: Competition, tie: Tie, winner: Team | None) -> None:
    """Raises ``Refusal`` if another team than ``winner`` advanced from the tie and has opened its next match."""
    if tie.winner is None or tie.winner == winner:
        return
    loser = tie.away_id if tie.winner_id == tie.home_id else tie.home_id
    following = competition.ties.filter(Q(home_from=tie.number) | Q(away_from=tie.number))
    for fixture in Fixture.objects.filter(tie__in=following).select_related("match", "tie"):
        went_there = loser if fixture.tie.third_place else tie.winner_id
        if went_there in (fixture.home_id, fixture.away_id) and has_begun(fixture):
            raise Refusal(ADVANCED_ALREADY, team=tie.winner.name)


def _update(competition: Competition) -> None:
    go_on(competition)
    results_changed([competition.pk])
