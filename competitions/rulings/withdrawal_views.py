"""Pages about the teams of a running competition: a team leaves, comes back, or joins late."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.names import by_name
from competitions.access import competition_for
from competitions.decision_forms import reason_field
from competitions.forms import VersionForm
from competitions.models import Competition, Withdrawal
from competitions.models.formats import Latecomers
from competitions.rulings import latecomers, withdrawal_rights, withdrawals
from competitions.rulings.going_on import retired_with_matches
from competitions.setup.books import let_in
from leagues.agreements.own_matches import ASKED_FIRST, done_or_asked
from leagues.agreements.own_teams import TEAM, said_before
from teams.models import Team
from web.submission import get_or_post, submit


class LeaveForm(VersionForm):
    """How a team leaves: what happens to its matches."""

    how = forms.ChoiceField(label=gettext_lazy("Its matches"), choices=Withdrawal.How.choices, widget=forms.RadioSelect)
    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.fields["reason"].help_text = gettext_lazy("Shown in the league's log.")
        if competition.format.eliminates:  # one team must advance
            only = Withdrawal.How.WALKOVERS
            self.fields["how"].choices = [(only.value, only.label)]
            self.fields["how"].initial = only.value


class ComeBackForm(VersionForm):
    """Why a withdrawal is undone."""

    reason = reason_field()

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.fields["reason"].help_text = gettext_lazy("Shown in the league's log.")


class JoinForm(VersionForm):
    """A team that joins late."""

    team = forms.ChoiceField(label=gettext_lazy("Team"))

    def __init__(self, *args: Any, competition: Competition, teams: list[Team], **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": competition.version}, **kwargs)
        self.known = {team.public_id: team for team in teams}
        self.fields["team"].choices = [("", gettext_lazy("choose")), *((key, t.name) for key, t in self.known.items())]


@get_or_post
def teams(request: HttpRequest, competition: str) -> HttpResponse:
    """The teams of a competition and those that have left; a team can join late."""
    found = competition_for(request, competition)
    outside = found.season.league.teams.active().filter(edition=found.edition).exclude(entries__competition=found)
    could = sorted(let_in(found, outside).defer("draft"), key=by_name)
    form = JoinForm.of(request, competition=found, teams=could)

    def join() -> str:
        team = form.known[form.cleaned_data["team"]]
        expected = form.cleaned_data["version"]
        return latecomers.join_late(competition=found, by=request.user, expected=expected, team=team).public_id

    if submit(request, form, "join_late", join):
        messages.success(request, _("Team added, with its matches."))
        return redirect("competitions:entrants", competition)
    entrants = sorted(found.entrants.select_related("team", "withdrawal"), key=lambda each: by_name(each.team))
    context = {
        "competition": found,
        "entrants": entrants,
        "form": form,
        "could_join": bool(form.known),
        "drawn_already": found.format.latecomers == Latecomers.REFUSED,
        "retired": set(retired_with_matches().filter(competition=found).values_list("pk", flat=True)),
    }
    return render(request, "competitions/rulings/entrants.html", context, status=form.status)


@get_or_post
def leave(request: HttpRequest, competition: str, team: str) -> HttpResponse:
    """A team leaves, or its withdrawal is undone."""
    found = competition_for(request, competition)
    row = get_object_or_404(Team.objects.filter(entries__competition=found).distinct(), public_id=team)
    withdrawal = Withdrawal.objects.filter(entrant__competition=found, entrant__team=row).first()
    form: LeaveForm | ComeBackForm = (ComeBackForm if withdrawal else LeaveForm).of(request, competition=found)

    def leave_or_return() -> str:
        typed = form.cleaned_data
        given = {"competition": found, "by": request.user, "expected": typed["version"], "team": row}
        if withdrawal:
            return done_or_asked(
                withdrawal_rights.returning(found, row, request.user),
                typed["reason"],
                lambda: withdrawals.come_back(**given, reason=typed["reason"]).public_id,
            )
        return done_or_asked(
            withdrawal_rights.leaving(found, row, request.user, typed["how"]),
            typed["reason"],
            lambda: withdrawals.leave(**given, how=typed["how"], reason=typed["reason"]).public_id,
        )

    if done := submit(request, form, "come_back" if withdrawal else "leave_competition", leave_or_return):
        if done == ASKED_FIRST:
            said = _("Sent. Once somebody agrees, the withdrawal is undone.")
            messages.success(request, said if withdrawal else _("Sent. Once somebody agrees, the team is withdrawn."))
            return redirect("competitions:fixtures", competition)
        messages.success(request, _("Withdrawal undone.") if withdrawal else _("Team withdrawn."))
        return redirect("competitions:entrants", competition)
    return _leave_page(request, found, row, form, withdrawal)


@require_POST
def preview(request: HttpRequest, competition: str, team: str) -> HttpResponse:
    """The table after each way of leaving; nothing is saved."""
    found = competition_for(request, competition)
    row = get_object_or_404(Team.objects.filter(entries__competition=found).distinct(), public_id=team)
    if Withdrawal.objects.filter(entrant__competition=found, entrant__team=row).exists():
        return redirect("competitions:leave", competition, team)
    shown = withdrawals.previews(competition=found, by=request.user, team=row)
    if request.htmx:
        context = {"competition": found, "team": row, "previews": shown}
        return render(request, "competitions/rulings/_leave_previews.html", context)
    return _leave_page(request, found, row, LeaveForm(competition=found), previews=shown)


def _leave_page(
    request: HttpRequest,
    competition: Competition,
    team: Team,
    form: LeaveForm | ComeBackForm,
    withdrawal: Withdrawal | None = None,
    **more: Any,
) -> HttpResponse:
    deed = (
        withdrawal_rights.returning(competition, team, request.user)
        if withdrawal
        else withdrawal_rights.leaving(competition, team, request.user, "")
    )
    context = {
        "competition": competition,
        "team": team,
        "form": form,
        "withdrawal": withdrawal,
        "own_team": deed.wording == TEAM,
        **said_before(deed),
        **more,
    }
    return render(request, "competitions/rulings/leave.html", context, status=form.status)
