"""The jobs that print a team's roster, with its matches on the back, and its players as cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import PageSize
from jobs.artefacts import Artefact
from jobs.extensions import Report
from jobs.kinds import JobRefused, job_kind
from jobs.models import Job
from leagues.job_subjects import Subject
from matches.extensions import competitions_of
from matches.pages.records import record_lines
from teams.models import Team, TeamState
from teams.roster.cards import cards_pdf
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from web.snapshot_reads import snapshot

PDF = "application/pdf"


def on_paper(key: str) -> Callable[[Mapping[str, Any]], tuple[int, str]]:
    """A job's ``parse`` for an id under this key and a paper size; it raises ValueError for other parameters."""

    def parse(params: Mapping[str, Any]) -> tuple[int, str]:
        printed, paper = params.get(key), params.get("paper")
        if set(params) != {key, "paper"} or type(printed) is not int or paper not in PageSize.values:
            wanted = f"{key!r}, an id, and 'paper', one of {PageSize.values}"
            raise ValueError(f"params should be {wanted}, not {dict(params)!r}")
        return printed, str(paper)

    return parse


def with_record(parse: Callable[[Mapping[str, Any]], Any]) -> Callable[[Mapping[str, Any]], tuple[Any, bool]]:
    """A job's ``parse`` for what ``parse`` takes and a ``record``: whether rosters have their matches (they do)."""

    def parsed(params: Mapping[str, Any]) -> tuple[Any, bool]:
        record = params.get("record", True)
        if type(record) is not bool:
            raise ValueError(f"params should be 'record', true or false, not {dict(params)!r}")
        return parse({key: value for key, value in params.items() if key != "record"}), record

    return parsed


TEAM = Subject(
    key="team",
    things=Team.objects.filter(founded_at__isnull=False).select_related("league").defer("draft"),
    page=lambda team: reverse("matches:team", args=[team.public_id]),
)


@job_kind(
    "player_cards_pdf",
    title=gettext_lazy("Player cards"),
    parse=on_paper("team"),
    seen_by=TEAM.seen_by,
    describe=TEAM.describe,
    origin=TEAM.origin,
    messages={"gathering": gettext_lazy("Reading the roster"), "drawing": gettext_lazy("Drawing the cards")},
)
def print_cards(job: Job, report: Report) -> Artefact:
    """Prints one team's players as cards to cut out."""
    report(0, 2, "gathering")
    team_id, paper = job.parsed
    with snapshot():
        shown = roster_print(*_with_roster(team_id))
    if not shown.players:
        raise JobRefused(_("%(team)s has no player to print.") % {"team": shown.team})
    report(1, 2, "drawing")
    name = _("%(team)s, player cards") % {"team": shown.team}
    return Artefact(filename=f"{name}.pdf", content_type=PDF, content=cards_pdf(shown, page_size=paper, title=name))


def _with_roster(team_id: int) -> tuple[Team, TeamState]:
    """A team and its state. Raises JobRefused for a team known from records alone."""
    team = Team.objects.select_related("league", "coach", "ruleset", "state_row", "past").get(pk=team_id)
    if not hasattr(team, "state_row"):
        raise JobRefused(_("%(team)s has no roster: it comes from the league's records.") % {"team": team.name})
    return team, team.state_row


@job_kind(
    "roster_pdf",
    title=gettext_lazy("Roster"),
    parse=with_record(on_paper("team")),
    seen_by=TEAM.seen_by,
    describe=TEAM.describe,
    origin=TEAM.origin,
    messages={"gathering": gettext_lazy("Reading the roster"), "drawing": gettext_lazy("Drawing it")},
)
def print_roster(job: Job, report: Report) -> Artefact:
    """Prints one team's current sheet, with its matches on the back if they are wanted."""
    report(0, 2, "gathering")
    (team_id, paper), record = job.parsed
    with snapshot():
        team, state = _with_roster(team_id)
        lines = record_lines(team, competitions_of(team)) if record else ()
        shown = roster_print(team, state, lines)
    report(1, 2, "drawing")
    content = roster_pdf([shown], page_size=paper, title=team.name, with_records=record)
    return Artefact(filename=f"{team.name}.pdf", content_type=PDF, content=content)
