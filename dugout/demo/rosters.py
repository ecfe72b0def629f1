"""The first rosters of the demo league's teams: 1,000,000 gp each, as a coach might spend them."""

from __future__ import annotations

from rules.team.founding_run import Choice


def _choice(team_list: str, *squad: tuple[str, int], rerolls: int, fan_factor: int, **staff: int) -> Choice:
    players = tuple(position for position, count in squad for _ in range(count))
    return Choice(
        team_list=team_list, players=players, rerolls=rerolls, fan_factor=fan_factor, staff=tuple(staff.items())
    )


ROSTERS: dict[str, Choice] = {
    choice.team_list: choice
    for choice in (
        _choice(
            "Human", ("Blitzer", 4), ("Thrower", 1), ("Catcher", 2), ("Lineman", 4),
            rerolls=3, fan_factor=3, apothecary=1,
        ),
        _choice(
            "Orc", ("Black Orc Blocker", 4), ("Blitzer", 4), ("Thrower", 1), ("Lineman", 2),
            rerolls=3, fan_factor=1,
        ),
        _choice(
            "Dwarf", ("Troll Slayer", 2), ("Blitzer", 2), ("Runner", 2), ("Blocker", 5),
            rerolls=2, fan_factor=2, apothecary=1,
        ),
        _choice(
            "Skaven", ("Runner", 4), ("Blitzer", 2), ("Thrower", 1), ("Lineman", 5),
            rerolls=2, fan_factor=2,
        ),
        _choice(
            "Wood Elf", ("Wardancer", 2), ("Catcher", 1), ("Thrower", 1), ("Lineman", 7),
            rerolls=1, fan_factor=4,
        ),
        _choice(
            "Undead", ("Mummy", 2), ("Wight", 2), ("Ghoul", 3), ("Zombie", 2), ("Skeleton", 3),
            rerolls=2, fan_factor=5, assistant_coach=1,
        ),
        _choice(
            "Chaos", ("Chaos Warrior", 4), ("Beastman", 7),
            rerolls=2, fan_factor=4,
        ),
        _choice(
            "Norse", ("Berserker", 4), ("Catcher", 1), ("Thrower", 1), ("Lineman", 6),
            rerolls=2, fan_factor=2, cheerleader=1, apothecary=1,
        ),
        _choice(
            "Lizardman", ("Saurus", 6), ("Kroxigor", 1), ("Skink", 4),
            rerolls=2, fan_factor=2,
        ),
        _choice(
            "Halfling", ("Treeman", 2), ("Halfling", 12),
            rerolls=3, fan_factor=9, assistant_coach=4, cheerleader=4, apothecary=1,
        ),
    )
}  # fmt: skip
