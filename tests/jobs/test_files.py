"""Messages on the filesystem broker arrive complete and once, also with many writers and readers."""

import os
import threading
from pathlib import Path
from queue import Empty

import pytest
from kombu import Connection

from dugout.celery import app
from jobs import files

pytestmark = pytest.mark.once

MESSAGES = 400


@pytest.fixture
def broker(tmp_path: Path) -> Connection:
    folder = str(tmp_path)
    return Connection(
        "filesystem://localhost//", transport_options={"data_folder_in": folder, "data_folder_out": folder}
    )


def test_celery_uses_this_transport() -> None:
    with app.connection_for_write("filesystem://localhost//") as connection:
        assert isinstance(connection.transport, files.Transport)


def test_no_worker_finds_a_half_written_message(broker: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    rename = os.replace

    def look_first(source: Path, target: Path) -> None:
        if target.suffix == ".msg":
            monkeypatch.setattr(os, "replace", rename)
            with pytest.raises(Empty):
                reader._get("messages")
            found.append(source.read_bytes())
        rename(source, target)

    with broker, broker.clone() as other:
        writer, reader = broker.default_channel, other.default_channel
        monkeypatch.setattr(os, "replace", look_first)
        writer._put("messages", {"body": "whole"})
        assert found == [b'{"body": "whole"}'], "it was written before it got the name that a queue looks for"
        assert reader._get("messages") == {"body": "whole"}
        with pytest.raises(Empty):
            reader._get("messages")


def test_each_message_arrives_once_with_two_readers_and_a_writer(broker: Connection, tmp_path: Path) -> None:
    arrived: list[list[int]] = [[], []]

    def write() -> None:
        with broker.clone() as own:
            for number in range(MESSAGES):
                own.default_channel._put("messages", {"number": number})

    def read(into: list[int]) -> None:
        with broker.clone() as own:
            while True:
                last = not writing.is_alive()
                try:
                    while True:
                        into.append(own.default_channel._get("messages")["number"])
                except Empty:
                    if last:
                        return

    writing = threading.Thread(target=write)
    threads = [writing, *(threading.Thread(target=read, args=(each,)) for each in arrived)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(arrived[0] + arrived[1]) == list(range(MESSAGES))
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []
