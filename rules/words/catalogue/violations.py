"""What is wrong, and what to do about it: the texts of violations by their id."""

from rules.words.catalogue.arrival_violations import ELSEWHERE_VIOLATIONS
from rules.words.catalogue.report_violations import REPORT_VIOLATIONS
from rules.words.catalogue.trade_violations import TRADE_VIOLATIONS

VIOLATIONS = (
    REPORT_VIOLATIONS
    | TRADE_VIOLATIONS
    | ELSEWHERE_VIOLATIONS
    | {
        # Founding
        "founding.too_dear": (
            "The team costs {missing:k} more than it may spend.",
            "Take something off, or choose cheaper players.",
        ),
        "founding.too_few_players": (
            "{players:player is|players are} too few.",
            "Add players until there are {minimum}.",
        ),
        "founding.too_many_players": (
            "{players:player is|players are} too many.",
            "Take players off until there are {maximum}.",
        ),
        "founding.position_limit": (
            "{count} × {position}: the list allows {minimum} to {maximum}.",
            "Choose another position for the rest.",
        ),
        "founding.rerolls": (
            "{count:team re-roll|team re-rolls}: the list allows 0 to {maximum}.",
            "Change the number.",
        ),
        "founding.fan_factor": (
            "{count:point|points} of fan factor: 0 to {maximum} can be bought.",
            "Change the number.",
        ),
        "founding.fan_factor_is_free": (
            "Fan factor is free in this league, so {count:point|points} cannot be bought.",
            "Set it to 0.",
        ),
        "staff.unknown": ("There is no staff called “{staff}”.", "Choose one of those listed."),
        "staff.negative": ("{count} × {staff}: nobody can employ fewer than none.", "Set the number to 0 or more."),
        "staff.no_apothecary": ("{team_list} teams may not employ an apothecary.", "Take the apothecary off."),
        "staff.too_many": ("{count} × {staff}: a team may employ {maximum}.", "Take the rest off."),
        # Dice and answers
        "dice_count": ("{wanted:die is|dice are} wanted here, {found} given.", "Enter one number for each die."),
        "no_such_face": ("A D{die} does not show {face}.", "Enter what the die showed."),
        "not_an_option": ("“{found}” is not one of the choices here.", "Pick one of those offered."),
        "taken": ("“{found}” was drawn before; there is one of each card.", "Draw again."),
        # The commissioner's word
        "word.no_such_figure": ("There is no figure “{found}” to correct.", "Choose one of those listed."),
        "word.no_amount": ("{found} is no change.", "Give a number, above or below 0, that somebody could mean."),
        "word.no_such_trophy": ("There is no trophy “{found}”.", "Choose one of those listed."),
        "word.no_such_skill": ("There is no skill “{found}”.", "Choose one of those listed."),
        "word.no_such_characteristic": ("There is no characteristic “{found}”.", "Choose one of those listed."),
        "word.no_player": ("He is not on the roster.", "Choose a player of the roster."),
        "word.nobody_gone": ("Nobody of that kind has left the team.", "Choose a player who has left."),
        # What a trophy gives
        "gift.no_such_roll": ("A D{faces} does not show {found}.", "Enter what the die showed."),
        "gift.no_player": (
            "{count:of those chosen is|of those chosen are} not on the roster.",
            "Draw again, from the roster as it is now.",
        ),
        "gift.player_twice": ("A player is chosen twice.", "Draw another one in his place."),
        "gift.wrong_number": ("{wanted:player is|players are} favoured, and {found} chosen.", "Choose as many."),
        "gift.not_favoured": ("Somebody is given a gift who was not drawn.", "Choose for those who were."),
        "gift.not_open": ("No. {number} cannot take “{found}”.", "Choose one of those offered, or nothing."),
        # Inducements
        "inducement.not_a_list": (
            "The inducements cannot be read: {found}.",
            "Send a list of them, of reasonable length.",
        ),
        "inducement.unreadable": (
            "This inducement cannot be read: {found}.",
            "Give its kind, and what it needs: count, name, position, skills or deck.",
        ),
        "inducement.count": ("{found} is not a number of inducements.", "Give a whole number from 0 to 20."),
        "inducement.unknown": ("There is no inducement called “{kind}”.", "Choose one of those listed."),
        "inducement.excluded": ("This league plays without this inducement: {kind:thing}.", "Take it off."),
        "inducement.not_permanent": ("In this league this is no part of a roster: {kind:thing}.", "Take it off."),
        "inducement.none_of_it": ("There is none of it: {kind:thing}.", "Take it off, or take at least one."),
        "inducement.no_cards": ("This league plays without special play cards.", "Take the cards off."),
        "inducement.cards_only": (
            "This league plays with special play cards only, so this cannot be had: {kind:thing}.",
            "Take it off.",
        ),
        "inducement.card_budget": (
            "These cards cost {cost:k}, the budget for cards is {budget:k}.",
            "Draw fewer, or from cheaper decks.",
        ),
        "inducement.card_not_drawn": (
            "Cards are not bought with the other inducements: they are drawn before them.",
            "Take the cards off; draw them first.",
        ),
        "card.deck_empty": ("All cards of the deck {deck} are drawn.", "Choose another deck, or draw no more."),
        "inducement.none_in_play_offs": ("There are no inducements in this match.", "Take them all off."),
        "inducement.no_such_deck": ("There is no deck called “{deck}”.", "Choose one of the decks listed."),
        "inducement.no_healer": (
            "{team_list} teams may not hire a healer, as they may not employ an apothecary.",
            "Take the healer off.",
        ),
        "inducement.too_many": ("{count} × {kind:thing}: at most {maximum}.", "Take the rest off."),
        "inducement.journeymen": (
            "{count:journeyman is|journeymen are} too many: this team may induce {allowed}, up to eleven who can play.",
            "Take the rest off.",
        ),
        "inducement.journeyman_position": (
            "A journeyman plays in an unlimited position, without extra skills.",
            "Choose from: {allowed}.",
        ),
        "inducement.no_such_position": ("The list has no position “{position}”.", "Choose one that it has."),
        "inducement.position_full": (
            "The list allows {maximum} × {position}, and the team has as many who can play.",
            "Choose another position.",
        ),
        "inducement.mercenary_skills": (
            "{count} extra skills are too many for a mercenary: at most {maximum}.",
            "Take the rest off.",
        ),
        "inducement.mercenary_skill": (
            "A mercenary {position} cannot have {skill}: he may have skills of his Normal categories, each once.",
            "Choose another.",
        ),
        "inducement.not_his_team": ("{star} does not play for {team_list} teams.", "Choose a star of their list."),
        "inducement.star_absent": (
            "{star} is dead or injured, and this league does not waive it.",
            "Choose another star.",
        ),
        "inducement.star_once": ("{star} can be hired once only.", "Take the other one off."),
        "inducement.squad_full": (
            "With them {players} players could play, and {maximum} is the most.",
            "Hire fewer players.",
        ),
        "inducement.too_dear": (
            "The inducements cost {cost:k}; there are {gold:k} of inducement gold and {treasury:k} in the treasury.",
            "Take something off.",
        ),
        # After the match
        "improvement.not_rolled": (
            "A roll of {roll} does not give {choice:improvement} to no. {number}.",
            "Choose from what is offered.",
        ),
        "improvement.at_ceiling": (
            "No. {number} is as high as he can go: {choice:improvement} is closed to him.",
            "Choose a skill instead.",
        ),
        "improvement.known_already": ("No. {number} has {choice} already.", "Choose another skill."),
        "improvement.no_such_skill": ("There is no skill called “{choice}”.", "Choose from what is offered."),
        "improvement.only_on_double": (
            "No. {number} can learn {choice} only on a double, and rolled {roll}.",
            "Choose from what is offered.",
        ),
        "improvement.closed_category": (
            "{choice} is of a category closed to no. {number}, even on a double.",
            "Choose from what is offered.",
        ),
        "expenses.from_bank": (
            "{found:typed_gold} cannot come from the bank: from 0 to {most:k} can, in whole gold pieces.",
            "Change the amount.",
        ),
        "bank.limits": (
            "{found:typed_gold} cannot be moved: at most {most_in:k} into the bank (it holds {maximum:k}) "
            "and {most_out:k} out of it.",
            "Change the amount.",
        ),
        "roster.not_a_list": ("A list is wanted here, of at most {maximum} items.", "Send one."),
        "roster.unknown_item": (
            "This cannot be read: {found}.",
            "Name one player, one kind of staff or a number of re-rolls.",
        ),
        "release.not_on_roster": (
            "This player is not on the roster any more, so he cannot be released.",
            "Take him off the list.",
        ),
        "release.on_loan": (
            "This player is on loan, so he cannot be released.",
            "Take him off the list: he goes back when the loan ends.",
        ),
        "release.no_such_staff": ("The team employs nobody like that: {staff:thing}.", "Take it off the list."),
        "release.rerolls": (
            "{count:team re-roll|team re-rolls} cannot be given up: the team has {have}.",
            "Change the number.",
        ),
        "buy.no_such_position": ("The {team_list} list has no position “{position}”.", "Choose one that it has."),
        "buy.squad_full": (
            "The roster is full with {maximum} players, those who miss a match included.",
            "Release somebody first.",
        ),
        "buy.position_full": (
            "The list allows {maximum} × {position}, and the team has as many.",
            "Choose another position, or release one.",
        ),
        "buy.number": ("Number {number} cannot be given.", "Choose a free one from 1 to {highest}."),
        "buy.number_worn": ("Number {shirt} is worn by {who}, {position}.", "Choose a free one from 1 to {highest}."),
        "buy.rerolls": (
            "The team has {have:team re-roll|team re-rolls} and may have {maximum}.",
            "Buy at least one, and fewer.",
        ),
        "buy.too_dear": (
            "It costs {price:k}, and {treasury:k} are left in the treasury.",
            "Leave it, or take gold out of the bank first.",
        ),
        "raise.not_a_list": ("A list of the opponent's dead is wanted here, each once.", "Send one."),
        "raise.not_raisable": ("This player cannot be raised.", "Choose from the dead that are offered."),
        "raise.one_zombie": ("Only one of the dead may rise as a Zombie.", "Choose one."),
        "raise.squad_full": ("The roster is full, so nobody more can join.", "Release somebody first."),
    }
)

