"""Who coaches a team that a commissioner starts: the commissioner, a member, or a coach without an account.

In some leagues a commissioner enters everything on one phone. A coach without an account is only a name.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import by_name
from leagues.models import League
from teams.models import Team
from teams.names import NameField
from web.submission import CommandForm

NO_ACCOUNT = "none"


def others_in(request: HttpRequest, league: League) -> list[User] | None:
    """The other members for whom the user may start a team. None unless the user is a commissioner."""
    if "commissioner" not in request.league_roles:
        return None
    members = User.objects.filter(memberships__league=league, memberships__left_at__isnull=True)
    return sorted(members.exclude(pk=request.user.pk).distinct(), key=by_name)


class CoachForm(CommandForm):
    """The base of a form that starts a team. Commissioners (``others`` is not None) choose the coach."""

    def __init__(self, *args: Any, others: list[User] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = {str(user.pk): user for user in others or ()}
        if others is None:
            return
        choices = [("", _("Me")), *((key, user.name) for key, user in self.others.items())]
        self.fields["for_whom"] = forms.ChoiceField(
            label=_("Coach"),
            required=False,
            choices=[*choices, (NO_ACCOUNT, _("Someone without an account"))],
            help_text=_(
                "You can build a team for anyone. You enter everything for its coach until they have an account."
            ),
        )
        self.fields["coach_name"] = NameField(
            label=_("Coach’s name"),
            required=False,
            max_length=Team._meta.get_field("coach_name").max_length,
            help_text=_("Only for a coach without an account. Tables and rosters show this name."),
        )

    def clean(self) -> dict[str, Any]:
        """Require a name for a coach without an account, and only for them."""
        cleaned = super().clean() or self.cleaned_data
        if "for_whom" in self.fields:
            need_fitting_name(self, "for_whom")
        return cleaned

    def coached(self, by: User) -> tuple[User | None, str]:
        """The coach in a valid form that ``by`` sent: an account, or else a name."""
        chosen = self.cleaned_data.get("for_whom") or ""
        if chosen == NO_ACCOUNT:
            return None, self.cleaned_data["coach_name"]
        return self.others[chosen] if chosen else by, ""


def need_fitting_name(form: forms.Form, choice: str) -> None:
    """Add an error if ``coach_name`` is missing for a coach without an account, or typed for a coach with one."""
    if {choice, "coach_name"} & form.errors.keys():
        return
    nameless, named = form.cleaned_data[choice] == NO_ACCOUNT, bool(form.cleaned_data["coach_name"])
    if nameless and not named:
        text = _("Type the name of the coach, or choose a coach who has an account.")
        form.add_error("coach_name", forms.ValidationError(text, code="required"))
    if named and not nameless:
        text = _("This coach already has a name. To use another, choose “Someone without an account”.")
        form.add_error(choice, forms.ValidationError(text, code="named_twice"))
