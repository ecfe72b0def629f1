"""The form of a report asks what the book declares of an injury, reads it, shows it again, and tells it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from matches.models import Match
from matches.report.form.fields import values_of
from matches.report.form.injury_fields import asked
from matches.report.score_sheet import treatment_words
from matches.sequence import opening
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.book.edition import Edition
from rules.sequence.sequence import SIDES
from rules.sheet.match import Injury, Pair, SideReport
from rules.simulation.random_matches import random_match
from tests.editions.every import EVERY, MADE_UP, registered
from tests.editions.league import founded
from tests.editions.pages.on_pages import answer_on_pages
from tests.editions.seasons import name_of
from tests.leagues.cast import create_cast, signed_in
from tests.matches.forms import visit

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.mark.parametrize("edition", EVERY, ids=name_of)
def test_a_report_with_injuries_is_typed_and_shown_again(edition: Edition) -> None:
    with registered(*MADE_UP):
        cast = create_cast()
        found = founded(edition, cast)
        match = opening.open_match(match=found.league_match, by=cast.coach)
        browsers = {side: signed_in(match.sides.get(side=side).team.coach) for side in SIDES}
        answer_on_pages(match, browsers, random.Random(3))
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        report = with_injuries(state)
        page = visit(browsers["home"], f"/matches/{match.public_id}/report/")
        typed = {name: value for name, value in values_of(state, report).items() if value}
        assert page.press("Send report", **typed).status == 200
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        assert state.reported is not None, page.text[:2000]
        for side in SIDES:
            assert told(state, state.reported.sides.of(side)) == told(state, report.sides.of(side))
        again = visit(browsers["home"], f"/matches/{match.public_id}/report/").form_with("Send report")
        for name, value in typed.items():
            if name.startswith("injury."):
                assert again.fields[name] == [value], name


def with_injuries(state: MatchState) -> Reported:
    """An invented report with injuries, some of which were treated."""
    for seed in range(200):
        hands = Pair(home=state.hand("home"), away=state.hand("away"))
        invented = random_match(
            random.Random(seed), state.ruleset, state.sheets, bought=state.bought, hands=hands, terms=state.terms
        )
        hurt = [injury for side in SIDES for injury in invented.reports.of(side).injuries]
        named = Reported(home=invented.reports.home, away=invented.reports.away, result=invented.result)
        if len(hurt) > 2 and not invented.result.conceded_by and not any(invented.reports.of(s).cards for s in SIDES):
            return named
    raise AssertionError("nobody was hurt in two hundred matches")


def told(state: MatchState, report: SideReport) -> list[tuple[Injury, str]]:
    """The injuries of a side without what only the program knows, and what is told of their treatment."""
    fields = asked(state.ruleset.book)
    return [
        (
            replace(injury, values=()),
            treatment_words(state.ruleset, injury) + str([injury.value(each.key) for each in fields]),
        )
        for injury in report.injuries
    ]
