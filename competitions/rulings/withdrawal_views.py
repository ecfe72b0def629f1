"""Pages about the teams of a competition under way: one leaves, comes back, or joins late."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import by_name
from competitions.access import competition_for
from competitions.decision_forms import reason_field
from competitions.forms import VersionForm
from competitions.models import Competition, Withdrawal
from competitions.rulings import latecomers, withdrawals
from competitions.rulings.retired_entrants import gone_with_matches
from teams.models import Team
from web.submission import look_or_post, submit


class LeaveForm(VersionForm):
    """What becomes of a team's matches."""

    how = forms.ChoiceField(label=gettext_lazy("Its matches"), choices=Withdrawal.How.choices, widget=forms.RadioSelect)
    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.fields["reason"].help_text = gettext_lazy("It stands in the league's log.")
        if competition.format.eliminates:  # somebody has to go on
            only = Withdrawal.How.WALKOVERS
            self.fields["how"].choices = [(only.value, only.label)]
            self.fields["how"].initial = only.value


class ComeBackForm(VersionForm):
    """Why a withdrawal does not stand."""

    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)


class JoinForm(VersionForm):
    """A team that joins late."""

    team = forms.ChoiceField(label=gettext_lazy("Team"))

    def __init__(self, *args: Any, competition: Competition, teams: list[Team], **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.known = {team.public_id: team for team in teams}
        self.fields["team"].choices = [("", gettext_lazy("choose")), *((key, t.name) for key, t in self.known.items())]


@look_or_post
def teams(request: HttpRequest, competition: str) -> HttpResponse:
    """Who is in it and who has left; a team that joins late."""
    found = competition_for(request, competition)
    outside = found.season.league.teams.filter(state=Team.State.ACTIVE).exclude(entries__competition=found)
    form = JoinForm.of(request, competition=found, teams=sorted(outside.defer("draft"), key=by_name))

    def carry_out() -> str:
        team = form.known[form.cleaned_data["team"]]
        expected = form.cleaned_data["version"]
        return latecomers.join_late(competition=found, by=request.user, expected=expected, team=team).public_id

    if submit(request, form, "join_late", carry_out):
        messages.success(request, _("The team is in, and its matches are in the list."))
        return redirect("competitions:entrants", competition)
    entrants = sorted(found.entrants.select_related("team", "withdrawal"), key=lambda each: by_name(each.team))
    context = {
        "competition": found,
        "entrants": entrants,
        "form": form,
        "could_join": bool(form.known),
        "gone": set(gone_with_matches().filter(competition=found).values_list("pk", flat=True)),
    }
    return render(request, "competitions/rulings/entrants.html", context, status=form.status)


@look_or_post
def leave(request: HttpRequest, competition: str, team: str) -> HttpResponse:
    """A team leaves, or its leaving is taken back."""
    found = competition_for(request, competition)
    row = get_object_or_404(Team.objects.filter(entries__competition=found).distinct(), public_id=team)
    gone = Withdrawal.objects.filter(entrant__competition=found, entrant__team=row).first()
    form: LeaveForm | ComeBackForm = (ComeBackForm if gone else LeaveForm).of(request, competition=found)

    def carry_out() -> str:
        typed = form.cleaned_data
        given = {"competition": found, "by": request.user, "expected": typed["version"], "team": row}
        if gone:
            return withdrawals.come_back(**given, reason=typed["reason"]).public_id
        return withdrawals.leave(**given, how=typed["how"], reason=typed["reason"]).public_id

    if submit(request, form, "come_back" if gone else "leave_competition", carry_out):
        messages.success(request, _("The team is back in.") if gone else _("The team has left."))
        return redirect("competitions:entrants", competition)
    shown = [] if gone else withdrawals.previews(found, row)
    context = {"competition": found, "team": row, "form": form, "gone": gone, "previews": shown}
    return render(request, "competitions/rulings/leave.html", context, status=form.status)
