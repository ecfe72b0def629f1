"""The commissioner decides a match that is not played (a walkover, a coin toss, void), and can undo the decision."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from competitions.fixtures import fixtures
from competitions.fixtures.notices import DECIDED
from competitions.formats import draws
from competitions.models import Competition, Decision, Fixture
from competitions.ranking.lines import Line
from competitions.rulings import decisions
from competitions.setup import finishing
from competitions.setup.shape import Shape
from competitions.standings.standings import standings_of
from leagues import services as leagues
from leagues.log import words
from matches.models import Match
from notices.models import Notice
from rules import editions
from rules.editions import EDITIONS
from teams.models import Team
from tests.competitions.competition_builders import (
    bare_team,
    bare_teams,
    competition_in,
    decide_match,
    fixtures_of,
    matches_of,
)
from tests.editions.ancient import ANCIENT
from tests.leagues.cast import PEOPLE, Cast, form_data, signed_in
from web.errors import Refusal, StaleVersion

WHY = "No one came, and no one wrote."


@pytest.fixture
def competition(cast: Cast) -> Competition:
    teams = [bare_team(cast.league, "Ours", cast.coach), bare_team(cast.league, "Theirs", cast.other_coach)]
    return competition_in(cast.league, [*teams, *bare_teams(cast.league, 2)], started=True)


@pytest.fixture
def fixture(competition: Competition) -> Fixture:
    return matches_of(competition)[0]


def asked(cast: Cast, fixture: Fixture, reason: str = WHY) -> dict[str, Any]:
    return {"fixture": fixture, "by": cast.commissioner, "expected": fixture.version, "reason": reason}


def again(fixture: Fixture) -> Fixture:
    return Fixture.objects.select_related("round", "home", "away", "match").get(pk=fixture.pk)


def lines(competition: Competition) -> dict[int, Line]:
    competition.refresh_from_db()
    return {int(line.team): line for line in standings_of(competition).lines}


def logged(cast: Cast) -> tuple[str, str]:
    entry = cast.league.log.latest("pk")
    return words(entry), entry.reason


def test_both_coaches_are_told_of_each_decision_about_their_match(cast: Cast, competition: Competition) -> None:
    ours = next(
        each for each in matches_of(competition) if {each.home.coach, each.away.coach} == {cast.coach, cast.other_coach}
    )
    decisions.award_walkover(**asked(cast, ours), to="away")
    told = Notice.objects.filter(happening__kind=DECIDED.key)
    assert set(told.values_list("reader", flat=True)) == {cast.coach.pk, cast.other_coach.pk}
    decisions.revoke_decision(**asked(cast, again(ours)))
    decisions.give_double_loss(**asked(cast, again(ours)))
    assert told.count() == 4


def test_a_walkover_counts_as_two_nil_immediately_without_a_match(
    cast: Cast, competition: Competition, fixture: Fixture
) -> None:
    decisions.award_walkover(**asked(cast, fixture), to="away")
    table = lines(competition)
    winner, loser = table[fixture.away_id], table[fixture.home_id]
    assert (winner.points, winner.played, winner.walkovers, winner.score_difference, winner.form) == (
        3,
        0,
        1,
        2,
        "B",
    )
    assert (loser.points, loser.played, loser.forfeits, loser.score_difference, loser.form) == (0, 0, 1, -2, "F")
    assert winner.rank == 1
    assert not Match.objects.filter(pk=fixture.match_id).exists()
    text = f"commissioner awarded {fixture.home.name} – {fixture.away.name} to {fixture.away.name} without play."
    assert logged(cast) == (text, WHY)


@pytest.mark.parametrize(("fell", "side"), [(1, "home"), (0, "away")])
def test_a_coin_toss_gives_a_win_without_a_score_and_is_recorded(
    cast: Cast,
    competition: Competition,
    fixture: Fixture,
    monkeypatch: pytest.MonkeyPatch,
    fell: int,
    side: str,
) -> None:
    monkeypatch.setattr("competitions.rulings.decisions.secrets.randbelow", lambda sides: fell)
    decision = decisions.toss_coin(**asked(cast, fixture))
    other = {"home": "away", "away": "home"}[side]
    table = lines(competition)
    winner, loser = (table[getattr(fixture, f"{which}_id")] for which in (side, other))
    assert (decision.kind, decision.winner) == ("coin_toss", side)
    assert (winner.points, winner.played, winner.score_difference, winner.form) == (3, 0, 0, "W")
    assert (loser.points, loser.played, loser.score_difference, loser.form) == (0, 0, 0, "L")
    assert f": {getattr(fixture, side).name} won." in logged(cast)[0]


def test_a_draw_without_play_gives_both_teams_points_only(
    cast: Cast, competition: Competition, fixture: Fixture
) -> None:
    decision = decisions.give_draw(**asked(cast, fixture))
    table = lines(competition)
    for team in (fixture.home_id, fixture.away_id):
        line = table[team]
        assert (line.points, line.played, line.score_difference, line.form) == (1, 0, 0, "D")
    assert (decision.kind, decision.winner) == ("draw", "")
    assert again(fixture).match is None
    assert "gave both teams of" in logged(cast)[0]
    decisions.revoke_decision(**asked(cast, again(fixture)))
    assert lines(competition)[fixture.home_id].points == 0


def test_in_a_knock_out_a_draw_cannot_be_awarded(cast: Cast) -> None:
    cup = competition_in(cast.league, bare_teams(cast.league, 2), started=True, shape=Shape(scheduling="knock_out"))
    final = matches_of(cup)[0]
    with pytest.raises(Refusal, match="cannot be a draw"):
        decisions.give_draw(**asked(cast, final))
    assert again(final).match is not None
    page = signed_in(cast.commissioner).get(f"/fixtures/{final.pk}/decide/").content.decode()
    assert "Loss for both" in page and "Draw: both" not in page


@pytest.mark.parametrize("edition", [edition.key for edition in (*EDITIONS, ANCIENT)])
def test_a_draw_can_be_awarded_by_each_book_in_which_a_match_may_have_no_winner(
    cast: Cast, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the first edition a match that cannot be finished is one; by a made-up book every match has a winner."""
    monkeypatch.setattr(editions, "EDITIONS", (*EDITIONS, ANCIENT))
    details = leagues.Details(name="Books")
    league = leagues.create_league(by=cast.commissioner, details=details, edition=edition)
    fixture = matches_of(competition_in(league, bare_teams(league, 2), started=True))[0]
    page = signed_in(cast.commissioner).get(f"/fixtures/{fixture.pk}/decide/").content.decode()
    assert ("Draw: both" in page) == (edition != ANCIENT.key)
    if edition != ANCIENT.key:
        assert decisions.give_draw(**asked(cast, fixture)).kind == "draw"
        return
    with pytest.raises(Refusal, match="every match has a winner"):
        decisions.give_draw(**asked(cast, fixture))
    assert again(fixture).match is not None


