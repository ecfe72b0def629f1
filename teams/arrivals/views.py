"""Pages to import a team (C9): from a file or by hand, saved as a draft, submitted like any team."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access import chosen_ruleset, league_for
from leagues.books import rulesets_of
from rules.book.book import Book
from teams.access import team_for
from teams.arrivals.form import ArrivalForm
from teams.arrivals.row import positions_of
from teams.building import approval, drafting
from teams.building.coach_choice import others_in
from teams.building.elsewhere_page import shown_arrival
from teams.building.forms import BringForm
from teams.building.other_book import shown_origin
from teams.building.views import free_colours
from teams.models import Team
from teams.selectors import team_url
from web.crests.shown import shown_crest
from web.errors import Refusal
from web.submission import get_or_post, submit


@get_or_post
def bring(request: HttpRequest, slug: str) -> HttpResponse:
    """Start: upload a team file, or choose a name and a list and fill in the rest by hand."""
    league = league_for(request, slug)
    rulesets = rulesets_of(league)
    ruleset = chosen_ruleset(request, rulesets)
    form = BringForm.of(request, book=ruleset.rules().book, others=others_in(request, league))

    def begin() -> str:
        team_file = form.team_file
        assert team_file is not None, "a valid form has a team file"
        coach, called = form.coached(request.user)
        started = drafting.draft_team(
            league=league,
            coach=coach,
            coach_name=called,
            name=team_file.name,
            team_list=team_file.arrival.team_list,
            colours=free_colours(league),
            team_file=team_file,
            edition=ruleset.edition,
            origin=form.origin,
        )
        return str(started.public_id)

    begun = submit(request, form, "bring_team", begin)
    if begun:
        return redirect("teams:arrival", begun)
    context = {"form": form, "book": ruleset.book, "books": [each.book for each in rulesets]}
    return render(request, "teams/arrivals/import_team.html", context, status=form.status)


@get_or_post
def arrival(request: HttpRequest, team: str) -> HttpResponse:
    """The draft of an imported team, to edit and save. Other teams are redirected to their page."""
    found = team_for(request, team)
    if not found.from_elsewhere or found.state != Team.State.DRAFT:
        if request.method == "POST":
            raise Refusal(drafting.NOT_A_DRAFT, team=found.name)
        return redirect(team_url(found))
    form = ArrivalForm.of(request, team=found, rules=found.league_rules.rules())
    if form.adds:
        form.is_valid()
        return arrival_page(request, found, form, judged=False)

    def save() -> str:
        return str(save_typed(found, form).public_id)

    if submit(request, form, "save_arrival", save):
        messages.success(request, _("Draft saved."))
        return redirect("teams:arrival", found.public_id)
    return arrival_page(request, found, form)


@require_POST
def hand_in(request: HttpRequest, team: str) -> HttpResponse:
    """Save the draft and submit the team, both or neither."""
    found = team_for(request, team)
    if not found.from_elsewhere or found.state != Team.State.DRAFT:
        raise Refusal(drafting.NOT_A_DRAFT, team=found.name)
    form = ArrivalForm.of(request, team=found, rules=found.league_rules.rules())

    def submit_typed() -> str:
        saved = save_typed(found, form)
        return str(approval.submit_team(team=saved, expected=saved.version, by=request.user).state)

    state = submit(request, form, "submit_arrival", submit_typed)
    if not state:
        return arrival_page(request, found, form)
    found.refresh_from_db(fields=["state", "name"])
    if state == Team.State.ACTIVE:
        messages.success(request, _("%(team)s has joined the league.") % {"team": found.name})
    else:
        messages.success(
            request,
            _("%(team)s has been submitted. It joins the league when a commissioner approves it.")
            % {"team": found.name},
        )
    return redirect(team_url(found))


def save_typed(team: Team, form: ArrivalForm) -> Team:
    """Save a valid form."""
    cleaned = form.cleaned_data
    return drafting.save_team_file(team=team, expected=cleaned["version"], team_file=form.team_file)


def examples(book: Book) -> dict[str, str]:
    """What a player of a book could have gained and lost, as one types it."""
    first, *_others, last = book.characteristics
    return {"gained": ", ".join((*islice(book.skills, 2), f"+{last}")), "lost": f"{first}, {last}"}


def arrival_page(request: HttpRequest, team: Team, form: ArrivalForm, *, judged: bool = True) -> HttpResponse:
    """The page to enter an imported team."""
    errors = form.unread if form.is_bound and judged else []
    team_file = form.team_file if form.is_bound and judged and form.is_readable else form.saved
    fresh = not form.is_bound and not team_file.arrival.players
    context: dict[str, Any] = {
        "team": team,
        "form": form,
        "badge": shown_crest(team),
        "origin": shown_origin(team),
        "positions": list(positions_of(form.book, team_file.arrival.team_list)),
        "arrival": None if fresh or not judged else shown_arrival(form.rules, team_file, errors),
        "skills": list(form.book.skills),
        "examples": examples(form.book),
    }
    return render(request, "teams/arrivals/arrival.html", context, status=200 if not judged else form.status)
