"""League tables to print in tests."""

from typing import Any

from competitions.prints.standings_pdf import FixturePrint, RoundPrint, StandingsPrint, StandingsRow

LISTS = ("Human", "Orc", "Wood Elf", "Dwarf", "Skaven", "Chaos", "Undead", "Norse", "Amazon", "Goblin")


def row(rank: int, /, **changes: Any) -> StandingsRow:
    """The line of a team that plays as well as its rank says, but for `changes`."""
    plain: dict[str, Any] = {
        "rank": rank,
        "team": f"Team {rank}",
        "coach": f"Coach {rank}",
        "team_list": LISTS[rank % len(LISTS)],
        "played": 6,
        "won": max(0, 6 - rank),
        "drawn": min(6, rank) // 2,
        "lost": 6 - max(0, 6 - rank) - min(6, rank) // 2,
        "touchdowns_for": 20 - rank % 13,
        "touchdowns_against": 8 + rank % 7,
        "casualties_for": 10 + rank % 5,
        "casualties_against": 12,
        "points": 3 * max(0, 6 - rank) + min(6, rank) // 2,
        "form": "WWDLW",
    }
    return StandingsRow(**(plain | changes))


def rounds(number: int, matches: int = 5) -> list[RoundPrint]:
    """So many rounds, the first two played."""
    return [
        RoundPrint(
            name=f"Round {place + 1}",
            fixtures=[
                FixturePrint(
                    home=f"Team {1 + match}",
                    away=f"Team {2 * matches - match}",
                    score=f"{match} : {place}" if place < 2 else "",
                    note="4 April" if place >= 2 else "",
                )
                for match in range(matches)
            ],
            byes=("Team 11",),
        )
        for place in range(number)
    ]


def standings(teams: int = 10, **changes: Any) -> StandingsPrint:
    """The table of a league of so many teams, but for `changes`."""
    plain: dict[str, Any] = {
        "league": "Altdorf Sunday League",
        "season": "Season 3",
        "competition": "Old World Cup",
        "as_of": "after round 6, 1 March 2026",
        "points_scheme": "3 for a win, 1 for a draw, 0 for a loss",
        "tie_breakers": "head-to-head, touchdown difference, casualty difference, coin toss",
        "rows": [row(rank) for rank in range(1, teams + 1)],
        "notes": ("Team 4: 1 point deducted for a late report.",),
    }
    return StandingsPrint(**(plain | changes))
