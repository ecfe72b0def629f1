"""Who won what a trophy was played for, and who lost its final: to them it is handed, if nobody says otherwise."""

from __future__ import annotations

from competitions.models import Competition, Season, Tie, Trophy
from teams.models import Team


def finalists(trophy: Trophy) -> tuple[Team | None, Team | None]:
    """Winner and runner-up of the last bracket of an open season that was played for a trophy, its final won."""
    if not trophy.pk:
        return None, None
    played = Competition.objects.filter(played_for=trophy, season__state=Season.State.OPEN).order_by("-pk").first()
    if played is None:
        return None, None
    ties = Tie.objects.filter(competition=played, third_place=False)
    final = ties.select_related("home", "away", "winner").order_by("-round", "number").first()
    if final is None or final.winner is None:
        return None, None
    return final.winner, final.away if final.winner == final.home else final.home
