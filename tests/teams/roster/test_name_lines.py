"""What stands below a player's name on a phone."""

import re
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string


def skills(*names: str) -> list[SimpleNamespace]:
    return [SimpleNamespace(name=name) for name in names]


@pytest.mark.parametrize(
    ("player", "line"),
    [
        ({"name": "Grub", "skills": skills("Block", "Dodge")}, "Blitzer · Block · Dodge"),
        ({"skills": skills("Block", "Dodge")}, "Block · Dodge"),
        ({"marks_in_short": ["Str"], "skills": skills("Block")}, "Str · Block"),
        ({"injuries": ["−1 ST"]}, "−1 ST"),
        (
            {"misses_next": True, "absence": "misses the next match", "injuries": ["−1 ST"]},
            "misses the next match −1 ST",
        ),
        (
            {
                "name": "Grub",
                "misses_next": True,
                "absence": "misses the next match",
                "skills": skills("Block", "Dodge"),
            },
            "Blitzer misses the next match Block · Dodge",
        ),
        ({"gained": skills("Fend"), "injuries": ["−1 ST"]}, "+Fend · −1 ST"),
    ],
)
def test_a_point_stands_only_between_two_things(player: dict, line: str) -> None:
    blank = {"name": "", "number": 8, "position": "Blitzer", "marks_in_short": [], "skills": [], "gained": []}
    html = render_to_string("teams/roster/_player_name.html", {"player": SimpleNamespace(**{**blank, **player})})
    small = re.search(r"<small.*?>(.*)</small>", html, re.DOTALL)
    assert small is not None
    assert " ".join(re.sub(r"<[^>]*>", "", small[1]).split()) == line
