"""A draft: a coach's choices for a team that is not approved yet, as the team's row stores them.

Plain data and checks, no queries. A draft may break the rules of team creation; ``rules.team.founding`` judges that.
This module refuses names that the team list does not have, and numbers that make no sense.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from rules.sequence.codec import decode, encode
from rules.team.founding_run import Choice
from rules.team.inducements import Item
from teams.names import NAME_LENGTH
from web.errors import Message, Refusal

MOST_PLAYERS = 99  # in a draft, legal or not
MOST_GOODS = 999
HIGHEST_NUMBER = 99

NO_SUCH_LIST = Message(
    id="teams.no_such_list", text=_("There is no team list called {team_list}."), remedy=_("Choose one from the list.")
)
NO_SUCH_POSITION = Message(
    id="teams.no_such_position",
    text=_("The {team_list} list has no position called {position}."),
    remedy=_("Choose from {positions}. The list may have been changed in another window."),
)
NO_SUCH_STAFF = Message(
    id="teams.no_such_staff", text=_("There is no staff called {staff}."), remedy=_("Choose from {known}.")
)
NO_SUCH_INDUCEMENT = Message(
    id="teams.no_such_inducement",
    text=_("There is no inducement called {inducement}."),
    remedy=_("Choose from {known}."),
)
TOO_MANY_PLAYERS = Message(
    id="teams.too_many_players",
    text=_("{count} players are too many for a draft."),
    remedy=_("A team has at most {maximum}."),
)
NOT_A_COUNT = Message(
    id="teams.not_a_count",
    text=_("{value} is not a number from 0 to {maximum}."),
    remedy=_("Type how many you want as a number."),
)
NOT_A_NUMBER = Message(
    id="teams.not_a_shirt_number",
    text=_("{value} is not a shirt number."),
    remedy=_("Use a whole number from 1 to {maximum}, or leave it blank."),
)
NUMBER_TWICE = Message(
    id="teams.number_twice",
    text=_("More than one player has the number {numbers}."),
    remedy=_("Change one of them, or leave it blank: blank numbers are filled in automatically."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A coach's choices so far, with the players' names and shirt numbers in roster order.

    Names and numbers may be shorter than the list of players. A missing number becomes the lowest free number.
    """

    choice: Choice
    names: tuple[str, ...] = ()
    numbers: tuple[int | None, ...] = ()

    @property
    def all_names(self) -> tuple[str, ...]:
        """A name for each player. It may be empty."""
        return _filled(self.names, "", len(self.choice.players))

    @property
    def all_numbers(self) -> tuple[int | None, ...]:
        """The chosen number of each player, None where the field is blank."""
        return _filled(self.numbers, None, len(self.choice.players))

    @property
    def shirts(self) -> tuple[int, ...]:
        """The final number of each player."""
        chosen = self.all_numbers
        taken = set(chosen)
        free = (number for number in range(1, len(chosen) + len(taken) + 1) if number not in taken)
        return tuple(next(free) if number is None else number for number in chosen)

    @property
    def numbered(self) -> Choice:
        """The choice with the players' final numbers; without, while two players share one."""
        return self.choice if self.duplicate_numbers else replace(self.choice, numbers=self.shirts)

    @property
    def duplicate_numbers(self) -> tuple[int, ...]:
        """The numbers chosen for more than one player."""
        counts = Counter(number for number in self.all_numbers if number is not None)
        return tuple(sorted(number for number, count in counts.items() if count > 1))

    def as_json(self) -> dict[str, Any]:
        """The draft as a team's row stores it."""
        rows = zip(self.choice.players, self.all_names, self.all_numbers, strict=True)
        stored = {
            "players": [{"position": position, "name": name, "number": number} for position, name, number in rows],
            "rerolls": self.choice.rerolls,
            "fan_factor": self.choice.fan_factor,
            "staff": dict(self.choice.staff_counts),
        }
        held = self.choice.inducements
        return stored | ({"inducements": [encode(item) for item in held]} if held else {})


def draft_from(team_list: str, stored: dict[str, Any]) -> Draft:
    """The draft that ``as_json`` wrote, or an empty draft."""
    players = stored.get("players", [])
    choice = Choice(
        team_list=team_list,
        players=tuple(player["position"] for player in players),
        rerolls=stored.get("rerolls", 0),
        fan_factor=stored.get("fan_factor", 0),
        staff=tuple(stored.get("staff", {}).items()),
        inducements=tuple(decode(Item, item) for item in stored.get("inducements", [])),
    )
    return Draft(
        choice=choice,
        names=tuple(player.get("name", "") for player in players),
        numbers=tuple(player.get("number") for player in players),
    )


def check(draft: Draft, book: Book) -> None:
    """Raises ``Refusal`` for a draft that cannot be saved: unknown names, numbers out of range."""
    choice = draft.choice
    team_list = book.lists.get(choice.team_list)
    if team_list is None:
        raise Refusal(NO_SUCH_LIST, field="team_list", team_list=shortened(choice.team_list))
    if len(choice.players) > MOST_PLAYERS:
        maximum = book.most_players(team_list.name)
        raise Refusal(TOO_MANY_PLAYERS, count=len(choice.players), maximum=maximum)
    known = [position.name for position in team_list.positions]
    for position in choice.players:
        if position not in known:
            names = {"position": shortened(position), "positions": ", ".join(known)}
            raise Refusal(NO_SUCH_POSITION, team_list=team_list.name, **names)
    for kind, _count in choice.staff:
        if kind not in book.staff:
            raise Refusal(NO_SUCH_STAFF, staff=shortened(kind), known=", ".join(book.staff))
    for item in choice.inducements:
        if item.kind not in book.inducements:
            raise Refusal(NO_SUCH_INDUCEMENT, inducement=shortened(item.kind), known=", ".join(book.inducements))
    counts = (*(count for _kind, count in choice.staff), *(item.count for item in choice.inducements))
    for count in (choice.rerolls, choice.fan_factor, *counts):
        if type(count) is not int or not 0 <= count <= MOST_GOODS:
            raise Refusal(NOT_A_COUNT, value=shortened(count), maximum=MOST_GOODS)
    for number in draft.all_numbers:
        if number is not None and (type(number) is not int or not 1 <= number <= HIGHEST_NUMBER):
            raise Refusal(NOT_A_NUMBER, value=shortened(number), maximum=HIGHEST_NUMBER)


def shortened(value: object) -> str:
    """A sent value, short enough for a message."""
    text = str(value)
    return text if len(text) <= NAME_LENGTH else f"{text[:NAME_LENGTH]}…"


def _filled(values: tuple[Any, ...], missing: Any, length: int) -> tuple[Any, ...]:
    return (*values[:length], *[missing] * (length - len(values)))
