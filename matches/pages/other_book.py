"""A team goes on by another book of its league (C9): a draft there, made from its sheet and its record.

The team itself stays as it is in its own book. The draft is judged, changed and approved like any imported team.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.books import rulesets_of, stored_edition
from matches.pages.team_file import file_of
from rules.book.book import Book
from rules.team.arriving.carrying_over import without_unknown_skills
from teams.access import team_for
from teams.building import drafting
from teams.building.elsewhere_page import ShownArrival, shown_arrival
from teams.building.other_book import Origin, for_book, misfit_words
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.names import NAME_LENGTH, NameField
from teams.presentation.figures import ShownFigure, shown_figure
from teams.selectors import names_of
from teams.team_json import TeamFile
from web.crests.crest import crest_in
from web.errors import Refusal
from web.preview import rolled_back
from web.submission import CommandForm, get_or_post, submit


class OtherBookForm(CommandForm):
    """The other book, and what the team is called and plays there."""

    book = forms.ChoiceField(label=gettext_lazy("Book"), widget=forms.RadioSelect)
    name = NameField(
        label=gettext_lazy("Team's name"),
        help_text=gettext_lazy("It must differ from the names of the league's other teams."),
    )
    team_list = forms.ChoiceField(
        label=gettext_lazy("Team list"),
        required=False,
        help_text=gettext_lazy("Only if the other book has no list of this name, or another one fits better."),
    )

    def __init__(self, *args: Any, books: list[Book], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.books = {book.key: book for book in books}
        self.fields["book"].choices = [(book.key, book.name) for book in books]
        self.fields["book"].initial = next(iter(self.books), "")
        names = dict.fromkeys(name for book in books for name in book.lists)
        self.fields["team_list"].choices = [("", _("the same")), *((name, name) for name in names)]

    def carried(self, written: TeamFile) -> tuple[TeamFile, Origin | None]:
        """The team by the chosen book under its new name, and what it was."""
        found, origin = for_book(written, self.books[self.cleaned_data["book"]], self.cleaned_data["team_list"])
        return replace(found, name=self.cleaned_data["name"], loans=(), edition=""), origin


@dataclass(frozen=True, slots=True)
class Preview:
    """A team by two books before its draft is made: what it is worth in each, and everything that does not fit.

    ``after`` is None for a draft with problems, unless it has none without the skills that the new book lacks; then it
    is what the team is worth ``without`` them.
    """

    old: Book
    new: Book
    before: ShownFigure | None
    after: ShownFigure | None
    without: bool
    judged: ShownArrival
    misfits: list[str]


@get_or_post
def other_book(request: HttpRequest, team: str) -> HttpResponse:
    """Let a team go on by another book of the league. Raises Http404 for a team that is not active."""
    found = team_for(request, team)
    state = TeamState.objects.filter(team=found).first()
    books = [each.rules().book for each in rulesets_of(found.league) if each.edition != found.book.key]
    if state is None or found.state != Team.State.ACTIVE:
        raise Http404
    form = OtherBookForm.of(request, books=books, initial={"name": f"{found.name[: NAME_LENGTH - 3]} II"})

    def begin() -> str:
        written = replace(file_of(found, state), edition=found.book.key)
        return str(begun_draft(found, state, form, *form.carried(written)).public_id)

    shown = None
    if "preview" in request.POST:
        shown = preview(found, state, form)
    elif begun := submit(request, form, "other_book", begin):
        return redirect("teams:arrival", begun)
    context = {"form": form, "team": found, "books": books, "preview": shown}
    return render(request, "matches/pages/other_book.html", context, status=form.status)


def begun_draft(team: Team, state: TeamState, form: OtherBookForm, carried: TeamFile, origin: Origin | None) -> Team:
    """The draft of a team by the chosen book. Raises Refusal."""
    team_crest = {name: value for name, value in crest_in(team.crest).as_json().items() if name != "emblem"}
    return drafting.draft_team(
        league=team.league,
        coach=team.coach,
        coach_name=team.coach_name,
        name=carried.name,
        team_list=carried.arrival.team_list,
        crest=team_crest,
        team_file=carried,
        edition=form.cleaned_data["book"],
        origin=replace(origin, source=team, value=state.value) if origin is not None else None,
    )


def preview(team: Team, state: TeamState, form: OtherBookForm) -> Preview | None:
    """What the draft would be: it is made and rolled back. None for a form that is refused, which then says why."""
    if not form.is_valid():
        form.status = 422
        return None
    written = replace(file_of(team, state), edition=team.book.key)
    carried, origin = form.carried(written)
    try:
        with rolled_back():
            begun_draft(team, state, form, carried, origin)
    except Refusal as refusal:
        form.refuse(refusal)
        return None
    rules = team.league.ruleset_for(stored_edition(team.league, form.cleaned_data["book"])).rules()
    names, value = names_of(team), ledger.value_in(state)
    judged = shown_arrival(rules, carried)
    after = judged.value
    if judged.violations:
        after = shown_arrival(
            rules, replace(carried, arrival=without_unknown_skills(rules.book, carried.arrival))
        ).value
    return Preview(
        old=team.book,
        new=rules.book,
        before=shown_figure(value, names, team.book) if value is not None else None,
        after=after,
        without=after is not judged.value,
        judged=judged,
        misfits=misfit_words(origin.misfits, team.book, rules.book, origin.names) if origin is not None else [],
    )
