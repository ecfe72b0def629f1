"""The English texts for everything that the rules report by id; ``rules.words.words`` fills their gaps.

A gap is the name of an argument, with a format: ``{cost:k}`` is gold, ``{cost:+k}`` gold with its sign,
``{count:player|players}`` a number with its noun, ``{kind:thing}`` and ``{what:things}`` the singular and plural of a
name in THINGS, ``{choice:improvement}`` a skill or a characteristic, ``{limits:limits}`` what a pack gives.
``{who}`` is a player, ``{dice}`` are dice rolled.
"""

from rules.words.catalogue.entries import ENTRIES, FREE, HARM, MANUAL_CORRECTION
from rules.words.catalogue.figures import FIGURES, NOTES, TERMS
from rules.words.catalogue.findings import CHOICES, FINDINGS
from rules.words.catalogue.items import LIMITS, PARTS, THINGS
from rules.words.catalogue.questions import OPTIONS, QUESTIONS, WITHOUT
from rules.words.catalogue.violations import IMPOSSIBLE, VIOLATIONS

__all__ = [
    "CHOICES",
    "ENTRIES",
    "FIGURES",
    "FINDINGS",
    "FREE",
    "HARM",
    "IMPOSSIBLE",
    "LIMITS",
    "MANUAL_CORRECTION",
    "NOTES",
    "OPTIONS",
    "PARTS",
    "QUESTIONS",
    "TERMS",
    "THINGS",
    "VIOLATIONS",
    "WITHOUT",
]
