"""A draft goes on with another team list: its players are of the old one and are let go, all else is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from rules.book.book import Book
from teams.access import team_for
from teams.building import list_page, services
from teams.building.drafts import Draft
from teams.models import Team
from teams.presentation.badges import badge_for
from teams.selectors import team_url
from web.errors import Message, Refusal
from web.submission import VersionedForm, look_or_post, submit

FROM_ELSEWHERE = Message(
    id="teams.told_list",
    text=_("{team} comes from elsewhere with its players, so its list is not changed here."),
    remedy=_("Choose the list where you tell of the team."),
    status=409,
)


class ListForm(VersionedForm):
    """Another list for a draft; whoever has chosen players already says that he lets them go."""

    team_list = forms.ChoiceField(
        label=_("Team list"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose a team list."),
            "invalid_choice": _("There is no other team list called %(value)s. Choose one from the list."),
        },
    )

    def __init__(self, *args: Any, team: Team, book: Book, players: int, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": team.version}, **kwargs)
        self.fields["team_list"].choices = [(name, name) for name in book.lists if name != team.team_list]
        if players:
            label = ngettext(
                "Yes, let go of the %(count)d player I have chosen",
                "Yes, let go of the %(count)d players I have chosen",
                players,
            )
            self.fields["let_go"] = forms.BooleanField(
                label=label % {"count": players},
                error_messages={"required": _("Players of one list cannot play for another. Confirm that they go.")},
            )

    def values_of(self, current: Team) -> dict[str, Any]:
        """The list that the draft has now."""
        return {"team_list": current.team_list}


def change_list(*, team: Team, expected: int, team_list: str) -> Team:
    """Give a draft another list: without players, and without staff that the list cannot have; the rest is kept.

    Raises ``Refusal`` for an unknown list, a team that is no draft or comes from elsewhere, ``StaleVersion``.
    """
    if team.from_elsewhere:
        raise Refusal(FROM_ELSEWHERE, team=team.name)
    book = team.league.ruleset.rules().book
    choice = services.draft_of(team).choice
    known = book.lists.get(team_list)
    staff = tuple(
        (kind, count) for kind, count in choice.staff if kind != "apothecary" or known is None or known.apothecary
    )
    draft = Draft(choice=replace(choice, team_list=team_list, players=(), staff=staff))
    return services.save_draft(team=team, expected=expected, draft=draft, name=team.name, colours=team.colours)


@look_or_post
def choose(request: HttpRequest, team: str) -> HttpResponse:
    """Choose another list for a draft."""
    found = team_for(request, team)
    if (found.state != Team.State.DRAFT or found.from_elsewhere) and request.method != "POST":
        return redirect(team_url(found))
    book = found.league.ruleset.rules().book
    players = 0 if found.from_elsewhere else len(services.draft_of(found).choice.players)
    form = ListForm.of(request, team=found, book=book, players=players)

    def change() -> str:
        typed = form.cleaned_data
        return str(change_list(team=found, expected=typed["version"], team_list=typed["team_list"]).public_id)

    if submit(request, form, "change_list", change):
        messages.success(request, _("The team has its new list. Choose its players now."))
        return redirect("teams:build", found.public_id)
    lists = [each for each in list_page.team_lists(book, get_language()) if each.name != found.team_list]
    context = {
        "team": found,
        "form": form,
        "badge": badge_for(found.name, found.colours),
        "lists": lists,
        "notes": list_page.list_notes(book),
    }
    return render(request, "teams/building/change_list.html", context, status=form.status)
