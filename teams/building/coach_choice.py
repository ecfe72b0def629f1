"""For whom a commissioner starts a team: for himself, for a member, or for a coach who has no account.

Leagues that meet round one phone enter everything by a commissioner's hand; a coach without an account is a name.
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
    """The other members for whom the request's user may start a team; None for whoever is no commissioner."""
    if "commissioner" not in request.league_roles:
        return None
    members = User.objects.filter(memberships__league=league, memberships__left_at__isnull=True)
    return sorted(members.exclude(pk=request.user.pk).distinct(), key=by_name)


class CoachForm(CommandForm):
    """The beginning of a form that starts a team; commissioners (``others`` is not None) say for whom."""

    def __init__(self, *args: Any, others: list[User] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.others = {str(user.pk): user for user in others or ()}
        if others is None:
            return
        choices = [("", _("Myself")), *((key, user.name) for key, user in self.others.items())]
        self.fields["for_whom"] = forms.ChoiceField(
            label=_("Who coaches it"),
            required=False,
            choices=[*choices, (NO_ACCOUNT, _("Somebody without an account"))],
            help_text=_("You can build a team for anybody, and enter all that its coach does until he has an account."),
        )
        self.fields["coach_name"] = NameField(
            label=_("His name"),
            required=False,
            max_length=Team._meta.get_field("coach_name").max_length,
            help_text=_("Only of somebody without an account. Tables and rosters call him so."),
        )

    def clean(self) -> dict[str, Any]:
        """A name for whoever has no account, and for nobody else."""
        cleaned = super().clean() or self.cleaned_data
        if "for_whom" in self.fields:
            need_fitting_name(self, "for_whom")
        return cleaned

    def coached(self, by: User) -> tuple[User | None, str]:
        """Who coaches the team of a valid form that ``by`` has sent: an account, or else a name."""
        chosen = self.cleaned_data.get("for_whom") or ""
        if chosen == NO_ACCOUNT:
            return None, self.cleaned_data["coach_name"]
        return self.others[chosen] if chosen else by, ""


def need_fitting_name(form: forms.Form, choice: str) -> None:
    """Add an error where ``coach_name`` is missing for somebody without an account, or typed for somebody with one."""
    if {choice, "coach_name"} & form.errors.keys():
        return
    nameless, named = form.cleaned_data[choice] == NO_ACCOUNT, bool(form.cleaned_data["coach_name"])
    if nameless and not named:
        text = _("Type the name of the coach, or choose somebody who has an account.")
        form.add_error("coach_name", forms.ValidationError(text, code="required"))
    if named and not nameless:
        text = _("Whoever is chosen here is called as his account is. Choose “Somebody without an account”.")
        form.add_error(choice, forms.ValidationError(text, code="named_twice"))
