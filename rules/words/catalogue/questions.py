"""The questions of sequences, and the choices that are not names: by the first part of the label, and the kind."""

# Title and help.
QUESTIONS = {
    "weather.roll": ("Weather", "One coach rolls {dice} for the weather."),
    "cards.choose": (
        "Special play cards",
        "Choose a deck to draw a card from, or stop. You can spend {left:k}. You must keep a card that you draw.",
    ),
    "drawn.draw": ("A card from {deck}", "Draw one card of the deck at random. Only you see it."),
    "inducements.choose": (
        "Inducements",
        "Spend {gold:k} of inducement gold, and up to {treasury:k} from the treasury. Unspent inducement gold is lost.",
    ),
    "fans.roll": ("Fans", "Roll {dice}. The total and your fan factor of {fan_factor} decide how many fans come."),
    "mvp_nominees.choose": (
        "Nominees for Most Valuable Player",
        "Choose {count:player|players}. One of them is drawn as MVP.",
    ),
    "mvp.draw": ("Most Valuable Player", "Draw one of your players at random: +{mvp} SPP."),
    "mvp.choose": ("Most Valuable Player", "Choose one of your players: +{mvp} SPP."),
    "second_mvp.draw": (
        "Second Most Valuable Player",
        "Your opponent conceded, so you get their MVP too. Draw one of your players again: +{mvp} SPP.",
    ),
    "second_mvp.choose": (
        "Second Most Valuable Player",
        "Your opponent conceded, so you get their MVP too. Choose one of your players again: +{mvp} SPP.",
    ),
    "unplayed_gold.roll": ("Gold", "You won without play. Roll a {dice}: so many times {each:k} go to the treasury."),
    "unplayed_mvp_nominees.choose": (
        "Nominees for Most Valuable Player",
        "You won without play. Choose {count:player|players}. Award no. {nth} goes to one of them, who is drawn.",
    ),
    "unplayed_mvp.draw": (
        "Most Valuable Player",
        "You won without play. Draw one of your players at random for award no. {nth}: +{mvp} SPP.",
    ),
    "unplayed_mvp.choose": (
        "Most Valuable Player",
        "You won without play. Choose one of your players for award no. {nth}: +{mvp} SPP.",
    ),
    "pack.choose": (
        "Skills by the pack {pack}",
        "Choose a skill for each player who gets one. The pack gives: {limits:limits}.",
    ),
    "special_rule.choose": ("{what}", "Choose one for your {team_list} team, for good."),
    "improvements.roll": (
        "Improvement of {who}",
        "Roll {dice} for improvement no. {nth}.",
    ),
    "improvements.choose": ("Improvement of {who}", "Choose improvement no. {nth} for this player."),
    "winnings.roll": ("Winnings", "Roll a {dice}. The roll and FAME decide how much gold the match brings."),
    "winnings_reroll.choose": (
        "Winnings: the winner's re-roll",
        "You rolled {die}. Keep it, or roll again and keep the second roll.",
    ),
    "winnings_reroll.roll": ("Winnings: the winner's re-roll", "Roll a {dice}. You keep this roll."),
    "fan_factor.roll": (
        "Fan factor",
        "Roll {dice}.",
        "After a win: +1 if the roll is above {fan_factor}.",
        "After a loss: −1 if the roll is below {fan_factor}.",
    ),
    "defections.roll": (
        "Does {who} walk out?",
        "This player has {spp} SPP, and the team conceded. Roll a {dice}: on 1-{leaving} the player leaves.",
    ),
    "raise.choose": ("Raising the dead", "Add dead players of your opponent to your team, for free, if you have room."),
    "release.choose": ("Releasing", "Release players, staff or re-rolls. You get no gold back."),
    "buy.choose": (
        "Buying",
        "Spend up to {treasury:k} from the treasury. {room:place is|places are} free.",
    ),
}

WITHOUT = {
    "inducements.choose": {
        "gold": "Spend up to {treasury:k} from the treasury.",
        "treasury": "Spend {gold:k} of inducement gold. What you do not spend is lost.",
        "gold treasury": "You have no gold to spend on this match.",
    },
    "buy.choose": {"treasury": "The treasury is empty. {room:place is|places are} free."},
}
"""Other help for a side that has none of these: inducement gold, its own gold, or both."""

OPTIONS = {
    "keep": "Keep the roll",
    "reroll": "Roll again",
    "induced": "Hired player {index}: the award is lost",
    "raised": "Player raised in the match: the award counts if they join",
}
