"""The one class for what a person did wrong, used by the services of every room.

A refusal is data: a message's id, its arguments, the rule and its page. It is worded when it is shown, in the reader's
language, and says what to do. Anything else that is raised is a bug and may be loud.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.sequence.explanations import Violation
from rules.words.words import say_violation

Text = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What can be wrong, declared once beside the service that says so. `{name}` in the texts is filled from the args,
    by one of which `ngettext_lazy` chooses between one and many.

    `id` is stable (the API gives it); `remedy` says what to do; `purpose` (of `rules.book.statements`) where a book may
    say so, which statement of which page it is knows the league's edition; `status` is the page's HTTP status.
    """

    id: str
    text: Text
    remedy: Text = ""
    purpose: str = ""
    status: int = 422


class Refusal(Exception):
    """A person's command that is not carried out; nothing has been changed.

    `field` names the form's field at fault, if one is; `violations` are the rules' own findings.
    """

    def __init__(self, message: Message, *, field: str = "", violations: Iterable[Violation] = (), **args: Any) -> None:
        super().__init__(message.id, args)
        self.message = message
        self.field = field
        self.violations = tuple(violations)
        self.args_shown = args

    @property
    def id(self) -> str:
        """The message's id."""
        return self.message.id

    @property
    def status(self) -> int:
        """The HTTP status of a page that shows it."""
        return self.message.status

    @property
    def text(self) -> str:
        """What is wrong, in the reader's language."""
        return _filled(self.message.text, self.args_shown)

    @property
    def remedy(self) -> str:
        """What to do about it; empty where that is plain."""
        return _filled(self.message.remedy, self.args_shown)

    @property
    def findings(self) -> list[str]:
        """The rules' own findings in the reader's language; one that no catalogue words goes by its id."""
        return [worded(violation) for violation in self.violations]

    def __str__(self) -> str:
        return f"{self.text} {self.remedy}".strip()


def _filled(text: Any, args: dict[str, Any]) -> str:
    """A text in the reader's language; a lazy one of two forms asks for its number only when it is filled."""
    return str(text.format(**args))


def worded(violation: Violation) -> str:
    """A violation as a sentence with its rule and page; never raises, since the page of an error must not fail."""
    try:
        return say_violation(violation, translate=gettext)
    except KeyError:
        return f"{violation.id} ({violation.rule})"


STALE = Message(
    id="stale",
    text=_("Somebody else changed this while you were at it; nothing of yours was saved yet."),
    remedy=_("Compare what is saved with what you typed, which is still here; then save again."),
    status=409,
)


class StaleVersion(Refusal):
    """The row was changed since the form was made. `current` is the row as it stands now."""

    def __init__(self, current: Any) -> None:
        super().__init__(STALE)
        self.current = current
