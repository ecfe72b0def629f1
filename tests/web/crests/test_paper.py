"""What teams and leagues wear on paper: lines that are seen on it, whatever their colours are."""

from io import BytesIO

import pikepdf
from PIL import Image

from printing.document import Document
from printing.paper import A4
from printing.text import Style
from printing.typefaces import Face
from tests.printing.reading import page_texts, syntax_problems
from web.crests.colours import COLOURS, contrast
from web.crests.crest import Crest
from web.crests.kits import LINE, TEXT, WHITE
from web.crests.paper import Worn, draw_crest, draw_head, icon_of


def test_every_kit_is_seen_on_paper_and_read_on_its_ground() -> None:
    for first in COLOURS:
        for second in COLOURS:
            worn = Worn(Crest(first=first, second=second))
            assert min(contrast(worn.first, WHITE), contrast(worn.second, WHITE)) >= LINE, (first, second)
            assert contrast(worn.ink, worn.ground) >= TEXT, (first, second)


def test_a_head_has_the_crest_and_the_title_beside_it() -> None:
    document = Document(title="", paper=A4)
    document.page()
    below = draw_head(document, Worn(), "Old World Cup", style=Style(Face.SLAB, 18))
    icon_of(Worn())(document, 40, 500, 12)
    pdf = document.finish()
    assert page_texts(pdf) == ["Old World Cup"]
    assert document.top - 60 < below < document.top - 20
    assert syntax_problems(pdf) == []


def test_a_picture_stands_for_the_crest() -> None:
    image = BytesIO()
    Image.new("RGBA", (20, 10), "#ff000080").save(image, "PNG")
    document = Document(title="", paper=A4)
    document.page()
    for x in (40, 90):
        draw_crest(document, Worn(picture=image.getvalue()), x, 600, 30)
    pdf = document.finish()
    assert syntax_problems(pdf) == []
    with pikepdf.open(BytesIO(pdf)) as opened:
        assert len(opened.pages[0].Resources.XObject) == 1
