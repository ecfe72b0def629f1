"""The questions of sequences, and the choices that are no names: by the first part of the label and the kind."""

# Title and help.
QUESTIONS = {
    "weather.roll": ("Weather", "One coach rolls {dice} for the weather."),
    "cards.choose": (
        "Special play cards",
        "Choose a deck to draw a card from, or draw no more: {left:k} can be spent. A card once drawn is kept.",
    ),
    "drawn.draw": ("A card from {deck}", "Draw one card of the deck at random. Nobody but you sees it."),
    "inducements.choose": (
        "Inducements",
        "Spend {gold:k} of inducement gold, which is lost otherwise, and up to {treasury:k} from the treasury.",
    ),
    "fans.roll": ("Fans", "Roll {dice}: with fan factor {fan_factor} they say how many fans come."),
    "mvp.draw": ("Most Valuable Player", "Draw one of the players at random; he earns {mvp} SPP."),
    "mvp.choose": ("Most Valuable Player", "Choose one of the players; he earns {mvp} SPP."),
    "second_mvp.draw": (
        "Second Most Valuable Player",
        "The opponent conceded, so his MVP is yours too: draw one of your players again; he earns {mvp} SPP.",
    ),
    "second_mvp.choose": (
        "Second Most Valuable Player",
        "The opponent conceded, so his MVP is yours too: choose one of your players again; he earns {mvp} SPP.",
    ),
    "improvements.roll": (
        "Improvement of {who}",
        "Roll {dice}: it is his improvement no. {nth}. A double opens more skills.",
    ),
    "improvements.choose": ("Improvement of {who}", "Choose what he gains; it is his improvement no. {nth}."),
    "winnings.roll": ("Winnings", "Roll a {dice}: together with FAME it says what the match brings in."),
    "winnings_reroll.choose": (
        "Winnings: the winner's second die",
        "The die shows {die}. Keep it, or roll once more and keep the second whatever it shows.",
    ),
    "winnings_reroll.roll": ("Winnings: the winner's second die", "Roll a {dice}; it stands."),
    "expenses_from_bank.choose": (
        "Spiralling expenses",
        "{due:k} are due. Treasury ({treasury:k}) pays first unless you say how much the bank ({bank:k}) shall pay.",
    ),
    "fan_factor.roll": (
        "Fan factor",
        "Roll {dice}: a winner gains a point above {fan_factor}, a loser loses one below it.",
    ),
    "defections.roll": (
        "Does {who} walk out?",
        "He has {spp} SPP on a team that conceded. Roll a {dice}: on 1-{leaving} he leaves.",
    ),
    "bank.choose": (
        "Bank",
        "Move gold between treasury ({treasury:k}) and bank ({bank:k}); at most {most_in:k} more fit into the bank.",
    ),
    "release.choose": ("Releasing", "Let players, staff or re-rolls go. Nothing is paid back."),
    "raise.choose": ("Raising the dead", "Take in players of the opponent who died, for free, where there is room."),
    "buy.choose": (
        "Buying",
        "Spend up to {treasury:k} of the treasury: {room:place is|places are} free. Re-rolls cost double.",
    ),
}

WITHOUT_GOLD = {"inducements.choose": ("Inducements", "Spend up to {treasury:k} from the treasury.")}
"""Questions that are put in other words to a side that is given no gold."""

OPTIONS = {
    "keep": "Keep the die",
    "reroll": "Roll once more",
    "induced": "Hired player {index}: the award is lost",
}
