"""The card of a knock-out on pages where other competitions show the head of their table: its current round."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from competitions.models import Competition, Tie
from competitions.models.bracket_names import outcome, stage_name, third_place_outcome
from competitions.names import TeamName
from web.prepared import Prepared


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """Two sides of a tie; None for a team that is not known yet. ``winner`` is one of them."""

    home: TeamName | None
    away: TeamName | None
    winner: TeamName | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketCard:
    """The last round with teams: its name and its pairs; ``champion`` once the final is decided.

    ``reached`` says in words how far each team came, by its id.
    """

    stage: str
    pairings: tuple[Pairing, ...]
    champion: TeamName | None
    reached: Mapping[int, str]


def bracket_cards(competitions: Sequence[Competition], teams: Mapping[int, TeamName]) -> dict[int, BracketCard]:
    """The cards of the drawn knock-outs among the competitions, by id. At most one query."""
    ids = [each.pk for each in competitions if each.format.eliminates]
    ties: dict[int, list[Tie]] = {}
    for tie in _ties(ids) if ids else ():
        ties.setdefault(tie.competition_id, []).append(tie)
    return {competition: _card(several, teams) for competition, several in ties.items()}


@Prepared
def _ties(competitions: Collection[int]) -> QuerySet[Tie]:
    return Tie.objects.filter(competition__in=competitions).order_by("competition", "round", "number")


def _card(ties: Sequence[Tie], teams: Mapping[int, TeamName]) -> BracketCard:
    last = max(tie.round for tie in ties)
    bracket = [tie for tie in ties if not tie.third_place]
    now = max((tie.round for tie in bracket if tie.home_id and tie.away_id), default=1)
    final = next(tie for tie in bracket if tie.round == last)
    shown = [tie for tie in bracket if tie.round == now and (tie.away_id or tie.away_from)]
    return BracketCard(
        stage=stage_name(last - now),
        pairings=tuple(
            Pairing(
                home=teams.get(tie.home_id or 0), away=teams.get(tie.away_id or 0), winner=teams.get(tie.winner_id or 0)
            )
            for tie in shown
        ),
        champion=teams.get(final.winner_id or 0),
        reached=_reached(ties, last),
    )


def _reached(ties: Sequence[Tie], last: int) -> dict[int, str]:
    """By team id: the stage of its latest tie, and whether it is out."""
    found: dict[int, str] = {}
    for tie in ties:
        for team in filter(None, (tie.home_id, tie.away_id)):
            won = None if tie.winner_id is None else team == tie.winner_id
            found[team] = third_place_outcome(won) if tie.third_place else outcome(last - tie.round, won)
    return found
