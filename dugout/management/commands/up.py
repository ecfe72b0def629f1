"""`manage.py up`: web server and worker in one terminal, until Ctrl-C."""

import fcntl
import signal
import socket
import time
from collections.abc import Callable
from typing import IO, Any
from urllib.error import URLError
from urllib.request import ProxyHandler, Request, build_opener

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from accounts import mail
from dugout import environment, preparation, servers
from dugout.checks import safe_to_start, wording
from dugout.processes import Child

LOOPBACK = ("127.0.0.1", "localhost", "::1")
START_TIMEOUT = 180.0
STOP_TIMEOUT = 10.0
LOOK_AGAIN = 0.1
HOPELESS = 5
"""After so many quick deaths of the web server `up` stops. A worker is always started again."""


class Command(BaseCommand):
    help = "Prepare the database and run web server and worker until Ctrl-C. PORT and HOST choose the address."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = self._address()
        errors = safe_to_start()
        if errors:
            raise CommandError(wording(errors))
        # Set both: a shell starts background jobs with SIGINT ignored.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _interrupt)
        with open(settings.VAR_DIR / "up.lock", "a") as lock:
            self._claim(lock)
            _refuse_taken_port(host, port)
            children: list[Child] = []
            try:
                self._prepare()
                children = [_web(host, port, lock), _worker(lock)]
                self._run(children, host, port)
            except KeyboardInterrupt:
                self._say("Stopping ...")
            finally:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                _stop(children)
        self._say("Stopped.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()

    def _address(self) -> tuple[str, int]:
        try:
            port = environment.number("PORT", default=8000, least=1)
        except ImproperlyConfigured as why:
            raise CommandError(str(why)) from None
        host = environment.text("HOST", default="127.0.0.1")
        if host not in LOOPBACK and settings.EMBEDDED and set(settings.ALLOWED_HOSTS) == set(settings.OWN_HOSTS):
            self._say("Only this machine gets an answer. For others, name this machine's host names in DUGOUT_HOSTS.")
        return host, port

    def _claim(self, lock: Any) -> None:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(
                f"Dugout is running already with the data in {settings.VAR_DIR}. "
                "Stop it, or set DUGOUT_VAR to another folder."
            ) from None

    def _prepare(self) -> None:
        preparation.repair_cache()
        first_start = preparation.migrate(self._say)
        preparation.collect_static(self._say)
        preparation.load_demo(self._say, first_start=first_start)
        servers.load()

    def _run(self, children: list[Child], host: str, port: int) -> None:
        """Start the children, print the address when the web server answers, and watch them until Ctrl-C."""
        web = children[0]
        address = f"http://{_shown(host)}:{port}/"
        for child in children:
            child.start()
        give_up = time.monotonic() + START_TIMEOUT
        announced = False
        while True:
            for child in children:
                child.watch(self._say)
            if web.deaths >= HOPELESS:
                raise CommandError("the web server stops at every start; see its messages above.")
            if not announced and _answers(f"http://{_reached(host)}:{port}/health/"):
                announced = True
                self._announce(address)
            elif not announced and time.monotonic() > give_up:
                raise CommandError(f"the web server did not answer at {address} within {START_TIMEOUT:.0f} s.")
            time.sleep(LOOK_AGAIN)

    def _announce(self, address: str) -> None:
        self._say(f"\nDugout is at {address}   (Ctrl-C stops it)\n")
        logins = preparation.demo_logins()
        if logins:
            self._say(f"{logins}\n")
        if mail.folder():
            self._say(f"Mails are written into files in {mail.folder()}. To send them, set EMAIL_URL.\n")


def _web(host: str, port: int, lock: IO[str]) -> Child:
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    return Child(name="web server", run=_without(lock, servers.web(bind)), loss="pages are not answered")


def _worker(lock: IO[str]) -> Child:
    return Child(name="worker", run=_without(lock, servers.worker), loss="printing and mail wait")


def _without(lock: IO[str], run: Callable[[], object]) -> Callable[[], None]:
    """What a child does after it has let go of the lock of `up`, which must end with `up`."""

    def live() -> None:
        lock.close()
        run()

    return live


def _stop(children: list[Child]) -> None:
    """Ask all children to end, then kill them. A second Ctrl-C skips the waiting."""
    for child in children:
        child.ask_to_stop()
    deadline = time.monotonic() + STOP_TIMEOUT
    for child in children:
        try:
            child.make_stop(deadline)
        except KeyboardInterrupt:
            deadline = 0.0
            child.make_stop(deadline)


def _refuse_taken_port(host: str, port: int) -> None:
    try:
        family, *_, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as why:
        raise CommandError(f"HOST {host!r} is no address of this machine ({why.strerror}).") from None
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(where)
        except PermissionError:
            raise CommandError(f"this user may not use port {port}; choose one above 1023 with PORT=8000.") from None
        except OSError as why:
            raise CommandError(
                f"port {port} on {host} cannot be used ({why.strerror}). "
                f"Stop what uses it, or choose another one: PORT={port + 1} script/server"
            ) from None


def _answers(url: str) -> bool:
    """Whether the web server answers, even with an error; never asked through a proxy of the environment."""
    opener = build_opener(ProxyHandler({}))
    try:
        with opener.open(Request(url, headers={"Host": "localhost"}), timeout=2):  # noqa: S310 - our own address
            return True
    except URLError as why:
        return hasattr(why, "code")
    except OSError:
        return False


def _shown(host: str) -> str:
    """The host as people write it in an address."""
    if host in ("0.0.0.0", "::"):  # noqa: S104 - asked for by HOST
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def _reached(host: str) -> str:
    """The host under which this machine reaches its own server."""
    return {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - only compared


def _interrupt(number: int, frame: Any) -> None:
    raise KeyboardInterrupt
