"""The fact of what a team's coach chose for it: a special rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.journal.entries import Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialRuleChosen(Entry):
    """The team has one of the special rules between which its list lets it choose; ``instead_of`` it had another."""

    kind: ClassVar[str] = "special_rule_chosen"
    special_rule: str
    instead_of: str = ""
