"""Pages on which a commissioner sets which places qualify, enters their teams, and makes a group stage."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from competitions.access import competition_for, season_for
from competitions.buttons import press_seen
from competitions.formats.first_round import first_round_shown
from competitions.formats.qualification import qualification as services
from competitions.formats.qualification.places import competition_and_conference
from competitions.formats.qualification.refresh import (
    change_words,
    enter_qualified_again,
    qualification_changes,
    stage_has_begun,
)
from competitions.formats.schedule_forms import FeedForm, GroupsForm, RemoveFeedForm
from competitions.models import Competition
from competitions.names import teams_named
from competitions.ranking.tallies import Key
from competitions.setup.group_stage import make_groups
from teams.models import Team
from web.submission import get_or_post, press, submit


@get_or_post
def feeds(request: HttpRequest, competition: str) -> HttpResponse:
    """Which places of which competitions qualify, which teams these are now, and a form for another rule."""
    found = competition_for(request, competition)
    others = found.season.competitions.exclude(pk=found.pk).order_by("pk")
    form = FeedForm.of(request, sources=others, version=found.version, parted=services.have_conferences(others))

    def carry_out() -> int:
        typed = form.cleaned_data
        made = services.add_feeds(
            target=found,
            by=request.user,
            expected=typed["version"],
            sources=form.sources,
            **{name: typed[name] for name in ("first", "last", "best", "by_conference") if name in typed},
        )
        return len(made)

    if submit(request, form, "add_feed", carry_out):
        messages.success(request, _("Qualification rule added."))
        return redirect("competitions:feeds", competition)
    return render(request, "competitions/formats/feeds.html", _context(request, found, form), status=form.status)


def _context(request: HttpRequest, found: Competition, form: FeedForm) -> dict[str, Any]:
    lines = list(found.feeds.select_related("source"))
    draft = found.state == Competition.State.DRAFT
    coming = services.qualifiers(found, Random(0), playing=draft) if lines else []  # noqa: S311 - only shown
    teams = teams_named(Team.objects.filter(pk__in=[int(each.team) for each in coming]), request.user)
    sources = {line.source_id: line.source.name for line in lines}
    return {
        "competition": found,
        "form": form,
        "lines": lines,
        "coming": [
            {"team": teams[int(each.team)], "source": _source_name(each.source, sources), "place": each.place}
            for each in coming
        ],
        "pairs": first_round_shown(found, [int(each.team) for each in coming], teams) if draft else [],
        "known": all(line.source.state == Competition.State.FINISHED for line in lines),
        "changes": change_words(qualification_changes(found)) if lines else [],
        "begun": stage_has_begun(found),
    }


def _source_name(source: Key, names: Mapping[int, str]) -> str:
    """A competition, or a conference of one, as ``Qualified.source`` has it."""
    pk, conference = competition_and_conference(source)
    return ", ".join(filter(None, (names[pk], conference)))


@require_POST
def remove_feed(request: HttpRequest, competition: str) -> HttpResponse:
    """Remove a qualification rule."""
    found = competition_for(request, competition)
    form = RemoveFeedForm(request.POST)

    def carry_out() -> str:
        typed = form.cleaned_data
        return services.remove_feed(
            target=found, by=request.user, expected=typed["version"], feed=typed["feed"]
        ).public_id

    press(request, "remove_feed", carry_out, form)
    return redirect("competitions:feeds", competition)


@require_POST
def bring_in(request: HttpRequest, competition: str) -> HttpResponse:
    """Enter the qualified teams."""
    done = _("Qualified teams entered. Draw the fixtures next.")
    target = competition_for(request, competition)
    press_seen(request, services.enter_qualified, command="bring_in", target=target, done=done)
    return redirect("competitions:manage", competition)


@require_POST
def bring_in_again(request: HttpRequest, competition: str) -> HttpResponse:
    """Enter the teams that qualify by the current tables, in place of those before."""
    done = _("Teams replaced. Draw the fixtures again, then start the competition.")
    target = competition_for(request, competition)
    press_seen(request, enter_qualified_again, command="bring_in_anew", target=target, done=done)
    return redirect("competitions:manage", competition)


@get_or_post
def groups(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Create a group stage: groups, teams and settings at once."""
    found = season_for(request, slug, season)
    teams = found.league.teams.active().select_related("league").defer("draft")
    teams = teams.order_by("-state_row__value", "name", "pk")
    free = teams.exclude(entries__competition__season=found).values_list("public_id", flat=True)
    worth = found.league.ruleset.book.worth
    form = GroupsForm.of(request, teams=teams, worth=worth, initial={"teams": list(free)})

    def carry_out() -> int:
        return len(make_groups(season=found, by=request.user, stage=form.stage))

    if submit(request, form, "make_groups", carry_out):
        messages.success(request, _("Groups created. Draw the fixtures of each, then start them."))
        return redirect("competitions:season", slug, season)
    return render(request, "competitions/setup/groups.html", {"form": form, "season": found}, status=form.status)
