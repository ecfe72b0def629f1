"""The file: embedded typefaces, the same bytes for the same calls, and no effect of typed text."""

import hashlib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from printing.document import Document
from printing.paper import A4, LETTER, MARGIN, Paper, paper_named
from printing.qr import code_of
from printing.text import Style, pdf_text, width
from printing.typefaces import CHAINS, FOLDER, Face, eastern_file
from tests.printing.reading import loose_fonts, outline, page_texts, syntax_problems
from tests.thoroughness import examples
from web.crests.crest import Crest
from web.crests.drawing import crest_drawing

ROOT = Path(__file__).resolve().parent.parent.parent
HOSTILE = [
    '<img src="/etc/passwd"/>',
    "<b",
    "Tom & Jerry &amp;",
    ") Tj ET Q /F1 99 Tf (",
    "> Tj <41",
    "\\051 back\\slash",
    "<a href='javascript:alert(1)'>x</a>",
    "<para><font color=red>" * 20,
]


def name_in(file: str) -> str:
    """The name that a typeface's file gives itself."""
    return Path(file).stem.replace("_400", "-").replace("_500", "-").replace("_700", "-")


def small_document(title: str = "Łódź – roster") -> bytes:
    document = Document(title=title, paper=A4, language="pl")
    for number, face in enumerate(Face):
        document.page()
        document.bookmark(f"Page {number}", level=min(number, 1))
        document.text(40, 700, f"Zażółć gęślą jaźń {number}", Style(face, 9))
        document.box(40, 600, 100, 20, radius=2)
        document.hatch(40, 500, 100, 20)
        document.frame(40, 400, 100, 20)
    return document.finish()


def one_line(text: str) -> bytes:
    document = Document(title=text, paper=A4)
    document.page()
    document.bookmark(text)
    document.text(40, 700, text, Style())
    return document.finish()


def test_every_typeface_is_embedded_as_a_subset_and_can_be_copied_from() -> None:
    assert loose_fonts(small_document()) == []


def test_a_document_names_only_embedded_fonts() -> None:
    with pikepdf.open(BytesIO(small_document())) as opened:
        names = {str(font.BaseFont)[8:] for page in opened.pages for font in page.Resources.Font.values()}
    known = {name_in(file) for chain in CHAINS.values() for file in chain}
    assert {name_in(chain[0]) for chain in CHAINS.values()} <= names <= known


EASTERN_SHA256 = "2420e8078af796b19a3f6ef13de527a1a91c1e7171eea115926c614ced1009b3"
EASTERN = "中国龍 かなカナ 한글"


def test_letters_of_east_asia_are_embedded_as_a_subset_and_can_be_copied() -> None:
    document = Document(title=EASTERN, paper=A4)
    document.page()
    for place, face in enumerate(Face):
        document.text(40, 700 - 20 * place, f"Łódź {EASTERN} 7", Style(face, 9))
    pdf = document.finish()
    assert loose_fonts(pdf) == [] and syntax_problems(pdf) == []
    assert page_texts(pdf) == ["\n".join([f"Łódź {EASTERN} 7"] * len(Face))]
    assert len(pdf) < 100_000


def test_bold_letters_of_east_asia_are_outlined_in_their_own_ink() -> None:
    document = Document(title="", paper=A4)
    document.page()
    for face, ink in ((Face.REGULAR, "#ff0000"), (Face.BOLD, "#00ff00"), (Face.BOLD_ITALIC, "#0000ff")):
        document.text(40, 700, "A 中 B", Style(face, 10, ink))
    with pikepdf.open(BytesIO(document.finish())) as opened:
        drawn = opened.pages[0].Contents.read_bytes().decode()
    plain, bold, leaning = (drawn[drawn.index(ink) :] for ink in ("1 0 0 rg", "0 1 0 rg", "0 0 1 rg"))
    assert "2 Tr" not in plain[: plain.index("0 1 0 rg")]
    assert re.match(r"0 1 0 rg\s0 1 0 RG\s0\.35 w\sBT [^T]+Td [^\n]+ 2 Tr \S+ 9\.20 Tf <\w+> Tj 0 Tr ", bold)
    assert re.match(r"0 0 1 rg\s0 0 1 RG\s", leaning) and leaning.count("2 Tr") == 1


def test_their_typeface_is_the_known_one_and_is_read_only_for_them() -> None:
    """The package is somebody's own; the file in it is that of the project, byte for byte, as Debian has it."""
    assert hashlib.sha256(Path(eastern_file()).read_bytes()).hexdigest() == EASTERN_SHA256
    script = (
        "import printing.typefaces as typefaces; from printing.text import Style, pdf_text, width;"
        "print(width(pdf_text('Łódź \u0627 Ａ½'), Style()) > 0, len(typefaces._eastern))"
    )
    shown = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True, text=True)
    assert shown.stdout == "True 0\n"


def test_the_licence_of_the_typefaces_is_beside_them() -> None:
    assert "Bitstream Vera Fonts Copyright" in (FOLDER / "LICENSE").read_text(encoding="utf-8")
    assert len(list((FOLDER / "kit").glob("LICENSE-*"))) == 2


def test_the_same_calls_give_the_same_bytes() -> None:
    assert small_document() == small_document()


def test_another_process_gives_the_same_bytes() -> None:
    script = (
        "import hashlib; from tests.printing.test_document import small_document;"
        "print(hashlib.sha256(small_document()).hexdigest())"
    )
    environment = os.environ | {"PYTHONHASHSEED": "4711"}
    shown = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, check=True)
    assert shown.stdout.decode().strip() == hashlib.sha256(small_document()).hexdigest()


