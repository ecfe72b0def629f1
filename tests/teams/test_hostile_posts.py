"""Posts that no page sends: each gets a message, never an error, and nothing is half written."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from teams.building import drafting
from teams.models import Team
from tests.leagues.cast import Cast, signed_in
from tests.teams import pages

HOSTILE: dict[str, tuple[dict[str, Any], str]] = {
    "a negative number": ({"count-lineman": "-3"}, "greater than or equal to 0"),
    "a billion": ({"count-lineman": str(10**9)}, "less than or equal to 16"),
    "digits without end": ({"count-lineman": "9" * 5_000}, "whole number"),
    "half a player": ({"count-lineman": "1.5"}, "whole number"),
    "an exponent": ({"count-lineman": "1e3"}, "whole number"),
    "text": ({"count-lineman": "many"}, "whole number"),
    "Arabic digits are digits, but too many": ({"count-lineman": "٩٩"}, "less than or equal to 16"),
    "negative re-rolls": ({"rerolls": "-1"}, "greater than or equal to 0"),
    "a billion fans": ({"fan_factor": str(10**9)}, "less than or equal to 999"),
    "negative staff": ({"staff-cheerleader": "-2"}, "greater than or equal to 0"),
    "an unknown position": ({"count-dragon": "1"}, "has nothing called “dragon”"),
    "another list's position": ({"count-witch-elf": "1"}, "has nothing called “witch-elf”"),
    "unknown staff": ({"staff-dentist": "1"}, "has nothing called “dentist”"),
    "a name for another list's player": ({"name-witch-elf-1": "Eve"}, "has nothing called “witch-elf-1”"),
    "a name for the seventeenth": ({"name-lineman-17": "Adam"}, "has nothing called “lineman-17”"),
    "a name for nobody": ({"name-lineman-0": "Adam"}, "has nothing called “lineman-0”"),
    "a number beyond all shirts": ({"number-lineman-1": "100"}, "less than or equal to 99"),
    "shirt number 0": ({"number-lineman-1": "0"}, "greater than or equal to 1"),
    "a number in words": ({"number-lineman-1": "seven"}, "whole number"),
    "a player's name without end": ({"name-lineman-1": "x" * 100_000}, "at most 60 characters"),
    "a player's name that runs backwards": ({"name-lineman-1": "a\u202eb"}, "cannot be seen or printed"),
    "a player's name with a zero": ({"name-lineman-1": "a\x00b"}, "cannot be seen or printed"),
    "a version in words": ({"version": "newest"}, "whole number"),
    "no version": ({"version": None}, "required"),
    "no command id": ({"command_id": None}, "id is missing or damaged"),
    "a damaged command id": ({"command_id": "17"}, "id is missing or damaged"),
}


@pytest.fixture
def coach(cast: Cast) -> Client:
    return signed_in(cast.coach)


@pytest.fixture
def team(cast: Cast) -> Team:
    return drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Human")


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["build", "submit"])
@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_post_gets_a_message_and_changes_nothing(what: str, page: str, coach: Client, team: Team) -> None:
    changes, said = HOSTILE[what]
    sent = {name: value for name, value in {**pages.typed(team), **changes}.items() if value is not None}
    response = coach.post(pages.url(page, team), sent)
    assert response.status_code == 422
    assert said in pages.text_of(response)
    after = Team.objects.get(pk=team.pk)
    assert (after.state, after.version, after.draft, after.name) == (team.state, team.version, {}, team.name)


@pytest.mark.thorough
@pytest.mark.parametrize("what", HOSTILE)
def test_the_live_check_of_a_hostile_post_is_no_error(what: str, coach: Client, team: Team) -> None:
    changes, _said = HOSTILE[what]
    sent = {name: value for name, value in {**pages.typed(team), **changes}.items() if value is not None}
    assert pages.live_check(coach, team, sent).status_code == 200
    assert coach.post(pages.url("judge", team), sent).status_code in (200, 422)


def test_the_live_check_names_an_unreadable_number(coach: Client, team: Team) -> None:
    text = pages.text_of(pages.live_check(coach, team, pages.typed(team, **{"count-lineman": "many"})))
    assert "Check these fields" in text
    assert "Linemen: Enter a whole number." in text
    assert "Cost – Left – TV –" in text


def test_ten_thousand_players_are_refused(coach: Client, team: Team) -> None:
    crowd = {f"name-lineman-{place}": "x" for place in range(10_000)}
    response = coach.post(pages.url("build", team), {**pages.typed(team), **crowd})
    assert response.status_code == 413
    assert Team.objects.get(pk=team.pk).version == team.version


def test_an_empty_post_is_refused(coach: Client, team: Team) -> None:
    for page in ("build", "submit"):
        assert coach.post(pages.url(page, team), {}).status_code == 422
    assert coach.post(pages.url("judge", team), {}).status_code == 422
    for page in ("withdraw", "retire", "rename"):
        assert coach.post(pages.url(page, team), {}).status_code in (400, 404, 422)
    assert Team.objects.get(pk=team.pk).version == team.version
