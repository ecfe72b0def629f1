"""What records call the ways to die, and what we call them."""

from __future__ import annotations

from matches.report.causes import CAUSES

OTHER = "other"
CALLED = {
    "blocked": "block",
    "ballandchain": "block",
    "piledon": "block",
    "fouled": "foul",
    "crowdpushed": "crowd",
    "crowdkicked": "crowd",
    "stabbed": "weapon",
    "chainsaw": "weapon",
    "bomb": "weapon",
    "dodgefail": "dodge",
    "gfifail": "going_for_it",
    "leapfail": "leap",
    "landingfail": "landing",
    "hitbyrock": "rock",
}
"""Our key for each word of the programs that wrote the records, in small letters. Our own keys are understood too."""


def cause_called(word: str) -> str:
    """The key of what records call a cause of death; ``OTHER`` for a word that nobody knows here."""
    small = word.strip().casefold()
    return small if small in CAUSES else CALLED.get(small, OTHER)
