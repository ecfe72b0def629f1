"""``manage.py write_guide``: writes the guide to each book as Markdown files, which the repository holds."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules.editions import EDITIONS
from rules.guide.markdown import WRITTEN, markdown_files
from rules.guide.pages import guide_to


class Command(BaseCommand):
    """Writes the files that differ, and deletes written ones that are no longer made; hand-written ones stay."""

    help = "Write docs/rules/<edition>/ from the tables of each edition."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--folder", type=Path, default=settings.BASE_DIR / "docs" / "rules")
        parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        folder: Path = options["folder"]
        if not folder.is_dir():
            raise CommandError(f"{folder}: no such folder")
        changes = differing(folder)
        if options["check"]:
            for path in changes:
                self.stdout.write(f"{path} is out of date")
            if changes:
                raise SystemExit(1)
            return
        for path, text in changes.items():
            write(path, text)
            self.stdout.write(f"{'wrote' if text else 'deleted'} {path}")


def differing(folder: Path) -> Mapping[Path, str]:
    """The files that are not as they should be, with their right text; an empty text for one to delete."""
    wanted: dict[Path, str] = {}
    for edition in EDITIONS:
        home = folder / edition.key
        wanted |= {path: "" for path in home.rglob("*.md") if WRITTEN in path.read_text(encoding="utf-8")}
        wanted |= {home / name: text for name, text in markdown_files(guide_to(edition.book)).items()}
    return {path: text for path, text in wanted.items() if not text or not path.is_file() or read(path) != text}


def read(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def write(path: Path, text: str) -> None:
    """Write a file, or delete it for an empty text."""
    if not text:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
