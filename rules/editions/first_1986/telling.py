"""How scenarios of this book tell star rolls, purchases and marks: in the order of the story, not by question.

A star roll is ``{player: 3, retaken: [[2, 3]], roll: [4, 1], choose: +ST, magic: 6, again: [...]}``: ``roll`` counts,
``retaken`` are those before it that the player could not take, ``again`` are the two rolls of a 2.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.book.edition import Ruleset
from rules.editions.first_1986.citing import refused_by, violation
from rules.editions.first_1986.squad import ROLES
from rules.editions.first_1986.stars import AGAIN
from rules.sequence.explanations import Violation
from rules.sequence.sequence import Question

LABELS = {
    "replace": "buy",
    "defensive": "roles",
    "kicking": "roles",
    "trades": "improvements",
    "together": "improvements",
}
TRADES = "improvements"
NOTHING: tuple[Any, str] = (None, "")
"""Nothing is told to a question of this book."""


@dataclass(slots=True)
class Told:
    """One side's answers. ``counted`` are the star rolls whose counting roll was asked for, by identity."""

    ruleset: Ruleset
    answers: Mapping[str, Any]
    first_id: int
    counted: list[int] = field(default_factory=list)
    begun: list[Mapping[str, Any]] = field(default_factory=list)

    @property
    def keys(self) -> tuple[str, ...]:
        """What a scenario says besides the names of steps and questions."""
        return ("buy",)

    def label(self, label: str) -> str:
        """The scenario's own word for what was refused."""
        return LABELS.get(label, label)

    def unmarked(self, mark: str) -> Violation:
        """What stands against a player of a new team who is said to be Defensive or Kicking, and cannot be."""
        return violation(self.ruleset, dict(ROLES)[mark], "squad.not_marked")

    def told(self, question: Question) -> tuple[Any, str] | None:
        """The answer to a question about stars, trades or new players."""
        name, *rest = question.key.split(".")
        if name == "stars" and rest == ["count"]:
            rolls = self.answers.get("stars")
            return (len(rolls), "stars") if rolls is not None else NOTHING
        if name == "trades" and (not rest or rest == ["together"]):
            return self._trades(question)
        if name in ("replace", "replace_together"):
            return self._new_players(question)
        if name in ("stars", "trades", "necromancer"):
            return self._of_a_roll(question, name, rest)
        self._all_counted(question)
        return None

    def _trades(self, question: Question) -> tuple[Any, str]:
        """Who trades how often, as far as the question offers it: the rest is left over, and refused by that."""
        told = {str(self.first_id + int(number)): len(rolls) for number, rolls in self.answers.get(TRADES, {}).items()}
        form = question.form
        offered = {good.key for good in getattr(form, "goods", ())} | {*getattr(form, "options", ())}
        found = {player: count for player, count in told.items() if player in offered}
        if not found:
            return NOTHING
        return (list(found) if hasattr(form, "options") else found), f"{TRADES}.basket"

    def _new_players(self, question: Question) -> tuple[Any, str]:
        offered = {good.key for good in getattr(question.form, "goods", ())}
        wanted = [item["player"] for item in self.answers.get("buy", ()) if item["player"] in offered]
        return ({name: wanted.count(name) for name in wanted}, "buy") if wanted else NOTHING

    def _of_a_roll(self, question: Question, name: str, rest: list[str]) -> tuple[Any, str]:
        """What is told of one star roll; the place is that of the whole roll."""
        found, place, more = self._roll(name, rest)
        if found is None:
            return NOTHING
        word = more[0] if more else ""
        if word == "player":
            return self._player(found["player"]), place
        if word == "try":
            return self._try(question, found, int(more[1])), place
        if word == "choose":
            return (AGAIN if "again" in found else found.get("choose")), place
        if word == "magic":
            return found.get("magic"), place
        return NOTHING

    def _roll(self, name: str, rest: list[str]) -> tuple[Mapping[str, Any] | None, str, list[str]]:
        """The star roll that a question is about, its place, and the words of the key that are left."""
        name = TRADES if name == "trades" else name
        said, place = self.answers.get(name), name
        if name == TRADES and isinstance(said, Mapping):
            number, nth = int(rest[0]) - self.first_id, int(rest[1]) - 1
            rolls = said.get(number, said.get(str(number), ()))
            said, place, rest = (rolls[nth] if nth < len(rolls) else None), f"{name}.{number}.{nth}", rest[2:]
        elif name == "stars" and isinstance(said, list):
            nth = int(rest[0]) - 1
            said, place, rest = (said[nth] if nth < len(said) else None), f"{name}.{nth + 1}", rest[1:]
        while said is not None and rest and rest[0] == "again":
            rolls = said.get("again", ())
            said, rest = (rolls[int(rest[1]) - 1] if int(rest[1]) <= len(rolls) else None), rest[2:]
        return said, place, rest

    def _player(self, said: Any) -> str:
        return str(self.first_id + said) if isinstance(said, int) else str(said)

    def _try(self, question: Question, found: Mapping[str, Any], nth: int) -> Any:
        """The dice of a try: first those that were taken again. One more than the scenario tells cannot have been."""
        if nth == 1:
            self._all_counted(question)
            self.begun.append(found)
        retaken = found.get("retaken", ())
        if nth <= len(retaken):
            return retaken[nth - 1]
        if nth > len(retaken) + 1:
            raise refused_by(self.ruleset, question.label, "FS4", "star.cannot_be_taken")
        self.counted.append(id(found))
        return found["roll"]

    def _all_counted(self, question: Question) -> None:
        """Every roll that has begun has come to the one that counts: else one was taken again that could be taken."""
        for found in self.begun:
            if id(found) not in self.counted:
                raise refused_by(self.ruleset, question.label, "FS4", "star.could_be_taken")


def told(ruleset: Ruleset, answers: Mapping[str, Any], first_id: int) -> Told:
    """The answers of one side of a scenario."""
    return Told(ruleset, answers, first_id)
