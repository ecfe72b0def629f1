"""The most expensive honours: an award with picture and two holders, a major with drawn gifts, a full hall of fame."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from accounts.models import User
from competitions.models import Holding, Season, Trophy
from competitions.trophies.awarding import TrophyAward, award_trophy
from competitions.trophies.gifts import favour
from competitions.trophies.page import trophy_in
from competitions.trophies.trophies import make_trophy
from leagues.models import League
from rules.team.gifts import GiftDraw, effect_of
from stats.honours.hall import Candidate, induct
from stats.models import Inductee
from stats.played.coaches import present_coach
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from web.pictures import SIDE, redrawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Honours:
    """`award` goes to players; `best_player` is the address of the major that names the best one of the year."""

    award: Trophy
    best_player: str
    favoured: Holding
    inductee: Inductee


def hand_out(league: League, season: Season, commissioner: User) -> Honours:
    """Award them in a league. No team may be in a match, since its journal is then closed."""
    return Honours(
        award=_award(league, season, commissioner),
        best_player=_major(league, "best_player"),
        favoured=_favoured(league, season, commissioner),
        inductee=_hall(league, commissioner),
    )


def _hall(league: League, commissioner: User) -> Inductee:
    """A team, a coach and a player of each of five teams in the hall of fame; the last one."""
    given = {"league": league, "by": commissioner, "citation": "For what they did, and for how they did it." * 6}
    for team in _teams(league)[:5]:
        player = team.players.order_by("pk")[0]
        induct(candidate=Candidate(name=team.name, team=team), **given)
        last = induct(candidate=Candidate(name=str(player), team=team, player=player), **given)
        coach = present_coach(team.coach_id, team.coach_name)
        if not league.inductees.filter(coach=coach.account, coach_name=coach.name, team=None).exists():
            last = induct(candidate=Candidate(name=team.coach_name, coach=coach), **given)
    return last


def _award(league: League, season: Season, commissioner: User) -> Trophy:
    """A trophy of the commissioner, held first by a player of one team, then by one of another."""
    painted = BytesIO()
    Image.effect_noise((SIDE, SIDE), 64).save(painted, "PNG")
    picture = redrawn(SimpleUploadedFile("award.png", painted.getvalue()))
    words = {"name": "The Golden Boot", "description": "For the player who stood longest."}
    award = make_trophy(league=league, by=commissioner, for_players=True, picture=picture, **words)
    for team in _teams(league)[:2]:
        player = Player.objects.get(pk=ledger.sheet_in(TeamState.objects.get(team=team)).players[0].player)
        to = TrophyAward(team=team, player=player, note="The last one standing.")
        award.refresh_from_db()
        award_trophy(trophy=award, by=commissioner, expected=award.version, season=season, to=to)
    award.refresh_from_db()
    return award


def _favoured(league: League, season: Season, commissioner: User) -> Holding:
    """The trophy that gives most to players of its winner, with as many drawn players as its die has faces."""
    key = _major(league, "gift")
    trophy, team = trophy_in(league, key), _teams(league)[0]
    to = TrophyAward(team=team, note="By a touchdown in the last turn.")
    held = award_trophy(trophy=trophy, by=commissioner, expected=trophy.version, season=season, to=to)
    effect = effect_of(team.ruleset.rules(), key, "gift")
    assert effect is not None
    players = ledger.sheet_in(TeamState.objects.get(team=team)).players[: effect.die]
    drawn = GiftDraw(die=effect.die, players=tuple(line.player for line in players))
    return favour(holding=held, by=commissioner, expected=held.version, typed=drawn)


def _major(league: League, kind: str) -> str:
    """The first major of the book with an effect of that kind."""
    rules = league.ruleset.rules()
    return next(key for key in rules.book.trophies if effect_of(rules, key, kind) is not None)


def _teams(league: League) -> list[Team]:
    teams = Team.objects.active().filter(league=league)
    return list(teams.select_related("league", "ruleset").order_by("pk"))
