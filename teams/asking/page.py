"""The questions of a team's own sequence on a page: a form for each open one, and what was answered so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from leagues.members.linked_names import named
from rules.book.book import Book
from rules.sequence.codec import decode
from rules.sequence.sequence import Question, Side
from rules.sheet.sheet import TeamSheet
from rules.words.words import player_of
from teams.asking import words
from teams.asking.answers import TeamSequence
from teams.asking.form import QuestionForm
from teams.asking.kinds import general_form
from teams.models import TeamAnswer


@dataclass(frozen=True)
class TeamAsker:
    """A team's own sequence, as its questions' forms see it."""

    sequence: TeamSequence
    book: Book
    names: Mapping[int, str]

    @property
    def server_rolls(self) -> bool:
        """Whether the server rolls in this league."""
        return self.sequence.server_rolls

    @property
    def rolls_on(self) -> bool:
        """The server goes on rolling up to the next decision."""
        return self.server_rolls

    def team_of(self, side: Side) -> str:
        """The name of the team."""
        return str(self.sequence.team.name)

    def ended(self, side: Side) -> None:
        """No match is asked about."""

    def called(self, question: Question, choice: str) -> str:
        """A player by number, name and position, else words."""
        return called(self.book, self.sequence.outcome.sheet, self.names, choice)


def called(book: Book, sheet: TeamSheet, names: Mapping[int, str], choice: str) -> str:
    """An option: a player of the sheet by number, name and position, else its words."""
    player = player_of(choice)
    line = sheet.player(player) if player is not None else None
    if line is None:
        return words.option(choice, names, book)
    said = {"number": line.number, "name": names.get(line.player, ""), "position": line.position}
    text = _("No. %(number)d %(name)s, %(position)s") if said["name"] else _("No. %(number)d, %(position)s")
    return text % said


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer in words: what was asked, dice as (sides, face), or text; ``by`` says who gave it, as HTML."""

    title: str
    dice: tuple[tuple[int, int], ...] = ()
    text: str = ""
    by: str = ""


def question_forms(asker: TeamAsker, asked: QuestionForm | None = None) -> list[QuestionForm]:
    """The forms of all open questions; all but one are folded: the one that was sent, else the first."""
    forms = [
        asked if asked is not None and asked.question == question else general_form(question)(question, asker)
        for question in asker.sequence.outcome.questions
    ]
    shown = next((form for form in forms if form.is_bound), forms[0] if forms else None)
    for form in forms:
        form.folded = form is not shown
    return forms


def sent_form(asker: TeamAsker, data: Any) -> QuestionForm | None:
    """The sent form, if its question is open now."""
    found = (one for one in asker.sequence.outcome.questions if one.key == data.get("key"))
    question = next(found, None)
    return general_form(question)(question, asker, data) if question is not None else None


def answered(asker: TeamAsker) -> list[Answered]:
    """What was answered so far, and is used."""
    return [_answered(asker, row) for row in asker.sequence.used]


def _answered(asker: TeamAsker, row: TeamAnswer) -> Answered:
    question = decode(Question, row.question)
    title = words.question(question, asker.names, asker.book).title
    by = _("rolled by the server") if row.rolled else named(asker.sequence.team.league, row.by)
    if question.kind == "roll":
        return Answered(title=title, dice=tuple(zip(question.dice, row.value, strict=True)), by=by)
    said = words.answer(question, row.value, lambda choice: asker.called(question, choice))
    return Answered(title=title, text=said, by=by)
