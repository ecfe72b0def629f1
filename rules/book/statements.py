"""Citing a rulebook: purposes by name, and the rule that an edition cites for each.

Every rulebook numbers its rules in its own way, so shared code knows no rule ids. It names a purpose, and the edition's
table ``statements`` (``book.toml``) gives the rule for it. If an edition gives none, its book has no such rule, and
nothing is cited.
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
    "team_lists": "which team lists teams can have",
    "several_teams": "several teams of one coach",
    "trades": "what moves between teams",
    "brought_over": "imported teams",
    "team_value": "what a team is worth",
    "trophy_value": "what a held trophy adds to team value",
    "free_fan_factor": "free fan factor, which does not count",
    "permanent_inducements": "what is hired for one match as part of the roster",
    "bank": "gold in the bank",
    # Before a match
    "weather": "the weather",
    "inducements": "hiring for one match, and with what gold",
    "inducements_sold": "what can be hired for one match",
    "play_off_inducements": "hiring in play-offs, semi-finals and finals",
    "excluded_inducements": "what a league lets nobody hire",
    "mercenaries": "players hired for gold for one match",
    "journeymen": "journeymen",
    "stars": "star players for a match",
    "healer": "the healer",
    "chirurgeon": "the chirurgeon",
    "cards": "special play cards and their decks",
    "card_modes": "how a league uses special play cards",
    "cards_drawn": "drawing cards before anything is hired",
    "cards_on_roster": "cards with an effect on the roster",
    "fans": "fans and FAME",
    # The match
    "match_result": "how a match ends",
    "match_stopped": "a match that is not played to its end",
    "points_earned": "what earns points",
    "casualties": "what happens to injured players",
    "apothecary_treats": "how an apothecary treats a casualty",
    "regeneration": "regeneration",
    "second_roll": "which players make two casualty rolls",
    "missed_match": "missing a match",
    "eaten": "players who were eaten",
    "conceding_early": "conceding before a kick-off because of too few players",
    "conceding": "conceding",
    "unplayed": "a match that one side cannot play",
    # After the match
    "mvp": "the most valuable player",
    "levels": "how many improvements experience brings",
    "improvement": "the improvement roll",
    "characteristic_limits": "limits of characteristics",
    "improvement_cost": "what improvements add to a player's cost",
    "hired_players": "what players hired for a match cannot earn",
    "winnings": "winnings",
    "expenses": "spiralling expenses",
    "fan_factor": "changes of the fan factor",
    "hiring": "hiring and releasing after a match",
    "raising": "dead opponents who join",
    # Leagues
    "commissioner": "the commissioner's decisions",
    "open_play": "which teams can play each other in open play",
    "season_end": "how a season ends",
    "doubled_gate": "gate and winnings in the last matches of a tournament",
    "challenges": "challenges",
    "trophies": "effects of trophies",
    "minor_prizes": "prize gold of minor tournaments",
}


class Source(TypedDict):
    """A rule id and its page, for figures, violations and questions: ``Term(id=..., **source)``.

    An empty `rule` on page 0 means that there is no source.
    """

    rule: str
    page: int


def source_for(purpose: str, statements: Mapping[str, str], pages: Mapping[str, int]) -> Source:
    """The rule that an edition cites for a purpose, with its page; an empty source if there is none.

    Raises KeyError for a purpose that is not in PURPOSES.
    """
    rule = statements.get(purpose, "")
    if not rule and purpose not in PURPOSES:
        raise KeyError(f"nothing is cited for {purpose!r}; there are {', '.join(PURPOSES)}")
    return {"rule": rule, "page": pages[rule] if rule else 0}
