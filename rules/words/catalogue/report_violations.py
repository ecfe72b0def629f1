"""What is wrong with a match report and its injuries, and what to do about it, by the violation's id."""

REPORT_VIOLATIONS = {
    # Injuries
    "injury.not_on_roster": ("This player is not on the roster.", "Choose the player who was hurt."),
    "injury.did_not_play": (
        "{who} misses this match, so nothing can happen to him in it.",
        "Choose the player who was hurt.",
    ),
    "injury.not_rolled": (
        "The casualty roll is missing.",
        "Enter its dice, D6 and D8, as one number such as 43, or name the result.",
    ),
    "injury.no_such_d68": (
        "{found} is no result of a D68: the first figure is 1 to 6, the second 1 to 8.",
        "Enter both dice as one number, such as 43.",
    ),
    "injury.no_such_d6": ("{found} is no result of a D6.", "Enter a number from 1 to 6."),
    "injury.no_decay": ("A second casualty roll is only for players with Decay, which {who} has not.", "Clear it."),
    "injury.no_regeneration": ("{who} does not have Regeneration.", "Clear the die."),
    "injury.eaten": (
        "{who} was eaten: nothing and nobody can bring him back.",
        "Clear the treatment, or change the cause.",
    ),
    "injury.used_already": (
        "One {treatment:thing} treats one injury in a match, and this is the second.",
        "Clear it at one of them.",
    ),
    "injury.card_roll_without_card": (
        "A die was rolled for a card, but no card is named.",
        "Name the card, or clear the die.",
    ),
    "injury.card_heals_nobody": ("“{card}” is no card that heals.", "Choose another card, or none."),
    "injury.card_used_already": ("“{card}” has healed somebody in this match already.", "Clear one of the two."),
    "injury.card_not_played": ("“{card}” was not played in this match.", "Play it first, or clear it."),
    "injury.card_die": (
        "“{card}” and a die that shows {found} do not go together.",
        "Enter the D6 where the card wants one, else none.",
    ),
    "injury.card_heals_other": ("“{card}” does not heal such an injury.", "Clear it."),
    "injury.eaten_beyond_cards": ("Nothing is left to heal of who was eaten.", "Clear the card."),
    "injury.not_hired": ("The team has no such help in this match: {treatment:thing}.", "Clear it."),
    "injury.not_for_him": ("This team's healing does not work on {who}.", "Clear the treatment."),
    "injury.one_way_only": (
        "The apothecary either rolls again or sends the player back to the Reserves, not both.",
        "Clear one.",
    ),
    "injury.apothecary_and_healer": ("An apothecary and a healer may not treat the same injury.", "Clear one of them."),
    # The report
    "report.nobody_conceded": (
        "A concession before a kick-off is ticked, but nobody conceded.",
        "Say who conceded, or clear it.",
    ),
    "report.conceded_and_decided": (
        "A match that was conceded is not decided by overtime or shoot-out as well.",
        "Clear one of them.",
    ),
    "report.decided_by_halves": (
        "Overtime or a shoot-out needs a winner, and a winner needs one of them.",
        "Fill in both, or neither.",
    ),
    "report.unknown_decision": ("A level match is decided by overtime or by a shoot-out.", "Choose one of them."),
    "report.decided_against_score": (
        "The score names another winner than the overtime or shoot-out does; a shoot-out needs a level score.",
        "Correct one of them.",
    ),
    "report.winner_wanted": (
        "This match needs a winner, and the score is level.",
        "Say who won it, in overtime or in the shoot-out after that.",
    ),
    "report.leader_conceded": ("The side that conceded was in the lead.", "That may be so; please look again."),
    "report.star_for_both": ("{star} was hired by both sides, so he plays for neither.", "Take him off both."),
    "report.fame": ("FAME {fame} is not possible: it is 0 to {maximum}.", "Count the fans again."),
    "report.fame_for_both": ("Only the side with more fans has FAME, never both.", "Set one of them to 0."),
    "report.listed_twice": ("{who} is listed twice.", "Put both entries together."),
    "report.unknown_player": ("This player is on neither roster.", "Choose one from the roster."),
    "report.other_team": ("This player plays for the other side.", "Move the entry there."),
    "report.kept_out": (
        "{who} was kept out of this match by a card, so he cannot have done or suffered anything in it.",
        "Choose who really did, or change on whom the card was played.",
    ),
    "report.unknown_card": ("There is no special play card “{card}”.", "Choose one of the hand."),
    "report.card_twice": ("“{card}” was played before; there is one of each card.", "Take one of them out."),
    "report.nobody_kept_out": (
        "“{card}” keeps a player out who could play else.",
        "Choose a player of the opponent who does not miss this match.",
    ),
    "report.star_injury_waived": (
        "Of the hired, injuries are kept only of stars in a league that does not waive them, or against a Necromancer.",
        "Leave it out: he recovers after the match.",
    ),
    "report.nobody_raised": (
        "Nobody rose in this match: that takes a Necromancer, and an opponent who died in it.",
        "Take the raised player out, or enter the injury by which the opponent died.",
    ),
    "report.not_brought": ("No card that was played brings “{name}”.", "Play the card first, or take him out."),
    "report.absent": ("{who} misses this match, so he cannot have done anything in it.", "Choose who really did."),
    "report.did_not_take_part": ("{who} is not among those who took part.", "Add him there, or clear what he did."),
    "report.too_many_induced": (
        "{count} hired players are more than the {most} that a team can field.",
        "Take some off.",
    ),
    "report.unknown_kind": ("“{kind}” is no kind of hired player.", "Choose star, mercenary or journeyman."),
    "report.not_hired": ("This side hired no {kind:thing} before the match.", "Choose what it hired."),
    "report.out_of_bounds": ("{count} {what:things} for one player cannot be: 0 to {maximum}.", "Correct the number."),
    "report.score": ("A score of {count} cannot be: 0 to {maximum}.", "Correct it."),
    "report.no_scorer": (
        "The score is {score}, but only {scored:touchdown has|touchdowns have} a scorer: {missing} missing.",
        "Say who scored, or correct the score.",
    ),
    "report.too_many_scorers": (
        "The score is {score}, but players scored {scored}: {over} too many.",
        "Take touchdowns off, or correct the score.",
    ),
    "report.casualty_not_credited": (
        "By the injuries {who} caused {caused:casualty|casualties} by blocks, but is credited with {claimed}.",
        "Credit him, or change who caused them.",
    ),
    "report.casualty_without_injury": (
        "{who} is credited with {claimed:casualty|casualties}, but by the injuries he caused {caused} by blocks.",
        "Add the injury, or lower his number; fouls, crowd and weapons earn nothing.",
    ),
    "report.induced_casualties": (
        "Hired players caused {caused:injury|injuries} of the opponent's, more than their casualties.",
        "Please look again.",
    ),
    "report.too_many_injuries": (
        "{count} injuries on one side are too many to be true: at most {maximum}.",
        "Take some off.",
    ),
    "report.hurt_twice": (
        "{who} was hurt before and had not come back.",
        "Only Regeneration, a chirurgeon or the apothecary's Reserves bring a player back.",
    ),
    "report.unknown_cause": ("“{cause}” is no cause of an injury.", "Choose one of those offered."),
    "report.two_culprits": (
        "An injury is caused by a player of the roster or by a hired one, not by both.",
        "Choose one.",
    ),
    "report.nobody_hired": ("The opponent hired nobody who could have done this.", "Choose a player of his roster."),
    "report.eaten_by_opponent": (
        "It is a team-mate who eats a player, never an opponent.",
        "Clear who caused it, or change the cause.",
    ),
    "report.blocked_by_nobody": ("Whose block was it?", "Say who caused it, or that it was something else."),
    "report.hurt_by_own": ("The culprit is of the same side.", "Choose a player of the opponent, or leave it open."),
    "report.hurt_by_unknown": ("The culprit is on neither roster.", "Choose a player of the opponent."),
    "report.hurt_by_absent": (
        "No. {number} of the opponent misses this match, so he hurt nobody.",
        "Choose who really did.",
    ),
    "report.hurt_by_kept_out": (
        "No. {number} of the opponent was kept out of this match by a card, so he hurt nobody.",
        "Choose who really did, or change on whom the card was played.",
    ),
    "report.hurt_by_idle": (
        "No. {number} of the opponent is not among those who took part.",
        "Add him there, or choose who really did.",
    ),
    "report.decay": ("{who} has Decay, so a second casualty roll is due.", "Enter it."),
    "report.no_regeneration_roll": ("{who} has Regeneration.", "Enter the die if it was rolled."),
}
