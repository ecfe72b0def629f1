"""The English texts of everything that the rules report by id; ``rules.words.words`` fills their gaps.

A gap is a name from the thing's args, with a form: ``{cost:k}`` gold, ``{cost:+k}`` gold with its sign,
``{count:man|men}`` a number with its noun, ``{kind:thing}`` and ``{what:things}`` one or many by their name in THINGS,
``{choice:improvement}`` a skill or a characteristic. ``{who}`` is a player, ``{dice}`` what the dice showed.
"""

from rules.words.catalogue.entries import ENTRIES, FEATS, HARM, WORD
from rules.words.catalogue.figures import FIGURES, TERMS
from rules.words.catalogue.findings import CHOICES, FINDINGS
from rules.words.catalogue.items import PARTS, THINGS
from rules.words.catalogue.questions import OPTIONS, QUESTIONS, WITHOUT_GOLD
from rules.words.catalogue.violations import IMPOSSIBLE, VIOLATIONS

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
