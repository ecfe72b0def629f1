"""What is wrong, and what to do about it: the texts of violations by their id."""

from rules.words.catalogue.arrival_violations import ARRIVAL_VIOLATIONS
from rules.words.catalogue.report_violations import REPORT_VIOLATIONS
from rules.words.catalogue.trade_violations import TRADE_VIOLATIONS

VIOLATIONS = (
    REPORT_VIOLATIONS
    | TRADE_VIOLATIONS
    | ARRIVAL_VIOLATIONS
    | {
        # Founding
        "founding.list_switched_off": ("This league does not play with the list {team_list}.", "Choose another list."),
        "pack.list": ("The pack {pack} has no teams of the list {team_list}.", "Choose another list."),
        "pack.star": ("The pack {pack} does not have {star}.", "Choose another star."),
        "pack.not_open": (
            "Player {number} cannot be given {skill}.",
            "Choose a skill that is open to the position, and that the player does not have.",
        ),
        "pack.too_many": ("{count:skill|skills}: the pack {pack} gives {most}.", "Take some back."),
        "pack.too_many_primary": (
            "{count:primary skill|primary skills}: the pack {pack} gives {most}.",
            "Take some back.",
        ),
        "pack.too_many_secondary": (
            "{count:secondary skill|secondary skills}: the pack {pack} gives {most}.",
            "Take some back.",
        ),
        "pack.points": ("The skills cost {points:point|points}; the pack {pack} gives {most}.", "Take some back."),
        "pack.too_many_stars": ("{count:star|stars}: the pack {pack} allows {most}.", "Hire fewer."),
        "pack.too_many_of_keyword": (
            "{count:star|stars} with the keyword {keyword}: the pack {pack} allows {most}.",
            "Hire fewer of them.",
        ),
        "pack.star_points": ("The stars cost {points:point|points}; the pack {pack} gives {most}.", "Hire fewer."),
        "pack.same_skill": (
            "{skill} is given {count} times; the pack {pack} allows {most}.",
            "Choose another skill for some of them.",
        ),
        "founding.too_dear": (
            "The team costs {missing:k} too much.",
            "Remove something, or choose cheaper players.",
        ),
        "founding.too_few_players": (
            "{players:player is|players are} too few.",
            "Add players until you have {minimum}.",
        ),
        "founding.too_many_players": (
            "{players:player is|players are} too many.",
            "Remove players until you have {maximum}.",
        ),
        "founding.position_limit": (
            "{count} × {position}: the list allows {minimum} to {maximum}.",
            "Choose another position for the others.",
        ),
        "founding.rerolls": (
            "{count:team re-roll|team re-rolls}: the list allows 0 to {maximum}.",
            "Change the number.",
        ),
        "founding.fan_factor_missing": (
            "{count:point|points} of fan factor: a new team has at least {minimum}.",
            "Buy more.",
        ),
        "founding.fan_factor": (
            "{count:point|points} of fan factor: you can buy 0 to {maximum}.",
            "Change the number.",
        ),
        "founding.fan_factor_is_free": (
            "Fan factor is free in this league, so you cannot buy {count:point|points}.",
            "Set it to 0.",
        ),
        "roster.together": ("The list allows {maximum} {what} in a team.", "Choose another position."),
        "roster.at_most_half": (
            "{having:player has|players have} {skill}, and {others} do not.",
            "Choose at least as many without it.",
        ),
        "staff.unknown": ("There is no staff called “{staff}”.", "Choose from the list."),
        "staff.negative": ("{count} × {staff} is less than none.", "Set the number to 0 or more."),
        "staff.no_apothecary": ("{team_list} teams cannot have an apothecary.", "Remove the apothecary."),
        "staff.necromancer": (
            "{team_list} teams cannot have a {staff}: they have a Necromancer.",
            "Remove the {staff}.",
        ),
        "staff.too_many": ("{count} × {staff}: a team can have {maximum}.", "Remove the others."),
        # Dice and answers
        "dice_count": ("{wanted:die is|dice are} needed here, not {found}.", "Enter one number for each die."),
        "no_such_face": ("A D{die} cannot roll {face}.", "Enter the roll."),
        "not_an_option": ("“{found}” is not one of the choices here.", "Choose from the list."),
        "taken": ("“{found}” is already drawn; there is one of each card.", "Draw again."),
        "form.amount": ("“{found}” is not possible here.", "Enter a number from {least} to {most}."),
        "form.gold": ("{found:typed_gold} is not possible here.", "Enter {least:k} to {most:k}."),
        "form.not_a_list": ("“{found}” is not a list of choices.", "Choose from the list."),
        "form.twice": ("One choice is there twice.", "Choose each once."),
        "form.pick": ("{found:choice is|choices are} not what is asked for.", "Choose {least} to {most}."),
        "form.pick_all": ("{found:choice is|choices are} not what is asked for.", "Choose {most}."),
        "form.not_counts": ("“{found}” does not say how many of each.", "Enter a number for each."),
        "form.count": ("“{found}” × {what:thing} is not possible here.", "Enter a number from 0 to {most}."),
        "form.too_few": ("{found} are too few.", "Choose {least} at least."),
        "form.together": ("{found} of these are too many: {what}.", "Choose {most} of them at most."),
        "form.room": ("{found} are too many.", "Choose {most} at most."),
        "form.too_dear": ("This costs {price:k}, but there are only {purse:k}.", "Choose less."),
        "form.too_many_points": ("This costs {price}, but there are only {purse}.", "Choose less."),
        "form.not_a_table": ("“{found}” has no rows.", "Fill in the table."),
        "form.half_a_row": ("A row is not filled in.", "Fill in all of it ({columns}), or nothing."),
        "form.rows": ("{found} of {wanted} rows are filled in.", "Fill in each row."),
        # Manual corrections by the commissioner
        "word.no_such_figure": ("“{found}” cannot be corrected.", "Choose from the list."),
        "word.no_amount": ("{found} is not a possible change.", "Enter a sensible number above or below 0."),
        "word.no_such_trophy": ("There is no trophy “{found}”.", "Choose from the list."),
        "word.no_such_skill": ("There is no skill “{found}”.", "Choose from the list."),
        "word.no_such_characteristic": ("There is no characteristic “{found}”.", "Choose from the list."),
        "word.no_player": ("This player is not on the roster.", "Choose a player on the roster."),
        "word.nobody_gone": ("This player has not left the team.", "Choose a player who has left."),
        # What a trophy gives
        "gift.no_such_roll": ("A D{faces} cannot roll {found}.", "Enter the roll."),
        "gift.no_player": (
            "{count:chosen player is|chosen players are} not on the roster.",
            "Draw again, from the current roster.",
        ),
        "gift.player_twice": ("A player is chosen twice.", "Draw another player instead."),
        "gift.wrong_number": ("{wanted:player gets|players get} a gift, but you chose {found}.", "Choose {wanted}."),
        "gift.not_favoured": ("A player gets a gift who was not drawn.", "Choose gifts for the drawn players only."),
        "gift.not_open": ("No. {number} cannot take “{found}”.", "Choose from the list, or choose nothing."),
        # Inducements
        "inducement.not_a_list": (
            "The inducements cannot be read: {found}.",
            "Send a list of reasonable length.",
        ),
        "inducement.unreadable": (
            "This inducement cannot be read: {found}.",
            "Send its kind, and what that kind needs: count, name, position, skills or deck.",
        ),
        "inducement.count": ("{found} is not a number of inducements.", "Enter a whole number from 0 to 20."),
        "inducement.unknown": ("There is no inducement called “{kind}”.", "Choose from the list."),
        "inducement.excluded": ("This league plays without this inducement: {kind:thing}.", "Remove it."),
        "inducement.not_permanent": (
            "In this league, this inducement cannot be part of a roster: {kind:thing}.",
            "Remove it.",
        ),
        "inducement.none_of_it": ("The number is 0: {kind:thing}.", "Remove it, or take at least one."),
        "inducement.cards_not_sold": ("This league does not sell special play cards.", "Remove the cards."),
        "inducement.no_cards": ("This league plays without special play cards.", "Remove the cards."),
        "inducement.cards_only": (
            "This league plays with special play cards only, and without this inducement: {kind:thing}.",
            "Remove it.",
        ),
        "inducement.card_budget": (
            "These cards cost {cost:k}, but the budget for cards is {budget:k}.",
            "Draw fewer cards, or draw from cheaper decks.",
        ),
        "inducement.card_not_drawn": (
            "Cards are drawn before the other inducements, not bought with them.",
            "Remove the cards, and draw them first.",
        ),
        "card.deck_empty": ("All cards of the deck {deck} are drawn.", "Choose another deck, or stop."),
        "inducement.none_in_play_offs": ("There are no inducements in this match.", "Remove them all."),
        "inducement.no_such_deck": ("There is no deck called “{deck}”.", "Choose from the list."),
        "inducement.no_healer": (
            "{team_list} teams cannot hire a {kind:thing}, because they cannot have an apothecary.",
            "Remove the {kind:thing}.",
        ),
        "inducement.bars_apothecary": (
            "{team_list} teams cannot hire {kind:thing}, because they can have an apothecary.",
            "Remove {kind:thing}.",
        ),
        "inducement.necromancer": (
            "{team_list} teams cannot hire a {kind:thing}: they have a Necromancer.",
            "Remove the {kind:thing}.",
        ),
        "inducement.not_for_list": (
            "{team_list} teams cannot hire a {kind:thing}.",
            "Remove the {kind:thing}.",
        ),
        "inducement.used_too_little": (
            "{name}: a team hires in play-offs only whom it had in {needed} league matches of the season."
            " It had {name} in {uses}.",
            "Remove {name}.",
        ),
        "inducement.kind_used_too_little": (
            "A team hires a {kind:thing} in play-offs only if it had one in {needed} league matches of the season."
            " It had one in {uses}.",
            "Remove the {kind:thing}.",
        ),
        "inducement.has_staff": (
            "The team has its own {staff:thing}, and cannot hire another one for the match.",
            "Remove the {kind:thing}.",
        ),
        "inducement.too_many_of_group": (
            "{group}: {count} bought, and at most {maximum} of them are allowed in all.",
            "Choose fewer of them.",
        ),
        "inducement.bars_star": ("{star} does not play beside the {kind:thing}.", "Remove one of them."),
        "inducement.too_many": ("{count} × {kind:thing}: at most {maximum}.", "Remove the others."),
        "inducement.journeymen": (
            "{count:journeyman is|journeymen are} too many: this team can hire {allowed}, to have eleven who can play.",
            "Remove the others.",
        ),
        "inducement.journeyman_position": (
            "A journeyman plays in an unlimited position, without extra skills.",
            "Choose from: {allowed}.",
        ),
        "inducement.no_such_position": ("The list has no position “{position}”.", "Choose from the list."),
        "inducement.position_full": (
            "The list allows {maximum} × {position}, and the team already has that many who can play.",
            "Choose another position.",
        ),
        "inducement.mercenary_skills": (
            "{count} extra skills are too many for a mercenary: at most {maximum}.",
            "Remove the others.",
        ),
        "inducement.mercenary_skill": (
            "A mercenary {position} cannot have {skill}: only skills of Normal categories, each once.",
            "Choose another skill.",
        ),
        "inducement.not_his_team": ("{star} does not play for {team_list} teams.", "Choose a star from the list."),
        "inducement.star_absent": (
            "{star} is dead or injured, and this league does not waive it.",
            "Choose another star.",
        ),
        "inducement.star_once": ("{star} can be hired only once.", "Remove the other one."),
        "inducement.squad_full": (
            "The team would have {players} players who can play; the maximum is {maximum}.",
            "Hire fewer players.",
        ),
        "inducement.too_dear": (
            "The inducements cost {cost:k}; you have {gold:k} of inducement gold and {treasury:k} in the treasury.",
            "Remove something.",
        ),
        # After the match
        "improvement.not_rolled": (
            "A roll of {roll} does not give {choice:improvement} to no. {number}.",
            "Choose from the list.",
        ),
        "improvement.at_ceiling": (
            "No. {number} cannot get {choice:improvement}: the characteristic is at its maximum.",
            "Choose a skill instead.",
        ),
        "improvement.known_already": ("No. {number} already has {choice}.", "Choose another skill."),
        "improvement.no_such_skill": ("There is no skill called “{choice}”.", "Choose from the list."),
        "improvement.only_on_double": (
            "No. {number} can learn {choice} only on a double, and rolled {roll}.",
            "Choose from the list.",
        ),
        "improvement.closed_category": (
            "No. {number} cannot learn {choice}, even on a double: wrong skill category.",
            "Choose from the list.",
        ),
        "roster.not_a_list": ("This must be a list of at most {maximum} items.", "Send a list."),
        "roster.unknown_item": (
            "This cannot be read: {found}.",
            "Send one player, one kind of staff or a number of re-rolls.",
        ),
        "release.not_on_roster": (
            "This player is no longer on the roster.",
            "Remove the player from the list.",
        ),
        "release.on_loan": (
            "You cannot release a player who is on loan.",
            "Remove the player from the list: they go back when the loan ends.",
        ),
        "release.kept": (
            "No. {number} leads the team and cannot be released, unless an injury has made a characteristic worse.",
            "Remove the player from the list.",
        ),
        "release.too_few_left": (
            "Nobody can be released if fewer than {least} players could play the next match.",
            "Remove the player from the list.",
        ),
        "release.no_such_staff": ("The team does not have this: {staff:thing}.", "Remove it from the list."),
        "release.rerolls": (
            "You cannot give up {count:team re-roll|team re-rolls}: the team has {have}.",
            "Change the number.",
        ),
        "buy.no_such_position": ("The {team_list} list has no position “{position}”.", "Choose from the list."),
        "buy.squad_full": (
            "The roster is full: {maximum} players, including those who miss a match.",
            "Release a player first.",
        ),
        "buy.position_full": (
            "The list allows {maximum} × {position}, and the team already has that many.",
            "Choose another position, or release one of them.",
        ),
        "buy.number": ("Number {number} is not possible.", "Choose a free number from 1 to {highest}."),
        "buy.number_worn": (
            "Number {shirt} belongs to {who}, {position}.",
            "Choose a free number from 1 to {highest}.",
        ),
        "buy.rerolls": (
            "The team has {have:team re-roll|team re-rolls}; the maximum is {maximum}.",
            "Buy at least one, and no more than the maximum.",
        ),
        "raise.not_a_list": (
            "This must be a list of the opponent's dead players, each once.",
            "Send a list.",
        ),
        "raise.not_raisable": ("This player cannot be raised.", "Choose from the list."),
        "raise.one_zombie": ("Only one dead player can rise as a Zombie.", "Choose one."),
        "raise.squad_full": ("The roster is full.", "Release a player first."),
        "buy.too_dear": (
            "This costs {price:k}, but the treasury has {treasury:k} left.",
            "Remove it.",
        ),
    }
)

