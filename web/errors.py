"""Refusal: the one exception for a person's mistake, used by the services of every room.

A refusal is data: a message's id, its arguments, the rule and its page. It becomes text when it is shown, in the
reader's language, and says what to do. Any other exception is a bug and may be loud.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.sequence.explanations import Violation
from rules.words.words import say_violation

Text: TypeAlias = str | Promise


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What can be wrong, declared once beside the service that refuses.

    `{name}` in the texts is filled from the refusal's args; `ngettext_lazy` chooses singular or plural by one of them.
    `id` never changes (the API returns it); `remedy` says what to do; `purpose` (of `rules.book.statements`) finds the
    statement and page in the league's rulebook, if the rule is from there; `status` is the page's HTTP status.
    """

    id: str
    text: Text
    remedy: Text = ""
    purpose: str = ""
    status: int = 422


class Refusal(Exception):
    """A person's command was refused; nothing has been changed.

    `field` names the field of the form that is wrong, if any; `violations` are what the rules found.
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
        """What to do about it; empty if that is obvious."""
        return _filled(self.message.remedy, self.args_shown)

    @property
    def findings(self) -> list[str]:
        """What the rules found, in the reader's language; a finding without words shows its id."""
        return [worded(violation) for violation in self.violations]

    def __str__(self) -> str:
        return f"{self.text} {self.remedy}".strip()


def _filled(text: Any, args: dict[str, Any]) -> str:
    """A text in the reader's language; a lazy plural needs its number only here."""
    return str(text.format(**args))


def worded(violation: Violation) -> str:
    """A violation as a sentence with its rule and page; never raises, because an error page must not fail."""
    try:
        return say_violation(violation, translate=gettext)
    except KeyError:
        return f"{violation.id} ({violation.rule})"


STALE = Message(
    id="stale",
    text=_("This was changed in the meantime, perhaps in another window of yours. Your changes are not saved yet."),
    remedy=_("Compare the saved values with yours below, then save again."),
    status=409,
)


class StaleVersion(Refusal):
    """The row has changed since the form was drawn. `current` is the row as it is now."""

    def __init__(self, current: Any) -> None:
        super().__init__(STALE)
        self.current = current
