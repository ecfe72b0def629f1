"""What a major gives players permanently (L6, p41): gifts to the winner's players, and the best player's award.

The draw of favoured players is stored before it is shown; then a gift is chosen for each, from those they may have.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Holding, Season, Trophy
from competitions.names import with_the
from competitions.trophies.awarding import NOT_ACTIVE, append_to
from competitions.trophies.trophies import written
from leagues import log
from leagues.books import rulesets_of, stored_edition
from leagues.models import League
from leagues.services import locked
from rules.book.rows.after_match import TrophyEffect
from rules.sequence.explanations import RuleBroken
from rules.sheet.sheet import TeamSheet
from rules.team.gifts import GiftDraw, award_for, check_gift_draw, chosen_gifts, effect_of
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from teams.selectors import rosters_of
from web.commands import write_version
from web.errors import Message, Refusal

SERVER_ROLLS = Message(
    id="competitions.gifts_by_server",
    text=_("The server rolls the dice of this league."),
    remedy=_("Send the form without dice."),
)
DICE_WANTED = Message(
    id="competitions.gifts_dice_wanted",
    text=_("This league enters its own dice, and none were entered."),
    remedy=_("Roll the D3, draw the players, and enter both."),
)
NO_GIFTS = Message(
    id="competitions.no_gifts",
    text=_("There are no more gifts of {trophy} for players of {team}."),
    remedy=_("Each new winner gets gifts once."),
    purpose="trophies",
    status=409,
)
DRAWN_ALREADY = Message(
    id="competitions.gifts_drawn_already",
    text=_("The favoured players are already drawn."),
    remedy=_("Choose their gifts on the page of gifts."),
    status=409,
)
NOT_DRAWN = Message(
    id="competitions.gifts_not_drawn",
    text=_("The favoured players are not drawn yet."),
    remedy=_("Roll the D3 and draw them first."),
    status=409,
)
NOT_POSSIBLE = Message(
    id="competitions.gift_not_possible", text=_("These gifts cannot be given."), remedy=_("Fix the listed problems.")
)
NO_AWARD = Message(
    id="competitions.no_best_player_award",
    text=_("There is no award for the best player with {trophy}."),
    remedy=_("Create your own award for a player."),
)
NOT_BEST = Message(
    id="competitions.not_the_best_player",
    text=_("{player} does not have the most star player points in the league."),
    remedy=_("Choose one of the listed players."),
    purpose="trophies",
)

FAVOURED = log.kind("competitions.gifts_drawn", _("{by} drew the players of {team} favoured by {trophy}."))
GIVEN = log.kind("competitions.gifts_given", _("{by} chose the gifts of {trophy} for {team}."))
BEST = log.kind("competitions.best_player", _("{by} named {player} of {team} Player of the Year of {trophy}."))


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A player on the roster of an active team, with their star player points."""

    player: int
    team: Team
    spp: int


def gift_of(holding: Holding) -> TrophyEffect | None:
    """The gift that a trophy still has for its winner's players; None if it has none or it was given."""
    if holding.role != Holding.Role.HOLDER or holding.gifts_given_at is not None:
        return None
    return effect_of(holding.team.ruleset.rules(), holding.trophy.key, "gift")


@transaction.atomic
def favour(*, holding: Holding, by: User, expected: int, typed: GiftDraw | None) -> Holding:
    """Draw the players favoured by a trophy: by the server, or as ``typed`` in leagues that enter their own dice.

    Raises ``Refusal``, ``StaleVersion``.
    """
    current, effect, league = _open(holding, expected)
    if current.gift_die is not None:
        raise Refusal(DRAWN_ALREADY)
    sheet = ledger.sheet_in(_state(current.team))
    by_server = league.dice == League.Dice.SERVER
    if by_server == (typed is not None):
        raise Refusal(SERVER_ROLLS if by_server else DICE_WANTED)
    favoured = typed or _drawn(sheet, effect)
    try:
        check_gift_draw(current.team.ruleset.rules(), sheet, effect, favoured)
    except RuleBroken as broken:
        raise Refusal(NOT_POSSIBLE, violations=broken.violations) from None
    Holding.objects.filter(pk=current.pk).update(gift_die=favoured.die, gift_players=list(favoured.players))
    log.record(FAVOURED, league=league, by=by, team=current.team.name, trophy=current.trophy.name)
    return _reread(current)


