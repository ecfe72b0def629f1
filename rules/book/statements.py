"""What the house cites a rulebook for: purposes by name, and the statement that an edition names for each.

Every rulebook counts its statements in its own way. Shared code knows none of their ids: it says what it speaks of, and
the edition's table ``statements`` (``book.toml``) says which of its statements that is. A purpose that the edition does
not name is not in its book: what is said of it then stands without a source.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

PURPOSES: Mapping[str, str] = {
    # Teams
    "starting_gold": "what a new team may spend",
    "squad": "how many players a team has, and how many of each position",
    "rerolls": "how many team re-rolls a team has, and what they cost",
    "fan_factor_bought": "fan factor of a new team",
    "staff": "coaching staff",
    "apothecary": "which players an apothecary treats",
    "several_teams": "several teams of one coach",
    "trades": "gold and players that pass between teams",
    "brought_over": "teams that come from elsewhere",
    "team_value": "what makes up team value",
    "trophy_value": "what a held trophy adds to team value",
    "free_fan_factor": "fan factor that costs nothing and does not count",
    "permanent_inducements": "inducements as part of the roster",
    "bank": "gold in the bank",
    # Before a match
    "weather": "the weather",
    "inducements": "buying inducements, and with what gold",
    "play_off_inducements": "inducements in play-offs, semi-finals and finals",
    "excluded_inducements": "inducements that a league switches off",
    "mercenaries": "mercenaries",
    "journeymen": "journeymen",
    "stars": "star players for a match",
    "healer": "the healer",
    "chirurgeon": "the chirurgeon",
    "cards": "special play cards and their decks",
    "card_modes": "how special play cards are had in a league",
    "cards_drawn": "drawing cards before the other inducements",
    "cards_on_roster": "cards that reach the roster",
    "fans": "fans and FAME",
    # The match
    "match_result": "how a match ends, overtime and shoot-outs",
    "points_earned": "what earns star player points",
    "casualties": "the casualty table",
    "apothecary_treats": "what an apothecary does about a casualty",
    "regeneration": "regeneration",
    "second_roll": "who suffers two casualty rolls",
    "missed_match": "missing a match",
    "eaten": "players who were eaten",
    "conceding_early": "conceding before a kick-off for want of players",
    "conceding": "conceding",
    # After it
    "mvp": "the most valuable player",
    "levels": "how many improvements experience brings",
    "improvement": "the improvement roll",
    "characteristic_limits": "how far characteristics may move",
    "improvement_cost": "what improvements add to a player's cost",
    "hired_players": "what players hired for a match cannot earn",
    "winnings": "winnings",
    "expenses": "spiralling expenses",
    "fan_factor": "fans that come and go",
    "hiring": "hiring and releasing after a match",
    "raising": "opponents who died and join",
    # Leagues
    "commissioner": "the commissioner's word",
    "open_play": "who may play whom in open play",
    "season_end": "how a season ends",
    "doubled_gate": "gate and winnings in the last matches of a tournament",
    "challenges": "challenges",
    "trophies": "trophies that do something",
    "minor_prizes": "prize gold of minor tournaments",
}


class Source(TypedDict):
    """Where a book says something, as figures, violations and questions carry it: ``Term(id=..., **source)``.

    An empty `rule` on page 0 is no source.
    """

    rule: str
    page: int


def source_for(purpose: str, statements: Mapping[str, str], pages: Mapping[str, int]) -> Source:
    """The statement that an edition names for a purpose, with its page; none where it names none.

    Raises KeyError for a purpose that is none of PURPOSES.
    """
    rule = statements.get(purpose, "")
    if not rule and purpose not in PURPOSES:
        raise KeyError(f"nothing is cited for {purpose!r}; there are {', '.join(PURPOSES)}")
    return Source(rule=rule, page=pages[rule] if rule else 0)
