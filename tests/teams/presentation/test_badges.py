"""A team's badge: initials and a kit."""

import pytest

from teams.presentation.badges import badge_for, initials


@pytest.mark.parametrize(
    ("name", "letters"),
    [
        ("Reikland Reavers", "RR"),
        ("Athelorn", "ATH"),
        ("The Old World Wanderers of Wissen", "TOW"),
        ("étoile (du) nord", "ÉDN"),
        ("ork", "ORK"),
        ("!!!", ""),
        ("ß", "SS"),
    ],
)
def test_a_badge_shows_up_to_three_letters(name: str, letters: str) -> None:
    assert initials(name) == letters


def test_there_is_a_badge_for_every_number() -> None:
    assert badge_for("X", 24_001).first
