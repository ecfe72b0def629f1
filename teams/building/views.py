"""Building a team: choosing a list, the draft, its judgement while one chooses, handing it in and taking it back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access import league_for
from leagues.models import League
from teams.access import team_for
from teams.building import candidates, drafts, list_page, page, services
from teams.building.coach_choice import others_in
from teams.building.draft_form import BuildForm
from teams.building.forms import CreateForm
from teams.models import Team
from teams.presentation.badges import KITS, badge_for
from teams.selectors import team_url
from teams.version_forms import press_seen
from web.errors import Refusal
from web.submission import look_or_post, submit


@look_or_post
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Begin a team: a name, and one of the edition's lists."""
    league = league_for(request, slug)
    book = league.ruleset.rules().book
    form = CreateForm.of(request, book=book, others=others_in(request, league))

    def begin() -> str:
        chosen = {name: form.cleaned_data[name] for name in ("name", "team_list")}
        colours = free_colours(league)
        coach, called = form.coached(request.user)
        return services.draft_team(league=league, coach=coach, coach_name=called, colours=colours, **chosen).public_id

    begun = submit(request, form, "draft_team", begin)
    if begun:
        return redirect("teams:build", begun)
    context = {"form": form, "lists": list_page.team_lists(book, get_language()), "notes": list_page.list_notes(book)}
    return render(request, "teams/building/create.html", context, status=form.status)


def free_colours(league: League) -> int:
    """The first kit that no team of the league wears, or else the one that the fewest wear."""
    worn = [number % len(KITS) for number in league.teams.values_list("colours", flat=True)]
    return min(range(len(KITS)), key=lambda number: (worn.count(number), number))


@look_or_post
def build(request: HttpRequest, team: str) -> HttpResponse:
    """The draft of a team; the page of one that waits for approval."""
    found = team_for(request, team)
    if found.state == Team.State.SUBMITTED and request.method != "POST":
        return waiting(request, found)
    if found.state == Team.State.DRAFT and found.from_elsewhere:
        return redirect("teams:arrival", found.public_id)
    if found.state != Team.State.DRAFT and request.method != "POST":
        return redirect(team_url(found))
    form = form_of(request, found)

    def save() -> str:
        return str(save_typed(found, form).public_id)

    if submit(request, form, "save_draft", save):
        messages.success(request, _("The draft is kept."))
        return redirect("teams:build", found.public_id)
    return draft_page(request, found, form)


@require_POST
def hand_in(request: HttpRequest, team: str) -> HttpResponse:
    """Keep the draft as it was typed and submit it, both or neither."""
    found = team_for(request, team)
    form = form_of(request, found)

    def submit_typed() -> str:
        kept = save_typed(found, form)
        return str(services.submit_team(team=kept, expected=kept.version, by=request.user).state)

    state = submit(request, form, "submit_team", submit_typed)
    if not state:
        return draft_page(request, found, form)
    if state == Team.State.ACTIVE:
        messages.success(request, _("%(team)s is founded.") % {"team": form.cleaned_data["name"]})
        found.refresh_from_db(fields=["state"])
        return redirect(team_url(found))
    said = _("%(team)s is submitted: a commissioner will look at it.")
    messages.success(request, said % {"team": form.cleaned_data["name"]})
    return redirect("teams:build", found.public_id)


@require_POST
def judge(request: HttpRequest, team: str) -> HttpResponse:
    """What is typed, judged and not kept: the parts that change for htmx, or the whole page with all that was typed."""
    found = team_for(request, team)
    if found.state != Team.State.DRAFT:
        refusal = Refusal(services.NOT_A_DRAFT, team=found.name)
        if not request.htmx:
            raise refusal
        return render(request, "teams/building/_refused.html", {"refusal": refusal}, status=refusal.status)
    form = form_of(request, found)
    form.is_valid()
    if request.htmx:
        return render(request, "teams/building/_judged.html", context_of(found, form))
    for field in ("command_id", "version"):
        form.errors.pop(field, None)
    form.status = 422 if form.errors else 200
    return draft_page(request, found, form)


@require_POST
def withdraw(request: HttpRequest, team: str) -> HttpResponse:
    """Take a submitted team back into the draft."""
    found = team_for(request, team)
    press_seen(request, found, "withdraw_team", services.withdraw_team)
    messages.success(request, _("%(team)s is a draft again.") % {"team": found.name})
    return redirect("teams:build", found.public_id)


def form_of(request: HttpRequest, team: Team) -> BuildForm:
    """The form of a draft, as it is kept or as it was sent.

    Raises Refusal for a draft that no list explains, or of a team from elsewhere, which has a form of its own.
    """
    if team.from_elsewhere:
        raise Refusal(services.NOT_A_DRAFT, team=team.name)
    rules = team.league.ruleset.rules()
    drafts.check(services.draft_of(team), rules.book)
    return BuildForm.of(request, team=team, rules=rules)


def save_typed(team: Team, form: BuildForm) -> Team:
    """Keep what a valid form says."""
    cleaned = form.cleaned_data
    return services.save_draft(
        team=team,
        expected=cleaned["version"],
        draft=form.draft,
        name=cleaned["name"],
        colours=cleaned["colours"],
    )


def draft_page(request: HttpRequest, team: Team, form: BuildForm) -> HttpResponse:
    """The page on which a team is built."""
    return render(request, "teams/building/build.html", context_of(team, form), status=form.status)


def context_of(team: Team, form: BuildForm) -> dict[str, Any]:
    """Everything that the page of building shows, and its parts."""
    draft = form.draft if form.is_bound else services.draft_of(team)
    errors = form.choice_errors if form.is_bound else []
    positions, goods = page.choosings(form)
    return {
        "team": team,
        "form": form,
        "badge": badge_for(team.name, team.colours),
        "kits": page.kits(team.name, form["colours"].value()),
        "positions": positions,
        "goods": goods,
        "inducements": page.inducements(form),
        "mercenaries": page.mercenary_rows(form),
        "places": page.places(form),
        "judgement": page.judgement(form.rules, draft, errors),
        "notes": page.notes(form),
        "creation": form.book.creation,
        "staff_note": list_page.staff_note(form.team_list),
    }


def waiting(request: HttpRequest, team: Team) -> HttpResponse:
    """The page of a team that waits for approval."""
    context = {"team": team, "badge": badge_for(team.name, team.colours), **candidates.shown(team)}
    runs_it = "commissioner" in request.league_roles
    context["approvable"] = runs_it and not context["judgement"].violations
    return render(request, "teams/building/waiting.html", context)
