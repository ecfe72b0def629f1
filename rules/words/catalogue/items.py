"""Singular and plural of things that are stored by a key, and small parts of sentences.

Anything else has the name that its edition gives it (`rules.words.words.name_of`).
"""

THINGS = {
    "assistant_coach": ("assistant coach", "assistant coaches"),
    "cheerleader": ("cheerleader", "cheerleaders"),
    "apothecary": ("apothecary", "apothecaries"),
    "mercenary": ("mercenary", "mercenaries"),
    "journeyman": ("journeyman", "journeymen"),
    "star": ("star player", "star players"),
    "wizard": ("wizard", "wizards"),
    "bloodweiser_babes": ("Bloodweiser Babe", "Bloodweiser Babes"),
    "healer": ("healer", "healers"),
    "chirurgeon": ("chirurgeon", "chirurgeons"),
    "bribe": ("bribe", "bribes"),
    "extra_training": ("extra team training", "extra team trainings"),
    "halfling_master_chef": ("Halfling Master Chef", "Halfling Master Chefs"),
    "card": ("special play card", "special play cards"),
    "treasury": ("treasury", "treasuries"),
    "bank": ("bank", "banks"),
    "cost": ("cost", "costs"),
    "completions": ("completion", "completions"),
    "touchdowns": ("touchdown", "touchdowns"),
    "interceptions": ("interception", "interceptions"),
    "casualties": ("casualty", "casualties"),
    "mvps": ("MVP award", "MVP awards"),
    "spp": ("SPP", "SPP"),
    "niggling": ("niggling injury", "niggling injuries"),
    "count": ("piece", "pieces"),
}

PARTS = {
    "named": "{name} (no. {number})",
    "numbered": "no. {number}",
    "somebody": "the player",
    "source": "({rule}, p. {page})",
    "characteristic": "+1 {name}",
    "die": "D{faces}",
}
