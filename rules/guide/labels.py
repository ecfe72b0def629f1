"""How the guide calls tables and fields, and what units their numbers have.

A table or field that is not here is called by its key (``extra_dice`` becomes "Extra dice"), so an edition's own
tables are drawn without being entered; its `words.toml` can name them (`guide.<key>`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A page of the guide, made of tables of the book in this order."""

    key: str
    title: str
    about: str
    tables: tuple[str, ...]


CHAPTERS = (
    Chapter(
        key="teams",
        title="New teams",
        about="What a new team can have.",
        tables=("creation", "worth", "purses", "goods", "staff"),
    ),
    Chapter(
        key="players",
        title="Players and improvement",
        about="What the book says of a player, and how players improve.",
        tables=("profile", "marks", "conditions", "points", "appearance", "deeds", "levels", "improvement", "learning"),
    ),
    Chapter(
        key="match",
        title="Match tables",
        about="What the dice of match day mean.",
        tables=("weather", "kick_off", "stages", "friendlies", "result", "field", "gate"),
    ),
    Chapter(
        key="injuries",
        title="Injuries",
        about="What happens to a player who is hurt.",
        tables=("casualty_tables", "healing"),
    ),
    Chapter(
        key="inducements",
        title="Inducements",
        about="What teams can buy for one match.",
        tables=("inducements", "journeymen"),
    ),
    Chapter(
        key="after",
        title="After the match",
        about="What a match leaves behind.",
        tables=("winnings", "expenses", "fan_factor_roll", "conceding", "unplayed", "raised"),
    ),
    Chapter(
        key="league",
        title="Leagues and trophies",
        about="What a season is played for.",
        tables=("league_play", "points_schemes", "trophies", "minor_prizes"),
    ),
)
"""Lists, skills, stars, cards, options and statements have pages of their own (`rules.guide.pages`)."""

UNDRAWN = frozenset(
    {
        *(
            "key",
            "name",
            "revision",
            "year",
            "about",
            "differs",
            "uncertain",
            "pages",
            "statements",
            "summaries",
            "sources",
            "doubts",
            "files",
        ),
        *(
            "skills_called",
            "inducements_called",
            "peoples",
            "packs",
            "settled",
            "words",
            "facts",
            "injury_fields",
            "roster",
            "shape",
            "own",
            "sources",
            "doubts",
            "files",
        ),
        *("skills", "lists", "stars", "decks", "cards", "card_timings", "options"),
        *("weather_dice", "kick_off_dice"),
    }
)
"""What no chapter draws as a table of its own: it has a page of its own, or belongs to another table, or is no rule."""

TITLES: Mapping[str, str] = {
    "creation": "Limits of new teams",
    "worth": "What a team is worth",
    "purses": "Purses",
    "goods": "What a team owns",
    "staff": "Staff",
    "profile": "Characteristics",
    "marks": "Marks",
    "conditions": "Lasting conditions",
    "deeds": "Star player points",
    "points": "The points that players earn",
    "appearance": "Points for having played",
    "levels": "Levels",
    "improvement": "Improvement rolls",
    "weather": "Weather",
    "kick_off": "Kick-off table",
    "stages": "Stages of a competition",
    "friendlies": "Friendlies",
    "result": "How a match ends",
    "field": "On the field",
    "gate": "Fans and FAME",
    "casualty_tables": "Casualty tables",
    "healing": "Treatment",
    "inducements": "Inducements",
    "journeymen": "Journeymen",
    "winnings": "Winnings",
    "expenses": "Spiralling expenses",
    "fan_factor_roll": "Fan factor roll",
    "conceding": "Conceding",
    "unplayed": "A match that the other side cannot play",
    "raised": "Raised players",
    "league_play": "Divisions and play-offs",
    "points_schemes": "Points in the league table",
    "trophies": "Trophies",
    "minor_prizes": "Prizes of minor tournaments",
}

DICE_OF: Mapping[str, str] = {"weather": "weather_dice", "kick_off": "kick_off_dice"}
"""The field with the dice of a table that does not hold them itself."""

PURPOSE_OF: Mapping[str, str] = {
    "creation": "squad",
    "weather": "weather",
    "gate": "fans",
    "casualty_tables": "casualties",
    "levels": "levels",
    "improvement": "improvement",
    "deeds": "points_earned",
    "journeymen": "journeymen",
    "winnings": "winnings",
    "expenses": "expenses",
    "fan_factor_roll": "fan_factor",
    "conceding": "conceding",
    "unplayed": "unplayed",
    "stages": "match_result",
}
"""The purpose whose statement is the source of a whole table."""

