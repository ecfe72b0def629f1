"""Unplayed fixtures are moved, turned round and deleted in bulk: all of them, or none; a played one cannot."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from competitions.fixtures.bulk import change_fixtures, unplayed
from competitions.models import Competition, Fixture
from leagues.errors import Refusal
from matches.models import Match
from tests.competitions.stage import bare_teams, competition_in, decide, fixtures_of, matches_of
from tests.leagues.cast import Cast, signed_in


@pytest.fixture
def cup(cast: Cast) -> Competition:
    return competition_in(cast.league, bare_teams(cast.league, 4), started=True)


def change(cast: Cast, cup: Competition, rows: list[Fixture], what: str, to: int | None = None) -> Competition:
    cup.refresh_from_db()
    ids = [row.pk for row in rows]
    return change_fixtures(competition=cup, by=cast.commissioner, expected=cup.version, fixtures=ids, what=what, to=to)


def test_a_whole_round_moves_and_another_is_deleted(cast: Cast, cup: Competition) -> None:
    first = [row for row in matches_of(cup) if row.round.number == 1]
    change(cast, cup, first, "move", 4)
    assert {row.round.number for row in matches_of(cup)} == {2, 3, 4}
    change(cast, cup, [row for row in matches_of(cup) if row.round.number == 2], "delete")
    assert len(matches_of(cup)) == Match.objects.count() == 4


def test_home_and_away_are_swapped_in_all(cast: Cast, cup: Competition) -> None:
    before = {row.pk: (row.home_id, row.away_id) for row in matches_of(cup)}
    change(cast, cup, matches_of(cup), "swap")
    assert {row.pk: (row.away_id, row.home_id) for row in matches_of(cup)} == before


def test_one_that_cannot_be_keeps_all_as_they_were(cast: Cast, cup: Competition) -> None:
    rows = matches_of(cup)
    with pytest.raises(Refusal, match="is in round 2 already"):
        change(cast, cup, rows[:1], "move", 2)
    with pytest.raises(Refusal, match="a team plays once a round"):
        change(cast, cup, [rows[0], rows[2]], "move", 4)  # the first could go there, the second not
    assert {row.round.number for row in matches_of(cup)} == {1, 2, 3}


def test_a_played_one_is_not_among_them(cast: Cast, cup: Competition) -> None:
    played, *others = matches_of(cup)
    decide(played, 1, 0)
    assert played not in list(unplayed(cup)) and len(unplayed(cup)) == 5
    with pytest.raises(Refusal, match="1 of these matches is not among the unplayed ones"):
        change(cast, cup, [played, *others], "delete")
    assert len(fixtures_of(cup)) == 6


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"fixtures": []}, "This field is required"),
        ({"fixtures": ["x"]}, "Select a valid choice"),
        ({"what": "burn"}, "Select a valid choice"),
        ({"what": "move", "round": ""}, "Choose the round"),
        ({"what": "move", "round": "99"}, "Select a valid choice"),
    ],
)
def test_bad_input_is_refused(cast: Cast, cup: Competition, typed: dict[str, Any], words: str) -> None:
    url = reverse("competitions:bulk", args=[cup.public_id])
    sound = {"fixtures": [matches_of(cup)[0].pk], "what": "delete", "version": cup.version}
    answer = signed_in(cast.commissioner).post(url, sound | typed | {"command_id": str(uuid4())})
    assert answer.status_code == 422 and words in answer.content.decode()
    assert len(matches_of(cup)) == 6


def test_the_page_does_what_it_says(cast: Cast, cup: Competition) -> None:
    url = reverse("competitions:bulk", args=[cup.public_id])
    client = signed_in(cast.commissioner)
    assert "round 1: " in client.get(url).content.decode()
    ids = [row.pk for row in matches_of(cup) if row.round.number == 3]
    typed = {"fixtures": ids, "what": "delete", "version": cup.version, "command_id": str(uuid4())}
    assert client.post(url, typed).status_code == 302
    assert len(matches_of(cup)) == 4


def test_the_page_tells_a_bye_from_a_match(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    bye = next(row for row in fixtures_of(competition) if row.away is None)
    page = signed_in(cast.commissioner).get(reverse("competitions:bulk", args=[competition.public_id])).text
    assert f"round {bye.round.number}: {bye.home.name} rests" in page
    assert page.count(" rests") == 3
