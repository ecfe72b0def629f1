"""What the rounds of a knock-out are called, and any other, in the reader's language."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from competitions.models.formats import formats_by_key

TWO_LEGS = 2
PLAY_OFF = "play_off"
"""The stage of a match before the semi-finals, and of one for third place."""


def stage_name(left: int) -> str:
    """The name of a round, by the number of rounds after it."""
    if left < 3:
        return (_("Final"), _("Semi-finals"), _("Quarter-finals"))[left]
    return _("Last %(teams)s") % {"teams": 1 << (left + 1)}


def outcome(left: int, won: bool | None) -> str:
    """How far a team came: a round, by the number of rounds after it, and whether it ``won`` there, if known."""
    if won is None:
        return stage_name(left)
    if left < 3:
        if won:
            return (_("Won the final"), _("Won in the semi-finals"), _("Won in the quarter-finals"))[left]
        return (_("Lost in the final"), _("Lost in the semi-finals"), _("Lost in the quarter-finals"))[left]
    words = _("Won in the last %(teams)s") if won else _("Lost in the last %(teams)s")
    return words % {"teams": 1 << (left + 1)}


def third_place_outcome(won: bool | None) -> str:
    """The same for the match for third place."""
    if won is None:
        return tie_title(0, final=False, third_place=True)
    return _("Won the match for third place") if won else _("Lost the match for third place")


def round_names(rounds: int, legs: int) -> list[str]:
    """The names of a knock-out's rows of rounds in order, legs apart; the last one has one match a tie."""
    words = _of_legs()
    places = (place_of(number, rounds, legs) for number in range(1, rounds + 1))
    return [words[leg - 1] % {"round": stage_name(left)} if leg else stage_name(left) for left, leg in places]


def place_of(number: int, rounds: int, legs: int) -> tuple[int, int]:
    """How many rounds of a bracket come after one, not counting legs; and which leg it is, 0 for the only one."""
    legs = min(legs, TWO_LEGS)
    left = (rounds - 1) // legs - (number - 1) // legs
    return left, (number - 1) % legs + 1 if left and legs == TWO_LEGS else 0


def tie_title(number: int, *, final: bool, third_place: bool) -> str:
    """What a tie is called."""
    if third_place:
        return _("Match for third place")
    return _("Final") if final else _("Tie %(number)s") % {"number": number}


class Rounds(NamedTuple):
    """The rounds of a competition: its ``scheduling``, how many rounds its ``bracket`` has, and the legs of a tie.

    ``scheduling`` is None for a friendly; ``bracket`` is 0 if nothing is drawn, without a bracket, and for imported
    records, which may lack rounds.
    """

    scheduling: str | None = None
    bracket: int = 0
    legs: int = 1

    def words(self, number: int | None, stage: str) -> str:
        """A round in words, within a sentence: "quarter-final", "round 3"; empty without rounds, as in open play.

        ``stage`` is that of its match: beside the final, a match that is none is for third place.
        """
        if not number or not self.scheduling or formats_by_key[self.scheduling].chosen_by_coaches:
            return ""
        if self._for_third_place(number, stage):
            return _("match for third place")
        if not self._in_bracket(number):
            return _("round %(number)s") % {"number": number}
        left, leg = place_of(number, self.bracket, self.legs)
        name = (_("final"), _("semi-final"), _("quarter-final"))[left] if left < 3 else _last_teams(left)
        return _of_legs()[leg - 1] % {"round": name} if leg else name

    def letters(self, number: int | None, stage: str) -> str:
        """A round of a bracket in a few letters, for the axis of a chart: "QF"; empty for all others."""
        if not number or not self._in_bracket(number):
            return ""
        if self._for_third_place(number, stage):
            return _("3rd")
        left, leg = place_of(number, self.bracket, self.legs)
        name = (_("F"), _("SF"), _("QF"))[left] if left < 3 else _("L%(teams)s") % {"teams": 1 << (left + 1)}
        return f"{name} {leg}" if leg else name

    def _in_bracket(self, number: int) -> bool:
        return 0 < number <= self.bracket

    def _for_third_place(self, number: int, stage: str) -> bool:
        return number == self.bracket and stage == PLAY_OFF


def _last_teams(left: int) -> str:
    return _("last %(teams)s") % {"teams": 1 << (left + 1)}


def _of_legs() -> tuple[str, str]:
    """The words for the first and the second leg of a round."""
    return _("%(round)s, first leg"), _("%(round)s, second leg")
