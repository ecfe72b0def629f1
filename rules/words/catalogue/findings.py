"""What a correction finds that can no longer stand, beside what a journal calls impossible; and what may be done."""

FINDINGS = {
    "correction.not_earned": "{who} has {spp} SPP then, too few for this improvement.",
    "correction.roster_full": "The roster has {maximum} players already.",
    "correction.position_full": "There are {maximum} in the position {position} already.",
}
"""Of entries that could follow, but ought not to."""

CHOICES = {
    "strike": "Take it out",
    "strike.passing": "Take it out of both teams’ books, with all that hangs on it",
    "keep": "Let it stand",
    "grant": "Give the missing {missing:k}",
}
