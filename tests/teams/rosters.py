"""Rosters to print in tests: a veteran team, with functions to change one part of it."""

from collections.abc import Sequence
from typing import Any

from teams.roster.pdf import Characteristic, GoodsLine, Mark, MatchLine, RosterLine, RosterPrint
from tests.rules.build import PBBL

NAMES = (("MA", "movement allowance"), ("ST", "strength"), ("AG", "agility"), ("AV", "armour value"))
FIRST_EDITION = (
    ("MA", "movement allowance"),
    ("CS", "combat skill"),
    ("TS", "throwing skill"),
    ("ST", "strength"),
    ("TH", "toughness"),
    ("WD", "wounds"),
    ("AT", "attacks"),
    ("CL", "cool"),
)
DEEDS = (
    ("completions", "Cp", "completions"),
    ("touchdowns", "TD", "touchdowns"),
    ("interceptions", "Int", "interceptions"),
    ("casualties", "Cas", "casualties"),
    ("mvps", "MVP", "most valuable player awards"),
)
LINEMAN = (6, 3, 3, 8)
BLITZER = {"position": "Blitzer", "starting_skills": ("Block",), "cost": 90_000}
THROWER = {"position": "Thrower", "starting_skills": ("Pass", "Sure Hands"), "cost": 70_000}
CATCHER = {"position": "Catcher", "starting_skills": ("Catch", "Dodge"), "cost": 70_000}


def characteristics(*values: int, **marks: Mark) -> list[Characteristic]:
    """One value for each of the edition's names; `marks` says which of them changed."""
    names = NAMES if len(values) == len(NAMES) else FIRST_EDITION
    return [
        Characteristic(name=short, value=value, mark=marks.get(short, Mark.NONE))
        for (short, _), value in zip(names, values, strict=True)
    ]


def player(number: int, **changes: Any) -> RosterLine:
    """A Human lineman as hired, with `changes`."""
    plain = {
        "number": number,
        "name": f"Lineman {number}",
        "position": "Lineman",
        "characteristics": characteristics(*LINEMAN),
        "level": "Rookie",
        "cost": 50_000,
        "deeds": [changes.pop(key, 0) for key, _short, _full in DEEDS],
    }
    return RosterLine(**(plain | changes))


def veterans() -> list[RosterLine]:
    """Thirteen players with everything that a season can do to players."""
    up, down = Mark.IMPROVED, Mark.INJURED
    thrower = THROWER | {"gained_skills": ("Accurate", "Strong Arm"), "cost": 110_000}
    star = BLITZER | {"gained_skills": ("Guard", "Tackle", "Mighty Blow"), "cost": 200_000}
    catcher = CATCHER | {"gained_skills": ("Sprint",), "characteristic_losses": ("-1 AV",), "cost": 90_000}
    return [
        player(1, name="Łukasz Żółć", completions=11, mvps=1, star_player_points=16, level="Veteran", **thrower),
        player(2, name="Ängström Ødegård", completions=2, interceptions=1, star_player_points=4, **THROWER),
        player(
            3,
            name="Griselda Eisenfaust",
            characteristics=characteristics(8, 4, 3, 8, MA=up, ST=up),
            touchdowns=5,
            casualties=7,
            mvps=2,
            star_player_points=39,
            level="Emerging Star",
            **star,
        ),
        player(
            4,
            name="Otto von Stumpf",
            characteristics=characteristics(7, 3, 3, 8),
            misses=1,
            conditions=[("N", "NI", 1)],
            casualties=3,
            star_player_points=6,
            level="Experienced",
            counts_in_value=False,
            **(BLITZER | {"gained_skills": ("Dodge",), "cost": 110_000}),
        ),
        player(5, name="Kurt", characteristics=characteristics(7, 3, 3, 8), **BLITZER),
        player(
            6,
            name="Çağlar Işık",
            characteristics=characteristics(8, 2, 3, 6, AV=down),
            touchdowns=2,
            star_player_points=6,
            level="Experienced",
            **catcher,
        ),
        player(7, name="Ødin Ærlig", characteristics=characteristics(8, 2, 3, 7), touchdowns=1, **CATCHER),
        player(8, name="Dmitri Волков", conditions=[("N", "NI", 2)], casualties=1, star_player_points=2),
        *(player(number) for number in range(9, 13)),
        player(
            14, name="Zoë Ünal", characteristics=characteristics(5, 3, 3, 8, MA=down), characteristic_losses=("-1 MA",)
        ),
    ]


def match(number: int, **changes: Any) -> MatchLine:
    """The record's line for the `number`th match."""
    plain = {
        "date": f"2026-{1 + number // 28:02}-{1 + number % 28:02}",
        "competition": "Old World Cup",
        "opponent": ("Orcland Raiders", "Gouged Eye", "Darkside Cowboys")[number % 3],
        "sides": (number % 4, number % 3),
        "casualties_for": number % 5,
        "casualties_against": number % 2,
        "gate": 18_000 + 1_000 * (number % 9),
        "winnings": 10_000 * (1 + number % 6),
        "result": ("Won", "Drawn", "Lost")[number % 3],
    }
    return MatchLine(**(plain | changes))


def roster(**changes: Any) -> RosterPrint:
    """The Reikland Reavers after six matches, with `changes`; the team value follows from them."""
    plain: dict[str, Any] = {
        "team": "Reikland Reavers",
        "team_list": "Human",
        "coach": "Zażółć Gęślą",
        "league": "Altdorf Sunday League",
        "edition": "PBBL 1.10",
        "as_of": "1 March 2026",
        "columns": PBBL.book.roster,
        "characteristics": NAMES,
        "deeds": [(short, full) for _key, short, full in DEEDS],
        "conditions": [("2N", "two niggling injuries, each +1 on injury rolls against the player")],
        "treasury": 60_000,
        "bank": 100_000,
        "rerolls": GoodsLine(name="Re-rolls", number=3, price=50_000, total=150_000),
        "fan_factor": GoodsLine(name="Fan factor", number=6, price=10_000, total=60_000),
        "staff": (
            GoodsLine(name="Assistant coaches", number=2, price=10_000, total=20_000),
            GoodsLine(name="Cheerleaders", number=1, price=10_000, total=10_000),
            GoodsLine(name="Apothecary", number=1, price=50_000, total=50_000),
        ),
        "players": veterans(),
        "trophies": ("Chaos Cup, spring 2026",),
        "record": [match(number) for number in range(6)],
    }
    sheet = plain | changes
    return RosterPrint(**({"value": team_value(sheet)} | sheet))


def team_value(sheet: dict[str, Any]) -> int:
    """The sum of the sheet's parts, in gp."""
    goods: Sequence[GoodsLine] = (sheet["rerolls"], sheet["fan_factor"], *sheet["staff"])
    counted = sum(line.cost for line in sheet["players"] if line.counts_in_value)
    return counted + sum(line.total for line in goods) + sheet["treasury"]
