"""Pages of a ladder, of games that coaches arrange themselves, and of written challenges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.names import by_name
from competitions.access import challenge_for, competition_for, own_teams, runs_it
from competitions.challenges import answers
from competitions.challenges import challenges as services
from competitions.challenges.game_forms import AnswerChallengeForm, CallOffForm, ChallengeForm, GameForm
from competitions.challenges.offers import awaited_team, opponents_of, substitutes_for
from competitions.formats import open_play
from competitions.models import Challenge, Competition
from competitions.names import teams_named
from competitions.parts import kept_parts
from competitions.standings.competition_page import entrants_of, plays_or_runs
from competitions.standings.ladders import listed_order
from leagues.changes import version_of
from teams.models import Team
from web.drawing.choices import Choice, Choices
from web.drawing.visitors_pages import visitors_whole_page
from web.drawing.waiting import sign_of, still_shown
from web.submission import get_or_post, submit

CHALLENGE = "competitions/challenges/challenge.html"


@get_or_post
def report_game(request: HttpRequest, competition: str) -> HttpResponse:
    """A game that two coaches have just played: its match is created at once."""
    found = competition_for(request, competition)
    own, teams = own_teams(request, found), _teams_of(found)
    mine = next((team.public_id for team in teams if own and team.pk in own), "")
    form = GameForm.of(request, teams=teams, mine=mine)

    def create_match() -> str:
        home, away = (form.known[form.cleaned_data[side]] for side in ("home", "away"))
        fixture = open_play.report_game(competition=found, by=request.user, home=home, away=away, own=own)
        return reverse("matches:match", args=[fixture.match.public_id])

    url = submit(request, form, "report_game", create_match)
    if url:
        messages.success(request, _("Match created. Open it and report the result."))
        return redirect(url)
    rule, cites = found.format.game_rule(found) if found.format.game_rule else ("", "")
    context = {"competition": found, "form": form, "rule": rule, "cites": cites}
    return render(request, "competitions/challenges/report_game.html", context, status=form.status)


@require_safe
def ladder(request: HttpRequest, competition: str) -> HttpResponse:
    """A ladder, the top first."""
    found = competition_for(request, competition)

    def order() -> dict[str, Any]:
        return {"competition": found, "order": listed_order(found, entrants_of(found))}

    heading = found.format.order_heading or _("Ladder")
    context = {
        "competition": found,
        "heading": heading,
        "strayed": "" if "ladder" in {tab.key for tab in found.tabs} else heading,
        "parts": kept_parts(request, found, "competitions/challenges/_ladder.html", gather=order),
        "may_play": _may_play(request, found),
    }
    return render(request, "competitions/challenges/ladder.html", context)


@require_safe
def challenges(request: HttpRequest, competition: str) -> HttpResponse:
    """All challenges of a competition, the open ones first."""
    found = competition_for(request, competition)

    def written() -> dict[str, Any]:
        rows = list(found.written.select_related("challenger", "challenged", "substitute").order_by("-pk"))
        open_ones, settled = [each for each in rows if each.open], [each for each in rows if not each.open]
        return {"competition": found, "open": open_ones, "settled": settled}

    context = {
        "competition": found,
        "parts": kept_parts(request, found, "competitions/challenges/_challenges.html", gather=written),
        "strayed": "" if found.takes_challenges else _("Challenges"),
        "may_play": _may_play(request, found),
    }
    return render(request, "competitions/challenges/challenges.html", context)


@get_or_post
def write_challenge(request: HttpRequest, competition: str) -> HttpResponse:
    """A written challenge."""
    found = competition_for(request, competition)
    own, teams = own_teams(request, found), _teams_of(found)
    writers = [team for team in teams if own is None or team.pk in own]
    writer = _writer(request, writers)
    opponents = opponents_of(found, writer, teams) if writer else []
    offered = [each.team for each in opponents if not each.why_not]
    form = ChallengeForm.of(request, own=[writer] if writer else writers, teams=teams, offered=offered)

    def write() -> int:
        challenger, challenged = (form.known[form.cleaned_data[name]] for name in ("challenger", "challenged"))
        made = services.write_challenge(
            competition=found, by=request.user, challenger=challenger, challenged=challenged, own=own
        )
        return int(made.pk)

    made = submit(request, form, "write_challenge", write)
    if made:
        messages.success(request, _("Challenge sent."))
        return redirect("competitions:challenge", made)
    context = {
        "competition": found,
        "form": form if form.is_bound or offered else None,
        "writer": writer,
        "choices": _which(writers) if len(writers) > 1 and not writer else None,
        "several": len(writers) > 1,
        "others": [each for each in opponents if each.why_not],
    }
    return render(request, "competitions/challenges/write_challenge.html", context, status=form.status)


def _writer(request: HttpRequest, writers: Sequence[Team]) -> Team | None:
    """The team that writes the challenge: the one chosen, or the coach's only one."""
    named = (request.POST if request.method == "POST" else request.GET).get("challenger", "")
    only = writers[0] if len(writers) == 1 else None
    return next((team for team in writers if team.public_id == named), only)


