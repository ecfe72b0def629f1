"""A file of the largest size is read or refused in a moment, whatever is in it."""

import time

import pytest

from leagues.archive_json import ArchiveError, Limits, read_json

pytestmark = pytest.mark.once

LIMITS = Limits(size=512 * 1024, values=50_000)
"""Those of a team's file."""
MOMENT = 1.0
"""Seconds of processor time. Each of these files took 1.3 to 30 s when the work grew with the square of its size."""

KEYS = 36_000
HOSTILE = {
    "a key is repeated at the end of a long object": (
        "{" + "".join(f'"k{n}":1,' for n in range(KEYS)) + f'"k{KEYS - 1}":1}}',
        f'"k{KEYS - 1}" is given twice',
    ),
    "every key is repeated": ("{" + '"k":1,' * KEYS + '"k":1}', '"k" is given twice'),
    "long numbers before one that is too long": (
        "[" + ("9" * 999 + ",") * 500 + "9" * 5_000 + "]",
        "line 1, column 500002: a number has thousands of digits",
    ),
    "lists in lists": ("[" * 40_000, "nested far too deep"),
    "objects in objects": ('{"a":' * 40_000, "nested far too deep"),
    "an endless text": ('["' + "a" * 500_000, "ends in the middle"),
    "escapes": ('["' + "\\u00e9" * 80_000 + '"', "ends in the middle"),
    "empty lines": ("\n" * 500_000 + "x", "line 500001, column 1"),
}


@pytest.mark.parametrize(("content", "reason"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_is_refused_in_a_moment(content: str, reason: str) -> None:
    before = time.process_time()
    with pytest.raises(ArchiveError) as refused:
        read_json(content.encode(), LIMITS)
    assert reason in str(refused.value)
    assert time.process_time() - before < MOMENT


def test_the_first_key_that_comes_again_is_named_with_its_record() -> None:
    with pytest.raises(ArchiveError, match='the record with id "t1": "name" is given twice'):
        read_json(b'{"id": "t1", "name": 1, "gold": 2, "name": 3, "gold": 4}', LIMITS)
