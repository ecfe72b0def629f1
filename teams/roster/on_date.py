"""A team's roster on any day: as known then, or with later corrections."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.zones import zone
from rules.correcting.correcting import differences
from rules.journal.history import Record, as_known, from_json, true_until
from rules.sheet.sheet import TeamSheet
from teams.access import team_for
from teams.models import JournalEntry, Team
from teams.presentation.figures import shown_worth
from teams.presentation.presentation import shown_team
from teams.selectors import names_of, team_url

KNOWN, TRUE = "known", "true"
WAYS = [(KNOWN, _("as known then")), (TRUE, _("with later corrections"))]


class DayForm(forms.Form):
    """The day, and whether to include later corrections."""

    day = forms.DateField(label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}))
    way = forms.ChoiceField(label=_("The roster"), choices=WAYS, initial=KNOWN, required=False)


def sheets_on(team: Team, moment: datetime) -> tuple[TeamSheet, TeamSheet] | None:
    """The sheet as known at a moment, and the sheet with later corrections. None before the team's founding."""
    rows = list(JournalEntry.objects.filter(team=team).order_by("seq").values_list("seq", "kind", "data", "at"))
    records = [Record(seq=seq, fact=from_json(kind, data)) for seq, kind, data, _at in rows]
    last = max((seq for seq, _kind, _data, at in rows if at <= moment), default=0)
    return (as_known(records, last), true_until(records, last)) if last else None


@require_safe
def roster_on(request: HttpRequest, team: str) -> HttpResponse:
    """The roster on a day, today by default."""
    found = team_for(request, team)
    if not hasattr(found, "state_row") or found.founded_at is None:
        raise Http404
    where = zone(found.league.zone)
    today = timezone.localdate(timezone=where)
    form = DayForm(request.GET if "day" in request.GET else {"day": today.isoformat(), "way": KNOWN})
    context: dict[str, Any] = {"team": found, "team_url": team_url(found), "form": form, "none": False}
    if form.is_valid():
        day, way = form.cleaned_data["day"], form.cleaned_data["way"] or KNOWN
        moment = datetime.combine(day, time.max, tzinfo=where)
        sheets = sheets_on(found, moment)
        context |= {"none": sheets is None, "day": day, "way": dict(WAYS)[way]}
        if sheets is not None:
            known, true = sheets
            rules, names = found.ruleset.rules(), names_of(found)
            sheet = known if way == KNOWN else true
            value = shown_worth(rules, sheet, names)
            context["sheet"] = shown_team(rules, sheet, value, names)
            context["corrected_since"] = bool(differences(rules, known, true))
    return render(request, "teams/roster/roster_on.html", context, status=200 if form.is_valid() else 422)
