"""Simulated seasons: legal new teams of every list, correct reports, and coaches whose answers the rules accept."""

import random
from collections import Counter
from itertools import count

import pytest

from rules.editions import ruleset
from rules.match_day.report_checks import check_report
from rules.sequence.chance import pick, pick_weighted, random_count, roll, shuffled
from rules.sequence.sequence import Question, face_exists
from rules.sheet.match import Pair, Terms
from rules.simulation import bot_coach
from rules.simulation.simulation import Coach, draft, random_match, season
from rules.team.founding import judge
from rules.team.inducements import Item
from rules.team.value import team_value
from tests.rules.build import AWAY, PBBL, humans, orcs, team

LISTS = tuple(PBBL.book.lists)


@pytest.mark.rules("C1", "C2", "C3", "C6")
@pytest.mark.parametrize("team_list", LISTS)
def test_every_list_gets_legal_teams_that_use_their_gold(team_list: str) -> None:
    chance = random.Random(team_list)
    for _ in range(40):
        choice = draft(chance, PBBL, team_list)
        founding = judge(PBBL, choice)
        assert founding.legal, founding.violations
        assert 2 <= choice.rerolls <= 4
        assert founding.treasury <= 200_000
        assert len(set(choice.players)) > 1, "a team of linemen only"


def test_teams_of_one_list_differ() -> None:
    chance = random.Random(1)
    assert len({draft(chance, PBBL, "Human") for _ in range(20)}) > 10


@pytest.mark.parametrize("gold", [330_000, 550_000, 800_000, 1_500_000, 5_000_000])
def test_a_draft_fits_any_starting_gold(gold: int) -> None:
    rules = ruleset("pbbl-1.10", {"starting_treasury": gold, "free_fan_factor": True})
    drafted = 0
    for team_list in LISTS:
        cheapest = min(position.cost for position in rules.book.lists[team_list].journeyman_positions)
        if 11 * cheapest > gold:
            with pytest.raises(ValueError, match="too few"):
                draft(random.Random(2), rules, team_list)
        else:
            assert judge(rules, draft(random.Random(2), rules, team_list)).legal
            drafted += 1
    assert drafted > 0


@pytest.mark.parametrize("stage", ["league", "play_off", "semi_final", "final"])
def test_every_random_report_adds_up(stage: str) -> None:
    chance = random.Random(stage)
    sheets = Pair(home=team("Nurgle", "8 Rotter", "4 Nurgle Warrior"), away=orcs())
    terms = Terms(stage=stage)
    injuries = scores = 0
    for _ in range(200):
        invented = random_match(chance, PBBL, sheets, terms=terms)
        match = _match(sheets, invented, terms)
        assert check_report(PBBL, match) == ()
        if stage == "final":
            assert match.winner() is not None
        injuries += len(invented.reports.home.injuries)
        scores += invented.reports.home.score
    assert injuries > 100 and scores > 100


def _match(sheets, invented, terms):
    from rules.sheet.match import MatchPlayed

    return MatchPlayed(
        terms=terms, sheets=sheets, fame=Pair(home=0, away=0), reports=invented.reports, result=invented.result
    )


def test_a_team_without_players_loses_without_a_crash() -> None:
    sheets = Pair(home=team("Human"), away=orcs())
    for seed in range(50):
        invented = random_match(random.Random(seed), PBBL, sheets)
        assert invented.reports.home.score == 0
        assert invented.reports.home.injuries == ()
        assert check_report(PBBL, _match(sheets, invented, Terms())) == ()


@pytest.mark.rules("I3")
def test_a_star_hired_by_both_sides_plays_in_no_random_match() -> None:
    star = Item(kind="star", name="Morg 'n' Thorg")
    bought = Pair(home=(star, Item(kind="mercenary", position="Blitzer")), away=(star,))
    sheets = Pair(home=humans(), away=orcs())
    invented = random_match(random.Random(6), PBBL, sheets, bought=bought)
    assert [line.name for line in invented.reports.home.induced] == ["Blitzer"]
    assert invented.reports.away.induced == ()
    assert check_report(PBBL, _match(sheets, invented, Terms())) == ()


@pytest.mark.rules("J8")
def test_a_necromancers_team_raises_a_player_wherever_the_rules_allow_one() -> None:
    sheets, rose = Pair(home=team("Undead", "4 Ghoul", "2 Mummy", "6 Skeleton"), away=orcs()), []
    chance = random.Random(3)
    for _ in range(60):
        invented = random_match(chance, PBBL, sheets)
        assert check_report(PBBL, _match(sheets, invented, Terms())) == ()
        reports = invented.reports
        fatal = [injury for injury in reports.away.injuries if PBBL.book.casualty_for(injury.casualty or 61).dead]
        kinds = [line.kind for line in reports.home.induced]
        assert kinds in ([], ["raised"]) and (fatal or not kinds)
        assert not reports.away.induced
        rose.append(bool(kinds))
    assert 0 < sum(rose) < 60