# Why an entry of the journal is impossible.
IMPOSSIBLE = {
    "not_departed": "{who} has not left the team.",
    "skill_not_known": "The player does not have {skill}.",
    "below_zero": "{what:things} would fall below 0.",
    "no_such_place": "There is no entry {seq} to put the correction before.",
    "nothing_to_strike": "Entry {seq} is already removed.",
    "negative_gold": "{amount:k} cannot be moved: an amount of gold is never negative.",
    "same_purse": "Gold cannot move from the {purse:thing} to the {purse:thing}.",
    "gold_not_there": "The {purse:thing} is {missing:k} short.",
    "not_on_roster": "{who} is not on the roster at that time.",
    "not_lent": "{who} is not out on loan.",
    "loan_mixed_up": "{who} cannot be traded or loaned like this: a player on loan can only go back.",
    "no_journeyman": "{who} is not a journeyman.",
    "founded_already": "The team is already founded.",
    "special_rule_there": "The team has {special_rule} already.",
    "special_rule_not_there": "The team does not have {special_rule}.",
    "player_known_already": "{who} is or was already on the team.",
    "number_worn": "Number {number} belongs to another player.",
    "nothing_lost": "The player has lost no {characteristic}.",
    "skill_known_already": "The player already has {skill}.",
    "negative_count": "There cannot be {count} {what:things}.",
    "no_such_characteristic": "There is no characteristic called {characteristic}.",
    "staff_not_there": "The team does not have that many: {staff:thing}.",
    "rerolls_not_there": "The team has only {rerolls:team re-roll|team re-rolls}.",
    "fan_factor_below_zero": "Fan factor {fan_factor} cannot fall below 0.",
    "trophy_held_already": "The team already holds the {trophy:thing}.",
    "trophy_not_held": "The team does not hold the {trophy:thing}.",
}
