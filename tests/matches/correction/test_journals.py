"""The journals that a correction reads: held by the process, and never an older one."""

from __future__ import annotations

import pytest
from django.db import transaction

from matches.correction.journals import rows_of
from rules.journal.history import as_true
from tests.matches.conftest import TwoTeams
from tests.teams import team_builders


def test_a_journal_is_read_once(two_teams: TwoTeams, django_assert_num_queries) -> None:
    team = two_teams.home
    first = rows_of([team])[team.pk]
    with django_assert_num_queries(1):
        assert rows_of([team])[team.pk] is first
    with django_assert_num_queries(2):
        assert set(rows_of([team, two_teams.away])) == {team.pk, two_teams.away.pk}


def test_a_journal_with_a_new_entry_is_read_again(two_teams: TwoTeams) -> None:
    team = two_teams.home
    before = as_true(rows_of([team])[team.pk].records)
    team_builders.add_gold(team, 10_000)
    assert as_true(rows_of([team])[team.pk].records).treasury == before.treasury + 10_000


def test_what_a_preview_wrote_is_not_read_after_it(two_teams: TwoTeams) -> None:
    team = two_teams.home
    before = rows_of([team])[team.pk]
    with transaction.atomic():
        team_builders.add_gold(team, 10_000)
        assert len(rows_of([team])[team.pk]) == len(before) + 1
        transaction.set_rollback(True)
    assert rows_of([team])[team.pk] == before
    team_builders.add_gold(team, 20_000)
    gained = as_true(rows_of([team])[team.pk].records).treasury - as_true(before.records).treasury
    assert gained == 20_000, "it has the same number as the entry that was rolled back"


@pytest.mark.django_db
def test_of_no_team_nothing_is_read() -> None:
    assert rows_of([]) == {}
