"""Matches decided without play: a walkover, a coin toss, a draw, a loss for both, void; and revoking such a decision.

Nothing was played, so players earn nothing and a missed match is not served: the fixture loses its match and keeps the
outcome of each side, which the table counts at once. A book may give the winner of a walkover more (`won_unplayed`),
also the opponents of a team that leaves. Rules: L1 (a commissioner may, p31), L5 (2-0 if one side will not, p40).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures import won_unplayed
from competitions.fixtures.fixtures import A_BYE, OPENED, hold_fixture, refuse_opened, reread_fixture, words_of
from competitions.fixtures.notices import DECIDED
from competitions.fixtures.own_fixture import deed_about
from competitions.formats.progress import go_on
from competitions.formats.walkovers import decided_again_for, walkover_columns
from competitions.models import VOID, Competition, Decision, Fixture, Withdrawal
from competitions.ranking.tables import Outcome
from competitions.setup.pairings import delete_scheduled, give_matches
from competitions.setup.services import NOT_PLAYING, WRONG_STATE
from competitions.standings.standings import results_changed
from leagues import log
from leagues.agreements.own_matches import refuse_alone
from leagues.agreements.who_agrees import Deed
from notices.telling import tell
from rules.team.won_unplayed import score_of
from teams.models import Team
from web.errors import Message, Refusal

WhichSide = Literal["home", "away"]

DECIDE, REVOKE = "competitions.decide", "competitions.revoke_decision"

NOT_DECIDED = Message(
    id="competitions.not_decided",
    text=_("There is no decision on {match} to revoke."),
    remedy=_("The page of the match shows its state. You can decide it there."),
    status=409,
)

TEAM_HAS_LEFT = Message(
    id="competitions.walkover_of_team_that_left",
    text=_("{team} was withdrawn from {competition}, so {match} would be decided again at once, just as it is."),
    remedy=_("To have it played, undo the withdrawal of {team}."),
    status=409,
)

NEEDS_A_WINNER = Message(
    id="competitions.decision_needs_winner",
    text=_("{match} is a knock-out match, so it cannot be a draw."),
    remedy=_("Award it to one side, toss a coin, or choose on the bracket page which team advances."),
)

NO_DRAWS = Message(
    id="competitions.no_draws",
    text=_("By {book} every match has a winner."),
    remedy=_("Award it to one side, toss a coin, or declare it void."),
)

WALKOVER = log.kind("competitions.walkover", _("{by} awarded {match} to {team} without play."), reasoned=True)
COIN_TOSS = log.kind(
    "competitions.coin_toss", _("{by} had the server toss a coin for {match}: {team} won."), reasoned=True
)
DECLARED_VOID = log.kind("competitions.declared_void", _("{by} declared {match} void."), reasoned=True)
DOUBLE_LOSS = log.kind(
    "competitions.double_loss", _("{by} gave both teams of {match} a loss: it was not played."), reasoned=True
)
DRAWN = log.kind(
    "competitions.drawn_without_play", _("{by} gave both teams of {match} a draw: it was not played."), reasoned=True
)
REVOKED = log.kind(
    "competitions.decision_taken_back", _("{by} revoked the decision on {match} ({decision})."), reasoned=True
)


def _kind_words(kind: str, entry: object) -> str:
    return str(Decision.Kind(kind).label)


log.argument("decision", _kind_words)


@transaction.atomic
def award_walkover(
    *, fixture: Fixture, by: User | None, expected: int, to: WhichSide, reason: str, agreed_by: User | None = None
) -> Decision:
    """Award an unplayed match to one side, which also has what the book gives for that.

    Raises ``Refusal``, ``StaleVersion``.
    """
    current = _decidable(fixture, by, to, expected, agreed_by)
    log.record(
        WALKOVER, league=_league(current), by=by, reason=reason, match=words_of(current), team=_name(current, to)
    )
    columns = walkover_columns(to, score_of(current.round.competition.played_book))
    made = _decide(current, columns, kind=Decision.Kind.WALKOVER, winner=to, reason=reason, by=by, agreed_by=agreed_by)
    won_unplayed.begin(current, current.home_id if to == "home" else current.away_id, by)
    return made


@transaction.atomic
def toss_coin(*, fixture: Fixture, by: User, expected: int, reason: str, agreed_by: User | None = None) -> Decision:
    """Decide an unplayed match by a coin: a win and a loss without any score.

    The server tosses, and stores the result in the same transaction. Raises ``Refusal``, ``StaleVersion``.
    """
    current = _decidable(fixture, by, Decision.Kind.COIN_TOSS, expected, agreed_by)
    to: WhichSide = "home" if secrets.randbelow(2) else "away"
    outcomes = _outcomes(*((Outcome.WIN, Outcome.LOSS) if to == "home" else (Outcome.LOSS, Outcome.WIN)))
    words: dict[str, Any] = {"match": words_of(current), "team": _name(current, to)}
    log.record(COIN_TOSS, league=_league(current), by=by, reason=reason, **words)
    return _decide(
        current, outcomes, kind=Decision.Kind.COIN_TOSS, winner=to, reason=reason, by=by, agreed_by=agreed_by
    )


@transaction.atomic
def declare_void(*, fixture: Fixture, by: User, expected: int, reason: str, agreed_by: User | None = None) -> Decision:
    """Declare that a match is not played and does not count. Raises ``Refusal``, ``StaleVersion``."""
    current = _decidable(fixture, by, Decision.Kind.VOID, expected, agreed_by)
    log.record(DECLARED_VOID, league=_league(current), by=by, reason=reason, match=words_of(current))
    return _decide(
        current, _outcomes(VOID, VOID), kind=Decision.Kind.VOID, winner="", reason=reason, by=by, agreed_by=agreed_by
    )


@transaction.atomic
def give_double_loss(
    *, fixture: Fixture, by: User | None, expected: int, reason: str, agreed_by: User | None = None
) -> Decision:
    """Give both sides a loss without a score, for a match not played in time. Raises ``Refusal``, ``StaleVersion``."""
    current = _decidable(fixture, by, Decision.Kind.DOUBLE_LOSS, expected, agreed_by)
    outcomes = _outcomes(Outcome.FORFEIT, Outcome.FORFEIT)
    log.record(DOUBLE_LOSS, league=_league(current), by=by, reason=reason, match=words_of(current))
    return _decide(
        current, outcomes, kind=Decision.Kind.DOUBLE_LOSS, winner="", reason=reason, by=by, agreed_by=agreed_by
    )


@transaction.atomic
def give_draw(*, fixture: Fixture, by: User, expected: int, reason: str, agreed_by: User | None = None) -> Decision:
    """Make an unplayed match a draw without a score.

    Raises ``Refusal`` in a knock-out, or by a book in which every match has a winner; ``StaleVersion``.
    """
    current = _decidable(fixture, by, Decision.Kind.DRAW, expected, agreed_by)
    if current.tie_id is not None:
        raise Refusal(NEEDS_A_WINNER, field="how", match=words_of(current))
    if not current.round.competition.book.result.may_be_level:
        raise Refusal(NO_DRAWS, field="how", book=current.round.competition.book.name)
    outcomes = _outcomes(Outcome.DRAW, Outcome.DRAW)
    log.record(DRAWN, league=_league(current), by=by, reason=reason, match=words_of(current))
    return _decide(current, outcomes, kind=Decision.Kind.DRAW, winner="", reason=reason, by=by, agreed_by=agreed_by)


@transaction.atomic
def decide_open_matches(*, withdrawal: Withdrawal, fixtures: Sequence[Fixture]) -> None:
    """Decide the open matches of a team that leaves, all with the same few writes: its opponents win, or they are void.

    Who wins has what the book gives for that, match by match, with writes of its own.

    The caller holds the competition; ``fixtures`` have their teams. Raises ``Refusal`` if one was opened meanwhile.
    """
    if not delete_scheduled([each.match_id for each in fixtures if each.match_id is not None]):
        for each in fixtures:
            refuse_opened(each)
    leaver, competition = withdrawal.entrant.team_id, withdrawal.entrant.competition
    walkovers = withdrawal.how == Withdrawal.How.WALKOVERS
    winners = {each.pk: _opponent_of(each, leaver) if walkovers else "" for each in fixtures}
    for winner in sorted(set(winners.values())):
        columns = walkover_columns(winner, score_of(competition.played_book)) if winner else _outcomes(VOID, VOID)
        decided = Fixture.objects.filter(pk__in=[pk for pk, side in winners.items() if side == winner])
        decided.update(version=F("version") + 1, **columns)
    kind = Decision.Kind.WALKOVER if walkovers else Decision.Kind.VOID
    given: dict[str, Any] = {"by": withdrawal.by, "reason": withdrawal.reason}
    Decision.objects.bulk_create(
        Decision(fixture=each, kind=kind, winner=winners[each.pk], withdrawal=withdrawal, **given) for each in fixtures
    )
    log.record_each(
        WALKOVER if walkovers else DECLARED_VOID,
        league=competition.season.league,
        **given,
        args=[
            {"match": words_of(each)} | ({"team": _name(each, winners[each.pk])} if walkovers else {})
            for each in fixtures
        ],
    )
    _results_changed(competition)
    if walkovers and won_unplayed.gives_something(competition):
        for each in fixtures:
            each.round.competition = competition
            won_unplayed.begin(each, each.home_id if winners[each.pk] == "home" else each.away_id, withdrawal.by)


@transaction.atomic
def revoke_decision(
    *, fixture: Fixture, by: User, expected: int, reason: str, agreed_by: User | None = None
) -> Fixture | None:
    """Let the match be played after all. None if a bracket has removed it: by its results other teams play there now.

    Raises ``Refusal`` if nothing was decided or would change, or a team is no longer active; ``StaleVersion``.
    """
    current = _running(fixture, expected)
    refuse_decided_again(current)
    refuse_alone(deed_about(current, REVOKE, by, version=expected), agreed_by)
    if not Decision.objects.filter(fixture=current).exists():
        raise Refusal(NOT_DECIDED, match=words_of(current))
    revoke_decisions(competition=current.round.competition, fixtures=[current], by=by, reason=reason)
    return reread_fixture(current) if Fixture.objects.filter(pk=current.pk).exists() else None


def refuse_decided_again(fixture: Fixture) -> None:
    """Raises ``Refusal`` if revoking would change nothing: a team that has left the bracket loses the match again."""
    if (gone := decided_again_for(fixture)) is not None:
        competition = fixture.round.competition.name
        raise Refusal(TEAM_HAS_LEFT, team=gone.name, competition=competition, match=words_of(fixture))


def revoke_decisions(*, competition: Competition, fixtures: Sequence[Fixture], by: User, reason: str) -> None:
    """Let decided matches be played after all, with as many writes as for one. Raises ``Refusal`` as for one.

    The caller holds the competition; ``fixtures`` have their teams and ties.
    """
    for team in (team for each in fixtures for team in (each.home, each.away)):
        if team is not None and team.state != Team.State.ACTIVE:
            raise Refusal(NOT_PLAYING, team=team.name)
    if won_unplayed.gives_something(competition):
        won_unplayed.take_back(fixtures, by, reason)
    decided = Decision.objects.filter(fixture__in=fixtures)
    kinds = dict(decided.values_list("fixture", "kind"))
    decided.delete()
    give_matches(competition, fixtures)
    rows = Fixture.objects.filter(pk__in=[each.pk for each in fixtures])
    rows.update(home_outcome="", away_outcome="", counted={})
    Fixture.objects.bulk_update(fixtures, ["match"])
    _results_changed(competition)
    words = [{"match": words_of(each), "decision": kinds[each.pk]} for each in fixtures]
    log.record_each(REVOKED, league=competition.season.league, by=by, reason=reason, args=words)


def deciding(fixture: Fixture, by: User | None, *, how: str = "", expected: int = 0) -> Deed:
    """Deciding a fixture without play, as others may have to agree to it."""
    return deed_about(fixture, DECIDE, by, how=str(how), version=expected)


def revoking(fixture: Fixture, by: User, *, expected: int = 0) -> Deed:
    """Revoking a decision, as others may have to agree to it."""
    return deed_about(fixture, REVOKE, by, version=expected)


def _decidable(fixture: Fixture, by: User | None, how: str, expected: int, agreed_by: User | None) -> Fixture:
    """The current fixture, if it can be decided and others need not agree first."""
    deed = deciding(fixture, by, how=how, expected=expected)  # which names the match that is then dropped
    current = _undecided(fixture, expected)
    refuse_alone(deed, agreed_by)
    return current


def _undecided(fixture: Fixture, expected: int) -> Fixture:
    """The fixture as it is now, with its match deleted. Raises ``Refusal`` for a bye, or if it is opened or decided."""
    current = _running(fixture, expected)
    if current.away is None:
        raise Refusal(A_BYE, team=current.home.name)
    refuse_opened(current)
    if current.match_id is not None and not delete_scheduled([current.match_id]):
        raise Refusal(OPENED, match=words_of(current))
    return current


def _running(fixture: Fixture, expected: int) -> Fixture:
    current = hold_fixture(fixture, expected)
    competition = current.round.competition
    if competition.state != Competition.State.RUNNING:
        raise Refusal(WRONG_STATE, competition=competition.name, state=competition.get_state_display())
    return current


def _outcomes(home: str, away: str) -> dict[str, Any]:
    """A fixture's columns without any score."""
    return {"home_outcome": str(home), "away_outcome": str(away), "counted": {}}


def _decide(current: Fixture, columns: dict[str, Any], **decision: Any) -> Decision:
    Fixture.objects.filter(pk=current.pk).update(**columns)
    made = Decision.objects.create(fixture=current, **decision)
    tell(DECIDED, current, by=made.by)
    _results_changed(current.round.competition)
    return made


def _results_changed(competition: Competition) -> None:
    """Raise the version of the table, and let the competition continue."""
    results_changed([competition.pk])
    competition.refresh_from_db(fields=["standings_version"])
    go_on(competition)


def _league(fixture: Fixture) -> Any:
    return fixture.round.competition.season.league


def _opponent_of(fixture: Fixture, team: int) -> WhichSide:
    """The side that plays against a team."""
    return "away" if fixture.home_id == team else "home"


def _name(fixture: Fixture, side: str) -> str:
    team = fixture.home if side == "home" else fixture.away
    assert team is not None
    return team.name
