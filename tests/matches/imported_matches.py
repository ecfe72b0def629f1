"""Matches from a league's archive, of teams without a sheet."""

from __future__ import annotations

from datetime import date

from matches.models import Match, MatchSide, PlayerLine
from teams.models import Player, Team
from tests.matches.conftest import TwoTeams


def imported_match(two_teams: TwoTeams) -> tuple[Match, Player]:
    """An imported match of two teams without a sheet, and its scorer."""
    rows = [
        Team.objects.create(league=two_teams.league, name=name, team_list="Elves", state="recorded", coach_name=coach)
        for name, coach in (("Old Guard", "Erwin"), ("Gone By", "Ludo"))
    ]
    match = Match.objects.create(league=two_teams.league, state=Match.State.RECORDED, played_on=date(2009, 3, 1))
    scorer = Player.objects.create(team=rows[0], name="Old <i>Tom</i>")
    for row, side, score, result in zip(rows, ("home", "away"), (2, 1), ("win", "loss"), strict=True):
        made = MatchSide.objects.create(match=match, team=row, side=side, score=score, casualties=1, result=result)
        if side == "home":
            line = PlayerLine(side=made, player=scorer, name=scorer.name, spp=11)
            PlayerLine.objects.store([(line, {"touchdowns": 2, "mvps": 1})])
    return match, scorer
