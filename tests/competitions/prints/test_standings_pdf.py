"""The printed league table, with and without its rounds."""

from pathlib import Path

import pytest

from competitions.formats.knock_out.pdf import MOST_TIES, BracketPrint, SidePrint, TiePrint
from competitions.prints.standings_pdf import standings_pdf
from competitions.ranking.lines import Cut
from tests.competitions.tables import rounds, row, standings, team
from tests.printing.reading import (
    assert_reads_as,
    loose_fonts,
    outline,
    page_sizes,
    page_texts,
    syntax_problems,
)

GOLDEN = Path(__file__).parent / "golden"
HOSTILE = ('<img src="/etc/passwd"/>', "<b", "a\nb", "\x00", "x" * 10_000, "שלום", "日本", ") Tj ET (", "é" * 3_000)


def test_ten_teams_with_rounds_read_as_in_the_golden_file() -> None:
    assert_reads_as(GOLDEN / "ten_teams.txt", standings_pdf([standings(10, rounds=rounds(3))]))


def test_a_table_with_differences_only_reads_as_in_the_golden_file() -> None:
    counts = ("score_for", "score_against", "casualties_for", "casualties_against")
    unknown = dict.fromkeys(counts, "")
    old = [
        row(
            1,
            team=team("Łódź Żółwie", "Coach 1", "Orc"),
            score_difference="+7",
            casualty_difference="−3",
            **unknown,
        ),
        row(1, team=team("Sweep", "Coach 1", "Orc"), score_difference=0, casualty_difference=0, **unknown),
        row(3, place="", team=team("Withdrawn", team_list="Dwarf"), cut=Cut("Play-offs", open=False)),
    ]
    assert_reads_as(GOLDEN / "differences.txt", standings_pdf([standings(rows=old, notes=())], page_size="Letter"))


@pytest.mark.parametrize(("page_size", "size"), [("A4", (595, 842)), ("Letter", (612, 792))])
@pytest.mark.parametrize("teams", [0, 1, 16, 30])
def test_up_to_thirty_teams_fit_on_one_portrait_page(page_size: str, size: tuple[int, int], teams: int) -> None:
    pdf = standings_pdf([standings(teams)], page_size=page_size)
    assert page_sizes(pdf) == {size}
    (page,) = page_texts(pdf)
    assert [rank for rank in range(1, 40) if f"Coach {rank} 6 " in page] == list(range(1, teams + 1))


def test_seventy_teams_continue_on_the_next_page_under_its_own_head() -> None:
    pages = page_texts(standings_pdf([standings(70)]))
    assert len(pages) == 2
    assert all("TOUCHDOWNS" in page and "Old World Cup" in page for page in pages)
    assert sum(page.count("Coach ") for page in pages) == 70


def test_hundreds_of_matches_are_spread_over_pages() -> None:
    pages = page_texts(standings_pdf([standings(16, rounds=rounds(7, 60))]))
    assert sum(page.count("not played") for page in pages) == 5 * 60
    assert "Round 7 (continued)" in "".join(pages)


def test_many_notes_continue_on_the_next_page() -> None:
    notes = [f"Note number {number}, " + "with a long story behind it " * 6 for number in range(60)]
    pages = page_texts(standings_pdf([standings(12, notes=notes)]))
    assert len(pages) > 1
    assert "Note number 59" in pages[-1]


def test_the_same_data_gives_the_same_bytes_in_a_valid_file() -> None:
    pdf = standings_pdf([standings(12)])
    assert pdf == standings_pdf([standings(12)])
    assert loose_fonts(pdf) == []
    assert syntax_problems(pdf) == []


def test_several_competitions_have_a_page_and_a_bookmark_each() -> None:
    pdf = standings_pdf([standings(8, competition="North"), standings(8, competition="South")], title="Season 3")
    assert outline(pdf) == ["North", "South"]
    assert len(page_texts(pdf)) == 2


def test_a_print_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="no table"):
        standings_pdf([])


def test_typed_text_is_printed_as_plain_text() -> None:
    rows = [row(n, team=team(text, text, text), form=text) for n, text in enumerate(HOSTILE, 1)]
    for text in HOSTILE:
        hostile = standings(
            rows=rows, league=text, season=text, competition=text, as_of=text, notes=HOSTILE, points_scheme=text
        )
        pdf = standings_pdf([hostile])
        assert syntax_problems(pdf) == []
        assert '<img src="/etc/passwd"/>' in page_texts(pdf)[0]


@pytest.mark.parametrize("page_size", ["A4", "Letter"])
@pytest.mark.parametrize("ties", [1, 2, 16])
def test_a_bracket_fits_on_one_page_with_any_team_names(page_size: str, ties: int) -> None:
    pdf = standings_pdf([standings(0, bracket=bracket(ties), notes=("A – B: in overtime",))], page_size=page_size)
    (page,) = page_texts(pdf)
    assert "Match for third place" in page and "in overtime" in page and "TOUCHDOWNS" not in page
    assert all(f"Home {place}" in page for place in range(ties))
    assert syntax_problems(pdf) == []


def test_the_largest_bracket_fits_on_the_smaller_paper() -> None:
    (page,) = page_texts(standings_pdf([standings(0, bracket=bracket(MOST_TIES), notes=())], page_size="Letter"))
    assert f"Home {MOST_TIES - 1}" in page


def bracket(ties: int) -> BracketPrint:
    """A bracket with this many ties in its first round; every second one is a bye."""
    rounds, number = [], ties
    while number:
        sides = [
            (SidePrint(name=f"Home {place}", score="2 1", won=True), SidePrint(name="é" * 60))
            for place in range(number)
        ]
        rounds.append(
            (f"Round of {number}", [TiePrint(sides=both[: 1 + place % 2]) for place, both in enumerate(sides)])
        )
        number //= 2
    third = TiePrint(
        sides=(SidePrint(name="Loser of tie 1", known=False), SidePrint(name="Loser of tie 2", known=False))
    )
    return BracketPrint(rounds=rounds, third=("Match for third place", third), champion="Champion: Home 0")
