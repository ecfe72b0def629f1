"""Reads printed documents: their text and fonts, and compares them with golden files."""

import os
from io import BytesIO
from pathlib import Path

import pikepdf
from pypdf import PdfReader


def page_texts(pdf: bytes) -> list[str]:
    """Each page's text in the order in which it was drawn, without spaces at the ends of lines."""
    texts = [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]
    return ["\n".join(line.rstrip(" ") for line in text.rstrip("\n").split("\n")) for text in texts]


def page_sizes(pdf: bytes) -> set[tuple[int, int]]:
    """The pages' widths and heights in whole points."""
    return {(round(page.mediabox.width), round(page.mediabox.height)) for page in PdfReader(BytesIO(pdf)).pages}


def outline(pdf: bytes) -> list[str]:
    """The titles of the outermost bookmarks."""
    return [entry.title for entry in PdfReader(BytesIO(pdf)).outline if not isinstance(entry, list)]


def syntax_problems(pdf: bytes) -> list[str]:
    """The errors that qpdf finds in the file."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        return opened.check_pdf_syntax()


def loose_fonts(pdf: bytes) -> list[str]:
    """Fonts that are not embedded, not cut down to what is used, or that text cannot be copied from."""
    loose = []
    with pikepdf.open(BytesIO(pdf)) as opened:
        for page in opened.pages:
            for font in page.Resources.Font.values():
                name = str(font.BaseFont)
                embedded = "/FontDescriptor" in font and "/FontFile2" in font.FontDescriptor
                if not (embedded and "/ToUnicode" in font and name[7:8] == "+"):
                    loose.append(name)
    return loose


def assert_reads_as(golden: Path, pdf: bytes) -> None:
    """The document's text equals the golden file; DUGOUT_WRITE_GOLDEN=1 writes it again, to be read in review."""
    text = "\n--- next page ---\n".join(page_texts(pdf)) + "\n"
    if os.environ.get("DUGOUT_WRITE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")
