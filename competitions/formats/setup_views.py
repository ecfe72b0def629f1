"""A commissioner's pages: competitions from setup to end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.names import by_name
from competitions.access import competition_for, season_for
from competitions.buttons import press_seen
from competitions.formats import draws, swiss_rounds
from competitions.formats.first_round import first_round_shown
from competitions.formats.setup_forms import ChangeSetupForm, SetupForm
from competitions.forms import (
    DrawForm,
    EnterForm,
    WithdrawForm,
)
from competitions.models import Competition, Decision, Entrant, Season
from competitions.models.formats import Latecomers
from competitions.names import teams_named
from competitions.setup import finishing, services
from competitions.setup.books import let_in
from competitions.setup.conferences import unplaced_in
from competitions.setup.ranking_forms import presets_of
from competitions.setup.shape_forms import presets
from competitions.standings.explanations import how_ranked
from competitions.standings.fixture_list import fixtures_of, shown_fixtures
from competitions.standings.rounds import as_rounds
from competitions.trophies.trophies import to_play_for
from leagues.access import chosen_ruleset
from leagues.books import rulesets_of
from matches.models import Match
from teams.models import Team
from web.submission import get_or_post, press, submit


@get_or_post
def create(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Create a competition."""
    found = season_for(request, slug, season)
    rulesets = rulesets_of(found.league)
    ruleset = chosen_ruleset(request, rulesets)
    books = {"book": ruleset.book, "books": [each.book for each in rulesets]}
    given: dict[str, Any] = {
        "book": ruleset.book,
        "trophies": to_play_for(found.league, ruleset.book),
        "played": lambda: ruleset.rules().book_without_pack,
    }
    if request.method == "POST" and request.POST.get("do"):
        filled_in = request.POST["do"] != "fields"
        return _create(request, found, SetupForm.arranged(request.POST, **given), books, filled_in=filled_in)
    form = SetupForm.of(request, **given)
    if form.was_drawn_for_another_format:
        return _create(request, found, SetupForm.arranged(request.POST, **given), books, filled_in=True)

    def carry_out() -> str | list[str]:
        made = services.create_competitions(season=found, by=request.user, setups=form.setups, edition=ruleset.edition)
        return [each.public_id for each in made] if len(made) > 1 else made[0].public_id

    made = submit(request, form, "create_competition", carry_out)
    if isinstance(made, list):
        messages.success(request, _("%(number)s divisions created. Enter their teams next.") % {"number": len(made)})
        return redirect("competitions:season", slug, season)
    if made:
        messages.success(request, _("Competition created. Enter its teams next."))
        return redirect("competitions:manage", made)
    return _create(request, found, form, books)


def _create(
    request: HttpRequest, season: Season, form: SetupForm, books: Mapping[str, Any], *, filled_in: bool = False
) -> HttpResponse:
    context = {
        **books,
        "form": form,
        "season": season,
        "shapes": presets(),
        "presets": presets_of(books["book"]),
        "filled_in": filled_in,
    }
    return render(request, "competitions/setup/create.html", context, status=form.status)


@get_or_post
def change(request: HttpRequest, competition: str) -> HttpResponse:
    """Change a competition's settings."""
    found = competition_for(request, competition)
    league = found.season.league
    given: dict[str, Any] = {
        "competition": found,
        "trophies": to_play_for(league, found.book),
        "played": lambda: league.ruleset_for(found.edition).rules().book_without_pack,
    }
    form = ChangeSetupForm.of(request, **given)
    if form.was_drawn_for_another_format or (request.method == "POST" and request.POST.get("do")):
        form = ChangeSetupForm.arranged(request.POST, **given)
        return render(request, "competitions/setup/change.html", {"form": form, "competition": found})

    def carry_out() -> str:
        changed = services.change_competition(
            competition=found, by=request.user, expected=form.cleaned_data["version"], setup=form.setup
        )
        return changed.public_id

    if submit(request, form, "change_competition", carry_out):
        messages.success(request, _("Settings saved."))
        return redirect("competitions:manage", competition)
    return render(request, "competitions/setup/change.html", {"form": form, "competition": found}, status=form.status)


@require_safe
def manage(request: HttpRequest, competition: str) -> HttpResponse:
    """The page for managing a competition."""
    found = competition_for(request, competition)
    return _manage(request, found, EnterForm(**_could_enter(found), version=found.version), DrawForm())


def _manage(
    request: HttpRequest, found: Competition, enter: EnterForm, draw: DrawForm, status: int = 200
) -> HttpResponse:
    teams = teams_named(Team.objects.filter(entries__competition=found), request.user)
    drawn = shown_fixtures(fixtures_of(found), teams) if found.state == Competition.State.DRAFT else []
    points, tie_breakers = how_ranked(found)
    states = list(Match.objects.filter(fixture__round__competition=found).values_list("state", flat=True))
    if not teams:
        enter.initial["teams"] = enter.free
    to_draw = found.state == Competition.State.DRAFT and not drawn
    order = found.entrants.team_ids_by_seed() if to_draw else []
    context = {
        "competition": found,
        "entrants": list(teams.values()),
        "form": enter,
        "draw_form": draw,
        "could_enter": bool(enter.known),
        "rounds": as_rounds(drawn),
        "points_words": points,
        "tie_breaker_words": tie_breakers,
        "left": sum(state != Match.State.CLOSED for state in states),
        "untouched": _untouched(found, states),
        "chosen_by_coaches": found.format.chosen_by_coaches,
        "to_pair": swiss_rounds.round_to_pair(found),
        "to_pair_again": swiss_rounds.round_to_pair_again(found),
        "ordered": found.format.order_before_draw is not None,
        "order_words": _order_words(found),
        "fed_by": _fed_by(found),
        "unplaced": unplaced_in(found) if found.format.ranked_by_table else [],
        "pairs": first_round_shown(found, order, teams),
    }
    return render(request, "competitions/setup/manage.html", context, status=status)


