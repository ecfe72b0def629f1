"""The facts of a match: stored with it, shown to those who may know them, corrected, and carried to later matches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from leagues import services
from matches.models import Match
from matches.sequence import annulling
from matches.sequence.match_facts import stored
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from rules import editions
from rules.book.rows.shape import FactKind
from rules.book.rows.words import StepWords
from rules.journal import GoldMoved
from rules.match_day.pre_match import PreMatch
from rules.match_day.run import Run
from rules.sequence.sequence import SIDES
from rules.sheet.match import Fact
from teams.models import JournalEntry, Team, TeamState
from tests.leagues.cast import Cast, add_member, create_cast, signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_builders import assert_journals_agree
from tests.matches.correction.two_team_corrections import (
    accept_correction,
    answer_everything,
    begin_changed,
    decide_findings,
    send_report,
)
from tests.rules.build import PBBL
from tests.teams import team_builders

KINDS = {
    "offering": FactKind(key="offering", name="Offering", scope="side", unit="gp", page=9, after_match=True),
    "blessing": FactKind(key="blessing", name="Blessed", scope="player", page=9, matches=2),
    "omen": FactKind(key="omen", name="Omen", scope="side", page=9),
    "debt": FactKind(key="debt", name="Debt", scope="side", page=9, matches=1),
}


def pray(state: PreMatch) -> None:
    """Each side sets gold aside; the home side's first player is blessed, once; each has an omen of its own."""
    for side in SIDES:
        state.record(side, GoldMoved(amount=10_000, source="treasury", target="offering"))
        state.state(Fact(key="offering", side=side, amount=10_000))
        state.state(Fact(key="omen", side=side, amount=7, audience=side))
    if not state.all_facts[: len(state.known)]:
        state.state(Fact(key="blessing", side="home", player=state.sheet("home").players[0].player))


def give_thanks(run: Run) -> None:
    """The offering comes back, and the side is in debt in its next match."""
    for fact in run.facts("offering", run.side):
        run.record(GoldMoved(amount=fact.amount, source="offering", target="treasury"))
    run.state(Fact(key="debt", side=run.side, amount=run.match.reports.of(run.side).score))


def pious() -> editions.Edition:
    """The first edition, with a step before and a step after its matches."""
    edition = PBBL.edition
    steps = {name: StepWords(key=name, name=name, quiet=True) for name in ("pray", "give_thanks")}
    words = replace(edition.book.words, steps={**edition.book.words.steps, **steps})
    return replace(
        edition,
        book=replace(edition.book, key="pious-1", name="Pious Rules", facts=KINDS, words=words),
        pre_match=(("pray", pray), *edition.pre_match),
        post_match=(*edition.post_match, ("give_thanks", give_thanks)),
    )


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


@pytest.fixture
def teams(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> tuple[Team, Team]:
    """Two teams of a league with this edition."""
    monkeypatch.setattr(editions, "EDITIONS", (*editions.EDITIONS, pious()))
    details = services.Details(name="Temple League")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition="pious-1", options={})
    for coach in (cast.coach, cast.other_coach):
        add_member(cast.league, coach)
    return (
        team_builders.approved_team(cast.league, cast.coach, "Monks", by=cast.commissioner),
        team_builders.approved_team(cast.league, cast.other_coach, "Nuns", by=cast.commissioner),
    )


def reread(match: Match) -> Match:
    return Match.objects.select_related("league", "ruleset").get(pk=match.pk)


def told(match: Match) -> list[tuple[str, str | None, int, int]]:
    return sorted((fact.key, fact.side, fact.amount, fact.left) for fact in stored(reread(match)))


def test_facts_are_stored_with_the_match_and_read_after_it(teams: tuple[Team, Team], cast: Cast) -> None:
    match = match_builders.ready_match(*teams)
    assert {key for key, _side, _amount, _left in told(match)} == {"offering", "omen", "blessing"}
    before = TeamState.objects.get(team=teams[0]).treasury
    match = match_builders.confirm_match(match, home=2)
    match_builders.answer_all(match, by=cast.coach)
    assert ("debt", "home", 2, 1) in told(match)
    entries = JournalEntry.objects.filter(team=teams[0], kind=GoldMoved.kind).values_list("data", flat=True)
    assert [data["amount"] for data in entries if data["source"] == "offering"] == [10_000]
    assert TeamState.objects.get(team=teams[0]).treasury >= before + 10_000
    assert_journals_agree()


def test_the_match_shows_the_facts_that_everybody_may_know(teams: tuple[Team, Team], cast: Cast) -> None:
    match = match_builders.ready_match(*teams)
    page = signed_in(cast.coach).get(reverse("matches:match", args=[match.public_id])).content.decode()
    table = signed_in(cast.coach).get(reverse("matches:at_the_table", args=[match.public_id])).content.decode()
    for shown in (page, table):
        assert "Offering" in shown and "Blessed: No. 1" in shown
        assert "Omen" not in shown
    figures = dict(match_sheet(MatchState(match, coaches=True)).sides[0].figures)
    assert figures["Offering"] == "10k" and "Omen" not in figures


def test_whom_a_fact_is_about_stands_where_its_amount_would_say_nothing(
    teams: tuple[Team, Team], cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "blessing", replace(KINDS["blessing"], effect="Re-rolls every one."))
    match = match_builders.ready_match(*teams)
    page = signed_in(cast.coach).get(reverse("matches:match", args=[match.public_id])).content.decode()
    assert '<dt>Blessed</dt><dd><span class="amount">No. 1' in page and "Re-rolls every one." in page


def test_a_correction_keeps_facts_from_before_and_states_those_after_again(
    teams: tuple[Team, Team], cast: Cast
) -> None:
    match = match_builders.closed_match(*teams, home=1)
    kept = [fact for fact in told(match) if fact[0] != "debt"]
    both = TwoTeams(cast, *teams)
    made = send_report(begin_changed(both, reread(match)), home=3)
    accept_correction(both, decide_findings(answer_everything(made)))
    assert [fact for fact in told(match) if fact[0] != "debt"] == kept
    assert ("debt", "home", 3, 1) in told(match)
    assert_journals_agree()


def test_a_fact_of_several_matches_goes_with_the_team(teams: tuple[Team, Team]) -> None:
    monks, nuns = teams
    match_builders.closed_match(monks, nuns, home=1)
    second = match_builders.opened_match(nuns, monks)
    assert told(second) == [("blessing", "away", 1, 1), ("debt", "away", 1, 0), ("debt", "home", 0, 0)]
    match_builders.answer_all(second, by=nuns.coach)
    second = match_builders.confirm_match(reread(second), home=0)
    match_builders.answer_all(second, by=nuns.coach)
    third = match_builders.opened_match(monks, nuns)
    assert [fact for fact in told(third) if fact[0] == "blessing"] == [("blessing", "home", 1, 0)]


def test_a_match_that_is_called_off_has_no_facts(teams: tuple[Team, Team], cast: Cast) -> None:
    match = match_builders.ready_match(*teams)
    match = annulling.call_off(match=match, by=cast.commissioner, reason="Rain.")
    assert reread(match).facts == {}
    assert TeamState.objects.get(team=teams[0]).treasury == 40_000
    assert_journals_agree()
