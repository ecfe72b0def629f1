"""Change the team list of a draft. Its players are removed, everything else is kept."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from rules.book.edition import Ruleset
from rules.team.founding import may_have
from teams.access import team_for
from teams.building import drafting, list_page
from teams.building.drafts import Draft
from teams.models import Team
from teams.selectors import team_url
from web.crests.shown import shown_crest
from web.errors import Message, Refusal
from web.submission import VersionedForm, get_or_post, submit

FROM_ELSEWHERE = Message(
    id="teams.told_list",
    text=_("{team} was imported with its players, so you cannot change its list here."),
    remedy=_("Change the list on the page of the draft."),
    status=409,
)


class ListForm(VersionedForm):
    """Another list for a draft. A coach with chosen players confirms that they are removed."""

    team_list = forms.ChoiceField(
        label=_("Team list"),
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Choose a team list."),
            "invalid_choice": _("There is no other team list called %(value)s. Choose one from the list."),
        },
    )

    def __init__(self, *args: Any, team: Team, rules: Ruleset, players: int, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": team.version}, **kwargs)
        self.fields["team_list"].choices = [(name, name) for name in rules.open_lists if name != team.team_list]
        if players:
            label = ngettext(
                "Yes, remove the %(count)d player I have chosen",
                "Yes, remove the %(count)d players I have chosen",
                players,
            )
            self.fields["let_go"] = forms.BooleanField(
                label=label % {"count": players},
                error_messages={
                    "required": _("Players of one list cannot play for another. Confirm that they are removed.")
                },
            )

    def values_of(self, current: Team) -> dict[str, Any]:
        """The current list of the draft."""
        return {"team_list": current.team_list}


def change_list(*, team: Team, expected: int, team_list: str) -> Team:
    """Give a draft another list. Remove its players, and staff that the new list cannot have. Keep the rest.

    Raises ``Refusal`` for an unknown list, an imported team or one that is no draft, ``StaleVersion``.
    """
    if team.from_elsewhere:
        raise Refusal(FROM_ELSEWHERE, team=team.name)
    book = team.league_rules.rules().book
    choice = drafting.draft_of(team).choice
    known = book.lists.get(team_list)
    staff = tuple((kind, count) for kind, count in choice.staff if known is None or may_have(known, book.staff[kind]))
    draft = Draft(choice=replace(choice, team_list=team_list, players=(), staff=staff))
    return drafting.save_draft(team=team, expected=expected, draft=draft, name=team.name)


@get_or_post
def choose(request: HttpRequest, team: str) -> HttpResponse:
    """Choose another list for a draft."""
    found = team_for(request, team)
    if (found.state != Team.State.DRAFT or found.from_elsewhere) and request.method != "POST":
        return redirect(team_url(found))
    rules = found.founding_rules
    players = 0 if found.from_elsewhere else len(drafting.draft_of(found).choice.players)
    form = ListForm.of(request, team=found, rules=rules, players=players)

    def change() -> str:
        typed = form.cleaned_data
        return str(change_list(team=found, expected=typed["version"], team_list=typed["team_list"]).public_id)

    if submit(request, form, "change_list", change):
        messages.success(request, _("Team list changed. Now choose the players."))
        return redirect("teams:build", found.public_id)
    lists = [each for each in list_page.open_lists(rules, get_language()) if each.name != found.team_list]
    context = {
        "team": found,
        "form": form,
        "badge": shown_crest(found),
        "book": rules.book,
        "lists": lists,
        "notes": list_page.list_notes(rules.book),
    }
    return render(request, "teams/building/change_list.html", context, status=form.status)
