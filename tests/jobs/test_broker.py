"""A missing or silent broker takes a request little time and loses nothing."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app

from jobs import tasks
from jobs.models import Job, State
from jobs.queue import enqueue
from jobs.runner import run_waiting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _celery_as_it_was() -> Iterator[None]:
    conf = current_app.conf
    before = conf.broker_url, conf.broker_write_url, conf.broker_transport_options
    tasks._rest_until = 0.0
    yield
    conf.broker_url, conf.broker_write_url, conf.broker_transport_options = before
    tasks._rest_until = 0.0


def use(url: str, **options: object) -> None:
    current_app.conf.update(broker_url=url, broker_write_url=url, broker_transport_options=options)


@pytest.fixture
def silent() -> Iterator[int]:
    """A port that takes connections and never answers."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen(50)
        yield server.getsockname()[1]


@pytest.fixture
def closed() -> Iterator[int]:
    """A port without a server, which nothing else can get during the test."""
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        yield server.getsockname()[1]


@pytest.mark.parametrize("how", ["closed", "silent"])
def test_an_unreachable_broker_neither_fails_nor_delays_a_request(how, owner, request, caplog, monkeypatch):
    """A request that waits for the answer of a silent broker would never end."""
    port = request.getfixturevalue(how)
    use(f"redis://127.0.0.1:{port}/0", visibility_timeout=3600)
    monkeypatch.setattr(tasks, "REST", 3600.0)  # a busy machine may take long over what follows
    job = enqueue("test_square", {"number": 1}, owner=owner)
    assert "the broker cannot be reached" in caplog.text
    for number in range(2, 5):
        enqueue("test_square", {"number": number}, owner=owner)
    assert caplog.text.count("the broker cannot be reached") == 1, "after one failure it is left alone for a while"
    assert job.state == State.QUEUED
    assert run_waiting() == 4


def test_a_request_waits_at_most_a_second_for_the_broker():
    """For the connection, and for each answer, without another try."""
    options = tasks._connection().transport_options
    assert (options["socket_connect_timeout"], options["socket_timeout"], options["max_retries"]) == (1.0, 1.0, 0)
    assert 5 <= tasks.REST <= 60


def test_a_missing_broker_folder_loses_nothing(owner, tmp_path):
    gone = str(tmp_path / "gone")
    use("filesystem://localhost//", data_folder_in=gone, data_folder_out=gone, control_folder=gone)
    job = enqueue("test_square", {"number": 1}, owner=owner)
    run_waiting()
    job.refresh_from_db()
    assert job.state == State.DONE


def test_a_message_holds_only_the_number_of_the_job(owner, tmp_path):
    for name in ("messages", "control"):
        (tmp_path / name).mkdir()
    folder = str(tmp_path / "messages")
    use(
        "filesystem://localhost//",
        data_folder_in=folder,
        data_folder_out=folder,
        control_folder=str(tmp_path / "control"),
    )
    job = enqueue("test_square", {"number": 31337}, owner=owner)
    assert tasks.tell_workers([job.public_id])
    words = [path.read_text() for path in Path(folder).iterdir()]
    assert len(words) == 2  # the commit's, and this one
    assert all("31337" not in word for word in words)
    assert Job.objects.count() == 1
