"""Pages on which a commissioner decides a match that is not played, and takes the decision back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from competitions.access import fixture_for
from competitions.decision_forms import DecideForm, TakeBackForm
from competitions.models import Decision, Fixture
from competitions.rulings import decisions
from web.submission import look_or_post, submit


@look_or_post
def decide(request: HttpRequest, fixture: int) -> HttpResponse:
    """A walkover, a coin toss, a draw, a loss for both, or no match at all."""
    found = fixture_for(request, fixture)
    form = DecideForm.of(request, fixture=found)

    def carry_out() -> str:
        return str(_decided(request, found, form).kind)

    kind = submit(request, form, "decide_fixture", carry_out)
    if kind:
        messages.success(request, _done(found, kind))
        return redirect("competitions:fixture", fixture)
    if not form.is_bound and decision_of(found) is not None:
        return redirect("competitions:fixture", fixture)
    return _page(request, "competitions/rulings/decide.html", found, form)


def _decided(request: HttpRequest, found: Fixture, form: DecideForm) -> Decision:
    typed = form.cleaned_data
    given = {"fixture": found, "by": request.user, "expected": typed["version"], "reason": typed["reason"]}
    others = {
        Decision.Kind.COIN_TOSS: decisions.toss_coin,
        Decision.Kind.DRAW: decisions.give_draw,
        Decision.Kind.DOUBLE_LOSS: decisions.give_double_loss,
        Decision.Kind.VOID: decisions.declare_void,
    }
    if typed["how"] in others:
        return others[typed["how"]](**given)
    return decisions.award_walkover(**given, to=typed["how"])


def _done(found: Fixture, kind: str) -> str:
    """What is said of a decision once it is made."""
    decision = decision_of(found)
    if kind == Decision.Kind.COIN_TOSS and decision is not None:
        return _("The coin fell for %(team)s; it counts in the table.") % {"team": _winner(found, decision)}
    if kind == Decision.Kind.VOID:
        return _("The match is void: it counts nowhere.")
    if kind == Decision.Kind.DRAW:
        return _("The match counts as a draw in the table.")
    if kind == Decision.Kind.DOUBLE_LOSS:
        return _("Both sides have a loss in the table.")
    return _("The walkover is awarded, and counts in the table.")


@look_or_post
def take_back(request: HttpRequest, fixture: int) -> HttpResponse:
    """The match can be played after all."""
    found = fixture_for(request, fixture)
    form = TakeBackForm.of(request, fixture=found)

    def carry_out() -> int:
        typed = form.cleaned_data
        changed = decisions.take_back_decision(
            fixture=found, by=request.user, expected=typed["version"], reason=typed["reason"]
        )
        return int(changed.pk)

    if submit(request, form, "take_back_decision", carry_out):
        messages.success(request, _("The decision is taken back: the match can be played."))
        return redirect("competitions:fixture", fixture)
    if not form.is_bound and decision_of(found) is None:
        return redirect("competitions:fixture", fixture)
    return _page(request, "competitions/rulings/take_back_decision.html", found, form)


def _page(request: HttpRequest, template: str, found: Fixture, form: DecideForm | TakeBackForm) -> HttpResponse:
    context = {
        "fixture": found,
        "competition": found.round.competition,
        "form": form,
        "match_words": decisions.words_of(found),
        "decision": decision_words(found),
    }
    return render(request, template, context, status=form.status)


def decision_of(fixture: Fixture) -> Decision | None:
    """What stands on a fixture."""
    return Decision.objects.select_related("by").filter(fixture=fixture).first()


def decision_words(fixture: Fixture) -> dict[str, object]:
    """A fixture's decision as pages show it: what, why, by whom and when; empty where there is none."""
    decision = decision_of(fixture)
    if decision is None:
        return {}
    texts = {
        Decision.Kind.WALKOVER: _("Decided without play: 2–0 to %(team)s, a walkover."),
        Decision.Kind.COIN_TOSS: _("Decided without play: a coin was tossed by the server and fell for %(team)s."),
        Decision.Kind.VOID: _("Declared void: it is not played and counts for neither side."),
        Decision.Kind.DRAW: _("Decided without play: a draw."),
        Decision.Kind.DOUBLE_LOSS: _("Not played in time: a loss for both sides."),
        Decision.Kind.REFUSED: _("A challenge that was not taken up: 2–0 to %(team)s."),
    }
    return {
        "text": texts[Decision.Kind(decision.kind)] % {"team": _winner(fixture, decision)},
        "reason": decision.reason,
        "by": decision.by.name if decision.by else "",
        "at": decision.at,
    }


def _winner(fixture: Fixture, decision: Decision) -> str:
    team = {"home": fixture.home, "away": fixture.away}.get(decision.winner)
    return team.name if team is not None else ""
