"""The static files as they are sent: compressed, named by what is in them, our style sheets without needless blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN = "dugout/"
STRING = re.compile(r'("[^"\n]*")')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLANKS = re.compile(r"\s+")
"""Of a run of blanks one is left: between the parts of a selector or of a value it means something."""
NEEDLESS = re.compile(r" ?([{};,>]) ?|(?<=:) ")
"""Blanks that mean nothing. One before a colon may stand between an element and what is in it; one beside a plus
belongs to a sum."""


def short(css: str) -> str:
    """A style sheet that does the same, without comments and needless blanks. Strings stay as they are."""
    parts = STRING.split(COMMENT.sub("", css))
    for place in range(0, len(parts), 2):
        parts[place] = NEEDLESS.sub(r"\1", BLANKS.sub(" ", parts[place]))
    return "".join(parts).replace(";}", "}").strip()


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Writes each of our style sheets short before it gets its name."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run:
            paths = {name: self._shortened(name, *source) for name, source in paths.items()}
        yield from super().post_process(paths, dry_run=dry_run, **options)

    def _shortened(self, name: str, storage: Any, path: str) -> tuple[Any, str]:
        """Where to read a file: for a style sheet of ours, the short copy among the collected files."""
        if not (name.startswith(OWN) and name.endswith(".css")):
            return storage, path
        with storage.open(path) as source:
            css = source.read().decode()
        self.delete(name)
        self._save(name, ContentFile(short(css).encode()))
        return self, name
