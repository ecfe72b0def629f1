"""The files that make up the look, for tests that read them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
STATIC = ROOT / "static"
OWN_STATIC = STATIC / "dugout"
VENDOR = STATIC / "vendor"
TEMPLATES = ROOT / "templates"


def templates() -> list[Path]:
    """All pages and parts of pages, from all rooms."""
    return sorted(TEMPLATES.rglob("*.html"))


def name(path: Path) -> str:
    """A readable name for a parametrised test."""
    return str(path.relative_to(ROOT))


def template_name(path: Path) -> str:
    """The name under which a template is loaded."""
    return path.relative_to(TEMPLATES).as_posix()
