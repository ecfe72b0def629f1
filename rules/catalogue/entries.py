"""The lines of a team's history, by the entry's kind and where it matters how it came about."""

ENTRIES = {
    "team_founded": "Founded as a {team_list} team with {gold:k}",
    "team_brought_over": "Brought over from elsewhere as a {team_list} team, with {treasury:k} in the treasury",
    "player_brought_over": "{who} came along as {position} ({spp} SPP)",
    "player_hired": "{who} hired as {position} ({price:k})",
    "player_hired.raised": "{who} raised from the dead as {position}",
    "player_left.released": "{who} released",
    "player_left.walked_out": "{who} walked out",
    "player_killed": "{who} died",
    "player_injured": "{who} hurt: {harm}",
    "player_recovered": "{who} is back",
    "points_earned": "{who}: {spp} SPP ({feats})",
    "skill_gained": "{who}: {skill} learned ({cost:+k})",
    "skill_gained.gift": "{who}: {skill} received ({cost:+k})",
    "characteristic_raised": "{who}: {characteristic:improvement} ({cost:+k})",
    "staff_hired": "{count} × {staff:thing} hired ({price:k})",
    "staff_released": "{count} × {staff:thing} released",
    "rerolls_bought": "{count:team re-roll|team re-rolls} bought ({price:k})",
    "rerolls_released": "{count:team re-roll|team re-rolls} given up",
    "fan_factor_changed": "Fan factor {change:+}",
    "fan_factor_changed.bought": "Fan factor {change:+} ({price:k})",
    "gold_moved": "{amount:k} moved from {source} to {target}",
    "gold_moved.winnings.treasury": "{amount:k} won",
    "gold_moved.treasury.bank": "{amount:k} put into the bank",
    "gold_moved.bank.treasury": "{amount:k} taken out of the bank",
    "gold_moved.treasury.expenses": "{amount:k} of spiralling expenses paid",
    "gold_moved.bank.expenses": "{amount:k} of spiralling expenses paid by the bank",
    "gold_moved.treasury.inducements": "{amount:k} spent on inducements",
    "trophy_won": "{trophy:thing} won",
    "trophy_lost": "{trophy:thing} passed on",
}

# Parts of entries.
HARM = {
    "misses_next": "misses the next match",
    "niggling": "{count:niggling injury|niggling injuries}",
    "lost": "{characteristic} −1",
    "nothing": "nothing lasting",
}
FEATS = {
    "completions": "{count:completion|completions}",
    "touchdowns": "{count:touchdown|touchdowns}",
    "interceptions": "{count:interception|interceptions}",
    "casualties": "{count:casualty|casualties}",
    "mvps": "{count:MVP award|MVP awards}",
}
