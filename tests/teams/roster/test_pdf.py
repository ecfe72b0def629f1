"""The printed roster: front and back, for one team or a season, read back as text and checked as a file."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from teams.roster.pdf import GoodsLine, Mark, RosterPrint, ValueTerm, roster_pdf
from tests.printing.reading import (
    assert_reads_as,
    loose_fonts,
    outline,
    page_sizes,
    page_texts,
    syntax_problems,
)
from tests.teams.rosters import FIRST_EDITION, characteristics, match, player, roster, veterans

pytestmark = pytest.mark.once

GOLDEN = Path(__file__).parent / "golden"
SKILLS = (
    *("Block", "Dodge", "Guard", "Mighty Blow", "Tackle", "Pass Block", "Side Step", "Stand Firm", "Strip Ball"),
    *("Diving Tackle", "Piling On", "Dirty Player", "Nerves of Steel", "Diving Catch"),
)
HOSTILE = [
    '<img src="/etc/passwd"/>',
    "<b",
    "<a href='javascript:x'>y</a>",
    "Tom & Jerry &lt;",
    "a\nb\r\tc",
    "\x00\x1b[31mred",
    "x" * 10_000,
    "é " * 5_000,
    "שלום עולם",
    "محمد صلاح 10",
    "日本 \U0001f3c8",
    "\ud800 \u202eturned",
    ") Tj ET (",
]


MARKED = {"boxes": (3, 3, 3, 3, 1), "address": "https://dugout.example/teams/abcdefghij/"}


def frames(pdf: bytes) -> int:
    """How many rectangles are drawn as outlines on the first page."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        return bytes(opened.pages[0].Contents.read_bytes()).count(b" re S")


def front(print_: RosterPrint, **options: Any) -> str:
    return page_texts(roster_pdf([print_], **options))[0]


def words(text: str) -> list[str]:
    return text.replace(",", "").split()


def test_a_veteran_team_matches_the_golden_file() -> None:
    assert_reads_as(GOLDEN / "veterans.txt", roster_pdf([roster()]))


def test_special_rules_stand_below_the_gold_and_beside_trophies() -> None:
    text = front(roster(special_rules=["Badlands Brawl", "Bribery and Corruption"]))
    assert "GOLD AND TROPHIES, SPECIAL RULES" in text and "Bribery and Corruption" in text
    many = front(roster(special_rules=[f"Rule {number}" for number in range(1, 7)], trophies=["Cup"] * 9))
    assert "Rule 3" in many and "and 3 more" in many and "Rule 4" not in many and many.count("★ Cup") == 2
    assert "SPECIAL RULES" not in front(roster())


def test_a_team_without_players_matches_the_golden_file() -> None:
    empty = roster(players=[], record=[], trophies=(), staff=(), bank=None)
    assert_reads_as(GOLDEN / "empty.txt", roster_pdf([empty], page_size="Letter"))


def test_eight_characteristics_match_the_golden_file() -> None:
    marks = {"MA": Mark.IMPROVED, "CL": Mark.INJURED}
    players = [player(n, characteristics=characteristics(4, 3, 3, 3, 3, 1, 1, 7, **marks)) for n in range(1, 12)]
    first = roster(characteristics=FIRST_EDITION, players=players, edition="First edition")
    assert_reads_as(GOLDEN / "first_edition.txt", roster_pdf([first]))


@pytest.mark.parametrize(("page_size", "size"), [("A4", (842, 595)), ("Letter", (792, 612))])
def test_pages_are_landscape_and_have_the_requested_paper_size(page_size: str, size: tuple[int, int]) -> None:
    assert page_sizes(roster_pdf([roster()], page_size=page_size)) == {size}


def test_unknown_paper_or_no_team_is_refused() -> None:
    with pytest.raises(ValueError, match="choose one of A4, Letter"):
        roster_pdf([roster()], page_size="A3")
    with pytest.raises(ValueError, match="no team"):
        roster_pdf([])


def test_the_same_data_gives_the_same_bytes() -> None:
    assert roster_pdf([roster(), roster(team="Other")]) == roster_pdf([roster(), roster(team="Other")])


def test_every_font_is_embedded_and_the_file_is_valid() -> None:
    pdf = roster_pdf([roster()])
    assert loose_fonts(pdf) == []
    assert syntax_problems(pdf) == []


@pytest.mark.parametrize("number", [0, 11, 16, 19, 22])
def test_one_front_holds_so_many_players_and_at_least_sixteen_lines(number: int) -> None:
    players = [player(n, name=f"Number{n}") for n in range(1, number + 1)]
    pages = page_texts(roster_pdf([roster(players=players)]))
    assert len(pages) == 2
    shown = [word for word in words(pages[0]) if word.startswith("Number")]
    assert shown == [f"Number{n}" for n in range(1, number + 1)]
    free = pages[0].split(f"Number{number}")[-1]
    assert {str(n) for n in range(number + 1, 17)} <= set(words(free))


def test_too_many_players_for_one_front_continue_with_the_sum_on_the_last() -> None:
    players = [player(n, name=f"Number{n}") for n in range(1, 41)]
    pages = page_texts(roster_pdf([roster(players=players)]))
    assert len(pages) == 3
    assert ["RE-ROLLS, FANS AND STAFF" in page for page in pages] == [False, True, False]
    assert sum(page.count("Number") for page in pages) == 40


