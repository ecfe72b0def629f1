"""The page on which a commissioner removes a member from the league and decides about their teams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import by_name
from competitions.models import Withdrawal
from competitions.rulings.removals import LEAVE, OFFER, RETIRE, STAY, Fate, Owned, remove_member, teams_of_member
from leagues.access import league_for
from leagues.forms import ReasonForm
from leagues.models import Membership
from matches.models import Match
from teams.models import Team
from teams.selectors import team_url
from web.submission import get_or_post, submit


class RemovalForm(ReasonForm):
    """The reason, and for each team what happens to it."""

    field_order = ()

    def __init__(self, *args: Any, teams: Sequence[Owned], members: Sequence[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = teams
        self.known = {str(user.pk): user for user in members}
        for own in teams:
            self._ask_about(own)

    def _ask_about(self, own: Owned) -> None:
        key = own.team.public_id
        choices = choices_of(own, bool(self.known))
        self.fields[f"what_{key}"] = forms.ChoiceField(
            label=_("What happens to %(team)s") % {"team": own.team.name},
            choices=choices,
            initial=STAY,
            widget=forms.RadioSelect,
        )
        offered = dict(choices)
        if OFFER in offered:
            self.fields[f"to_{key}"] = forms.ChoiceField(
                label=gettext_lazy("New coach, if you transfer it"),
                choices=[("", _("choose")), *((key, user.name) for key, user in self.known.items())],
                required=False,
            )
        if own.can_leave:
            self.fields[f"how_{key}"] = forms.ChoiceField(
                label=gettext_lazy("Its matches, if you withdraw it"),
                choices=Withdrawal.How.choices,
                initial=Withdrawal.How.WALKOVERS,
                required=False,
                help_text=gettext_lazy("In a knock-out its opponents always advance."),
            )

    def clean(self) -> dict[str, Any]:
        """Require the coach to whom a team is transferred, and how a team withdraws."""
        cleaned = super().clean() or self.cleaned_data
        for own in self.teams:
            key = own.team.public_id
            what = cleaned.get(f"what_{key}")
            if what == OFFER and not cleaned.get(f"to_{key}"):
                self.add_error(f"to_{key}", _("Choose the coach to ask."))
            if what in (LEAVE, RETIRE) and own.can_leave and not cleaned.get(f"how_{key}"):
                self.add_error(f"how_{key}", _("Choose what happens to its matches."))
        return cleaned

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each team for the page: what is open, and its fields."""
        return [{**shown(own), "fields": self._fields_of(own.team)} for own in self.teams]

    def _fields_of(self, team: Team) -> list[BoundField]:
        names = (f"{word}_{team.public_id}" for word in ("what", "to", "how"))
        return [self[name] for name in names if name in self.fields]

    @property
    def fates(self) -> list[Fate]:
        """The decisions as the service takes them."""
        typed = self.cleaned_data
        return [
            Fate(
                team=own.team,
                what=typed[f"what_{own.team.public_id}"],
                to=self.known.get(typed.get(f"to_{own.team.public_id}", "")),
                how=typed.get(f"how_{own.team.public_id}", ""),
            )
            for own in self.teams
        ]


def choices_of(own: Owned, others: bool) -> list[tuple[str, str]]:
    """What can happen to a team now; it can be transferred if there are ``others`` to ask."""
    if own.team.state != Team.State.ACTIVE:
        return [(STAY, _("Keep the draft")), (RETIRE, _("Delete the draft"))]
    stay = _("Play the season out: it stays in its competitions, and commissioners act for it")
    found = [(STAY, stay if own.entries else _("Keep it: commissioners look after it"))]
    if others and own.offer is None:
        found.append((OFFER, _("Transfer it: another member is asked to take it over")))
    if own.can_leave:
        found.append((LEAVE, _("Withdraw it from its competitions, and keep it")))
    if own.can_retire:
        leaves = _("Withdraw it from its competitions, and retire it")
        waits = _("Retire it: a commissioner then decides its matches")
        found.append((RETIRE, leaves if own.can_leave else waits if own.entries else _("Retire it")))
    return found


def shown(own: Owned) -> dict[str, Any]:
    """A team with its competitions and what waits in its matches, for the page."""
    return {
        "team": own.team,
        "url": team_url(own.team),
        "entries": own.entries,
        "offer": own.offer,
        "held": bool(own.matches),
        "asks": [
            (competition.name, reverse("competitions:leave", args=[competition.public_id, own.team.public_id]), who)
            for competition, who in own.asks
        ],
        "matches": [
            {
                "url": reverse("matches:match", args=[side.match.public_id]),
                "other": next((each.team.name for each in side.match.sides.all() if each.team_id != own.team.pk), ""),
                "state": Match.State(side.match.state).label,
            }
            for side in own.matches
        ],
    }


@get_or_post
def remove(request: HttpRequest, slug: str, membership: int) -> HttpResponse:
    """Remove a member, and decide about their teams."""
    league = league_for(request, slug)
    found = get_object_or_404(league.memberships.select_related("user", "league"), pk=membership)
    form = RemovalForm.of(request, teams=teams_of_member(found, request.user), members=_others(found))

    def work() -> int:
        reason = form.cleaned_data["reason"]
        remove_member(membership=found, by=request.user, reason=reason, fates=form.fates)
        return int(found.pk)

    if submit(request, form, "remove_member", work):
        messages.success(request, _("%(name)s was removed.") % {"name": found.user.name})
        return redirect("leagues:members", slug)
    context = {"form": form, "membership": found}
    return render(request, "competitions/rulings/remove_member.html", context, status=form.status)


def _others(membership: Membership) -> list[User]:
    """The other members of the league, by name."""
    members = User.objects.filter(memberships__league=membership.league_id, memberships__left_at__isnull=True)
    return sorted(members.exclude(pk=membership.user_id).distinct(), key=by_name)
