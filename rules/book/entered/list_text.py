"""Team lists as text: the TOML in which a league's own are kept, and where in a typed text something stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

TABLE = re.compile(r"\s*\[\[\s*(lists|lists\s*\.\s*positions)\s*\]\]")
KEY = re.compile(r"""\s*["']?([^"'=.\s\[\]#]+)["']?\s*[.=]""")
BARE = re.compile(r"[A-Za-z0-9_-]+")
UNDERSCORED_FROM = 10_000

Where = tuple[int, int, str]
"""A place in a text: which list and which of its positions, from 1 (0 for none), and the key (empty for none)."""


def written(team_list: Mapping[str, Any]) -> str:
    """The TOML of a team list, given as its table: simple values first, then each position as a table of its own."""
    lines = ["[[lists]]", *_pairs(team_list)]
    for position in team_list.get("positions", ()):
        lines += ["", "[[lists.positions]]", *_pairs(position)]
    return "\n".join(lines)


def name_in(text: str) -> str:
    """The name of the list in a text that was written here."""
    found = re.search(r'^name = (".*")$', text, re.MULTILINE)
    return str(json.loads(found[1])) if found else ""


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    for key, value in table.items():
        if key != "positions":
            yield f"{_key(key)} = {toml_value(value)}"


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _text(name)


def toml_value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return f"{value:_}" if value >= UNDERSCORED_FROM else str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(name)} = {toml_value(each)}' for name, each in value.items())} }}"
    return f"[{', '.join(map(toml_value, value))}]"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")


def places_in(text: str) -> Mapping[Where, int]:
    """The line (from 1) of each list, each position and each of their keys in a typed text."""
    found: dict[Where, int] = {}
    nth = position = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if table := TABLE.match(line):
            nth, position = (nth, position + 1) if "positions" in table[1] else (nth + 1, 0)
            found[nth, position, ""] = number
        elif key := KEY.match(line):
            found.setdefault((nth, position, key[1]), number)
    return found


def line_of(places: Mapping[Where, int], nth: int, position: int, key: str) -> int:
    """The line of a key, else that of its position, else that of its list; 0 if none is found."""
    first = key.split(".")[0].split(" ")[0]
    inside = (nth, 1, "") if first == "positions" else (nth, 0, "positions")
    nearest = ((nth, position, first), *((inside,) if first == "positions" else ()), (nth, position, ""), inside)
    nearest = (*nearest, (nth, 0, ""))
    return next((places[where] for where in nearest if where in places), 0)
