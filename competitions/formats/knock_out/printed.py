"""Gathers what a printed bracket shows: a ``BracketPrint``, and notes that scores do not show."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from competitions.formats.knock_out.page import ShownTie, stages_of
from competitions.formats.knock_out.pdf import MOST_TIES, BracketPrint, SidePrint, TiePrint
from competitions.models import Competition
from competitions.names import TeamName
from teams.presentation.worn import worn_small
from web.crests.paper import Worn


def bracket_print(competition: Competition, teams: Mapping[int, TeamName]) -> tuple[BracketPrint, list[str]] | None:
    """A knock-out's bracket for printing, and the notes of its ties. Four queries.

    None before the draw, and if it has too many ties for a page.
    """
    shown = stages_of(competition, teams, runs=False)
    stages, third, champion = shown["stages"], shown["third"], shown["champion"]
    if not stages or len(stages[0].ties) > MOST_TIES:
        return None
    ties = [tie for stage in stages for tie in stage.ties] + ([third] if third else [])
    playing = {side.team.id: side.team.crest for tie in ties for side in tie.sides if side.team}
    worn = worn_small(playing)
    bracket = BracketPrint(
        rounds=[(stage.name, [_tie(tie, worn) for tie in stage.ties]) for stage in stages],
        third=(third.title, _tie(third, worn)) if third else None,
        champion=_("Champion: %(team)s") % {"team": champion.name} if champion else "",
    )
    return bracket, [f"{_pairing(tie)}: {tie.note}" for tie in ties if tie.note]


def _tie(tie: ShownTie, worn: Mapping[int, Worn]) -> TiePrint:
    return TiePrint(
        sides=[
            SidePrint(
                name=side.team.name if side.team else side.words,
                score=" ".join(map(str, side.scores)),
                won=side.won,
                known=side.team is not None,
                worn=worn[side.team.id] if side.team else None,
            )
            for side in tie.sides
        ],
        number=0 if len(tie.sides) < 2 or any(side.won for side in tie.sides) else tie.number,
    )


def _pairing(tie: ShownTie) -> str:
    return " – ".join(side.team.name for side in tie.sides if side.team)
