"""The request that changes an earlier result works out what goes on from it: no reader waits, in no process."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache

from competitions.dashboard.drawn_at_once import work_out_past
from competitions.models import Competition
from competitions.standings.standings import results_changed
from leagues.models import League
from matches.extensions import past_changed
from matches.models import Match
from news.happenings.headlines import HEADLINES
from stats.after_corrections import GOING_ON
from stats.played import held
from stats.played.held import forget
from stats.played.kept import Figure
from stats.played.scope import whole
from tests.competitions.competition_builders import decide_match, matches_of
from tests.stats.old_results import Nothing, annul, correct, first_of
from web.snapshot_reads import snapshot

pytestmark = pytest.mark.django_db


def read(division: Competition) -> dict[str, Any]:
    with snapshot():
        league = League.objects.select_related("change_counter", "ruleset").get(pk=division.season.league_id)
        found = {figure.name: figure.of(whole(league)) for figure in GOING_ON}
        return found | {"headlines": HEADLINES.of(whole(league, friendlies=True))}


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("change", [correct, annul])
@pytest.mark.parametrize("process", ["this", "another"])
def test_the_next_reader_finds_worked_out_what_goes_on_from_an_earlier_match(
    division: Competition,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
    change: Any,
    process: str,
) -> None:
    before = read(division)
    with django_capture_on_commit_callbacks(execute=True):
        match = Match.objects.get(pk=first_of(division))
        change(division)
        results_changed([division.pk])
        past_changed.call([match])
    if process == "another":
        forget()
    monkeypatch.setattr(Figure, "_worked_out", None)
    assert read(division) != before


def test_a_process_that_holds_older_figures_goes_on_from_those_of_the_request(
    division: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when there was another result since."""
    before = read(division)
    older = dict(held._held)
    correct(division)
    results_changed([division.pk])
    work_out_past([division.pk], [first_of(division)])
    later = next(each for each in matches_of(division) if each.match and each.match.state not in Match.PLAYED)
    decide_match(later, 1, 0)
    results_changed([division.pk])
    forget()
    held._held.update(older)
    gone: dict[str, Any] = {}
    last_of = Figure._last

    def last_seen(figure: Figure[Any], place: str, mine: Any, signs: Any) -> Any:
        found = last_of(figure, place, mine, signs)
        gone[figure.name] = signs.since(found.signs)[1]
        return found

    monkeypatch.setattr(Figure, "_last", last_seen)
    found = read(division)
    monkeypatch.undo()
    assert {name: gone[name] for name in before} == dict.fromkeys(before, frozenset())
    cache.clear()
    forget()
    assert {name: records_of(each) for name, each in found.items()} == {
        name: records_of(each) for name, each in read(division).items()
    }


def test_what_was_worked_out_is_what_a_reader_would_work_out(division: Competition) -> None:
    read(division)
    correct(division)
    results_changed([division.pk])
    work_out_past([division.pk], [first_of(division)])
    found = read(division)
    cache.clear()
    forget()
    assert {name: records_of(each) for name, each in found.items()} == {
        name: records_of(each) for name, each in read(division).items()
    }


def records_of(value: Any) -> Any:
    """Without the way in which it was come by."""
    if hasattr(value, "courses"):
        return value.matches, {who: list(each) for who, each in value.courses.items()}
    return getattr(value, "records", value)


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("earlier", ["match", "decision", "friendly"])
def test_what_goes_on_is_worked_out_for_matches_alone(
    division: Competition, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch, earlier: str
) -> None:
    """Not for a decision, a draw or a change of the set-up, even if nothing is kept; a friendly makes headlines."""
    done: list[str] = []
    monkeypatch.setattr("stats.after_corrections.GOING_ON", GOING_ON[:1])
    monkeypatch.setattr(Figure, "of", lambda figure, _scope: done.append(figure.name))
    monkeypatch.setattr("stats.after_corrections.pictures.of_competition", lambda _competition: Nothing)
    monkeypatch.setattr("stats.after_corrections.totals_in", lambda _scope: None)
    monkeypatch.setattr("stats.after_corrections._parts", lambda *_given: ())
    monkeypatch.setattr("stats.after_corrections._addresses", lambda *_given: ())
    monkeypatch.setattr("news.front.kept_list", lambda _league: done.append("news") or Nothing)
    match = Match.objects.get(pk=first_of(division))
    if earlier == "friendly":
        match.fixture.delete()
    with django_capture_on_commit_callbacks(execute=True):
        if earlier == "decision":
            results_changed([division.pk])
        else:
            past_changed.call([match])
    figures = {"decision": [], "friendly": [], "match": [GOING_ON[0].name, "records"]}
    assert sorted(done) == sorted([*figures[earlier], *(["news"] if earlier != "decision" else [])])


def test_figures_that_grew_by_a_new_result_stay_in_their_process(
    division: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one adds it to what it has, which takes less than to read the figure from the cache."""
    read(division)
    later = next(each for each in matches_of(division) if each.match and each.match.state not in Match.PLAYED)
    decide_match(later, 1, 0)
    results_changed([division.pk])
    read(division)
    forget()
    monkeypatch.setattr(Figure, "_worked_out", None)
    with pytest.raises(TypeError):
        read(division)


def test_a_fault_in_working_out_costs_nobody_the_correction(
    division: Competition,
    served: None,
    django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_given: object) -> None:
        raise RuntimeError("made up")

    monkeypatch.setattr("stats.after_corrections.pictures.of_competition", fails)
    with django_capture_on_commit_callbacks(execute=True):
        correct(division)
        results_changed([division.pk])
    assert Competition.objects.get(pk=division.pk).standings_version > division.standings_version