def _which(writers: Sequence[Team]) -> Choices:
    """The choice of the team that writes the challenge."""
    named = [(team.public_id, team.name) for team in writers]
    return Choices([Choice("challenger", _("Your team"), named)], css="form-select", ids=True)


@require_safe
def challenge(request: HttpRequest, challenge: int) -> HttpResponse:
    """A challenge, and the answers that its reader can give."""
    found = challenge_for(request, challenge)
    waits = found.open and request.user.is_authenticated
    sign = sign_of(version_of(found.competition.season.league)) if waits else ""
    if still_shown(request, sign):
        return HttpResponse(status=204)
    gather = partial(_challenge_shown, request, found, sign=sign)
    return visitors_whole_page(request, CHALLENGE, gather, version_of(found.competition.season.league))


def _challenge_page(
    request: HttpRequest,
    found: Challenge,
    form: AnswerChallengeForm | None = None,
    call_off_form: CallOffForm | None = None,
) -> HttpResponse:
    """The page with a form that was sent."""
    context = _challenge_shown(request, found, form, call_off_form)
    sent = form or call_off_form
    return render(request, CHALLENGE, context, status=sent.status if sent else 200)


def _challenge_shown(
    request: HttpRequest,
    found: Challenge,
    form: AnswerChallengeForm | None = None,
    call_off_form: CallOffForm | None = None,
    sign: str = "",
) -> dict[str, Any]:
    own = own_teams(request, found.competition)
    awaited = awaited_team(found)
    turn = awaited is not None and (own is None or awaited.pk in own)
    if turn and form is None:
        form = _answer_form(request, found, bound=False)
    unwilling = set(found.unwilling.values_list("pk", flat=True))
    ids = {found.challenger_id, found.challenged_id, found.substitute_id, *unwilling} - {None}
    teams = teams_named(Team.objects.filter(pk__in=ids), request.user)
    return {
        "sign": sign,
        "challenge": found,
        "competition": found.competition,
        "teams": {name: teams.get(getattr(found, f"{name}_id")) for name in ("challenger", "challenged", "substitute")},
        "unwilling": [team for team in teams.values() if team.id in unwilling],
        "awaited": teams.get(awaited.pk) if awaited is not None else None,
        "form": form if turn or (form is not None and form.is_bound) else None,
        "call_off_form": (call_off_form or CallOffForm(challenge=found)) if runs_it(request) and found.open else None,
    }


def _answer_form(request: HttpRequest, found: Challenge, *, bound: bool) -> AnswerChallengeForm:
    substitutes = substitutes_for(found) if found.state == Challenge.State.WAITING else []
    given: dict[str, Any] = {"challenge": found, "substitutes": substitutes}
    return AnswerChallengeForm.of(request, **given) if bound else AnswerChallengeForm(**given)


@get_or_post
def answer_challenge(request: HttpRequest, challenge: int) -> HttpResponse:
    """The answer of the team whose turn it is."""
    found = challenge_for(request, challenge)
    if request.method != "POST":
        return redirect("competitions:challenge", challenge)
    form = _answer_form(request, found, bound=True)

    def answer() -> int:
        return int(_answered(request, found, form).pk)

    if submit(request, form, "answer_challenge", answer):
        messages.success(request, _("Answer saved."))
        return redirect("competitions:challenge", challenge)
    return _challenge_page(request, found, form=form)


def _answered(request: HttpRequest, found: Challenge, form: AnswerChallengeForm) -> Challenge:
    typed = form.cleaned_data
    given: dict[str, Any] = {
        "challenge": found,
        "by": request.user,
        "expected": typed["version"],
        "own": own_teams(request, found.competition),
    }
    answer = typed["answer"]
    if answer == "substitute":
        return answers.name_substitute(**given, substitute=form.known[typed["substitute"]])
    if answer in ("willing", "unwilling"):
        return answers.say_willing(**given, willing=answer == "willing")
    if answer in ("play", "decline"):
        return answers.meet_substitute(**given, play=answer == "play")
    return answers.accept(**given) if answer == "accept" else answers.refuse(**given)


@get_or_post
def call_off_challenge(request: HttpRequest, challenge: int) -> HttpResponse:
    """A commissioner calls a challenge off."""
    found = challenge_for(request, challenge)
    if request.method != "POST":
        return redirect("competitions:challenge", challenge)
    form = CallOffForm.of(request, challenge=found)

    def call_off() -> int:
        typed = form.cleaned_data
        done = answers.call_off(challenge=found, by=request.user, expected=typed["version"], reason=typed["reason"])
        return int(done.pk)

    if submit(request, form, "call_off_challenge", call_off):
        messages.success(request, _("Challenge called off."))
        return redirect("competitions:challenge", challenge)
    return _challenge_page(request, found, call_off_form=form)


def _teams_of(competition: Competition) -> list[Team]:
    """The active teams of a competition by name."""
    teams = Team.objects.active().filter(entries__competition=competition)
    return sorted(teams.select_related("coach").defer("draft"), key=by_name)


def _may_play(request: HttpRequest, competition: Competition) -> bool:
    """Whether the reader can report games and write challenges now."""
    running = competition.state == Competition.State.RUNNING and not competition.recorded
    return running and plays_or_runs(request, competition)
