"""Why a later entry is in doubt after a correction, and what can be done about it.

Reasons why an entry is impossible are in `violations.IMPOSSIBLE`.
"""

FINDINGS = {
    "correction.not_earned": "{who} would have {spp} SPP, too few for this improvement.",
    "correction.points_missing": "{who} would have {spp} SPP to spend, but this took {price}.",
    "correction.roster_full": "The roster already has {maximum} players.",
    "correction.position_full": "The roster already has {maximum} × {position}.",
}
"""Reasons against entries that are possible, but that the rules do not allow."""

CHOICES = {
    "strike": "Remove it",
    "strike.passing": "Remove it from the history of both teams, with everything that depends on it",
    "keep": "Keep it",
    "grant": "Add the missing {missing:k}",
}