LABELS: Mapping[str, str] = {
    "low": "Roll",
    "double": "On doubles",
    "normal": "Normal skills",
    "profile": "Profile",
    "reroll_cost": "Re-roll",
    "reroll_maximum": "Most re-rolls",
    "cost_percent": "Per cent of the cost",
    "absent_count": "Absent players keep their places",
    "bars_necromancer": "Not for teams with a Necromancer",
    "unless_staff": "Not for teams that have",
    "treats": "Treats injuries",
    "TeamList.endless": "Positions that never run out",
    "TeamList.together": "Positions together",
    "TeamList.choices": "A new team chooses one of each",
    "TeamList.with_rule": "A special rule brings another one",
    "Skill.needs": "Only for players with",
    "Skill.bars": "Never beside",
    "cheaper_with": "Lists of a league's own pay so with",
    "only_tier": "Only teams of tier",
    "sold_to": "Only teams with",
    "maximum_by_list": "Maximum for a list",
    "bars_star": "Not beside the star",
    "for_both": "Both sides can have the same one",
    "named": "There is only one",
    "kept_players": "Nobody is released if fewer players could play the next match",
    "Star.plays_for": "Plays for",
    "Star.special_rule": "Special rule",
    "rerolls": "Re-rolls",
    "maximum_rerolls": "Most re-rolls",
    "later_reroll_multiplier": "Re-rolls cost later, times",
    "fame_for_more": "FAME for more fans",
    "fame_for_many": "FAME for many more fans",
    "many_times": "Many more: as many, times",
    "fame": "FAME",
    "how": "How",
    "points": "Points",
    "most": "Most in a report",
    "one": "Said of one",
    "scores": "Counts for the score",
    "awarded": "Given after the match",
    "causes": "By",
    "better": "Better is",
    "Characteristic.floor": "Lowest",
    "Characteristic.ceiling": "Highest",
    "Characteristic.kept": "What is lost beyond these is kept",
    "Star.keywords": "Kind",
    "KickOffRow.die": "Each side rolls",
    "KickOffRow.rolled": "So many of them",
    "KickOffRow.fans": "Fan factor is added",
    "FactKind.stands_for": "Stands in place of",
    "TeamList.option": "Only if the league chooses",
    "shown": "Written",
    "suit_or_number": "Card",
    "prices_by_list": "Price for a list",
    "needs_apothecary": "Only teams that can have an apothecary",
    "rolls": "Improvement rolls",
    "Level.minimum": "From",
    "numbers": "Players",
    "key": "Short",
    "short": "Short",
    "page": "Page",
    "misses_next": "Misses the next match",
    "misses": "Matches missed",
    "changes": "Changes",
    "conditions": "Lasting condition",
    "niggling": "Niggling injuries",
    "characteristic": "Characteristic",
    "dead": "Dead",
    "gate_factor": "Gate and winnings, times",
    "inducement_gold": "Inducement gold",
    "needs_winner": "Needs a winner",
    "effects": "Effects",
    "percent": "Per cent of normal winnings",
    "Winnings.unit": "For each point",
    "staff": "Staff added",
    "meaning": "When",
    "heals": "Heals",
    "heals_from": "Heals on a roll of",
    "brings": "Brings",
    "keeps_out": "Keeps an opponent out",
    "starting_treasury": "Gold for a new team",
    "fan_factor_start": "Fan factor of a new team",
    "Pack.fans": "Fans of a new team, besides those it buys",
    "fan_factor_minimum": "Fan factor that a new team must have, at least",
    "fan_factor_maximum": "Fan factor that a new team can have, at most",
    "fan_factor_price": "Price of a point of fan factor",
    "fan_factor_value": "Value of a point of fan factor",
    "free_fan_factor": "Fan factor, if the league gives it free",
    "skill_cost": "A normal skill adds to a player's cost",
    "double_cost": "A skill on doubles adds",
    "characteristic_costs": "A characteristic adds",
    "maximum_rise": "A characteristic rises by, at most",
    "usual": "Where new tables start",
    "LeaguePlay.fewest_teams": "A division has at least so many teams",
    "LeaguePlay.meetings": "Two teams of a division meet",
    "LeaguePlay.third_place": "The losers of the semi-finals play for third place",
    "LeaguePlay.across_divisions": "Play-offs start with teams of different divisions",
    "LeaguePlay.play_off_rule": "Play-offs by",
    "PointsScheme.tie_breakers": "Then, between level teams",
    "only_once": "Nobody has it twice",
    "won_at": "Won with a score of",
    "Ending.draw": "It may end in a draw",
    "concede": "A team may concede",
    "few_to_concede": "It concedes early with at most so many players to set up",
    "decided_by": "Where it needs a winner, a draw is decided by",
    "Ending.stopped": "It may also end if it was",
    "Ending.credited_only": "Tables count only injuries that players are credited with",
    "Ending.agreed": "It may go on after a draw if both coaches agree",
    "maximum_loss": "A characteristic falls by, at most",
    "unlisted_categories": "Skills for a position that is not on the list",
    "Expenses.breakpoint": "Paid above a team value of",
    "Expenses.step": "For each further",
    "winner_bonus": "More for the winner",
    "FanFactorRoll.gain": "A winner above their fan factor gains",
    "FanFactorRoll.loss": "A loser below their fan factor loses",
    "fan_factor_loss": "Fan factor lost",
    "leaving_spp": "Players with so many SPP may leave",
    "leaving_die": "They roll",
    "leaving_up_to": "They leave on a roll up to",
    "Mark.kept": "Not fired, unless an injury made a characteristic worse",
    "Friendlies.across": "Only between teams of two divisions",
    "Friendlies.once": "Once in a season for two teams",
    "Trophy.place_gold": "Prizes at a season's end, the first place first",
    "Unplayed.touchdowns": "Touchdowns that it counts",
    "Unplayed.step_gold": "Gold for each point",
    "Unplayed.awards": "Awards to its players",
    "healer_from": "The healer works on a roll from",
    "healer_result": "The casualty is then",
    "regeneration_from": "Regeneration works on a roll from",
    "regeneration_skill": "Players who can regenerate have",
    "second_roll_skill": "Players who make two casualty rolls have",
    "eating_skill": "Players who can eat a team-mate have",
    "Raised.strongest": "At most",
    "Raised.for_fee": "For their usual price",
    "Raised.at_once": "In the match, also hired players and journeymen",
    "Gate.spectators": "Spectators for each point",
}

