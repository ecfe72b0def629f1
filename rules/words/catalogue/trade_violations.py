"""What is wrong with a trade, and what to do about it."""

TRADE_VIOLATIONS = {
    "trade.off": (
        "This league does not allow trades.",
        "Ask the commissioner to allow them in the house rules.",
    ),
    "trade.one_coach": (
        "{team} and {other} have the same coach, and a coach cannot trade between their own teams.",
        "Trade with another coach's team.",
    ),
    "trade.nothing": ("Neither team gives anything.", "Add gold or a player."),
    "trade.negative_gold": ("{team} cannot give {gold:k}.", "Set every amount to 0 or more."),
    "trade.gold_not_there": (
        "{team} would give {gold:k}, but has only {treasury:k} in its treasury.",
        "Give less gold, or wait until the team has more.",
    ),
    "trade.not_on_roster": (
        "One of the players is not on the roster of {team}.",
        "Remove this player from the trade.",
    ),
    "trade.on_loan": (
        "{who} is only on loan at {team}, and cannot be traded.",
        "Remove this player from the trade, or end the loan first.",
    ),
    "trade.named_twice": ("A player of {team} is in this trade twice.", "Add each player once."),
    "trade.no_such_position": (
        "{who} cannot join {team}: the {team_list} list has no such {position}.",
        "Remove this player from the trade.",
    ),
    "trade.position_full": (
        "{team} would have {count} × {position}, including players out on loan. Its list allows {maximum}.",
        "Remove one of them from the trade, or give one in return.",
    ),
    "trade.squad_full": (
        "{team} would have {count:player|players}, including players out on loan. The maximum is {maximum}.",
        "Remove a player from the trade, or give one in return.",
    ),
    "trade.no_day": ("The trade includes a loan, but no day on which it ends.", "Enter the day."),
    "trade.day_over": ("The loan cannot end on {day}: it must end after today.", "Enter a later day."),
    "trade.nothing_lent": (
        "There is a day on which a loan ends, but the trade includes no loan.",
        "Clear the day, or loan something.",
    ),
}
