"""Pages to transfer a team to another coach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.models import User
from leagues.access import prepare_request
from teams.access import team_for
from teams.building.coach_choice import NO_ACCOUNT, need_fitting_name
from teams.models import Takeover, Team
from teams.names import NameField
from teams.selectors import team_url
from teams.trading import takeovers
from web import policy
from web.drawing.waiting import sign_of, still_shown
from web.submission import CommandForm, get_or_post, press, submit


class OfferForm(CommandForm):
    """The new coach: a member to ask, or the name of a coach without an account."""

    coach = forms.ChoiceField(label=gettext_lazy("Coach"))
    coach_name = NameField(
        label=gettext_lazy("Coach’s name"),
        required=False,
        max_length=Team._meta.get_field("coach_name").max_length,
        help_text=gettext_lazy("Only for a coach without an account. They get the team at once."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("Members see it in the league's log."),
    )

    def __init__(self, *args: Any, coaches: list[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = {str(coach.pk): coach for coach in coaches}
        members = [(key, each.name) for key, each in self.known.items()]
        self.fields["coach"].choices = [("", _("choose")), *members, (NO_ACCOUNT, _("Someone without an account"))]

    def clean(self) -> dict[str, Any]:
        """Require a name for a coach without an account, and only for them."""
        cleaned = super().clean() or self.cleaned_data
        need_fitting_name(self, "coach")
        return cleaned


@get_or_post
def offer(request: HttpRequest, team: str) -> HttpResponse:
    """A commissioner asks a member to take over a team, or withdraws the open offer."""
    found = team_for(request, team)
    waiting = Takeover.objects.open().filter(team=found).select_related("asked").first()
    sign = sign_of(waiting.pk) if waiting else ""
    if request.method != "POST" and still_shown(request, sign):
        return HttpResponse(status=204)
    form = OfferForm.of(request, coaches=takeovers.who_can_take(found))

    def answer() -> int:
        typed = form.cleaned_data
        how: dict[str, Any] = {"team": found, "by": request.user, "reason": typed["reason"]}
        if typed["coach"] == NO_ACCOUNT:
            return takeovers.hand_over(to=typed["coach_name"], **how).pk
        return takeovers.offer_team(to=form.known[typed["coach"]], **how).pk

    done = submit(request, form, "offer_team", answer)
    if done and form.cleaned_data["coach"] == NO_ACCOUNT:
        words = {"team": found.name, "coach": form.cleaned_data["coach_name"]}
        messages.success(request, _("%(coach)s now coaches %(team)s.") % words)
        return redirect(team_url(found))
    if done:
        messages.success(request, _("Offer sent. The coach gets the team when they accept."))
        return redirect("teams:offer_team", team)
    context = {"team": found, "form": form, "waiting": waiting, "team_url": team_url(found), "sign": sign}
    return render(request, "teams/trading/offer_team.html", context, status=form.status)


@get_or_post
def take_over(request: HttpRequest, takeover: int) -> HttpResponse:
    """The asked member sees the offer and takes over the team."""
    found = _offer_for(request, takeover)
    form = CommandForm.of(request)
    taken = submit(request, form, "take_over", lambda: takeovers.take_over(offer=found, by=request.user).public_id)
    if taken:
        messages.success(request, _("The team is yours now."))
        return redirect(team_url(found.team))
    is_open = found.state == Takeover.State.OFFERED
    sign = sign_of(found.state) if is_open else ""
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = {
        "sign": sign,
        "offer": found,
        "team": found.team,
        "team_url": team_url(found.team),
        "form": form,
        "open": is_open,
    }
    return render(request, "teams/trading/take_over.html", context, status=form.status)


@require_POST
def decline(request: HttpRequest, takeover: int) -> HttpResponse:
    """The asked member declines."""
    return _answered(
        request, takeover, takeovers.decline, _("You declined the offer. The commissioners see it in the log.")
    )


@require_POST
def withdraw(request: HttpRequest, takeover: int) -> HttpResponse:
    """A commissioner withdraws the offer."""
    return _answered(request, takeover, takeovers.withdraw_offer, _("Offer withdrawn."))


def _answered(request: HttpRequest, takeover: int, service: Callable[..., None], done: str) -> HttpResponse:
    found = _offer_for(request, takeover)

    def answer() -> int:
        service(offer=found, by=request.user)
        return found.pk

    press(request, service.__name__, answer)
    messages.success(request, done)
    return redirect(team_url(found.team))


def _offer_for(request: HttpRequest, takeover: int) -> Takeover:
    """An offer, if the user is the asked member or a commissioner, as the policy of the route says."""
    rows = Takeover.objects.select_related("team__league", "team__coach", "asked", "by")
    found = get_object_or_404(rows, pk=takeover)
    prepare_request(request, found.team.league)
    policy.require(request, found.team.league, {"asked_coach"} if found.asked_id == request.user.pk else ())
    return found
