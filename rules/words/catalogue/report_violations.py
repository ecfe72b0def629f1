"""What is wrong with a match report and its injuries, and what to do about it, by the violation's id."""

REPORT_VIOLATIONS = {
    # Injuries
    "injury.not_on_roster": ("This player is not on the roster.", "Choose the injured player."),
    "injury.did_not_play": (
        "{who} misses this match, so they cannot be injured in it.",
        "Choose the injured player.",
    ),
    "injury.not_rolled": (
        "The casualty roll is missing.",
        "Enter the D6 and the D8 as one number such as 43, or choose the result.",
    ),
    "injury.no_such_d68": (
        "{found} is not a D68 roll: the first digit is 1 to 6, the second 1 to 8.",
        "Enter both dice as one number, such as 43.",
    ),
    "injury.roll_missing": ("The roll on the table “{table}” is missing.", "Enter what was rolled."),
    "injury.no_such_roll": (
        "{found} cannot be rolled on the table “{table}”.",
        "Enter a number from {least} to {most}, as the dice show it.",
    ),
    "injury.no_such_d6": ("{found} is not a D6 roll.", "Enter a number from 1 to 6."),
    "injury.no_decay": (
        "A second casualty roll is only for players with Decay, and {who} does not have it.",
        "Clear the second roll.",
    ),
    "injury.no_regeneration": ("{who} does not have Regeneration.", "Clear the roll."),
    "injury.eaten": (
        "{who} was eaten, and nothing can bring them back.",
        "Clear the treatment, or change the cause.",
    ),
    "injury.used_already": (
        "One {treatment:thing} treats one injury in a match, and this is the second.",
        "Clear it for one of the injuries.",
    ),
    "injury.card_roll_without_card": (
        "There is a roll for a card, but no card.",
        "Choose the card, or clear the roll.",
    ),
    "injury.card_heals_nobody": ("“{card}” is not a card that heals.", "Choose another card, or none."),
    "injury.card_used_already": ("“{card}” has already healed a player in this match.", "Clear one of the two."),
    "injury.card_not_played": ("“{card}” was not played in this match.", "Add it to the cards played, or clear it."),
    "injury.card_die": (
        "“{card}” and a roll of {found} do not go together.",
        "Enter the D6 if the card needs one; otherwise clear it.",
    ),
    "injury.card_heals_other": ("“{card}” does not heal this injury.", "Clear the card."),
    "injury.eaten_beyond_cards": ("A player who was eaten cannot be healed.", "Clear the card."),
    "injury.not_hired": ("The team has no {treatment:thing} in this match.", "Clear it."),
    "injury.not_for_him": ("This team's healing does not work on {who}.", "Clear the treatment."),
    "injury.one_way_only": (
        "The apothecary either rolls again or sends the player back to the Reserves, not both.",
        "Clear one of them.",
    ),
    # The report
    "report.nobody_conceded": (
        "“Conceded before a kick-off” is ticked, but neither side conceded.",
        "Choose who conceded, or untick it.",
    ),
    "report.conceded_and_decided": (
        "A conceded match cannot also end in another way.",
        "Clear one of them.",
    ),
    "report.decided_by_halves": (
        "Overtime or a shoot-out needs a winner, and a winner needs one of them.",
        "Fill in both, or neither.",
    ),
    "report.no_concession": ("Nobody can concede a match.", "Enter the match as it was played."),
    "report.not_won": (
        "A match ends when a side has scored {wanted}.",
        "Enter {wanted} for the winner, and less for the loser.",
    ),
    "report.unknown_decision": ("This match cannot end in that way.", "Choose one of those in the list."),
    "report.nobody_left": (
        "If a team had nobody left who could play, the other team won.",
        "Enter the team that won.",
    ),
    "report.stopped_and_level": (
        "This match needs a winner, also if it was abandoned.",
        "Ask a commissioner who goes on, and enter that team as the winner.",
    ),
    "report.won_before": (
        "A side has scored {wanted}, so the match was won and not stopped.",
        "Correct the score, or clear how the match was stopped.",
    ),
    "report.decided_against_score": (
        "The score and the overtime or shoot-out have different winners. A shoot-out needs a draw.",
        "Correct one of them.",
    ),
    "report.winner_wanted": (
        "This match needs a winner, and the score is a draw.",
        "Enter who won in overtime or in the shoot-out after it.",
    ),
    "report.leader_conceded": ("The side that conceded was in the lead.", "Check that this is right."),
    "report.star_for_both": (
        "{star} was hired by both sides, and so plays for neither.",
        "Remove this star from both sides.",
    ),
    "report.fame": ("FAME {fame} is not possible: it is 0 to {maximum}.", "Count the fans again."),
    "report.fame_for_both": ("Only the side with more fans has FAME, never both.", "Set one of them to 0."),
    "report.listed_twice": ("{who} is listed twice.", "Combine both entries."),
    "report.unknown_player": ("This player is on neither roster.", "Choose a player from the roster."),
    "report.other_team": ("This player plays for the other side.", "Move the entry there."),
    "report.kept_out": (
        "{who} was kept out of this match by a card, and cannot have done or suffered anything in it.",
        "Choose the right player, or change the target of the card.",
    ),
    "report.unknown_card": ("There is no special play card “{card}”.", "Choose a card from the hand."),
    "report.card_twice": ("“{card}” is already played; there is one of each card.", "Remove one of them."),
    "report.nobody_kept_out": (
        "“{card}” needs a target: a player whom it keeps out of this match.",
        "Choose an opposing player who does not miss this match.",
    ),
    "report.star_injury_waived": (
        "An injury of a hired player only counts for a star if the league does not waive it, or against a Necromancer.",
        "Leave it out: the player recovers after the match.",
    ),
    "report.nobody_raised": (
        "No player can rise in this match. That needs a Necromancer, and an opponent whom a Necromancer can raise: one "
        "who died and was not returned to the Reserves.",
        "Remove the raised player, or correct the fatal injury of the opponent.",
    ),
    "report.raised_or_not": (
        "The Necromancer can raise an opponent in this match. A player raised in the match can be its MVP.",
        "If one was raised, tick it in its row.",
    ),
    "report.not_brought": (
        "None of the cards played brings “{name}”.",
        "Add the card to the cards played, or remove the player.",
    ),
    "report.absent": (
        "{who} misses this match, and cannot have done anything in it.",
        "Choose the right player.",
    ),
    "report.did_not_take_part": (
        "{who} is not in the list of players who took part.",
        "Add them there, or clear this entry.",
    ),
    "report.too_many_induced": (
        "{count} hired players are more than the {most} that a team can field.",
        "Remove some of them.",
    ),
    "report.unknown_kind": ("“{kind}” is not a kind of hired player.", "Choose star, mercenary or journeyman."),
    "report.not_hired": (
        "This side did not hire a {kind:thing} before the match.",
        "Choose a kind of player that it hired.",
    ),
    "report.out_of_bounds": (
        "{count} {what:things} for one player is not possible: 0 to {maximum}.",
        "Correct the number.",
    ),
    "report.score": ("A score of {count} is not possible: 0 to {maximum}.", "Correct the score."),
    "report.no_scorer": (
        "The score is {score}, but the players scored only {scored}: {missing} missing.",
        "Enter who scored, or correct the score.",
    ),
    "report.too_many_scorers": (
        "The score is {score}, but players scored {scored}: {over} too many.",
        "Remove what they did not score, or correct the score.",
    ),
    "report.casualty_not_credited": (
        "{who} caused {caused:injury that counts|injuries that count} for them, but is credited with {claimed}.",
        "Correct the number, or change who caused the injuries.",
    ),
    "report.casualty_without_injury": (
        "{who} is credited with {claimed:injury|injuries}, but the report shows {caused} that count.",
        "Add the injury, or lower the number. Not every cause counts.",
    ),
    "report.induced_casualties": (
        "Hired players caused {caused:injury|injuries} to the opponent, more than they are credited with.",
        "Check the numbers.",
    ),
    "report.too_many_injuries": (
        "{count} injuries on one side are too many: at most {maximum}.",
        "Remove some of them.",
    ),
    "report.hurt_twice": (
        "{who} was injured earlier in this match and had not come back.",
        "Correct one of the two injuries, or enter what brought the player back.",
    ),
    "report.unknown_cause": ("“{cause}” is not a cause of injury.", "Choose one from the list."),
    "report.two_culprits": (
        "An injury is caused by a player on the roster or by a hired player, not by both.",
        "Choose one.",
    ),
    "report.nobody_hired": (
        "The opponent hired no player who could have done this.",
        "Choose a player from the opponent's roster.",
    ),
    "report.eaten_by_opponent": (
        "Only a team-mate can eat a player, never an opponent.",
        "Clear who caused it, or change the cause.",
    ),
    "report.blocked_by_nobody": ("Whose block was it?", "Choose the player, or choose another cause."),
    "report.hurt_by_own": (
        "The player who caused this injury is on the same side.",
        "Choose an opposing player, or leave it empty.",
    ),
    "report.hurt_by_unknown": (
        "The player who caused this injury is on neither roster.",
        "Choose an opposing player.",
    ),
    "report.hurt_by_absent": (
        "The opponent's no. {number} misses this match, and cannot have injured anyone.",
        "Choose the right player.",
    ),
    "report.hurt_by_kept_out": (
        "The opponent's no. {number} was kept out of this match by a card, and cannot have injured anyone.",
        "Choose the right player, or change the target of the card.",
    ),
    "report.hurt_by_idle": (
        "The opponent's no. {number} is not in the list of players who took part.",
        "Add them there, or choose the right player.",
    ),
    "report.fewer_that_follow": (
        "There are {wanted} {followed:things}, but only {count} {what:things}.",
        "Each of them needs one. Enter who it was.",
    ),
    "report.decay": ("{who} has Decay and needs a second casualty roll.", "Enter the second roll."),
    "report.no_regeneration_roll": ("{who} has Regeneration.", "Enter the roll, if there was one."),
}
