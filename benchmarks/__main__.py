"""``python -m benchmarks [--quick]``: measures pages and work, on the demo league and a large one.

It uses its own database in a temporary folder, or the one that DATABASE_URL names, which should be empty. The column
"of last" compares the processor time with that of the last release (`benchmarks/history.csv`); ``--release NAME`` adds
the figures of this one.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile


def main() -> None:
    """Create both leagues, measure and print."""
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("--quick", action="store_true", help="few repetitions, a smaller large league")
    options.add_argument("--release", help="add the figures to benchmarks/history.csv under this name")
    chosen = options.parse_args()
    if chosen.quick and chosen.release:
        options.error("the figures of a release come from a whole run, without --quick")
    with tempfile.TemporaryDirectory(prefix="dugout-bench-") as folder:
        os.environ["DUGOUT_VAR"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
        _prepare()
        from benchmarks import history
        from benchmarks.course import QUICK, WHOLE, run

        pace = history.pace()
        found = run(QUICK if chosen.quick else WHOLE, _say, history.last_release(pace))
        if chosen.release:
            history.add(chosen.release, pace, found.tables())
    _say("\nThe pure core: python -m benchmarks.rules_core. Prints with a worker: python -m benchmarks.prints\n")


def _prepare() -> None:
    """Prepare an empty site that answers this machine."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.WORK_AT_ONCE = 1_000_000.0  # here a few people ask for everything
    call_command("migrate", verbosity=0)

    from dugout.starting import freeze_loaded_code

    freeze_loaded_code()  # as in the web server


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
