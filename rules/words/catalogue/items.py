"""Singular and plural of things that are stored by a key, and small parts of sentences.

Anything else has the name that its edition gives it: in its words, or in the row itself (`rules.words.texts`).
"""

THINGS = {
    "treasury": ("treasury", "treasuries"),
    "cost": ("cost", "costs"),
    "spp": ("SPP", "SPP"),
    "niggling": ("niggling injury", "niggling injuries"),
    "count": ("piece", "pieces"),
}

LIMITS = {
    "skills": "{count:skill|skills} in all",
    "primary": "{count} primary",
    "secondary": "{count} secondary",
    "points": "{count:point|points}",
    "same_skill": "the same skill {count:time|times}",
    "limited": "{skill} {count:time|times}",
    "none": "any number",
}
"""What a pack gives a team, by the keys of the question's limits."""

PARTS = {
    "named": "{name} (no.\N{NO-BREAK SPACE}{number})",
    "numbered": "no. {number}",
    "somebody": "the player",
    "source": "({rule}, p. {page})",
    "characteristic": "+1 {name}",
    "die": "D{faces}",
}
