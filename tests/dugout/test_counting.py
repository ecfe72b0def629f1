"""Each change of what a league's pages show raises the league's counter, wherever it is written."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import connection, models

from accounts.account_deletion import delete_account
from accounts.models import User
from dugout.counting import (
    PRESENT,
    ROOMS,
    UNCOUNTED,
    before_migrations,
    counted,
    start_counting,
    stop_counting,
)
from leagues import log
from leagues.models import ChangeCounter, League, Membership
from matches.models import Match
from teams.models import Player
from tests.leagues.cast import Cast, create_cast, create_league, create_user
from tests.matches.match_builders import scheduled_match
from tests.teams.team_builders import team_from_list

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return create_cast()


def count(league: League) -> int:
    return ChangeCounter.objects.get(league=league).count


def triggers() -> list[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute(PRESENT[connection.vendor])
        return sorted(cursor.fetchall())


def test_every_model_of_a_league_is_counted_or_says_why_not() -> None:
    named = {model._meta.label_lower for model in apps.get_models() if model._meta.app_label in ROOMS}
    assert named >= UNCOUNTED.keys()
    assert {model._meta.label_lower for model in counted()} >= named - UNCOUNTED.keys()


def test_every_way_leads_along_foreign_keys_to_the_league() -> None:
    for model, way in counted().items():
        here: type[models.Model] = model
        for link in way:
            field = next(field for field in here._meta.concrete_fields if field.column == link.column)
            here = field.remote_field.model
            assert (here._meta.db_table, field.target_field.column) == (link.table, link.target)
        assert here is League


def test_every_kind_of_write_counts_for_its_league_alone(cast: Cast) -> None:
    other = create_league("Another", by=cast.commissioner)
    home = team_from_list(cast.league, cast.coach, "Home", "Orc")
    away = team_from_list(cast.league, cast.other_coach, "Away", "Human")
    match = scheduled_match(home, away)
    player = Player.objects.filter(team=home).first()
    assert player is not None

    def raw_sql() -> None:
        with connection.cursor() as cursor:
            cursor.execute("UPDATE teams_player SET name = 'Someone' WHERE id = %s", [player.pk])

    writes: dict[str, Callable[[], object]] = {
        "update of rows": lambda: Player.objects.filter(team=away).update(name="Nobody"),
        "save": player.save,
        "insert": lambda: scheduled_match(home, away),
        "delete": lambda: Membership.objects.filter(league=cast.league, user=cast.coach).delete(),
        "SQL": raw_sql,
        "the league itself": lambda: League.objects.filter(pk=cast.league.pk).update(description="New"),
        "a match": lambda: Match.objects.filter(pk=match.pk).update(state=match.state),
    }
    same = count(other)
    for name, write in writes.items():
        before = count(cast.league)
        write()
        assert count(cast.league) > before, name
    assert count(other) == same


def test_a_new_name_counts_in_all_leagues_of_the_person_and_a_sign_in_in_none(cast: Cast) -> None:
    other = create_league("Another", by=cast.commissioner)
    mine, others = count(cast.league), count(other)
    User.objects.filter(pk=cast.coach.pk).update(display_name="Somebody else")
    assert count(cast.league) > mine
    mine = count(cast.league)
    cast.coach.save(update_fields=["last_login"])
    assert (count(cast.league), count(other)) == (mine, others)


def test_site_staff_who_delete_their_account_or_stepped_down_count_where_they_acted(cast: Cast) -> None:
    other = create_league("Another", by=cast.commissioner)
    log.record(log.CHANGED, league=cast.league, by=cast.staff)
    before = (count(cast.league), count(other))
    delete_account(cast.staff)
    assert count(cast.league) > before[0] and count(other) > before[1]
    former = create_user("former")
    log.record(log.CHANGED, league=cast.league, by=former)
    before = (count(cast.league), count(other))
    User.objects.filter(pk=former.pk).update(display_name="Somebody else")
    assert count(cast.league) > before[0] and count(other) == before[1]


def test_triggers_are_created_again_when_one_is_missing_or_different() -> None:
    wanted = triggers()
    assert len(wanted) > 40
    stop_counting()
    assert triggers() == []
    start_counting()
    assert triggers() == wanted


def test_nothing_is_counted_during_migrations_but_all_leagues_have_changed_after_them(cast: Cast) -> None:
    before = count(cast.league)
    before_migrations(plan=())
    assert count(cast.league) == before
    before_migrations(plan=[("a migration", False)])
    assert count(cast.league) == before + 1
    assert triggers() == []
