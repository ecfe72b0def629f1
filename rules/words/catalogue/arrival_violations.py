"""Teams from elsewhere: what is wrong with one, or out of the ordinary, and what to do about it."""

ELSEWHERE_VIOLATIONS = {
    "elsewhere.nobody": ("Nobody came along.", "Tell at least one player."),
    "elsewhere.number": ("{number} is no shirt number.", "Use a whole number from 1 to {maximum}."),
    "elsewhere.number_twice": ("{count} players wear number {number}.", "Give all but one of them another number."),
    "elsewhere.fan_factor": (
        "{count:point|points} of fan factor cannot be.",
        "Tell a whole number from 0 to {maximum}.",
    ),
    "elsewhere.staff": ("{count} × {staff:thing} cannot be.", "Tell a whole number from 0 to {maximum}."),
    "elsewhere.treasury": ("A treasury of {gold:k} cannot be.", "Tell an amount from 0 to {maximum:k}."),
    "elsewhere.bank": ("A bank of {gold:k} cannot be.", "It holds 0 to {maximum:k}; what is more is lost."),
    "elsewhere.count": (
        "No. {number} cannot have {count} {what:things}.",
        "Tell a whole number from 0 to {maximum}.",
    ),
    "elsewhere.no_position": ("No. {number} has no position.", "Choose one of the list, or tell what he was."),
    "elsewhere.profile": (
        "The {team_list} list has no position “{position}”, so no. {number} needs all of {characteristics}, "
        "each from {minimum} to {maximum}.",
        "Tell what he began with, or choose a position of the list: {positions}.",
    ),
    "elsewhere.cost": (
        "“{position}” is not on the list, so no. {number} needs what he cost; {cost:k} cannot be.",
        "Tell the price that he had without his improvements, up to {maximum:k}.",
    ),
    "elsewhere.no_such_skill": (
        "No. {number}: there is no skill called “{skill}”.",
        "Use the name that the rulebook has for it, or leave it out.",
    ),
    "elsewhere.skill_twice": ("No. {number} has {skill} more than once.", "Leave one of them out."),
    "elsewhere.no_such_characteristic": (
        "No. {number}: there is no characteristic called “{found}”.",
        "Use one of {known}.",
    ),
    "elsewhere.out_of_bounds": (
        "No. {number} would have {characteristic} {value}: it lies between {minimum} and {maximum}.",
        "Look at what he gained and lost.",
    ),
    # Hints: an old team may have it.
    "elsewhere.few_players": (
        "{players:player is|players are} fewer than a new team has ({minimum}).",
        "Journeymen may make up the rest.",
    ),
    "elsewhere.few_pieces": (
        "{what:thing}: {gold:gold piece|gold pieces} in all.",
        "Check that it is meant: 60k are 60 on the form, and 60000 in a file.",
    ),
    "elsewhere.many_pieces": (
        "{what:thing}: {gold:k} in all.",
        "Check that it is meant: 60k are 60 on the form, and 60000 in a file.",
    ),
    "elsewhere.over_the_limit": (
        "{count} × {position} are more than the {maximum} that the list allows now.",
        "They stay; none can be bought until there are fewer.",
    ),
    "elsewhere.off_the_list": (
        "{count} × {position}: not on the {team_list} list.",
        "They stay as they are told; none can be bought.",
    ),
    "elsewhere.closed_skill": (
        "No. {number} has {skill}, which is closed to a {position} here.",
        "He keeps it; check that it is meant.",
    ),
    "elsewhere.improvements": (
        "No. {number} has {count:improvement|improvements}, and his {spp} SPP give {rolls} here.",
        "He keeps what he has; his next roll comes with the next level.",
    ),
    "elsewhere.far_from_start": (
        "No. {number} has {characteristic} {value}, far from the {start} that he began with.",
        "He keeps it; check that it is meant.",
    ),
}
