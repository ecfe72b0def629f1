"""What the server rolls and draws for coaches who do not roll themselves."""

from __future__ import annotations

import secrets
from typing import Any

from rules.sequence.sequence import Question
from web.preview import is_preview


def rolled_by_server(question: Question) -> Any:
    """What the server rolls or draws for a question, from the operating system's random source."""
    assert not is_preview(), "a preview rolls nothing: it would show what the real roll is not"
    if question.kind == "draw":
        return secrets.choice(question.possible)
    return [roll_die(faces) for faces in question.dice]


def roll_die(faces: int) -> int:
    """One die. A D68 is a D6 for the tens and a D8 for the units."""
    if faces == 68:
        return 10 * (secrets.randbelow(6) + 1) + secrets.randbelow(8) + 1
    return secrets.randbelow(faces) + 1


def still_fits(then: Question, value: Any, now: Question) -> bool:
    """Whether an earlier answer still fits the question."""
    same = (then.kind, then.dice) == (now.kind, now.dice)
    return same and (not now.options or value in now.possible)
