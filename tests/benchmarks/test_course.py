"""The benchmark with small numbers: it measures what it says, and queries do not depend on the size."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from benchmarks.course import Found, Scale, run
from benchmarks.pages import LEFT_OUT, MORE_QUERIES, MOST_QUERIES, Pages, routes
from benchmarks.visits import AHEAD, CHANGED, FIGURES, OF_COMMISSIONER, UNCHANGED, VISITED, WITH_RESULTS
from benchmarks.visits import MOST_QUERIES as VISIT_QUERIES
from matches.models import MatchCorrection
from web.policy import POLICY

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.costly]

SMALLEST = Scale(rounds=1, teams=8, matches=20, left_open=8, times=1, visits=1, warm=0)


@pytest.fixture(scope="module")
def said() -> list[str]:
    """What the benchmark prints."""
    return []


@pytest.fixture(scope="module")
def found(django_db_setup: None, django_db_blocker: DjangoDbBlocker, said: list[str]) -> Iterator[Found]:
    """One run for all tests here, which is rolled back."""
    around = transaction.atomic()
    around._from_testcase = True  # as in Django's TestCase: transactions inside may ask to be durable
    with django_db_blocker.unblock(), around:
        yield run(SMALLEST, said.append)
        transaction.set_rollback(True)


def measured(pages: Pages) -> dict[str, int]:
    return {line.name: line.queries for line in pages.lines}


def test_every_page_is_measured_or_named_as_left_out(found: Found) -> None:
    assert {route for route, _parts in routes()} == {*measured(found.demo), *LEFT_OUT, *found.demo.post_only}
    assert found.demo.unseen == []
    assert {"matches:report", "matches:post_match", "teams:build", "home"} <= set(measured(found.demo))


def test_the_large_league_shows_the_same_pages(found: Found) -> None:
    assert measured(found.large).keys() == measured(found.demo).keys()
    assert not found.large.unseen


def test_pages_that_are_left_out_exist(found: Found) -> None:
    assert set(LEFT_OUT) <= set(POLICY)


def test_no_page_takes_more_queries_for_a_larger_league(found: Found) -> None:
    assert measured(found.large) == measured(found.demo)


def test_no_page_takes_more_than_thirteen_queries(found: Found) -> None:
    taken = measured(found.large)
    assert {name: taken[name] for name in taken if taken[name] > MORE_QUERIES.get(name, MOST_QUERIES)} == {}
    assert MOST_QUERIES == 13


def test_a_visit_takes_at_most_four_queries_until_something_changes(found: Found) -> None:
    for lines in found.visits:
        visits = [line for line in lines if OF_COMMISSIONER not in line.name]
        unchanged = [line for line in visits if line.name.endswith(UNCHANGED)]
        assert {line.name for line in unchanged if line.queries is None or line.queries > VISIT_QUERIES} == set()
        ahead = [line for line in visits if line.name.endswith(AHEAD)]
        assert {line.name for line in ahead if line.queries is None or line.queries > VISIT_QUERIES} == set()
        assert len(ahead) == len(WITH_RESULTS + FIGURES)
        assert VISIT_QUERIES == 4 and len(unchanged) == len(VISITED)


def test_no_visit_takes_more_queries_for_a_larger_league(found: Found) -> None:
    demo, large = ({line.name: line.queries for line in lines} for lines in found.visits)
    assert demo == large
    assert any(demo[f"{route}, {CHANGED}"] > demo[f"{route}, {UNCHANGED}"] for route in VISITED)


def test_a_whole_match_is_timed_from_its_report_to_its_close(found: Found) -> None:
    after, before = found.played
    assert len(after.times) == len(before.times) == 5
    assert all(processor > 0 for processor in after.processor)


def test_an_old_match_is_corrected_and_everything_is_rolled_back(found: Found) -> None:
    [line] = [line for line in found.work if line.name.startswith("correcting a match")]
    assert line.name == "correcting a match 2 rounds back" and line.queries
    assert not MatchCorrection.objects.filter(state=MatchCorrection.State.ACCEPTED).exists()


def test_it_prints_a_line_for_everything_measured(found: Found, said: list[str]) -> None:
    lines = [*found.played, *found.demo.lines, *found.large.lines, *found.visits[0], *found.work]
    assert all(any(row.endswith(f"  {line.name}") for row in said) for line in lines)
    assert any("processor" in row for row in said)
