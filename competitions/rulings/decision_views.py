"""Pages on which a commissioner decides an unplayed match, and revokes the decision."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from competitions.access import fixture_for
from competitions.decision_forms import DecideForm, TakeBackForm
from competitions.fixtures.won_unplayed import gives_something
from competitions.models import Decision, Fixture, WonUnplayed
from competitions.rulings import asked_decisions, decisions
from leagues.agreements.own_matches import ASKED_FIRST, done_or_asked
from leagues.agreements.waiting import shown_asked
from leagues.members.linked_names import LinkedNames
from web.submission import get_or_post, submit


@get_or_post
def decide(request: HttpRequest, fixture: int) -> HttpResponse:
    """A walkover, a coin toss, a draw, a loss for both, or no match at all."""
    found = fixture_for(request, fixture)
    form = DecideForm.of(request, fixture=found)

    def decide_it() -> str:
        typed = form.cleaned_data
        deed = decisions.deciding(found, request.user, how=typed["how"], expected=typed["version"])
        given = {"fixture": found, "by": request.user, "expected": typed["version"], "reason": typed["reason"]}
        return done_or_asked(deed, typed["reason"], lambda: str(asked_decisions.decide(how=typed["how"], **given).kind))

    kind = submit(request, form, "decide_fixture", decide_it)
    if kind:
        messages.success(request, _done(found, kind))
        return redirect("competitions:fixture", fixture)
    if not form.is_bound and decision_of(found) is not None:
        return redirect("competitions:fixture", fixture)
    asks = shown_asked(decisions.deciding(found, request.user))
    return _page(request, "competitions/rulings/decide.html", found, form, asks)


def _done(found: Fixture, kind: str) -> str:
    """The message after a decision."""
    if kind == ASKED_FIRST:
        return _("Sent. Once somebody agrees, the decision counts.")
    decision = decision_of(found)
    if kind == Decision.Kind.COIN_TOSS and decision is not None:
        return _("%(team)s won the coin toss. It counts in the table.") % {"team": _winner(found, decision)}
    if kind == Decision.Kind.VOID:
        return _("Match declared void: it does not count.")
    if kind == Decision.Kind.DRAW:
        return _("Draw saved. It counts in the table.")
    if kind == Decision.Kind.DOUBLE_LOSS:
        return _("Loss for both teams saved. It counts in the table.")
    return _("Walkover awarded. It counts in the table.")


REVOKED, REMOVED, DECIDED_AGAIN = "revoked", "removed", "decided_again"
"""What came of revoking: the match can be played; its bracket has other teams there now; or a team has left it."""


def _came_of(fixture: Fixture | None) -> str:
    """What came of revoking the decision on a fixture, by what is left of it."""
    if fixture is None:
        return REMOVED
    return DECIDED_AGAIN if fixture.home_outcome else REVOKED


@get_or_post
def revoke(request: HttpRequest, fixture: int) -> HttpResponse:
    """The match can be played after all."""
    found = fixture_for(request, fixture)
    form = TakeBackForm.of(request, fixture=found)

    def revoke_it() -> str:
        typed = form.cleaned_data
        given = {"fixture": found, "by": request.user, "expected": typed["version"]}
        decisions.refuse_decided_again(found)  # before anybody is asked to agree
        return done_or_asked(
            decisions.revoking(**given),
            typed["reason"],
            lambda: _came_of(decisions.revoke_decision(**given, reason=typed["reason"])),
        )

    if done := submit(request, form, "take_back_decision", revoke_it):
        if done == REMOVED:
            messages.success(request, _("Decision revoked. By the results, other teams play there now."))
            return redirect("competitions:bracket", found.round.competition.public_id)
        words = {
            ASKED_FIRST: _("Sent. Once somebody agrees, the match can be played."),
            DECIDED_AGAIN: _("Decided again at once, since a team has left. To have it played, undo the withdrawal."),
        }
        messages.success(request, words.get(done, _("Decision revoked: the match can be played.")))
        return redirect("competitions:fixture", fixture)
    if not form.is_bound and decision_of(found) is None:
        return redirect("competitions:fixture", fixture)
    asks = shown_asked(decisions.revoking(found, request.user))
    return _page(request, "competitions/rulings/revoke_decision.html", found, form, asks)


def _page(
    request: HttpRequest, template: str, found: Fixture, form: DecideForm | TakeBackForm, asks: str
) -> HttpResponse:
    context = {
        "asks": asks,
        "fixture": found,
        "competition": found.round.competition,
        "form": form,
        "match_words": decisions.words_of(found),
        "decision": decision_words(found),
    }
    return render(request, template, context, status=form.status)


def decision_of(fixture: Fixture) -> Decision | None:
    """A fixture's decision, if it has one."""
    return Decision.objects.select_related("by", "agreed_by").filter(fixture=fixture).first()


def decision_words(fixture: Fixture) -> dict[str, object]:
    """A fixture's decision as pages show it: what, why, who and when; empty if there is none."""
    decision = decision_of(fixture)
    if decision is None:
        return {}
    texts = {
        Decision.Kind.WALKOVER: _("Decided without play: %(score)d–0 to %(team)s, a walkover."),
        Decision.Kind.COIN_TOSS: _("Decided without play: %(team)s won a coin toss by the server."),
        Decision.Kind.VOID: _("Declared void: it is not played and counts for neither team."),
        Decision.Kind.DRAW: _("Decided without play: a draw."),
        Decision.Kind.DOUBLE_LOSS: _("Not played in time: a loss for both teams."),
        Decision.Kind.REFUSED: _("Challenge refused: 2–0 to %(team)s."),
    }
    names = LinkedNames(fixture.round.competition.season.league, (decision.by, decision.agreed_by))
    words = {"team": _winner(fixture, decision), "score": _score_of(fixture, decision)}
    return {
        "text": texts[Decision.Kind(decision.kind)] % words,
        "reason": decision.reason,
        "by": names.of(decision.by),
        "agreed_by": names.of(decision.agreed_by),
        "at": decision.at,
        "won": list(_won(fixture)),
    }


def _won(fixture: Fixture) -> Iterator[WonUnplayed]:
    """What the winner of a walkover gets, if the book gives anything, while it counts."""
    if gives_something(fixture.round.competition):
        yield from fixture.won_unplayed.exclude(state=WonUnplayed.State.GONE).select_related("team")


def _score_of(fixture: Fixture, decision: Decision) -> int:
    """The score to nothing of a walkover, as the league had it when it was awarded."""
    return int(fixture.counted.get(decision.winner, {}).get("score", 0))


def _winner(fixture: Fixture, decision: Decision) -> str:
    team = {"home": fixture.home, "away": fixture.away}.get(decision.winner)
    return team.name if team is not None else ""
