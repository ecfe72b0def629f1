"""Typed text is cleaned for a PDF."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printing.text import ELLIPSIS, LONGEST, UNPRINTABLE, pdf_text


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Reikland Reavers", "Reikland Reavers"),
        ('<img src="/etc/passwd"/>', '<img src="/etc/passwd"/>'),
        ("<b", "<b"),
        ("Tom & Jerry &amp; &#x41;", "Tom & Jerry &amp; &#x41;"),
        (") Tj ET (", ") Tj ET ("),
        ("two\r\nlines\tand  more", "two lines and more"),
        ("a\x00b\x1b[31mc", "a b [31mc"),
        ("zero\u200bwidth \u202eturned\u202c", "zerowidth turned"),
        ("e\u0301", "é"),
        ("z\u0316\u0317\u0318\u0319", "z\u0316\u0317"),
        ("fine Ａｃｅ \U0001d56d\U0001d591", "fine Ace Bl"),
        ("\ud800", UNPRINTABLE),
        ("\ue000", UNPRINTABLE),
        ("日本 \U0001f3c8", f"日本 {UNPRINTABLE}"),
        ("\ufa19\u3000ﾎｰﾙ ㍿", "神 ホール 株式会社"),
        (None, "None"),
        (17, "17"),
    ],
)
def test_typed_text_is_shown_character_by_character(typed: object, shown: str) -> None:
    assert pdf_text(typed) == shown


def test_a_very_long_text_ends_in_an_ellipsis() -> None:
    shown = pdf_text("x" * 10_000)
    assert len(shown) == LONGEST
    assert shown.endswith(ELLIPSIS)


def test_every_accented_european_letter_has_a_glyph() -> None:
    letters = "".join(chr(code) for block in (range(0xC0, 0x24F), range(0x370, 0x52F)) for code in block)
    letters = "".join(char for char in letters if unicodedata.category(char) in ("Lu", "Ll"))
    missing = {char for char, shown in zip(letters, map(pdf_text, letters), strict=True) if shown == UNPRINTABLE}
    assert not missing & set("ÀÉÎÕÜàéîõüŁłŻżŹźĆćŚśĄąĘęŘřŮůŐőŰűİıĞğŞşȘșȚțĦħŊŋØøÅåÆæÞþÐðŠšŽžАБВЯабвяΩω")
    assert len(missing) < 0.03 * len(letters)


def test_all_signs_of_prints_have_glyphs() -> None:
    assert pdf_text("↑↓★…–−×•·") == "↑↓★…–−×•·"


def test_a_title_keeps_what_only_the_readers_own_fonts_can_show() -> None:
    assert pdf_text("日本\n<b>", drawn=False) == "日本 <b>"


AWKWARD = "a A\u0301\u0302Ａ\u036b\ufc00\ufdfaلاي\u0651\u00a8\u1e9b\u0323\u212b\u0344\xa0\ufe0f\u2003"


@given(st.text(max_size=60) | st.text(alphabet=AWKWARD, max_size=12))
def test_any_text_becomes_printable_and_stays_so(typed: str) -> None:
    shown = pdf_text(typed)
    assert pdf_text(shown) == shown
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