KEY_FIELDS = ("name", "title", "label", "short", "key")
"""A row is called by the first of these fields that it has."""

HIDDEN = frozenset(
    {
        *("page", "more_pages", "rule", "doubt", "note", "confidence", "source", "key", "name", "title", "label"),
        *("low", "high", "plural", "people", "emblem", "closed", "suit", "one", "many", "most", "aliases"),
    }
)
"""Fields that stand elsewhere in a row (its title, its source), or that nobody reads."""

UNSAID_AT_ZERO = frozenset({"price", "cost", "niggling", "maximum", "fame_for_many", "many_times"})
"""Numbers of which 0 means that there is none, though every row must give them."""

HYPHENED: Mapping[str, str] = {"play_off": "play-off", "semi_final": "semi-final"}
VALUES: Mapping[str, str] = {
    "reroll": "team re-roll",
    "fan_factor": "fan factor",
    "inducement_price": "price of an inducement",
    "semi_final": "semi-final",
    "medal": "MVP for everyone in the match",
    "best_player": "the player of the year",
    "shoot_out": "shoot-out",
    "wiped_out": "one team had nobody left who could play",
    "gift": "gift to players of the winner",
    "{n}": "",
    "touchdown_difference": "difference of touchdowns",
    "head_to_head": "the matches between them",
}
"""Stored values in words, where the key alone does not say it."""

HIDDEN_IN: Mapping[str, frozenset[str]] = {
    "Deed": frozenset({"award", "listed", "option", "other_causes", "nominees"}),
    "Good": frozenset({"printed"}),
    "Creation": frozenset({"fan_factor_option", "rerolls_stay"}),
    "Conceding": frozenset({"leaving_option", "early_alike"}),
    "Mistakes": frozenset({"lost_rounded"}),
    "Together": frozenset({"one", "option", "lifted"}),
}
"""Fields of one kind of row that say where and how pages show it, or that its option says."""

SENTENCES = frozenset({"summary", "effect", "how", "help", "overtime", "meaning", "condition", "about", "description"})
"""Fields with sentences of our own."""

GOLD = frozenset(
    {
        *("price", "cost", "surcharge", "winner_bonus", "breakpoint", "starting_treasury", "fan_factor_value"),
        *("prices_by_list", "characteristic_costs", "prices", "costs"),
    }
)
GOLD_ENDINGS = ("_price", "_cost", "_treasury", "_gold", "_bonus", "_prices", "_costs")
GOLD_IN: Mapping[str, frozenset[str]] = {
    "Purse": frozenset({"maximum"}),
    "Expenses": frozenset({"step", "price", "breakpoint"}),
    "Winnings": frozenset({"unit", "winner_bonus"}),
}
"""Fields that are gold in this kind of row only."""


def label_of(key: str, own: Mapping[str, str], kind: str = "") -> str:
    """What a field of such a row is called: by the edition, by this module, or by its key."""
    return own.get(f"{kind}.{key}") or own.get(key) or LABELS.get(f"{kind}.{key}") or LABELS.get(key) or spoken(key)


def title_of(key: str, own: Mapping[str, str]) -> str:
    """What a table is called."""
    return own.get(key) or TITLES.get(key) or spoken(key)


def spoken(key: str) -> str:
    """A key as a reader says it: ``later_price`` becomes ``Later price``, ``semi_final`` ``Semi-final``."""
    words = HYPHENED.get(key, key.replace("_", " ")).strip()
    return words[:1].upper() + words[1:]


def is_hidden(kind: str, field: str) -> bool:
    """Whether a field of such a row is not drawn by itself."""
    return field in HIDDEN or field.endswith("_page") or field in HIDDEN_IN.get(kind, ())


def is_gold(kind: str, field: str) -> bool:
    """Whether a field of such a row is an amount of gold."""
    return field in GOLD or field.endswith(GOLD_ENDINGS) or field in GOLD_IN.get(kind, ())
