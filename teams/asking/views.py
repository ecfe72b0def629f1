"""What a page does with an answer to a question of a team's own sequence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest

from teams.asking.answers import NOT_ASKED
from teams.asking.form import QuestionForm
from teams.asking.page import TeamAsker, answered, question_forms, sent_form
from web.errors import Refusal
from web.submission import press, submit


def take_answer(
    request: HttpRequest, asker: TeamAsker, kind: str, store: Callable[[QuestionForm], Any]
) -> tuple[QuestionForm | None, Any]:
    """The sent form and what ``store`` returned for it; nothing if it has errors, or only works out a sum.

    Raises ``Refusal`` if the question is not open, unless this same form has already answered it.
    """
    form = sent_form(asker, request.POST)
    if form is None:
        return None, press(request, kind, not_asked)
    if form.typed("work_out"):
        form.work_out()
        return form, None
    return form, submit(request, form, kind, lambda: store(form))


def not_asked() -> None:
    """Refuses an answer to a question that is not open."""
    raise Refusal(NOT_ASKED)


def questions_context(asker: TeamAsker, sent: QuestionForm | None) -> dict[str, Any]:
    """What `teams/asking/_questions.html` draws: the open questions and what was answered so far."""
    return {"forms": question_forms(asker, sent), "answered": answered(asker)}