@transaction.atomic
def give_gifts(*, holding: Holding, by: User, expected: int, chosen: Mapping[int, str]) -> Holding:
    """Give the favoured players their chosen gifts, by player id; players without a choice get none.

    Raises ``Refusal`` for a gift that a player may not have, or while the team is in a match; ``StaleVersion``.
    """
    current, effect, league = _open(holding, expected)
    if current.gift_die is None:
        raise Refusal(NOT_DRAWN)
    rules, state = current.team.ruleset.rules(), _state(current.team)
    try:
        entries = chosen_gifts(rules, ledger.sheet_in(state), effect, current.gift_players, chosen)
    except RuleBroken as broken:
        raise Refusal(NOT_POSSIBLE, violations=broken.violations) from None
    source = f"gift:{current.trophy.address}"
    given = append_to(current.team, entries, expected=state.seq, source=source, by=by)
    known = None if current.entries is None else [*current.entries, *given]
    Holding.objects.filter(pk=current.pk).update(gifts_given_at=timezone.now(), entries=known)
    log.record(GIVEN, league=league, by=by, team=current.team.name, trophy=current.trophy.name)
    return _reread(current)


def best_player_in(league: League, trophy: str) -> dict[str, TrophyEffect]:
    """The award for the best player that comes with a trophy, by the edition of each book of the league that has it."""
    found = ((each.edition, effect_of(each.rules(), trophy, "best_player")) for each in rulesets_of(league))
    return {edition: effect for edition, effect in found if effect is not None}


def contenders(league: League, trophy: str) -> list[Contender]:
    """The players with the most star player points, several if level, of teams whose book has the award of a trophy.

    Two queries, one more in a league with several books.
    """
    known = {stored_edition(league, edition) for edition in best_player_in(league, trophy)}
    rosters = rosters_of(league.teams.active().filter(edition__in=known))
    most = max((line.spp for lines in rosters.values() for line in lines), default=0)
    best = [(team, line) for team, lines in rosters.items() for line in lines if line.spp == most > 0]
    teams = Team.objects.select_related("ruleset").in_bulk({team for team, _line in best})
    return [Contender(player=line.player, team=teams[team], spp=line.spp) for team, line in best]


@transaction.atomic
def award_best_player(*, trophy: Trophy, by: User, expected: int, season: Season | None, player: Player) -> Holding:
    """Name the Player of the Year, who gains a skill permanently, unless they have it. The commissioner breaks ties.

    Raises ``Refusal`` for a player who is not the best, or while the team is in a match; ``StaleVersion``.
    """
    league = locked(trophy.league)
    current = write_version(written(trophy), expected=expected, changes={})
    effects = best_player_in(league, current.key)
    if not effects:
        raise Refusal(NO_AWARD, trophy=with_the(current.name))
    best = next((each for each in contenders(league, current.key) if each.player == player.pk), None)
    if best is None:
        raise Refusal(NOT_BEST, field="player", player=str(player))
    effect = effects[best.team.ruleset.edition]
    state = _state(best.team)
    line = ledger.sheet_in(state).player(player.pk)
    assert line is not None  # contenders are on their rosters
    award = award_for(best.team.ruleset.rules(), line, effect)
    awards, source = [award] if award else [], f"best_player:{current.address}"
    entries = append_to(best.team, awards, expected=state.seq, source=source, by=by)
    now, role = timezone.now(), Holding.Role.BEST_PLAYER
    current.holdings.filter(role=role, ended_at__isnull=True).update(ended_at=now)
    words = {"trophy": current.name, "team": best.team.name, "player": str(player)}
    log.record(BEST, league=league, by=by, **words)
    return Holding.objects.create(
        trophy=current, season=season, role=role, team=best.team, player=player, by=by, entries=entries
    )


def _open(holding: Holding, expected: int) -> tuple[Holding, TrophyEffect, League]:
    """The row as it is now, its open gift, and the locked league."""
    league = locked(League.objects.get(trophies__holdings=holding))
    current = _reread(write_version(holding, expected=expected, changes={}))
    effect = gift_of(current)
    if effect is None or current.ended_at is not None:
        raise Refusal(NO_GIFTS, trophy=with_the(current.trophy.name), team=current.team.name)
    if current.team.state != Team.State.ACTIVE:
        raise Refusal(NOT_ACTIVE, team=current.team.name, state=current.team.get_state_display())
    return current, effect, league


def _drawn(sheet: TeamSheet, effect: TrophyEffect) -> GiftDraw:
    """The server's die, and as many players as it says, each as likely as the others."""
    chance = secrets.SystemRandom()
    die = chance.randint(1, effect.die)
    players = [line.player for line in sheet.players]
    return GiftDraw(die=die, players=tuple(chance.sample(players, min(die, len(players)))))


def _state(team: Team) -> TeamState:
    return TeamState.objects.get(team=team)


def _reread(holding: Holding) -> Holding:
    related = ("trophy__league", "team__ruleset", "team__league", "season")
    return Holding.objects.select_related(*related).get(pk=holding.pk)