def _fed_by(competition: Competition) -> str:
    """The names of the competitions from which teams qualify for one that is being set up."""
    if competition.state != Competition.State.DRAFT:
        return ""
    return "; ".join(dict.fromkeys(competition.feeds.order_by("pk").values_list("source__name", flat=True)))


def _order_words(competition: Competition) -> str:
    """The teams that a commissioner has put in order before the draw, on one line."""
    numbered = competition.entrants.filter(seed__isnull=False).order_by("seed").values_list("team__name", flat=True)
    return ", ".join(f"{place}. {name}" for place, name in enumerate(numbered, 1))


def _untouched(competition: Competition, states: list[str]) -> bool:
    """Whether a running competition with matches in these ``states`` can be drawn again."""
    if competition.state != Competition.State.RUNNING or any(each != Match.State.SCHEDULED for each in states):
        return False
    return not Decision.objects.filter(fixture__round__competition=competition).exists()


def _could_enter(competition: Competition) -> dict[str, Any]:
    """Active teams of the league that can still enter, by name, each with its other competitions of the season."""
    late = competition.format.latecomers == Latecomers.ENTER and competition.state == Competition.State.RUNNING
    if competition.state != Competition.State.DRAFT and not late:
        return {"teams": [], "elsewhere": {}}
    teams = competition.season.league.teams.active().filter(edition=competition.edition)
    teams = let_in(competition, teams)
    elsewhere: dict[int, list[str]] = {}
    entries = Entrant.objects.filter(competition__season=competition.season_id).order_by("competition")
    for team, name in entries.values_list("team", "competition__name"):
        elsewhere.setdefault(team, []).append(name)
    found = sorted(teams.exclude(entries__competition=competition).defer("draft"), key=by_name)
    return {"teams": found, "elsewhere": elsewhere}


@require_POST
def enter(request: HttpRequest, competition: str) -> HttpResponse:
    """Enter teams."""
    found = competition_for(request, competition)
    form = EnterForm.of(request, **_could_enter(found), version=found.version)

    def carry_out() -> str:
        entered = services.enter_teams(
            competition=found, by=request.user, expected=form.cleaned_data["version"], teams=form.chosen
        )
        return entered.public_id

    if submit(request, form, "enter_teams", carry_out):
        return redirect("competitions:manage", competition)
    return _manage(request, found, form, DrawForm(), form.status)


@require_POST
def withdraw(request: HttpRequest, competition: str) -> HttpResponse:
    """Remove a team before the start."""
    found = competition_for(request, competition)
    form = WithdrawForm(request.POST)

    def carry_out() -> str:
        team = get_object_or_404(found.season.league.teams, public_id=form.cleaned_data["team"])
        withdrawn = services.withdraw_entrant(
            competition=found, by=request.user, expected=form.cleaned_data["version"], team=team
        )
        return withdrawn.public_id

    press(request, "withdraw_entrant", carry_out, form)
    return redirect("competitions:manage", competition)


@require_POST
def draw(request: HttpRequest, competition: str) -> HttpResponse:
    """Draw fixtures."""
    found = competition_for(request, competition)
    form = DrawForm.of(request)

    def carry_out() -> str:
        typed = form.cleaned_data
        drawn = draws.draw_fixtures(
            competition=found, by=request.user, expected=typed["version"], seed=typed["seed"].strip()
        )
        return drawn.public_id

    if submit(request, form, "draw_fixtures", carry_out):
        messages.success(request, _("Fixtures drawn. Check them, then start the competition."))
        return redirect("competitions:manage", competition)
    return _manage(request, found, EnterForm(**_could_enter(found), version=found.version), form, form.status)


@require_POST
def start(request: HttpRequest, competition: str) -> HttpResponse:
    """Start a competition."""
    return _button(request, competition, draws.start_competition, _("Started. The matches can be played."))


@require_POST
def take_back(request: HttpRequest, competition: str) -> HttpResponse:
    """Undo the start."""
    done = _("Start undone. You can change the setup again.")
    return _button(request, competition, draws.undo_start, done, command="take_back_start")


@require_POST
def finish(request: HttpRequest, competition: str) -> HttpResponse:
    """Finish a competition."""
    return _button(request, competition, finishing.finish_competition, _("Competition finished."))


@require_POST
def resume(request: HttpRequest, competition: str) -> HttpResponse:
    """Reopen a finished competition."""
    return _button(request, competition, finishing.resume_competition, _("Competition reopened."))


def _button(
    request: HttpRequest, competition: str, service: Callable[..., Competition], done: str, command: str = ""
) -> HttpResponse:
    press_seen(request, service, competition=competition_for(request, competition), done=done, command=command)
    return redirect("competitions:manage", competition)
