"""A team as a file for another Dugout (C9): its sheet, and its whole past as totals."""

from __future__ import annotations

import json
from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from matches.pages.records import RecordLine, record_of, tally
from rules.team.arriving.arrivals import arrival_of
from teams.access import team_for
from teams.ledger import ledger
from teams.models import Team, TeamPast, TeamState
from teams.selectors import names_of
from teams.team_json import Past, TeamFile, as_json, past_of
from teams.trading.loans import loans_in_file


@require_safe
def export_team(request: HttpRequest, team: str) -> HttpResponse:
    """The file of an approved team. Raises Http404 for any other."""
    found = team_for(request, team)
    state = TeamState.objects.filter(team=found).first()
    if state is None:
        raise Http404
    rules = found.ruleset.rules()
    content = json.dumps(as_json(file_of(found, state), rules.book.key), ensure_ascii=False, indent=1)
    headers = {"Content-Disposition": content_disposition_header(True, f"{found.name}.json")}
    return HttpResponse(f"{content}\n", content_type="application/json; charset=utf-8", headers=headers)


def file_of(team: Team, state: TeamState) -> TeamFile:
    """An approved team as another Dugout imports it. Four queries."""
    names = names_of(team)
    sheet = ledger.sheet_in(state)
    own = [line for line in sheet.players if not (line.loan or line.endless)]
    before = past_of(TeamPast.objects.filter(team=team).first()) if team.from_elsewhere else Past()
    return TeamFile(
        name=team.name,
        arrival=arrival_of(team.ruleset.rules(), sheet),
        names=tuple(names.get(line.player, "") for line in own),
        past=before.plus(past_in(record_of(team))),
        loans=loans_in_file(team, sheet, names),
    )


def past_in(record: Sequence[RecordLine]) -> Past:
    """The sums of a record; unknown numbers count as 0."""
    return Past(
        **tally(record),
        touchdowns_for=sum(line.score or 0 for line in record),
        touchdowns_against=sum(line.against or 0 for line in record),
        casualties_for=sum(line.casualties or 0 for line in record),
        casualties_against=sum(line.casualties_against or 0 for line in record),
    )
