"""Sends a form to a service: its command id, refusals shown at their field, and stale versions."""

import uuid
from collections.abc import Callable
from typing import Any, Self

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from web.commands import REUSED, body_of, once
from web.errors import Message, Refusal, StaleVersion
from web.policy import PolicyError

MOST_VERSION = 2_000_000_000
"""Of a row or a journal. A larger number would overflow the column when it is raised by one."""

get_or_post = require_http_methods(["GET", "HEAD", "POST"])

NO_ID = Message(
    id="commands.no_id",
    text=_("The form's id is missing or damaged. Nothing was changed."),
    remedy=_("Open the page again and send the form from there."),
    status=400,
)


DAMAGED = Message(
    id="commands.damaged",
    text=_("The button sent values that do not belong to it. Nothing was changed. {what}"),
    remedy=_("Open the page again and press the button there."),
    status=400,
)


class CommandForm(forms.Form):
    """A form with a command id, which stays the same on every submit until the command succeeds.

    `status` is the HTTP status of the page that shows the form; `stale` lists what another person has changed.
    """

    data: Any
    command_id = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        error_messages={"required": NO_ID.text, "invalid": NO_ID.text},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.status = 200
        self.stale: list[tuple[str, str, str]] = []

    @classmethod
    def of(cls, request: HttpRequest, **kwargs: Any) -> Self:
        """The form with the values of a POST; unbound for any other request."""
        if request.method != "POST":
            return cls(**kwargs)
        return cls(request.POST, request.FILES, **kwargs)

    def retype(self, **values: Any) -> None:
        """Replace values of the form as the page shows it again; all other entered values stay."""
        data = self.data.copy()
        for name, value in values.items():
            data[self.add_prefix(name)] = value
        self.data = data

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal at its field, or above the form."""
        self.status = refusal.status
        if refusal.message is REUSED:
            self.retype(command_id=uuid.uuid4())
        field = refusal.field if refusal.field in self.fields else None
        self.add_error(field, forms.ValidationError(str(refusal), code=refusal.id))


class SeenForm(CommandForm):
    """A button beside something the user has seen; it works only while that has not changed."""

    version = forms.IntegerField(
        label=_("Version you saw"), widget=forms.HiddenInput, min_value=1, max_value=MOST_VERSION
    )


class VersionedForm(SeenForm):
    """A form that changes a row; it carries the version it was drawn from."""

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal; for a stale version, show saved and own values, and continue from the saved version."""
        super().refuse(refusal)
        if isinstance(refusal, StaleVersion):
            self.stale = self.differences(refusal.current)
            self.retype(version=self.version_of(refusal.current))

    def version_of(self, current: Any) -> Any:
        """The current version of the row; the version that was sent if the row has none."""
        return getattr(current, "version", self.data.get(self.add_prefix("version")))

    def values_of(self, current: Any) -> dict[str, Any]:
        """The current values of this form's fields in the row."""
        return {name: getattr(current, name) for name in self.fields if name != "version" and hasattr(current, name)}

    def differences(self, current: Any) -> list[tuple[str, str, str]]:
        """(label, saved value, own value) in words, of every field in which the two differ."""
        theirs = self.values_of(current)
        return [
            (str(field.label), field_words(field, theirs[name]), field_words(field, self.cleaned_data.get(name)))
            for name, field in self.fields.items()
            if name in theirs and theirs[name] != self.cleaned_data.get(name)
        ]


def field_words(field: forms.Field, value: Any) -> str:
    """A field's value in words: the label of a choice, yes or no for a boolean."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list | tuple):
        return ", ".join(field_words(field, each) for each in value) or "–"
    labels = dict(getattr(field, "choices", ()))
    return str(labels.get(value, value)) or "–"


def submit(request: HttpRequest, form: CommandForm, kind: str, work: Callable[[], Any]) -> Any:
    """Run `work` once for a valid form; returns its answer, and on a second submit the first answer.

    Returns None if the page must show the form: it is unbound, invalid or refused. Then `form.status` is the page's
    status. Raises PolicyError if the view did not ask the policy first.
    """
    _need_policy(request, kind)
    if not form.is_bound:
        return None
    if not form.is_valid():
        form.status = 422
        if "command_id" in form.errors:
            form.retype(command_id=uuid.uuid4())
        return None
    try:
        return _run_once(request, form, kind, work)
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def press(request: HttpRequest, kind: str, work: Callable[[], Any], form: CommandForm | None = None) -> Any:
    """Run `work` once for a button (with `{% command_id %}` in its form); `form` reads what else the button sends.

    Raises Refusal, which becomes a page, and PolicyError as `submit` does.
    """
    _need_policy(request, kind)
    form = form or CommandForm(request.POST)
    if not form.is_valid():
        raise Refusal(NO_ID) if "command_id" in form.errors else Refusal(DAMAGED, what=_wrong_with(form))
    return _run_once(request, form, kind, work)


def _wrong_with(form: forms.Form) -> str:
    """The errors of a button's fields, by the field's label, since no page shows these fields."""
    at_fields = [
        f"{form[name].label}: {' '.join(errors)}" for name, errors in form.errors.items() if name in form.fields
    ]
    return " ".join([*at_fields, *form.non_field_errors()])


def _run_once(request: HttpRequest, form: CommandForm, kind: str, work: Callable[[], Any]) -> Any:
    """Run the command of a valid form once, in `request.league`; work that finds its league only then sets that."""
    return once(
        user=request.user,
        command_id=form.cleaned_data["command_id"],
        kind=kind,
        body=body_of(request),
        work=work,
        league=lambda: request.league,
    )


def _need_policy(request: HttpRequest, kind: str) -> None:
    """Raise PolicyError if the view did not ask the policy; it must not write then."""
    if not request.policy_asked:
        raise PolicyError(f"the view of the command {kind!r} did not ask the policy")
