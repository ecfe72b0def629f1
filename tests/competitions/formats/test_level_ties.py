"""A tie that is level after all its matches waits for the commissioner, whose to-do list shows it."""

from __future__ import annotations

import pytest

from competitions.formats.knock_out import manual_advance
from competitions.models import Competition, Tie
from competitions.rulings import decisions
from competitions.setup import finishing
from competitions.setup.shape import Shape
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in


def cup_of(cast: Cast, legs: int = 2) -> Competition:
    shape = Shape(scheduling="knock_out")
    return competition_in(cast.league, bare_teams(cast.league, 4), started=True, legs=legs, shape=shape, name="Cup")


def level() -> list[int]:
    return list(Tie.objects.level().values_list("number", flat=True))


def test_two_legs_that_end_level_are_on_the_commissioners_to_do_list(cast: Cast) -> None:
    cup = cup_of(cast)
    first, _other, second, _other_second = matches_of(cup)
    decide_match(first, 1, 0)
    assert level() == []
    decide_match(second, 1, 0)  # both won by one at home
    assert level() == [1]
    client = signed_in(cast.commissioner)
    page = client.get("/").text
    assert "Cup: tie 1 is level. Choose who advances" in page
    assert f"/competitions/{cup.public_id}/bracket/1/" in page
    assert "is level, say who" not in signed_in(cast.coach).get("/").text
    cup.refresh_from_db()
    given = {"competition": cup, "by": cast.commissioner, "expected": cup.version, "reason": "a shoot-out"}
    manual_advance.advance_team(**given, number=1, team=first.home)
    assert level() == []


@pytest.mark.parametrize("decision", [decisions.declare_void, decisions.give_double_loss])
def test_a_tie_without_play_and_winner_waits_for_the_commissioner(cast: Cast, decision: object) -> None:
    cup = cup_of(cast, legs=1)
    first, other = matches_of(cup)
    decision(fixture=first, by=cast.commissioner, expected=first.version, reason="Nobody came.")
    assert level() == [1]
    decide_match(other, 1, 0)
    page = signed_in(cast.commissioner).get("/").text
    assert "Cup: tie 1 is level. Choose who advances" in page
    assert "Finish Cup" not in page


def test_a_tie_that_a_correction_makes_level_is_shown_after_the_end_too(cast: Cast) -> None:
    cup = cup_of(cast)
    for number in range(5):
        decide_match(matches_of(cup)[number], *((2, 0) if number < 2 else (0, 1) if number < 4 else (1, 0)))
    cup.refresh_from_db()
    finishing.finish_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    client, task = signed_in(cast.commissioner), "Cup, finished: tie 1 is level after a correction"
    pages = ("/", "/leagues/old-world-sunday-league/", "/leagues/old-world-sunday-league/seasons/1/")
    assert not any(task in client.get(page).text for page in pages)
    decide_match(matches_of(cup)[0], 0, 0)
    decide_match(matches_of(cup)[2], 0, 0)
    assert level() == [1]
    for page in pages:
        shown = client.get(page).text
        assert task in shown and f'href="/competitions/{cup.public_id}/bracket/1/"' in shown, page
    cup.refresh_from_db()
    cup = finishing.resume_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    assert "Cup: tie 1 is level. Choose who advances" in client.get("/").text
    assert task not in signed_in(cast.coach).get("/").text
