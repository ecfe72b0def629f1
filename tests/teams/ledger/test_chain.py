"""The hash chain of a journal: what it covers, and what it finds."""

from __future__ import annotations

import pytest

from rules.journal import FanFactorChanged, GoldMoved
from rules.journal.history import Correction
from teams.ledger.audit import audit
from teams.ledger.chain import COLUMNS, links
from teams.models import JournalEntry, JournalLink, Team
from tests.leagues.cast import Cast
from tests.teams import team_builders
from tests.teams.ledger.chain_builders import by_sql, falsify, give_gold


@pytest.fixture
def team(cast: Cast) -> Team:
    made = team_builders.approved_team(cast.league, cast.coach)
    winnings = GoldMoved(amount=50_000, source="winnings", target="treasury")
    team_builders.append_entries(made, winnings, FanFactorChanged(change=1), by=cast.coach)
    return made


def found(team: Team) -> tuple[str, ...]:
    """The differences of the one team."""
    (finding,) = audit()
    assert finding.team == team
    return finding.differences


def won(team: Team) -> JournalEntry:
    return JournalEntry.objects.get(team=team, data__source="winnings")


def test_every_column_of_an_entry_is_chained() -> None:
    """A new column of entries must be added to the chain; it may be null in older rows only."""
    assert set(COLUMNS) == {field.attname for field in JournalEntry._meta.concrete_fields} - {"id"}


def test_entries_are_chained_in_their_order_as_they_are_written(team: Team) -> None:
    rows = list(JournalEntry.objects.filter(team=team).order_by("seq").values(*COLUMNS))
    stored = list(JournalLink.objects.filter(team=team).order_by("seq").values_list("seq", "hash"))
    assert stored == list(zip([row["seq"] for row in rows], links(rows), strict=True))
    assert found(team) == ()


def test_a_correction_extends_the_chain_and_leaves_it_whole(team: Team) -> None:
    before = JournalLink.objects.filter(team=team).count()
    team_builders.append_entries(team, Correction(struck=((won(team).seq, 0),), entries=()))
    assert JournalLink.objects.filter(team=team).count() == before + 1
    assert found(team) == ()


def test_a_treasury_and_its_entry_that_are_falsified_together_are_found(team: Team) -> None:
    entry = won(team)
    give_gold(team, entry, 30_000)
    assert f"entry {entry.seq} is not the one that the chain proves" in found(team)
    assert not [each for each in found(team) if "treasury" in each], "journal and state agree"


def test_only_the_falsified_entry_is_named(team: Team) -> None:
    entry = JournalEntry.objects.get(
        team=team, kind="fan_factor_changed", data__change=1, by__isnull=False, source="test"
    )
    falsify(entry, change=0)
    assert [each for each in found(team) if "chain" in each] == [
        f"entry {entry.seq} is not the one that the chain proves"
    ]


@pytest.mark.parametrize("column", ["source", "at", "by_id", "why"])
def test_who_wrote_an_entry_when_and_why_is_chained_too(team: Team, cast: Cast, column: str) -> None:
    values = {"source": "word", "at": "2020-01-01 00:00:00", "by_id": cast.commissioner.pk, "why": '{"id": "x"}'}
    entry = won(team)
    by_sql(f"UPDATE teams_journalentry SET {column} = %s WHERE id = %s", [values[column], entry.pk])
    assert found(team) == (f"entry {entry.seq} is not the one that the chain proves",)


def test_a_last_entry_that_was_taken_away_is_found(team: Team) -> None:
    last = JournalEntry.objects.filter(team=team).order_by("seq").last()
    assert last is not None
    by_sql("DELETE FROM teams_journalentry WHERE id = %s", [last.pk])
    assert f"the chain has an entry {last.seq}, which is missing" in found(team)


def test_the_chains_of_two_teams_differ_from_their_first_entry(cast: Cast, team: Team) -> None:
    other = team_builders.approved_team(cast.private, cast.other_coach, "Others")
    firsts = JournalLink.objects.filter(team__in=[team, other], seq=1).values_list("hash", flat=True)
    assert len(set(firsts)) == 2
