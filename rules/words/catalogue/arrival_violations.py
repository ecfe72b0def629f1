"""Imported teams: what is wrong with one, or unusual, and what to do about it."""

ARRIVAL_VIOLATIONS = {
    "elsewhere.nobody": ("The team has no players.", "Enter at least one player."),
    "elsewhere.number": ("{number} is not a shirt number.", "Use a whole number from 1 to {maximum}."),
    "elsewhere.number_twice": (
        "{count} players have the number {number}.",
        "Give each of them a number of their own.",
    ),
    "elsewhere.fan_factor": (
        "A fan factor of {count} is not possible.",
        "Enter a whole number from 0 to {maximum}.",
    ),
    "elsewhere.staff": ("{count} × {staff:thing} is not possible.", "Enter a whole number from 0 to {maximum}."),
    "elsewhere.treasury": (
        "A treasury of {gold:k} is not possible.",
        "Enter an amount from 0 to {maximum:k}.",
    ),
    "elsewhere.no_bank": ("Teams have no bank here.", "Add its gold to the treasury, or leave it out."),
    "elsewhere.count": (
        "No. {number} cannot have {count} {what:things}.",
        "Enter a whole number from 0 to {maximum}.",
    ),
    "elsewhere.not_marked": ("No. {number} cannot be a {mark}.", "Clear the tick."),
    "elsewhere.no_position": (
        "No. {number} has no position.",
        "Choose a position from the list, or enter the player's own.",
    ),
    "elsewhere.profile": (
        "The {team_list} list has no position “{position}”, so no. {number} needs {characteristics}, "
        "each from {minimum} to {maximum}.",
        "Enter what the player started with, or choose a position from the list: {positions}.",
    ),
    "elsewhere.cost": (
        "“{position}” is not on the list, so no. {number} needs a cost; {cost:k} is not possible.",
        "Enter the price without improvements, up to {maximum:k}.",
    ),
    "elsewhere.no_such_skill": (
        "No. {number}: there is no skill called “{skill}”.",
        "Use the name in the rulebook, or leave the skill out.",
    ),
    "elsewhere.skill_twice": ("No. {number} has {skill} more than once.", "Remove one of them."),
    "elsewhere.no_such_characteristic": (
        "No. {number}: there is no characteristic called “{found}”.",
        "Use one of {known}.",
    ),
    "elsewhere.out_of_bounds": (
        "No. {number} would have {characteristic} {value}; it must be from {minimum} to {maximum}.",
        "Check the player's gains and losses.",
    ),
    # Hints: a team with a history may have this.
    "elsewhere.few_players": (
        "{players:player is|players are} fewer than a new team has ({minimum}).",
        "Journeymen can fill the empty places.",
    ),
    "elsewhere.few_pieces": (
        "{what:thing}: {gold:gold piece|gold pieces} in total.",
        "Check that this is right: for 60k, enter 60 in the form, or 60000 in a file.",
    ),
    "elsewhere.many_pieces": (
        "{what:thing}: {gold:k} in total.",
        "Check that this is right: for 60k, enter 60 in the form, or 60000 in a file.",
    ),
    "elsewhere.over_the_limit": (
        "{count} × {position} is more than the {maximum} that the list allows now.",
        "They stay in the team. You can buy no more until there are fewer.",
    ),
    "elsewhere.off_the_list": (
        "{count} × {position}: not on the {team_list} list.",
        "They stay in the team as entered. You can buy no more of them.",
    ),
    "elsewhere.closed_skill": (
        "No. {number} has {skill}, which a {position} cannot learn here.",
        "The player keeps it. Check that it is right.",
    ),
    "elsewhere.improvements": (
        "No. {number} has {count:improvement|improvements}, but {spp} SPP give {rolls} here.",
        "The player keeps them. The next improvement roll comes with the next level.",
    ),
    "elsewhere.far_from_start": (
        "No. {number} has {characteristic} {value}, far from the starting value of {start}.",
        "The player keeps it. Check that it is right.",
    ),
}
