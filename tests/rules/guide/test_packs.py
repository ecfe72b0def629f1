"""The packs of a book in words, with their doubts, on the page of its options."""

from __future__ import annotations

from dataclasses import replace

from rules.book.rows.packs import Pack, PackTier
from rules.editions import edition
from rules.guide.packs import pack_words, packs_section


def words(key: str, nth: int) -> list[str]:
    row = packs_section(edition(key).book).rows[nth]
    return [row.title, *(cell[0].text for cell in row.cells[:2])]


def test_what_teams_of_each_tier_have_is_said() -> None:
    assert words("bb2020", 1) == [
        "Exhibition 1150k", "all tiers: 1,150k, 36 points for skills",
        "a primary skill costs 6, a secondary one 12; a player gets 1 skill at most; they begin with no dedicated fans",
    ]  # fmt: skip
    assert words("bb2020", 3)[1].startswith(
        "tier 1: 1,150k, 6 skills, no secondary skills; tier 2: 1,150k, 7 skills, 1"
    )
    title, tiers, _all = words("bb2025", 0)
    assert title == "Matched play 1100k"
    assert tiers.startswith("tier 1: 1,100k, 6 points for skills, 1 secondary skill, 1 star; tier 2:")
    assert not packs_section(edition("crp").book).rows


def test_what_a_pack_says_of_lists_stars_and_skills_is_said() -> None:
    pack = Pack(
        name="Cup", tiers=(PackTier(gold=1_000_000),), lists=("Human", "Orc"), stars=("Griff Oberwald",),
        barred=("Claws",), tier_of=(("Human", 3),),
    )  # fmt: skip
    assert pack_words(pack) == (
        "All tiers: 1,000k", "A player gets 1 skill at most", "No player gets Claws", "Human is of tier 3",
        "Only these lists play: Human, Orc", "Only these stars play: Griff Oberwald",
    )  # fmt: skip


def test_limits_of_skills_and_stars_are_said() -> None:
    pack = Pack(
        name="Cup", tiers=(PackTier(points=3),), on_a_player=2, same_skill=1, star_points=2,
        limited=(("Block", 4), ("Guard", 4)), keyword_points=(("Mega Star", 4),), keyword_stars=(("Mega Star", 1),),
    )  # fmt: skip
    book = edition("bb2025").book
    row = packs_section(replace(book, packs=(replace(book.packs[0], pack=pack),))).rows[0]
    assert [cell[0].text for cell in row.cells[:2]] == [
        "all tiers: 3 points for skills",
        "a primary skill costs 1, a secondary one 2, a star 2, a Mega Star 4; a player gets 2 skills at most; 1 of"
        " the same skill at most; Block, Guard 4 times each at most; Mega Star: 1 at most",
    ]
