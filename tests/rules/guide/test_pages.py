"""The guide shows everything that a book has, and nothing else; every row has an address, every link leads to one."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace

import pytest

from rules.book.book import Book
from rules.book.edition import Edition
from rules.book.entered.list_checks import rules_in
from rules.editions import EDITIONS, edition
from rules.guide.document import Guide, Piece, Target, text_of
from rules.guide.labels import CHAPTERS, UNDRAWN, title_of
from rules.guide.pages import guide_to
from tests.editions.every import EVERY
from tests.rules.build import PBBL
from tests.second_edition import MARKET

BOOKS = [each.book for each in (*EVERY, MARKET)]
GUIDE = guide_to(PBBL.book)


@pytest.fixture(params=BOOKS, ids=lambda book: book.key)
def guide(request: pytest.FixtureRequest) -> Guide:
    return guide_to(request.param)


def addresses(guide: Guide) -> Counter[Target]:
    found = Counter(Target(key) for key in guide.pages)
    for page in guide.pages.values():
        found.update(Target(page.key, section.anchor) for section in page.sections)
        found.update(Target(page.key, row.anchor) for each in page.sections for row in each.rows if row.anchor)
    return found


def pieces(guide: Guide) -> list[Piece]:
    return [piece for _page, _section, row in guide.rows() for cell in row.cells for piece in cell]


def row(page: str, title: str) -> dict[str, str]:
    for section in GUIDE.pages[page].sections:
        for each in section.rows:
            if each.title == title:
                keys = [column.key for column in section.columns]
                return dict(zip(keys, map(text_of, each.cells), strict=True))
    raise AssertionError(f"no row {title} on {page}")


def test_every_address_is_used_once(guide: Guide) -> None:
    assert [target for target, times in addresses(guide).items() if times > 1] == []


def test_every_link_leads_somewhere(guide: Guide) -> None:
    known = addresses(guide)
    targets = {piece.target for piece in pieces(guide)} | {row.target for _page, _section, row in guide.rows()}
    assert [target for target in targets if target is not None and target not in known] == []


def test_no_cell_and_no_title_shows_a_key(guide: Guide) -> None:
    said = {piece.text for piece in pieces(guide)} | {row.title for _page, _section, row in guide.rows()}
    assert [text for text in said if "_" in text] == []


def test_what_is_taken_away_has_a_minus_sign(guide: Guide) -> None:
    assert [each.text for each in pieces(guide) if re.search(r"[a-z,(] -\d", each.text)] == []


def test_every_row_has_a_cell_for_each_column_and_every_column_says_something(guide: Guide) -> None:
    for page in guide.pages.values():
        for section in page.sections:
            assert section.rows
            assert {len(each.cells) for each in section.rows} == {len(section.columns)}, (page.key, section.anchor)
            for at, column in enumerate(section.columns):
                assert any(text_of(each.cells[at]) for each in section.rows), (page.key, section.anchor, column.key)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_every_table_of_a_book_is_drawn_and_those_it_lacks_are_not(book: Book) -> None:
    drawn = {section.title for page in guide_to(book).pages.values() for section in page.sections}
    for chapter in CHAPTERS:
        for table in chapter.tables:
            value = getattr(book, table, None)
            if table == "casualty_tables":
                assert {each.name for each in book.casualty_tables.values()} <= drawn
                continue
            title = book.inducements_called.name if table == "inducements" else title_of(table, book.words.guide)
            assert (title in drawn) == bool(value is not None and (is_dataclass(value) or len(value))), table
    assert ("Decks" in drawn) == bool(book.decks)


def test_no_table_of_the_book_is_forgotten() -> None:
    known = UNDRAWN.union(*(chapter.tables for chapter in CHAPTERS))
    assert {each.name for each in fields(Book)} <= known


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.key)
def test_everything_with_a_name_has_a_row(book: Book) -> None:
    guide = guide_to(book)
    titles = {title for _page, _section, each in guide.rows() for title in (each.title, each.anchor)}
    names = {*book.skills, *book.stars, *book.lists, *book.pages, *(card.name for card in book.cards)}
    names |= {position.name for each in book.lists.values() for position in each.positions}
    names |= {each.name for table in (book.inducements, book.staff, book.trophies) for each in table.values()}
    names |= {option.label for option in book.options.values() if option.offered}
    assert names - titles == set()


def test_a_position_has_its_numbers_its_profile_and_its_skills() -> None:
    treeman = row("lists/halfling", "Treeman")
    assert treeman["numbers"] == "0–2" and treeman["cost"] == "120k"
    assert [treeman[f"profile.{short}"] for short in ("MA", "ST", "AG", "AV")] == ["2", "6", "1", "10"]
    assert treeman["skills"].startswith("Loner, Mighty Blow") and treeman["normal"] == "Strength"


def test_skills_in_a_list_lead_to_the_page_of_skills() -> None:
    section = GUIDE.pages["lists/halfling"].sections[0]
    skills = [column.key for column in section.columns].index("skills")
    assert Piece("Right Stuff", Target("skills", "right-stuff")) in section.rows[0].cells[skills]


def test_gold_dice_and_ranges_are_written_as_players_write_them() -> None:
    assert row("inducements", "Halfling Master Chef")["prices_by_list"] == "Halfling 100k"
    assert row("injuries", "Badly hurt")["low"] == "11–38"
    assert row("after", "More for the winner") == {"value": "10k"}
    assert row("after", "Die") == {"value": "D6"}
    assert GUIDE.pages["match"].sections[0].about == "Roll 2D6."


@pytest.mark.parametrize("key", ["bb2020", "bb2025"])
def test_a_lasting_injury_takes_from_a_characteristic_and_says_no_roll(key: str) -> None:
    section = next(
        each for each in guide_to(edition(key).book).pages["injuries"].sections if each.title == "Lasting injury"
    )
    at = [column.key for column in section.columns].index("changes")
    said = [text_of(each.cells[at]) for each in section.rows]
    assert said == ["AV −1", "MA −1", "PA −1", "AG −1", "ST −1"]


def test_a_statement_says_what_rests_on_it() -> None:
    assert row("statements", "C5")["used"] == "Assistant coach, Cheerleader"


def test_what_is_unsure_is_marked() -> None:
    doubts = {each.title for _page, _section, each in GUIDE.rows() if each.source.doubt}
    assert "Barik Farblast" in doubts


@dataclass(frozen=True, slots=True, kw_only=True)
class Fee:
    """A row of a table that no chapter knows."""

    name: str
    hire_cost: int
    extra_dice: tuple[int, ...]
    skills: tuple[str, ...]
    page: int


def test_a_table_that_only_one_edition_has_is_drawn_from_its_fields() -> None:
    fee = Fee(name="Cook", hire_cost=30_000, extra_dice=(8, 8), skills=("Dodge",), page=3)
    book = replace(PBBL.book, raised={"cook": fee})  # type: ignore[dict-item]  # only its fee is read
    section = next(each for each in guide_to(book).pages["after"].sections if each.anchor == "raised")
    said = dict(zip([column.label for column in section.columns], map(text_of, section.rows[0].cells), strict=True))
    assert said == {"Hire cost": "30k", "Extra dice": "2D8", "Skills": "Dodge"}
    assert section.rows[0].cells[2][0].target == Target("skills", "dodge")
    assert section.rows[0].source.pages == (3,)


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_every_statement_of_a_book_has_a_summary(edition: Edition) -> None:
    assert [rule for rule in edition.book.pages if rule not in edition.book.summaries] == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_every_book_says_what_it_is_before_one_chooses_it(edition: Edition) -> None:
    book = edition.book
    assert book.year and book.about and len(book.differs) >= 2 and book.uncertain


def test_every_doubt_of_a_book_is_shown(guide: Guide) -> None:
    """Those of rows, of whole tables, and of options."""
    book = next(book for book in BOOKS if book.key == guide.key)
    doubts = {text for text in _doubts(book) if text}
    shown = {section.source.doubt for page in guide.pages.values() for section in page.sections}
    shown |= {each.source.doubt for _page, _section, each in guide.rows()}
    assert doubts - shown == set()


def _doubts(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for each in value:
            yield from _doubts(each)
    elif is_dataclass(value):
        yield getattr(value, "doubt", "")
        for each in fields(value):
            yield from _doubts(getattr(value, each.name))


def test_every_link_has_words(guide: Guide) -> None:
    assert [piece for piece in pieces(guide) if piece.target is not None and not piece.text.strip()] == []
    assert [each for _page, _section, each in guide.rows() if each.target is not None and not each.title] == []


@pytest.mark.parametrize(
    ("key", "unsure"),
    [
        (
            "bb2020",
            ["Bomber Dribblesnot", "Cindy Piewhistle", "Deeproot Strongbranch", "Griff Oberwald",
             "Hakflem Skuttlespike", "Kreek 'the Verminator' Rustgouger", "Morg 'n' Thorg", "Valen Swift"],
        ),
        (
            "bb2025",
            ["Griff Oberwald", "Grim Ironjaw", "Jeremiah Kool", "Puggy Baconbreath", "Ripper Bolgrot",
             "Rumbelow Sheepskin", "Varag Ghoul-Chewer"],
        ),
    ],
)  # fmt: skip
def test_stars_have_their_special_rule_and_only_those_in_doubt_are_unsure(key: str, unsure: list[str]) -> None:
    (table,) = guide_to(edition(key).book).pages["stars"].sections
    assert sorted(star.title for star in table.rows if star.source.doubt) == unsure
    at = [column.label for column in table.columns].index("Special rule")
    rules = {star.title: text_of(star.cells[at]) for star in table.rows}
    assert all(rules.values()) and rules["Griff Oberwald"] == "Consummate Professional"


@pytest.mark.parametrize("key", ["bb2020", "bb2025"])
def test_a_star_without_a_fee_says_who_has_it(key: str) -> None:
    pages = guide_to(edition(key).book).pages
    for page in ("stars", "lists/khorne"):
        table = next(each for each in pages[page].sections if each.heading == "Star")
        at = [column.key for column in table.columns].index("cost")
        costs = {star.title: star.cells[at] for star in table.rows}
        assert (text_of(costs["Grak"]), text_of(costs["Crumbleberry"])) == ("250k", "with Grak")
        assert costs["Crumbleberry"][-1].target == Target("stars", "grak") and all(map(text_of, costs.values()))


@pytest.mark.parametrize("key", ["bb2020", "bb2025"])
def test_a_list_says_whom_its_stars_play_for_only_where_that_decides(key: str) -> None:
    book = edition(key).book
    pages = guide_to(book).pages
    (everywhere,) = pages["stars"].sections
    assert "Plays for" in [column.label for column in everywhere.columns]
    said = {}
    for team_list in book.lists.values():
        (page,) = (each for each in pages.values() if each.parent == "lists" and each.title == team_list.name)
        for section in page.sections:
            for at in (at for at, column in enumerate(section.columns) if column.label == "Plays for"):
                said[team_list.name] = {text_of(row.cells[at]) for row in section.rows}
    assert "Human" not in said and "Dwarf" not in said
    for name, words in said.items():
        assert set(filter(None, ", ".join(words).split(", "))) <= set(rules_in(book.lists[name]))


@pytest.mark.parametrize(("key", "doubt"), [("bb2020", "May 2025"), ("bb2025", "May 2026"), ("crp", "")])
def test_the_tiers_of_lists_are_unsure_where_each_update_changes_them(key: str, doubt: str) -> None:
    pages = guide_to(edition(key).book).pages
    facts = [row for page in pages.values() if page.parent == "lists" for row in page.sections[1].rows]
    tiers = [row for row in facts if row.title == "Tier"]
    assert all(doubt in row.source.doubt for row in tiers) and bool(tiers) == bool(doubt)
    (table,) = pages["lists"].sections
    assert doubt in table.source.doubt and bool(table.source.doubt) == bool(doubt)


def test_what_rests_on_a_statement_is_named_once_and_told_apart(guide: Guide) -> None:
    [statements] = guide.pages["statements"].sections
    used = next(at for at, column in enumerate(statements.columns) if column.key == "used")
    for row in statements.rows:
        linked = [piece.text for piece in row.cells[used] if piece.target]
        assert len(linked) == len(set(linked)), (row.title, linked)
