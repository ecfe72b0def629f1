"""The static files as they are sent: compressed, named by what is in them, our style sheets as short as they can be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

from web.drawing.nesting import nested
from web.drawing.property_names import with_short_names

OWN = "dugout/"
STRING = re.compile(r'("[^"\n]*")')
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLANKS = re.compile(r"\s+")
"""Of a run of blanks one is left: between the parts of a selector or of a value it means something."""
NEEDLESS = re.compile(r" ?([{};,>]) ?|(?<=:) ")
"""Blanks that mean nothing. One before a colon may stand between an element and what is in it; one beside a plus
belongs to a sum."""
NEEDLESS_ZERO = re.compile(r"(?<![\w.])0(?=\.\d)")
PAIRED = re.compile(r"#([0-9a-f])\1([0-9a-f])\2([0-9a-f])\3(?![0-9a-f])")
"""A colour that three digits say too."""


def short(css: str) -> str:
    """A style sheet that does the same, without comments and needless signs, nested, and with short names.

    Strings stay as they are.
    """
    parts = STRING.split(COMMENT.sub("", css))
    for place in range(0, len(parts), 2):
        part = NEEDLESS.sub(r"\1", BLANKS.sub(" ", parts[place])).replace(" !important", "!important")
        parts[place] = PAIRED.sub(r"#\1\2\3", NEEDLESS_ZERO.sub("", with_short_names(part)))
    return nested("".join(parts).replace(";}", "}").strip())


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
