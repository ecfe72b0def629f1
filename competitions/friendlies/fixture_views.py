"""Pages about single fixtures: date, round, home team; new fixtures, and friendlies."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.names import by_name
from competitions.access import competition_for, fixture_for, require_dating, runs_it
from competitions.buttons import press_seen
from competitions.fixtures import dates, fixtures
from competitions.fixtures.fixtures import rounds_of
from competitions.fixtures.own_fixture import subjects_of
from competitions.formats import open_play
from competitions.forms import AddForm, DateForm, FriendlyForm, MoveForm
from competitions.friendlies import friendlies
from competitions.models import Fixture
from competitions.names import page, teams_named
from competitions.rulings.decision_views import decision_words
from competitions.standings.fixture_list import shown_fixtures
from leagues.access import league_for
from leagues.agreements.waiting import agreements_sign, shown_agreements
from teams.models import Team
from web.drawing.waiting import sign_of, still_shown
from web.submission import get_or_post, submit


@require_safe
def show(request: HttpRequest, fixture: int) -> HttpResponse:
    """A fixture without a match's page, for those who can set its date: a bye, or one that was decided without play.

    Where there is a match, its page has all of it, for everybody who sees the league.
    """
    found = fixture_for(request, fixture)
    if found.match is not None and not decision_words(found):
        return redirect("matches:match", found.match.public_id)
    require_dating(request, found)
    agreements = _agreements(request, found)
    sign = _sign(request, found, agreements)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    return _show(request, found, agreements, sign=sign)


def _sign(request: HttpRequest, fixture: Fixture, agreements: list[dict[str, Any]]) -> str:
    """What waits on the page of a fixture: the date, for its coaches and commissioners, and what others agree to.

    What is decided needs no date.
    """
    dates_it = runs_it(request) or bool(dates.sides_of(fixture, request.user))
    over = fixture.away is None or fixture.match is not None or bool(fixture.home_outcome)
    if not agreements and (over or not dates_it):
        return ""
    return sign_of(fixture.version, agreements_sign(agreements))


def _agreements(request: HttpRequest, fixture: Fixture) -> list[dict[str, Any]]:
    return shown_agreements(subjects_of(fixture), fixture.round.competition.season.league, request.user)


def _show(
    request: HttpRequest,
    found: Fixture,
    agreements: list[dict[str, Any]],
    status: int = 200,
    sign: str = "",
    **forms: Any,
) -> HttpResponse:
    teams = teams_named(Team.objects.filter(pk__in=[found.home_id, found.away_id]), request.user)
    competition = found.round.competition
    shown, deadline = shown_fixtures(Fixture.objects.filter(pk=found.pk), teams)[0], found.round.deadline
    mine = dates.sides_of(found, request.user)
    context = {
        "fixture": found,
        "shown": shown,
        "competition": competition,
        "form": forms.get("date") or DateForm(fixture=found),
        "move_form": forms.get("move") or MoveForm(fixture=found, rounds=rounds_of(competition)),
        "runs_it": runs_it(request),
        "decision": decision_words(found),
        "agreements": agreements,
        "sign": sign,
        "waits_for": shown.home if found.date_waits_for == "home" else shown.away if found.date_waits_for else None,
        "coaches_it": bool(mine),
        "your_turn": found.date_waits_for in mine,
        "too_late": found.agreed_for is not None and deadline is not None and found.agreed_for > deadline,
    }
    return render(request, "competitions/friendlies/fixture.html", context, status=status)


@require_POST
def date(request: HttpRequest, fixture: int) -> HttpResponse:
    """The date of a fixture; both coaches may propose one."""
    found = fixture_for(request, fixture)
    form = DateForm.of(request, fixture=found)

    def carry_out() -> bool:
        typed = form.cleaned_data
        noted = dates.agree_date(fixture=found, by=request.user, expected=typed["version"], when=typed["agreed_for"])
        return bool(noted.date_waits_for)

    waits = submit(request, form, "agree_date", carry_out)
    if waits is not None:
        asked = _("Date proposed. The other coach gets a mail and a to-do.")
        messages.success(request, asked if waits else _("Date saved."))
        return redirect("competitions:fixture", fixture)
    return _show(request, found, _agreements(request, found), form.status, date=form)


@require_POST
def move(request: HttpRequest, fixture: int) -> HttpResponse:
    """Move a fixture to another round."""
    found = fixture_for(request, fixture)
    form = MoveForm.of(request, fixture=found, rounds=rounds_of(found.round.competition))

    def carry_out() -> int:
        typed = form.cleaned_data
        fixtures.move_fixture(fixture=found, by=request.user, expected=typed["version"], to=typed["round"])
        return int(found.pk)

    if submit(request, form, "move_fixture", carry_out):
        messages.success(request, _("Match moved."))
        return redirect("competitions:fixture", fixture)
    return _show(request, found, _agreements(request, found), form.status, move=form)


@require_POST
def swap(request: HttpRequest, fixture: int) -> HttpResponse:
    """Swap home and away."""
    found = fixture_for(request, fixture)
    press_seen(request, fixtures.swap_sides, fixture=found, done=_("Home and away swapped."))
    return redirect("competitions:fixture", fixture)


@require_POST
def delete(request: HttpRequest, fixture: int) -> HttpResponse:
    """Delete a fixture."""
    found = fixture_for(request, fixture)
    public_id = press_seen(request, fixtures.delete_fixture, fixture=found, done=_("Match deleted."))
    return redirect("competitions:fixtures", public_id)


@get_or_post
def add(request: HttpRequest, competition: str) -> HttpResponse:
    """Add a match by hand."""
    found = competition_for(request, competition)
    playing = Team.objects.filter(entries__competition=found, entries__withdrawal=None)
    teams = sorted(playing.defer("draft"), key=by_name)
    rounds = [] if found.format.chosen_by_coaches else rounds_of(found)
    form = AddForm.of(request, teams=teams, rounds=rounds, version=found.version)

    def carry_out() -> int:
        typed = form.cleaned_data
        given = {"competition": found, "by": request.user, "expected": typed["version"]}
        sides = {side: form.known[typed[side]] for side in ("home", "away")}
        if rounds:
            return int(fixtures.add_fixture(**given, **sides, number=typed["round"]).pk)
        return int(open_play.add_game(**given, **sides).pk)

    made = submit(request, form, "add_fixture", carry_out)
    if made:
        messages.success(request, _("Match added."))
        return redirect("competitions:fixture", made)
    return render(
        request, "competitions/friendlies/add_fixture.html", {"form": form, "competition": found}, status=form.status
    )


@get_or_post
def friendly(request: HttpRequest, slug: str) -> HttpResponse:
    """A commissioner arranges a match outside competitions."""
    league = league_for(request, slug)
    teams = sorted(league.teams.active().defer("draft"), key=by_name)
    form = FriendlyForm.of(request, teams=teams)

    def carry_out() -> str:
        home, away = (form.known[form.cleaned_data[side]] for side in ("home", "away"))
        return friendlies.arrange_friendly(league=league, by=request.user, home=home, away=away).public_id

    public_id = submit(request, form, "arrange_friendly", carry_out)
    if public_id:
        messages.success(request, _("Friendly arranged. Its coaches get a mail."))
        return redirect(page("matches:match", public_id) or page("competitions:league", slug))
    return render(request, "competitions/friendlies/friendly.html", {"form": form}, status=form.status)
