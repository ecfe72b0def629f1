"""Player cards: nine on a sheet, by what the book has."""

from dataclasses import replace

import pytest

from teams.roster.cards import cards_pdf
from tests.printing.reading import loose_fonts, page_sizes, page_texts, syntax_problems
from tests.teams.rosters import FIRST_EDITION, characteristics, player, roster

pytestmark = pytest.mark.once


def test_nine_cards_are_on_a_sheet_of_either_paper() -> None:
    pdf = cards_pdf(roster())
    first, second = page_texts(pdf)
    assert (first.count("Reikland Reavers"), second.count("Reikland Reavers")) == (9, 4)
    assert page_sizes(cards_pdf(roster(), page_size="letter")) == {(612, 792)}
    assert syntax_problems(pdf) == [] and loose_fonts(pdf) == []


def test_a_card_says_what_a_player_is_and_can() -> None:
    text = page_texts(cards_pdf(roster()))[0].replace("\xa0", " ")
    for words in (
        "Griselda Eisenfaust",
        "Blitzer · Emerging Star",
        "8↑",
        "+Mighty Blow",
        "misses the next match",
        "200k",
    ):
        assert words in text, words


def test_what_a_book_lacks_is_on_no_card() -> None:
    plain = player(1, characteristics=characteristics(4, 3, 3, 3, 3, 1, 1, 7), star_player_points=None)
    text = page_texts(
        cards_pdf(replace(roster(players=[plain]), characteristics=FIRST_EDITION, columns=(), with_costs=False))
    )
    assert "CL" in text[0] and "SPP" not in text[0] and "50k" not in text[0] and "TD" not in text[0]


def test_a_card_names_what_has_a_column_on_the_roster() -> None:
    players = [player(1, apart=("Defensive player", "Kicking player"))]
    text = page_texts(cards_pdf(roster(players=players)))[0].replace("\xa0", " ")
    assert "Defensive player, Kicking player" in " ".join(text.split())


def test_a_team_without_players_has_no_cards() -> None:
    with pytest.raises(ValueError, match="no player"):
        cards_pdf(roster(players=[]))
