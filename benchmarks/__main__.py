"""``python -m benchmarks [--quick]``: pages, work and the rules core, measured on the demo league and on a large one.

Works on a database of its own in a temporary folder, or on the one that DATABASE_URL names, which should be empty.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile


def main() -> None:
    """Makes both leagues, measures, prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("--quick", action="store_true", help="few repetitions, a small large league")
    quick = options.parse_args().quick
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder:
        os.environ["DUGOUT_VAR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
        _measure(quick)


def _measure(quick: bool) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.ALLOWED_HOSTS = ["localhost"]
    call_command("migrate", verbosity=0)
    from benchmarks.big_league import make_league
    from benchmarks.measuring import show
    from benchmarks.pages import measure_pages
    from benchmarks.work import measure_work, play_demo

    times = 5 if quick else 40
    founded, played = play_demo(rounds=2 if quick else 6)
    show("From the report to the close", played, _say)
    size = {"teams": 8, "matches": 20, "left_open": 4} if quick else {"teams": 64, "matches": 1000, "left_open": 32}
    big = make_league(**size)
    small_pages, big_pages = measure_pages(founded.league, times=times), measure_pages(big, times=times)
    queries = {line.name: line.queries or 0 for line in small_pages}
    show("Pages, demo league of 10", small_pages, _say)
    show(f"Pages, league of {size['teams']} with {size['matches']} matches", big_pages, _say, queries)
    show(f"Prints and tables, league of {size['teams']}", measure_work(big, times=times), _say)
    _say("\nThe pure core: python -m benchmarks.rules_core\n")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
