"""What a match is waiting for, and from whom, in words."""

from __future__ import annotations

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from leagues.members.linked_names import coach_link
from matches import wording
from matches.models import Match, Report
from matches.report.deadlines import deadline_of, in_words
from matches.report.reporting import judges
from matches.sequence.opening import still_open
from matches.sequence.sequences import MatchState
from matches.wording import pairing
from rules.sequence.sequence import SIDES


def _judgement(state: MatchState, report: Report) -> SafeString:
    """Who has to answer a waiting report, and what happens without an answer."""
    league = state.match.league
    coaches = (coach_link(league.slug, team.coach_id, team.coached_by) for team in judges(state, report))
    judge, deadline = next(coaches, ""), deadline_of(report, league)
    if judge:
        text = (
            _("%(coach)s: confirm or dispute the report by %(when)s; after that it counts as confirmed")
            if deadline
            else _("%(coach)s: confirm or dispute the report")
        )
    else:
        text = (
            _("A commissioner: settle the report by %(when)s; after that it counts as confirmed")
            if deadline
            else _("A commissioner: settle the report. No other coach has an account to confirm it")
        )
    return SafeString(text % {"coach": conditional_escape(judge), "when": in_words(deadline) if deadline else ""})


def waiting(state: MatchState) -> list[str]:
    """What the match is waiting for, and from whom."""
    step, names = state.match.state, {side: state.teams[side].name for side in SIDES}
    if step in (Match.State.PRE_MATCH, Match.State.POST_MATCH):
        asked: dict[str, list[str]] = {}
        for question in state.questions():
            asked.setdefault(names[question.side], []).append(
                wording.question(question, state.names, state.ruleset.book).title
            )
        lines = [f"{team}: {', '.join(dict.fromkeys(titles))}" for team, titles in asked.items()]
        return lines + [_("%(team)s: done") % {"team": team} for team in parts_done(state)]
    report = state.report
    if step == Match.State.REPORTED and report is not None:
        return [_judgement(state, report)]
    if step == Match.State.DISPUTED:
        return [_("Either coach: change the report; or a commissioner: settle it")]
    if step == Match.State.PLAYING:
        return [_("Either coach: enter the report")]
    return [_before(match) for match in still_open(state.match)] if step == Match.State.SCHEDULED else []


def _before(match: Match) -> SafeString:
    """That a match has to be finished first."""
    names = {row.side: row.team.name for row in match.sides.all()}
    link = reverse("matches:match", args=[match.public_id])
    return format_html(_('<a href="{}">{}</a> has to be finished first'), link, pairing(names["home"], names["away"]))


def parts_done(state: MatchState) -> list[str]:
    """The names of the teams that have finished their post-match."""
    if state.match.state != Match.State.POST_MATCH:
        return []
    return [state.teams[side].name for side in SIDES if state.outcomes[side].done]