def test_each_deed_has_boxes_to_tick_and_the_team_has_a_code() -> None:
    plain, marked = (roster_pdf([roster(**more)], with_records=False) for more in ({}, MARKED))
    assert [frames(pdf) for pdf in (plain, marked)] == [0, 16 * (3 + 3 + 3 + 3 + 1)]
    assert "THE TEAM'S PAGE" in page_texts(marked)[0] and "THE TEAM'S PAGE" not in page_texts(plain)[0]


def test_without_its_record_a_roster_is_one_page() -> None:
    assert len(page_texts(roster_pdf([roster(), roster(team="Other")], with_records=False))) == 2


def test_signs_mark_improvements_and_injuries() -> None:
    shown = words(front(roster()))
    for sign in ("8↑", "4↑", "6↓", "5↓", "+Accurate", "+Guard", "−1"):
        assert sign in shown


def test_a_player_who_misses_the_next_match_is_marked_and_not_counted() -> None:
    text = front(roster())
    assert "misses the next match" in text
    assert "Block, +Dodge M 1N 0" in text
    assert "(110k)" in words(text)
    assert "Players (12 of 13)" in text


def test_fourteen_skills_are_all_printed() -> None:
    legend = player(1, name="Legend", starting_skills=SKILLS[:5], gained_skills=SKILLS[5:])
    text = front(roster(players=[legend]), page_size="Letter").replace("\n", " ")
    for skill in SKILLS:
        assert skill in text


def test_the_printed_sum_is_the_team_value() -> None:
    print_ = roster()
    text = front(print_)
    for amount in ("930k", "150k", "60k", "80k", "1,280k"):
        assert amount in text.split()
    assert sum(term.amount for term in print_.terms) == print_.value == 1_280_000


def test_a_value_that_is_not_the_sum_of_its_terms_is_refused() -> None:
    with pytest.raises(ValueError, match="1,290,000 is not the sum of its terms, 1,280,000"):
        replace(roster(), value=1_290_000)


def test_an_edition_with_another_rating_prints_its_own_terms() -> None:
    terms = (ValueTerm(name="Cost of the team", amount=103), ValueTerm(name="Star player points", amount=14))
    text = front(roster(value=117, value_terms=terms, value_in_gold=False))
    assert "Cost of the team" in text
    assert "117" in text.split()
    assert "Fan factor" in text


def test_gold_below_a_thousand_is_printed_exactly() -> None:
    assert "1,234,567 gp" in front(roster(treasury=1_234_567))


def test_purchases_beyond_the_lines_are_summed_in_the_last_line() -> None:
    staff = [GoodsLine(name=f"Kind {n}", number=2, price=10_000, total=20_000) for n in range(20)]
    text = front(roster(staff=staff))
    assert "14 other kinds" in text
    assert "= 280k" in text


def test_forty_matches_take_two_backs_with_totals_at_the_end() -> None:
    record = [match(n, opponent=f"Opponent{n}") for n in range(40)]
    pages = page_texts(roster_pdf([roster(record=record)]))
    assert len(pages) == 3
    assert [page.count("Opponent") for page in pages[1:]] == [24, 16]
    assert "continued on the next page" in pages[1]
    assert "Totals" in pages[2] and "Totals" not in pages[1]
    assert "80–20" in pages[2]


def test_unrecorded_values_stay_empty() -> None:
    bare = match(0, casualties_for=None, casualties_against=None, gate=None, winnings=None)
    back = page_texts(roster_pdf([roster(record=[bare])]))[1]
    assert "None" not in back
    assert "0–0" in back
    assert "0k" not in words(back)


def test_each_team_of_a_season_starts_on_a_front_and_has_a_bookmark() -> None:
    long = roster(team="Long Record", record=[match(n) for n in range(30)])
    pdf = roster_pdf([long, roster(team="Łódź Żółwie"), roster(team="Third")], title="Season 3")
    pages = page_texts(pdf)
    assert outline(pdf) == ["Long Record", "Łódź Żółwie", "Third"]
    assert [number for number, page in enumerate(pages) if "TEAM VALUE" in page] == [0, 4, 6]
    assert pages[3] == ""


def test_typed_text_of_any_kind_is_printed_as_text() -> None:
    players = [
        player(n, name=name, position=name, starting_skills=(name,), gained_skills=(name,), level=name)
        for n, name in enumerate(HOSTILE)
    ]
    for name in HOSTILE:
        hostile = roster(
            team=name,
            coach=name,
            league=name,
            as_of=name,
            players=players,
            trophies=HOSTILE,
            record=[match(n, opponent=text, competition=text, notes=text) for n, text in enumerate(HOSTILE)],
            staff=[GoodsLine(name=text, number=1) for text in HOSTILE],
        )
        pdf = roster_pdf([hostile, hostile])
        assert syntax_problems(pdf) == []
        assert len(page_texts(pdf)) == 4


def test_markup_in_names_is_printed_as_it_was_typed() -> None:
    text = front(roster(team="<b", coach="Tom & Jerry &lt;", players=[player(1, name='<img src="/x"/>')]))
    for typed in ("<b", "Tom & Jerry &lt;", '<img src="/x"/>'):
        assert typed in text


def test_a_veteran_teams_career_figures_are_printed() -> None:
    text = front(roster()).replace("\n", " ")
    for line in veterans():
        for word in (line.name, line.position, *line.starting_skills, *line.gained_skills, line.level):
            assert word in text
