"""What does not fit another book, in sentences."""

from dataclasses import replace

import pytest

from rules.editions import EDITIONS
from rules.team.arriving import carrying_over
from rules.team.arriving.carrying_over import Misfit
from teams.building.other_book import MOST_NAMED, MOST_SENTENCES, misfit_words
from tests.rules.build import PBBL
from tests.second_edition import STREET

OLD = PBBL.book
NEW = next(edition.book for edition in EDITIONS if edition.key == "crp")
NAMES = {2: "Bagley 100%", 3: "Tosser"}


@pytest.mark.parametrize(
    ("misfit", "said"),
    [
        (Misfit(sort="list", name="Halfling"), "{book} has no list Halfling: choose another."),
        (
            Misfit(sort="position", name="Cook", number=2),
            "No. 2 Bagley 100%: the list has no Cook. They keep their old values, or choose a position.",
        ),
        (Misfit(sort="like", name="Cook", number=4, now="Chef"), "No. 4: Cook in the old list, Chef in the new one."),
        (
            Misfit(sort="profile", name="Cook", number=4),
            "No. 4: the list has no Cook, and {book} has other characteristics. Choose the position that fits.",
        ),
        (
            Misfit(sort="profile", name="Cook", number=4, now="Chef"),
            "No. 4: the list has no Cook, and {book} has other characteristics. They start again as Chef, unless you "
            "choose another position.",
        ),
        (
            Misfit(sort="skill", name="Guard", number=3),
            "No. 3 Tosser: {book} has no skill Guard. Remove it, or choose another.",
        ),
        (
            Misfit(sort="characteristic", name="-AG", number=3, count=1),
            "No. 3 Tosser: −AG no longer counts. {book} has no such characteristic.",
        ),
        (
            Misfit(sort="starts_with", name="Catch", number=3),
            "No. 3 Tosser: starts with Catch here, so it no longer counts as learned.",
        ),
        (Misfit(sort="starts_without", name="Catch", number=3), "No. 3 Tosser: starts without Catch here."),
        (
            Misfit(sort="starts_at", name="MA", number=3, count=7, was=6),
            "No. 3 Tosser: starts with MA 7 here, before with 6.",
        ),
        (
            Misfit(sort="condition", name="niggling", number=3, count=2),
            "No. 3 Tosser: {book} does not count Niggling injuries (2).",
        ),
        (
            Misfit(sort="deed", name="touchdowns", number=3, count=2),
            "No. 3 Tosser: {book} does not count Touchdown (2).",
        ),
        (Misfit(sort="staff", name="apothecary", count=1), "Apothecaries (1) left: {book} has none."),
        (Misfit(sort="good", name="rerolls", count=3), "Team re-rolls (3): {book} has none."),
        (
            Misfit(sort="purse", name="bank", count=40_000),
            "Bank (40k): {book} has none. The gold is in the treasury.",
        ),
        (
            Misfit(sort="full_purse", name="bank", count=40_000, was=100_000),
            "Bank: it holds at most 100k here. The other 40k are in the treasury.",
        ),
        (
            Misfit(sort="full_purse", name="treasury", count=40_000, was=100_000),
            "Treasury: it holds at most 100k here. The other 40k are left behind.",
        ),
    ],
)  # fmt: skip
def test_each_thing_that_does_not_fit_is_a_sentence(misfit: Misfit, said: str) -> None:
    assert misfit_words([misfit], OLD, NEW, NAMES) == [said.format(book=NEW.name)]


def test_gold_is_left_behind_by_a_book_without_a_treasury() -> None:
    poor = replace(NEW, purses={})
    assert misfit_words([Misfit(sort="purse", name="bank", count=40_000)], OLD, poor, {}) == [
        f"Bank (40k): {NEW.name} has none."
    ]


def test_players_with_the_same_problem_share_a_sentence() -> None:
    misfits = [Misfit(sort="starts_without", name="Catch", number=number) for number in (3, 4, 2)]
    assert misfit_words(misfits, OLD, NEW, NAMES) == [
        "No. 3 Tosser, No. 4, No. 2 Bagley 100%: starts without Catch here."
    ]
    many = [replace(misfits[0], number=number) for number in range(10, 13 + MOST_NAMED)]
    assert misfit_words(many, OLD, NEW, {})[0].endswith("No. 21 and 3 more: starts without Catch here.")


def test_what_is_up_to_the_coach_comes_first_and_a_list_has_an_end() -> None:
    left = Misfit(sort="staff", name="apothecary", count=1)
    unknown = [Misfit(sort="skill", name=f"Trick {nth}", number=1) for nth in range(MOST_SENTENCES + 5)]
    said = misfit_words([left, *unknown], OLD, STREET.book, {})
    assert "Trick 0" in said[0] and said[-1] == "…" and len(said) == MOST_SENTENCES + 1


def test_every_sort_of_misfit_has_a_sentence() -> None:
    sorts = {value for name, value in vars(carrying_over).items() if name.isupper() and isinstance(value, str)} - {
        "niggling"
    }
    for sort in sorts:
        assert misfit_words([Misfit(sort=sort, name="?", number=1, count=1)], OLD, NEW, {})
