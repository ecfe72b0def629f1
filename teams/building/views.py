"""Pages to build a team: choose a list, edit the draft, judge it, submit it, withdraw it."""

from __future__ import annotations

from collections.abc import Iterable
from random import SystemRandom
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from leagues.access import chosen_ruleset, league_for
from leagues.books import rulesets_of
from leagues.changes import version_of
from leagues.models import League
from rules.guide.packs import pack_words
from teams.access import team_for
from teams.building import approval, candidates, drafting, drafts, list_page, own_rules, page
from teams.building.coach_choice import others_in
from teams.building.draft_form import BuildForm
from teams.building.forms import CreateForm
from teams.extensions import OfferedPack
from teams.models import Team
from teams.presentation.kits import least_worn
from teams.selectors import team_url
from teams.version_forms import press_seen
from web.crests.shown import shown_crest
from web.drawing.waiting import sign_of, still_shown
from web.errors import Refusal
from web.submission import get_or_post, submit

ASKS = "asks"
"""What submitting a draft leads to if its founding has open questions."""


@get_or_post
def create(request: HttpRequest, slug: str) -> HttpResponse:
    """Start a team: a name, and one of the lists of a book of the league (`?book=`, by default the first).

    With `?pack=` it is built by that pack instead of the one of the house rules.
    """
    league = league_for(request, slug)
    rulesets, packs = rulesets_of(league), own_rules.packs_of(league)
    pack = chosen_pack(request, packs)
    ruleset = chosen_ruleset(request, rulesets) if pack is None else league.ruleset_for(pack.edition)
    rules = own_rules.by_pack(ruleset, pack)
    form = CreateForm.of(request, rules=rules, pack=pack, others=others_in(request, league))

    def begin() -> str:
        chosen = {name: form.cleaned_data[name] for name in ("name", "team_list")}
        colours = free_colours(league)
        coach, called = form.coached(request.user)
        who = {"coach": coach, "coach_name": called, "edition": ruleset.edition}
        own = own_rules.as_own_rules(ruleset.book, pack) if pack is not None else None
        return drafting.draft_team(league=league, colours=colours, own_rules=own, **who, **chosen).public_id

    begun = submit(request, form, "draft_team", begin)
    if begun:
        return redirect("teams:build", begun)
    context = {
        "form": form,
        "book": rules.book,
        "books": [each.book for each in rulesets],
        "packs": packs,
        "pack": pack,
        "pack_name": rules.pack.name if rules.pack is not None else "",
        "pack_words": pack_words(rules.pack) if rules.pack is not None else (),
        "only_there": pack is not None and not rules.house["several_teams_per_coach"],
        "lists": list_page.open_lists(rules, get_language()),
        "notes": list_page.list_notes(rules.book),
    }
    return render(request, "teams/building/create.html", context, status=form.status)


def chosen_pack(request: HttpRequest, packs: Iterable[OfferedPack]) -> OfferedPack | None:
    """The pack that `?pack=` names; None for none. Raises Http404 for one that the league does not have."""
    key = request.GET.get("pack", "")
    found = next((pack for pack in packs if pack.key == key), None)
    if key and found is None:
        raise Http404
    return found


def free_colours(league: League) -> int:
    """The first kit that no team of the league uses, or else the least used kit."""
    return least_worn(league.teams.values_list("crest", flat=True))


@get_or_post
def build(request: HttpRequest, team: str) -> HttpResponse:
    """The draft of a team, or the page of a submitted team."""
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
        messages.success(request, _("Draft saved."))
        return redirect("teams:build", found.public_id)
    return draft_page(request, found, form)


@require_POST
def hand_in(request: HttpRequest, team: str) -> HttpResponse:
    """Save the draft and submit it, both or neither."""
    found = team_for(request, team)
    form = form_of(request, found)

    def submit_typed() -> str:
        saved = save_typed(found, form)
        if approval.asks_first(saved):
            return ASKS
        return str(approval.submit_team(team=saved, expected=saved.version, by=request.user).state)

    state = submit(request, form, "submit_team", submit_typed)
    if not state:
        return draft_page(request, found, form)
    if state == ASKS:
        return redirect("teams:founding", found.public_id)
    if state == Team.State.ACTIVE:
        messages.success(request, _("%(team)s has joined the league.") % {"team": form.cleaned_data["name"]})
        found.refresh_from_db(fields=["state"])
        return redirect(team_url(found))
    said = _("%(team)s has been submitted. It joins the league when a commissioner approves it.")
    messages.success(request, said % {"team": form.cleaned_data["name"]})
    return redirect("teams:build", found.public_id)