@pytest.mark.parametrize(
    ("how", "done", "points"), [("draw", "Draw saved", 1), ("double_loss", "Loss for both teams saved", 0)]
)
def test_a_commissioner_awards_a_draw_or_a_double_loss_on_the_page(
    cast: Cast, competition: Competition, fixture: Fixture, how: str, done: str, points: int
) -> None:
    browser, address = signed_in(cast.commissioner), f"/fixtures/{fixture.pk}/decide/"
    answer = browser.post(address, form_data(version=fixture.version, how=how, reason=WHY), follow=True)
    assert done in answer.content.decode()
    table = lines(competition)
    assert {table[team].points for team in (fixture.home_id, fixture.away_id)} == {points}
    listed = browser.get(f"/competitions/{competition.public_id}/fixtures/").content.decode()
    assert ("a draw without play" in listed) == (how == "draw")


def test_the_servers_coin_has_two_sides(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 6), started=True, legs=2)
    fell = {decisions.toss_coin(**asked(cast, each)).winner for each in matches_of(competition)}
    assert fell == {"home", "away"}  # wrong only once in 2**29 runs


def test_a_void_match_counts_for_no_team_and_the_competition_can_still_finish(cast: Cast) -> None:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True, legs=2)
    first, second = matches_of(competition)
    decisions.declare_void(**asked(cast, first))
    assert all((line.played, line.points, line.form) == (0, 0, "") for line in lines(competition).values())
    decide_match(second, 2, 1)
    assert sorted(line.points for line in lines(competition).values()) == [0, 3]
    competition.refresh_from_db()
    finished = finishing.finish_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    assert finished.state == Competition.State.FINISHED


