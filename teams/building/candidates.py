"""A submitted team, new or imported, as its coach and the commissioner see it."""

from __future__ import annotations

from typing import Any

from teams.asking.page import answered
from teams.building import drafting, drafts, elsewhere, own_rules, page
from teams.building.elsewhere_page import shown_arrival
from teams.building.founding import asker_of
from teams.building.other_book import shown_origin
from teams.models import Team


def shown(team: Team) -> dict[str, Any]:
    """The context of `building/_candidate.html`: the team checked by the current rules. Reads ``team.league``.

    Raises ``Refusal`` for a draft that cannot be checked.
    """
    rules = team.founding_rules
    if team.from_elsewhere:
        arrival = shown_arrival(rules, elsewhere.team_file_of(team))
        return {"judgement": arrival, "sheet": arrival.sheet, "origin": shown_origin(team)}
    draft = drafting.draft_of(team)
    drafts.check(draft, rules.book)
    return {
        "judgement": page.judgement(rules, draft),
        "own_rules": own_rules.shown(team),
        "line_up": page.line_up(draft),
        "goods": page.chosen_goods(rules, draft),
        "answered": answered(asker_of(rules, team)),
    }
