"""Prepared queries find the rows that their querysets find, whatever they are given and however often."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, Q, QuerySet
from django.test.utils import CaptureQueriesContext

from leagues.models import League, Membership
from tests.leagues.cast import Cast, create_cast
from web import prepared
from web.prepared import Prepared
from web.snapshot_reads import WriteInSnapshot, snapshot

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast() -> Cast:
    return create_cast()


def _named(slug: str) -> QuerySet[League]:
    return League.objects.select_related("change_counter", "ruleset").filter(slug=slug).order_by()[:1]


def _of_people(people: Collection[int], roles: Collection[str]) -> QuerySet[Membership, Any]:
    rows = Membership.objects.filter(Q(user__in=people) | Q(role__in=roles)).order_by("pk")
    return rows.values_list("pk", "league__name", "joined_at")


def _counted(leagues: Sequence[int], least: int) -> QuerySet[Any, Any]:
    rows = League.objects.filter(pk__in=leagues).annotate(people=Count("memberships")).filter(people__gte=least)
    return rows.order_by("pk").values("pk", "people", "name")


def test_the_rows_are_those_of_the_queryset_for_every_shape(cast: Cast) -> None:
    named, people, counted = Prepared(_named), Prepared(_of_people), Prepared(_counted)
    leagues = list(League.objects.order_by("pk"))
    for _again in range(2):
        for slug in (*(league.slug for league in leagues), "no-such-league", "'; --", "%s"):
            (found, expected) = (named(slug), list(_named(slug)))
            assert found == expected
            assert [each.ruleset.edition for each in found] == [each.ruleset.edition for each in expected]
        users = [user.pk for user in (cast.coach, cast.commissioner, cast.stranger, cast.other_coach, cast.staff)]
        for length in range(6):
            for roles in ([], ["coach"], ["coach", "commissioner"], ["no role"]):
                assert people(users[:length], roles) == list(_of_people(users[:length], roles)), (length, roles)
        for least in (0, 1, 3):
            for some in ([], leagues[:1], leagues):
                keys = [league.pk for league in some]
                assert counted(keys, least) == list(_counted(keys, least))


def test_each_call_reads_the_rows_of_now_and_gives_objects_of_its_own(cast: Cast) -> None:
    named = Prepared(_named)
    (first,) = named(cast.league.slug)
    League.objects.filter(pk=cast.league.pk).update(name="Renamed")
    (second,) = named(cast.league.slug)
    assert (first.name, second.name) == (cast.league.name, "Renamed") and first is not second


def test_the_sql_is_written_once_for_a_shape(cast: Cast) -> None:
    written = []

    def build(people: Collection[int]) -> QuerySet[Membership]:
        written.append(len(people))
        return Membership.objects.filter(user__in=people)

    rows = Prepared(build)
    for length in (1, 2, 3, 4, 3, 4, 1):
        rows(range(1, length + 1))
    assert written == [1, 2, 4], "a list of three is filled up to four"
    many = range(1, prepared.LONGEST + 2)
    assert rows(many) == list(build(many)) and written[-2:] == [len(many)] * 2


def test_few_shapes_are_kept(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepared, "MOST", 2)
    rows = Prepared(_of_people)
    for length in (1, 2, 4, 8, 1):
        assert rows([cast.coach.pk] * length, ["coach"]) == list(_of_people([cast.coach.pk], ["coach"]))


def test_a_query_counts_and_is_refused_as_any_other(cast: Cast) -> None:
    named = Prepared(_named)
    with CaptureQueriesContext(connection) as queries:
        named(cast.league.slug)
        named(cast.league.slug)
    assert len(queries) == 2
    locked = Prepared(lambda slug: League.objects.select_for_update().filter(slug=slug))
    if connection.features.has_select_for_update:
        with snapshot(), pytest.raises(WriteInSnapshot):
            locked(cast.league.slug)


def test_what_is_given_must_be_compared(cast: Cast) -> None:
    for build in (lambda slug: League.objects.all(), lambda slug: League.objects.filter(slug__contains=slug)):
        with pytest.raises(AssertionError):
            Prepared(build)("old")


def test_none_is_refused_alone_and_in_a_list(cast: Cast) -> None:
    people = Prepared(_of_people)
    for given in ((None, ["coach"]), ([1, None], ["coach"]), ([None], []), ([1, *[None] * prepared.LONGEST], [])):
        with pytest.raises(TypeError, match="with None"):
            people(*given)


def test_a_query_that_reads_more_rows_is_refused(cast: Cast) -> None:
    with pytest.raises(AssertionError, match="prefetch_related"):
        Prepared(lambda slug: League.objects.filter(slug=slug).prefetch_related("memberships"))(cast.league.slug)


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_share_what_is_prepared(cast: Cast) -> None:
    named, slug = Prepared(_named), cast.league.slug

    def read(_each: int) -> list[str]:
        try:
            return [league.name for _time in range(5) for league in named(slug)]
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        assert all(names == [cast.league.name] * 5 for names in threads.map(read, range(6)))
    connection.close()
    assert [league.name for league in named(slug)] == [cast.league.name], "after the connection was opened again"


def test_rows_have_the_shape_that_was_asked_for(cast: Cast) -> None:
    own = League.objects.filter(pk=cast.league.pk)
    shapes: tuple[Callable[[], QuerySet[Any, Any]], ...] = (
        lambda: own.values_list("name", flat=True),
        lambda: own.values_list("public", "created_at", "ruleset__values"),
        lambda: own.values("pk", people=Count("memberships")),
        lambda: own.select_related("ruleset").annotate(people=Count("memberships")).defer("name"),
        lambda: own.filter(memberships__left_at__isnull=True).distinct().order_by("memberships__joined_at"),
    )
    for shape in shapes:
        found, expected = Prepared(shape)(), list(shape())
        assert found == expected and [type(each) for each in found] == [type(each) for each in expected]
        assert [getattr(each, "people", None) for each in found] == [getattr(each, "people", None) for each in expected]


def test_in_a_snapshot_it_reads_and_counts_the_same(cast: Cast) -> None:
    people, given = Prepared(_of_people), ([cast.coach.pk, cast.staff.pk], ["commissioner", "it's 100 %", "%s"])
    expected = list(_of_people(*given))
    with snapshot():
        assert people(*given) == expected
        with CaptureQueriesContext(connection) as queries:
            assert people(*given) == expected
    assert len(queries) == 1 and people(*given) == expected