def test_an_undone_decision_leaves_a_match_to_play_and_two_log_entries(
    cast: Cast, competition: Competition, fixture: Fixture
) -> None:
    before = lines(competition)
    decisions.award_walkover(**asked(cast, fixture), to="home")
    restored = decisions.revoke_decision(**asked(cast, again(fixture), "They came after all."))
    assert restored is not None
    assert lines(competition) == before
    assert (restored.home_outcome, restored.away_outcome, restored.counted) == ("", "", {})
    assert restored.match is not None and restored.match.state == Match.State.SCHEDULED
    assert dict(restored.match.sides.values_list("side", "team")) == {"home": fixture.home_id, "away": fixture.away_id}
    text, reason = logged(cast)
    assert text.endswith("(walkover).") and reason == "They came after all."
    assert cast.league.log.get(kind="competitions.walkover").reason == WHY
    decide_match(restored, 1, 0)
    assert lines(competition)[fixture.home_id].form == "W"


def test_an_open_played_or_decided_match_cannot_be_decided_again(
    cast: Cast, competition: Competition, fixture: Fixture
) -> None:
    Match.objects.filter(pk=fixture.match_id).update(state=Match.State.PRE_MATCH)
    with pytest.raises(Refusal, match="has been opened or played"):
        decisions.declare_void(**asked(cast, fixture))
    other = matches_of(competition)[1]
    decisions.declare_void(**asked(cast, other))
    for change in (decisions.toss_coin, fixtures.delete_fixture, fixtures.swap_sides):
        given = asked(cast, again(other))
        if change is not decisions.toss_coin:
            del given["reason"]
        with pytest.raises(Refusal, match="has been decided without play"):
            change(**given)
    assert Decision.objects.get().kind == "void"


def test_no_match_is_decided_before_the_start_or_after_the_end_and_no_bye_ever(cast: Cast) -> None:
    teams = bare_teams(cast.league, 3)
    drawn = competition_in(cast.league, teams, drawn=True)
    with pytest.raises(Refusal, match="is being set up"):
        decisions.declare_void(**asked(cast, matches_of(drawn)[0]))
    running = competition_in(cast.league, teams, started=True)
    bye = next(each for each in fixtures_of(running) if each.away is None)
    with pytest.raises(Refusal, match="has a bye in this round"):
        decisions.declare_void(**asked(cast, bye))
    for each in matches_of(running):
        decisions.award_walkover(**asked(cast, each), to="home")
    running.refresh_from_db()
    finishing.finish_competition(competition=running, by=cast.commissioner, expected=running.version)
    with pytest.raises(Refusal, match="is finished"):
        decisions.revoke_decision(**asked(cast, again(matches_of(running)[0])))


def test_fixtures_with_a_decision_cannot_be_drawn_again(cast: Cast, competition: Competition, fixture: Fixture) -> None:
    decisions.award_walkover(**asked(cast, fixture), to="home")
    competition.refresh_from_db()
    given = {"competition": competition, "by": cast.commissioner, "expected": competition.version}
    for change in (draws.draw_fixtures, draws.undo_start):
        with pytest.raises(Refusal, match="has been decided without play"):
            change(**given)
    page = signed_in(cast.commissioner).get(f"/competitions/{competition.public_id}/manage/").content.decode()
    assert "Draw again" not in page
    assert lines(competition)[fixture.home_id].points == 3


def test_a_decision_about_a_team_that_has_left_cannot_be_undone(
    cast: Cast, competition: Competition, fixture: Fixture
) -> None:
    decisions.award_walkover(**asked(cast, fixture), to="home")
    Team.objects.filter(pk=fixture.away_id).update(state=Team.State.RETIRED)
    with pytest.raises(Refusal, match="is not an active team"):
        decisions.revoke_decision(**asked(cast, again(fixture)))
    assert Decision.objects.filter(fixture=fixture).exists()


