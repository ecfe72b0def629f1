"""The English texts of everything that the rules report by id; ``rules.words`` fills their gaps.

A gap is a name from the thing's args, with a form: ``{cost:k}`` gold, ``{cost:+k}`` gold with its sign,
``{count:man|men}`` a number with its noun, ``{kind:thing}`` and ``{what:things}`` one or many by their name in THINGS,
``{choice:improvement}`` a skill or a characteristic. ``{who}`` is a player, ``{dice}`` what the dice showed.
"""

from rules.catalogue.entries import ENTRIES, FEATS, HARM, WORD
from rules.catalogue.figures import FIGURES, TERMS
from rules.catalogue.findings import CHOICES, FINDINGS
from rules.catalogue.questions import OPTIONS, QUESTIONS, WITHOUT_GOLD
from rules.catalogue.things import PARTS, THINGS
from rules.catalogue.violations import IMPOSSIBLE, VIOLATIONS

__all__ = [
    "CHOICES",
    "ENTRIES",
    "FEATS",
    "FIGURES",
    "FINDINGS",
    "HARM",
    "IMPOSSIBLE",
    "OPTIONS",
    "PARTS",
    "QUESTIONS",
    "TERMS",
    "THINGS",
    "VIOLATIONS",
    "WITHOUT_GOLD",
    "WORD",
]
