"""A team goes from one book to another: what fits is carried over, what does not is named."""

from dataclasses import replace

import pytest

from rules.book.edition import Edition
from rules.editions import EDITIONS, ruleset
from rules.team.arriving.arrival_checks import Arrival, Veteran
from rules.team.arriving.arrivals import judge
from rules.team.arriving.carrying_over import Misfit, carried_over
from rules.words.words import say_violation
from tests.rules.build import PBBL
from tests.second_edition import STREET

BOOK = PBBL.book
HALFLINGS = tuple(Veteran(number=number, position="Halfling") for number in range(1, 12))


def test_within_one_book_everything_fits() -> None:
    hero = Veteran(number=1, position="Halfling", spp=20, gained=("Catch", "+AG"), lost=("MA",), niggling=1)
    team = Arrival(
        team_list="Halfling", players=(hero, *HALFLINGS[1:]), rerolls=3, staff=(("apothecary", 1),), bank=10_000
    )
    assert carried_over(BOOK, BOOK, team) == (team, ())


@pytest.mark.parametrize("target", EDITIONS, ids=lambda edition: edition.key)
@pytest.mark.parametrize("source", EDITIONS, ids=lambda edition: edition.key)
def test_a_new_team_of_every_list_that_both_books_have_joins_the_other(source: object, target: object) -> None:
    """With players off the list where the other book has not their position (C9)."""
    old, new = source.book, target.book  # type: ignore[attr-defined]  # Editions
    for name in (name for name in old.lists if name in new.lists):
        positions = [position for each in old.lists[name].positions for position in [each.name] * min(each.maximum, 6)]
        players = tuple(Veteran(number=at, position=position) for at, position in enumerate(positions[:12], start=1))
        team, misfits = carried_over(old, new, Arrival(team_list=name, players=players, rerolls=2))
        absent = {each.name for each in old.lists[name].positions} - {each.name for each in new.lists[name].positions}
        named = {misfit.name for misfit in misfits if misfit.sort in ("position", "profile", "like")}
        assert named == absent & {one.position for one in players}, name
        judged = judge(ruleset(new.key), team)
        unknown = {violation.id for violation in judged.violations} - {"elsewhere.no_such_skill"}
        assert unknown == set(), (name, judged.violations)


def test_a_position_that_the_new_list_lacks_keeps_its_old_values_and_is_named() -> None:
    smaller = replace(BOOK.lists["Halfling"], positions=BOOK.lists["Halfling"].positions[:1])
    new = replace(BOOK, lists={**BOOK.lists, "Halfling": smaller})
    team, misfits = carried_over(
        BOOK, new, Arrival(team_list="Halfling", players=(Veteran(number=4, position="Treeman"),))
    )
    treeman = BOOK.lists["Halfling"].position("Treeman")
    assert misfits == (Misfit(sort="position", name="Treeman", number=4),)
    (one,) = team.players
    assert (one.profile, one.skills, one.cost) == (treeman.profile, treeman.skills, 120_000)


def test_a_skill_has_the_name_of_the_new_book_or_stays_for_the_coach_to_decide() -> None:
    renamed = {name: each for name, each in BOOK.skills.items() if name not in ("Catch", "Guard")}
    renamed["Grab It"] = replace(BOOK.skills["Catch"], name="Grab It", aliases=("Catch",))
    new = replace(BOOK, skills=renamed)
    one = Veteran(number=2, position="Halfling", gained=("Catch", "Guard"))
    team, misfits = carried_over(BOOK, new, Arrival(team_list="Halfling", players=(one,)))
    assert team.players[0].gained == ("Grab It", "Guard")
    assert misfits == (Misfit(sort="skill", name="Guard", number=2),)


def test_a_skill_that_the_position_now_starts_with_is_left_behind_and_named() -> None:
    halfling = replace(BOOK.lists["Halfling"].positions[0], skills=("Dodge", "Right Stuff", "Stunty", "Catch"))
    new = replace(BOOK, lists={"Halfling": replace(BOOK.lists["Halfling"], positions=(halfling,))})
    one = Veteran(number=2, position="Halfling", gained=("Catch",))
    team, misfits = carried_over(BOOK, new, Arrival(team_list="Halfling", players=(one,)))
    assert team.players[0].gained == () and misfits == (Misfit(sort="starts_with", name="Catch", number=2),)