def test_documents_made_at_once_do_not_mix() -> None:
    titles = [f"Team {number}" for number in range(12)]
    alone = [one_line(title) for title in titles]
    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(one_line, titles)) == alone


def test_a_document_has_title_author_and_language() -> None:
    reader = PdfReader(BytesIO(small_document()))
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Łódź – roster", "Dugout")
    catalog = reader.trailer["/Root"]
    assert catalog["/Lang"] == "pl"
    assert catalog["/ViewerPreferences"]["/DisplayDocTitle"] == True  # noqa: E712 (a PDF boolean, not Python's)


def test_the_file_is_well_formed_and_has_its_outline() -> None:
    assert syntax_problems(small_document()) == []
    assert outline(small_document()) == ["Page 0"]


@pytest.mark.parametrize("typed", HOSTILE)
def test_markup_and_operators_in_a_name_are_only_its_characters(typed: str) -> None:
    pdf = one_line(typed)
    assert page_texts(pdf) == [typed]
    assert syntax_problems(pdf) == []
    assert PdfReader(BytesIO(pdf)).metadata.title == typed[:200]


def test_a_name_with_an_image_tag_adds_no_file_to_the_document() -> None:
    with pikepdf.open(BytesIO(one_line(HOSTILE[0]))) as opened:
        assert "/XObject" not in opened.pages[0].Resources
        assert "/Annots" not in opened.pages[0]


@settings(max_examples=examples(40), deadline=None)
@given(st.text(max_size=80))
def test_any_text_makes_a_valid_document(typed: str) -> None:
    pdf = one_line(typed)
    assert len(page_texts(pdf)) == 1
    assert syntax_problems(pdf) == []


@settings(max_examples=examples(40), deadline=None)
@given(st.text(alphabet=st.characters(max_codepoint=0x24F), min_size=1, max_size=40))
def test_european_text_is_read_back_letter_by_letter(typed: str) -> None:
    assert page_texts(one_line(typed))[0].split() == pdf_text(typed).split()


def contents(pdf: bytes) -> str:
    with pikepdf.open(BytesIO(pdf)) as opened:
        return bytes(opened.pages[0].Contents.read_bytes()).decode("latin-1")


def test_a_named_drawing_is_in_the_file_once() -> None:
    document = Document(title="", paper=A4)
    for _page in range(2):
        document.page()
        for x in (40, 80):
            document.drawing(crest_drawing(Crest(), 40), x, 700, name="crest", scale=0.5)
    pdf = document.finish()
    assert contents(pdf).count(" Do") == 2
    assert syntax_problems(pdf) == []
    assert loose_fonts(pdf) == []
    with pikepdf.open(BytesIO(pdf)) as opened:
        assert len([each for each in opened.objects if getattr(each, "Subtype", None) == "/Form"]) == 1


def test_a_link_opens_the_page_with_the_name_it_asks_for() -> None:
    document = Document(title="", paper=A4)
    document.page()
    document.link(40, 700, 100, 12, target="later")
    document.page()
    document.target("later")
    pdf = document.finish()
    assert syntax_problems(pdf) == []
    with pikepdf.open(BytesIO(pdf)) as opened:
        assert len(opened.pages[0].Annots) == 1


def test_inks_are_greys_or_colours() -> None:
    document = Document(title="", paper=A4)
    document.page()
    document.box(40, 600, 10, 10, ink="#ff8000")
    document.rule(40, 600, 90, 600, ink="#0000ff")
    document.box(40, 500, 10, 10, ink=0.5)
    drawn = contents(document.finish())
    assert "1 0.502 0 rg" in drawn and "0 0 1 RG" in drawn and "0.5 g" in drawn


def test_a_code_on_paper_has_the_squares_of_that_on_pages() -> None:
    code = code_of("https://dugout.example/teams/abcdefghij/")
    squares = {(x + more, y) for x, y, length in code.bars for more in range(length)}
    assert sorted(squares) == sorted((int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)", code.path))
    document = Document(title="", paper=A4)
    document.page()
    document.code(code, 40, 600, 84)
    assert contents(document.finish()).count(" re f") == len(code.bars)


def test_figures_are_equally_wide_so_that_sums_stand_below_each_other() -> None:
    for face in (Face.REGULAR, Face.BOLD):
        assert len({width(figure, Style(face, 10)) for figure in "0123456789"}) == 1


def test_text_is_aligned_right_or_centred() -> None:
    document = Document(title="", paper=A4)
    document.page()
    wide = document.text(100, 700, "Reavers", Style())
    document.text(100, 680, "Reavers", Style(), align="right")
    document.text(100, 660, "Reavers", Style(), align="center")
    with pikepdf.open(BytesIO(document.finish())) as opened:
        placed = [
            operands for operands, operator in pikepdf.parse_content_stream(opened.pages[0]) if str(operator) == "Td"
        ]
    assert [float(x) for x, _ in placed] == pytest.approx([100, 100 - wide, 100 - wide / 2], abs=0.01)


def test_a_line_with_too_little_room_is_cut() -> None:
    document = Document(title="", paper=A4)
    document.page()
    assert document.text(100, 650, "Reavers", Style(), room=20) <= 20
    assert page_texts(document.finish()) == ["Reav…"]


@pytest.mark.parametrize(("name", "paper"), [("A4", A4), ("Letter", LETTER)])
def test_paper_is_found_by_its_name_and_can_be_turned(name: str, paper: Paper) -> None:
    assert paper_named(name) is paper
    assert (paper.turned.width, paper.turned.height) == (paper.height, paper.width)
    assert paper.width > 2 * MARGIN


def test_an_unknown_paper_is_refused_with_a_list_of_all_papers() -> None:
    with pytest.raises(ValueError, match="'A5'; choose one of A4, Letter"):
        paper_named("A5")
