"""What the rounds of a knock-out are called, and any other, in the reader's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from competitions.models.formats import formats_by_key

TWO_LEGS = 2


def stage_name(left: int) -> str:
    """The name of a round, by the number of rounds after it."""
    if left < 3:
        return (_("Final"), _("Semi-finals"), _("Quarter-finals"))[left]
    return _("Last %(teams)s") % {"teams": 1 << (left + 1)}


def round_names(rounds: int, legs: int) -> list[str]:
    """The names of a knock-out's rows of rounds in order, legs apart; the last one has one match a tie."""
    legs = min(legs, TWO_LEGS)
    stages = (rounds - 1) // legs
    names = [stage_name(stages - place // legs) for place in range(rounds)]
    if legs == TWO_LEGS:
        words = (_("%(round)s, first leg"), _("%(round)s, second leg"))
        names[:-1] = [words[place % legs] % {"round": name} for place, name in enumerate(names[:-1])]
    return names


def tie_title(number: int, *, final: bool, third_place: bool) -> str:
    """What a tie is called."""
    if third_place:
        return _("Match for third place")
    return _("Final") if final else _("Tie %(number)s") % {"number": number}


def round_words(number: int | None, scheduling: str | None, stage: str, *, third_place: bool = False) -> str:
    """The round of a match in words; empty without rounds: for a friendly, imported records, open play.

    ``stage`` is its match's; the rounds before a semi-final have their numbers.
    """
    if not number or not scheduling or formats_by_key[scheduling].chosen_by_coaches:
        return ""
    if third_place:
        return _("match for third place")
    named = {"semi_final": _("semi-final"), "final": _("final")} if formats_by_key[scheduling].eliminates else {}
    return named.get(stage) or _("round %(number)s") % {"number": number}
