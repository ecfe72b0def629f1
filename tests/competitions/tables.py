"""League tables to print in tests."""

from datetime import UTC, date
from typing import Any

from competitions.names import TeamName
from competitions.prints.standings_pdf import StandingsPrint
from competitions.ranking.amounts import signed
from competitions.standings.columns import columns_of
from competitions.standings.fixture_list import ShownFixture
from competitions.standings.rounds import ShownRound
from competitions.standings.view import StandingsRow, StandingsView
from tests.rules.build import PBBL
from web.crests.shown import Shown

LISTS = ("Human", "Orc", "Wood Elf", "Dwarf", "Skaven", "Chaos", "Undead", "Norse", "Amazon", "Goblin")

COLUMNS = columns_of(PBBL.book)


def team(name: str, coach: str = "", team_list: str = "") -> TeamName:
    """A team by its name."""
    return TeamName(
        id=1, league_id=1, public_id="abc", name=name, coach=coach, coach_id=None, team_list=team_list,
        state="active", sent_back="", crest=Shown(), mine=False, url="",
    )  # fmt: skip


def row(rank: int, /, **changes: Any) -> StandingsRow:
    """The line of a team with figures that fit its rank, with `changes` to fields and to figures by key."""
    won, drawn = max(0, 6 - rank), min(6, rank) // 2
    scored, conceded, inflicted, suffered = 20 - rank % 13, 8 + rank % 7, 10 + rank % 5, 12
    figures: dict[str, Any] = {
        "played": 6,
        "won": won,
        "drawn": drawn,
        "lost": 6 - won - drawn,
        "score_for": scored,
        "score_against": conceded,
        "score_difference": signed(scored - conceded),
        "casualties_for": inflicted,
        "casualties_against": suffered,
        "casualty_difference": signed(inflicted - suffered),
    }
    plain: dict[str, Any] = {
        "place": str(rank),
        "team": team(f"Team {rank}", f"Coach {rank}", LISTS[rank % len(LISTS)]),
        "columns": COLUMNS,
        "figures": tuple(str(changes.pop(column.key, figures.get(column.key, ""))) for column in COLUMNS),
        "points": str(3 * won + drawn),
        "form": "WWDLW",
    }
    return StandingsRow(**(plain | changes))


def rounds(number: int, matches: int = 5) -> list[ShownRound]:
    """This many rounds, the first two played."""
    return [
        ShownRound(
            number=place + 1,
            name=f"Round {place + 1}",
            fixtures=[
                ShownFixture(
                    id=None,
                    round=place + 1,
                    home=team(f"Team {1 + match}"),
                    away=team(f"Team {2 * matches - match}"),
                    state="",
                    score=(match, place) if place < 2 else None,
                    note="" if place < 2 else "void",
                    agreed_for=None,
                    played_on=date(2026, 3, 1) if place < 2 else None,
                    url="",
                )
                for match in range(matches)
            ],
            byes=[team("Team 11")],
        )
        for place in range(number)
    ]


def view(teams: int = 10, **changes: Any) -> StandingsView:
    """The table of a league of this many teams, with `changes`."""
    plain: dict[str, Any] = {
        "league": "Altdorf Sunday League",
        "season": "Season 3",
        "competition": "Old World Cup",
        "zone": UTC,
        "columns": COLUMNS,
        "matches": 45,
        "over": 30,
        "points_scheme": "3 for a win, 1 for a draw, 0 for a loss",
        "tie_breakers": "head-to-head, touchdown difference, casualty difference, drawn lot",
        "rows": tuple(row(rank) for rank in range(1, teams + 1)),
        "teams": teams,
    }
    return StandingsView(**(plain | changes))


def standings(teams: int = 10, **changes: Any) -> StandingsPrint:
    """The printed table of a league of this many teams, with `changes` to it or to its view."""
    plain: dict[str, Any] = {
        "as_of": "after round 6, 1 March 2026",
        "notes": ("Team 4: 1 point deducted for a late report.",),
    }
    own = {name: changes.pop(name) for name in ("as_of", "notes", "bracket") if name in changes}
    return StandingsPrint(**(plain | own), view=view(teams, **changes))
