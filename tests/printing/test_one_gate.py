"""Only `printing/` uses ReportLab, and there typed text goes through one function.

`Paragraph` reads its text as markup: an `<img>` in a team's name would put a file of the server into the print.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ROOMS = (
    "accounts",
    "api",
    "competitions",
    "dugout",
    "jobs",
    "leagues",
    "matches",
    "printing",
    "rules",
    "stats",
    "teams",
    "web",
)
ALLOWED = {
    "printing/document.py": {
        "reportlab.graphics",
        "reportlab.graphics.shapes",
        "reportlab.lib.utils",
        "reportlab.pdfgen.canvas",
    },
    "printing/qr.py": {"reportlab.graphics.barcode.qrencoder"},  # reckons squares; draws and reads no markup
    # Outlines, and the numbers of shirts; no text that people type.
    "web/crests/drawing.py": {"reportlab.graphics.shapes", "reportlab.lib.colors", "reportlab.pdfgen.canvas"},
    "printing/typefaces.py": {
        "reportlab",
        "reportlab.graphics.shapes",
        "reportlab.pdfbase",
        "reportlab.pdfbase.ttfonts",
    },
}
DRAWING = {"drawString", "drawRightString", "drawCentredString", "drawText", "beginText", "textOut", "textLine"}


TELLING = ("reportlab", "Paragraph", *DRAWING)


def sources() -> Iterator[tuple[str, ast.Module]]:
    """The modules that contain one of these words; parsing all others would take seconds."""
    for room in (*ROOMS, "benchmarks", "script"):
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in TELLING):
                yield path.relative_to(ROOT).as_posix(), ast.parse(text)


def imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            names.add(node.module)
    return {name for name in names if name.split(".")[0] == "reportlab"}


def called(tree: ast.AST) -> set[str]:
    functions = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {
        f.attr if isinstance(f, ast.Attribute) else f.id for f in functions if isinstance(f, ast.Attribute | ast.Name)
    }


def test_reportlab_is_imported_by_few_modules_of_one_room() -> None:
    users = {path: imported(tree) for path, tree in sources() if imported(tree)}
    assert users == ALLOWED


def test_no_code_uses_paragraphs_or_draws_text_without_the_document() -> None:
    offenders = {path: called(tree) & (DRAWING | {"Paragraph"}) for path, tree in sources()}
    assert {path: names for path, names in offenders.items() if names} == {}


def test_every_way_to_put_text_into_a_document_cleans_it() -> None:
    tree = dict(sources())["printing/document.py"]
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    writers = {name for name, node in functions.items() if called(node) & {"_show", "setTitle", "addOutlineEntry"}}
    assert writers == {"__init__", "bookmark", "runs"}
    for name in writers:
        assert called(functions[name]) & {"pdf_text", "_label"}, name
    assert "pdf_text" in called(functions["_label"])
