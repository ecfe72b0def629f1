"""Simulated seasons of every edition come to their end, and page and command follow only what its book has."""

from __future__ import annotations

import re
import uuid

import pytest

from jobs.models import Job, State
from jobs.runner import run_waiting
from rules.book.edition import Edition
from rules.simulation.economy import Plan, Setting, Tally, curves, measures, play_plan
from tests.editions.every import EVERY, registered
from tests.leagues.cast import create_user, signed_in
from tests.second_edition import MARKET

every_edition = pytest.mark.parametrize("edition", EVERY, ids=lambda edition: edition.key)


@pytest.mark.parametrize("edition", [*EVERY, MARKET], ids=lambda edition: edition.key)
def test_seasons_are_played_to_their_end(edition: Edition) -> None:
    with registered(edition):
        setting, plan, tally = Setting(edition=edition.key), Plan(teams=4, rounds=6, seasons=2), Tally()
        for _place, one in play_plan([setting], plan):
            tally.add(one)
        for curve in curves(setting.ruleset(), plan, tally):
            assert len(curve.spreads) == plan.rounds + 1


@every_edition
def test_what_a_book_lacks_is_not_followed(edition: Edition) -> None:
    with registered(edition):
        followed = {measure.key: measure for measure in measures(Setting(edition=edition.key).ruleset())}
    book = edition.book
    assert followed.keys() - {"players", "gains", "deaths"} == {*book.purses, *(["worth"] if book.worth else [])}
    assert [followed[key].name for key in book.purses] == [purse.name for purse in book.purses.values()]
    if book.worth:
        assert followed["worth"].name == book.worth.name


@pytest.mark.django_db
@pytest.mark.once
@every_edition
def test_a_person_simulates_it_beside_another_book(edition: Edition) -> None:
    with registered(edition):
        client = signed_in(create_user("olga"))
        form = client.get("/simulations/new/", {"edition": edition.key, "against": EVERY[0].key}).context["form"]
        typed = {
            bound.html_name: bound.value()
            for each in form.settings
            for bound in each
            if bound.value() is not None and bound.value() is not False
        }
        plan = {"teams": 2, "rounds": 2, "seasons": 10, "seed": 1, "edition": edition.key, "against": EVERY[0].key}
        answer = client.post("/simulations/new/", {**typed, **plan, "command_id": uuid.uuid4()})
        assert answer.status_code == 302, re.findall(r'class="invalid-feedback".*?</', answer.content.decode())
        run_waiting()
        job = Job.objects.get()
        assert job.state == State.DONE, (job.error, job.trace)
        page = client.get(f"/simulations/{job.public_id}/").content.decode()
        rules = [Setting(edition=each.key).ruleset() for each in (edition, EVERY[0])]
        for measure in (measure for each in rules for measure in measures(each)):
            assert f'<h2 id="chart-{measure.key}">{measure.name}</h2>' in page
