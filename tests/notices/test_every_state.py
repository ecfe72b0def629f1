"""No state waits for somebody silently: each is declared, and everyone who has something to do has a notice of it.

The states come from the code: every model of a league's rooms with a ``State`` is a machine.
``tests/notices/states.py`` brings each state about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from accounts.models import User
from competitions.dashboard.dashboard import dashboard_of
from notices.extensions import Machine, Silent, kinds, machines, topics
from notices.inbox import things_of
from notices.models import Notice
from notices.telling import follow
from tests.matches.conftest import TwoTeams, shared_two_teams, two_teams
from tests.notices.states import RECORDS, STATES

__all__ = ["shared_two_teams", "two_teams"]

ROOMS = ("leagues", "teams", "matches", "competitions", "news")
OWN_WORK = re.compile(r"^(Continue building|Continue setting up|Start |Play |You have to play|.* by .*: play)")
"""Tasks that nobody else set: what a person has begun themselves, and deadlines that are told of apart."""


def all_states() -> Iterator[tuple[str, str]]:
    """Every state of every machine, as the code declares them."""
    for room in ROOMS:
        for model in apps.get_app_config(room).get_models():
            states: Any = getattr(model, "State", None)
            if isinstance(states, type) and issubclass(states, models.TextChoices):
                yield from ((model._meta.label, str(state)) for state in states)
    yield from (("competitions.Fixture", side) for side in ("", "home", "away"))


def machine(label: str) -> Machine:
    found = machines.get(label)
    assert found is not None, f"{label} has states, but no notices.py declares whom they wait for"
    return found


def test_every_state_is_declared() -> None:
    for label, state in all_states():
        assert state in machine(label).states, f"no notices.py says what the state {state!r} of {label} tells"


def test_no_state_is_declared_that_does_not_exist() -> None:
    known = set(all_states())
    assert [
        (label.model._meta.label, state)
        for label in machines
        for state in label.states
        if (label.model._meta.label, str(state)) not in known
    ] == []


def test_a_silent_state_has_a_reason() -> None:
    for each in machines:
        for told in each.states.values():
            assert len(told.why) > 10 if isinstance(told, Silent) else told


def test_every_state_has_a_scene() -> None:
    missing = set(all_states()) - set(STATES) - RECORDS
    assert not missing, f"tests/notices/states.py does not bring about {sorted(missing)}"


def open_notices(user: User) -> list[tuple[str, str]]:
    """The kinds and pages of what waits for a person."""
    rows = Notice.objects.filter(reader=user, done_at=None).select_related("happening", "reader")
    return [(kind.key, kind.page(thing)) for _notice, kind, thing in things_of(rows) if kind.waits]


def people_of(world: TwoTeams) -> list[User]:
    names = ("commissioner", "coach", "other_coach", "stranger")
    return [User.objects.get(pk=getattr(world.cast, name).pk) for name in names]


@pytest.mark.thorough
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("label", "state"), sorted(set(all_states()) & set(STATES)), ids=lambda part: part or "settled"
)
def test_everyone_a_state_waits_for_is_told(label: str, state: str, two_teams: TwoTeams) -> None:
    thing = STATES[label, state](two_teams)
    found = machine(label)
    assert found.state(thing) == state
    for person in people_of(two_teams):
        told = open_notices(person)
        for task in dashboard_of(person)["to_do"]:
            if not OWN_WORK.match(task["text"]):
                pages = [page for _kind, page in told if page.startswith(task["url"])]
                assert pages, f"{person} has to do “{task['text']}”, and no notice says so: {told}"
    thing = found.things.get(pk=thing.pk) if found.things is not None else thing
    waiting = [kind for kind in found.now(thing) if kind.waits]
    for kind in waiting:
        readers = {each for each in kind.readers(thing) if each is not None}
        noted = Notice.objects.filter(happening__kind=kind.key, happening__thing=thing.pk, done_at=None)
        assert set(noted.values_list("reader", flat=True)) == readers, kind.key
    others = [kind.key for kind in found.kinds if kind.waits and kind not in waiting]
    assert not Notice.objects.filter(happening__kind__in=others, happening__thing=thing.pk, done_at=None).exists(), (
        "what waited in an earlier state has ended"
    )


def rows() -> list[tuple[int, int, bool]]:
    return list(Notice.objects.order_by("pk").values_list("happening", "reader", "done_at"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "key", [("matches.Match", "disputed"), ("teams.Trade", "accepted"), ("matches.Match", "closed")]
)
def test_following_a_state_again_changes_nothing(key: tuple[str, str], two_teams: TwoTeams) -> None:
    thing = STATES[key](two_teams)
    before = rows()
    follow(thing)
    assert rows() == before


@pytest.mark.django_db
def test_every_kind_has_all_its_words(two_teams: TwoTeams) -> None:
    """In all scenes of one world: a placeholder without a word would break the inbox of everybody who is told."""
    for key in (
        ("competitions.Challenge", "offered"),
        ("matches.MatchCorrection", "proposed"),
        ("teams.Trade", "lent"),
    ):
        STATES[key](two_teams)
    subjects = {kind.subject.key: kind.subject for kind in kinds}
    for kind in kinds:
        thing = subjects[kind.subject.key].things.first()
        if thing is not None:
            words = kind.subject.words(thing, two_teams.cast.coach)
            assert str(kind.line) % words and str(kind.text) % words, kind.key


def test_every_topic_has_a_name_and_each_kind_a_topic() -> None:
    assert {kind.topic.key for kind in kinds} == set(topics.keys())
    assert len({str(topic.name) for topic in topics}) == len(topics.keys())