@require_POST
def judge(request: HttpRequest, team: str) -> HttpResponse:
    """Judge the typed draft without saving it. For htmx only the parts that change, otherwise the whole page."""
    found = team_for(request, team)
    if found.state != Team.State.DRAFT:
        refusal = Refusal(drafting.NOT_A_DRAFT, team=found.name)
        if not request.htmx:
            raise refusal
        return render(request, "teams/building/_refused.html", {"refusal": refusal}, status=refusal.status)
    form = form_of(request, found)
    form.is_valid()
    if request.htmx:
        return render(request, "teams/building/_judged.html", context_of(found, form))
    return unsaved_page(request, found, form)


@require_POST
def draw_names(request: HttpRequest, team: str) -> HttpResponse:
    """The build page as it was typed, with a random name for each player who has none. Nothing is saved."""
    found = team_for(request, team)
    if found.state != Team.State.DRAFT:
        raise Refusal(drafting.NOT_A_DRAFT, team=found.name)
    form = form_of(request, found)
    form.fill_names(SystemRandom())
    form.is_valid()
    return unsaved_page(request, found, form)


def unsaved_page(request: HttpRequest, team: Team, form: BuildForm) -> HttpResponse:
    """The build page of a typed draft that was only read: an old version is no error, unlike a field."""
    for field in ("command_id", "version"):
        form.errors.pop(field, None)
    form.status = 422 if form.errors else 200
    return draft_page(request, team, form)


@require_POST
def withdraw(request: HttpRequest, team: str) -> HttpResponse:
    """Withdraw a submitted team, so that it is a draft again."""
    found = team_for(request, team)
    press_seen(request, found, "withdraw_team", approval.withdraw_team)
    messages.success(request, _("%(team)s is a draft again.") % {"team": found.name})
    return redirect("teams:build", found.public_id)


def form_of(request: HttpRequest, team: Team) -> BuildForm:
    """The form of a draft, saved or sent.

    Raises Refusal for a draft that does not fit its list, or of an imported team, which has its own form.
    """
    if team.from_elsewhere:
        raise Refusal(drafting.NOT_A_DRAFT, team=team.name)
    rules = team.founding_rules
    drafts.check(drafting.draft_of(team), rules.book)
    return BuildForm.of(request, team=team, rules=rules)


def save_typed(team: Team, form: BuildForm) -> Team:
    """Save a valid form."""
    cleaned = form.cleaned_data
    return drafting.save_draft(
        team=team,
        expected=cleaned["version"],
        draft=form.draft,
        name=cleaned["name"],
    )


def draft_page(request: HttpRequest, team: Team, form: BuildForm) -> HttpResponse:
    """The build page."""
    return render(request, "teams/building/build.html", context_of(team, form), status=form.status)


def context_of(team: Team, form: BuildForm) -> dict[str, Any]:
    """The context of the build page and its parts."""
    draft = form.draft if form.is_bound else drafting.draft_of(team)
    errors = form.choice_errors if form.is_bound else []
    positions, goods = page.choosings(form)
    return {
        "team": team,
        "form": form,
        "badge": shown_crest(team),
        "positions": positions,
        "goods": goods,
        "inducements": page.inducements(form),
        "mercenaries": page.mercenary_rows(form),
        "places": page.places(form),
        "judgement": page.judgement(form.rules, draft, errors),
        "notes": page.notes(form),
        "creation": form.book.creation,
        "own_rules": own_rules.shown(team),
        "pack_words": page.pack_words(form),
        "pack_gives_skills": page.pack_gives_skills(form),
        "with_own_rules": bool(own_rules.options_of(team)),
        "staff_note": list_page.staff_note(form.book, form.team_list),
    }


def waiting(request: HttpRequest, team: Team) -> HttpResponse:
    """The page of a submitted team."""
    sign = sign_of(team.version, version_of(team.league))
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = {"team": team, "badge": shown_crest(team), "sign": sign, **candidates.shown(team)}
    runs_it = "commissioner" in request.league_roles
    context["approvable"] = runs_it and not context["judgement"].violations
    return render(request, "teams/building/waiting.html", context)