@pytest.mark.parametrize(
    ("key", "undead", "rotter", "victim", "hired"),
    [
        ("bb2020", "Zombie Lineman", "Rotter Lineman", "Skaven Clanrat Lineman", "Blitzer"),
        ("bb2025", "Skeleton Lineman", "Rotter", "Skaven Clanrat", "Skaven Blitzer"),
    ],
)
def test_reports_by_the_books_of_today_say_who_rose_and_which_hired_player_hurt_somebody(
    key: str, undead: str, rotter: str, victim: str, hired: str
) -> None:
    rules = ruleset(key)
    chance, second = random.Random(4), 0
    bought = Pair(home=(), away=(Item(kind="mercenary", position=hired, count=2),))
    skaven = team("Skaven", f"11 {victim}", rules=rules, first_id=AWAY)
    for team_list, lineman in (("Shambling Undead", undead), ("Nurgle", rotter)):
        sheets, rose = Pair(home=team(team_list, f"11 {lineman}", rules=rules), away=skaven), 0
        for _ in range(60):
            invented = random_match(chance, rules, sheets, bought=bought)
            problems = check_report(rules, _match(sheets, invented, Terms()))
            assert [each for each in problems if not each.hint_only] == []
            rose += sum(line.kind == "raised" for line in invented.reports.home.induced)
            second += sum(injury.by_hired == 2 for injury in invented.reports.home.injuries)
            assert all(injury.by_hired for injury in invented.reports.home.injuries if injury.by_induced)
        assert 0 < rose < 60, team_list
    assert second


def test_better_players_do_more() -> None:
    sheets = Pair(home=humans(), away=orcs())
    chance = random.Random(5)
    completions: Counter[int] = Counter()
    for _ in range(300):
        for line in random_match(chance, PBBL, sheets).reports.home.lines:
            completions[line.player] += line.deed("completions")
    assert completions.most_common(1)[0][0] == 5, "the thrower passes most"


def test_a_season_is_the_same_again_with_the_same_seed() -> None:
    def values(seed: int) -> list[tuple[int, int]]:
        matches = season(random.Random(seed), PBBL, ["Human", "Orc", "Skaven", "Undead"], 4)
        return [(played.match.reports.home.score, len(played.outcomes.home.entries)) for played in matches]

    assert values(7) == values(7)
    assert values(7) != values(8)


def test_each_team_plays_once_a_round_and_one_of_an_odd_number_rests() -> None:
    assert len(list(season(random.Random(1), PBBL, ["Human", "Orc", "Skaven", "Undead"], 5))) == 10
    assert len(list(season(random.Random(1), PBBL, ["Human", "Orc", "Skaven"], 5))) == 5


def test_teams_grow_over_a_season_but_not_without_limit() -> None:
    *_, last = season(random.Random(11), PBBL, LISTS, 9)
    value = team_value(PBBL, last.home.sheet).amount
    assert 900_000 < value < 2_500_000


def test_a_coach_raises_an_error_for_an_unknown_decision() -> None:
    coach = Coach(random.Random(1), PBBL, lambda: 1)
    with pytest.raises(KeyError):
        coach.answer(Question(side="home", key="dance", kind="choose", label="mvp", rule="G1", page=33))


def test_player_ids_come_from_the_caller() -> None:
    ids = count(500)
    coach = Coach(random.Random(1), PBBL, lambda: next(ids))
    question = Question(side="home", key="buy.1", kind="mint", label="buy.1")
    assert [coach.answer(question).value, coach.answer(question).value] == [500, 501]


def test_dice_show_every_face_and_no_other() -> None:
    chance = random.Random(9)
    for faces in (3, 6, 8, 68):
        shown = {roll(chance, faces) for _ in range(3000)}
        assert all(face_exists(face, faces) for face in shown)
        assert len(shown) == (48 if faces == 68 else faces)


def test_random_numbers_are_fair() -> None:
    chance = random.Random(3)
    counted = Counter(pick_weighted(chance, "ab", (3, 1)) for _ in range(4000))
    assert 2800 < counted["a"] < 3200
    assert {pick(chance, "abc") for _ in range(100)} == set("abc")
    assert sorted(shuffled(chance, range(20))) == list(range(20))
    assert len({tuple(shuffled(chance, range(4))) for _ in range(600)}) == 24
    mean = sum(random_count(chance, 1.5) for _ in range(4000)) / 4000
    assert 1.4 < mean < 1.6


def test_a_coach_buys_one_big_guy_at_a_time_where_they_are_limited_together() -> None:
    lrb = ruleset("lrb-1.3")
    chaos = lrb.book.lists["Chaos"]
    (limit,) = chaos.together
    assert len(limit.positions) > 1 and limit.maximum == 1
    basket = bot_coach._Basket(
        {"treasury": 900_000, "room": 5, **{f"player.{one.name}": one.maximum for one in chaos.positions}}, chaos
    )
    bought = [name for name in limit.positions if basket.take_player(chaos.position(name))]
    assert len(bought) == 1 and basket.take_player(chaos.journeyman_positions[0])
