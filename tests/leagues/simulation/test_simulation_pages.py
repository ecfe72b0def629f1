"""Simulations: the form, its limits, who sees a result, what it shows, the file of figures, asking again."""

import csv
import json
import re
import uuid
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from jobs.models import Job, JobResult, State
from jobs.runner import run_waiting
from leagues.simulation import job as job_module
from leagues.simulation import services
from rules.editions import EDITIONS
from rules.simulation import simulation
from tests.leagues.cast import create_user, signed_in

pytestmark = pytest.mark.django_db

FORM = "/simulations/new/"
SMALL = {"teams": 4, "rounds": 2, "seasons": 10, "seed": 1}
BOOK = EDITIONS[0].book


@pytest.fixture
def olga() -> User:
    return create_user("olga")


def defaults(prefix: str) -> dict[str, Any]:
    """The fields of a setting as the form shows them at first."""
    return {
        f"{prefix}-option_{option.name}": list(option.default) if isinstance(option.default, tuple) else option.default
        for option in BOOK.options.values()
        if option.offered and option.default is not False
    }


def send(client: Client, **fields: Any) -> Any:
    data = {"command_id": str(uuid.uuid4()), "edition": BOOK.key, **SMALL, **defaults("a"), **fields}
    return client.post(FORM, data)


def played(user: User, **fields: Any) -> Job:
    """A simulation that is done."""
    assert send(signed_in(user), **fields).status_code == 302
    run_waiting()
    job = Job.objects.get(owner=user)
    assert job.state == State.DONE, (job.error, job.trace)
    return job


def text(response: Any) -> str:
    page = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", page)


def test_visitors_are_sent_to_sign_in(client: Client, olga: User) -> None:
    job = played(olga)
    for page in (FORM, f"/simulations/{job.public_id}/", f"/simulations/{job.public_id}/figures.csv"):
        assert "/accounts/login/" in client.get(page)["Location"]
    assert client.post(FORM, {}).status_code in (302, 403)
    assert Job.objects.count() == 1


def test_a_person_asks_waits_and_is_sent_to_the_result(olga: User) -> None:
    client = signed_in(olga)
    answer = send(client)
    job = Job.objects.get()
    assert answer["Location"] == job.get_absolute_url()
    assert "Cancel this job" in text(client.get(job.get_absolute_url()))
    run_waiting()
    assert client.get(job.get_absolute_url())["Location"] == f"/simulations/{job.public_id}/"


def test_everybody_who_is_signed_in_and_has_the_address_sees_the_result(olga: User) -> None:
    job = played(olga)
    page = signed_in(create_user("sten")).get(f"/simulations/{job.public_id}/")
    assert page.status_code == 200
    said = text(page)
    assert "10 imagined seasons of 2 rounds, each with 4 new teams of random lists: 40 teams" in said
    assert "as in the book" in said and "The line is the median" in said
    for title in ("Team value", "Treasury", "Bank", "Players on the roster", "Deaths so far"):
        assert f">{title}</h2>" in page.content.decode()
        assert f"As figures : {title}" in said or f"As figures: {title}" in said
    assert 'class="label own"' not in page.content.decode(), "one setting needs no letter"


def test_a_job_of_another_kind_is_no_simulation(olga: User) -> None:
    from jobs.queue import enqueue
    from tests.jobs import kinds  # noqa: F401 - registers the test kinds

    job = enqueue("test_shown", {}, owner=olga)
    run_waiting()
    assert signed_in(olga).get(f"/simulations/{job.public_id}/").status_code == 404
    assert signed_in(olga).get("/simulations/nothing/").status_code == 404


def test_two_settings_are_drawn_in_one_chart_with_what_differs_from_the_book(olga: User) -> None:
    rich = {**defaults("b"), "b-option_starting_treasury": 1_500_000, "against": BOOK.key}
    job = played(olga, **rich)
    page = signed_in(olga).get(f"/simulations/{job.public_id}/")
    said, html = text(page), page.content.decode()
    assert f"{BOOK.options['starting_treasury'].label}: 1,500,000 (book: 1,000,000)" in said
    assert html.count('class="label own"') == 4 * html.count("<figure>"), "two letters in each of two pictures"
    assert 'class="median median-A"' in html and 'class="median median-B"' in html
    stored = json.loads(bytes(JobResult.objects.get().content))
    assert stored["settings"][1]["house"] == {"starting_treasury": 1_500_000}


