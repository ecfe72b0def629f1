"""``python -m tests.matches.operate 1000``: so many random operations on a new league, then every audit of it.

Works on a database of its own in a temporary folder, and prints what was done. Ends with 1 if an audit finds something.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile


def main() -> None:
    """Does the operations, and prints their counts and the audit's lines."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1_000, help="how many operations")
    parser.add_argument("--seed", type=int, default=None, help="the same seed chooses the same operations")
    parser.add_argument("--edition", default="pbbl-1.10", help="the key of the book")
    parser.add_argument("--cards", default="budget", help="how coaches get cards, if a league can say that")
    asked = parser.parse_args()
    seed = random.randrange(2**32) if asked.seed is None else asked.seed
    with tempfile.TemporaryDirectory(prefix="dugout-operations-") as folder:
        os.environ |= {"DUGOUT_VAR": folder, "DJANGO_SETTINGS_MODULE": "dugout.settings"}
        os.environ.pop("DATABASE_URL", None)
        _operate(asked.count, seed, asked.edition, asked.cards)


def _operate(count: int, seed: int, edition: str, cards: str) -> None:
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from tests import dice
    from tests.matches.league_operations import operate, states

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.ALLOWED_HOSTS, settings.WORK_AT_ONCE = ["testserver", "localhost"], 1_000_000.0
    call_command("migrate", verbosity=0)
    dice.seed(f"operations {seed}")
    dice.give_to_the_rooms()
    print(f"{count} operations by {edition}, seed {seed}", flush=True)
    for name, times in sorted(operate(count, seed, edition=edition, cards=cards).items()):
        print(f"{times:6} {name}")
    print("at the end:", ", ".join(f"{times} {state}" for state, times in sorted(states().items())))
    call_command("audit", stdout=sys.stdout)


if __name__ == "__main__":
    main()