# Why an entry of the journal cannot follow.
IMPOSSIBLE = {
    "not_departed": "{who} has not left the team.",
    "skill_not_known": "He does not have {skill}.",
    "below_zero": "{what:things} would fall below nothing.",
    "no_such_place": "There is no entry {seq} to put the correction before.",
    "nothing_to_strike": "There is nothing left to strike of entry {seq}.",
    "negative_gold": "{amount:k} cannot be moved: an amount of gold is never negative.",
    "same_purse": "Gold cannot be moved from the {purse:thing} to where it is.",
    "gold_not_there": "{missing:k} are missing in the {purse:thing}.",
    "not_on_roster": "{who} is not on the roster at that time.",
    "not_lent": "{who} is not out on loan.",
    "loan_mixed_up": "{who} cannot be given or taken like that: somebody on loan can only go back.",
    "founded_already": "The team is founded already.",
    "player_known_already": "{who} is on the team already, or was.",
    "number_worn": "Number {number} is worn by somebody else.",
    "skill_known_already": "The player has {skill} already.",
    "negative_count": "There cannot be {count} {what:things}.",
    "no_such_characteristic": "There is no characteristic called {characteristic}.",
    "staff_not_there": "The team does not employ so many: {staff:thing}.",
    "rerolls_not_there": "The team has only {rerolls:team re-roll|team re-rolls}.",
    "fan_factor_below_zero": "Fan factor {fan_factor} cannot fall that far: it is never below 0.",
    "trophy_held_already": "The team holds the {trophy:thing} already.",
    "trophy_not_held": "The team does not hold the {trophy:thing}.",
}
