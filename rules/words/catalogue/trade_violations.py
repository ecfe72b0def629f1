"""What is wrong with a trade, and what to do about it."""

TRADE_VIOLATIONS = {
    "trade.off": ("There are no trades in this league.", "Ask the commissioner to allow them in the house rules."),
    "trade.one_coach": (
        "{team} and {other} have the same coach: nothing passes between two teams of one coach.",
        "Trade with a team of another coach.",
    ),
    "trade.nothing": ("Neither team gives anything.", "Name some gold or a player."),
    "trade.negative_gold": ("{team} cannot give {gold:k}.", "Set every amount to 0 or more."),
    "trade.gold_not_there": (
        "{team} would give {gold:k}, and has {treasury:k} in its treasury.",
        "Give less gold, or wait until more is won.",
    ),
    "trade.not_on_roster": ("One of the players is not on the roster of {team}.", "Take him out of the trade."),
    "trade.on_loan": (
        "{who} is only on loan with {team}, which cannot give him to anybody.",
        "Take him out of the trade, or end his loan first.",
    ),
    "trade.named_twice": ("A player of {team} is named twice.", "Name each player once."),
    "trade.no_such_position": (
        "{team} cannot take {who} on: the {team_list} list has no such {position}.",
        "Take him out of the trade.",
    ),
    "trade.position_full": (
        "{team} would have {count} × {position}, those counted that it has lent out; its list allows {maximum}.",
        "Take one of them out of the trade, or give one in return.",
    ),
    "trade.squad_full": (
        "{team} would have {count:player|players}, those counted that it has lent out, and {maximum} is the most.",
        "Take somebody out of the trade, or give somebody in return.",
    ),
    "trade.no_day": ("Something is lent, and no day is named on which it comes back.", "Name the day."),
    "trade.day_over": ("A loan cannot end on {day}: that day is not to come any more.", "Name a later day."),
    "trade.nothing_lent": (
        "A day is named on which a loan ends, and nothing is lent.",
        "Leave the day empty, or lend something.",
    ),
}