def test_a_decision_from_an_old_page_is_refused(cast: Cast, fixture: Fixture) -> None:
    fixtures.swap_sides(fixture=fixture, by=cast.commissioner, expected=fixture.version)
    with pytest.raises(StaleVersion):
        decisions.award_walkover(**asked(cast, fixture), to="home")
    assert not Decision.objects.exists()


# -- pages --


def post(client: Client, fixture: Fixture, where: str = "", **typed: Any) -> Any:
    return client.post(f"/fixtures/{fixture.pk}/decide/{where}", form_data(version=again(fixture).version, **typed))


@pytest.mark.parametrize("person", PEOPLE)
def test_only_commissioners_and_staff_make_and_undo_decisions(cast: Cast, fixture: Fixture, person: str) -> None:
    allowed = person in ("commissioner", "staff")
    client = signed_in(cast[person])
    assert post(client, fixture, how="home", reason=WHY).status_code == (302 if allowed or person == "visitor" else 403)
    assert Decision.objects.filter(fixture=fixture).exists() == allowed
    if not allowed:
        decisions.declare_void(**asked(cast, again(fixture)))
    post(client, fixture, "back/", reason="A mistake")
    assert Decision.objects.filter(fixture=fixture).exists() != allowed


def test_the_fixtures_page_links_to_the_decision_and_shows_it_with_its_reason(cast: Cast, fixture: Fixture) -> None:
    commissioner, coach = signed_in(cast.commissioner), signed_in(cast.coach)
    own = next(each for each in matches_of(fixture.round.competition) if cast.coach == each.home.coach)
    url = f"/fixtures/{own.pk}/"
    assert f'href="{url}decide/"' in commissioner.get(url, follow=True).content.decode()
    assert "decide/" not in coach.get(url, follow=True).content.decode()
    done = commissioner.post(
        f"{url}decide/", form_data(version=own.version, how="home", reason="<b>Snow</b> & ice"), follow=True
    ).content.decode()
    assert "Walkover awarded" in done
    for text in (done, coach.get(url).content.decode()):
        assert f"2–0 to {own.home.name}, a walkover." in text
        assert "&lt;b&gt;Snow&lt;/b&gt; &amp; ice" in text
        assert ("decide/back/" in text) == (text is done)
    assert commissioner.get(f"{url}decide/").status_code == 302
    page = signed_in(None).get(f"/competitions/{own.round.competition.public_id}/fixtures/").content.decode()
    assert "2 – 0" in page and f"{own.home.name}: walkover" in page


def test_lists_show_void_matches_and_winners_of_coin_tosses(
    cast: Cast, competition: Competition, fixture: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("competitions.rulings.decisions.secrets.randbelow", lambda sides: 1)
    commissioner = signed_in(cast.commissioner)
    fell = post(commissioner, fixture, how="coin_toss", reason=WHY)
    assert fell.status_code == 302
    assert post(commissioner, matches_of(competition)[1], how="void", reason=WHY).status_code == 302
    page = commissioner.get(f"/competitions/{competition.public_id}/fixtures/").content.decode()
    assert f"<span>{fixture.home.name} by coin toss</span>" in page and "<span>void</span>" in page
    assert f"{fixture.home.name} won a coin toss" in commissioner.get(f"/fixtures/{fixture.pk}/").content.decode()


def test_a_coin_sent_twice_is_tossed_once(cast: Cast, fixture: Fixture) -> None:
    form = form_data(version=fixture.version, how="coin_toss", reason=WHY)
    client = signed_in(cast.commissioner)
    for _ in range(2):
        assert client.post(f"/fixtures/{fixture.pk}/decide/", form).status_code == 302
    assert cast.league.log.filter(kind="competitions.coin_toss").count() == 1


@pytest.mark.thorough
@pytest.mark.parametrize(
    "typed", [{}, {"how": "home"}, {"how": "home", "reason": "  "}, {"how": "neither", "reason": WHY}, {"reason": WHY}]
)
def test_a_decision_needs_a_choice_and_a_reason_and_typed_text_stays(
    cast: Cast, fixture: Fixture, typed: dict[str, str]
) -> None:
    answer = post(signed_in(cast.commissioner), fixture, **typed)
    assert answer.status_code == 422
    if typed.get("reason") == WHY:
        assert WHY in answer.content.decode()
    assert not Decision.objects.exists()
