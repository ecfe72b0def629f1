"""What a player of a random match is good at, as weights to draw by: a taste, not a rule of the game."""

from __future__ import annotations

from rules.sheet.sheet import PlayerSheet

USUAL = {"MA": 6, "ST": 3, "AG": 3, "AV": 8}


def form(line: PlayerSheet) -> float:
    """How likely a player is to do something: experienced players do more."""
    return 1 + line.spp / 5


def trait(line: PlayerSheet, characteristic: str) -> int:
    """The value of a characteristic by name; a usual value if the edition does not have it."""
    for key, value in line.profile:  # not `line.characteristic`: this is asked 200 times a match
        if key == characteristic:
            return value or USUAL[characteristic]
    return USUAL[characteristic]


def running(line: PlayerSheet) -> float:
    """How likely a player is to score: the fast and the agile."""
    return max(0.5, trait(line, "MA") + 2.0 * trait(line, "AG") - 6) ** 3 * form(line)


def passing(line: PlayerSheet) -> float:
    """How likely a player is to complete a pass."""
    return trait(line, "AG") * (8.0 if "Pass" in line.skills else 1.0)


def handling(line: PlayerSheet) -> float:
    """How likely a player is to intercept one."""
    return float(trait(line, "AG"))


def hitting(line: PlayerSheet) -> float:
    """How likely a player is to injure an opponent: the strong, and those with the skills for it."""
    skills = line.skills
    return (trait(line, "ST") + ("Block" in skills) + 2.0 * ("Mighty Blow" in skills)) ** 2 * form(line)


def frailty(line: PlayerSheet) -> float:
    """How easily a player is injured."""
    return 11.0 - trait(line, "AV") + ("Stunty" in line.skills)