def test_what_the_new_book_has_no_place_for_is_left_behind_and_named() -> None:
    new = replace(BOOK, staff={}, goods={}, conditions={}, deeds={})
    one = Veteran(number=2, position="Halfling", niggling=2, deeds=(("touchdowns", 3), ("mvps", 0)))
    team, misfits = carried_over(
        BOOK,
        new,
        Arrival(team_list="Halfling", players=(one,), rerolls=2, staff=(("apothecary", 1), ("cheerleader", 0))),
    )
    assert (team.rerolls, team.staff, team.players[0].niggling, team.players[0].deeds) == (0, (), 0, ())
    assert {(each.sort, each.name, each.count) for each in misfits} == {
        ("staff", "apothecary", 1),
        ("good", "rerolls", 2),
        ("condition", "niggling", 2),
        ("deed", "touchdowns", 3),
    }


def test_a_list_that_the_new_book_lacks_is_named_and_players_have_no_profile_of_other_characteristics() -> None:
    team, misfits = carried_over(BOOK, STREET.book, Arrival(team_list="Halfling", players=HALFLINGS[:1]))
    assert misfits[0] == Misfit(sort="list", name="Halfling")
    assert team.players[0].profile == () and team.players[0].cost == 30_000


def test_gold_that_the_new_book_has_no_bank_for_is_in_the_treasury() -> None:
    new = replace(BOOK, purses={"treasury": BOOK.purses["treasury"]})
    rich = Arrival(team_list="Halfling", players=HALFLINGS, treasury=30_000, bank=20_000)
    team, misfits = carried_over(BOOK, new, rich)
    assert (team.treasury, team.bank) == (50_000, 0)
    assert misfits == (Misfit(sort="purse", name="bank", count=20_000),)


def test_gold_is_left_behind_by_a_book_without_gold() -> None:
    rich = Arrival(team_list="Halfling", players=HALFLINGS, treasury=30_000, bank=20_000)
    team, misfits = carried_over(BOOK, replace(BOOK, purses={}), rich)
    assert (team.treasury, team.bank) == (0, 0)
    assert {(each.sort, each.name, each.count) for each in misfits} == {
        ("purse", "treasury", 30_000),
        ("purse", "bank", 20_000),
    }


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_a_bank_that_cannot_be_is_refused_in_words_of_every_book(edition: Edition) -> None:
    judged = judge(ruleset(edition.key), Arrival(team_list="Halfling", players=HALFLINGS, bank=10_000_000))
    said = [say_violation(violation, book=edition.book) for violation in judged.violations]
    assert any("bank" in sentence for sentence in said)


def test_gold_above_the_limit_of_a_bank_goes_to_the_treasury_and_is_named() -> None:
    small = {**BOOK.purses, "bank": replace(BOOK.purses["bank"], maximum=50_000)}
    rich = Arrival(team_list="Halfling", players=HALFLINGS, treasury=30_000, bank=80_000)
    team, misfits = carried_over(BOOK, replace(BOOK, purses=small), rich)
    assert (team.treasury, team.bank) == (60_000, 50_000)
    assert misfits == (Misfit(sort="full_purse", name="bank", count=30_000, was=50_000),)


def test_gold_above_the_limit_of_the_treasury_is_left_behind() -> None:
    small = {"treasury": replace(BOOK.purses["treasury"], maximum=40_000)}
    rich = Arrival(team_list="Halfling", players=HALFLINGS, treasury=30_000, bank=20_000)
    team, misfits = carried_over(BOOK, replace(BOOK, purses=small), rich)
    assert (team.treasury, team.bank) == (40_000, 0)
    assert misfits == (
        Misfit(sort="purse", name="bank", count=20_000),
        Misfit(sort="full_purse", name="treasury", count=10_000, was=40_000),
    )


def test_what_a_position_starts_without_in_the_new_book_is_named() -> None:
    treeman = BOOK.lists["Halfling"].position("Treeman")
    assert "Take Root" in treeman.skills and treeman.profile[0] == ("MA", 2)
    weaker = replace(
        treeman,
        profile=(("MA", 1), *treeman.profile[1:]),
        skills=tuple(name for name in treeman.skills if name != "Take Root"),
    )
    new = replace(BOOK, lists={"Halfling": replace(BOOK.lists["Halfling"], positions=(weaker,))})
    _team, misfits = carried_over(
        BOOK, new, Arrival(team_list="Halfling", players=(Veteran(number=4, position="Treeman"),))
    )
    assert misfits == (
        Misfit(sort="starts_without", name="Take Root", number=4),
        Misfit(sort="starts_at", name="MA", number=4, count=1, was=2),
    )