def test_the_figures_are_a_file_and_a_table_with_the_same_numbers(olga: User) -> None:
    job = played(olga)
    client = signed_in(olga)
    answer = client.get(f"/simulations/{job.public_id}/figures.csv")
    assert answer["Content-Type"].startswith("text/csv") and "attachment" in answer["Content-Disposition"]
    rows = list(csv.DictReader(answer.content.decode().splitlines()))
    last = next(row for row in rows if row["measure"] == "Team value" and row["round"] == "2")
    page = client.get(f"/simulations/{job.public_id}/").content.decode()
    for figure in ("lower quartile", "median", "upper quartile"):
        assert f"<td>{int(last[figure]):,}</td>" in page


def test_the_same_question_again_is_answered_by_the_same_job(olga: User) -> None:
    job = played(olga)
    assert send(signed_in(olga))["Location"] == job.get_absolute_url()
    assert Job.objects.count() == 1
    assert send(signed_in(olga), seed=2)["Location"] != job.get_absolute_url()


def test_a_result_whose_time_is_over_leads_to_the_form_as_it_was(olga: User) -> None:
    job = played(olga, **{"a-option_starting_treasury": 1_200_000})
    JobResult.objects.all().delete()
    client = signed_in(olga)
    for page in (f"/simulations/{job.public_id}/", f"/simulations/{job.public_id}/figures.csv"):
        assert client.get(page)["Location"] == job.get_absolute_url()
    shown = client.get(job.get_absolute_url())
    again = re.search(r'href="(/simulations/new/[^"]+)"', shown.content.decode())
    assert again is not None
    form = client.get(again[1].replace("&amp;", "&")).context["form"]
    assert form.settings[0]["option_starting_treasury"].value() == 1_200_000
    assert (form["teams"].value(), form["rounds"].value(), form["seasons"].value()) == (4, 2, 10)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("teams", 1), ("teams", 33), ("rounds", 0), ("rounds", 41), ("seasons", 9), ("seasons", 501), ("seed", 0),
        ("teams", ""), ("teams", "x"), ("seed", "9" * 400), ("a-option_mvp", "nonsense"),
        ("a-option_starting_treasury", -1), ("a-option_starting_treasury", ""), ("command_id", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_at_its_field(olga: User, name: str, value: object) -> None:
    answer = send(signed_in(olga), **{name: value})
    assert answer.status_code == 422
    assert not Job.objects.exists()


def test_too_many_matches_are_refused_with_their_number(olga: User) -> None:
    answer = send(signed_in(olga), teams=32, rounds=40, seasons=500)
    assert answer.status_code == 422
    assert "These would be 320,000 matches. At most 36,000" in text(answer)


def test_too_little_gold_names_the_lists(olga: User) -> None:
    answer = send(signed_in(olga), **{"a-option_starting_treasury": 330_000})
    assert answer.status_code == 422 and not Job.objects.exists()
    assert "It is too little for a team of these lists: Amazon" in text(answer)


@pytest.mark.parametrize("name", ["edition", "against"])
@pytest.mark.parametrize("value", ["nothing", "\x00", "x" * 5000])
def test_an_unknown_book_is_not_found(olga: User, name: str, value: str) -> None:
    client = signed_in(olga)
    assert client.get(FORM, {name: value}).status_code in (400, 404)
    assert send(client, **{name: value}).status_code in (400, 404)


def test_an_address_fills_in_what_the_book_allows_and_leaves_out_the_rest(olga: User) -> None:
    query = {
        "a": ["starting_treasury=1100000", "mvp=nonsense", "nothing=1", "free_fan_factor=yes", "x", ""],
        "against": BOOK.key,
        "b": "starting_treasury=1300000",
        "teams": "12",
        "rounds": "999",
        "seasons": "²",
    }
    form = signed_in(olga).get(FORM, query).context["form"]
    first, second = form.settings
    assert first["option_starting_treasury"].value() == 1_100_000
    assert first["option_free_fan_factor"].value() is True
    assert first["option_mvp"].value() == BOOK.options["mvp"].default
    assert second["option_starting_treasury"].value() == 1_300_000
    assert (form["teams"].value(), form["rounds"].value(), form["seasons"].value()) == (12, 18, 200)


def test_a_second_setting_of_the_same_book_starts_with_the_house_rules_of_the_first(olga: User) -> None:
    client = signed_in(olga)
    page = client.get(FORM, {"a": "starting_treasury=1100000"}).content.decode()
    link = re.search(r'href="(\?[^"]*against=[^"]*)"', page)
    assert link is not None
    form = client.get(FORM + link[1].replace("&amp;", "&")).context["form"]
    assert [each["option_starting_treasury"].value() for each in form.settings] == [1_100_000] * 2


def test_a_person_has_few_simulations_at_a_time_and_in_an_hour(olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in(olga)
    for seed in range(1, services.MOST_WAITING + 1):
        assert send(client, seed=seed).status_code == 302
    refused = send(client, seed=99)
    assert refused.status_code == 429 and "that are not done yet" in text(refused)
    assert send(signed_in(create_user("sten")), seed=99).status_code == 302, "others are free"
    Job.objects.filter(owner=olga).update(state=State.CANCELLED)
    monkeypatch.setattr(services, "MOST_IN_AN_HOUR", services.MOST_WAITING)
    refused = send(client, seed=99)
    assert refused.status_code == 429 and "within an hour" in text(refused)


def test_a_simulation_that_fails_says_why(olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation.Coach, "induce", lambda _coach, _args: [{"kind": "no such thing", "count": 1}])
    client = signed_in(olga)
    send(client)
    run_waiting()
    job = Job.objects.get()
    assert (job.state, job.attempts) == (State.FAILED, 1)
    assert "A season could not be played by these rules: a pre-match refused" in text(
        client.get(job.get_absolute_url())
    )


def test_a_slow_server_ends_in_time_with_the_seasons_that_both_settings_have(
    olga: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()
    monkeypatch.setattr(job_module, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    monkeypatch.setattr(job_module, "TO_SPARE", 120 - 12)
    job = played(olga, **{**defaults("b"), "against": BOOK.key, "seasons": 50})
    page = signed_in(olga).get(f"/simulations/{job.public_id}/")
    assert "13 imagined seasons" in text(page) and "You asked for 50 seasons." in text(page)
    assert json.loads(bytes(JobResult.objects.get().content))["played"] == 13


def test_a_server_that_is_much_too_slow_says_what_to_do(olga: User, settings: Any) -> None:
    settings.CELERY_TASK_SOFT_TIME_LIMIT = 0
    client = signed_in(olga)
    send(client)
    run_waiting()
    job = Job.objects.get()
    assert (job.state, job.attempts) == (State.FAILED, 1)
    assert "too slow or too busy" in text(client.get(job.get_absolute_url()))


def test_the_pages_say_how_the_coaches_decide(olga: User) -> None:
    job = played(olga)
    for page in (FORM, reverse("leagues:simulation", args=[job.public_id])):
        said = text(signed_in(olga).get(page))
        assert "How the imagined coaches decide" in said
        assert "In 2% of matches a side concedes" in said


def test_the_number_of_queries_does_not_grow_with_the_figures(olga: User, django_assert_num_queries: Any) -> None:
    job = played(olga)
    client = signed_in(olga)
    with django_assert_num_queries(4):
        client.get(f"/simulations/{job.public_id}/")
    with django_assert_num_queries(2):
        client.get(FORM)


def test_params_that_nobody_could_have_asked_for_are_refused() -> None:
    good = {"plan": SMALL, "settings": [{"edition": BOOK.key, "house": {"excluded_inducements": []}}]}
    settings, plan = services.parse_params(good)
    assert services.as_params(settings, plan)["plan"] == SMALL
    for bad in (
        {}, {**good, "plan": {**SMALL, "teams": "4"}}, {**good, "plan": {**SMALL, "seasons": 10**9}},
        {**good, "settings": []}, {**good, "settings": good["settings"] * 3}, {**good, "settings": [7]},
        {**good, "settings": [{"edition": "none", "house": {}}]},
        {**good, "settings": [{"edition": BOOK.key, "house": {"mvp": "none"}}]},
    ):  # fmt: skip
        with pytest.raises(ValueError):
            services.parse_params(bad)
