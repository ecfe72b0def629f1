"""A small invented league in the archive format, which tests change in one place.

Three teams: Ann's beat Bob's, Bob's drew with Cat's, Cat's had a walkover against Ann's; Dan's never played.
"""

from __future__ import annotations

import json
from typing import Any


def line(id: str, **deeds: Any) -> dict[str, Any]:
    """A player's line with the SPP that it adds up to."""
    counted = {"completions": 0, "touchdowns": 0, "interceptions": 0, "casualties": 0, "mvps": 0, **deeds}
    spp = sum(
        worth * counted[deed]
        for deed, worth in [("completions", 1), ("interceptions", 2), ("casualties", 2), ("touchdowns", 3), ("mvps", 5)]
    )
    return {"id": id, "name": f"Player {id}", "kind": "roster", "spp_before": 3, "turns": 16, "spp": spp, **counted}


def side(team: str, result: str, score: int, points: int, *players: dict[str, Any], **more: Any) -> dict[str, Any]:
    """One side of a match; its casualties are those of its players, unless given."""
    return {
        "team": team,
        "result": result,
        "score": score,
        "casualties": sum(player["casualties"] for player in players),
        "points": points,
        "players": list(players),
        **more,
    }


def not_played(team: str, result: str, score: int, points: int) -> dict[str, Any]:
    """One side of a match that was not played and counts for no differences."""
    return side(team, result, score, points, touchdown_difference=0, casualty_difference=0)


def row(rank: int, team: str, points: int, touchdowns: int, casualties: int, results: str) -> dict[str, Any]:
    """A published row."""
    return {
        "rank": rank,
        "team": team,
        "points": points,
        "touchdown_difference": touchdowns,
        "casualty_difference": casualties,
        "results": results,
    }


def archive() -> dict[str, Any]:
    """A new, correct archive of one competition."""
    competition = {
        "id": "c1",
        "name": "Trial Cup",
        "year": 1,
        "season": "Spring",
        "scheduling": "round_robin",
        "points": {"win": 3, "draw": 1, "loss": 0, "bye_or_walkover": 3, "forfeit": 0},
        "tie_breakers": ["points", "head_to_head", "touchdown_difference", "casualty_difference", "coin_toss"],
        "teams": [
            {"id": team, "name": f"{name}'s Eleven", "race": "Lizards", "coach": name.lower()}
            for team, name in [("a", "Ann"), ("b", "Bob"), ("c", "Cat"), ("d", "Dan")]
        ],
        "matches": [
            {
                "id": "11",
                "round": 1,
                "home": side("a", "win", 2, 3, line("a1", touchdowns=2), line("a2", casualties=1, mvps=1)),
                "away": side("b", "loss", 1, 0, line("b1", touchdowns=1, completions=2), line("b2", mvps=1)),
            },
            {
                "id": "12",
                "round": 2,
                "home": side("b", "draw", 1, 1, line("b1", touchdowns=1), line("b2", interceptions=1)),
                "away": side("c", "draw", 1, 1, line("c1", touchdowns=1), line("c2", casualties=2)),
            },
            {
                "id": None,
                "round": 3,
                "home": not_played("c", "bye_or_walkover", 2, 3),
                "away": not_played("a", "forfeit", 0, 0),
            },
        ],
        "table": [
            row(1, "c", 4, 0, 2, "DB"),
            row(2, "a", 3, 1, 1, "WF"),
            row(3, "b", 1, -1, -3, "LD"),
            {"team": "d", "results": ""},
        ],
    }
    return {
        "format": "dugout-results-archive",
        "version": 1,
        "edition": "crp",
        "league": "A league of the imagination",
        "competitions": [competition],
    }


def encoded(value: object) -> bytes:
    """``value`` as the bytes of a file, with one record in each line, so that places in it are useful."""
    return json.dumps(value, indent=1).encode()


def bent(path: str, value: object) -> dict[str, Any]:
    """The archive with one value replaced: ``bent("competitions.0.year", -1)``; ``...`` removes the field."""
    whole: Any = archive()
    *parents, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
    record = whole
    for part in parents:
        record = record[part]
    if value is ...:
        del record[last]
    else:
        record[last] = value
    return whole
