"""The log of questions and answers of a match, in words and dice: who answered or rolled, and when."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from leagues.members.linked_names import named
from matches import wording
from matches.models import MatchAnswer
from matches.questions.asking.candidates import candidate
from matches.sequence.bought import inducement_words
from matches.sequence.hired import hired_called
from matches.sequence.sequences import MatchState
from rules.sequence.codec import decode
from rules.sequence.forms import Amount
from rules.sequence.sequence import Question, Side, other
from rules.words.words import k, say_amount
from teams.asking import words


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedAnswer:
    """One answer in words: ``dice`` as (sides, face), or ``text``; ``by`` says who gave or rolled it, ``iso`` when."""

    side: Side
    team: str
    key: str
    title: str
    dice: tuple[tuple[int, int], ...] = ()
    text: str = ""
    by: str
    at: str
    iso: str


def logbook(
    state: MatchState, *, sequence: str = "", side: Side | None = None, hands: Collection[Side] = ()
) -> list[LoggedAnswer]:
    """All answers, oldest first, or those of one sequence or side; without new players' ids.

    ``hands`` are the sides whose cards the reader may see; of the other side, only played cards have a name (S4).
    """
    rows = [
        row
        for row in state.rows
        if row.question["kind"] != "mint" and sequence in ("", row.sequence) and side in (None, row.side)
    ]
    people = _people(state, rows)
    known = {played.card for played in state.card_plays}
    return [_line(state, row, people, hidden=row.side not in hands and str(row.value) not in known) for row in rows]


def _people(state: MatchState, rows: Iterable[MatchAnswer]) -> dict[int, User]:
    """The authors of these answers, by id. Only those who coach neither team need a query."""
    coaches = state.coaches
    others = {row.by_id for row in rows} - {None, *coaches}
    return coaches | User.objects.in_bulk(others) if others else coaches


def _line(state: MatchState, row: MatchAnswer, people: Mapping[int, User], *, hidden: bool) -> LoggedAnswer:
    question = decode(Question, row.question)
    text = _("a hidden card") if question.private and hidden else ""
    return LoggedAnswer(
        side=question.side,
        team=state.teams[question.side].name,
        key=row.key,
        title=wording.question(question, state.names, state.ruleset.book).title,
        dice=faces(question.dice, row.value) if question.kind == "roll" else (),
        text=text or (roll_words if question.kind == "roll" else answer_words)(state, question, row.value),
        by=by_words(row, people, state),
        at=moment(row.at.replace(second=0, microsecond=0), get_current_timezone_name(), get_language()),
        iso=row.at.isoformat(timespec="seconds"),
    )


def by_words(row: MatchAnswer, people: Mapping[int, User], state: MatchState) -> str:
    """The author of an answer, or the user for whom the server rolled, as HTML."""
    by = people.get(row.by_id) if row.by_id else None
    if by is None:
        return _("rolled by the server") if row.rolled else _("the server")
    name = named(state.match.league, by, state.coaches)
    return SafeString(_("rolled by the server for %(by)s") % {"by": name}) if row.rolled else name


@lru_cache(maxsize=4096)
def moment(at: datetime, zone: str, language: str | None) -> str:
    """A time in a time zone and language; cached, as several answers share one."""
    return date_format(localtime(at), "j M, H:i")


def faces(dice: tuple[int, ...], value: Any) -> tuple[tuple[int, int], ...]:
    """Dice to draw: (sides, face); a D68 shows as a D6 and a D8."""
    shown: list[tuple[int, int]] = []
    for sides, face in zip(dice, value, strict=True):
        shown += [(6, face // 10), (8, face % 10)] if sides == 68 else [(sides, face)]
    return tuple(shown)


def roll_words(state: MatchState, question: Question, value: Any) -> str:
    """The meaning of dice, for the weather. Empty if a figure shows it elsewhere."""
    return state.ruleset.book.weather_for(sum(value)).name if question.label == "weather" else ""


def answer_words(state: MatchState, question: Question, value: Any) -> str:
    """A decision in words."""
    if value is None or value in ([], 0, ""):
        return words.nothing(question)
    if question.options:
        return candidate(state, question.side, str(value))
    if isinstance(value, int):
        return _amount_words(question, value)
    if question.form is not None:
        return words.answer(question, value, lambda choice: candidate(state, question.side, choice))
    if isinstance(value, list):
        return ", ".join(_item_words(state, item, question.side) for item in value)
    return str(value)[:80]


def _amount_words(question: Question, value: int) -> str:
    if question.key == "expenses_from_bank":
        return _("%(gold)s from the bank") % {"gold": k(value)}
    if question.key == "bank":
        way = _("%(gold)s into the bank") if value > 0 else _("%(gold)s out of the bank")
        return way % {"gold": k(abs(value))}
    return say_amount(value, question.form.unit if isinstance(question.form, Amount) else "number")


def _item_words(state: MatchState, item: Any, side: Side) -> str:
    """One item of a list of purchases, releases, raised players."""
    if isinstance(item, int):
        return state.known_as.get(item) or _("a player")
    if not isinstance(item, Mapping):
        return hired_called(state, other(side), str(item))
    if "kind" in item:
        return inducement_words(state.ruleset, item)
    if "reroll" in item:
        count = int(item["reroll"])
        return _("team re-roll") if count == 1 else _("%(count)d team re-rolls") % {"count": count}
    if "staff" in item:
        return wording.thing(str(item["staff"]), book=state.ruleset.book)
    player = item.get("player")
    if isinstance(player, int):
        return state.known_as.get(player) or _("a player")
    return str(player)
