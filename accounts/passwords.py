"""How passwords are stored, and which are too easy to guess."""

from __future__ import annotations

import string
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

SPELLINGS = str.maketrans("@4310!5$7", "aaeioisst")
"""Digits and signs that people write for letters."""
ADDED = 6
"""So many digits and signs before and after a common password make no other one of it."""
FEWEST_DIFFERENT = 5
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    *("qwertyuiop", "asdfghjkl", "zxcvbnm"),
    *("qwertzuiop", "yxcvbnm"),
    *("azertyuiop", "qsdfghjklm", "wxcvbn"),
)
ROWS_BOTH_WAYS = (*ROWS, *(row[::-1] for row in ROWS))
RUN = 4
"""So many neighbours in a row count as one character."""
LONGEST_LOOKED_AT = 200


class Argon2id(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane, as OWASP advises: strong, and a small server has room for it.

    Passwords stored in another way, or with other figures, are stored in this one at the next sign-in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1


class NotCommonValidator(CommonPasswordValidator):
    """Refuses common passwords, also with digits around them or in place of letters, and rows of the keyboard."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raises ValidationError for a password that is guessed first."""
        plain = password.lower().strip()[:LONGEST_LOOKED_AT]
        if any(each in self.passwords for each in _without_additions(plain)):
            raise ValidationError(self.get_error_message(), code="password_too_common")
        if len(set(_without_runs(plain))) < FEWEST_DIFFERENT or _repeated(plain):
            raise ValidationError(
                _("This password has too few different characters, or repeats itself."), code="password_too_plain"
            )


def _without_additions(plain: str) -> set[str]:
    """The password as it is, without what stands around its letters, and with letters for digits."""
    found = {plain}
    edges = string.digits + string.punctuation + " "
    for each in (plain.strip(edges), plain.lstrip(edges), plain.rstrip(edges)):
        if len(plain) - len(each) <= ADDED:
            found.add(each)
    for end in range(min(ADDED, len(plain) - 1) + 1):  # p@ssw0rd2024: the added year is not read as letters
        if all(letter in edges for letter in plain[len(plain) - end :]):
            found.add(plain[: len(plain) - end].translate(SPELLINGS))
    return found - {""}


def _without_runs(plain: str) -> str:
    """The password with one character for each run of neighbours: "qwertz123456" has two left."""
    left, at = "", 0
    while at < len(plain):
        left += plain[at]
        runs = (size for size in range(26, RUN - 1, -1) if at + size <= len(plain) and _is_run(plain[at : at + size]))
        at += next(runs, 1)
    return left


def _is_run(part: str) -> bool:
    return any(part in row for row in ROWS_BOTH_WAYS)


def _repeated(plain: str) -> bool:
    """Whether a shorter text is written several times: "goblingoblin"."""
    return plain in (plain * 2)[1:-1]
