"""Single fixtures are added, moved, dated, turned round and deleted, until somebody opens them."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from competitions.fixtures import dates, fixtures
from competitions.friendlies import friendlies
from competitions.models import Competition, Fixture, Round
from competitions.setup import services
from leagues.errors import Refusal, StaleVersion
from matches.models import Match
from teams.models import Team
from tests.competitions.stage import bare_team, bare_teams, competition_in, decide, fixtures_of, matches_of
from tests.leagues.cast import Cast, filled, signed_in

SATURDAY = datetime(2026, 5, 2, 19, 30, tzinfo=ZoneInfo("Europe/Berlin"))


@pytest.fixture
def competition(cast: Cast) -> Competition:
    return competition_in(cast.league, bare_teams(cast.league, 4), started=True)


def changed(fixture: Fixture) -> Fixture:
    return Fixture.objects.select_related("round", "home", "away", "match").get(pk=fixture.pk)


def asked(cast: Cast, fixture: Fixture) -> dict[str, Any]:
    return {"fixture": fixture, "by": cast.commissioner, "expected": fixture.version}


def test_a_match_moves_into_a_new_round_but_not_into_one_where_its_teams_play(
    cast: Cast, competition: Competition
) -> None:
    fixture = matches_of(competition)[0]
    with pytest.raises(Refusal, match="is in round 2 already; a team plays once a round") as refused:
        fixtures.move_fixture(**asked(cast, fixture), to=2)
    assert refused.value.field == "round"
    moved = fixtures.move_fixture(**asked(cast, fixture), to=4)
    assert moved.round.number == 4
    assert cast.league.log.filter(kind="competitions.fixture_moved").count() == 1


def test_a_bye_counts_as_being_in_the_round(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    bye = next(fixture for fixture in fixtures_of(competition) if fixture.away is None)
    match = next(each for each in matches_of(competition) if bye.home_id in (each.home_id, each.away_id))
    with pytest.raises(Refusal, match=f"is in round {bye.round.number} already"):
        fixtures.move_fixture(**asked(cast, match), to=bye.round.number)


def test_there_is_no_jump_over_rounds(cast: Cast, competition: Competition) -> None:
    with pytest.raises(Refusal, match="There is no round 9, and the next new one is 4"):
        fixtures.move_fixture(**asked(cast, matches_of(competition)[0]), to=9)
    assert competition.rounds.count() == 3


def test_a_round_that_loses_its_last_match_goes(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True, legs=2)
    first, second = matches_of(competition)
    fixtures.delete_fixture(**asked(cast, first))
    assert list(Round.objects.values_list("number", flat=True)) == [2]
    assert Match.objects.get() == second.match


def test_a_date_is_noted_and_taken_away(cast: Cast, competition: Competition) -> None:
    fixture = matches_of(competition)[0]
    dated = dates.agree_date(**asked(cast, fixture), when=SATURDAY)
    assert changed(fixture).agreed_for == SATURDAY
    dates.agree_date(**asked(cast, dated), when=None)
    assert changed(fixture).agreed_for is None


def test_whoever_changes_second_is_told(cast: Cast, competition: Competition) -> None:
    fixture = matches_of(competition)[0]
    dates.agree_date(**asked(cast, fixture), when=SATURDAY)
    with pytest.raises(StaleVersion) as stale:
        fixtures.move_fixture(**asked(cast, fixture), to=4)
    assert stale.value.current.agreed_for == SATURDAY


def test_home_and_away_change_places_on_the_match_too(cast: Cast, competition: Competition) -> None:
    fixture = matches_of(competition)[0]
    turned = fixtures.swap_sides(**asked(cast, fixture))
    assert (turned.home, turned.away) == (fixture.away, fixture.home)
    sides = dict(turned.match.sides.values_list("side", "team"))
    assert sides == {"home": fixture.away_id, "away": fixture.home_id}


@pytest.mark.parametrize("state", [state for state in Match.State if state != Match.State.SCHEDULED])
def test_what_was_opened_or_played_stands(cast: Cast, competition: Competition, state: str) -> None:
    fixture = matches_of(competition)[0]
    Match.objects.filter(pk=fixture.match_id).update(state=state)
    before = (fixture.round_id, fixture.home_id, None)
    for change, more in (
        (fixtures.move_fixture, {"to": 4}),
        (dates.agree_date, {"when": SATURDAY}),
        (fixtures.swap_sides, {}),
        (fixtures.delete_fixture, {}),
    ):
        with pytest.raises(Refusal, match="has been opened or played"):
            change(**asked(cast, fixture), **more)
    after = changed(fixture)
    assert (after.round_id, after.home_id, after.agreed_for) == before
    assert Round.objects.count() == 3


def test_a_bye_has_no_date_and_no_sides_but_can_be_deleted(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    bye = next(fixture for fixture in fixtures_of(competition) if fixture.away is None)
    for change, more in ((dates.agree_date, {"when": SATURDAY}), (fixtures.swap_sides, {})):
        with pytest.raises(Refusal, match="rests in this round"):
            change(**asked(cast, bye), **more)
    fixtures.delete_fixture(**asked(cast, bye))
    assert not Fixture.objects.filter(pk=bye.pk).exists()


def test_a_deleted_match_can_be_added_again(cast: Cast, competition: Competition) -> None:
    fixture = matches_of(competition)[0]
    fixtures.delete_fixture(**asked(cast, fixture))
    competition.refresh_from_db()
    added = fixtures.add_fixture(
        competition=competition,
        by=cast.commissioner,
        expected=competition.version,
        number=1,
        home=fixture.home,
        away=fixture.away,
    )
    assert added.match.state == Match.State.SCHEDULED
    assert len(matches_of(competition)) == 6


@pytest.mark.parametrize(
    ("home", "away", "words"),
    [
        ("Anvils", "Anvils", "Anvils cannot play itself"),
        ("Anvils", "Badgers", "is in round 1 already"),
        ("Anvils", "Outsiders", "Outsiders is not in"),
    ],
)
def test_a_pairing_that_cannot_be_is_refused(
    cast: Cast, competition: Competition, home: str, away: str, words: str
) -> None:
    bare_team(cast.league, "Outsiders")
    with pytest.raises(Refusal, match=words):
        fixtures.add_fixture(
            competition=competition,
            by=cast.commissioner,
            expected=competition.version,
            number=1,
            home=Team.objects.get(name=home),
            away=Team.objects.get(name=away),
        )
    assert Match.objects.count() == 6


def test_an_entrant_that_retired_gets_no_new_match(cast: Cast, competition: Competition) -> None:
    home, away = Team.objects.get(name="Anvils"), Team.objects.get(name="Badgers")
    Team.objects.filter(pk=away.pk).update(state=Team.State.RETIRED)
    with pytest.raises(Refusal, match="Badgers is not an active team") as refused:
        fixtures.add_fixture(
            competition=competition,
            by=cast.commissioner,
            expected=competition.version,
            number=4,
            home=home,
            away=away,
        )
    assert refused.value.field == "away"
    assert len(matches_of(competition)) == 6


def test_the_round_of_a_finished_competition_stays(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    decide(matches_of(competition)[0], 2, 1)
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    with pytest.raises(Refusal, match="is finished"):
        fixtures.add_fixture(
            competition=competition,
            by=cast.commissioner,
            expected=competition.version,
            number=2,
            home=Team.objects.get(name="Anvils"),
            away=Team.objects.get(name="Badgers"),
        )


def test_a_friendly_is_a_match_without_a_fixture(cast: Cast) -> None:
    home, away = bare_teams(cast.league, 2)
    match = friendlies.arrange_friendly(league=cast.league, by=cast.commissioner, home=home, away=away)
    assert match.state == Match.State.SCHEDULED
    assert not Fixture.objects.exists()


@pytest.mark.parametrize("state", [Team.State.DRAFT, Team.State.RETIRED])
def test_only_active_teams_play_friendlies(cast: Cast, state: str) -> None:
    home, away = bare_teams(cast.league, 2)
    Team.objects.filter(pk=away.pk).update(state=state)
    away.refresh_from_db()
    with pytest.raises(Refusal, match="Badgers is not an active team") as refused:
        friendlies.arrange_friendly(league=cast.league, by=cast.commissioner, home=home, away=away)
    assert refused.value.field == "away"
    assert not Match.objects.exists()


def test_a_bye_of_a_finished_competition_stays_where_its_table_counted_it(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True, byes_count=True)
    for fixture in matches_of(competition):
        decide(fixture, 1, 0)
    competition.refresh_from_db()
    services.finish_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    bye = next(fixture for fixture in fixtures_of(competition) if fixture.away is None)
    for change, more in ((fixtures.delete_fixture, {}), (fixtures.move_fixture, {"to": 4})):
        with pytest.raises(Refusal, match="is finished"):
            change(**asked(cast, bye), **more)
    assert changed(bye).round_id == bye.round_id


def test_a_refused_move_says_why_once_at_its_field(cast: Cast, competition: Competition) -> None:
    fixture = matches_of(competition)[0]
    typed = filled(version=fixture.version, round=2)
    answer = signed_in(cast.commissioner).post(f"/fixtures/{fixture.pk}/move/", typed)
    assert answer.status_code == 422
    page = answer.text
    assert page.count("is in round 2 already; a team plays once a round") == 1
