"""A season's tournament (L3): which teams qualify by each method of the book, the recorded draw, and the trophy."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competitions.models import Competition, FinalistChoice, Fixture, Trophy
from competitions.pairing.semi_finalists import Candidate, choose
from competitions.season_end import play_off_views
from competitions.season_end.play_offs import CHOSEN, PLAY_OFFS, Plan, draw_play_offs
from competitions.setup.services import results_changed
from competitions.setup.shape import Shape
from leagues.log import words
from leagues.models import League
from matches.models import Match
from rules.editions import edition
from teams.models import Team
from tests.competitions.competition_builders import bare_teams, competition_in, decide_match, matches_of, preview_result
from tests.leagues.cast import Cast, form_data, signed_in
from web.errors import Refusal

# Team, value in k, won, played, points, place in the table. 3 is the book's own example: 1,800k and 5 of 10 won.
SEASON = [
    Candidate(team=team, team_value=value * 1000, won=won, played=played, points=points, table=1, rank=rank)
    for team, value, won, played, points, rank in (
        (1, 1000, 9, 10, 27, 1),
        (2, 1200, 7, 10, 22, 2),
        (3, 1800, 5, 10, 17, 4),
        (4, 1900, 1, 10, 5, 6),
        (5, 1500, 4, 8, 16, 5),
        (6, 1100, 6, 10, 19, 3),
    )
]


@pytest.mark.rules("L3")
@pytest.mark.parametrize(
    ("way", "four"),
    [
        ("team_value", [4, 3, 5, 2]),
        ("win_ratio", [1, 2, 6]),
        ("value_times_ratio", [1, 3, 2, 5]),
        ("points", [1, 2, 6, 3]),
    ],
)
def test_each_method_of_the_book_chooses_its_four_teams(way: str, four: list[int]) -> None:
    assert list(choose(SEASON, way).certain) == four


@pytest.mark.rules("L3")
def test_the_books_example_of_value_times_win_ratio() -> None:
    assert SEASON[2].figure("value_times_ratio") == 900_000


def test_teams_level_for_the_last_place_are_left_undecided() -> None:
    chosen = choose(SEASON, "win_ratio")  # 3 and 5 won every second match
    assert (chosen.level, chosen.places, chosen.settled) == ((3, 5), 1, False)


def test_a_team_that_has_not_played_has_a_win_ratio_of_zero() -> None:
    assert Candidate(team=1, team_value=1_000_000, won=0, played=0).win_ratio == 0


@pytest.mark.rules("L3")
def test_two_tables_send_two_teams_each_by_place_and_not_by_points() -> None:
    tables = [
        Candidate(team=team, team_value=0, won=0, played=0, points=points, table=table, rank=rank)
        for team, points, table, rank in ((1, 30, 1, 1), (2, 28, 1, 2), (3, 27, 1, 3), (4, 9, 2, 1), (5, 6, 2, 2))
    ]
    assert choose(tables, "points").certain == (1, 2, 4, 5)


# One table of eight teams, the best first, with conferences as the letters say ("-" for none): who is in by points, the
# best of the first conference first. "=" after a letter: level with the team before it, also within the conference.
@pytest.mark.parametrize(
    ("conferences", "within", "whole"),
    [
        ("A A A A B B B B", [1, 2, 5, 6], [1, 2, 3, 4]),  # two of each
        ("A B C D A B C D", [1, 2, 3, 4], [1, 2, 3, 4]),
        ("D D D C C B B A", [8, 6, 4, 1], [1, 2, 3, 4]),  # one of each of four
        ("A A A A B B C C", [1, 2, 3, 4], [1, 2, 3, 4]),  # three cannot send as many each: the table
        ("A A A A A A A B", [1, 2, 3, 4], [1, 2, 3, 4]),  # B has one team, not two
        ("A A A A A A A A", [1, 2, 3, 4], [1, 2, 3, 4]),  # one conference
        ("- A A - B - B B", [2, 3, 5, 7], [1, 2, 3, 4]),  # teams without a conference are none
        ("- - - - - - - -", [1, 2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_places_within_conferences_by_hand(conferences: str, within: list[int], whole: list[int]) -> None:
    letters = ["" if each == "-" else each for each in conferences.split()]
    table = [
        Candidate(
            team=rank, team_value=0, won=0, played=0, points=30 - rank, table=1, rank=rank,
            conference=letter, conference_rank=letters[:rank].count(letter) if letter else None,
        )
        for rank, letter in enumerate(letters, 1)
    ]  # fmt: skip
    assert list(choose(table, "points", by_conference=True).certain) == within
    assert list(choose(table, "points").certain) == whole
    assert choose(table, "win_ratio", by_conference=True) == choose(table, "win_ratio")


def test_teams_level_in_their_conference_are_left_undecided_there() -> None:
    table = [
        Candidate(
            team=team, team_value=0, won=0, played=0, points=9, table=1, rank=rank, conference=name, conference_rank=own
        )
        for team, rank, name, own in ((1, 1, "A", 1), (2, 2, "A", 2), (3, 3, "B", 1), (4, 4, "B", 2), (5, 4, "B", 2))
    ]
    chosen = choose(table, "points", by_conference=True)
    assert (chosen.certain, chosen.level, chosen.places) == ((1, 2, 3), (4, 5), 1)


def test_a_table_with_too_few_teams_sends_none_of_its_own() -> None:
    tables = [
        Candidate(team=team, team_value=0, won=0, played=0, points=points, table=table, rank=rank)
        for team, points, table, rank in ((1, 9, 1, 1), (2, 8, 1, 2), (3, 7, 1, 3), (4, 6, 1, 4), (5, 1, 2, 1))
    ]
    assert list(choose(tables, "points").certain) == [1, 2, 3, 4]


def test_the_order_of_the_candidates_does_not_matter() -> None:
    for way in ("team_value", "win_ratio", "value_times_ratio", "points"):
        assert choose(SEASON, way) == choose(SEASON[::-1], way)


@pytest.fixture
def played(cast: Cast) -> Competition:
    """Six teams; the lower its number, the better a team did."""
    competition = competition_in(cast.league, bare_teams(cast.league, 6), started=True, name="Division")
    order = {team.pk: place for place, team in enumerate(cast.league.teams.order_by("pk"))}
    for fixture in matches_of(competition):
        decide_match(fixture, *((1, 0) if order[fixture.home_id] < order[fixture.away_id] else (0, 1)))
    return competition


def draw(cast: Cast, played: Competition, **more: object) -> Competition:
    plan = {"name": "Cup", "way": "points", "sources": [played], "seed": "a fair lot"}
    return draw_play_offs(season=played.season, by=cast.commissioner, plan=Plan(**(plan | more)))


def pairs(competition: Competition) -> list[set[str]]:
    return [{fixture.home.name, fixture.away.name} for fixture in matches_of(competition)]


def names(league: League, places: Sequence[int]) -> set[str]:
    teams = list(league.teams.order_by("pk"))
    return {teams[place].name for place in places}


@pytest.mark.rules("L3", "L4")
def test_the_four_are_drawn_into_semi_finals_and_the_winners_meet_in_the_final(cast: Cast, played: Competition) -> None:
    trophy = Trophy(league=cast.league, key="blood_bowl", name="Blood Bowl")
    cup = draw(cast, played, trophy=trophy)
    semis = matches_of(cup)
    assert [(each.match.stage, each.match.tournament) for each in semis] == [("semi_final", "blood_bowl")] * 2
    assert {team for pair in pairs(cup) for team in pair} == names(cast.league, range(4))
    for fixture in semis:
        decide_match(fixture, 2, 1)
    final = matches_of(cup)[-1]
    assert (final.match.stage, final.match.tournament) == ("final", "blood_bowl")
    assert {final.home, final.away} == {fixture.home for fixture in semis}


@pytest.mark.rules("L3")
def test_the_pairs_are_a_random_draw_that_anyone_can_repeat(cast: Cast, played: Competition) -> None:
    seeds = (*range(12), 0)
    drawn = [pairs(draw(cast, played, name=f"Cup {place}", seed=str(seed))) for place, seed in enumerate(seeds)]
    assert drawn[0] == drawn[-1]
    assert len({frozenset(map(frozenset, each)) for each in drawn}) == 3  # all pairings of four
    assert cast.league.log.filter(kind="competitions.drawn", args__seed="7").exists()


@pytest.mark.rules("L3")
def test_play_offs_start_with_all_teams_that_enter(cast: Cast, played: Competition) -> None:
    all_teams = list(cast.league.teams.order_by("pk"))
    cup = draw(cast, played, way=PLAY_OFFS, ticked=all_teams, trophy=None)
    stages = [fixture.match.stage for fixture in matches_of(cup)]
    assert stages == [Match.Stage.PLAY_OFF] * 2
    with pytest.raises(Refusal, match="You selected 1 team"):
        draw(cast, played, name="Cup 2", way=PLAY_OFFS, ticked=all_teams[:1])


def test_level_teams_are_chosen_by_hand_or_by_a_recorded_lot(cast: Cast) -> None:
    level = competition_in(cast.league, bare_teams(cast.league, 5), started=True, name="Division")
    for fixture in matches_of(level):
        decide_match(fixture, 1, 1)
    with pytest.raises(Refusal, match="are level for 4 of the places"):
        draw(cast, level)
    by_hand = list(cast.league.teams.order_by("pk"))[1:]
    cup = draw(cast, level, ticked=by_hand)
    assert {team for pair in pairs(cup) for team in pair} == {team.name for team in by_hand}
    lots = [pairs(draw(cast, level, name=name, by_lot=True)) for name in ("Cup 2", "Cup 3")]
    assert lots[0] == lots[1]
    assert cast.league.log.filter(kind="competitions.semi_finalists_by_lot", args__seed="a fair lot").count() == 2


def test_three_teams_are_too_few(cast: Cast) -> None:
    small = competition_in(cast.league, bare_teams(cast.league, 3), started=True)
    with pytest.raises(Refusal, match="These competitions have 3 teams"):
        draw(cast, small)


def test_a_commissioner_draws_the_semi_finals_on_a_page(cast: Cast, played: Competition) -> None:
    url = reverse("competitions:play_offs", args=[cast.league.slug, played.season.number])
    browser = signed_in(cast.commissioner)
    page = browser.get(url).content.decode()
    assert "by win ratio" in page and page.count('<th scope="row"><span><span class="with-badge"><svg') >= 4
    fields = form_data(name="Blood Bowl", way="points", sources=[played.public_id], trophy="blood_bowl")
    answer = browser.post(url, fields)
    cup = Competition.objects.get(name="Blood Bowl")
    assert answer["Location"] == reverse("competitions:bracket", args=[cup.public_id])
    assert cup.played_for.key == "blood_bowl"
    again = browser.post(url, form_data(name="Blood Bowl", way="points", sources=[played.public_id]))
    assert again.status_code == 422
    assert signed_in(cast.coach).get(url).status_code == 403


def test_a_later_correction_of_a_table_says_who_would_play_instead(cast: Cast, played: Competition) -> None:
    cup = draw(cast, played)
    fourth, fifth = list(cast.league.teams.order_by("pk"))[3:5]
    decider = next(each for each in matches_of(played) if {each.home, each.away} == {fourth, fifth})
    home = decider.home == fifth
    score = (9, 0) if home else (0, 9)
    (preview,) = preview_result(decider, score).stages
    assert preview.name == cup.name
    assert preview.lines[0].text == f"Would qualify: {fifth.name} instead of {fourth.name}."
    for fixture in matches_of(cup)[:1]:
        decide_match(fixture, 1, 0)
    assert "so its teams stay" in preview_result(decider, score).stages[0].lines[-1].text


def test_a_corrected_table_does_not_question_a_choice_made_by_hand(cast: Cast) -> None:
    level = competition_in(cast.league, bare_teams(cast.league, 5), started=True, name="Division")
    for fixture in matches_of(level):
        decide_match(fixture, 1, 1)
    assert not draw(cast, level, ticked=list(cast.league.teams.order_by("pk"))[1:]).feeds.exists()


def test_the_page_says_that_matches_are_still_to_be_played(cast: Cast, played: Competition) -> None:
    address = reverse("competitions:play_offs", args=[cast.league.slug, played.season.number])
    warning = "Some matches are not played yet"
    assert warning not in signed_in(cast.commissioner).get(address).text
    Match.objects.filter(fixture__round__competition=played, fixture__round__number=5).update(state="scheduled")
    page = signed_in(cast.commissioner).get(address).text
    assert warning in page and reverse("competitions:fixtures", args=[played.public_id]) in page


@pytest.mark.rules("L3")
def test_several_tables_each_send_as_many_teams(cast: Cast) -> None:
    teams = bare_teams(cast.league, 8)
    tables = [competition_in(cast.league, half, started=True, name=half[0].name) for half in (teams[:4], teams[4:])]
    for fixture in [each for table in tables for each in matches_of(table)]:
        decide_match(fixture, 1, 1)
    for ticked in (teams[:3] + teams[4:5], teams[:2] + teams[4:5], teams[:2]):
        with pytest.raises(Refusal, match="are level for 2 of the places"):
            draw(cast, tables[0], sources=tables, ticked=ticked)
    cup = draw(cast, tables[0], sources=tables, ticked=teams[:2] + teams[6:])
    assert {name for pair in pairs(cup) for name in pair} == {team.name for team in teams[:2] + teams[6:]}
    lot = draw(cast, tables[0], sources=tables, name="Cup 2", by_lot=True)
    halves = [{team.name for team in half} for half in (teams[:4], teams[4:])]
    drawn = {name for pair in pairs(lot) for name in pair}
    assert [len(drawn & half) for half in halves] == [2, 2]


def test_two_of_each_conference_are_paired_by_places_and_a_correction_says_who_else(
    cast: Cast, played: Competition
) -> None:
    teams = list(cast.league.teams.order_by("pk"))  # West: places 4, 5, 6 of the table
    for name, half in (("East", teams[:3]), ("West", teams[3:])):
        played.entrants.filter(team__in=half).update(conference=name)
    results_changed([played.pk])
    played.refresh_from_db()
    url = reverse("competitions:play_offs", args=[cast.league.slug, played.season.number])
    browser = signed_in(cast.commissioner)
    page = browser.get(url)
    assert "West, place 2" in page.text and "Places within each conference" in page.text
    fields = {"way": "points", "sources": [played.public_id], "crosswise": "on"}
    assert browser.post(url, form_data(name="Cup", by_conference="on", **fields)).status_code == 302
    cup = Competition.objects.get(name="Cup")
    first = [teams[place].name for place in (0, 4, 3, 1)]
    assert pairs(cup) == [set(first[:2]), set(first[2:])], "E1-W2 and W1-E2"
    assert list(cup.feeds.values_list("first", "last", "by_conference")) == [(1, 2, True)]
    decider = next(each for each in matches_of(played) if {each.home, each.away} == {teams[4], teams[5]})
    (preview,) = preview_result(decider, (9, 0) if decider.home == teams[5] else (0, 9)).stages
    assert preview.lines[0].text == f"Would qualify: {teams[5].name} instead of {teams[4].name}."
    assert browser.post(url, form_data(name="Cup 2", **fields)).status_code == 302
    whole = {name for pair in pairs(Competition.objects.get(name="Cup 2")) for name in pair}
    assert whole == names(cast.league, range(4))
    told = {each.args["competition"]: words(each) for each in cast.league.log.filter(kind=CHOSEN.id)}
    assert "most league points in their conferences; the same number from each. Teams" in told["Cup"]
    assert "most league points; the same number from each table. Teams" in told["Cup 2"]


def fifth_beats_fourth(cast: Cast, played: Competition) -> tuple[Fixture, tuple[int, int], list[Team]]:
    """The fixture of the fourth and the fifth team, and a score with which the fifth wins."""
    fourth, fifth = list(cast.league.teams.order_by("pk"))[3:5]
    decider = next(each for each in matches_of(played) if {each.home, each.away} == {fourth, fifth})
    return decider, (9, 0) if decider.home == fifth else (0, 9), [fourth, fifth]


def test_for_a_choice_by_win_ratio_a_correction_says_who_would_have_qualified(cast: Cast, played: Competition) -> None:
    cup = draw(cast, played, way="win_ratio")
    fixture, score, (fourth, fifth) = fifth_beats_fourth(cast, played)
    (preview,) = preview_result(fixture, score).stages
    assert preview.name == cup.name
    assert preview.lines[0].text == f"Would be chosen: {fifth.name} instead of {fourth.name}."
    assert preview.lines[1].url == f"/competitions/{cup.public_id}/manage/"
    assert preview_result(fixture, score[::-1]).stages == ()
    Match.objects.filter(fixture__round__competition=cup).update(state=Match.State.PRE_MATCH)
    assert "so its teams stay" in preview_result(fixture, score).stages[0].lines[-1].text


def test_for_a_choice_by_team_value_the_values_that_counted_are_shown(cast: Cast, played: Competition) -> None:
    draw(cast, played, way="team_value", by_lot=True)
    fixture, score, _teams = fifth_beats_fourth(cast, played)
    (preview,) = preview_result(fixture, score).stages
    assert "team value that each team had that day" in preview.lines[0].text


@pytest.mark.parametrize("way", ["win_ratio", "team_value"])
def test_for_a_tournament_without_a_saved_choice_the_preview_says_that_it_does_not_know(
    cast: Cast, played: Competition, way: str
) -> None:
    cup = draw(cast, played, way=way, by_lot=True)
    FinalistChoice.objects.all().delete()
    fixture, score, _teams = fifth_beats_fourth(cast, played)
    (preview,) = preview_result(fixture, score).stages
    assert preview.name == cup.name
    assert "so Dugout cannot tell whether others would be in" in preview.lines[0].text
    assert preview.lines[1].url == f"/competitions/{cup.public_id}/manage/"
    Match.objects.filter(pk=fixture.match_id).update(confirmed_at=timezone.now() + timedelta(days=1))
    assert preview_result(fixture, score).stages == (), "it was drawn before the match counted"


def test_the_preview_says_nothing_about_a_tournament_that_the_log_does_not_mention(
    cast: Cast, played: Competition
) -> None:
    four = list(cast.league.teams.order_by("pk")[:4])
    competition_in(
        cast.league, four, started=True, shape=Shape(scheduling="knock_out", options={"by_lot": True}), name="Cup"
    )
    fixture, score, _teams = fifth_beats_fourth(cast, played)
    assert preview_result(fixture, score).stages == ()


def test_a_choice_by_points_that_feeds_the_tournament_is_shown_once(cast: Cast, played: Competition) -> None:
    draw(cast, played)
    fixture, score, _teams = fifth_beats_fourth(cast, played)
    assert len(preview_result(fixture, score).stages) == 1


def test_value_times_ratio_is_shown_to_a_hundred_gold_pieces() -> None:
    candidate = Candidate(team=1, team_value=1_300_000, won=2, played=3)
    line = play_off_views._line(candidate, None, "", (), edition("pbbl-1.10").book)
    assert line.product == "866.7k"
