"""A match under way keeps the rules that it was opened with, whatever happens to the league's rules or the book."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import pytest

from leagues import services
from leagues.models import League, Ruleset
from matches.models import Match
from matches.sequence.sequences import MatchState
from rules import editions
from rules.book.rows.options import Option
from tests.leagues import cast as casting
from tests.matches import match_builders
from tests.teams import team_builders

pytestmark = [pytest.mark.once, pytest.mark.django_db]


def match_in(league: League, cast: casting.Cast) -> Match:
    """A match in its pre-match."""
    home = team_builders.team_from_list(league, cast.coach, "Home Orcs", "Orc")
    away = team_builders.team_from_list(league, cast.other_coach, "Away Orcs", "Orc")
    return match_builders.opened_match(home, away)


def test_a_match_keeps_the_house_rules_that_it_was_opened_with() -> None:
    cast = casting.create_cast()
    match, league = match_in(cast.league, cast), cast.league
    before = match.ruleset.rules().house
    services.change_house_rules(
        league=league,
        by=cast.commissioner,
        expected=league.ruleset_id,
        options={"mvp": "coach", "card_budget": 150_000},
    )
    league.refresh_from_db()
    state = MatchState(Match.objects.get(pk=match.pk))
    assert state.ruleset.house == before and state.ruleset.house["mvp"] == "random"
    assert league.ruleset.rules().house["mvp"] == "coach"
    match_builders.answer_all(match, by=cast.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=1)
    assert {question.kind for question in MatchState(match).questions() if question.label == "mvp"} == {"draw"}


def test_rules_that_were_stored_before_an_option_existed_have_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = casting.create_cast()
    match = match_in(cast.league, cast)
    edition = editions.edition(match.ruleset.edition)
    option = Option(
        name="rain_check",
        type="boolean",
        default=True,
        label="Rain check",
        help="None.",
        part="pitch",
        page=21,
        rule="P1",
    )
    book = replace(
        edition.book, revision="later", options=MappingProxyType({**edition.book.options, "rain_check": option})
    )
    monkeypatch.setattr(editions, "EDITIONS", (replace(edition, book=book), *editions.EDITIONS[1:]))
    stored = Ruleset.objects.get(pk=match.ruleset_id)
    assert "rain_check" not in stored.values and stored.revision != book.revision
    assert stored.rules().house["rain_check"] is True
    state = match_builders.answer_all(match, by=cast.coach)
    assert state.match.state == Match.State.PLAYING
