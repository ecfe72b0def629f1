"""The logins of the demo leagues: one random password for each install, in `var/demo-logins.txt`, for its owner only.

All demo leagues of an install have the same people. Who they are is read from this file: an account is one of them if
the file names it and its password is still that of the file. So nobody else's account is ever let into a demo league.
"""

from __future__ import annotations

import os
import re
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
    """A user to sign in as, and what they can see."""

    username: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the file says already: the password, and all user names."""

    password: str
    usernames: frozenset[str]


def path() -> Path:
    """The file of the logins; `script/server` prints it at each start."""
    return Path(settings.VAR_DIR) / FILE_NAME


def new_password() -> str:
    """Twelve characters that are hard to guess (59 bits) and easy to type: `k7mx-3pqa-wd9s`."""
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(PART_LENGTH)) for _ in range(PARTS))


def known() -> Known | None:
    """What the file says; None if there is none."""
    text = read()
    password = re.search(r"^Demo logins, all with the password (\S+)$", text, re.MULTILINE)
    if not password:
        return None
    return Known(password=password[1], usernames=frozenset(re.findall(r"^  (\S+)", text, re.MULTILINE)))


def write_draft(league: str, logins: Sequence[Login], password: str) -> Path:
    """Write the logins into a draft file that only its owner can read; `put_in_place` gives it its name.

    If the file has this password already, the logins of the league are added to it.
    """
    found = known()
    before = read() if found and found.password == password else f"Demo logins, all with the password {password}\n"
    draft = path().with_suffix(".part")
    draft.unlink(missing_ok=True)
    with open(draft, "w", encoding="utf-8", opener=lambda name, flags: os.open(name, flags | os.O_EXCL, 0o600)) as file:
        file.write(f"{before}\n{worded(league, logins)}")
    return draft


def put_in_place(draft: Path) -> None:
    """Replace the file of the logins by a draft."""
    draft.replace(path())


def worded(league: str, logins: Sequence[Login]) -> str:
    """The logins of a league as text."""
    width = max(len(login.username) for login in logins)
    return "\n".join([league, *(f"  {login.username:<{width}}  {login.what}" for login in logins)]) + "\n"


def read() -> str:
    """The text of the file; empty if there is none."""
    return path().read_text(encoding="utf-8") if path().is_file() else ""