def test_changes_of_characteristics_that_the_new_book_lacks_are_left_behind_and_named() -> None:
    hurt = Veteran(number=2, position="Halfling", gained=("+AG", "Dodge"), lost=("MA", "MA"), conditions=(("gout", 2),))
    team, misfits = carried_over(BOOK, STREET.book, Arrival(team_list="Halfling", players=(hurt,)), "Human")
    assert (team.players[0].gained, team.players[0].lost, team.players[0].conditions) == (("Dodge",), (), ())
    assert team.players[0].position == STREET.book.lists["Human"].journeyman_positions[0].name
    for left in (
        Misfit(sort="characteristic", name="+AG", number=2, count=1),
        Misfit(sort="characteristic", name="-MA", number=2, count=2),
        Misfit(sort="condition", name="gout", number=2, count=2),
        Misfit(sort="profile", name="Halfling", number=2, now=team.players[0].position),
    ):
        assert left in misfits


def test_a_starting_skill_that_the_new_book_lacks_is_named_for_a_position_off_the_list() -> None:
    small = replace(BOOK.lists["Halfling"], positions=BOOK.lists["Halfling"].positions[:1])
    skills = {name: each for name, each in BOOK.skills.items() if name != "Take Root"}
    new = replace(BOOK, lists={"Halfling": small}, skills=skills)
    treeman = Arrival(team_list="Halfling", players=(Veteran(number=4, position="Treeman"),))
    _team, misfits = carried_over(BOOK, new, treeman)
    assert misfits[1:] == (Misfit(sort="skill", name="Take Root", number=4),)


def test_where_characteristics_differ_a_player_starts_again_in_the_position_named_like_theirs() -> None:
    """As far as the new list has room for them."""
    new = ruleset("bb2025").book
    positions = ("Lineman", "Blitzer", "Blitzer", "Blitzer", "Runner", "Assassin")
    players = tuple(Veteran(number=number, position=name) for number, name in enumerate(positions, start=1))
    team, misfits = carried_over(BOOK, new, Arrival(team_list="Dark Elf", players=players))
    assert [one.position for one in team.players[:4]] == [
        "Dark Elf Lineman",
        *["Dark Elf Blitzer"] * 2,
        "Dark Elf Lineman",
    ]
    assert {"Lineman", "Blitzer"} <= {misfit.name for misfit in misfits}


def test_a_player_of_a_position_that_is_called_otherwise_gets_the_one_named_like_it() -> None:
    """Also where the old name says more; without room in the new list, or with several like it, they keep their own."""
    old, new = ruleset("bb2020").book, ruleset("bb2025").book
    positions = ("Rotter Lineman", "Bloater", "Bloater")
    players = tuple(Veteran(number=number, position=name) for number, name in enumerate(positions, start=1))
    team, misfits = carried_over(old, new, Arrival(team_list="Nurgle", players=players))
    assert [one.position for one in team.players] == ["Rotter", "Bloater", "Bloater"]
    assert misfits[0] == Misfit(sort="like", name="Rotter Lineman", number=1, now="Rotter")
    assert (team.players[0].profile, team.players[0].cost) == ((), 0)
    elves = tuple(Veteran(number=number, position="Blitzer") for number in (1, 2, 3))
    team, misfits = carried_over(old, new, Arrival(team_list="Dark Elf", players=elves))
    assert [one.position for one in team.players] == ["Dark Elf Blitzer", "Dark Elf Blitzer", "Blitzer"]
    assert Misfit(sort="position", name="Blitzer", number=3) in misfits
    high = Arrival(team_list="High Elf", players=(Veteran(number=1, position="Catcher"),))
    assert carried_over(old, new, high)[0].players[0].position == "Catcher"


@pytest.mark.parametrize(
    ("source", "target", "name", "was", "now"),
    [
        ("bb2020", "lrb-1.3", "Nurgle", "Rotter Lineman", "Beastman"),  # 35k, and a Rotter 110k
        ("lrb-1.3", "bb2020", "Nurgle", "Rotter", "Rotter Lineman"),
        ("first-1986", "crp", "Orc", "Orc", "Lineman"),  # not four Black Orc Blockers
        ("bb2020", "crp", "Halfling", "Halfling Catcher", "Halfling"),
        ("crp", "bb2025", "Orc", "Blitzer", "Orc Blitzer"),
    ],
)
def test_a_position_of_far_other_cost_or_number_is_not_like_it_and_everybody_is_told_where_they_start(
    source: str, target: str, name: str, was: str, now: str
) -> None:
    players = tuple(Veteran(number=number, position=was) for number in (1, 2))
    team, misfits = carried_over(ruleset(source).book, ruleset(target).book, Arrival(team_list=name, players=players))
    assert [one.position for one in team.players] == [now, now]
    assert Misfit(sort="profile", name=was, number=1, now=now) in misfits
