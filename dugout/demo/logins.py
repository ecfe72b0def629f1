"""The demo league's logins: one random password for each install, kept in `var/demo-logins.txt` for its owner alone."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

FILE_NAME = "demo-logins.txt"
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
PARTS, PART_LENGTH = 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """Somebody to sign in as, and what he can look at."""

    username: str
    what: str


def path() -> Path:
    """Where the logins are kept; `script/server` prints this file at each start."""
    return Path(settings.VAR_DIR) / FILE_NAME


def new_password() -> str:
    """Twelve characters that nobody guesses (59 bits) and everybody can type: `k7mx-3pqa-wd9s`."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(PART_LENGTH)) for _ in range(PARTS))


def write_draft(logins: Sequence[Login], password: str) -> Path:
    """The logins in a file beside the real one, readable by its owner alone; `put_in_place` makes it real."""
    draft = path().with_suffix(".part")
    draft.unlink(missing_ok=True)
    with open(draft, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags | os.O_EXCL, 0o600)) as file:
        file.write(worded(logins, password))
    return draft


def put_in_place(draft: Path) -> None:
    """Makes a draft the file that is read."""
    draft.replace(path())


def worded(logins: Sequence[Login], password: str) -> str:
    """The logins as people read them."""
    width = max(len(login.username) for login in logins)
    lines = [f"Demo logins, all with the password {password}", ""]
    lines += [f"  {login.username:<{width}}  {login.what}" for login in logins]
    return "\n".join(lines) + "\n"


def read() -> str:
    """What was written; empty where there is nothing."""
    return path().read_text(encoding="utf-8") if path().is_file() else ""
