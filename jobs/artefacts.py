"""The files that jobs make."""

import re
import unicodedata
from dataclasses import dataclass

LARGEST_RESULT = 50_000_000
"""Bytes. A season's rosters of 64 teams take about a tenth of it."""

UNSAFE_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
CONTENT_TYPE = re.compile(r"[a-z]+/[a-z0-9.+-]+(; charset=[a-z0-9-]+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    """A file that a job made, with a safe name. Raises ValueError for something that is not a content type."""

    filename: str
    content_type: str
    content: bytes

    def __post_init__(self) -> None:
        if not CONTENT_TYPE.fullmatch(self.content_type):
            raise ValueError(f"{self.content_type!r} is not a content type")
        object.__setattr__(self, "filename", safe_filename(self.filename))


def safe_filename(name: str) -> str:
    """A file name that every system can store and none reads as a path: up to 120 characters, with the same ending."""
    clean = UNSAFE_IN_NAMES.sub("-", unicodedata.normalize("NFC", name)).strip(" .-")
    stem, dot, ending = clean.rpartition(".")
    if not dot or not ending.isalnum() or len(ending) > 8:
        return clean[:120].rstrip(" .") or "file"
    return f"{stem[: 119 - len(ending)].rstrip(' .') or 'file'}.{ending}"
