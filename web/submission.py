"""A form on its way to a service: the id, the refusal that goes back to its field, the version that went stale."""

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

look_or_post = require_http_methods(["GET", "HEAD", "POST"])

NO_ID = Message(
    id="commands.no_id",
    text=_("The form came without its id, or with a damaged one; nothing was done."),
    remedy=_("Open the page again, and send the form from there."),
    status=400,
)


DAMAGED = Message(
    id="commands.damaged",
    text=_("The button came with something that it does not send; nothing was done. {what}"),
    remedy=_("Open the page again, and press it there."),
    status=400,
)


class CommandForm(forms.Form):
    """A form with an id of its own, which stays the same however often the form is sent, until it is carried out.

    `status` is the HTTP status of the page that shows it; `stale` lists what somebody else changed meanwhile.
    """

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
        """The form as `request` filled it in, or empty for a page that is only looked at."""
        if request.method != "POST":
            return cls(**kwargs)
        return cls(request.POST, request.FILES, **kwargs)

    def retype(self, **values: Any) -> None:
        """Put other values into the form as it will be shown again; what was typed elsewhere stays."""
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
    """A button beside something that was looked at: it counts only while that is as it was."""

    version = forms.IntegerField(label=_("Version of what you saw"), widget=forms.HiddenInput, min_value=1)


class VersionedForm(SeenForm):
    """A form that changes something; it carries the version that it was made from."""

    def refuse(self, refusal: Refusal) -> None:
        """Of a stale version, show theirs beside yours, and go on from theirs."""
        super().refuse(refusal)
        if isinstance(refusal, StaleVersion):
            self.stale = self.differences(refusal.current)
            self.retype(version=self.version_of(refusal.current))

    def version_of(self, current: Any) -> Any:
        """The version of the thing as it stands now; where it was a row that counts none, the one that was sent."""
        return getattr(current, "version", self.data.get(self.add_prefix("version")))

    def values_of(self, current: Any) -> dict[str, Any]:
        """The values that this form's fields have in the thing as it stands now."""
        return {name: getattr(current, name) for name in self.fields if name != "version" and hasattr(current, name)}

    def differences(self, current: Any) -> list[tuple[str, str, str]]:
        """(label, theirs, yours) of every field where the two differ, worded."""
        theirs = self.values_of(current)
        return [
            (str(field.label), field_words(field, theirs[name]), field_words(field, self.cleaned_data.get(name)))
            for name, field in self.fields.items()
            if name in theirs and theirs[name] != self.cleaned_data.get(name)
        ]


def field_words(field: forms.Field, value: Any) -> str:
    """A field's value as a reader knows it: a choice by its label, yes and no for a truth."""
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, list | tuple):
        return ", ".join(field_words(field, each) for each in value) or "–"
    labels = dict(getattr(field, "choices", ()))
    return str(labels.get(value, value)) or "–"


def submit(request: HttpRequest, form: CommandForm, kind: str, work: Callable[[], Any]) -> Any:
    """Carry out, once, what a valid bound form asks for; returns `work`'s answer, the first one's on a second submit.

    None where the page shall show the form (again): unbound, invalid or refused; then `form.status` is the page's.
    Raises PolicyError for a view that did not ask the policy first.
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
        return _carry_out(request, form, kind, work)
    except Refusal as refusal:
        form.refuse(refusal)
        return None


def press(request: HttpRequest, kind: str, work: Callable[[], Any], form: CommandForm | None = None) -> Any:
    """Carry out, once, what a button asks for (`{% command_id %}` beside it); `form` where it says more than that.

    Raises Refusal, which becomes a page; PolicyError as `submit` does.
    """
    _need_policy(request, kind)
    form = form or CommandForm(request.POST)
    if not form.is_valid():
        raise Refusal(NO_ID) if "command_id" in form.errors else Refusal(DAMAGED, what=_wrong_with(form))
    return _carry_out(request, form, kind, work)


def _wrong_with(form: forms.Form) -> str:
    """What is wrong with each field of a button, which no page could show beside it, by the field's label."""
    at_fields = [
        f"{form[name].label}: {' '.join(errors)}" for name, errors in form.errors.items() if name in form.fields
    ]
    return " ".join([*at_fields, *form.non_field_errors()])


def _carry_out(request: HttpRequest, form: CommandForm, kind: str, work: Callable[[], Any]) -> Any:
    """A valid form's command, once."""
    command_id = form.cleaned_data["command_id"]
    return once(user=request.user, command_id=command_id, kind=kind, body=body_of(request), work=work)


def _need_policy(request: HttpRequest, kind: str) -> None:
    """Raises PolicyError where the view did not ask the policy: then nothing may be written."""
    if not request.policy_asked:
        raise PolicyError(f"{kind} was to be carried out before the policy was asked")
