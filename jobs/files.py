"""Celery's filesystem broker, with messages that appear complete and that only one worker takes.

Kombu's own broker creates the file of a message and then writes it: a worker that looks in between takes an empty
message, and stops with an error. It takes a message by moving it to the system's temporary folder, which is a copy if
that is on another disk. Here a message is written under a name that no queue looks for, then renamed. A worker takes it
by renaming it too.
"""

import os
from pathlib import Path
from queue import Empty
from time import monotonic
from typing import Any
from uuid import uuid4

from kombu.exceptions import ChannelError
from kombu.transport import TRANSPORT_ALIASES, filesystem
from kombu.utils.encoding import bytes_to_str, str_to_bytes
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):
    """Adds and takes messages by renaming files."""

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:
        """Add a message to a queue. Raises ChannelError if its file cannot be written."""
        name = f"{round(monotonic() * 1000)}_{uuid4()}.{queue}.msg"
        unfinished = Path(self.data_folder_out, f"{name}.unfinished")
        try:
            unfinished.write_bytes(str_to_bytes(dumps(payload)))
            os.replace(unfinished, Path(self.data_folder_out, name))
        except OSError as why:
            raise ChannelError(f"Cannot add file {name!r} to the messages: {why}") from why

    def _get(self, queue: str) -> Any:
        """Take the oldest message of a queue. Raises Empty if there is none."""
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f"{name}.taken"
            try:
                os.replace(folder / name, taken)
            except FileNotFoundError:  # another worker took it
                continue
            content = taken.read_bytes()
            taken.unlink()
            return loads(bytes_to_str(content))
        raise Empty


class Transport(filesystem.Transport):
    """The transport of `filesystem://` after `install`."""

    Channel = Channel


def install() -> None:
    """Let `filesystem://` mean this transport in this process."""
    TRANSPORT_ALIASES["filesystem"] = f"{__name__}:Transport"
