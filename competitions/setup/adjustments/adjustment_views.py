"""Pages on which a commissioner gives or takes points, withdraws such an entry, and draws lots."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.names import by_name
from competitions.access import competition_for
from competitions.buttons import press_seen
from competitions.decision_forms import reason_field
from competitions.forms import VersionForm
from competitions.models import Adjustment, Competition
from competitions.ranking.amounts import signed
from competitions.ranking.points import TYPED
from competitions.setup import lot_drawing
from competitions.setup.adjustments import adjustments
from competitions.setup.adjustments.asked_adjustments import questions_about
from leagues.agreements.own_matches import ASKED_FIRST, done_or_asked
from leagues.agreements.own_teams import said_before
from leagues.agreements.waiting import agreements_sign
from teams.models import Team
from web.drawing.waiting import still_shown
from web.submission import get_or_post, submit


class AdjustForm(VersionForm):
    """Points for a team, and the reason."""

    team = forms.ChoiceField(label=gettext_lazy("Team"))
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=-TYPED,
        max_value=TYPED,
        help_text=gettext_lazy("To take points, use a minus sign: −1."),
    )
    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        teams = sorted(Team.objects.filter(entries__competition=competition), key=by_name)
        self.known = {team.public_id: team for team in teams}
        self.fields["team"].choices = [("", _("choose")), *((key, team.name) for key, team in self.known.items())]
        self.fields["reason"].help_text = _("Shown under the table and in the league's log.")

    def clean_points(self) -> int:
        """At least one point."""
        points: int = self.cleaned_data["points"]
        if not points:
            raise forms.ValidationError(_("Enter at least one point, or take one with a minus sign: −1."))
        return points


class WithdrawAdjustmentForm(VersionForm):
    """The reason to withdraw an adjustment."""

    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.fields["reason"].help_text = _("Shown under the table and in the league's log.")


@get_or_post
def adjust(request: HttpRequest, competition: str) -> HttpResponse:
    """Give or take points."""
    found = competition_for(request, competition)
    form = AdjustForm.of(request, competition=found)

    def carry_out() -> str:
        typed = form.cleaned_data
        team, points = form.known[typed["team"]], typed["points"]
        given = {"competition": found, "by": request.user, "expected": typed["version"], "team": team, "points": points}
        return done_or_asked(
            adjustments.adjusting(found, team, request.user, points),
            typed["reason"],
            lambda: str(adjustments.adjust_points(**given, reason=typed["reason"]).pk),
        )

    done = submit(request, form, "adjust_points", carry_out)
    if done == ASKED_FIRST:
        return _asked(request, found)
    if done:
        messages.success(request, _("Adjustment saved. It counts in the table."))
        return redirect("competitions:table", competition)
    return _page(request, found, form, None)


@get_or_post
def withdraw(request: HttpRequest, adjustment: int) -> HttpResponse:
    """Withdraw an adjustment."""
    row = Adjustment.objects.select_related("competition", "team__coach").filter(pk=adjustment).first()
    if row is None:
        raise Http404
    found = competition_for(request, row.competition.public_id)
    form = WithdrawAdjustmentForm.of(request, competition=found)

    def carry_out() -> str:
        typed = form.cleaned_data
        given = {"adjustment": row, "by": request.user, "expected": typed["version"], "reason": typed["reason"]}
        return done_or_asked(
            adjustments.withdrawing(row, request.user),
            typed["reason"],
            lambda: str(adjustments.withdraw_adjustment(**given).pk),
        )

    done = submit(request, form, "withdraw_adjustment", carry_out)
    if done == ASKED_FIRST:
        return _asked(request, found)
    if done:
        messages.success(request, _("Adjustment withdrawn."))
        return redirect("competitions:table", found.public_id)
    return _page(request, found, form, row)


def _asked(request: HttpRequest, found: Competition) -> HttpResponse:
    messages.success(request, _("Sent. Once somebody agrees, the points count in the table."))
    return redirect("competitions:adjust", found.public_id)


def _page(request: HttpRequest, found: Competition, form: VersionForm, row: Adjustment | None) -> HttpResponse:
    agreements = questions_about(found, request.user)
    sign = "" if form.is_bound else agreements_sign(agreements)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    said = said_before(adjustments.withdrawing(row, request.user)) if row else {}
    context = {
        **said,
        "agreements": agreements,
        "sign": sign,
        "competition": found,
        "form": form,
        "row": row,
        "points_words": signed(row.points) if row else "",
    }
    return render(request, "competitions/setup/adjust.html", context, status=form.status)


@require_POST
def draw_lots(request: HttpRequest, competition: str) -> HttpResponse:
    """Draw lots for the teams of a competition."""
    found = competition_for(request, competition)
    done = _("Lots drawn. They are in the league's log.")
    press_seen(request, lot_drawing.draw_lots, competition=found, done=done)
    return redirect("competitions:table", competition)
