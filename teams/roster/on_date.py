"""A team's roster on any day: as known then, or with later corrections."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from accounts.zones import zone
from leagues.changes import version_of
from rules.correcting.correcting import differences
from rules.journal.history import Correction, Record, as_known, from_json, true_until
from rules.sheet.sheet import TeamSheet
from teams.access import team_for
from teams.models import JournalEntry, Team
from teams.presentation.figures import shown_worth
from teams.presentation.presentation import shown_team
from teams.selectors import names_of, team_url
from web.crests.shown import shown_crest
from web.drawing.visitors_pages import visitors_whole_page
from web.kept import UNTIL

KNOWN, TRUE = "known", "true"
TEMPLATE = "teams/roster/roster_on.html"
DAY = timedelta(days=1)
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
    if not last:
        return None
    known = as_known(records, last)
    corrected = any(record.seq > last and isinstance(record.fact, Correction) for record in records)
    return known, true_until(records, last) if corrected else known


@require_safe
def roster_on(request: HttpRequest, team: str) -> HttpResponse:
    """The roster on a day, today by default."""
    found = team_for(request, team)
    if not hasattr(found, "state_row") or found.founded_at is None:
        raise Http404
    today = timezone.localdate(timezone=zone(found.league.zone))
    form = DayForm(request.GET if "day" in request.GET else {"day": today.isoformat(), "way": KNOWN})
    if not form.is_valid():
        context = {"team": found, "team_url": team_url(found), "form": form, "none": False}
        return render(request, TEMPLATE, context, status=422)
    return visitors_whole_page(request, TEMPLATE, lambda: _shown(found, form, today), version_of(found.league))


def _shown(team: Team, form: DayForm, today: date) -> dict[str, Any]:
    """The roster on the day of a form, until ``today`` is over in the league's zone."""
    day, way, where = form.cleaned_data["day"], form.cleaned_data["way"] or KNOWN, zone(team.league.zone)
    sheets = sheets_on(team, datetime.combine(day, time.max, tzinfo=where))
    context = {"team": team, "team_url": team_url(team), "form": form, "none": sheets is None}
    context |= {
        "badge": shown_crest(team),
        "day": day,
        "way": dict(WAYS)[way],
        UNTIL: datetime.combine(today + DAY, time.min, tzinfo=where),
    }
    if sheets is not None:
        known, true = sheets
        rules, names = team.ruleset.rules(), names_of(team)
        sheet = known if way == KNOWN else true
        value = shown_worth(rules, sheet, names)
        context["sheet"] = shown_team(rules, sheet, value, names)
        context["corrected_since"] = bool(differences(rules, known, true))
    return context
