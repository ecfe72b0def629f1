"""The fields of the prizes on the form that closes a season: for each place a team, and its gold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from competitions.season_end.prizes import Due, Prizes
from competitions.trophies.awarding import MOST_PRIZE


class PrizeFields:
    """The fields for the prizes that are due, and what was typed into them."""

    def __init__(self, dues: Sequence[Due]) -> None:
        self.dues = dues

    def fields(self) -> dict[str, forms.Field]:
        """Two fields for each place of each trophy."""
        found: dict[str, forms.Field] = {}
        for due in self.dues:
            for place, gold in enumerate(due.gold, start=1):
                proposed = due.proposed[place - 1]
                words = {"trophy": due.trophy.name, "place": place}
                found[_team(due, place)] = forms.ChoiceField(
                    label=_("%(trophy)s, place %(place)d") % words,
                    choices=[("", _("nobody")), *((team.public_id, team.name) for team in due.teams)],
                    initial=proposed.public_id if proposed is not None else "",
                    required=False,
                    help_text=_first_words(due) if place == 1 else "",
                )
                found[_gold(due, place)] = forms.IntegerField(
                    label=_("Prize of place %(place)d, in gold pieces") % words,
                    min_value=0,
                    max_value=MOST_PRIZE,
                    initial=gold,
                    required=False,
                )
        return found

    def problems(self, typed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """What is wrong with the teams chosen: the field and the problem."""
        for due in self.dues:
            chosen = [typed.get(_team(due, place), "") for place in range(1, len(due.gold) + 1)]
            for place, team in enumerate(chosen, start=1):
                if team and team in chosen[: place - 1]:
                    yield _team(due, place), _("This team has a place already. Choose another one, or nobody.")
            if any(chosen) and not chosen[0]:
                yield _team(due, 1), _("Choose who is first, or nobody for all places.")

    def chosen(self, typed: Mapping[str, Any]) -> tuple[Prizes, ...]:
        """The prizes as decided."""
        return tuple(
            Prizes(
                trophy=due.trophy,
                places=tuple(
                    (known.get(typed[_team(due, place)]), typed[_gold(due, place)] or 0)
                    for place in range(1, len(due.gold) + 1)
                ),
            )
            for due in self.dues
            for known in ({team.public_id: team for team in due.teams},)
        )


def _first_words(due: Due) -> str:
    """What stands below the first place: also what is left to fill in where nothing could be proposed."""
    words = _("Also gets the trophy.")
    if any(due.proposed):
        return words
    left = _("No bracket and no single table say who was first, so nobody is filled in: choose the team of each place.")
    return f"{words} {left}"


def _team(due: Due, place: int) -> str:
    return f"place_{due.trophy.key}_{place}"


def _gold(due: Due, place: int) -> str:
    return f"gold_{due.trophy.key}_{place}"
