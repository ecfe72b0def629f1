"""How long a coach waits for a print: ``python -m benchmarks.prints [--times N]``.

It starts the whole site, web server and worker, with a league of its own, and does over HTTP what a browser does: press
the button, open the page of the job, ask again after the pauses that the page names, download the file. Without
DATABASE_URL and REDIS_URL it measures the small installation (SQLite and files), with them the big one; the database
should be empty. Before each print something in the league changes, so that it has to be drawn; then it is asked for
once more, when nothing has changed.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from statistics import median
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

AIM_MS = 500.0
START_TIMEOUT = 120.0
LONGEST_WAIT = 60.0
NEXT_POLL = re.compile(r'id="job-progress"[^>]*hx-get="([^"]+)"\s+hx-trigger="load delay:(\d+)ms"', re.DOTALL)
FILE = re.compile(r'href="([^"]+/download/)"')


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        return None


class Visit:
    """One signed-in browser."""

    def __init__(self, site: str, cookies: Mapping[str, str]) -> None:
        self.site = site
        self.cookies = dict(cookies)
        self._opener = build_opener(_Stay)

    def ask(self, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> tuple[str, bytes, str]:
        """A GET, or a POST of fields. Returns the address of a redirect or "", the body and its type."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        data = urlencode(fields).encode() if fields is not None else None
        request = Request(self.site + path, data, {"Cookie": cookie, "Referer": self.site, **headers})
        try:
            with self._opener.open(request) as found:
                return "", found.read(), found.headers["Content-Type"]
        except HTTPError as why:
            if why.code != 302:
                raise
            return why.headers["Location"], b"", ""

    def click(self, path: str) -> float:
        """Press a print's button and get the file. Returns the milliseconds in between. Raises TimeoutError."""
        token = self.cookies["csrftoken"]
        began = time.perf_counter()
        address, body, kind = self.ask(path, {"csrfmiddlewaretoken": token, "command_id": str(uuid4())})
        while not address.endswith("/download/"):
            if time.perf_counter() - began > LONGEST_WAIT:
                raise TimeoutError(path)
            moved, body, kind = self.ask(address, **{"HX-Request": "true"} if "/progress/" in address else {})
            page = body.decode()
            if moved:
                address = moved
            elif waiting := NEXT_POLL.search(page):
                time.sleep(int(waiting[2]) / 1000)
                address = unescape(waiting[1])
            else:
                ready = FILE.search(page)
                assert ready, page
                address = ready[1]
        _moved, body, kind = self.ask(address)
        assert body.startswith(b"%PDF-") and kind == "application/pdf"
        return (time.perf_counter() - began) * 1000


@contextmanager
def running_site() -> Iterator[str]:
    """The web server and the worker; yields their address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "up"]
    environment = os.environ | {"PORT": str(port), "DUGOUT_DEMO": "0"}
    site = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert site.stdout is not None
        deadline = time.monotonic() + START_TIMEOUT
        for line in site.stdout:
            if "Dugout is at" in line:
                break
            assert time.monotonic() < deadline, line
        yield f"http://127.0.0.1:{port}"
    finally:
        site.send_signal(signal.SIGINT)
        site.communicate()


def cookies_of(user: Any) -> dict[str, str]:
    """The cookies of a browser in which a user is signed in."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return {settings.SESSION_COOKIE_NAME: str(session.session_key), settings.CSRF_COOKIE_NAME: "x" * 32}


def league_with_prints() -> tuple[Any, Any, dict[str, str]]:
    """A league after one round, its commissioner, and the address of each print's button."""
    from benchmarks.contests import hold_contests
    from benchmarks.work import play_demo
    from leagues.models import Membership
    from matches.models import Match
    from teams.models import Team

    demo, _measured = play_demo(rounds=1)
    chief = demo.league.memberships.filter(role=Membership.Role.COMMISSIONER).select_related("user").get().user
    contests = hold_contests(demo.competition, chief)
    team = Team.objects.filter(league=demo.league, state_row__isnull=False).order_by("pk")[0]
    match = Match.objects.filter(league=demo.league, state=Match.State.CLOSED).order_by("pk")[0]
    season = demo.competition.season
    prints = {
        "roster": f"/teams/{team.public_id}/print/",
        "match sheet": f"/matches/{match.public_id}/print/",
        "table": f"/competitions/{demo.competition.public_id}/print/",
        "bracket": f"/competitions/{contests.play_offs.public_id}/print/",
        "all rosters of the season": f"/leagues/{demo.league.slug}/seasons/{season.number}/rosters/",
        "almanac of the season": f"/leagues/{demo.league.slug}/seasons/{season.number}/almanac/",
    }
    return demo.league, chief, prints


def measure(times: int, say: Callable[[str], None]) -> None:
    """Measure every print so many times, by turns, and say the medians."""
    from django.db.models import F

    from leagues.models import ChangeCounter

    league, user, prints = league_with_prints()
    drawn: dict[str, list[float]] = {name: [] for name in prints}
    again: dict[str, list[float]] = {name: [] for name in prints}
    with running_site() as site:
        visit = Visit(site, cookies_of(user))
        for turn in range(times + 1):  # the first turn warms up
            for name, path in prints.items():
                ChangeCounter.objects.filter(league=league).update(count=F("count") + 1)
                found = visit.click(path), visit.click(path)
                if turn:
                    drawn[name].append(found[0])
                    again[name].append(found[1])
    say(f"\nFrom the click to the file, {times} times, in ms; the aim is a median of {AIM_MS:g}\n")
    say(f"{'of aim':>7} {'median':>8} {'95th':>8} {'unchanged':>10}  what")
    for name in prints:
        slow = sorted(drawn[name])[max(0, round(times * 0.95) - 1)]
        ratio = median(drawn[name]) / AIM_MS
        say(f"{ratio:>7.2f} {median(drawn[name]):>8.0f} {slow:>8.0f} {median(again[name]):>10.0f}  {name}")


def main() -> None:
    """Prepare a site in a temporary folder, measure and print."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.prints", description=__doc__)
    options.add_argument("--times", type=int, default=20, help="how often each is printed (20)")
    times = options.parse_args().times
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder:
        os.environ["DUGOUT_VAR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        measure(times, lambda line: print(line, flush=True))


if __name__ == "__main__":
    main()
